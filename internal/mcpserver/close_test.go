package mcpserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/op"
)

func TestClose_waitsForCallsThenCutsThemShort(t *testing.T) {
	t.Parallel()
	for _, era := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			hold := newSlow()
			s, err := New(sampleConfig(t, hold))
			if err != nil {
				t.Fatal(err)
			}
			url := serveAs(t, s, op.Caller{})
			w := modern(url)
			if era != w.revision {
				w = legacy(t, url, "{}")
			}
			answered := make(chan string, 1)
			r := w.request(t, "tools/call", "wait_long", w.body("tools/call", `{"name":"wait_long","arguments":{}}`))
			go func() {
				got, err := fetch(r)
				answered <- fmt.Sprint(string(got.body), err)
			}()
			<-hold.entered
			ctx, cancel := context.WithCancel(t.Context())
			closed := make(chan error, 1)
			go func() { closed <- s.Close(ctx) }()
			for s.enter() {
				s.serving.Done()
				runtime.Gosched()
			}
			select {
			case err := <-closed:
				t.Errorf("Close did not wait for the call: %v", err)
			case cause := <-hold.left:
				t.Errorf("Close cancelled the call while it still had time: %v", cause)
			default:
			}
			cancel()
			if cause, err := <-hold.left, <-closed; cause == nil || err == nil {
				t.Errorf("the call ended by %v and Close by %v, want both to say they were cut short", cause, err)
			}
			if got := <-answered; !strings.Contains(got, string(fault.Canceled)) {
				t.Errorf("got %q, want the call answered as cancelled", got)
			}
		})
	}
}

func TestClose_refusesNewRequests(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	w := modern(serveAs(t, s, op.Caller{}))
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.status(t); got != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", got)
	}
}

func TestClose_endsOpenStreams(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	w := legacy(t, serveAs(t, s, op.Caller{}), "{}")
	r := w.request(t, "", "", "")
	r.Method = http.MethodGet
	response, err := browser.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(response.Body); err != nil {
		t.Errorf("the stream broke: %v", err)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
}
