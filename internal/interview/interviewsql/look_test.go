package interviewsql

import (
	"testing"

	"kadry/internal/fault"
)

// A look at a session tells whether Load would return something new.
func TestInterviews_version(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		one, other := aSession(acme, "s1"), aSession(globex, "s1")
		other.UserID = "somebody else"
		create(t, k, one)
		create(t, k, other)
		advance(t, k, &one, nil)
		for tenant, want := range map[string]int{acme: 2, globex: 1} {
			if got, err := k.Version(t.Context(), tenant, "s1"); got != want || err != nil {
				t.Errorf("version of %s = %d, %v, want %d", tenant, got, err, want)
			}
		}
		for _, c := range []struct{ tenant, id string }{{acme, "s2"}, {"nobody", "s1"}, {"", "s1"}, {acme, ""}, {acme, "s1\x00"}, {acme, "\xff"}} {
			if _, err := k.Version(t.Context(), c.tenant, c.id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("Version(%q, %q) = %v, want kind %s", c.tenant, c.id, err, fault.NotFound)
			}
		}
	})
}
