package identity_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/dossier/identity"
)

func hub(name string) identity.Identity { return identity.Identity{GitHub: name} }

// Bug 7: people with similar names and the same skills were taken for one, and dropped.
func TestBug07_similarNamesStayTwoPeople(t *testing.T) {
	t.Parallel()
	for _, list := range [][]identity.Identity{
		{hub("ivanov1"), hub("ivanov2")},
		{hub("ivan-petrov"), hub("ivanpetrov")},
		{hub("ivanov"), {CV: "ivanov"}},
		{{CV: "cv_1"}, {CV: "cv_2"}},
		{{GitHub: "ivanov", CV: "cv_1"}, {GitHub: "ivanov", CV: "cv_2"}},
		{{}, {}},
	} {
		if got := identity.Join(list); len(got) != len(list) {
			t.Errorf("%+v became %d people", list, len(got))
		}
	}
}

func TestJoin_sameIDsAreOnePerson(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list []identity.Identity
		want []identity.Person
	}{
		"letters of another case": {
			[]identity.Identity{hub("Octo"), hub("octo")},
			[]identity.Person{{Identity: hub("Octo"), Entries: []int{0, 1}}},
		},
		"what one entry adds": {
			[]identity.Identity{hub("octo"), {GitHub: "octo", CV: "cv_1"}},
			[]identity.Person{{Identity: identity.Identity{GitHub: "octo", CV: "cv_1"}, Entries: []int{0, 1}}},
		},
		"a third entry that joins two": {
			[]identity.Identity{{CV: "cv_1"}, hub("octo"), {GitHub: "octo", CV: "cv_1"}},
			[]identity.Person{{Identity: identity.Identity{GitHub: "octo", CV: "cv_1"}, Entries: []int{0, 1, 2}}},
		},
	} {
		if diff := cmp.Diff(c.want, identity.Join(c.list)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestJoin_losesNoEntry(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"", "", "a", "b", "A"})
	entry := rapid.Custom(func(t *rapid.T) identity.Identity {
		return identity.Identity{GitHub: part.Draw(t, "github"), CV: part.Draw(t, "cv"), Text: part.Draw(t, "text"), LinkedIn: part.Draw(t, "linkedin")}
	})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(entry, 0, 8).Draw(t, "list")
		var seen []int
		for _, p := range identity.Join(list) {
			seen = append(seen, p.Entries...)
			for _, at := range p.Entries {
				if id := list[at].ID(); id != "" && !p.IsNamed(id) {
					t.Fatalf("%+v is not named %q", p, id)
				}
			}
		}
		slices.Sort(seen)
		for i, at := range seen {
			if i != at || len(seen) != len(list) {
				t.Fatalf("entries %v of %d", seen, len(list))
			}
		}
	})
}

func TestIdentity_isFoundByAnyID(t *testing.T) {
	t.Parallel()
	i := identity.Identity{GitHub: "Octo", CV: "cv_1", LinkedIn: "nina-example"}
	for id, want := range map[string]bool{
		"octo": true, "@octo": true, "cv_1": true, "nina-example/": true, "": false, "oct": false, "cv_2": false,
	} {
		if i.IsNamed(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
	if got := (identity.Identity{CV: "cv_1"}).ID(); got != "cv_1" {
		t.Errorf("got %q", got)
	}
	if a, b := identity.TextID("Go developer"), identity.TextID(" Go developer\n"); a != b || identity.TextID("  ") != "" || identity.TextID("x") == a {
		t.Errorf("got %q and %q", a, b)
	}
}

func TestIDs_tellPeopleApart(t *testing.T) {
	t.Parallel()
	got := identity.IDs([]identity.Identity{{GitHub: "ivanov", CV: "cv_1"}, {GitHub: "Ivanov", CV: "cv_2"}, hub("octo"), {}})
	if !slices.Equal(got, []string{"cv_1", "cv_2", "octo", ""}) {
		t.Errorf("got %q", got)
	}
}
