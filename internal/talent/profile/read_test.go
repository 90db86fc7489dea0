package profile_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent/profile"
)

const own = `
- id: wind-engineer
  domain: energy
  title: {en: Wind farm engineer, ru: Инженер ветропарка}
  aliases: [Turbine engineer]
  about: {en: Keeps turbines turning.}
  levels:
    senior: {en: Lead wind farm engineer, ru: Ведущий инженер ветропарка}
  skills:
    - {name: Python, weight: 0.4}
    - {name: SCADA, weight: 1, core: true}
    - {name: Linux, weight: 0.4}
`

func TestImportAddsARole(t *testing.T) {
	t.Parallel()
	base := load(t)
	library, err := base.Import(strings.NewReader(own))
	if err != nil {
		t.Fatal(err)
	}
	want := profile.Profile{
		ID: "wind-engineer", Domain: "energy",
		Title:   fault.Text{EN: "Wind farm engineer", RU: "Инженер ветропарка"},
		Aliases: []string{"Turbine engineer"},
		About:   fault.Text{EN: "Keeps turbines turning.", RU: "Keeps turbines turning."},
		Levels:  profile.Levels{Senior: fault.Text{EN: "Lead wind farm engineer", RU: "Ведущий инженер ветропарка"}},
		Skills:  []profile.Skill{{Name: "SCADA", Weight: 1, Core: true}, {Name: "Linux", Weight: 0.4}, {Name: "Python", Weight: 0.4}},
	}
	got, ok := library.Find("ведущий инженер ветропарков")
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("imported role (-want +got):\n%s", diff)
	}
	if _, ok := base.Find("Wind farm engineer"); ok {
		t.Error("Import changed the library it was called on")
	}
	if byID, ok := library.ByID("wind-engineer"); !ok || byID.ID != "wind-engineer" {
		t.Errorf("ByID gave %q, %v", byID.ID, ok)
	}
	if _, ok := library.ByID("Wind-Engineer"); ok {
		t.Error("ByID must compare exactly")
	}
	if got, want := len(library.Profiles()), len(base.Profiles())+1; got != want {
		t.Errorf("got %d roles, want %d", got, want)
	}
}

func TestImportReplacesByID(t *testing.T) {
	t.Parallel()
	base := load(t)
	library, err := base.Import(strings.NewReader(
		"- id: go-developer\n  title: {ru: Гофер платформы}\n  skills: [{name: Go, weight: 1, core: true}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := library.Find("Гофер платформы"); !ok || len(got.Skills) != 1 || got.Title.EN != "Гофер платформы" {
		t.Errorf("got %+v, %v, want the imported role", got, ok)
	}
	if got, want := len(library.Profiles()), len(base.Profiles()); got != want {
		t.Errorf("got %d roles, want %d", got, want)
	}
}

func TestImportedRoleWinsATie(t *testing.T) {
	t.Parallel()
	library, err := load(t).Import(strings.NewReader(
		"- id: zz-our-devops\n  title: {en: DevOps engineer}\n  skills: [{name: Linux, weight: 1, core: true}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := library.Find("Senior DevOps engineer"); got.ID != "zz-our-devops" {
		t.Errorf("got %q, want the imported role", got.ID)
	}
}

func TestImportRefusesBadFiles(t *testing.T) {
	t.Parallel()
	const head = "- id: x\n  title: {en: Tamer}\n  skills:\n"
	const good = "    - {name: Go, weight: 1, core: true}\n"
	tests := []struct{ name, yaml, want string }{
		{"empty", "", "The file of roles is empty."},
		{"only a comment", "# nothing\n", "The file of roles is empty."},
		{"not YAML", "- id: [", "line 1: did not find expected node content"},
		{"tab indent", "- id: x\n\ttitle: y", "line 2"},
		{"a mapping", "id: x\n", "line 1: must be a list"},
		{"a text", "hello", "line 1: must be a list"},
		{"an empty list", "[]", "line 1: must not be empty"},
		{"two documents", head + good + "---\n- id: y\n", "line 5: a second YAML document"},
		{"role is a text", "- hello\n", "[0]: line 1: must be a mapping with the keys id,"},
		{"no id", "- title: {en: T}\n  skills:\n" + good, "[0].id: line 1: is required"},
		{"bad id", "- id: Big Boss\n  title: {en: T}\n  skills:\n" + good, `[0].id: line 1: must be 1-64 small Latin letters, digits and hyphens, got "Big Boss"`},
		{"no title", "- id: x\n  skills:\n" + good, "[0].title: line 1: is required"},
		{"title is a text", "- id: x\n  title: T\n  skills:\n" + good, "[0].title: line 2: must be a mapping with the keys en, ru"},
		{"title in no language", "- id: x\n  title: {}\n  skills:\n" + good, "[0].title: line 2: needs en, ru or both"},
		{"title in another language", "- id: x\n  title: {de: T, en: T}\n  skills:\n" + good, "[0].title.de: line 2: unknown key"},
		{"empty title", "- id: x\n  title: {en: ''}\n  skills:\n" + good, "[0].title.en: line 2: must be a text"},
		{"long title", "- id: x\n  title: {en: " + strings.Repeat("a", 501) + "}\n  skills:\n" + good, "must be at most 500 bytes long"},
		{"unknown key", head + good + "  salary: 5\n", "[0].salary: line 5: unknown key; the keys are id, domain, title,"},
		{"key twice", head + good + "  id: y\n", "[0].id: line 5: the key is given twice"},
		{"no skills", "- id: x\n  title: {en: T}\n", "[0].skills: line 1: is required"},
		{"empty skills", "- id: x\n  title: {en: T}\n  skills: []\n", "[0].skills: line 3: must not be empty"},
		{"skills are a mapping", "- id: x\n  title: {en: T}\n  skills: {Go: 1}\n", "[0].skills: line 3: must be a list"},
		{"skill is a text", head + "    - Go\n", "[0].skills[0]: line 4: must be a mapping"},
		{"skill without name", head + "    - {weight: 1, core: true}\n", "[0].skills[0].name: line 4: is required"},
		{"skill without weight", head + "    - {name: Go, core: true}\n", "[0].skills[0].weight: line 4: is required"},
		{"weight zero", head + "    - {name: Go, weight: 0, core: true}\n", `[0].skills[0].weight: line 4: must be a number above 0 and at most 1, got "0"`},
		{"weight two", head + good + "    - {name: Rust, weight: 2}\n", `[0].skills[1].weight: line 5: must be`},
		{"weight negative", head + "    - {name: Go, weight: -1, core: true}\n", "must be a number"},
		{"weight not a number", head + "    - {name: Go, weight: .nan, core: true}\n", "must be a number"},
		{"weight a word", head + "    - {name: Go, weight: high, core: true}\n", `got "high"`},
		{"weight a list", head + "    - {name: Go, weight: [1], core: true}\n", "must be a number"},
		{"core a word", head + "    - {name: Go, weight: 1, core: sure}\n", `[0].skills[0].core: line 4: must be true or false, got "sure"`},
		{"core null", head + "    - {name: Go, weight: 1, core: ~}\n", "must be true or false"},
		{"no core", head + "    - {name: Go, weight: 1}\n", "[0].skills: line 4: at least one skill must have core: true"},
		{"skill twice", head + good + "    - {name: GO, weight: 1}\n", `[0].skills[1].name: line 5: "GO" is listed twice`},
		{"id twice", head + good + "- id: x\n  title: {en: Other}\n  skills:\n" + good, `[1].id: line 5: "x" is already the id of role [0]`},
		{"title twice", head + good + "- id: y\n  title: {en: Senior TAMER}\n  skills:\n" + good, `[1]: line 5: the title "Senior TAMER" means the same as one of role [0]`},
		{"alias of YAML", "- id: &a x\n  title: {en: *a}\n  skills:\n" + good, "[0].title.en: line 2: must be a text"},
		{"aliases are a text", head + good + "  aliases: Boss\n", "[0].aliases: line 5: must be a list"},
		{"level unknown", head + good + "  levels: {guru: {en: G}}\n", "[0].levels.guru: line 5: unknown key; the keys are junior, mid, senior"},
	}
	library := load(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := library.Import(strings.NewReader(test.yaml))
			if fault.KindOf(err) != fault.Invalid || got != nil {
				t.Fatalf("got %v, want an invalid_argument", err)
			}
			text := fault.From(err).Text
			if !strings.Contains(text.EN, test.want) {
				t.Errorf("got %q, want %q in it", text.EN, test.want)
			}
			if text.RU == "" || text.RU == text.EN {
				t.Errorf("the Russian text is %q", text.RU)
			}
		})
	}
}

func TestImportReportsAllFindingsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := load(t).Import(strings.NewReader(
		"- id: X\n  titel: {en: T}\n  skills:\n    - {name: Go, weight: 7, core: true}\n"))
	var got []string
	for _, f := range fault.From(err).Fields {
		got = append(got, f.Path)
	}
	want := []string{"[0].titel", "[0].id", "[0].skills[0].weight", "[0].title"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paths (-want +got):\n%s", diff)
	}
	_, err = load(t).Import(strings.NewReader(strings.Repeat("- nonsense\n", 500)))
	if n := len(fault.From(err).Fields); n != 20 {
		t.Errorf("got %d findings for a file of nonsense, want 20", n)
	}
}

func TestImportBoundsSizeAndReportsReadErrors(t *testing.T) {
	t.Parallel()
	library := load(t)
	if _, err := library.Import(strings.NewReader(strings.Repeat("# big\n", 1<<18))); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("got %v, want too_large", err)
	}
	broken := errors.New("disk on fire")
	if _, err := library.Import(failing{broken}); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func FuzzImport(f *testing.F) {
	library := load(f)
	f.Add(own)
	f.Add("- id: x\n  title: {en: T}\n  skills: [{name: Go, weight: 1, core: true}]\n")
	f.Add("- &a [*a]\n")
	f.Add("? {a: b}\n: - c\n")
	f.Fuzz(func(t *testing.T, content string) {
		imported, err := library.Import(strings.NewReader(content))
		if err != nil {
			if fault.KindOf(err) != fault.Invalid && fault.KindOf(err) != fault.TooLarge {
				t.Fatalf("Import(%q): %v", content, err)
			}
			return
		}
		for _, p := range imported.Profiles() {
			if p.ID == "" || p.Title.EN == "" || p.Title.RU == "" || len(p.Skills) == 0 {
				t.Fatalf("Import(%q) accepted %+v", content, p)
			}
		}
	})
}

func FuzzFind(f *testing.F) {
	library := load(f)
	for _, title := range []string{"Senior Go разработчик", "С++", "....", "a/b-c(d)", "\xff\xfe", "ﬁrmware engineer"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		p, ok := library.Find(title)
		if ok != (p.ID != "") {
			t.Fatalf("Find(%q) = %q, %v", title, p.ID, ok)
		}
		if near := library.Nearest(title, 5); len(near) > 5 {
			t.Fatalf("Nearest(%q) gave %d", title, len(near))
		}
	})
}
