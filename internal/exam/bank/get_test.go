package bank_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func TestProblem_asksTheSiteOnce(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 3)
	b, _ := examtest.NewBank(t, s)
	ref := examtest.RefOf(examtest.Math, "1000")
	first, err := b.Problem(t.Context(), ref, bank.AnyCopy)
	if err != nil || first.Answer != "12" || first.FromCache || !first.FetchedAt.Equal(examtest.Today) {
		t.Fatalf("cold: %+v, %v", first.Provenance, err)
	}
	second, err := b.Problem(t.Context(), ref, bank.AnyCopy)
	if err != nil || !second.FromCache || second.Stale {
		t.Errorf("warm: %+v, %v", second.Provenance, err)
	}
	if diff := cmp.Diff(first.Problem, second.Problem); diff != "" {
		t.Errorf("the copy differs:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"problem math 1000"}, s.Requests()); diff != "" {
		t.Error(diff)
	}
	if _, err := b.Problem(t.Context(), ref, bank.Revalidate); err != nil || len(s.Requests()) != 1 {
		t.Errorf("revalidating asks the site: %v", err)
	}
}

func TestProblem_keepsLinkedOnes(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 3)
	p := s.Problems[examtest.RefOf(examtest.Math, "1000")]
	p.Linked = []string{"1001", "1002"}
	s.Problems[p.Ref] = p
	b, _ := examtest.NewBank(t, s)
	for _, id := range []string{"1000", "1001", "1002"} {
		if got, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, id), bank.AnyCopy); err != nil || got.ID != id {
			t.Errorf("%s: %v, %v", id, got.ID, err)
		}
	}
	if asked := s.Requests(); len(asked) != 1 {
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
		"old, the site is down": {life + time.Minute, examtest.ErrDown, 1, true},
		"old, too slow":         {life + time.Minute, context.DeadlineExceeded, 1, true},
		"old, withdrawn":        {life + time.Minute, gone, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := examtest.Stocked(examtest.Math, 1)
			s.Down = c.down
			b, shelf := examtest.NewBank(t, s)
			examtest.Put(t, shelf, s, examtest.Today.Add(-c.age))
			got, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1000"), bank.AnyCopy)
			if err != nil || got.Stale != c.stale || got.Answer != "12" || len(s.Requests()) != c.requests {
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
	s := examtest.Stocked(examtest.Math, 1)
	b, shelf := examtest.NewBank(t, s)
	if _, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "9"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown number: %v", err)
	}
	s.Down = examtest.ErrDown
	if _, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "9"), bank.AnyCopy); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Problem(ctx, examtest.RefOf(examtest.Math, "1000"), bank.AnyCopy); fault.KindOf(err) != fault.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	lost := errors.New("disk lost")
	shelf.Fail(lost)
	if _, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1000"), bank.AnyCopy); !errors.Is(err, lost) {
		t.Errorf("a shelf out of reach: %v", err)
	}
	if _, err := b.Problem(t.Context(), examtest.RefOf(subject.Course{Exam: subject.OGE, Subject: "mathb"}, "1"), bank.AnyCopy); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no such course: %v", err)
	}
}

func TestProblem_alone(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 1)
	b, _ := examtest.Offline(t, s)
	if got, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1000"), bank.Revalidate); err != nil || !got.FromCache || got.Stale {
		t.Errorf("got %+v, %v", got.Provenance, err)
	}
	_, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1"), bank.AnyCopy)
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("an unknown number: %v", err)
	}
	_, err = b.File(t.Context(), examtest.Math, "x.png")
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("a file: %v", err)
	}
}

// A list may say less than the problem's own page: what is known is not lost to it.
func TestProblem_listsDoNotImpoverishIt(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 3)
	b, shelf := examtest.NewBank(t, s)
	whole, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1000"), bank.AnyCopy)
	if err != nil {
		t.Fatal(err)
	}
	s.NoAnswers = true
	s.Now = func() time.Time { return examtest.Today.Add(time.Hour) }
	if _, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	kept := examtest.All(t, shelf)[whole.Ref]
	if !kept.FetchedAt.Equal(examtest.Today.Add(time.Hour)) {
		t.Fatal("the list did not reach the bank")
	}
	if diff := cmp.Diff(whole.Problem, kept.Problem); diff != "" {
		t.Errorf("a list took something away:\n%s", diff)
	}
	// An answer without its solution takes the old solution if the two agree, and only then.
	for answer, want := range map[string]bool{whole.Answer: false, "999": true} {
		bare := whole.Problem
		bare.Answer, bare.Solution = answer, problem.Body{}
		other, shelf := examtest.NewBank(t, &examtest.Site{Now: func() time.Time { return examtest.Today.Add(time.Hour) }, Problems: map[problem.Ref]problem.Problem{bare.Ref: bare}})
		if err := shelf.Put(t.Context(), []problem.Stored{{Problem: whole.Problem, FetchedAt: examtest.Today}}); err != nil {
			t.Fatal(err)
		}
		got, err := other.Problem(t.Context(), bare.Ref, bank.Revalidate)
		if err != nil || got.Answer != answer || got.Solution.Empty() != want {
			t.Errorf("answer %q: solution %q, %v", got.Answer, got.Solution.Text(), err)
		}
	}
	// Another question is another version of the problem: its old answer may be wrong.
	changed := s.Problems[whole.Ref]
	changed.Question = examtest.Paragraphs("Лесник начал заново с другими числами.")
	s.Problems[whole.Ref] = changed
	s.Now = func() time.Time { return examtest.Today.Add(2 * time.Hour) }
	if _, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	if kept := examtest.All(t, shelf)[whole.Ref]; kept.Answer != "" || !kept.Solution.Empty() {
		t.Errorf("the answer %q of another version was kept", kept.Answer)
	}
}

