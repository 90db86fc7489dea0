package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// asked calls everything there is to call.
func asked(ctx context.Context, k *Interviews) map[string]error {
	s := aSession(acme, "s1")
	s.Version = 2
	errs := map[string]error{}
	_, errs["Stamp"] = k.Stamp(ctx, acme)
	_, errs["Vacancies"] = k.Vacancies(ctx, acme)
	_, errs["Vacancy"] = k.Vacancy(ctx, acme, "v1")
	_, errs["External"] = k.External(ctx, acme, "x")
	errs["PutVacancy"] = k.PutVacancy(ctx, aVacancy(acme, "v2", "", 1))
	errs["DropVacancy"] = k.DropVacancy(ctx, acme, "v1")
	_, errs["Create"] = k.Create(ctx, interview.Opening{Session: aSession(acme, "s2"), Key: "k"})
	_, errs["Load"] = k.Load(ctx, acme, "s1")
	errs["Commit"] = k.Commit(ctx, session.Change{Session: s, Messages: []session.Message{{Seq: 1, Text: "x"}}})
	_, errs["Sessions"] = k.Sessions(ctx, acme, interview.Filter{Limit: 1})
	_, errs["Events"] = k.Events(ctx, acme, "s1", 0, 1)
	_, errs["Tenants"] = k.Tenants(ctx)
	errs["Erase"] = k.Erase(ctx, acme, []string{"s1"})
	errs["PutSurvey"] = k.PutSurvey(ctx, acme, "survey of s1", nil)
	_, errs["Outcomes"] = k.Outcomes(ctx, acme, "")
	_, errs["Sweep"] = k.Sweep(ctx, noon)
	return errs
}

// A caller that has gone away changes nothing.
func TestInterviews_canceledCalls(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		s := aSession(acme, "s1")
		create(t, k, s)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for what, err := range asked(ctx, k) {
			if fault.KindOf(err) != fault.Canceled {
				t.Errorf("%s = %v, want kind %s", what, err, fault.Canceled)
			}
		}
		wantState(t, k, session.State{Session: s})
	}, Schema())
}

// A server that goes away is Unavailable to every call, and none is half done.
func TestInterviews_serverGone(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t, Schema())
	direct := NewInterviews(b.Open(t), TxHooks{})
	relay := storetest.NewRelay(t, b.URL)
	k := NewInterviews(storetest.OpenURL(t, relay.URL, Schema()), TxHooks{})
	s := aSession(acme, "s1")
	create(t, k, s)
	relay.Cut()
	for what, err := range asked(t.Context(), k) {
		if f := fault.From(err); f.Kind != fault.Unavailable || f.Text.RU == "" || f.RetryAfter == 0 {
			t.Errorf("%s = %v, want kind %s and when to try again", what, err, fault.Unavailable)
		}
	}
	wantState(t, direct, session.State{Session: s})
}

// A full disk refuses what is new and keeps what there is; once there is space the work goes on.
func TestInterviews_diskFull(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t, Schema()).Open(t)
	k := NewInterviews(db, TxHooks{})
	s := aSession(acme, "s1")
	create(t, k, s)
	pages := func(most string) {
		t.Helper()
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			var n int
			return tx.QueryRowContext(ctx, "PRAGMA max_page_count = "+most).Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages("1") // as many as there are
	long := strings.Repeat("Горутины и каналы. ", 5000)
	answer := session.Change{Session: s, Messages: []session.Message{{Seq: 1, Text: long}}}
	answer.Session.Version = 2
	full := aSession(acme, "s2")
	full.Resume = long
	_, err := k.Create(t.Context(), interview.Opening{Session: full, Key: "k"})
	for what, err := range map[string]error{"an answer": k.Commit(t.Context(), answer), "a start": err} {
		if f := fault.From(err); f.Kind != fault.Unavailable || !strings.Contains(f.Text.EN, "space") {
			t.Errorf("%s on a full disk: %v, want the text about space", what, err)
		}
	}
	wantState(t, k, session.State{Session: s})
	pages("1000000")
	if err := k.Commit(t.Context(), answer); err != nil {
		t.Error(err)
	}
	if _, err := k.Create(t.Context(), interview.Opening{Session: full, Key: "k", Until: noon.Add(time.Hour)}); err != nil {
		t.Error(err)
	}
	wantState(t, k, session.State{Session: answer.Session, Messages: answer.Messages})
}

// Before anything was compiled, and within a caller's transaction, a commit does the same.
func TestInterviews_commitWithinAnotherTransaction(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		s := aSession(acme, "s1")
		create(t, NewInterviews(db, TxHooks{}), s)
		k := NewInterviews(db, TxHooks{})
		commit := func(version int, then error) error {
			return db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				c := session.Change{Session: s, Messages: []session.Message{{Seq: version, Text: "x"}}}
				c.Session.Version = version
				return errors.Join(k.CommitIn(ctx, tx, c), then)
			})
		}
		undone := errors.New("the rest of the transaction failed")
		for _, c := range []struct {
			version int
			then    error
			want    error
		}{{2, undone, undone}, {3, nil, interview.ErrMoved}, {2, nil, nil}, {2, nil, interview.ErrMoved}} {
			if err := commit(c.version, c.then); !errors.Is(err, c.want) {
				t.Errorf("version %d: %v, want %v", c.version, err, c.want)
			}
		}
		s.Version = 2
		wantState(t, k, session.State{Session: s, Messages: []session.Message{{Seq: 2, Text: "x"}}})
	}, Schema())
}

// What every step goes through is compiled once on SQLite, and never where the driver does it.
func TestInterviews_compileWhatIsFrequent(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		create(t, k, aSession(acme, "s1"))
		first := k.compiled.Load()
		create(t, k, aSession(acme, "s2"))
		if first == nil || k.compiled.Load() != first {
			t.Fatal("not compiled once")
		}
		for which, statement := range first {
			if (statement != nil) != (b.Engine == store.SQLite) {
				t.Errorf("statement %d is compiled: %v", which, statement != nil)
			}
		}
	}, Schema())
}
