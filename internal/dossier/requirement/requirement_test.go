package requirement_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/dossier/requirement"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

var taxonomy = sync.OnceValues(skill.Load)

func graph(tb testing.TB) *skill.Graph {
	tb.Helper()
	g, err := taxonomy()
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func names(list []requirement.Skill) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, s.Name)
	}
	return out
}

func TestNormalise_readsSkillsAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given, want []string
	}{
		{nil, []string{}},
		{[]string{"", "  ", "<b></b>"}, []string{}},
		{[]string{"питон", "k8s", "Python3", "<b>PYTHON</b>"}, []string{"Python", "Kubernetes"}},
		{[]string{"CI/CD", "cicd"}, []string{"CI/CD"}},
		{[]string{"HTML/CSS", "Go (Golang)"}, []string{"HTML", "CSS", "Go"}},
		{[]string{"Python, SQL; Фортранчик"}, []string{"Python", "SQL", "Фортранчик"}},
		{[]string{"Python 3.11+", "C++"}, []string{"Python", "C++"}},
		{[]string{"TCP/Блабла"}, []string{"TCP/Блабла"}},
		{[]string{"Наша внутренняя система", "наша  внутренняя система"}, []string{"Наша внутренняя система"}},
	} {
		if diff := cmp.Diff(c.want, names(requirement.Normalise(graph(t), c.given))); diff != "" {
			t.Errorf("%q: %s", c.given, diff)
		}
	}
}

func TestNormalise_remembersSpellings(t *testing.T) {
	t.Parallel()
	got := requirement.Normalise(graph(t), []string{"k8s", "Go", "кубер", "k8s"})
	want := []requirement.Skill{
		{ID: "kubernetes", Name: "Kubernetes", Known: true, Asked: []string{"k8s", "кубер"}},
		{ID: "go", Name: "Go", Known: true, Asked: []string{"Go"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNormalise_isBounded(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 5 * requirement.MostSkills {
		many = append(many, strings.Repeat("ы", 10_000)+string(rune('a'+i%26)), "навык №"+strings.Repeat("I", i%90))
	}
	got := requirement.Normalise(graph(t), many)
	if len(got) > requirement.MostSkills {
		t.Errorf("%d skills", len(got))
	}
	for _, s := range got {
		if len([]rune(s.Name)) > requirement.LongestSkill {
			t.Errorf("a name of %d characters", len([]rune(s.Name)))
		}
	}
}

func TestOf_noSkillIsInBothLists(t *testing.T) {
	t.Parallel()
	g := graph(t)
	words := []string{"Go", "golang", "k8s", "Kubernetes", "питон", "Python", "неведомое", "Docker", "SQL, Go", ""}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(words), 0, 8)
		r := requirement.Of(g, list.Draw(t, "mandatory"), list.Draw(t, "preferred"))
		seen := map[string]bool{}
		for _, s := range r.All() {
			if seen[s.ID] {
				t.Fatalf("%s is there twice", s.ID)
			}
			seen[s.ID] = true
		}
	})
	r := requirement.Of(g, []string{"Go"}, []string{"golang", "SQL"})
	if !slices.Equal(r.Mandatory[0].Asked, []string{"Go", "golang"}) || !slices.Equal(names(r.Preferred), []string{"SQL"}) {
		t.Errorf("got %+v", r)
	}
}

func TestContextOf_readsTheWordsOfARole(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]requirement.Context{
		"Senior Go Developer": {Seniority: "senior", Focus: requirement.Backend, Signals: []string{"Go"}},
		"Ведущий фронтенд-разработчик":   {Seniority: "senior", Focus: requirement.Frontend},
		"Тимлид команды бэкенда":         {Seniority: "lead", Focus: requirement.Backend},
		"Middle/Senior Full Stack":       {Seniority: "senior", Focus: requirement.Fullstack},
		"Junior QA automation (Python)":  {Seniority: "junior", Focus: requirement.QA, Signals: []string{"Python"}},
		"Стажёр-аналитик":                {Seniority: "junior", Focus: requirement.Data},
		"Data Scientist":                 {Focus: requirement.ML},
		"Data engineer":                  {Focus: requirement.Data},
		"DevOps-инженер":                 {Focus: requirement.DevOps},
		"Front-end developer":            {Focus: requirement.Frontend},
		"Инженер-проектировщик":          {Focus: requirement.General},
		"Мидл разработчик":               {Seniority: "mid", Focus: requirement.General},
		"":                               {Focus: requirement.General},
		"<script>alert(1)</script>":      {Focus: requirement.General},
		"Mailing specialist, aiming far": {Focus: requirement.General},
	} {
		got := requirement.ContextOf(graph(t), role)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", role, diff)
		}
	}
}

