package api_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/replica"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	session := s.session()
	p := s.profile(session, "ada-example")
	want := github.User{
		ID: "U_ada", Login: "ada-example", Name: "Ada Example", CreatedAt: time.Date(2020, 1, 5, 8, 0, 0, 0, time.UTC),
		Years: []int{2024, 2025, 2026}, Owned: 1, Opened: github.Totals{PullRequests: 2, Merged: 1, Issues: 1, IssuesClosed: 1},
	}
	if d := cmp.Diff(want, p.User); d != "" {
		t.Error(d)
	}
	own := map[string][]github.YearOwn{
		ledger: {{Year: 2024, Commits: 26}, {Year: 2025, Commits: 26}, {Year: 2026, Commits: 8}},
		desk:   {{Year: 2024, Commits: 6}}, // an organisation's, longer than a year ago
	}
	if d := cmp.Diff(own, p.Own); d != "" {
		t.Error(d)
	}
	if n := p.Commits(ledger); n != 60 {
		t.Errorf("%d own commits of the ledger, want 60", n)
	}
	if p.Years[2024].Commits != 32 || p.Years[2026].PullRequests != 1 || len(p.Missing) != 0 {
		t.Errorf("years %v, missing %v", p.Years, p.Missing)
	}
	days := 0
	for _, d := range p.Calendar {
		days += d.Contributions
	}
	if len(p.Calendar) < 365 || days == 0 || p.Recent.Year.Commits == 0 || p.Recent.Month.Commits > p.Recent.Year.Commits {
		t.Errorf("%d days with %d contributions, recent %+v", len(p.Calendar), days, p.Recent)
	}
	if len(p.Repositories) != 1 || p.Repositories[0].Head == "" || p.Repositories[0].Languages["Go"] != 42000 || p.Repositories[0].Owner() != "ada-example" || p.Repositories[0].Name() != "ledger-kit" {
		t.Errorf("repositories %+v", p.Repositories)
	}
	if b := session.Budget(); b.Requests != 3 || b.Remaining >= 5000 || b.Remaining < 4900 || !b.ResetAt.After(morning) {
		t.Errorf("budget %+v", b)
	}
}

func TestProfileWithoutToken(t *testing.T) {
	t.Parallel()
	s := open(t, setting{token: "none"})
	session := s.session()
	p := s.profile(session, "ada-example")
	if session.Authenticated() || p.User.Login != "ada-example" || p.User.Owned != 1 || len(p.Repositories) != 1 {
		t.Errorf("profile %+v", p)
	}
	if p.Commits(ledger) == 0 || p.Commits(desk) != 6 {
		t.Errorf("own commits %v", p.Own)
	}
	if d := cmp.Diff([]string{"contributions by year", "calendar"}, p.Missing); d != "" {
		t.Error(d)
	}
	if b := session.Budget(); b.Requests != 3 || b.Remaining != 58 {
		t.Errorf("budget %+v, want 3 requests and 58 of the 60 left: a search is counted apart", b)
	}
	if _, err := session.Participation(t.Context(), "ada-example"); s.refused(err, fault.Unavailable).Hint.EN == "" {
		t.Error("no hint at the token")
	}
	traces, err := session.History(t.Context(), p.User, []github.Path{{Repository: ledger}})
	if err != nil || traces != nil || session.Budget().Requests != 3 {
		t.Errorf("history without a token: %v, %v", traces, err)
	}
}

func TestUnknownUser(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		s := open(t, setting{token: with})
		for _, login := range []string{"nobody-here", "orchard-org"} { // an organisation is no user
			_, err := s.session().Profile(t.Context(), login)
			s.refused(err, fault.NotFound)
			before := s.sent("api")
			again := s.session()
			_, err = again.Profile(t.Context(), login)
			s.refused(err, fault.NotFound)
			if b := again.Budget(); login == "nobody-here" && (b.Requests != 0 || s.sent("api") != before) {
				t.Errorf("%s was asked for again: %+v", login, b)
			}
		}
	}
}

func TestSuspendedUser(t *testing.T) {
	t.Parallel()
	for status, kind := range map[int]fault.Kind{404: fault.NotFound, 403: fault.Denied, 410: fault.NotFound, 451: fault.Denied} {
		s := open(t, setting{token: "none", options: replica.Options{Faults: []*replica.Fault{{Path: "/users/", Status: status, Body: `{"message":"Sorry"}`}}}})
		_, err := s.session().Profile(t.Context(), "ada-example")
		s.refused(err, kind)
	}
}

