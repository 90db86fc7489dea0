package outbox

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Those who find no place come back one after another, soon, and never all at once.
func TestPlaces_turnsAreSpread(t *testing.T) {
	t.Parallel()
	p := newPlaces(1)
	if _, entered := p.enter("a", noon); !entered {
		t.Fatal("the first finds no place")
	}
	last := time.Duration(0)
	for n := range 2000 {
		again, entered := p.enter("a", noon)
		if entered || again < shortestTurn || again > longestTurn || again < last {
			t.Fatalf("number %d: %s, %t", n, again, entered)
		}
		if n > 0 && n < 400 && again-last != betweenTurns {
			t.Errorf("number %d comes %s behind the one before", n, again-last)
		}
		last = again
	}
	if _, entered := p.enter("b", noon); !entered {
		t.Error("another tenant waits too")
	}
	p.leave("a", true, 0)
	if again, entered := p.enter("a", noon); !entered {
		t.Errorf("a place is free, and the next waits %s", again)
	}
}

// A tenant whose receiver hangs has one place until an answer comes in good time.
func TestPlaces_aHangingReceiverHasOne(t *testing.T) {
	t.Parallel()
	p := newPlaces(3)
	want := func(when string, most int) {
		t.Helper()
		taken := 0
		for entered := true; entered; taken++ {
			_, entered = p.enter("a", noon)
		}
		if taken-1 != most {
			t.Errorf("%s: %d places were free, want %d", when, taken-1, most)
		}
	}
	want("at first", 3)
	p.leave("a", true, hanging)
	p.leave("a", true, hanging)
	want("two hung and one is under way", 0)
	p.leave("a", false, 0)
	want("nothing was sent, so nothing is known", 1)
	p.leave("a", true, time.Second)
	want("an answer came", 3)
}

// However tenants come and go: none has more than its places, and nothing is kept of those
// that are idle and answer.
func TestPlaces_hold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := newPlaces(rapid.IntRange(1, 4).Draw(t, "most"))
		taken := map[string]int{}
		now := noon
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "ms")) * time.Millisecond)
			tenant := fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "tenant"))
			if taken[tenant] > 0 && rapid.Bool().Draw(t, "leave") {
				p.leave(tenant, rapid.Bool().Draw(t, "sent"), time.Duration(rapid.IntRange(0, 9).Draw(t, "took"))*time.Second)
				taken[tenant]--
				continue
			}
			again, entered := p.enter(tenant, now)
			if entered {
				taken[tenant]++
			}
			if taken[tenant] > p.most || !entered && (taken[tenant] == 0 || again <= 0 || again > longestTurn) {
				t.Fatalf("%d places of %d, %s", taken[tenant], p.most, again)
			}
		}
		for tenant, n := range taken {
			for range n {
				p.leave(tenant, true, 0)
			}
			if _, entered := p.enter(tenant, now); !entered {
				t.Fatal("all places are free, and none is to be had")
			}
			p.leave(tenant, true, 0)
		}
		if len(p.tenants) != 0 {
			t.Fatalf("%d tenants are kept", len(p.tenants))
		}
	})
}
