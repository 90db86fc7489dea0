package exam_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func TestProblem_asksTheSiteOnce(t *testing.T) {
	t.Parallel()
	s := stocked(math, 3)
	b, _ := newBank(t, s)
	ref := refOf(math, "1000")
	first, err := b.Problem(t.Context(), ref, bank.AnyCopy)
	if err != nil || first.Answer != "12" || first.FromCache || !first.FetchedAt.Equal(today) {
		t.Fatalf("cold: %+v, %v", first.Provenance, err)
	}
	second, err := b.Problem(t.Context(), ref, bank.AnyCopy)
	if err != nil || !second.FromCache || second.Stale {
		t.Errorf("warm: %+v, %v", second.Provenance, err)
	}
	if diff := cmp.Diff(first.Problem, second.Problem); diff != "" {
		t.Errorf("the copy differs:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"problem math 1000"}, s.requests()); diff != "" {
		t.Error(diff)
	}
	if _, err := b.Problem(t.Context(), ref, bank.Revalidate); err != nil || len(s.requests()) != 1 {
		t.Errorf("revalidating asks the site: %v", err)
	}
}

func TestProblem_keepsLinkedOnes(t *testing.T) {
	t.Parallel()
	s := stocked(math, 3)
	p := s.problems[refOf(math, "1000")]
	p.Linked = []string{"1001", "1002"}
	s.problems[p.Ref] = p
	b, _ := newBank(t, s)
	for _, id := range []string{"1000", "1001", "1002"} {
		if got, err := b.Problem(t.Context(), refOf(math, id), bank.AnyCopy); err != nil || got.ID != id {
			t.Errorf("%s: %v, %v", id, got.ID, err)
		}
	}
	if asked := s.requests(); len(asked) != 1 {
		t.Errorf("asked %v, want one page", asked)
	}
}

func TestProblem_oldCopies(t *testing.T) {
	t.Parallel()
	const life = 30 * 24 * time.Hour
	gone := fault.E(fault.NotFound, fault.Say("Gone.", "Нет."), nil)
	for name, c := range map[string]struct {
		age      time.Duration
		down     error
		requests int
		stale    bool
	}{
		"young":                 {life - time.Minute, nil, 0, false},
		"old, the site answers": {life + time.Minute, nil, 1, false},
		"old, the site is down": {life + time.Minute, errDown, 1, true},
		"old, too slow":         {life + time.Minute, context.DeadlineExceeded, 1, true},
		"old, withdrawn":        {life + time.Minute, gone, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stocked(math, 1)
			s.down = c.down
			b, shelf := newBank(t, s)
			put(t, shelf, s, today.Add(-c.age))
			got, err := b.Problem(t.Context(), refOf(math, "1000"), bank.AnyCopy)
			if err != nil || got.Stale != c.stale || got.Answer != "12" || len(s.requests()) != c.requests {
				t.Errorf("got %+v, %v", got.Provenance, err)
			}
			if want := c.requests == 0 || c.down != nil; got.FromCache != want {
				t.Errorf("from cache %t, want %t", got.FromCache, want)
			}
		})
	}
}

func TestProblem_failures(t *testing.T) {
	t.Parallel()
	s := stocked(math, 1)
	b, shelf := newBank(t, s)
	if _, err := b.Problem(t.Context(), refOf(math, "9"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown number: %v", err)
	}
	s.down = errDown
	if _, err := b.Problem(t.Context(), refOf(math, "9"), bank.AnyCopy); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Problem(ctx, refOf(math, "1000"), bank.AnyCopy); fault.KindOf(err) != fault.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	lost := errors.New("disk lost")
	shelf.Fail(lost)
	if _, err := b.Problem(t.Context(), refOf(math, "1000"), bank.AnyCopy); !errors.Is(err, lost) {
		t.Errorf("a shelf out of reach: %v", err)
	}
	if _, err := b.Problem(t.Context(), refOf(subject.Course{Exam: subject.OGE, Subject: "mathb"}, "1"), bank.AnyCopy); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no such course: %v", err)
	}
}

