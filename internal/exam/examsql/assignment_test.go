package examsql

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/assignment"
	"kadry/internal/fault"
	"kadry/internal/store/storetest"
)

func eachDesk(t *testing.T, fn func(t *testing.T, s *Assignments)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, NewAssignments(b.Open(t), unrecorded)) }, Schema())
}

func unrecorded(context.Context, *sql.Tx, string, string, string, map[string]string) error {
	return nil
}

func outTo(tenant, id string) assignment.Assignment {
	return assignment.Assignment{
		ID: id, Tenant: tenant, Digest: "digest of " + tenant + id, CreatedAt: noon, ExpiresAt: noon.AddDate(0, 0, 7),
		Terms: assignment.Terms{Title: "Пробный", Shows: assignment.ShowsScore, Course: algebra, Problems: []string{"1", "2"}},
	}
}

func paperOf(a assignment.Assignment, id string) assignment.Paper {
	return assignment.Paper{
		ID: id, Tenant: a.Tenant, Assignment: a.ID, Digest: "own " + id, Version: 1, Name: "Аня", Answers: map[string]string{"1": "6"}, BegunAt: noon, Marks: []assignment.Mark{},
	}
}

func assign(t *testing.T, s *Assignments, list ...assignment.Assignment) {
	t.Helper()
	if err := s.Put(t.Context(), list); err != nil {
		t.Fatal(err)
	}
}

