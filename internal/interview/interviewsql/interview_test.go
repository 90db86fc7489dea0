package interviewsql

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

// session makes a session as it is just after a start.
func aSession(tenant, id string) session.Session {
	return session.Session{
		ID: id, Tenant: tenant, UserID: "user of " + id, Resume: aResume, ResumeDigest: digest(aResume),
		SurveyKey: "survey of " + id, Status: session.Active, Stage: session.StageMatching, Version: 1,
		Limits: session.Limits{Total: time.Hour}, Deadline: noon.Add(time.Hour), CreatedAt: noon, UpdatedAt: noon,
	}
}

func create(t testing.TB, k keeper, s session.Session) {
	t.Helper()
	kept, err := k.Create(t.Context(), interview.Opening{Session: s, Task: session.Task{Tenant: s.Tenant, Session: s.ID}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, kept); diff != "" {
		t.Errorf("created another session (-want +got):\n%s", diff)
	}
}

// advance commits the next version with something done to it.
func advance(t testing.TB, k keeper, s *session.Session, do func(c *session.Change)) {
	t.Helper()
	s.Version++
	c := session.Change{Session: *s}
	if do != nil {
		do(&c)
	}
	*s = c.Session
	if err := k.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

func wantState(t testing.TB, k keeper, want session.State) {
	t.Helper()
	got, err := k.Load(t.Context(), want.Tenant, want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("state differs (-want +got):\n%s", diff)
	}
}

func TestInterviews_createAndLoad(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		one, other := aSession(acme, "s1"), aSession(globex, "s1")
		other.UserID = "somebody else"
		create(t, k, one)
		create(t, k, other) // ids of two tenants have nothing to do with each other
		wantState(t, k, session.State{Session: one})
		wantState(t, k, session.State{Session: other})
		for _, c := range []struct{ tenant, id string }{
			{acme, "s2"}, {"nobody", "s1"}, {"", "s1"}, {acme, ""}, {acme, "s1\x00"}, {acme, "\xff"}, {acme, "s1' OR '1'='1"},
		} {
			if _, err := k.Load(t.Context(), c.tenant, c.id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("Load(%q, %q) = %v, want kind %s", c.tenant, c.id, err, fault.NotFound)
			}
		}
	})
}

func TestInterviews_commitByCompareAndSet(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		s := aSession(acme, "s1")
		create(t, k, s)
		said := session.Message{Seq: 1, Sender: session.Candidate, Kind: session.AnswerMessage, Text: "Go", Raw: "G\x00o\xff", At: noon}
		s.Version, s.MessageCount = 2, 1
		c := session.Change{Session: s, Messages: []session.Message{said}}
		if err := k.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		for _, version := range []int{1, 2, 4, 0, -1} {
			c.Session.Version = version
			if err := k.Commit(t.Context(), c); !errors.Is(err, interview.ErrMoved) {
				t.Errorf("Commit of version %d over 2 = %v, want ErrMoved", version, err)
			}
		}
		wantState(t, k, session.State{Session: s, Messages: []session.Message{said}})
		for _, at := range []struct{ tenant, id string }{{acme, "s2"}, {globex, "s1"}, {"", ""}, {acme, "\x00"}} {
			c.Session.Tenant, c.Session.ID, c.Session.Version = at.tenant, at.id, 3
			if err := k.Commit(t.Context(), c); fault.KindOf(err) != fault.NotFound {
				t.Errorf("Commit to %q of %q = %v, want kind %s", at.id, at.tenant, err, fault.NotFound)
			}
		}
	})
}

