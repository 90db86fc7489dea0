package sdamgia_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// visit is a fake site and the adapter that asks it through the real client.
type visit struct {
	*sdamgia.Site
	fake    *sdamgiatest.Fake
	client  *upstream.Client
	samples string
	now     func() time.Time
	pass    func(time.Duration)
	restart func(offline bool)
}

// mathStock has 90 problems in each category, as the largest genuine list seen.
var mathStock = sdamgiatest.Stock{Course: subject.Course{Exam: subject.EGE, Subject: "math"}, Types: 2, Categories: 2, Problems: 90}

// visiting starts a fake and reaches it with the policy of the site, hurried up. The clock
// of the cache moves only by pass.
func visiting(t *testing.T, stocks ...sdamgiatest.Stock) *visit {
	t.Helper()
	if len(stocks) == 0 {
		stocks = []sdamgiatest.Stock{mathStock}
	}
	v := &visit{fake: sdamgiatest.Start(stocks...), samples: filepath.Join(t.TempDir(), "samples")}
	t.Cleanup(v.fake.Close)
	base, err := sdamgia.ParseBase(v.fake.Base())
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	at := time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)
	v.now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return at
	}
	v.pass = func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(d)
	}
	policy := sdamgia.Policy(base, sdamgia.Limits{PerSecond: 1e6})
	policy.Jitter, policy.Attempts, policy.Backoff, policy.Timeout, policy.LongestWait = 0, 2, time.Millisecond, 5*time.Second, 5*time.Second
	folder := t.TempDir()
	v.restart = func(offline bool) {
		if v.client != nil {
			_ = v.client.Close()
		}
		v.client, err = upstream.New(upstream.Config{Policies: []upstream.Policy{policy}, Folder: folder, Offline: offline, Now: v.now})
		if err != nil {
			t.Fatal(err)
		}
		v.Site = sdamgia.New(v.client, base, v.samples)
	}
	v.restart(false)
	t.Cleanup(func() { _ = v.client.Close() })
	return v
}

func (v *visit) ref(id string) problem.Ref { return problem.Ref{Course: mathStock.Course, ID: id} }

