package upstream_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// writerFolder names the folder to a copy of the test that writes until it is killed.
const writerFolder = "KADRY_UPSTREAM_WRITER"

const (
	killPages = 5
	killDaily = 100_000
)

func killPolicy() upstream.Policy {
	p := plain()
	p.Daily = killDaily
	return p
}

// writeUntilKilled asks for the same few pages over and over, each time with another body,
// and prints a line after each.
func writeUntilKilled(folder string) {
	n := 0
	w := &town{conns: make(chan net.Conn), closed: make(chan struct{})}
	w.server = &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		n++
		_, _ = rw.Write(bytes.Repeat([]byte{byte('a' + n%26)}, 1000+n*977%60_000))
	})}
	go func() { _ = w.server.Serve(w) }()
	c, err := upstream.NewOn(upstream.Config{Policies: []upstream.Policy{killPolicy()}, Folder: folder, CacheBytes: 1 << 20}, w.dial)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		if _, err := c.Get(context.Background(), again(fmt.Sprint(i%killPages))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		_, _ = io.WriteString(os.Stdout, ".\n")
	}
}

// killed runs a writer and kills it after so many lines. The writer does not wait for the
// reader of its lines, so the kill falls on any instruction.
func killed(t *testing.T, folder string, lines int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerFolder+"="+folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := bufio.NewScanner(out)
	for range lines {
		if !seen.Scan() {
			break
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	for seen.Scan() {
		lines++
	}
	_ = cmd.Wait()
	if lines < 3 {
		t.Fatal("the writer wrote nothing")
	}
}

func TestCache_survivesKill(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	spent := 0
	for round := range rounds {
		killed(t, folder, 7+round*5)
		c := client(t, newTown(t, nil), upstream.Config{Folder: folder, Offline: true}, killPolicy())
		whole := 0
		for i := range killPages {
			res, err := c.Get(t.Context(), page(fmt.Sprint(i)))
			if fault.KindOf(err) == fault.Unavailable {
				continue
			}
			whole++
			if err != nil || len(res.Body) < 1000 || len(bytes.Trim(res.Body, string(res.Body[:1]))) != 0 {
				t.Errorf("round %d, page %d: a mixed copy of %d bytes, %v", round, i, len(res.Body), err)
			}
		}
		if whole != killPages { // every page had been written before, and nothing removes a copy
			t.Errorf("round %d: %d copies of %d", round, whole, killPages)
		}
		left := c.Stats()[0].BudgetLeft
		if now := killDaily - left; now < spent+7+round*5 {
			t.Errorf("round %d: %d requests on the budget after %d before", round, now, spent)
		} else {
			spent = now
		}
	}
}
