package turn

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// must begins a call and fails the test if it has to wait.
func (t *Turns) must(tb testing.TB, tenant string) (done func()) {
	tb.Helper()
	ctx, cancel := context.WithCancel(tb.Context())
	cancel() // whoever has to wait leaves at once
	done, err := t.take(ctx, tenant)
	if err != nil {
		tb.Fatalf("%s has to wait: %v", tenant, err)
	}
	return done
}

func (t *Turns) waits(tenant string) bool {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	done, err := t.take(ctx, tenant)
	if err == nil {
		done()
	}
	return err != nil
}

func TestTurns_aTenantAloneIsNotHeldUp(t *testing.T) {
	t.Parallel()
	turns := New(time.Now)
	turns.processors = 2
	for range 20 {
		defer turns.must(t, "acme")()
	}
}

func TestTurns_leaveRoomForTheOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := New(time.Now)
		turns.processors = 4
		turns.must(t, "good")()
		var done []func()
		for range 3 {
			done = append(done, turns.must(t, "hostile"))
		}
		if !turns.waits("hostile") {
			t.Error("one tenant takes every processor")
		}
		first := turns.must(t, "good")
		if !turns.waits("good") {
			t.Error("a second call of the other begins beside three")
		}
		begun := make(chan func())
		for _, tenant := range []string{"hostile", "good"} {
			go func() {
				end, err := turns.take(t.Context(), tenant)
				if err != nil {
					t.Error(err)
					end = func() {}
				}
				begun <- end
			}()
			synctest.Wait()
		}
		done[0]()
		done[1]()
		(<-begun)() // the one that came first, then the other
		(<-begun)()
		done[2]()
		first()
		if len(turns.working) > 0 || turns.total != 0 || len(turns.waiting) > 0 {
			t.Errorf("left: %+v", turns)
		}
		time.Sleep(alone + time.Second)
		for range 9 {
			defer turns.must(t, "hostile")() // the other has not called for long
		}
	})
}

func TestTurns_whoeverLeavesTakesNothing(t *testing.T) {
	t.Parallel()
	turns := New(time.Now)
	turns.processors = 1
	turns.must(t, "good")()
	end := turns.must(t, "hostile")
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := turns.take(ctx, "hostile")
		left <- err
	}()
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	end()
	turns.must(t, "hostile")()
	if turns.total != 0 || len(turns.waiting) != 0 {
		t.Errorf("left: %+v", turns)
	}
}
