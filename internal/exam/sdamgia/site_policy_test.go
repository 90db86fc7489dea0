package sdamgia_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestPolicy_isSlowUnlessToldOtherwise(t *testing.T) {
	t.Parallel()
	p := sdamgia.Policy(sdamgia.Base{}, sdamgia.Limits{})
	if p.PerSecond != 1 || p.AtOnce != 2 || !p.Robots || p.Private || p.Daily == 0 || !strings.HasPrefix(p.UserAgent, "kadry") || p.MaxBytes != sdamgia.MaxPage {
		t.Errorf("%+v", p)
	}
	for kind, life := range map[upstream.Kind]time.Duration{
		"problem": 30 * 24 * time.Hour, "search": time.Hour, "list": 24 * time.Hour, "catalogue": 24 * time.Hour,
		"test": 24 * time.Hour, "formula": upstream.Forever, "file": upstream.Forever,
	} {
		if p.Lifetimes[kind] != life {
			t.Errorf("%s keeps for %s", kind, p.Lifetimes[kind])
		}
	}
	p = sdamgia.Policy(sdamgia.Base{}, sdamgia.Limits{PerSecond: 0.2, AtOnce: 1, Daily: 10, UserAgent: "school 7 (it@school7.example)"})
	if p.PerSecond != 0.2 || p.AtOnce != 1 || p.Daily != 10 || p.UserAgent != "school 7 (it@school7.example)" {
		t.Errorf("%+v", p)
	}
}

// Only a mirror on this machine is asked faster; a limit that was set counts there too.
func TestPolicy_hurriesOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	for template, want := range map[string]float64{
		"": 1, "http://127.0.0.1:8081/{host}": 10, "http://[::1]:8081/{host}": 10, "http://localhost:8081/{host}": 10,
		"http://10.0.0.7/{host}": 1, "https://mirror.example.org/{host}": 1, "https://{subject}-{exam}.example.org": 1,
		"http://127.0.0.1.example.org/{host}": 1,
	} {
		base, err := sdamgia.ParseBase(template)
		if err != nil {
			t.Fatalf("%q: %v", template, err)
		}
		if got := sdamgia.Policy(base, sdamgia.Limits{}).PerSecond; got != want {
			t.Errorf("%q: %v requests a second, want %v", template, got, want)
		}
		if got := sdamgia.Policy(base, sdamgia.Limits{PerSecond: 0.5}).PerSecond; got != 0.5 {
			t.Errorf("%q: %v requests a second, want the 0.5 that were set", template, got)
		}
	}
}

// awaitQueue waits until so many requests have reached the client's queue.
func (v *visit) awaitQueue(n int) {
	for {
		if s := v.client.Stats()[0]; s.InFlight+s.Waiting >= n {
			return
		}
		runtime.Gosched()
	}
}

func TestSite_robotsAreHonoured(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.SetRobots("User-agent: *\nDisallow: /*/problem\n")
	_, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy)
	if fault.KindOf(err) != fault.Denied || v.fake.Requests() != 0 {
		t.Errorf("%v after %d requests", err, v.fake.Requests())
	}
	for _, agent := range v.fake.Agents() {
		if !strings.HasPrefix(agent, "kadry") {
			t.Errorf("called itself %q", agent)
		}
	}
}

func TestSite_neverMoreThanTwoAtOnceAndEqualOnesShare(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	if _, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy); err != nil { // robots.txt is read
		t.Fatal(err)
	}
	v.fake.Forget()
	v.fake.Hold()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if _, _, err := v.Problem(t.Context(), v.ref([]string{"1002", "1003", "1004", "1005"}[i%4]), bank.AnyCopy); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	v.awaitQueue(4) // four different ones; the other eight share theirs
	if n := v.client.Stats()[0].InFlight; n != 2 {
		t.Errorf("%d let through at once", n)
	}
	v.fake.AwaitInFlight(2)
	v.fake.Release()
	wg.Wait()
	if v.fake.MostAtOnce() != 2 || v.fake.Requests() != 4 {
		t.Errorf("%d at once, %d requests for 4 problems asked 3 times", v.fake.MostAtOnce(), v.fake.Requests())
	}
}

func TestSite_oneWhoLeavesIsLetGo(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.Hold()
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, _, err := v.Problem(ctx, v.ref("1001"), bank.AnyCopy)
		done <- err
	}()
	v.fake.AwaitInFlight(1)
	leave()
	if err := <-done; fault.KindOf(err) != fault.Canceled {
		t.Errorf("%v", err)
	}
}

func TestSite_refusesWhatIsNoCourseOrNumber(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, ref := range []problem.Ref{
		{Course: subject.Course{Exam: "ege", Subject: "evil.example/"}, ID: "1"},
		{Course: subject.Course{Exam: "sat", Subject: "math"}, ID: "1"},
		{Course: subject.Course{Exam: "vpr", Subject: "math"}, ID: "1"},
		{Course: subject.Course{Exam: "ege", Subject: "math", Grade: 8}, ID: "1"},
		{Course: mathStock.Course, ID: "1&a=generate"},
		{Course: mathStock.Course, ID: ""},
		{Course: mathStock.Course, ID: strings.Repeat("1", 21)},
	} {
		if _, _, err := v.Problem(t.Context(), ref, bank.AnyCopy); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", ref, err)
		}
		if _, _, err := v.Variant(t.Context(), ref.Course, ref.ID); fault.KindOf(err) != fault.Invalid {
			t.Errorf("test %v: %v", ref, err)
		}
		if _, _, err := v.Category(t.Context(), ref.Course, ref.ID, 0); fault.KindOf(err) != fault.Invalid {
			t.Errorf("category %v: %v", ref, err)
		}
	}
	if v.fake.Requests() != 0 {
		t.Errorf("%d requests", v.fake.Requests())
	}
}
