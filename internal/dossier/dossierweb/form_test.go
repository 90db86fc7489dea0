package dossierweb

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
)

func TestForm_readsPeople(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]candidate{
		"ada-example":                              {{GitHub: "ada-example"}},
		"@ada-example\nhttps://github.com/bora/":   {{GitHub: "ada-example"}, {GitHub: "bora"}},
		"ada-example cv_1, cv_2;bora":              {{GitHub: "ada-example", CV: "cv_1"}, {CV: "cv_2"}, {GitHub: "bora"}},
		"linkedin.com/in/ada_example/ cv_1":        {{URL: "linkedin.com/in/ada_example/", CV: "cv_1"}},
		"\r\n \r\nada-example\r\n":                 {{GitHub: "ada-example"}},
		"https://github.com/ada-example?tab=a_b_c": {{GitHub: "ada-example"}},
	} {
		o, err := newForm(url.Values{fieldRole: {"Go"}, fieldPeople: {typed}}).order()
		if err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		if diff := cmp.Diff(want, o.People); diff != "" {
			t.Errorf("%q (-want +got):\n%s", typed, diff)
		}
	}
}

func TestForm_readsAmounts(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int{"250000": 250_000, "250 000": 250_000, "250\u00a0000": 250_000, "": 0, "0": 0, "-5": 0, "1e6": 0, "250,5": 0, "99999999999": 0} {
		if got, ok := amount(typed); ok != (want > 0) || ok && got != want {
			t.Errorf("%q: %d, %v", typed, got, ok)
		}
	}
}

// FuzzForm: whatever is typed, people have an id or a CV, and refusals name a field.
func FuzzForm(f *testing.F) {
	f.Add("Go", "ada-example cv_1\n@bora", "golang, postgres", "250 000", "300000", "A CV")
	f.Add("", "Иван Петров", ";;,\n", "x", "", " ")
	f.Fuzz(func(t *testing.T, role, people, skills, from, to, cv string) {
		form := newForm(url.Values{
			fieldRole: {role}, fieldPeople: {people}, fieldMandatory: {skills}, fieldFrom: {from}, fieldTo: {to}, fieldResume: {cv},
		})
		o, err := form.order()
		if err != nil {
			refused := fault.From(err)
			if refused.Kind != fault.Invalid || len(refused.Fields) == 0 {
				t.Fatalf("refused without a field: %v", err)
			}
			return
		}
		for _, c := range o.People {
			if c.GitHub+c.CV+c.URL+c.Resume == "" {
				t.Fatal("a person without an id")
			}
		}
		for _, s := range o.Mandatory {
			if s != strings.TrimSpace(s) || s == "" {
				t.Fatalf("a skill %q", s)
			}
		}
		if n := len(o.Salary); n == 2 && (o.Salary[0] < 1 || o.Salary[0] > o.Salary[1]) || n == 1 {
			t.Fatalf("an offer %v", o.Salary)
		}
	})
}
