package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/replica"
)

// losing makes one answer of GraphQL come without some places.
func losing(places ...string) replica.Options {
	return replica.Options{Faults: []*replica.Fault{{Path: "/graphql", From: 1, Count: 1, Lose: places}}}
}

func TestPartialProfile(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: losing("user.issues", "answered")})
	session := s.session()
	p := s.profile(session, "ada-example")
	if d := cmp.Diff([]string{"user.issues", "answered"}, p.Missing); d != "" || p.User.Opened.Issues != 0 || p.User.Opened.PullRequests != 2 || p.Commits(ledger) != 60 {
		t.Errorf("%+v, missing %s", p.User, d)
	}
	if p = s.profile(session, "ada-example"); len(p.Missing) != 0 || p.User.Opened.Issues != 1 || session.Budget().Requests != 4 {
		t.Errorf("the next time: %+v, missing %v, %+v", p.User, p.Missing, session.Budget())
	}
}

func TestPartialYears(t *testing.T) {
	t.Parallel()
	f := &replica.Fault{Path: "/graphql", From: 2, Count: 1, Lose: []string{"user.y2025", "user.calendar", "user.year", "user.y2024.commitContributionsByRepository"}}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	p := s.profile(s.session(), "ada-example")
	if _, told := p.Years[2025]; told || len(p.Missing) != 4 || p.Years[2026].Commits != 8 || p.Years[2024].Commits != 32 || len(p.Calendar) != 0 {
		t.Errorf("years %v, missing %v", p.Years, p.Missing)
	}
	if p.Commits(ledger) != 8 {
		t.Errorf("own %v", p.Own)
	}
}

func TestLostUser(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: losing("user")})
	session := s.session()
	_, err := session.Profile(t.Context(), "ada-example")
	s.refused(err, fault.Upstream) // that a limit took the user away does not say there is none
	if p := s.profile(session, "ada-example"); p.User.ID != "U_ada" {
		t.Errorf("the next time: %+v", p.User)
	}
}

func TestPartialDetails(t *testing.T) {
	t.Parallel()
	ask := []github.Repository{{FullName: ledger}, {FullName: desk}, {FullName: "cyan-demo/tile-board"}}
	s := open(t, setting{options: losing("r0.languages", "r1.defaultBranchRef", "r2")})
	session := s.session()
	got, failed, err := session.Details(t.Context(), github.User{ID: "U_ada"}, ask)
	if err != nil || len(got) != 1 || got[0].FullName != ledger || got[0].Mine != 60 || len(failed) != 3 {
		t.Fatalf("%+v, failed %v, %v", got, failed, err)
	}
	for i, place := range []string{"r0.languages", "r1.defaultBranchRef", "r2"} {
		if told := s.refused(failed[i].Err, fault.Upstream); failed[i].Repository != ask[i].FullName || !strings.Contains(told.Text.EN, place) {
			t.Errorf("%s: %v", failed[i].Repository, told)
		}
	}
	got, failed, err = session.Details(t.Context(), github.User{ID: "U_ada"}, ask)
	if err != nil || len(got) != 3 || len(failed) != 0 {
		t.Errorf("the next time: %+v, failed %v, %v", got, failed, err)
	}
}

func TestForbiddenDetails(t *testing.T) {
	t.Parallel()
	f := &replica.Fault{Body: `{"data":{"r0":null},"errors":[{"type":"FORBIDDEN","path":["r0"],"message":"Resource protected by organization SAML enforcement."}]}`}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	got, failed, err := s.session().Details(t.Context(), github.User{ID: "U_ada"}, []github.Repository{{FullName: desk}})
	if err != nil || len(got) != 0 || len(failed) != 1 {
		t.Fatalf("%+v, failed %v, %v", got, failed, err)
	}
	s.refused(failed[0].Err, fault.Denied)
	_, err = s.session().Repository(t.Context(), desk)
	s.refused(err, fault.Denied)
}

func TestPartialRepository(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: losing("r0")})
	_, err := s.session().Repository(t.Context(), desk)
	s.refused(err, fault.Upstream)
}

func TestPartialHistory(t *testing.T) {
	t.Parallel()
	first, second, third := github.Path{Repository: desk, Path: "desk/app.py"}, github.Path{Repository: desk, Path: "Dockerfile"}, github.Path{Repository: ledger}
	s := open(t, setting{options: losing("r0.defaultBranchRef.target.m1", "r1")})
	session := s.session()
	ask := []github.Path{first, second, third}
	traces, err := session.History(t.Context(), github.User{ID: "U_ada"}, ask)
	if err != nil || len(traces) != 1 || traces[first].Mine != 6 {
		t.Errorf("%+v, %v", traces, err)
	}
	traces, err = session.History(t.Context(), github.User{ID: "U_ada"}, ask)
	if err != nil || len(traces) != 3 || session.Budget().Requests != 2 {
		t.Errorf("the next time: %+v, %v", traces, err)
	}
}

func TestPartialParticipation(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: losing("reviewed", "user.pullRequests")})
	p, err := s.session().Participation(t.Context(), "ada-example")
	if err != nil || len(p.Missing) != 2 || len(p.Pulls) != 0 || len(p.Issues) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestErrorWithoutPath(t *testing.T) {
	t.Parallel()
	f := &replica.Fault{Count: 1, Body: `{"data":{"user":{"id":"U_ada","login":"ada-example"}},"errors":[{"message":"Something went wrong while executing your query."}]}`}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	p := s.profile(s.session(), "ada-example")
	if len(p.Missing) != 1 || !strings.HasPrefix(p.Missing[0], "Something went wrong") {
		t.Errorf("missing %q", p.Missing)
	}
}

func TestNoTokenInLog(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Status: http.StatusBadGateway, Body: "{}"}}}})
	for range 3 { // the breaker opens and is logged
		_, err := s.session().Profile(t.Context(), "ada-example")
		s.refused(err, fault.KindOf(err))
	}
	if s.log.Len() == 0 {
		t.Error("nothing was logged: nothing was tried")
	}
}
