package cursor_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/cursor"
	"kadry/internal/fault"
)

func TestCursor_isBoundToItsQuestion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(rapid.String(), 2, 2).Draw(t, "a"), rapid.SliceOfN(rapid.String(), 2, 2).Draw(t, "b")
		place := rapid.StringMatching(`[a-z0-9 -]{1,60}`).Draw(t, "place")
		given := cursor.Ask(a...).After(place)
		if got, err := cursor.Ask(a...).Place(given); err != nil || got != place {
			t.Fatalf("got %q, %v", got, err)
		}
		if a[0] == b[0] && a[1] == b[1] {
			return
		}
		if _, err := cursor.Ask(b...).Place(given); fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%q fits %q", a, b)
		}
	})
}

func TestCursor_refusesWhatItDidNotMake(t *testing.T) {
	t.Parallel()
	q := cursor.Ask("list")
	if place, err := q.Place(""); place != "" || err != nil {
		t.Errorf("the first page: %q, %v", place, err)
	}
	whole := q.After("place")
	for _, given := range []string{"zzz", "%", whole[:len(whole)-2], whole + "A", strings.Repeat("A", 5000), q.After("")} {
		if _, err := q.Place(given); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%.20q: %v", given, err)
		}
	}
}