func TestProblem_alone(t *testing.T) {
	t.Parallel()
	s := stocked(math, 1)
	b, _ := alone(t, s)
	if got, err := b.Problem(t.Context(), refOf(math, "1000"), bank.Revalidate); err != nil || !got.FromCache || got.Stale {
		t.Errorf("got %+v, %v", got.Provenance, err)
	}
	_, err := b.Problem(t.Context(), refOf(math, "1"), bank.AnyCopy)
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("an unknown number: %v", err)
	}
	_, err = b.File(t.Context(), math, "x.png")
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("a file: %v", err)
	}
}

// A list may say less than the problem's own page: what is known is not lost to it.
func TestProblem_listsDoNotImpoverishIt(t *testing.T) {
	t.Parallel()
	s := stocked(math, 3)
	b, shelf := newBank(t, s)
	whole, err := b.Problem(t.Context(), refOf(math, "1000"), bank.AnyCopy)
	if err != nil {
		t.Fatal(err)
	}
	s.noAnswers = true
	s.now = func() time.Time { return today.Add(time.Hour) }
	if _, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесник", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	kept := shelved(t, shelf)[whole.Ref]
	if !kept.FetchedAt.Equal(today.Add(time.Hour)) {
		t.Fatal("the list did not reach the bank")
	}
	if diff := cmp.Diff(whole.Problem, kept.Problem); diff != "" {
		t.Errorf("a list took something away:\n%s", diff)
	}
	// An answer without its solution takes the old solution if the two agree, and only then.
	for answer, want := range map[string]bool{whole.Answer: false, "999": true} {
		bare := whole.Problem
		bare.Answer, bare.Solution = answer, problem.Body{}
		other, shelf := newBank(t, &fakeSite{now: func() time.Time { return today.Add(time.Hour) }, problems: map[problem.Ref]problem.Problem{bare.Ref: bare}})
		if err := shelf.Put(t.Context(), []problem.Stored{{Problem: whole.Problem, FetchedAt: today}}); err != nil {
			t.Fatal(err)
		}
		got, err := other.Problem(t.Context(), bare.Ref, bank.Revalidate)
		if err != nil || got.Answer != answer || got.Solution.Empty() != want {
			t.Errorf("answer %q: solution %q, %v", got.Answer, got.Solution.Text(), err)
		}
	}
	// Another question is another version of the problem: its old answer may be wrong.
	changed := s.problems[whole.Ref]
	changed.Question = paragraphs("Лесник начал заново с другими числами.")
	s.problems[whole.Ref] = changed
	s.now = func() time.Time { return today.Add(2 * time.Hour) }
	if _, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесник", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	if kept := shelved(t, shelf)[whole.Ref]; kept.Answer != "" || !kept.Solution.Empty() {
		t.Errorf("the answer %q of another version was kept", kept.Answer)
	}
}

func TestProblems_orderStatusAndEconomy(t *testing.T) {
	t.Parallel()
	s := stocked(math, 4)
	s.broken["problem math 1002"] = errDown
	b, _ := newBank(t, s)
	asked := []string{"1003", "№ 1000", "x1", "1003", "9999", "1002", "https://exam.example/problem?id=1001", "math:1000"}
	got, err := b.Problems(t.Context(), math, asked)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1003", "1000", "invalid_argument", "1003", "not_found", "unavailable", "1001", "1000"}
	var statuses []string
	for i, o := range got {
		switch {
		case o.Asked != asked[i]:
			t.Errorf("%d: asked %q", i, o.Asked)
		case o.Failed != nil && o.Found == nil:
			statuses = append(statuses, string(o.Failed.Kind))
		case o.Failed == nil && o.Found != nil:
			statuses = append(statuses, o.Found.ID)
		default:
			t.Errorf("%d: neither found nor failed: %+v", i, o)
		}
	}
	if diff := cmp.Diff(want, statuses); diff != "" {
		t.Error(diff)
	}
	if requests := s.requests(); len(requests) != 5 {
		t.Errorf("asked %v, want each of five once", requests)
	}
	if s.most > 2 {
		t.Errorf("%d requests at the same time", s.most)
	}
}