func TestInterviews_idempotencyKeys(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		ctx := t.Context()
		open := func(tenant, id, key, request string, at time.Time) (session.Session, error) {
			s := aSession(tenant, id)
			s.CreatedAt = at
			return k.Create(ctx, interview.Opening{Session: s, Key: key, Request: request, Until: at.Add(time.Hour)})
		}
		for _, c := range []struct {
			name, tenant, id, key, request string
			at                             time.Time
			want                           string // the session returned; "" is ErrKeyReused
		}{
			{"the first", acme, "s1", "k", "r", noon, "s1"},
			{"the same again", acme, "s2", "k", "r", noon.Add(time.Minute), "s1"},
			{"another request", acme, "s3", "k", "other", noon.Add(time.Minute), ""},
			{"another tenant", globex, "s4", "k", "other", noon, "s4"},
			{"no key", acme, "s5", "", "r", noon, "s5"},
			{"no key again", acme, "s6", "", "r", noon, "s6"},
			{"a moment before it runs out", acme, "s7", "k", "r", noon.Add(time.Hour - time.Microsecond), "s1"},
			{"run out", acme, "s8", "k", "other", noon.Add(time.Hour), "s8"},
			{"under the new one", acme, "s9", "k", "other", noon.Add(2*time.Hour - 1), "s8"},
		} {
			s, err := open(c.tenant, c.id, c.key, c.request, c.at)
			if c.want == "" && !errors.Is(err, interview.ErrKeyReused) || c.want != "" && err != nil || s.ID != c.want {
				t.Errorf("%s: %q, %v, want %q", c.name, s.ID, err, c.want)
			}
			if s.ID != "" && s.Resume != aResume {
				t.Errorf("%s: the session has no resume", c.name)
			}
		}
		// With its session a key goes too.
		if err := k.Erase(ctx, acme, []string{"s8"}); err != nil {
			t.Fatal(err)
		}
		if s, err := open(acme, "s10", "k", "third", noon.Add(time.Hour)); err != nil || s.ID != "s10" {
			t.Errorf("after the erasure: %q, %v", s.ID, err)
		}
		if list, err := k.Sessions(ctx, acme, interview.Filter{Limit: 100}); err != nil || len(list) != 4 {
			t.Errorf("%d sessions, %v, want s1, s5, s6 and s10", len(list), err)
		}
	})
}

func TestInterviews_sweepForgetsKeysThatRanOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		for i := range 5 {
			s := aSession(acme, fmt.Sprint(i))
			o := interview.Opening{Session: s, Key: s.ID, Request: "r", Until: noon.Add(time.Duration(i) * time.Minute)}
			if _, err := k.Create(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			at   time.Duration
			want int
		}{{2, 3}, {2, 0}, {4, 2}} {
			if n, err := k.Sweep(t.Context(), noon.Add(c.at*time.Minute)); err != nil || n != c.want {
				t.Errorf("swept %d after %d minutes, %v, want %d", n, c.at, err, c.want)
			}
		}
	}, Schema())
}

func TestInterviews_list(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		for i := range 9 {
			s := aSession(acme, fmt.Sprintf("s%d", i))
			s.UserID = []string{"ann", "bob", ""}[i%3]
			create(t, k, s)
			advance(t, k, &s, func(c *session.Change) {
				c.Session.Vacancy = vacancy.Pin{ID: []string{"v1", "v2"}[i%2], Title: "Go", Version: 3}
				c.Session.Plan = plan.Plan{Hash: "h", Core: []plan.Item{{Question: "q"}}}
				if i%4 == 0 {
					c.Session.Status, c.Session.EndedAt = session.Completed, noon.Add(time.Duration(i)*time.Hour)
					c.Session.Analysis = &analysis.Analysis{OverallScore: 40 + i}
				}
			})
		}
		create(t, k, aSession(globex, "s3"))
		for name, c := range map[string]struct {
			f    interview.Filter
			want []string
		}{
			"all":            {interview.Filter{Limit: 100}, []string{"s8", "s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0"}},
			"the first page": {interview.Filter{Limit: 2}, []string{"s8", "s7"}},
			"the next":       {interview.Filter{Limit: 2, Before: "s7"}, []string{"s6", "s5"}},
			"by number":      {interview.Filter{Limit: 2, Skip: 2}, []string{"s6", "s5"}},
			"past the end":   {interview.Filter{Limit: 2, Skip: 9}, nil},
			"a person":       {interview.Filter{UserID: "ann", Limit: 100}, []string{"s6", "s3", "s0"}},
			"a vacancy":      {interview.Filter{Vacancy: "v2", Before: "s5", Limit: 100}, []string{"s3", "s1"}},
			"a status":       {interview.Filter{Status: session.Completed, Limit: 100}, []string{"s8", "s4", "s0"}},
			"all at once":    {interview.Filter{UserID: "bob", Vacancy: "v1", Status: session.Completed, Before: "s9", Limit: 1}, []string{"s4"}},
			"ended":          {interview.Filter{EndedBefore: noon.Add(8 * time.Hour), Limit: 100}, []string{"s4", "s0"}},
			"ended, one":     {interview.Filter{EndedBefore: noon.Add(8*time.Hour + 1), Limit: 1}, []string{"s8"}},
			"ended, a page":  {interview.Filter{EndedBefore: noon.Add(100 * time.Hour), Before: "s8", Limit: 100}, []string{"s4", "s0"}},
			"nobody":         {interview.Filter{UserID: "eve", Limit: 100}, nil},
		} {
			list, err := k.Sessions(t.Context(), acme, c.f)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range list {
				got = append(got, s.ID)
				if s.Vacancy.Title != "Go" || s.Plan.Planned() != 1 || (s.Status == session.Completed) != (s.Analysis != nil) {
					t.Errorf("%s: %s came without its plan or analysis", name, s.ID)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		tenants, err := k.Tenants(t.Context())
		if diff := cmp.Diff([]string{acme, globex}, tenants); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

func TestInterviews_listLeavesResumesOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		create(t, k, aSession(acme, "s1"))
		list, err := k.Sessions(t.Context(), acme, interview.Filter{Limit: 1})
		if err != nil || len(list) != 1 || list[0].Resume != "" || list[0].UserID == "" {
			t.Errorf("got %+v, %v", list, err)
		}
	}, Schema())
}

func TestInterviews_nobodyHasNothing(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		ctx := t.Context()
		tenants, err := k.Tenants(ctx)
		list, err2 := k.Sessions(ctx, acme, interview.Filter{Limit: 10})
		events, err3 := k.Events(ctx, acme, "s1", 0, 10)
		outcomes, err4 := k.Outcomes(ctx, acme, "")
		if err := errors.Join(err, err2, err3, err4, k.Erase(ctx, acme, []string{"s1", "", "\x00"}), k.Erase(ctx, acme, nil)); err != nil {
			t.Error(err)
		}
		if len(tenants)+len(list)+len(events)+len(outcomes) != 0 {
			t.Errorf("got %v, %v, %v, %v", tenants, list, events, outcomes)
		}
	})
}