func idsOf(l problem.Listing) []string {
	var ids []string
	for _, p := range l.Problems {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestSite_problemIsReadOnceAndKept(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	want, _ := v.fake.Problem(mathStock.Course, "1004")
	cold, from, err := v.Problem(t.Context(), v.ref("1004"), bank.AnyCopy)
	if err != nil || from.FromCache || from.Stale || !from.FetchedAt.Equal(v.now()) {
		t.Fatalf("cold: %+v %v", from, err)
	}
	p := cold.Problems[0]
	if p.ID != "1004" || p.Answer != want.Answer || p.URL != "https://math-ege.sdamgia.ru/problem?id=1004" {
		t.Errorf("read %s %q %s, want the answer %q and the site's own address", p.ID, p.Answer, p.URL, want.Answer)
	}
	v.pass(29 * 24 * time.Hour)
	warm, from, err := v.Problem(t.Context(), v.ref("1004"), bank.AnyCopy)
	if err != nil || !from.FromCache || from.Stale || v.fake.Requests() != 1 {
		t.Errorf("warm: %+v %v after %d requests", from, err, v.fake.Requests())
	}
	if warm.Problems[0].Answer != p.Answer {
		t.Errorf("the copy says %q", warm.Problems[0].Answer)
	}
}

func TestSite_revalidatesWithoutSendingThePageAgain(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, fresh := range []bank.Freshness{bank.AnyCopy, bank.Revalidate} {
		if _, _, err := v.Problem(t.Context(), v.ref("1001"), fresh); err != nil {
			t.Fatal(err)
		}
	}
	if v.fake.Requests() != 2 || v.fake.NotModified() != 1 {
		t.Errorf("%d requests, %d answered with 304", v.fake.Requests(), v.fake.NotModified())
	}
	v.fake.Revise(mathStock.Course)
	changed, from, err := v.Problem(t.Context(), v.ref("1001"), bank.Revalidate)
	if err != nil || from.FromCache || !strings.Contains(changed.Problems[0].Solution.Text(), "Редакция 1.") {
		t.Errorf("after a revision: %+v %v %q", from, err, changed.Problems[0].Solution.Text())
	}
}

func TestSite_problemOfAGroupComesFirst(t *testing.T) {
	t.Parallel()
	soc := subject.Course{Exam: subject.EGE, Subject: "soc"}
	v := visiting(t, sdamgiatest.Stock{Course: soc})
	listing, _, err := v.Problem(t.Context(), problem.Ref{Course: soc, ID: "1002"}, bank.AnyCopy)
	if got := strings.Join(idsOf(listing), " "); err != nil || got != "1002 1001 1003" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestSite_everyTroubleHasItsCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		trouble sdamgiatest.Trouble
		code    sdamgia.Code // of the page
		kind    fault.Kind
		sample  string // how the name of the kept page begins
		says    string
	}{
		{sdamgiatest.Captcha, sdamgia.CodeCaptcha, fault.Upstream, "captcha-problem", "captcha"},
		{sdamgiatest.Shell, sdamgia.CodeShell, fault.Upstream, "react_shell-problem", "browser"},
		{sdamgiatest.Renamed, sdamgia.CodeChanged, fault.Upstream, "page_structure_changed-problem-", "changed its page"},
		{sdamgiatest.Blank, sdamgia.CodeEmpty, fault.Upstream, "", "nothing on it"},
		{sdamgiatest.Blocked, sdamgia.CodeBlocked, fault.Upstream, "blocked-problem", "turned the request away"},
		{sdamgiatest.Failing, "", fault.Upstream, "", "status 500"},
		{sdamgiatest.Huge, "", fault.Upstream, "", "larger than"},
		{sdamgiatest.Endless, "", fault.Upstream, "", "larger than"},
		{sdamgiatest.Stray, "", fault.Upstream, "", "problems.example.com"},
		{sdamgiatest.Inward, "", fault.Upstream, "", "169.254.169.254"},
		{sdamgiatest.Round, "", fault.Upstream, "", "times in a row"},
		{sdamgiatest.Outage, "", fault.Unavailable, "", "cannot be reached"},
		{sdamgiatest.Truncated, "", fault.Unavailable, "", "cannot be reached"},
	} {
		t.Run(string(c.trouble), func(t *testing.T) {
			t.Parallel()
			v := visiting(t)
			v.fake.Break(sdamgiatest.Break{Trouble: c.trouble})
			_, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy)
			told := fault.From(err)
			if code := pageCode(err); err == nil || code != c.code || told.Kind != c.kind {
				t.Fatalf("code %q, kind %q, want %q and %q: %v", code, told.Kind, c.code, c.kind, err)
			}
			if !strings.Contains(told.Text.EN, c.says) || told.Text.RU == "" || told.Text.EN == told.Text.RU {
				t.Errorf("says %q and %q", told.Text.EN, told.Text.RU)
			}
			kept := namesIn(t, v.samples)
			if (c.sample == "") != (kept == "") || !strings.HasPrefix(kept, c.sample) || c.sample != "" && !strings.Contains(told.Hint.RU, kept) {
				t.Errorf("kept %q, hint %q, want %q", kept, told.Hint.RU, c.sample)
			}
			// What stood in for the page is not taken for it afterwards.
			v.fake.Heal()
			v.restart(false) // with a breaker that knows nothing
			listing, from, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy)
			if err != nil || from.FromCache || listing.Problems[0].ID != "1001" {
				t.Errorf("after healing: %+v %v", from, err)
			}
		})
	}
}

func pageCode(err error) sdamgia.Code {
	if page, ok := errors.AsType[*sdamgia.PageError](err); ok {
		return page.Code
	}
	return ""
}

func namesIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestSite_saysWhatIsMissingAndKeepsOneSample(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Renamed})
	for _, id := range []string{"1001", "1002", "1003"} {
		_, _, err := v.Problem(t.Context(), v.ref(id), bank.AnyCopy)
		if told := fault.From(err); !strings.Contains(told.Text.RU, "div.prob_maindiv") || told.RetryAfter != 0 {
			t.Errorf("%s: %+v", id, told)
		}
	}
	kept := namesIn(t, v.samples)
	page, err := os.ReadFile(filepath.Join(v.samples, kept))
	if err != nil || !strings.Contains(string(page), "ProblemCard") {
		t.Errorf("kept %q: %v", kept, err)
	}
}

func TestSite_captchaSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha})
	_, _, err := v.Search(t.Context(), mathStock.Course, "глобусов", 1)
	if told := fault.From(err); told.RetryAfter != time.Hour || pageCode(err) != sdamgia.CodeCaptcha {
		t.Errorf("%+v", told)
	}
}

func TestSite_busySiteIsLeftAloneAsLongAsItAsks(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Busy, RetryAfter: 2 * time.Minute})
	_, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy)
	told := fault.From(err)
	if told.RetryAfter < time.Minute || told.RetryAfter > 2*time.Minute {
		t.Errorf("come back after %s: %v", told.RetryAfter, err)
	}
	if _, _, err := v.Problem(t.Context(), v.ref("1002"), bank.AnyCopy); err == nil || v.fake.Requests() != 1 {
		t.Errorf("%d requests although asked to wait: %v", v.fake.Requests(), err)
	}
}