func TestProblems_orderStatusAndEconomy(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 4)
	s.Broken["problem math 1002"] = examtest.ErrDown
	b, _ := examtest.NewBank(t, s)
	asked := []string{"1003", "№ 1000", "x1", "1003", "9999", "1002", "https://exam.example/problem?id=1001", "math:1000"}
	got, err := b.Problems(t.Context(), examtest.Math, asked)
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
	if requests := s.Requests(); len(requests) != 5 {
		t.Errorf("asked %v, want each of five once", requests)
	}
	if s.Most > 2 {
		t.Errorf("%d requests at the same time", s.Most)
	}
}

func TestProblems_twoAtOnceAndCancel(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 8)
	s.Hold, s.Arrived = make(chan struct{}), make(chan string)
	b, _ := examtest.NewBank(t, s)
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = fmt.Sprint(1000 + i)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := b.Problems(ctx, examtest.Math, ids)
		done <- err
	}()
	<-s.Arrived
	<-s.Arrived
	select {
	case name := <-s.Arrived:
		t.Errorf("a third request at the same time: %s", name)
	default:
	}
	go func() {
		for range s.Arrived {
		}
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the cancellation", err)
	}
	close(s.Arrived)
	if s.Most != 2 {
		t.Errorf("%d requests at the same time, want 2", s.Most)
	}
}

func TestProblems_deadlineAnswersWhatIsThere(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 2)
	b, _ := examtest.NewBank(t, s)
	if _, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1000"), bank.AnyCopy); err != nil {
		t.Fatal(err)
	}
	s.Broken["problem math 1001"] = context.DeadlineExceeded
	got, err := b.Problems(t.Context(), examtest.Math, []string{"1000", "1001"})
	if err != nil || got[0].Found == nil || got[1].Failed == nil || got[1].Failed.Kind != fault.Timeout {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	b, _ := examtest.NewBank(t, examtest.NewSite())
	got, err := b.File(t.Context(), examtest.Math, "https://exam.example/get_file?id=1")
	if err != nil || got.Type != "image/png" || len(got.Body) == 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// The site knows nothing of the problems that come with kadry: nobody asks it, and their
// copies never age.
func TestProblem_ownOnesNeedNoSite(t *testing.T) {
	t.Parallel()
	s := examtest.NewSite()
	for n := range 3 {
		p := examtest.Invent(examtest.Math, n)
		p.ID, p.URL = fmt.Sprint(9000001+n), "/exams/ege/math/own"
		s.Problems[p.Ref] = p
	}
	old := examtest.Today.Add(-300 * 24 * time.Hour)
	online, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, old)
	contents := problem.Catalogue{Course: examtest.Math, Topics: []problem.Topic{{ID: "1", Categories: []problem.Category{{ID: "9101"}}}}}
	if err := shelf.PutCatalogue(t.Context(), contents, old); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"9101", bank.KeptTest("9000001")} {
		var page []problem.Stored
		for _, id := range []string{"9000001", "9000002"} {
			page = append(page, examtest.All(t, shelf)[examtest.RefOf(examtest.Math, id)])
		}
		if err := shelf.PutPage(t.Context(), page, bank.Progress{Course: examtest.Math, Category: place, Page: 1, Done: true, At: old}); err != nil {
			t.Fatal(err)
		}
	}
	lonely := bank.New(bank.Parts{Shelf: shelf, Now: s.Now, Alone: true})
	for name, b := range map[string]*bank.Bank{"online": online, "alone": lonely} {
		one, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "9000001"), bank.Revalidate)
		if err != nil || one.Stale || !one.FromCache {
			t.Errorf("%s: %+v, %v", name, one.Provenance, err)
		}
		if _, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "9999999"), bank.AnyCopy); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: an unknown one: %v", name, err)
		}
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "9101", Limit: 20})
		if err != nil || listed.Stale || len(listed.Refs) != 2 || len(listed.Warnings) != 0 {
			t.Errorf("%s: %+v, %v", name, listed, err)
		}
		test, from, err := b.Variant(t.Context(), examtest.Math, "9000001")
		if err != nil || from.Stale || len(test.Items) != 2 || len(test.Warnings) != 0 {
			t.Errorf("%s: %+v, %+v, %v", name, test, from, err)
		}
	}
	if _, from, err := lonely.Catalogue(t.Context(), examtest.Math); err != nil || from.Stale {
		t.Errorf("catalogue: %+v, %v", from, err)
	}
	if asked := s.Requests(); len(asked) != 0 {
		t.Errorf("asked %v", asked)
	}
}

func TestBank_Ref_readsAddresses(t *testing.T) {
	t.Parallel()
	b, _ := examtest.NewBank(t, examtest.NewSite())
	got, err := b.Ref("https://exam.example/problem?id=26662", examtest.Russian)
	if want := examtest.RefOf(examtest.Math, "26662"); err != nil || got != want {
		t.Errorf("got %v, %v; want %v: the address says the course", got, err, want)
	}
	if _, err := b.Ref("https://elsewhere.example/problem?id=26662", examtest.Russian); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a foreign address: %v", err)
	}
}
