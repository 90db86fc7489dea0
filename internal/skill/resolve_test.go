package skill

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestResolveKnown(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct {
		asked, name string
		how         How
	}{
		{"Kubernetes", "Kubernetes", Exact},
		{"  kubernetes ", "Kubernetes", Exact},
		{"k8s", "Kubernetes", Alias},
		{"кубер", "Kubernetes", Alias},
		{"Python 3.11", "Python", Alias},
		{"postgres 14", "PostgreSQL", Alias},
		{"node js", "Node.js", Alias},
		{"С++", "C++", Exact},
		{"C", "C", Exact},
		{"С", "C", Exact},
		{"R", "R", Exact},
		{"go", "Go", Exact},
		{".NET", ".NET", Exact},
		{".net 6", ".NET", Alias},
		{"1С", "1C:Enterprise", Alias},
		{"мо", "Machine Learning", Alias},
		{`"Docker"`, "Docker", Alias},
		{"container orchestration", "container orchestration", Exact},
		{"ci/cd", "CI/CD", Exact},
		{"ci cd", "CI/CD", Alias},
		{"Excel", "Microsoft Excel", Alias},
		{"payroll", "payroll", Exact},
		{"управление проектами", "project management", Alias},
	}
	for _, row := range rows {
		got := g.Resolve(row.asked)
		if !got.Known || got.Name != row.name {
			t.Errorf("Resolve(%q) = known %v %q, want %q; nearest %v", row.asked, got.Known, got.Name, row.name, got.Nearest)
		}
		if row.how == Exact != (got.How == Exact) && row.asked != "С++" && row.asked != "С" {
			t.Errorf("Resolve(%q).How = %q, want %q", row.asked, got.How, row.how)
		}
	}
}

func TestResolveUnknown(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct{ asked, nearest string }{
		{"Kubernets", "Kubernetes"},
		{"Pyhton", "Python"},
		{"Postgress", "PostgreSQL"},
		{"тераформм", "Terraform"},
		{"kubernetes administration", "Kubernetes"},
		{"C++*", "C++"},
		{"NonexistentSkill123", ""},
		{"", ""},
		{"   ", ""},
		{".*", ""},
		{"\x00", ""},
		{"\xff\xfe", ""},
		{"(((", ""},
		{"😀", ""},
		{strings.Repeat("я", 10_000), ""},
		{strings.Repeat("a b ", 4_000), ""},
	}
	for _, row := range rows {
		got := g.Resolve(row.asked)
		if got.Known {
			t.Errorf("Resolve(%.30q) is known as %q", row.asked, got.Name)
		}
		if row.nearest != "" && !slices.Contains(got.Nearest, row.nearest) {
			t.Errorf("Resolve(%q).Nearest = %v, want %q among them", row.asked, got.Nearest, row.nearest)
		}
	}
	if got := g.Resolve("NonexistentSkill123").Nearest; len(got) > 0 {
		t.Errorf("nearest to nonsense: %v", got)
	}
}

func TestResolveAmbiguous(t *testing.T) {
	t.Parallel()
	got := load(t).Resolve("tf")
	want := Resolution{Asked: "tf", Known: true, Skill: "tensorflow", Name: "TensorFlow", How: Alias, Alternatives: []string{"Terraform"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Resolve(tf) (-want +got):\n%s", diff)
	}
}

// TestNamesResolve holds the taxonomy together: every spelling means its own skill.
func TestNamesResolve(t *testing.T) {
	t.Parallel()
	g := load(t)
	for s := range g.All() {
		for _, n := range g.Names(s.ID) {
			got := g.Resolve(n)
			if !got.Known || got.Skill != s.ID && !slices.Contains(got.Alternatives, s.Name) {
				t.Errorf("name %q of %s resolves to %q", n, s.ID, got.Skill)
			}
		}
	}
}

func FuzzResolve(f *testing.F) {
	g := load(f)
	for _, seed := range []string{"Kubernets", "C++*", "a OR b", ".*", `"quoted"`, "\x00", "NEAR(a b)", "1С", "\xd0", "ⅷ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, asked string) {
		r := g.Resolve(asked)
		if _, ok := g.Skill(r.Skill); r.Known != ok {
			t.Errorf("Resolve(%q): known %v, skill %q", asked, r.Known, r.Skill)
		}
		if r.Known && len(r.Nearest) > 0 {
			t.Errorf("Resolve(%q) is known and has suggestions", asked)
		}
	})
}

func FuzzFind(f *testing.F) {
	g := load(f)
	for _, seed := range []string{"Go, C++ и 1С", "Ku\u00adbernetes\u200b, .NET 6", "no experience with Java", "и\u0306 С++", "R&D \xff Python3", "ﬁle ⅷ ①C#"} {
		f.Add(seed, 0)
		f.Add(seed, 1)
	}
	f.Fuzz(func(t *testing.T, text string, where int) {
		last := 0
		for _, m := range g.Find(text, Where(where&1)) {
			switch {
			case m.Start < last || m.End <= m.Start || m.End > len(text):
				t.Fatalf("bad span %d..%d after %d in %q", m.Start, m.End, last, text)
			case text[m.Start:m.End] != m.Surface:
				t.Fatalf("surface %q is not text[%d:%d] of %q", m.Surface, m.Start, m.End, text)
			case utf8.ValidString(text) && !utf8.ValidString(m.Surface):
				t.Fatalf("surface %q cuts a character of %q", m.Surface, text)
			case g.skills[m.Skill] == nil:
				t.Fatalf("unknown skill %q in %q", m.Skill, text)
			}
			last = m.End
		}
	})
}

func TestNamedAgreesWithResolve(t *testing.T) {
	t.Parallel()
	g := load(t)
	for _, term := range []string{"питон", "K8s", "1С:ЗУП", "CI/CD", "холодные звонки кому-то", "", "\xff", "postgre sql 14"} {
		id, ok := g.Named(term)
		if r := g.Resolve(term); ok != r.Known || id != r.Skill {
			t.Errorf("%q is named %q (%v), resolved to %q (%v)", term, id, ok, r.Skill, r.Known)
		}
	}
}
