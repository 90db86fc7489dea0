package question_test

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/skill"
)

var (
	shipped = sync.OnceValues(bank.Load)
	graph   = sync.OnceValues(skill.Load)
)

// Every question that came with the program can be written down as one of one's own and is
// the same afterwards.
func TestOf_isUndoneByBank(t *testing.T) {
	t.Parallel()
	b, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph()
	if err != nil {
		t.Fatal(err)
	}
	for q := range b.All() {
		c := question.Of(q)
		back := c.Bank()
		if back.Digest() != q.Digest() && !hasTerms(q) {
			t.Errorf("%s changed on its way", q.ID)
		}
		c.ID = question.Prefix + c.ID
		done, err := c.Completed(g)
		if err != nil {
			t.Errorf("%s: %v", q.ID, fault.From(err).Fields)
			continue
		}
		again, err := done.Completed(g)
		if err != nil || !reflect.DeepEqual(done, again) {
			t.Errorf("%s: completing it twice is another question: %v", q.ID, err)
		}
	}
}

// hasTerms tells a question whose contrasts hold what only the program's own have.
func hasTerms(q bank.Question) bool {
	for _, p := range q.Points {
		if p.Contrast != nil {
			return true
		}
	}
	return false
}

func TestFormOf(t *testing.T) {
	t.Parallel()
	g, err := graph()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]question.Form{
		"welding": question.Manual, "Kubernetes": question.Tool, "accounting": question.Method, "teamwork": question.Behaviour, "Excel": question.Tool,
	} {
		found := g.Resolve(name)
		if !found.Known {
			t.Errorf("%s is unknown", name)
			continue
		}
		if got := question.FormOf(g, found.Skill); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// Templates are complete in both languages and name the skill.
func TestTemplate(t *testing.T) {
	t.Parallel()
	g, err := graph()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []question.Form{question.Tool, question.Method, question.Manual, question.Tongue, question.Behaviour} {
		for n := range 3 {
			c := question.Template(question.Wish{Skill: "welding", Name: question.NameOf(g, "welding"), Form: form, Level: bank.Middle}, n)
			done, err := c.Completed(g)
			if err != nil {
				t.Errorf("%s %d: %v", form, n, fault.From(err).Fields)
				continue
			}
			for _, l := range bank.Languages() {
				if text := done.Text.In(l); !strings.Contains(text, question.NameOf(g, "welding").In(string(l))) || strings.Contains(text, "%") {
					t.Errorf("%s %d: %q", form, n, text)
				}
			}
			if done.Status != question.Draft {
				t.Errorf("%s %d is %s", form, n, done.Status)
			}
		}
	}
}

func TestNameOf(t *testing.T) {
	t.Parallel()
	g, err := graph()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"welding": "сварка", "accounting": "бухучет", "kubernetes": "Kubernetes"} {
		if got := question.NameOf(g, g.Resolve(id).Skill); got.RU != want || got.EN == "" {
			t.Errorf("%s is %q, want %q", id, got.RU, want)
		}
	}
}