func TestAssignments_areKeptAndApart(t *testing.T) {
	eachDesk(t, func(t *testing.T, s *Assignments) {
		ours, theirs := outTo("acme", "a"), outTo("other", "a")
		assign(t, s, ours, theirs)
		got, err := s.Assignment(t.Context(), "acme", "a")
		if diff := cmp.Diff(ours, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if got, err := s.ByDigest(t.Context(), theirs.Digest); err != nil || got.Tenant != "other" {
			t.Errorf("by digest: %+v, %v", got, err)
		}
		for _, p := range []assignment.Paper{paperOf(ours, "p1"), paperOf(ours, "p2"), paperOf(theirs, "p1")} {
			if err := s.PutPaper(t.Context(), p, 10); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.Assignments(t.Context(), "acme", "", 10)
		if err != nil || len(list) != 1 || list[0].Papers != 2 || list[0].Sent != 0 {
			t.Errorf("listed %+v, %v", list, err)
		}
		if err := s.DeletePaper(t.Context(), "other", "a", "p2"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a foreign paper: %v", err)
		}
		if err := s.Delete(t.Context(), "acme", "a"); err != nil {
			t.Fatal(err)
		}
		if papers, err := s.Papers(t.Context(), "acme", "a"); err != nil || len(papers) != 0 {
			t.Errorf("left %v, %v", papers, err)
		}
		if papers, err := s.Papers(t.Context(), "other", "a"); err != nil || len(papers) != 1 {
			t.Errorf("of the other tenant %v, %v", papers, err)
		}
		for _, err := range []error{s.Delete(t.Context(), "acme", "a"), s.Withdraw(t.Context(), "acme", "a", noon), s.PutPaper(t.Context(), paperOf(ours, "p3"), 10)} {
			if fault.KindOf(err) != fault.NotFound {
				t.Errorf("after the deletion: %v", err)
			}
		}
	})
}

func TestAssignments_ofACandidate(t *testing.T) {
	eachDesk(t, func(t *testing.T, s *Assignments) {
		class, alma, others := outTo("acme", "a"), outTo("acme", "b"), outTo("other", "b")
		alma.Candidate, others.Candidate = "cv_alma", "cv_alma"
		assign(t, s, class, alma, others)
		for _, a := range []assignment.Assignment{class, alma, others} {
			if err := s.PutPaper(t.Context(), paperOf(a, "p"), 10); err != nil {
				t.Fatal(err)
			}
		}
		for candidate, want := range map[string]int{"": 2, "cv_alma": 1, "cv_other": 0, "bad\x00": 0} {
			if list, err := s.Assignments(t.Context(), "acme", candidate, 10); err != nil || len(list) != want {
				t.Errorf("of %q: %+v, %v", candidate, list, err)
			}
		}
		if got, err := s.Assignment(t.Context(), "acme", "b"); err != nil || got.Candidate != "cv_alma" {
			t.Errorf("got %+v, %v", got, err)
		}
		for _, candidate := range []string{"", "cv_other", "cv_alma", "cv_alma"} {
			if err := s.Forget(t.Context(), "acme", candidate); err != nil {
				t.Errorf("forget %q: %v", candidate, err)
			}
		}
		for _, left := range []struct {
			tenant, id string
			papers     int
		}{{"acme", "a", 1}, {"acme", "b", 0}, {"other", "b", 1}} {
			if papers, err := s.Papers(t.Context(), left.tenant, left.id); err != nil || len(papers) != left.papers {
				t.Errorf("%+v has papers %v, %v", left, papers, err)
			}
		}
	})
}

func TestPapers_changeByVersion(t *testing.T) {
	eachDesk(t, func(t *testing.T, s *Assignments) {
		a := outTo("acme", "a")
		assign(t, s, a)
		p := paperOf(a, "p1")
		if err := s.PutPaper(t.Context(), p, 10); err != nil {
			t.Fatal(err)
		}
		if err := s.PutPaper(t.Context(), p, 10); !errors.Is(err, assignment.ErrMoved) {
			t.Errorf("the same paper again: %v", err)
		}
		p.Version, p.Answers, p.SentAt = 2, map[string]string{"1": "7", "2": "'"}, noon.Add(time.Hour)
		p.Marks = []assignment.Mark{{Problem: "1", Outcome: answer.Wrong, Given: "7"}, {Problem: "2", Given: "'"}}
		if err := s.PutPaper(t.Context(), p, 10); err != nil {
			t.Fatal(err)
		}
		if err := s.PutPaper(t.Context(), p, 10); !errors.Is(err, assignment.ErrMoved) {
			t.Errorf("an old version: %v", err)
		}
		got, err := s.Paper(t.Context(), "acme", "a", "own p1")
		if diff := cmp.Diff(p, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

// Two hundred pupils begin at once on one link, and one more than there are places is refused.
func TestPapers_manyAtOnce(t *testing.T) {
	eachDesk(t, func(t *testing.T, s *Assignments) {
		a := outTo("acme", "a")
		assign(t, s, a)
		var begun, refused atomic.Int32
		var all sync.WaitGroup
		for i := range 201 {
			all.Go(func() {
				switch err := s.PutPaper(t.Context(), paperOf(a, fmt.Sprint("p", i)), 200); {
				case err == nil:
					begun.Add(1)
				case fault.KindOf(err) == fault.Limited:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if begun.Load() != 200 || refused.Load() != 1 {
			t.Errorf("%d began, %d were refused", begun.Load(), refused.Load())
		}
	})
}

func TestPurge_takesWhatIsOver(t *testing.T) {
	eachDesk(t, func(t *testing.T, s *Assignments) {
		withdrawn, out := outTo("acme", "withdrawn"), outTo("acme", "out")
		assign(t, s, withdrawn, out)
		for _, a := range []assignment.Assignment{withdrawn, out} {
			if err := s.PutPaper(t.Context(), paperOf(a, "p"), 10); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Withdraw(t.Context(), "acme", "withdrawn", noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Purge(t.Context(), noon.Add(2*time.Hour)); n != 1 || err != nil {
			t.Errorf("%d purged, %v", n, err)
		}
		if papers, _ := s.Papers(t.Context(), "acme", "withdrawn"); len(papers) != 0 {
			t.Errorf("papers stay: %v", papers)
		}
		if papers, _ := s.Papers(t.Context(), "acme", "out"); len(papers) != 1 {
			t.Error("the papers of a link that works went too")
		}
	})
}

// A deleted name and answer are in no file of the database any more.
func TestDelete_leavesNoBytes(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t, Schema())
	s := NewAssignments(b.Open(t), unrecorded)
	a := outTo("acme", "a")
	assign(t, s, a)
	p := paperOf(a, "p")
	p.Name, p.Answers = "Зинаида Квакушкина", map[string]string{"1": "тридевятое царство"}
	if err := s.PutPaper(t.Context(), p, 10); err != nil {
		t.Fatal(err)
	}
	if err := s.DeletePaper(t.Context(), "acme", "a", "p"); err != nil {
		t.Fatal(err)
	}
	raw := storetest.Raw(t, b.URL)
	for _, word := range []string{"Квакушкина", "тридевятое"} {
		if bytes.Contains([]byte(raw), []byte(word)) {
			t.Errorf("the database holds %s", word)
		}
	}
}

// What a teacher does is recorded with it or not done at all, and nothing of a pupil is told.
func TestAssignments_areRecorded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		var got []string
		var broken error
		s := NewAssignments(b.Open(t), func(_ context.Context, _ *sql.Tx, tenant, action, subject string, detail map[string]string) error {
			got = append(got, fmt.Sprintln(tenant, action, subject, detail))
			return broken
		})
		a := outTo("acme", "a")
		a.Pupil = "Аня"
		assign(t, s, a)
		if err := s.PutPaper(t.Context(), paperOf(a, "p1"), 10); err != nil {
			t.Fatal(err)
		}
		broken = errors.New("the log is full")
		for name, err := range map[string]error{
			"put": s.Put(t.Context(), []assignment.Assignment{outTo("acme", "b")}), "withdraw": s.Withdraw(t.Context(), "acme", "a", noon),
			"delete paper": s.DeletePaper(t.Context(), "acme", "a", "p1"), "delete": s.Delete(t.Context(), "acme", "a"),
		} {
			if !errors.Is(err, broken) {
				t.Errorf("%s without its record: %v", name, err)
			}
		}
		if _, err := s.Assignment(t.Context(), "acme", "b"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("kept without its record: %v", err)
		}
		if kept, err := s.Assignment(t.Context(), "acme", "a"); err != nil || !kept.WithdrawnAt.IsZero() {
			t.Errorf("changed without its record: %+v, %v", kept, err)
		}
		broken, got = nil, got[:1]
		if err := errors.Join(s.Withdraw(t.Context(), "acme", "a", noon), s.DeletePaper(t.Context(), "acme", "a", "p1"), s.Delete(t.Context(), "acme", "a")); err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(t.Context(), "acme", "a"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("deleted again: %v", err)
		}
		all := strings.Join(got, "")
		for _, want := range []string{"acme assignment.made a", "acme assignment.withdrawn a", "acme assignment.paper_deleted a map[paper:p1]", "acme assignment.deleted a"} {
			if strings.Count(all, want) != 1 {
				t.Errorf("%q is not recorded once in\n%s", want, all)
			}
		}
		if len(got) != 4 || strings.Contains(all, "Аня") || strings.Contains(all, a.Digest) {
			t.Errorf("recorded\n%s", all)
		}
	}, Schema())
}
