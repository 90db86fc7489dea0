package talent

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// A record that makes its columns panic, or that would cost more than its budget, is left
// out; the others are there, and each failure is told once and by the id alone.
func TestTake_setsPoisonAside(t *testing.T) {
	t.Parallel()
	told := map[string]int{}
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := New(Parts{Skills: skills, SetAside: func(id string, cause error) {
		told[id]++
		if strings.Contains(cause.Error(), "secret") {
			t.Errorf("the cause quotes the record: %v", cause)
		}
	}})
	worked := 0
	b.prepare = func(c Candidate) prepared {
		worked += len(c.Text) // one worker at a time asks: see the single change below
		if c.Record.Title == "panics" {
			panic("secret of " + c.Text)
		}
		return prepare(c, b.Skills)
	}
	long := strings.Repeat("secret ", 100_000)
	var spans []resume.Span
	for range 100 {
		spans = append(spans, resume.Span{Start: 0, End: len(long)})
	}
	acme, poison := b.of("acme"), 0
	for i := range 1000 {
		c := &Candidate{Text: "Python developer"}
		switch i % 100 {
		case 7:
			c.Record.Title = "panics"
			poison++
		case 13:
			c.Text, c.Record.Contacts.Spans = long, spans
			poison++
		}
		b.take(t.Context(), acme, []Change{{Seq: int64(i + 1), ID: fmt.Sprintf("c%d", i), Candidate: c}})
	}
	if b.Aside() != poison || poison != 20 || len(told) != poison {
		t.Errorf("%d set aside, %d told, want %d", b.Aside(), len(told), poison)
	}
	if got := acme.pool.text.Len(); got != 1000-poison {
		t.Errorf("%d can be found, want %d", got, 1000-poison)
	}
	if worked >= len(long) {
		t.Errorf("%d bytes were prepared: costly records are to be refused before any work", worked)
	}
	// One that is stored anew in order, and one that is deleted, are poison no more.
	b.take(t.Context(), acme, []Change{
		{Seq: 2001, ID: "c7", Candidate: &Candidate{Text: "Go developer"}},
		{Seq: 2002, ID: "c13", Removed: true},
	})
	if b.Aside() != poison-2 || acme.pool.text.Len() != 1000-poison+1 {
		t.Errorf("%d set aside, %d found", b.Aside(), acme.pool.text.Len())
	}
	for id, times := range told {
		if times != 1 {
			t.Errorf("%s was told %d times", id, times)
		}
	}
}