func TestDetails(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	session := s.session()
	p := s.profile(session, "ada-example")
	ask := []github.Repository{p.Repositories[0], {FullName: desk}, {FullName: "orchard-org/never-was"}}
	got, failed, err := session.Details(t.Context(), p.User, ask)
	if err != nil || len(got) != 2 || len(failed) != 1 {
		t.Fatalf("%v, failed %v, %v", got, failed, err)
	}
	if d := got[0]; d.All != 70 || d.Mine != 60 || len(d.Newest) == 0 || d.Newest[0].At.Year() != 2026 || d.Newest[0].Additions == 0 || d.Newest[0].Files != 1 {
		t.Errorf("ledger %+v", d)
	}
	if d := got[1]; d.All != 100 || d.Mine != 6 || !d.Organised || d.License != "Apache-2.0" || d.Head == "" {
		t.Errorf("desk %+v", d)
	}
	s.refused(failed[0].Err, fault.NotFound)
	if failed[0].Repository != "orchard-org/never-was" || session.Budget().Requests != 4 {
		t.Errorf("failed %v after %+v", failed, session.Budget())
	}
	none, failed, err := session.Details(t.Context(), p.User, nil)
	if none != nil || failed != nil || err != nil || session.Budget().Requests != 4 {
		t.Errorf("nothing asked: %v %v %v", none, failed, err)
	}
}

func TestDetailsWithoutToken(t *testing.T) {
	t.Parallel()
	s := open(t, setting{token: "none"})
	session := s.session()
	p := s.profile(session, "ada-example")
	ask := []github.Repository{p.Repositories[0], {FullName: desk}, {FullName: "orchard-org/never-was"}, {FullName: "finn-blank/untouched"}}
	got, failed, err := session.Details(t.Context(), p.User, ask)
	if err != nil || len(got) != 3 || len(failed) != 1 {
		t.Fatalf("%v, failed %v, %v", got, failed, err)
	}
	if got[0].Mine == 0 || got[1].Mine != 6 || got[1].Stars != 0 || !got[1].Organised || !got[2].Empty || got[2].Mine != 0 || got[0].Empty {
		t.Errorf("details %+v", got)
	}
	s.refused(failed[0].Err, fault.NotFound)
}

func TestRenamedRepository(t *testing.T) {
	t.Parallel()
	var s *scene
	moved := &replica.Fault{Path: "/repos/orchard-org/old-desk", Status: 301, Body: `{"message":"Moved Permanently"}`, Header: map[string][]string{}}
	s = open(t, setting{token: "none", options: replica.Options{Faults: []*replica.Fault{moved}}})
	moved.Header.Set("Location", s.base+"/repositories/202")
	session := s.session()
	r, err := session.Repository(t.Context(), "orchard-org/old-desk")
	if err != nil || r.FullName != desk || session.Budget().Requests != 2 {
		t.Errorf("%+v, %v, %+v", r, err, session.Budget())
	}
	got, failed, err := session.Details(t.Context(), github.User{Login: "ada-example"}, []github.Repository{{FullName: "orchard-org/old-desk"}})
	if err != nil || len(failed) != 0 || len(got) != 1 || got[0].FullName != desk || got[0].Mine != 6 {
		t.Errorf("%+v, failed %v, %v", got, failed, err)
	}
}

