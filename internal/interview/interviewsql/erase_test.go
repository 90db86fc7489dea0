package interviewsql

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

// speak keeps an interview of somebody whose every personal word carries the number n, and
// returns those words. size is about how long each text is.
func speak(t rapid.TB, k *Interviews, n, size int) (id string, traces []string) {
	t.Helper()
	mark := func(what string) string { return fmt.Sprintf("%s Вымышленный-%d!", what, n) }
	long := func(what string) string {
		return strings.Repeat(mark(what)+" Go и PostgreSQL. ", max(1, size/len(mark(what))))
	}
	s := session.Session{
		ID: fmt.Sprintf("s-%06d", n), Tenant: acme, UserID: mark("user"), ExternalID: mark("external"), Resume: long("resume"),
		SurveyKey: mark("survey"), WebhookURL: "https://example.org/?" + mark("webhook"),
		Status: session.Active, Stage: session.StageMatching, Version: 1, CreatedAt: noon,
	}
	ctx := context.Background()
	_, err := k.Create(ctx, interview.Opening{Session: s, Key: mark("key"), Request: mark("request"), Until: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	steps := []func(c *session.Change){
		func(c *session.Change) {
			c.Session.Fit.Matched = []vacancy.Shown{{Evidence: mark("evidence")}}
			c.Session.Plan.Hash = "hash"
			c.Session.Current = &session.Asked{ID: "q", Text: mark("asked")}
			c.Messages = []session.Message{{Seq: 1, Text: mark("question"), At: noon}}
			c.Events = []session.Event{{Seq: 1, UserID: s.UserID, Question: &session.QuestionEvent{Text: mark("event")}}}
		},
		func(c *session.Change) {
			c.Session.Current = nil
			c.Messages = []session.Message{{Seq: 2, Text: long("answer"), Raw: mark("raw"), At: noon}}
		},
		func(c *session.Change) {
			c.Marks = []marking.Mark{{Question: "q", Points: []marking.PointMark{{ID: "p", Quote: marking.Quote{Text: mark("quote")}}}}}
		},
		func(c *session.Change) {
			c.Session.Status, c.Session.EndedAt = session.Completed, noon
			c.Session.Analysis = &analysis.Analysis{OverallScore: 50, Summary: long("summary")}
			c.Events = []session.Event{{Seq: 2, UserID: s.UserID, Analysis: c.Session.Analysis}}
		},
		func(c *session.Change) {
			c.Session.Reviewed = &analysis.Analysis{Summary: mark("reviewed")}
			c.Overrides = []analysis.Override{{Question: "q", Who: mark("who"), Reason: mark("reason")}}
		},
	}
	for _, step := range steps {
		s.Version++
		c := session.Change{Session: s}
		step(&c)
		s = c.Session
		if err := k.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.PutSurvey(ctx, acme, s.SurveyKey, map[string]string{"a": mark("said")}); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{
		"user", "external", "resume", "survey", "webhook", "key", "request", "evidence", "asked", "question", "event",
		"answer", "raw", "quote", "summary", "reviewed", "who", "reason", "said",
	} {
		traces = append(traces, mark(what))
	}
	return s.ID, traces
}

// After an erasure none of the person's words is left in SQLite's files, whatever was kept
// and erased before and however large it was.
func TestInterviews_erasedBytesAreGone(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t, Schema())
	k := NewInterviews(b.Open(t), TxHooks{})
	dice := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 300, 600, 2000, 3900, 4100, 6000, 20_000, 60_000}
	kept, gone := map[string][]string{}, []string{}
	for n := range 30 {
		id, traces := speak(t, k, n, sizes[dice.IntN(len(sizes))])
		kept[id] = traces
		if n%3 != 2 {
			continue
		}
		ids := slices.Sorted(maps.Keys(kept))
		dice.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		ids = ids[:1+dice.IntN(min(3, len(ids)))]
		if err := k.Erase(t.Context(), acme, ids); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			gone = append(gone, kept[id]...)
			delete(kept, id)
		}
		wantTraces(t, storetest.Raw(t, b.URL), kept, gone)
	}
}

func wantTraces(t *testing.T, raw []byte, kept map[string][]string, gone []string) {
	t.Helper()
	for _, trace := range gone {
		if bytes.Contains(raw, []byte(trace)) {
			t.Fatalf("%q is still in the files", trace)
		}
	}
	for id, traces := range kept {
		found := 0
		for _, trace := range traces { // one can lie across the end of a page
			if bytes.Contains(raw, []byte(trace)) {
				found++
			}
		}
		if found < len(traces)*2/3 {
			t.Fatalf("%d of %d words of %s are found in the files: this test looks in the wrong place", found, len(traces), id)
		}
	}
}

// The same through a second process that has the database open and reads.
func TestInterviews_erasedBesideAnotherProcess(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t, Schema())
	k, other := NewInterviews(b.Open(t), TxHooks{}), NewInterviews(b.Open(t), TxHooks{})
	id, traces := speak(t, k, 1, 30_000)
	if _, err := other.Load(t.Context(), acme, id); err != nil {
		t.Fatal(err)
	}
	if err := other.Erase(t.Context(), acme, []string{id}); err != nil {
		t.Fatal(err)
	}
	wantTraces(t, storetest.Raw(t, b.URL), nil, traces)
}

func TestInterviews_tombstoneNamesNobody(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		k := NewInterviews(db, TxHooks{})
		id, traces := speak(t, k, 1, 100)
		create(t, k, aSession(acme, "under way"))
		before := time.Now().Add(-time.Minute)
		for range 2 { // the second time there is nothing to erase
			if err := k.Erase(t.Context(), acme, []string{id, "under way", "unknown"}); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		var erasedAt int64
		err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) (err error) {
			got, err = column(ctx, tx, "SELECT tenant || ' ' || id || ' ' || vacancy_id || ' ' || plan_hash || ' ' || created_at || ' ' || ended_at FROM interview_tombstone ORDER BY id")
			if err == nil {
				err = tx.QueryRowContext(ctx, "SELECT max(erased_at) FROM interview_tombstone").Scan(&erasedAt)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			fmt.Sprintf("acme %s  hash %d %d", id, noon.UnixMicro(), noon.UnixMicro()),
			fmt.Sprintf("acme under way   %d 0", noon.UnixMicro()),
		}
		if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("tombstones %q, want %q", got, want)
		}
		for _, trace := range traces {
			if strings.Contains(strings.Join(got, ""), trace) {
				t.Errorf("a tombstone tells %q", trace)
			}
		}
		if at := time.UnixMicro(erasedAt); at.Before(before) || at.After(time.Now().Add(time.Minute)) {
			t.Errorf("erased at %v", at)
		}
		for _, table := range []string{"", "_paper", "_message", "_mark", "_override", "_event", "_key", "_survey"} {
			if n := number(t, db, "SELECT count(*) FROM interview"+table); n != 0 {
				t.Errorf("%d rows are left in interview%s", n, table)
			}
		}
	}, Schema())
}

// Several hundred at once, of which another tenant's stay.
func TestInterviews_eraseMany(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		var ids []string
		for i := range idsAtOnce + 7 {
			s := aSession(acme, fmt.Sprintf("s%04d", i))
			create(t, k, s)
			ids = append(ids, s.ID)
		}
		create(t, k, aSession(globex, "s0001"))
		if err := k.Erase(t.Context(), acme, ids); err != nil {
			t.Fatal(err)
		}
		tenants, err := k.Tenants(t.Context())
		if err != nil || len(tenants) != 1 || tenants[0] != globex {
			t.Errorf("%v, %v", tenants, err)
		}
	}, Schema())
}