func TestSite_oneFailureIsTriedAgain(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Outage, Times: 1})
	if _, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy); err != nil || v.fake.Requests() != 2 {
		t.Errorf("%v after %d requests", err, v.fake.Requests())
	}
}

func TestSite_absentProblemIsNotFound(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	_, _, err := v.Problem(t.Context(), v.ref("999999"), bank.AnyCopy)
	if told := fault.From(err); told.Kind != fault.NotFound || pageCode(err) != sdamgia.CodeNotFound || namesIn(t, v.samples) != "" {
		t.Errorf("%+v", told)
	}
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Swapped})
	if l, _, err := v.Problem(t.Context(), v.ref("1007"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another problem's page: %v %v", idsOf(l), err)
	}
}

func TestSite_staleAnswersWhileTheSiteIsDown(t *testing.T) {
	t.Parallel()
	for _, trouble := range []sdamgiatest.Trouble{sdamgiatest.Outage, sdamgiatest.Captcha, sdamgiatest.Renamed, sdamgiatest.Failing} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			v := visiting(t)
			first, before, err := v.Search(t.Context(), mathStock.Course, "глобусов", 1)
			if err != nil {
				t.Fatal(err)
			}
			v.pass(2 * time.Hour)
			v.fake.Break(sdamgiatest.Break{Trouble: trouble})
			for range 10 { // long enough for the breaker
				again, from, err := v.Search(t.Context(), mathStock.Course, "глобусов", 1)
				if err != nil || !from.Stale || !from.FetchedAt.Equal(before.FetchedAt) || len(again.Problems) != len(first.Problems) {
					t.Fatalf("%+v %v", from, err)
				}
			}
			v.fake.Heal()
			v.restart(false)
			if _, from, err := v.Search(t.Context(), mathStock.Course, "глобусов", 1); err != nil || from.Stale || !from.FetchedAt.Equal(v.now()) {
				t.Errorf("after healing: %+v %v", from, err)
			}
		})
	}
}

func TestSite_offlineAnswersFromCopiesAlone(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	if _, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy); err != nil {
		t.Fatal(err)
	}
	v.restart(true)
	v.pass(60 * 24 * time.Hour)
	if _, from, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy); err != nil || !from.Stale {
		t.Errorf("%+v %v", from, err)
	}
	if _, _, err := v.Problem(t.Context(), v.ref("1002"), bank.AnyCopy); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("without a copy: %v", err)
	}
	if v.fake.Requests() != 1 {
		t.Errorf("%d requests", v.fake.Requests())
	}
}

func TestSite_otherCharsetsAreRead(t *testing.T) {
	t.Parallel()
	for _, trouble := range []sdamgiatest.Trouble{sdamgiatest.Cyrillic, sdamgiatest.Mislabeled} {
		v := visiting(t)
		v.fake.Break(sdamgiatest.Break{Trouble: trouble})
		want, _ := v.fake.Problem(mathStock.Course, "1001")
		listing, _, err := v.Problem(t.Context(), v.ref("1001"), bank.AnyCopy)
		if err != nil {
			t.Errorf("%s: %v", trouble, err)
			continue
		}
		if got := strings.Join(strings.Fields(listing.Problems[0].Question.SearchText()), " "); !strings.HasPrefix(got, strings.SplitN(want.Question, " ,", 2)[0][:40]) {
			t.Errorf("%s: %q, want %q", trouble, got, want.Question)
		}
	}
}

// That a number holds nothing is remembered where the site says so, not where it sends the
// page of another problem.
func TestSite_remembersWhatIsAbsent(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for range 2 {
		if _, _, err := v.Problem(t.Context(), v.ref("99999"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound || pageCode(err) != sdamgia.CodeNotFound {
			t.Errorf("absent: %v", err)
		}
	}
	if n := v.fake.RequestsTo(sdamgiatest.ProblemPage); n != 1 {
		t.Errorf("%d requests for an absent problem", n)
	}
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Swapped})
	if _, from, err := v.Problem(t.Context(), v.ref("1002"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound || from.Sent != 1 {
		t.Errorf("another page: %v at the cost of %d", err, from.Sent)
	}
	v.fake.Heal()
	if l, _, err := v.Problem(t.Context(), v.ref("1002"), bank.AnyCopy); err != nil || l.Problems[0].ID != "1002" {
		t.Errorf("after the other page: %v", err)
	}
}
