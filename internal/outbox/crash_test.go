package outbox_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/seal"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// childURL makes this test binary, started once more, deliver from the database it names to
// the host of childHost until it is killed.
const (
	childURL  = "KADRY_TEST_OUTBOX_URL"
	childHost = "KADRY_TEST_OUTBOX_HOST"
)

// killsEnv is how often processes are killed on each engine; 8 when it is not set.
const killsEnv = "KADRY_TEST_KILLS"

// child tells each outcome of the queue on a line.
func child(database string) int {
	err := deliverForEver(context.Background(), database)
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func deliverForEver(ctx context.Context, database string) error {
	db, err := store.Open(ctx, store.Config{URL: database, Conns: 6})
	if err != nil {
		return err
	}
	way, err := upstream.New(upstream.Config{Open: []upstream.Open{{Name: "hooks", Plain: true, Inside: []string{os.Getenv(childHost)}}}})
	if err != nil {
		return err
	}
	q, err := jobs.New(db, jobs.Config{
		Workers: 6, Lease: 3 * time.Second, Poll: 50 * time.Millisecond,
		Watch: func(e jobs.Event) { fmt.Println(e.What, e.ID) },
	})
	if err != nil {
		return err
	}
	vault, err := seal.New(testKey)
	if err != nil {
		return err
	}
	if _, err := outbox.New(outbox.Config{DB: db, Queue: q, Send: way.Send, Check: way.Check, Seal: vault}); err != nil {
		return err
	}
	return q.Run(ctx)
}

// mortal is a child process.
type mortal struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func bear(t *testing.T, database, host string) *mortal {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+database, childHost+"="+host)
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

func (m *mortal) hear(t *testing.T, n int) {
	t.Helper()
	for range n {
		if !m.lines.Scan() {
			t.Fatal("the child ended by itself")
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

// Two processes deliver what a third one adds, and are killed at any instruction again and
// again: every message arrives, signed, first arrivals are in the order of their stream, and
// what arrives twice is the same twice.
func TestCrash_everythingArrivesInOrder(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		kills := 8
		if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
			kills = n
		}
		const streams, perKill = 10, 20
		r := newReceiver(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			timer := time.NewTimer(rand.N(4 * time.Millisecond)) // a receiver takes its time
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-r.Context().Done():
			}
			w.WriteHeader(204)
		})
		o := newOffice(t, b.Open(t), plan{clock: quick(1), idle: true})
		secret := o.rotate(t, acme, 0)
		at, err := url.Parse(r.url)
		if err != nil {
			t.Fatal(err)
		}
		added := make([]int, streams)
		two := [2]*mortal{bear(t, b.URL, at.Host), bear(t, b.URL, at.Host)}
		for range kills {
			for range perKill {
				s := rand.IntN(streams)
				added[s]++
				stream := fmt.Sprint("s", s)
				o.add(t, message(acme, stream, added[s], r.url+"/"+stream))
			}
			which := rand.IntN(2)
			two[which].hear(t, 1+rand.IntN(20))
			two[which].kill(t)
			two[which] = bear(t, b.URL, at.Host)
		}
		for o.count(t, `SELECT count(*) FROM outbox_message WHERE state = 'pending'`) > 0 {
			two[0].hear(t, 2)
			two[1].hear(t, 2)
		}
		two[0].kill(t)
		two[1].kill(t)

		got := r.arrived()
		first := byStream(t, got)
		for s, n := range added {
			stream := fmt.Sprint("s", s)
			if diff := cmp.Diff(ids(acme, stream, n), first[stream]); diff != "" {
				t.Errorf("%s: %s", stream, diff)
			}
		}
		for _, a := range got {
			if err := webhook.Verify(a.stamp(), []byte(a.body), time.Now(), secret); err != nil {
				t.Fatal(err)
			}
		}
		counts, err := o.Stats(t.Context(), "")
		if err != nil || counts[outbox.Delivered] != int64(kills*perKill) {
			t.Errorf("%v, %v", counts, err)
		}
		t.Logf("%d kills, %d messages, %d requests, %d attempts written down, %d of them without an end", kills, kills*perKill, len(got),
			o.count(t, `SELECT count(*) FROM outbox_attempt`), o.count(t, `SELECT count(*) FROM outbox_attempt WHERE ended = 0`))
		if n := o.count(t, `SELECT count(*) FROM outbox_attempt`); n < int64(len(got)) {
			t.Errorf("%d requests arrived, and %d attempts are written down", len(got), n)
		}
	})
}
