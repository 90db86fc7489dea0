package inquiry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/place"
	"kadry/internal/market/posting"
	"kadry/internal/market/role"
	"kadry/internal/skill"
)

func newReader(t *testing.T) *inquiry.Reader {
	t.Helper()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	areas, err := place.Load()
	if err != nil {
		t.Fatal(err)
	}
	roles, err := role.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &inquiry.Reader{Skills: graph, Areas: areas, Roles: func(words string) (list []posting.Named) {
		for _, r := range roles.Resolve(words) {
			list = append(list, posting.Named(r))
		}
		return list
	}}
}

// A role in either language becomes years of experience, a role of the dictionary and words that
// must stand in the title.
func TestRole(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for words, want := range map[string]struct {
		role, text, level string
		spans             []string
	}{
		"senior Go developer":          {"96", "Go", "senior", []string{"3-6", "6+"}},
		"Старший Go-разработчик":       {"96", "Go", "senior", []string{"3-6", "6+"}},
		"junior Python разработчик":    {"96", "Python", "junior", []string{"0", "1-3"}},
		"Middle Java developer":        {"96", "Java", "mid", []string{"1-3", "3-6"}},
		"программист":                  {"96", "", "", nil},
		"backend developer, Kafka":     {"96", "backend developer Kafka", "", nil},
		"DevOps engineer":              {"160", "", "", nil},
		"Бухгалтер":                    {"18", "", "", nil},
		"невиданный зверь":             {"", "невиданный зверь", "", nil},
		"Senior":                       {"", "Senior", "", nil},
		"  Go   developer ":            {"96", "Go", "", nil},
		"менеджер по продажам":         {"70", "", "", nil},
		"Разработчик Python и Go, SQL": {"96", "Python Go SQL", "", nil},
	} {
		u, err := r.Role(inquiry.Asked{Words: words})
		if err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		has := want.role == "" && len(u.Roles) == 0
		for _, found := range u.Roles {
			has = has || found.ID == want.role
		}
		if !has || u.Text != want.text || u.Level != want.level || u.Query.TitleOnly != (want.text != "") || len(u.Query.Roles) != len(u.Roles) {
			t.Errorf("%q: roles %v, text %q, level %q", words, u.Roles, u.Text, u.Level)
		}
		if diff := cmp.Diff(want.spans, u.Spans); diff != "" {
			t.Errorf("%q: %s", words, diff)
		}
	}
}

// Years that are asked for win over those of the level.
func TestRole_experienceGiven(t *testing.T) {
	t.Parallel()
	u, err := newReader(t).Role(inquiry.Asked{Words: "senior Go developer", Experience: []posting.Experience{posting.None}})
	if err != nil || u.Level != "" || !cmp.Equal(u.Spans, []string{"0"}) || !cmp.Equal(u.Query.Experience, []posting.Experience{posting.None}) {
		t.Errorf("%v: %+v", err, u)
	}
}

// The words of a search stay as they are; skills are named, and those nobody knows stay words.
func TestSearch(t *testing.T) {
	t.Parallel()
	u, err := newReader(t).Search(inquiry.Asked{Words: "  senior  Go ", Location: "в Казани", Skills: []string{"питон", "k8s", "наша система"}})
	if err != nil {
		t.Fatal(err)
	}
	if u.Text != "senior Go" || u.Query.TitleOnly || u.Level != "" || !cmp.Equal(u.Query.Areas, []string{"88"}) || u.Area == nil || u.Area.Asked != "в Казани" {
		t.Errorf("%+v", u)
	}
	var names []string
	for _, s := range u.Skills {
		names = append(names, s.Canonical)
	}
	if diff := cmp.Diff([]string{"Python", "Kubernetes", ""}, names); diff != "" {
		t.Error(diff)
	}
}

// Work from anywhere is a format and no place, unless formats are given.
func TestSearch_remote(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	u, err := r.Search(inquiry.Asked{Words: "Go", Location: "удалённо"})
	if err != nil || len(u.Query.Areas) != 0 || !cmp.Equal(u.Query.Formats, []posting.Format{posting.Remote}) {
		t.Errorf("%v: %+v", err, u.Query)
	}
	u, err = r.Search(inquiry.Asked{Words: "Go", Location: "remote", Formats: []posting.Format{posting.Hybrid}})
	if err != nil || !cmp.Equal(u.Query.Formats, []posting.Format{posting.Hybrid}) {
		t.Errorf("%v: %+v", err, u.Query)
	}
}

// A place of which there are several, or none, is refused with what it could be.
func TestAround_places(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for location, candidates := range map[string]bool{"Железногорск": true, "Zzyzxyzzy": false} {
		for _, read := range []func(inquiry.Asked) (inquiry.Understood, error){r.Search, r.Role} {
			_, err := read(inquiry.Asked{Words: "Go developer", Location: location})
			failure := fault.From(err)
			if fault.KindOf(err) != fault.Invalid && fault.KindOf(err) != fault.NotFound || candidates && len(failure.Candidates) < 2 || failure.Text.RU == "" {
				t.Errorf("%s: %v", location, err)
			}
		}
	}
}