func TestEmptyRepository(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	p := s.profile(s.session(), "finn-blank")
	if len(p.Repositories) != 1 || !p.Repositories[0].Empty || p.Repositories[0].Head != "" || len(p.Own) != 0 {
		t.Errorf("profile %+v", p.Repositories)
	}
	got, failed, err := s.session().Details(t.Context(), p.User, p.Repositories)
	if err != nil || len(failed) != 0 || len(got) != 1 || !got[0].Empty || got[0].All != 0 {
		t.Errorf("%+v, failed %v, %v", got, failed, err)
	}
	traces, err := s.session().History(t.Context(), p.User, []github.Path{{Repository: p.Repositories[0].FullName}})
	if err != nil || traces[github.Path{Repository: p.Repositories[0].FullName}].Mine != 0 {
		t.Errorf("%v, %v", traces, err)
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	session := s.session()
	p := s.profile(session, "ada-example")
	app, never := github.Path{Repository: desk, Path: "desk/app.py"}, github.Path{Repository: desk, Path: "no/such \"file\".py"}
	all, gone := github.Path{Repository: ledger}, github.Path{Repository: "orchard-org/never-was"}
	traces, err := session.History(t.Context(), p.User, []github.Path{app, never, all})
	if err != nil || len(traces) != 3 || session.Budget().Requests != 4 {
		t.Fatalf("%v, %v, %+v", traces, err, session.Budget())
	}
	if at := traces[app]; at.Mine != 6 || at.All < 7 || at.First.Year() != 2024 || at.Last.Before(at.First) || at.Commit == "" || at.FirstOwn {
		t.Errorf("app %+v", at)
	}
	if at := traces[all]; at.Mine != 60 || at.All != 70 || at.Whole || !at.First.IsZero() || at.Last.IsZero() {
		t.Errorf("ledger %+v", at)
	}
	if at := traces[never]; at.Mine != 0 || at.All != 0 {
		t.Errorf("what never was %+v", at)
	}
	traces, err = session.History(t.Context(), p.User, []github.Path{app, gone})
	if _, told := traces[gone]; err != nil || told || traces[app].Mine != 6 {
		t.Errorf("beside a repository that is not there: %v, %v", traces, err)
	}
}

func TestParticipation(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	p, err := s.session().Participation(t.Context(), "ada-example")
	if err != nil || len(p.Pulls) != 2 || p.PullsTotal != 2 || p.IssuesTotal != 1 || p.ReviewedTotal != 1 || len(p.Missing) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	newest, merged := p.Pulls[0], p.Pulls[1]
	if newest.Number != 2 || !newest.MergedAt.IsZero() || newest.ClosedAt.IsZero() || merged.MergedAt.IsZero() {
		t.Errorf("pulls %+v", p.Pulls)
	}
	var voices []string
	for _, v := range merged.Voices {
		who := v.By + " " + v.Review
		if v.Bot {
			who = "bot"
		}
		voices = append(voices, who)
	}
	if d := cmp.Diff([]string{"bot", "bora-sample ", "bora-sample CHANGES_REQUESTED", "bora-sample APPROVED"}, voices); d != "" {
		t.Error(d)
	}
	if r := p.Reviewed[0]; r.Author != "cyan-demo" || len(r.States) != 1 || r.States[0] != "COMMENTED" || len(r.At) != 1 {
		t.Errorf("reviewed %+v", r)
	}
	_, err = s.session().Participation(t.Context(), "nobody-here")
	s.refused(err, fault.NotFound)
}

func TestContents(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		s := open(t, setting{token: with})
		session := s.session()
		file, _, err := session.Contents(t.Context(), desk, "desk/app.py", "")
		if err != nil || file == nil || file.Type != "file" || file.Size != len(file.Text) || file.SHA == "" || file.Text[:12] != "from fastapi" {
			t.Errorf("%+v, %v", file, err)
		}
		file, folder, err := session.Contents(t.Context(), desk, "", "trunk")
		if err != nil || file != nil || len(folder) != 4 || folder[0].Text != "" {
			t.Errorf("%+v, %+v, %v", file, folder, err)
		}
		for _, path := range []string{"no/such", "a?b#c"} {
			_, _, err = session.Contents(t.Context(), desk, path, "")
			s.refused(err, fault.NotFound)
		}
		_, _, err = session.Contents(t.Context(), "finn-blank/untouched", "", "")
		s.refused(err, fault.NotFound)
		before := session.Budget().Requests
		for _, path := range []string{"../../../user", "a/../b", ".", "a/./b"} {
			_, _, err = session.Contents(t.Context(), desk, path, "")
			s.refused(err, fault.Invalid)
		}
		if session.Budget().Requests != before {
			t.Error("a path out of the repository was asked for")
		}
	}
}

func TestContentsTooLarge(t *testing.T) {
	t.Parallel()
	for _, f := range []*replica.Fault{
		{Body: `{"type":"file","encoding":"none","content":"","size":2000000,"path":"big.json"}`},
		{Status: 403, Body: `{"message":"This API returns blobs up to 100 MB in size.","errors":[{"resource":"Blob","field":"data","code":"too_large"}]}`},
	} {
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
		_, _, err := s.session().Contents(t.Context(), desk, "big.json", "")
		s.refused(err, fault.TooLarge)
	}
}

func TestSearchCode(t *testing.T) {
	t.Parallel()
	s := open(t, setting{})
	got, err := s.session().SearchCode(t.Context(), "ada-example", "pgx")
	if err != nil || len(got) == 0 {
		t.Fatalf("%v, %v", got, err)
	}
	for _, p := range got {
		if p.Repository != ledger {
			t.Errorf("found %v", p)
		}
	}
	if got, err = s.session().SearchCode(t.Context(), "ada-example", `fastapi" user:orchard-org "`); err != nil || len(got) != 0 {
		t.Errorf("quotes led out of the words: %v, %v", got, err)
	}
	s.use("none")
	_, err = s.session().SearchCode(t.Context(), "ada-example", "pgx")
	s.refused(err, fault.Unavailable)
}

func TestRepository(t *testing.T) {
	t.Parallel()
	for _, with := range []string{token, "none"} {
		s := open(t, setting{token: with})
		r, err := s.session().Repository(t.Context(), desk)
		if err != nil || r.FullName != desk || !r.Organised || r.CreatedAt.Year() != 2023 || r.License != "Apache-2.0" || len(r.Topics) != 2 || r.SizeKB != 242 {
			t.Errorf("%+v, %v", r, err)
		}
		_, err = s.session().Repository(t.Context(), "orchard-org/never-was")
		s.refused(err, fault.NotFound)
	}
}