func TestProblems_twoAtOnceAndCancel(t *testing.T) {
	t.Parallel()
	s := stocked(math, 8)
	s.hold, s.arrived = make(chan struct{}), make(chan string)
	b, _ := newBank(t, s)
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = fmt.Sprint(1000 + i)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := b.Problems(ctx, math, ids)
		done <- err
	}()
	<-s.arrived
	<-s.arrived
	select {
	case name := <-s.arrived:
		t.Errorf("a third request at the same time: %s", name)
	default:
	}
	go func() {
		for range s.arrived {
		}
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the cancellation", err)
	}
	close(s.arrived)
	if s.most != 2 {
		t.Errorf("%d requests at the same time, want 2", s.most)
	}
}

func TestProblems_deadlineAnswersWhatIsThere(t *testing.T) {
	t.Parallel()
	s := stocked(math, 2)
	b, _ := newBank(t, s)
	if _, err := b.Problem(t.Context(), refOf(math, "1000"), bank.AnyCopy); err != nil {
		t.Fatal(err)
	}
	s.broken["problem math 1001"] = context.DeadlineExceeded
	got, err := b.Problems(t.Context(), math, []string{"1000", "1001"})
	if err != nil || got[0].Found == nil || got[1].Failed == nil || got[1].Failed.Kind != fault.Timeout {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	b, _ := newBank(t, newSite())
	got, err := b.File(t.Context(), math, "https://exam.example/get_file?id=1")
	if err != nil || got.Type != "image/png" || len(got.Body) == 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The site knows nothing of the problems that come with kadry: nobody asks it, and their
// copies never age.
func TestProblem_ownOnesNeedNoSite(t *testing.T) {
	t.Parallel()
	s := newSite()
	for n := range 3 {
		p := invent(math, n)
		p.ID, p.URL = fmt.Sprint(9000001+n), "/exams/ege/math/own"
		s.problems[p.Ref] = p
	}
	old := today.Add(-300 * 24 * time.Hour)
	online, shelf := newBank(t, s)
	put(t, shelf, s, old)
	contents := problem.Catalogue{Course: math, Topics: []problem.Topic{{ID: "1", Categories: []problem.Category{{ID: "9101"}}}}}
	if err := shelf.PutCatalogue(t.Context(), contents, old); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"9101", bank.KeptTest("9000001")} {
		var page []problem.Stored
		for _, id := range []string{"9000001", "9000002"} {
			page = append(page, shelved(t, shelf)[refOf(math, id)])
		}
		if err := shelf.PutPage(t.Context(), page, bank.Progress{Course: math, Category: place, Page: 1, Done: true, At: old}); err != nil {
			t.Fatal(err)
		}
	}
	lonely := bank.New(bank.Parts{Shelf: shelf, Now: s.now, Alone: true})
	for name, b := range map[string]*bank.Bank{"online": online, "alone": lonely} {
		one, err := b.Problem(t.Context(), refOf(math, "9000001"), bank.Revalidate)
		if err != nil || one.Stale || !one.FromCache {
			t.Errorf("%s: %+v, %v", name, one.Provenance, err)
		}
		if _, err := b.Problem(t.Context(), refOf(math, "9999999"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: an unknown one: %v", name, err)
		}
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "9101", Limit: 20})
		if err != nil || listed.Stale || len(listed.Refs) != 2 || len(listed.Warnings) != 0 {
			t.Errorf("%s: %+v, %v", name, listed, err)
		}
		test, from, err := b.Variant(t.Context(), math, "9000001")
		if err != nil || from.Stale || len(test.Items) != 2 || len(test.Warnings) != 0 {
			t.Errorf("%s: %+v, %+v, %v", name, test, from, err)
		}
	}
	if _, from, err := lonely.Catalogue(t.Context(), math); err != nil || from.Stale {
		t.Errorf("catalogue: %+v, %v", from, err)
	}
	if asked := s.requests(); len(asked) != 0 {
		t.Errorf("asked %v", asked)
	}
}

func TestBank_Ref_readsAddresses(t *testing.T) {
	t.Parallel()
	b, _ := newBank(t, newSite())
	got, err := b.Ref("https://exam.example/problem?id=26662", russian)
	if want := refOf(math, "26662"); err != nil || got != want {
		t.Errorf("got %v, %v; want %v: the address says the course", got, err, want)
	}
	if _, err := b.Ref("https://elsewhere.example/problem?id=26662", russian); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a foreign address: %v", err)
	}
}
