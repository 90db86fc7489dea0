package api_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
)

// asking is one question over REST and one in GraphQL: each has its own way back.
var asking = map[string]func(context.Context, *api.Session) error{
	"REST": func(ctx context.Context, s *api.Session) error {
		_, _, err := s.Contents(ctx, desk, "", "")
		return err
	},
	"GraphQL": func(ctx context.Context, s *api.Session) error {
		_, err := s.Repository(ctx, desk)
		return err
	},
}

func TestLimits(t *testing.T) {
	t.Parallel()
	reset := morning.Add(25 * time.Minute)
	worded := func(status int, message string) *replica.Fault {
		return &replica.Fault{Status: status, Body: `{"message":"` + message + `"}`}
	}
	for name, c := range map[string]struct {
		fault *replica.Fault
		after time.Duration
	}{
		"the hour's, 403":              {replica.PrimaryLimit(403, reset), 25 * time.Minute},
		"the hour's, 429":              {replica.PrimaryLimit(429, reset), 25 * time.Minute},
		"secondary, seconds":           {replica.SecondaryLimit(403, "45"), 45 * time.Second},
		"secondary, 429, seconds":      {replica.SecondaryLimit(429, "45"), 45 * time.Second},
		"secondary, date":              {replica.SecondaryLimit(403, morning.Add(90*time.Second).Format(http.TimeFormat)), 90 * time.Second},
		"secondary, 429, date":         {replica.SecondaryLimit(429, morning.Add(90*time.Second).Format(http.TimeFormat)), 90 * time.Second},
		"secondary, unexplained":       {replica.SecondaryLimit(403, ""), time.Minute},
		"secondary, 429, unexplained":  {replica.SecondaryLimit(429, ""), time.Minute},
		"without an address of a page": {worded(403, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."), time.Minute},
		"the old words":                {worded(403, "You have triggered an abuse detection mechanism. Please wait a few minutes before you try again."), time.Minute},
		"429 without words":            {worded(429, ""), time.Minute},
		"ten years":                    {replica.SecondaryLimit(403, "315360000"), time.Hour},
	} {
		for way, ask := range asking {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{c.fault}}})
				session := s.session()
				told := s.refused(ask(t.Context(), session), fault.Limited)
				if told.RetryAfter != c.after || told.Hint.EN == "" || !strings.Contains(told.Text.EN, "limit") {
					t.Errorf("after %v, want %v: %v (%v)", told.RetryAfter, c.after, told, told.Hint)
				}
				if n := session.Budget().Requests; n != s.sent("api") {
					t.Errorf("%d requests told, %d sent", n, s.sent("api"))
				}
			})
		}
	}
}

func TestForbiddenIsNoLimit(t *testing.T) {
	t.Parallel()
	for way, ask := range asking {
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Status: 403, Body: `{"message":"Repository access blocked"}`}}}})
		if told := s.refused(ask(t.Context(), s.session()), fault.Denied); s.sent("api") != 1 {
			t.Errorf("%s: %v after %d requests", way, told, s.sent("api"))
		}
	}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{replica.Blocked()}}})
	s.refused(asking["REST"](t.Context(), s.session()), fault.Denied)
}

func TestQueryLimit(t *testing.T) {
	t.Parallel()
	newer := replica.QueryLimit(morning.Add(time.Minute))
	newer.Body = `{"errors":[{"type":"RATE_LIMIT","code":"graphql_rate_limit","message":"API rate limit already exceeded for user ID 1."}]}`
	for _, f := range []*replica.Fault{replica.QueryLimit(morning.Add(time.Minute)), newer} {
		f.Count = 1
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
		session := s.session()
		told := s.refused(asking["GraphQL"](t.Context(), session), fault.Limited)
		if b := session.Budget(); told.RetryAfter != time.Minute || b.Remaining != 0 || !b.ResetAt.Equal(morning.Add(time.Minute)) || b.Requests != 1 {
			t.Errorf("%v, after %v, budget %+v", told, told.RetryAfter, b)
		}
		if limit := s.Limits()["graphql"]; limit.Remaining != 0 || limit.Of != 5000 {
			t.Errorf("limits %+v", s.Limits())
		}
		if err := asking["GraphQL"](t.Context(), session); err != nil {
			t.Errorf("the refusal was kept: %v", err)
		}
	}
	bare := &replica.Fault{Body: `{"errors":[{"type":"RATE_LIMITED","message":"wait"}]}`, Header: http.Header{"X-Ratelimit-Reset": {"soon"}}}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{bare}}})
	if told := s.refused(asking["GraphQL"](t.Context(), s.session()), fault.Limited); told.RetryAfter != time.Minute {
		t.Errorf("after %v where nothing was told", told.RetryAfter)
	}
}