func TestInterviews_events(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		s := aSession(acme, "s1")
		create(t, k, s)
		var all []session.Event
		for i := range 6 {
			e := session.Event{
				ID: fmt.Sprint("e", i), Tenant: acme, Session: "s1", UserID: s.UserID, Seq: i + 1, Type: session.EventQuestion, At: noon,
				Question: &session.QuestionEvent{ID: "q", Text: "Что такое <канал> & «горутина»?", Options: []marking.Option{{Label: "а", Text: "б"}}},
			}
			all = append(all, e)
		}
		advance(t, k, &s, func(c *session.Change) { c.Events = all[:2] })
		advance(t, k, &s, func(c *session.Change) { c.Events = all[2:] })
		for _, c := range []struct{ after, limit, from, to int }{{0, 100, 0, 6}, {0, 2, 0, 2}, {4, 100, 4, 6}, {2, 1, 2, 3}} {
			got, err := k.Events(t.Context(), acme, "s1", c.after, c.limit)
			if diff := cmp.Diff(all[c.from:c.to], got); err != nil || diff != "" {
				t.Errorf("after %d, at most %d: %v\n%s", c.after, c.limit, err, diff)
			}
		}
		for _, c := range []struct {
			tenant, id string
			after      int
		}{{acme, "s1", 6}, {globex, "s1", 0}, {acme, "s2", 0}} {
			if got, err := k.Events(t.Context(), c.tenant, c.id, c.after, 10); err != nil || len(got) != 0 {
				t.Errorf("%+v: %v, %v", c, got, err)
			}
		}
	})
}

func TestInterviews_refuseWhatCannotBeNamed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		for name, change := range map[string]func(o *interview.Opening){
			"no tenant":      func(o *interview.Opening) { o.Session.Tenant = "" },
			"no id":          func(o *interview.Opening) { o.Session.ID = "" },
			"NUL in the id":  func(o *interview.Opening) { o.Session.ID = "s\x00" },
			"NUL in a user":  func(o *interview.Opening) { o.Session.UserID = "\x00" },
			"bytes in a key": func(o *interview.Opening) { o.Key = "\xff" },
		} {
			o := interview.Opening{Session: aSession(acme, "s1")}
			change(&o)
			if _, err := k.Create(t.Context(), o); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v, want kind %s", name, err, fault.Invalid)
			}
		}
		create(t, k, aSession(acme, "s1"))
		if _, err := k.Create(t.Context(), interview.Opening{Session: aSession(acme, "s1")}); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a taken id: %v, want kind %s", err, fault.Conflict)
		}
		for _, v := range []vacancy.Vacancy{{ID: "v", Version: 1}, {Tenant: acme, Version: 1}, {Tenant: acme, ID: "v", ExternalID: "\x00", Version: 1}} {
			if err := k.PutVacancy(t.Context(), v); fault.KindOf(err) != fault.Invalid {
				t.Errorf("vacancy %+v: %v, want kind %s", v, err, fault.Invalid)
			}
		}
	}, Schema())
}
