package talentsql

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
)

// crashURL makes this test binary, started once more, add candidates to the database it
// names until it is done or killed.
const crashURL = "KADRY_TEST_CRASH_URL"

const crashPeople = 60

func crashPerson(n int) talent.Candidate { return person(n, 200_000) }

// crashChild adds the people one after another and says so after each.
func crashChild(ctx context.Context, url string) int {
	db, err := store.Open(ctx, store.Config{URL: url})
	if err == nil {
		s := NewCandidates(db, clock)
		for n := 0; n < crashPeople && err == nil; n++ {
			if _, _, err = s.Add(ctx, acme, crashPerson(n)); err == nil {
				fmt.Println(n)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// A process that is killed while it adds candidates leaves those it answered for, whole,
// perhaps the one under way, whole, and nothing else; another run completes the work.
func TestKilledInTheMiddle(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, b storetest.Bench) {
		for _, after := range []int{1, 7, 23, 41} {
			killAfter(t, b.URL, after)
			wantWhole(t, s, after)
		}
		killAfter(t, b.URL, crashPeople)
		wantWhole(t, s, crashPeople)
	})
}

// killAfter starts the child and kills it once it has said n numbers.
func killAfter(t *testing.T, url string, n int) {
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
	said := 0
	for lines := bufio.NewScanner(out); said < n && lines.Scan(); {
		said++
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// Killed is how it ends, so Wait has nothing to tell; what counts is what it said.
	_ = child.Wait()
	if said < n {
		t.Fatalf("the child added %d candidates, want %d", said, n)
	}
}

// wantWhole checks that the first candidates, at least n of them, are there complete.
func wantWhole(t *testing.T, s *Candidates, n int) {
	t.Helper()
	changes, err := s.Changes(t.Context(), acme, 0, 10*crashPeople)
	if err != nil {
		t.Fatal(err)
	}
	if len(changes) < n {
		t.Fatalf("%d candidates are left of %d that were answered as kept", len(changes), n)
	}
	for i, change := range changes {
		want := crashPerson(i)
		wantCandidates(t, []talent.Candidate{*change.Candidate}, want)
		wantCandidates(t, get(t.Context(), t, s, acme, want.ID), want)
	}
}