func TestHourUsedUp(t *testing.T) {
	t.Parallel()
	s := open(t, setting{token: "none", options: replica.Options{Limits: replica.Limits{Anonymous: 3}}})
	session := s.session()
	p := s.profile(session, "ada-example") // two of the three
	ask := []github.Repository{p.Repositories[0], {FullName: desk}, {FullName: "cyan-demo/tile-board"}, {FullName: "grace-mock/starter"}}
	got, failed, err := session.Details(t.Context(), p.User, ask)
	if err != nil || len(got) != 1 || got[0].FullName != ledger || got[0].Mine == 0 || len(failed) != 3 {
		t.Fatalf("%+v, failed %v, %v", got, failed, err)
	}
	for _, f := range failed {
		if told := s.refused(f.Err, fault.Limited); told.RetryAfter != time.Hour || !strings.Contains(told.Hint.EN, "GITHUB_TOKEN") {
			t.Errorf("%s: after %v, %v", f.Repository, told.RetryAfter, told.Hint)
		}
	}
	if b := session.Budget(); b.Requests != 5 || b.Remaining != 0 || !b.ResetAt.Equal(morning.Add(time.Hour)) {
		t.Errorf("budget %+v, want 5 requests: those after the limit are not sent", b)
	}
}

func TestFailuresAreTriedAgain(t *testing.T) {
	t.Parallel()
	for _, status := range []int{500, 502, 503, 504} {
		for way, ask := range asking {
			f := replica.Failure(status)
			f.Count = 2
			s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
			session := s.session()
			if err := ask(t.Context(), session); err != nil || session.Budget().Requests != 3 {
				t.Errorf("%s %d: %v, %+v", way, status, err, session.Budget())
			}
		}
	}
	for way, ask := range asking {
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{replica.Failure(502)}}})
		session := s.session()
		if told := s.refused(ask(t.Context(), session), fault.Upstream); session.Budget().Requests != 4 || !strings.Contains(told.Text.EN, "502") {
			t.Errorf("%s: %v, %+v", way, told, session.Budget())
		}
		s = open(t, setting{options: replica.Options{Faults: []*replica.Fault{replica.Failure(503)}}})
		s.refused(ask(t.Context(), s.session()), fault.Unavailable)
	}
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"no JSON": "<html>Unicorn!</html>", "cut": `{"data":{"r0":`, "a string": `"sorry"`, "a list": `[1,2]`,
		"null": `null`, "null data": `{"data":null}`, "errors alone": `{"errors":[{"message":"Something went wrong"}]}`,
		"another type": `{"data":{"r0":{"nameWithOwner":7}}}`, "a number for data": `{"data":7}`,
		"strange errors": `{"data":null,"errors":[{"path":[{"a":1},null,3],"type":"X"}]}`,
	} {
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Body: body, Count: 1}}}})
		session := s.session()
		s.refused(asking["GraphQL"](t.Context(), session), fault.Upstream)
		if name == "another type" {
			continue // whole for all that can be told before it is read
		}
		if err := asking["GraphQL"](t.Context(), session); err != nil {
			t.Errorf("%s was kept: %v", name, err)
		}
	}
	for _, body := range []string{"<html>Unicorn!</html>", `"sorry"`} {
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Body: body}}}})
		s.refused(asking["REST"](t.Context(), s.session()), fault.Upstream)
	}
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Break: 30}}}})
	s.refused(asking["GraphQL"](t.Context(), s.session()), fault.Unavailable)
}

func TestPending(t *testing.T) {
	t.Parallel()
	f := replica.Pending()
	f.Count = 1
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	session := s.session()
	if told := s.refused(asking["REST"](t.Context(), session), fault.Unavailable); told.RetryAfter <= 0 {
		t.Errorf("%v without a time to come back", told)
	}
	if err := asking["REST"](t.Context(), session); err != nil {
		t.Errorf("the 202 was kept: %v", err)
	}
}

func TestTokenRevokedMidway(t *testing.T) {
	t.Parallel()
	f := replica.BadCredentials()
	f.From = 4
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	session := s.session()
	p := s.profile(session, "ada-example")
	_, _, err := session.Details(t.Context(), p.User, p.Repositories)
	told := s.refused(err, fault.Unavailable)
	if !strings.Contains(told.Hint.EN, "GITHUB_TOKEN") || session.Budget().Requests != 4 {
		t.Errorf("%v, hint %v, %+v", told, told.Hint, session.Budget())
	}
	told = s.refused(asking["REST"](t.Context(), session), fault.Unavailable)
	if !strings.Contains(told.Hint.EN, "GITHUB_TOKEN") {
		t.Errorf("%v, hint %v", told, told.Hint)
	}
}

