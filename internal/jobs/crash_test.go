package jobs

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// childURL makes this test binary, started once more, work the queue of the database it
// names until it is killed. childName is its identity, none when empty.
const (
	childURL  = "KADRY_TEST_JOBS_URL"
	childName = "KADRY_TEST_JOBS_NAME"
)

// killsEnv is how often processes are killed on each engine; 10 when it is not set.
const killsEnv = "KADRY_TEST_KILLS"

const crashLease = 3 * time.Second

// crashing is what the processes are made of that are killed.
func crashing() (Config, []Kind) {
	ordered := func(ctx context.Context, j Job) (Effect, error) {
		wait(ctx, rand.N(4*time.Millisecond))
		if j.ID%9 == 0 && j.Attempt == 1 {
			return nil, errTest
		}
		return ordinal(j), nil
	}
	stuck := func(ctx context.Context, _ Job) (Effect, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return Config{Workers: 4, Lease: crashLease, Poll: 100 * time.Millisecond},
		[]Kind{{Name: "ordered", Work: ordered, Retry: atOnce(1000)}, {Name: "stuck", Work: stuck}}
}

// ordinal is an effect whose rows are numbered in the order of their jobs' completion.
func ordinal(j Job) Effect {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO tally (n, order_key, job)
			SELECT count(*) + 1, $1, $2 FROM tally WHERE order_key = $1`, j.OrderKey, j.ID)
		return err
	}
}

// child tells each event on a line.
func child(url string) int {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Config{URL: url, Conns: 6})
	if err == nil {
		config, kinds := crashing()
		config.Identity = os.Getenv(childName)
		config.Watch = func(e Event) { fmt.Println(e.What, e.ID) }
		var q *Queue
		if q, err = New(db, config); err == nil {
			err = q.Handle(kinds...)
		}
		if err == nil {
			err = q.Run(ctx)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// mortal is a child process.
type mortal struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func bear(t *testing.T, url, name string) *mortal {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+url, childName+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &mortal{cmd, bufio.NewScanner(out)}
}

// hear reads n lines, or up to the first one that starts with a word.
func (m *mortal) hear(t *testing.T, n int, word What) {
	t.Helper()
	for range n {
		if !m.lines.Scan() {
			t.Fatal("the child ended by itself")
		}
		if text := m.lines.Text(); word != "" && len(text) >= len(word) && What(text[:len(word)]) == word {
			return
		}
	}
}

func (m *mortal) kill(t *testing.T) {
	t.Helper()
	if err := m.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for m.lines.Scan() { // what it said meanwhile
	}
	_ = m.cmd.Wait() // killed is how it ends
}

// Two processes work what a third one inserts, and are killed at any instruction again and
// again: every effect takes place once, and in the order of its key.
func TestCrash_everyEffectOnceAndInOrder(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		kills := 10
		if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
			kills = n
		}
		perform(t, db, "CREATE TABLE tally (n BIGINT NOT NULL, order_key TEXT NOT NULL, job BIGINT NOT NULL)")
		config, kinds := crashing()
		p := newProcess(t, db, config, kinds...)
		inserted, perKill := 0, 30
		two := [2]*mortal{bear(t, b.URL, "one"), bear(t, b.URL, "")}
		for i := range kills {
			for range perKill {
				p.insert(t, Spec{Kind: "ordered", OrderKey: fmt.Sprint("key ", rand.IntN(10))})
				inserted++
			}
			which := rand.IntN(2)
			two[which].hear(t, 1+rand.IntN(20), "")
			two[which].kill(t)
			// One comes back under its name and takes back what it held; the other is a stranger.
			two[which] = bear(t, b.URL, []string{"one", ""}[which])
			if i%7 == 6 { // and both at once
				two[1-which].kill(t)
				two[1-which] = bear(t, b.URL, []string{"one", ""}[1-which])
			}
		}
		for number(t, db, "SELECT count(*) FROM job WHERE finished_at = 0") > 0 {
			two[0].hear(t, 3, "")
			two[1].hear(t, 3, "")
		}
		two[0].kill(t)
		two[1].kill(t)
		if n := number(t, db, "SELECT count(*) FROM job WHERE state = 'done'"); n != int64(inserted) {
			t.Errorf("%d jobs are done of %d", n, inserted)
		}
		if n, jobs := number(t, db, "SELECT count(*) FROM tally"), number(t, db, "SELECT count(DISTINCT job) FROM tally"); n != jobs || n != int64(inserted) {
			t.Errorf("%d effects of %d jobs, want one of each of %d", n, jobs, inserted)
		}
		if n := number(t, db, "SELECT count(*) FROM tally a JOIN tally b ON a.order_key = b.order_key AND a.n < b.n AND a.job > b.job"); n != 0 {
			t.Errorf("%d pairs of effects are in the wrong order", n)
		}
		t.Logf("%d kills, %d jobs, %d attempts", kills, inserted, number(t, db, "SELECT sum(attempt) FROM job"))
	})
}

// A process that is killed in the middle of its work is replaced as soon as the lease is over
// that it had at the kill.
func TestCrash_recoveryWhenTheLeaseEnds(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		clock := newShifted()
		config, kinds := crashing()
		config.Clock = clock.now
		p := newProcess(t, db, config, kinds...)
		id := p.insert(t, Spec{Kind: "stuck"})
		m := bear(t, b.URL, "")
		m.hear(t, 1000, Claimed)
		p.start(t)
		p.await(t, Idle) // it sees that the other one holds the job
		m.kill(t)
		p.told()
		clock.set(crashLease + time.Second) // it renewed its lease before, and nobody does now
		if e, idle := p.looks(t, Requeued); e.ID != id || idle > aFew {
			t.Errorf("requeued %+v after %d looks, want %d", e, idle, id)
		}
		if e := p.await(t, Claimed); e.ID != id || e.Attempt != 1 {
			t.Errorf("claimed %+v, want the second attempt of %d", e, id)
		}
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
			_, err := p.Cancel(ctx, tx, id)
			return err
		})
		p.await(t, Lost)
	})
}
