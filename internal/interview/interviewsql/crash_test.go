package interviewsql

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// crashURL makes this test binary, started once more, go on with an interview in
// the database it names until it is killed.
const crashURL = "KADRY_TEST_INTERVIEW_URL"

// killsEnv is how often the process is killed on each engine; 6 when it is not set.
const killsEnv = "KADRY_TEST_KILLS"

// crashStep is the change that makes a version: an answer, a mark, an event and a task.
func crashStep(s session.Session) session.Change {
	s.Version++
	n := s.Version - 1
	s.MessageCount, s.EventCount, s.UpdatedAt = n, n, noon
	text := fmt.Sprintf("Ответ %d. ", n) + strings.Repeat("Каналы и горутины. ", n%7*100)
	s.Plan.Hash = strconv.Itoa(n / 3)
	return session.Change{
		Session:  s,
		Messages: []session.Message{{Seq: n, Sender: session.Candidate, Kind: session.AnswerMessage, Text: text}},
		Marks:    []marking.Mark{{Question: strconv.Itoa(n), Through: n}},
		Events:   []session.Event{{ID: strconv.Itoa(n), Tenant: s.Tenant, Session: s.ID, Seq: n}},
		Tasks:    []session.Task{{Tenant: s.Tenant, Session: s.ID, Alarm: n}},
	}
}

// crashTies keep tasks in a table of the test.
func crashTies() TxHooks {
	return TxHooks{Changed: func(ctx context.Context, tx *sql.Tx, c session.Change) error {
		for _, t := range c.Tasks {
			if _, err := tx.ExecContext(ctx, "INSERT INTO task (alarm) VALUES ($1)", t.Alarm); err != nil {
				return err
			}
		}
		return nil
	}}
}

// crashChild goes on from what is kept and says each version that was committed.
func crashChild(ctx context.Context, url string) int {
	db, err := store.Open(ctx, store.Config{URL: url})
	if err == nil {
		k := NewInterviews(db, crashTies())
		var s session.State
		for s, err = k.Load(ctx, acme, "s1"); err == nil; {
			c := crashStep(s.Session)
			if err = k.Commit(ctx, c); err == nil {
				s.Session = c.Session
				fmt.Println(s.Version)
			}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// A process that is killed while it commits leaves every version it answered for, whole, and
// perhaps the one under way, whole.
func TestInterviews_killedInTheMiddle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		perform(t, db, "CREATE TABLE task (alarm INTEGER NOT NULL)")
		k := NewInterviews(db, crashTies())
		create(t, k, aSession(acme, "s1"))
		child := childURL(t, b)
		kills := 6
		if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
			kills = n
		}
		for i := range kills {
			answered := killInterview(t, child, 1+i*7%13)
			awaitGone(t, db, child)
			s, err := k.Load(t.Context(), acme, "s1")
			if err != nil {
				t.Fatal(err)
			}
			if s.Version < answered {
				t.Fatalf("version %d was answered for, %d is kept", answered, s.Version)
			}
			wantSteps(t, k, db, s)
		}
	}, Schema())
}

// childURL is the database as the child opens it: a server knows its connections by name.
func childURL(t *testing.T, b storetest.Bench) string {
	t.Helper()
	if b.Engine != store.PostgreSQL {
		return b.URL
	}
	address, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("application_name", query.Get("search_path"))
	address.RawQuery = query.Encode()
	return address.String()
}

// awaitGone returns once the server has ended what the killed child had sent to it.
func awaitGone(t *testing.T, db *store.DB, child string) {
	t.Helper()
	if db.Engine() != store.PostgreSQL {
		return
	}
	address, err := url.Parse(child)
	if err != nil {
		t.Fatal(err)
	}
	for number(t, db, "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", address.Query().Get("application_name")) > 0 {
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// killInterview starts the child, kills it once it has said n versions and returns the last
// that it said.
func killInterview(t *testing.T, url string, n int) (last int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), crashURL+"="+url)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for said := 0; lines.Scan(); said++ {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if said == n {
			if err := child.Process.Kill(); err != nil { // what it says meanwhile is read too
				t.Fatal(err)
			}
		}
	}
	_ = child.Wait() // killed is how it ends
	if last == 0 {
		t.Fatal("the child ended by itself")
	}
	return last
}

// wantSteps checks that what is kept is exactly the changes up to its version.
func wantSteps(t *testing.T, k *Interviews, db *store.DB, s session.State) {
	t.Helper()
	want := session.State{Session: aSession(acme, "s1")}
	for want.Version < s.Version {
		want = want.With(crashStep(want.Session))
	}
	wantState(t, k, want)
	last := int64(s.Version - 1)
	for _, query := range []string{
		"SELECT count(*) FROM task", "SELECT count(DISTINCT alarm) FROM task", "SELECT max(alarm) FROM task",
		"SELECT count(*) FROM interview_event", "SELECT max(seq) FROM interview_event",
	} {
		if n := number(t, db, query); n != last {
			t.Errorf("version %d: %s is %d, want %d", s.Version, query, n, last)
		}
	}
}