func TestAllFailsAfterTheFourth(t *testing.T) {
	t.Parallel()
	f := replica.Failure(500)
	f.From, f.Count = 5, 4
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	session := s.session()
	p := s.profile(session, "ada-example")
	got, failed, err := session.Details(t.Context(), p.User, p.Repositories)
	if err != nil || len(got) != 1 || len(failed) != 0 || got[0].Mine != 60 {
		t.Fatalf("%v, %v, %v", got, failed, err)
	}
	path := github.Path{Repository: ledger}
	_, err = session.History(t.Context(), p.User, []github.Path{path})
	s.refused(err, fault.Upstream)
	if b := session.Budget(); b.Requests != 8 {
		t.Errorf("budget %+v", b)
	}
	later := s.session() // the faults are over
	p = s.profile(later, "ada-example")
	traces, err := later.History(t.Context(), p.User, []github.Path{path})
	if err != nil || traces[path].Mine != 60 || later.Budget().Requests != 1 {
		t.Errorf("%v, %v, %+v", traces, err, later.Budget())
	}
}

func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		arrived := make(chan struct{}, 8)
		hang := &replica.Fault{Hang: true, Match: func(*http.Request) bool { arrived <- struct{}{}; return true }}
		s := open(t, setting{token: with, options: replica.Options{Faults: []*replica.Fault{hang}}})
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := s.session().Profile(ctx, "ada-example")
			done <- err
		}()
		<-arrived
		leave()
		s.refused(<-done, fault.Canceled)
	}
}

func TestCallerLeavesDuringSearch(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	hang := &replica.Fault{Path: "/search/", Hang: true, Match: func(*http.Request) bool { leave(); return true }}
	s := open(t, setting{token: "none", options: replica.Options{Faults: []*replica.Fault{hang}}})
	_, err := s.session().Profile(ctx, "ada-example")
	s.refused(err, fault.Canceled)
}

func TestTokenFunction(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	broken := fault.E(fault.Unavailable, fault.Say("the secret is locked", "секрет закрыт"), nil)
	c, err := api.New(api.Config{Upstream: s.up, API: s.base + "/", Token: func() (string, error) { return "", broken }, Now: s.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Session(t.Context()); fault.From(err) != broken {
		t.Errorf("got %v", err)
	}
	c.Token = func() (string, error) { return " " + token + "\n", nil }
	session, err := c.Session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := session.Repository(t.Context(), desk); err != nil || r.FullName != desk {
		t.Errorf("with a line's end after the token: %v", err)
	}
	c.Token = nil
	if session, err = c.Session(t.Context()); err != nil || session.Authenticated() {
		t.Errorf("%v without a token: %v", session.Authenticated(), err)
	}
}

func TestPolicies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		api, archives string
		hosts         [2]string
		private       bool
		below         string
	}{
		{"", "", [2]string{"api.github.com", "codeload.github.com"}, false, ""},
		{"https://GHE.example/api/v3/", "https://ghe.example:8443/archives", [2]string{"ghe.example", "ghe.example:8443"}, false, "/api/v3"},
		{"http://127.0.0.1:9000", "http://localhost:9001/codeload", [2]string{"127.0.0.1:9000", "localhost:9001"}, true, ""},
	} {
		p := api.Policies(c.api, c.archives)
		if len(p) != 4 {
			t.Fatalf("%d policies", len(p))
		}
		for i, host := range []string{c.hosts[0], c.hosts[0], c.hosts[0], c.hosts[1]} {
			if len(p[i].Suffixes) != 1 || p[i].Suffixes[0] != host || p[i].Private != c.private {
				t.Errorf("%q: %v, private %v", host, p[i].Suffixes, p[i].Private)
			}
		}
		if p[0].Below != c.below+"/search/commits" || p[1].Below != c.below+"/search/code" || p[2].Below != "" {
			t.Errorf("%q: below %q, %q, %q", c.api, p[0].Below, p[1].Below, p[2].Below)
		}
	}
}

func TestSearchEndedEarly(t *testing.T) {
	t.Parallel()
	f := &replica.Fault{Path: "/search/commits", Count: 1, Body: `{"total_count":0,"incomplete_results":true,"items":[]}`}
	s := open(t, setting{token: "none", options: replica.Options{Faults: []*replica.Fault{f}}})
	session := s.session()
	if p := s.profile(session, "ada-example"); s.refused(p.Unsearched, fault.Upstream).Text.RU == "" || len(p.Own) != 0 {
		t.Errorf("%+v", p)
	}
	if p := s.profile(session, "ada-example"); p.Unsearched != nil || p.Commits(desk) != 6 || session.Budget().Requests != 4 {
		t.Errorf("missing %v, own %v, %s requests", p.Missing, p.Own, strconv.Itoa(session.Budget().Requests))
	}
}
