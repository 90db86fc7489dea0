package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/replica"
)

// hit is one result of the search for commits.
func hit(repository string, fork bool, sha int, year int) string {
	return fmt.Sprintf(`{"sha":"%040d","commit":{"author":{"date":"%d-03-04T05:06:07Z"}},"repository":{"full_name":%q,"fork":%t}}`, sha, year, repository, fork)
}

func hits(list ...string) *replica.Fault {
	return &replica.Fault{Path: "/search/commits", Body: fmt.Sprintf(`{"total_count":%d,"incomplete_results":false,"items":[%s]}`, len(list), strings.Join(list, ","))}
}

// TestElsewhere: an organisation's fork and what no list tells is found; what a fork has from
// elsewhere is not its own, and what the years tell is not counted anew.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	want := map[string][]github.YearOwn{"orchard-org/tile-board": {{Year: 2024, Commits: 1}, {Year: 2025, Commits: 2}}}
	for _, with := range []string{token, "none"} {
		s := open(t, setting{token: with, options: replica.Options{Faults: []*replica.Fault{hits(
			hit("orchard-org/tile-board", true, 1, 2025), hit("orchard-org/tile-board", true, 2, 2025), hit("orchard-org/tile-board", true, 3, 2024),
			hit("a-stranger/ledger-kit", true, 4, 2025), hit("Ada-Example/ledger-kit", false, 4, 2025), // once here, once in a fork of it
			hit("a-stranger/other", true, 5, 2025), hit("b-stranger/other", true, 5, 2025), // in two forks of something
			hit("grace-mock/starter", false, 6, 2021), hit("", false, 7, 2021),
		)}}})
		p := s.profile(s.session(), "ada-example")
		if d := cmp.Diff(want, p.InForks); d != "" || p.Unsearched != nil {
			t.Errorf("%s: %v %s", with, p.Unsearched, d)
		}
		if p.Commits("orchard-org/tile-board") != 3 || p.Commits("grace-mock/starter") != 1 || p.Commits("Ada-Example/ledger-kit") != 0 && with == token {
			t.Errorf("%s: %v", with, p.Own)
		}
	}
}

// TestSearchLimit: the search has a limit of its own; at it nothing else is held up.
func TestSearchLimit(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		for _, status := range []int{403, 429} {
			f := replica.PrimaryLimit(status, morning.Add(50*time.Second))
			f.Path, f.Count = "/search/commits", 1
			s := open(t, setting{token: with, options: replica.Options{Faults: []*replica.Fault{f}}})
			session := s.session()
			p := s.profile(session, "ada-example")
			told := s.refused(p.Unsearched, fault.Limited)
			if told.RetryAfter < 40*time.Second || told.RetryAfter > time.Minute || !strings.Contains(told.Text.EN, "forks") || len(p.Repositories) != 1 {
				t.Errorf("%d: %v after %v", status, told, told.RetryAfter)
			}
			list, failed, err := session.Details(t.Context(), p.User, p.Repositories)
			if err != nil || len(list) != 1 || len(failed) != 0 {
				t.Errorf("%d: %v, %v, %v", status, list, failed, err)
			}
			if _, err := session.SearchCode(t.Context(), "ada-example", "pgx"); with == token && err != nil {
				t.Errorf("%d: the other search: %v", status, err)
			}
			before := s.sent("api")
			if p = s.profile(s.session(), "ada-example"); !strings.Contains(s.refused(p.Unsearched, fault.Limited).Text.EN, "GitHub's request limit") || s.sent("api") != before {
				t.Errorf("%d: asked again before its time: %v", status, p.Unsearched)
			}
		}
	}
}

// TestUnsearchable: GitHub refuses to search for some accounts that it shows.
func TestUnsearchable(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Path: "/search/commits", Status: 422, Body: `{"message":"Validation Failed"}`}}}})
	if p := s.profile(s.session(), "ada-example"); p.Unsearched == nil || p.Commits(ledger) != 60 {
		t.Errorf("%v, own %v", p.Unsearched, p.Own)
	}
}

// TestDeletedUser: who is gone is gone, whatever a copy says.
func TestDeletedUser(t *testing.T) {
	t.Parallel()
	for with, gone := range map[string]*replica.Fault{
		token:  {Path: "/graphql", From: 3, Body: `{"data":{"user":null},"errors":[{"type":"NOT_FOUND","path":["user"],"message":"Could not resolve to a User"}]}`},
		"none": {Path: "/users/", From: 3, Status: 404, Body: `{"message":"Not Found"}`},
	} {
		s := open(t, setting{token: with, options: replica.Options{Faults: []*replica.Fault{gone}}})
		s.profile(s.session(), "ada-example")
		s.clock.pass(2 * time.Hour)
		for range 2 {
			_, err := s.session().Profile(t.Context(), "ada-example")
			s.refused(err, fault.NotFound)
		}
	}
}
