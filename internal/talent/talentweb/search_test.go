package talentweb

import (
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/kit"
)

func TestReadAsk_readsWhatPeopleType(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		address string
		want    talent.Query
		wrong   []string
	}{
		"a list in one field":    {address: "must=Kubernetes,+AWS%3BGo", want: talent.Query{Required: []string{"Kubernetes", "AWS", "Go"}}},
		"a field many times":     {address: "must=Go&must=Go&must=Rust", want: talent.Query{Required: []string{"Go", "Rust"}}},
		"spaces and line ends":   {address: "plus=+machine+++learning+%0A+Docker+,,", want: talent.Query{Preferred: []string{"machine learning", "Docker"}}},
		"a decimal comma":        {address: "min=2,5&max=8.5", want: talent.Query{MinYears: 2.5, MaxYears: 8.5}},
		"no number":              {address: "min=many&max=NaN", wrong: []string{"min", "max"}},
		"years of a skill":       {address: "for=machine+learning+3,Go+1.5", want: talent.Query{SkillYears: []talent.SkillYears{{Skill: "machine learning", Years: 3}, {Skill: "Go", Years: 1.5}}}},
		"years without a number": {address: "for=Python", wrong: []string{"for"}},
		"languages":              {address: "speaks=English+B2,немецкий", want: talent.Query{Languages: []talent.Speaks{{Language: "English", CEFR: "B2"}, {Language: "немецкий"}}}},
		"any of the musts":       {address: "must=Go&match=any", want: talent.Query{Required: []string{"Go"}, Match: talent.MatchAny}},
		"half of the musts":      {address: "must=Go&match=50", want: talent.Query{Required: []string{"Go"}, Match: talent.MatchCoverage, MinCoverage: .5}},
		"own names only":         {address: "must=Go&strict=1", want: talent.Query{Required: []string{"Go"}, Allow: wording}},
		"nothing":                {address: "must=&level=&min=", want: talent.Query{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := url.ParseQuery(tt.address)
			if err != nil {
				t.Fatal(err)
			}
			got := readSearch(v)
			var wrong []string
			for _, f := range got.wrong {
				wrong = append(wrong, f.Path)
			}
			if diff := cmp.Diff(tt.wrong, wrong); diff != "" {
				t.Errorf("wrong fields (-want +got):\n%s", diff)
			}
			if tt.wrong != nil {
				return
			}
			tt.want.TopK = pageSize
			if diff := cmp.Diff(tt.want, got.Query); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
		})
	}
}

// The address is the state: what a search is written as is read as the same search.
func TestAddress_isReadBackTheSame(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[A-Za-zа-я+#.]{1,8}( [A-Za-z]{2,6})?`)
	list := rapid.SliceOfNDistinct(word, 0, 4, rapid.ID)
	years := rapid.SampledFrom([]float64{0, 1, 2.5, 10})
	rapid.Check(t, func(t *rapid.T) {
		q := talent.Query{
			Required: list.Draw(t, "required"), Preferred: list.Draw(t, "preferred"), Excluded: list.Draw(t, "excluded"),
			Tags: list.Draw(t, "tags"), Level: rapid.SampledFrom([]resume.Level{"", resume.Junior, resume.Senior}).Draw(t, "level"),
			MinYears: years.Draw(t, "min"), MaxYears: years.Draw(t, "max"), UsedWithinYears: years.Draw(t, "within"),
			Location: rapid.SampledFrom([]string{"", "Berlin", "Нижний Новгород"}).Draw(t, "place"),
			TopK:     pageSize,
		}
		for _, skill := range list.Draw(t, "for") {
			q.SkillYears = append(q.SkillYears, talent.SkillYears{Skill: skill, Years: 1 + years.Draw(t, "years")})
		}
		if rapid.Bool().Draw(t, "coverage") {
			q.Match, q.MinCoverage = talent.MatchCoverage, rapid.SampledFrom([]float64{.25, .5, .66}).Draw(t, "share")
		}
		if rapid.Bool().Draw(t, "strict") {
			q.Allow = wording
		}
		got := readSearch(address(q))
		if len(got.wrong) > 0 {
			t.Fatalf("unreadable: %v", got.wrong)
		}
		if diff := cmp.Diff(q, got.Query, cmp.Comparer(slices.Equal[[]string])); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", address(q).Encode(), diff)
		}
	})
}

func TestReplacing_putsTheNearestInPlace(t *testing.T) {
	t.Parallel()
	a := readSearch(url.Values{fieldMust: {"Kubernets, Go"}, fieldLevel: {"senior"}})
	if got, want := a.replacing("Kubernets", "Kubernetes").Encode(), "level=senior&must=Kubernetes%2C+Go"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLocal_leadsNowhereElse(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/candidates?must=Go": "/candidates?must=Go", "//evil.example": "/", "https://evil.example": "/",
		"/\\evil.example": "/", "": "/", "javascript:alert(1)": "/", "/a\r\nSet-Cookie: x": "/",
	} {
		if got := kit.Local(target, "/"); got != want {
			t.Errorf("%q: got %q, want %q", target, got, want)
		}
	}
}