func market(analyzed int, skills ...requirement.Demand) requirement.Market {
	return requirement.Market{Analyzed: analyzed, Skills: skills}
}

func demand(id, name string, n int, share, low float64) requirement.Demand {
	return requirement.Demand{ID: id, Name: name, N: n, Share: share, Low: low}
}

func ids(list []requirement.Weighed) []string {
	out := []string{}
	for _, w := range list {
		out = append(out, w.ID)
	}
	return out
}

func classify(t *testing.T, r requirement.Requirement, m requirement.Market, lang string) requirement.Classification {
	t.Helper()
	return requirement.Classify(graph(t), "разработчик", r, m, requirement.DefaultThresholds(), lang)
}

// Bug 1 of the system this replaces: whatever postings said, every importance was 0.
func TestBug01_importanceFollowsThePostings(t *testing.T) {
	t.Parallel()
	r := requirement.Of(graph(t), []string{"Python"}, nil)
	got := classify(t, r, market(10, demand("python", "Python", 9, 0.9, 0.596)), "en").Mandatory[0]
	if got.Importance == nil || *got.Importance != 0.596 || got.Postings != 9 || got.Level != requirement.MarketPreferred {
		t.Errorf("got %+v", got)
	}
	for _, part := range []string{"9 of 10", "90 %", "at least 60 %"} {
		if !strings.Contains(got.Explanation, part) {
			t.Errorf("%q does not say %q", got.Explanation, part)
		}
	}
}

// Bug 2: the market changed nothing, and what the employer forgot was never found.
func TestBug02_theMarketChangesTheResult(t *testing.T) {
	t.Parallel()
	r := requirement.Of(graph(t), []string{"Go"}, []string{"Docker"})
	one := classify(t, r, market(100, demand("go", "Go", 90, 0.9, 0.82), demand("kafka", "Kafka", 50, 0.5, 0.4), demand("docker", "Docker", 60, 0.6, 0.5)), "ru")
	other := classify(t, r, market(100, demand("docker", "Docker", 95, 0.95, 0.88), demand("kafka", "Kafka", 10, 0.1, 0.05)), "ru")
	if got := ids(one.Suggested); !slices.Equal(got, []string{"kafka"}) {
		t.Errorf("suggested %v", got)
	}
	if len(one.Rare) != 0 || !slices.Equal(ids(other.Rare), []string{"go"}) || len(other.Suggested) != 0 || other.Optional != 1 {
		t.Errorf("rare %v, then %v; suggested %v, optional %d", ids(one.Rare), ids(other.Rare), ids(other.Suggested), other.Optional)
	}
	if one.Mandatory[0].Level != requirement.MarketMandatory || other.Mandatory[0].Level != requirement.MarketOptional {
		t.Errorf("levels %s and %s", one.Mandatory[0].Level, other.Mandatory[0].Level)
	}
	for _, c := range []requirement.Classification{one, other} {
		if !slices.Equal(ids(c.Mandatory), []string{"go"}) || !slices.Equal(ids(c.Preferred), []string{"docker"}) {
			t.Errorf("the employer's lists became %v and %v", ids(c.Mandatory), ids(c.Preferred))
		}
	}
}

