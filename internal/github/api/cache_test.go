package api_test

import (
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/replica"
)

func TestCopiesCostNothing(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		s := open(t, setting{token: with})
		first := s.session()
		p := s.profile(first, "ada-example")
		if _, _, err := first.Details(t.Context(), p.User, p.Repositories); err != nil {
			t.Fatal(err)
		}
		before := s.sent("api")
		second := s.session()
		p = s.profile(second, "ada-example")
		if _, _, err := second.Details(t.Context(), p.User, p.Repositories); err != nil {
			t.Fatal(err)
		}
		if b := second.Budget(); b.Requests != 0 || b.Remaining != -1 || !b.ResetAt.IsZero() || s.sent("api") != before {
			t.Errorf("%s: budget %+v after %d more requests", with, b, s.sent("api")-before)
		}
		if first.Budget().Requests != before {
			t.Errorf("budget %+v, %d sent", first.Budget(), before)
		}
	}
}

func TestUnchangedIsFree(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	first := s.session()
	if err := asking["REST"](t.Context(), first); err != nil {
		t.Fatal(err)
	}
	s.clock.pass(31 * time.Minute)
	second := s.session()
	if err := asking["REST"](t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if b := second.Budget(); b.Requests != 1 || b.Remaining != first.Budget().Remaining || s.world.Counts().Free != 1 {
		t.Errorf("%+v after %+v, %d answers were free", b, first.Budget(), s.world.Counts().Free)
	}
	third := s.session()
	if err := asking["REST"](t.Context(), third); err != nil || third.Budget().Requests != 0 {
		t.Errorf("a confirmed copy: %v, %+v", err, third.Budget())
	}
}

func TestLifetimes(t *testing.T) {
	t.Parallel()
	s := open(t, setting{token: "none"})
	for _, c := range []struct {
		passed time.Duration
		path   string
		sent   int
	}{
		{0, "src/users/a.go", 1}, {31 * time.Minute, "src/users/a.go", 1}, // a folder of that name is no user
	} {
		s.clock.pass(c.passed)
		session := s.session()
		_, _, err := session.Contents(t.Context(), desk, c.path, "")
		s.refused(err, fault.NotFound)
		if session.Budget().Requests != c.sent {
			t.Errorf("after %v: %+v", c.passed, session.Budget())
		}
	}
}

// TestTokensHaveCopiesApart: what one token may see is nothing for another, nor for nobody.
func TestTokensHaveCopiesApart(t *testing.T) {
	t.Parallel()
	for way, ask := range asking {
		s := open(t, setting{})
		for _, with := range []string{token, otherToken, "none"} {
			s.use(with)
			session := s.session()
			if err := ask(t.Context(), session); err != nil || session.Budget().Requests != 1 {
				t.Errorf("%s: %v, %+v", way, err, session.Budget())
			}
		}
		s.use(otherToken)
		session := s.session()
		if err := ask(t.Context(), session); err != nil || session.Budget().Requests != 0 {
			t.Errorf("%s again: %v, %+v", way, err, session.Budget())
		}
		if s.world.Counts().Free != 0 {
			t.Errorf("%s: an answer to one token was confirmed for another", way)
		}
	}
}

// TestStaleCopy: where GitHub cannot answer, an old copy does, and tells nothing of the limit.
func TestStaleCopy(t *testing.T) {
	t.Parallel()
	f := replica.Failure(500)
	f.From = 3
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	want := s.profile(s.session(), "ada-example")
	s.clock.pass(2 * time.Hour)
	session := s.session()
	got := s.profile(session, "ada-example")
	if got.User.ID != want.User.ID || got.Commits(ledger) != 60 || session.Budget().Remaining != -1 || session.Budget().Requests == 0 {
		t.Errorf("%+v, %+v", got.User, session.Budget())
	}
}

func TestSessionIsSafe(t *testing.T) {
	t.Parallel()
	s := open(t, setting{uncached: true})
	session := s.session()
	var all sync.WaitGroup
	for range 8 {
		for _, ask := range asking {
			all.Go(func() {
				if err := ask(t.Context(), session); err != nil {
					t.Error(err)
				}
				session.Budget()
				s.Limits()
			})
		}
		all.Go(func() {
			if _, _, err := files(t.Context(), session, github.Repository{FullName: desk}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if limits := s.Limits(); limits["core"].Of != 5000 || limits["graphql"].Of != 5000 {
		t.Errorf("limits %v", limits)
	}
}
