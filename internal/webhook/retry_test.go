package webhook_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/webhook"
)

func TestOutcome_ofEveryAnswer(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]webhook.Outcome{
		0: webhook.Failed, 100: webhook.Failed, 199: webhook.Failed,
		200: webhook.Delivered, 202: webhook.Delivered, 204: webhook.Delivered, 299: webhook.Delivered,
		300: webhook.Redirected, 301: webhook.Redirected, 302: webhook.Redirected, 304: webhook.Redirected, 307: webhook.Redirected, 308: webhook.Redirected,
		400: webhook.Failed, 401: webhook.Failed, 404: webhook.Failed, 409: webhook.Failed, 418: webhook.Failed,
		410: webhook.Gone, 429: webhook.Throttled, 500: webhook.Failed, 501: webhook.Failed,
		502: webhook.Throttled, 503: webhook.Throttled, 504: webhook.Throttled, 505: webhook.Failed, 999: webhook.Failed, -1: webhook.Failed,
	} {
		if got := (webhook.Attempt{Status: status}).Outcome(); got != want {
			t.Errorf("%d: %s, want %s", status, got, want)
		}
	}
}

func TestWait_theSchedule(t *testing.T) {
	t.Parallel()
	want := []time.Duration{
		0, 2 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute,
		10 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	}
	for n := 1; n < len(want); n++ {
		for chance, share := range map[float64]float64{0: 0.8, 0.5: 1, 1: 1.2, -7: 0.8, 7: 1.2, math.Inf(1): 1.2, math.NaN(): 1} {
			wait, again := webhook.Attempt{Status: 500}.Wait(n, chance)
			if !again || (wait-time.Duration(float64(want[n])*share)).Abs() > time.Microsecond {
				t.Errorf("after %d, chance %g: %s, %t", n, chance, wait, again)
			}
		}
	}
	for n := 10; n < 13; n++ {
		if wait, again := (webhook.Attempt{}).Wait(n, 0.5); again || wait != 0 {
			t.Errorf("after %d: %s, %t", n, wait, again)
		}
	}
	for _, status := range []int{200, 410} {
		if _, again := (webhook.Attempt{Status: status}).Wait(1, 0.5); again {
			t.Errorf("%d is tried again", status)
		}
	}
	for _, n := range []int{0, -1, math.MinInt} {
		if wait, again := (webhook.Attempt{}).Wait(n, 0.5); !again || wait != 2*time.Second {
			t.Errorf("after %d: %s, %t", n, wait, again)
		}
	}
	if webhook.Schedule()[0] = time.Hour; webhook.Schedule()[0] != 0 {
		t.Error("the schedule can be changed from outside")
	}
}

func TestWait_retryAfterLengthensOnly(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		n, status   int
		asked, want time.Duration
	}{
		{1, 429, 5 * time.Second, 5 * time.Second},
		{1, 503, time.Minute, time.Minute},
		{1, 429, 0, 2 * time.Second},
		{1, 429, time.Second, 2 * time.Second},
		{1, 429, -time.Hour, 2 * time.Second},
		{1, 429, 1000 * time.Hour, time.Hour},
		{1, 429, math.MaxInt64, time.Hour},
		{7, 429, 1000 * time.Hour, 2 * time.Hour},
		{1, 500, time.Minute, 2 * time.Second},
		{1, 302, time.Minute, 2 * time.Second},
	} {
		if wait, again := (webhook.Attempt{Status: row.status, RetryAfter: row.asked}).Wait(row.n, 0.5); !again || wait != row.want {
			t.Errorf("%+v: %s, %t", row, wait, again)
		}
	}
}

func TestWait_isBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := webhook.Attempt{Status: rapid.IntRange(0, 700).Draw(t, "status"), RetryAfter: time.Duration(rapid.Int64().Draw(t, "asked"))}
		n := rapid.IntRange(-3, 20).Draw(t, "n")
		wait, again := a.Wait(n, rapid.Float64().Draw(t, "chance"))
		if again != (n < 10 && a.Outcome() != webhook.Delivered && a.Outcome() != webhook.Gone) {
			t.Fatalf("again %t", again)
		}
		if again && (wait < 1600*time.Millisecond || wait > 14*time.Hour+24*time.Minute) || !again && wait != 0 {
			t.Fatalf("waits %s", wait)
		}
	})
}