// Bug 5: figures were those of another population than the one that was said.
func TestBug05_figuresAreOfThePostingsAnalysed(t *testing.T) {
	t.Parallel()
	got := classify(t, requirement.Of(graph(t), []string{"Go"}, nil), market(40, demand("go", "Go", 20, 0.5, 0.35)), "ru")
	if got.Analyzed != 40 || !strings.Contains(got.Mandatory[0].Explanation, "20 из 40") {
		t.Errorf("got %d: %s", got.Analyzed, got.Mandatory[0].Explanation)
	}
}

func TestClassify_saysWhatItCannotKnow(t *testing.T) {
	t.Parallel()
	r := requirement.Of(graph(t), []string{"Go", "Наша система"}, nil)
	for _, c := range []struct {
		market requirement.Market
		skill  int
		want   string
	}{
		{market(0), 0, "No postings were analysed"},
		{market(100), 1, "taxonomy does not have it"},
	} {
		w := classify(t, r, c.market, "en").Mandatory[c.skill]
		if w.Importance != nil || w.Level != "" || !strings.Contains(w.Explanation, c.want) {
			t.Errorf("got %+v", w)
		}
	}
	if got := classify(t, r, market(100), "en").Rare; !slices.Equal(ids(got), []string{"go"}) {
		t.Errorf("rare: %v", ids(got))
	}
	if got := classify(t, r, market(59), "en").Rare; len(got) != 0 {
		t.Errorf("rare in 59 postings: %v", ids(got))
	}
}

func TestClassify_aTitleIsASignalOfItsOwn(t *testing.T) {
	t.Parallel()
	d := demand("kafka", "Kafka", 15, 0.15, 0.09)
	if got := classify(t, requirement.Requirement{}, market(100, d), "en"); len(got.Suggested) != 0 {
		t.Errorf("suggested %v", ids(got.Suggested))
	}
	d.Titles = 10
	got := classify(t, requirement.Requirement{}, market(100, d), "en").Suggested
	if len(got) != 1 || *got[0].Importance != 0.09 || got[0].Level != requirement.MarketPreferred {
		t.Errorf("got %+v", got)
	}
	kafka := graph(t).Resolve("Kafka")
	role := requirement.Classify(graph(t), "Kafka engineer", requirement.Requirement{},
		market(100, demand(string(kafka.Skill), kafka.Name, 1, 0.01, 0)), requirement.DefaultThresholds(), "en")
	if len(role.Suggested) != 1 || role.Suggested[0].Level != requirement.MarketMandatory {
		t.Errorf("named in the role: %+v", role.Suggested)
	}
}

func TestThresholds_Check(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given requirement.Thresholds
		ok    bool
	}{
		{requirement.DefaultThresholds(), true},
		{requirement.Thresholds{}, true},
		{requirement.Thresholds{Mandatory: 0.3, Preferred: 0.7}, false},
		{requirement.Thresholds{Mandatory: 1.1}, false},
		{requirement.Thresholds{Mandatory: 1, Preferred: -0.1}, false},
	} {
		if err := c.given.Check(); (err == nil) != c.ok || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", c.given, err)
		}
	}
}

func FuzzNormalise(f *testing.F) {
	f.Add("Go/Python, k8s;(SQL)")
	f.Add("((((((,,,,////")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range requirement.Normalise(graph(t), []string{text}) {
			if s.ID == "" || s.Name == "" || len(s.Asked) == 0 {
				t.Errorf("%q: %+v", text, s)
			}
		}
	})
}

func FuzzContextOf(f *testing.F) {
	f.Add("Senior Go developer / Lead")
	f.Add("ведущий инженер-тестировщик")
	f.Fuzz(func(t *testing.T, role string) {
		c := requirement.ContextOf(graph(t), role)
		if !slices.Contains(c.Focus.Enum(), string(c.Focus)) || !slices.Contains([]string{"", "junior", "mid", "senior", "lead"}, c.Seniority) {
			t.Errorf("%q: %+v", role, c)
		}
	})
}
