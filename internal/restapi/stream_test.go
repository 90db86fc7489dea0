package restapi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const events = "text/event-stream"

func TestStream(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	for name, c := range map[string]struct{ lang, accept, target, body, want string }{
		"stages and the answer": {
			"en", events, "add_books", `{"books":[{"title":"x"},{"title":"y"}]}`,
			": open\n\n" +
				"event: progress\ndata: {\"done\":1,\"total\":2,\"message\":\"Added 1\"}\n\n" +
				"event: progress\ndata: {\"done\":2,\"total\":2,\"message\":\"Added 2\"}\n\n" +
				"event: result\ndata: {\"added\":2,\"budget\":1048576}",
		},
		"in Russian": {
			"ru", "application/json, text/event-stream;q=0.9", "add_books", `{"books":[{"title":"x"}]}`,
			": open\n\nevent: progress\ndata: {\"done\":1,\"total\":1,\"message\":\"Добавлено: 1\"}\n\nevent: result\ndata: {\"added\":1,\"budget\":1048576}",
		},
		"a failure": {
			"en", events, "find_books", `{"words":[]}`,
			": open\n\nevent: error\ndata: {\"type\":\"/openapi.json#/components/responses/invalid_argument\",\"title\":\"The input is not right\",\"status\":400," +
				"\"detail\":\"words: must have 1-3 items, got 0\",\"instance\":\"r1\",\"code\":\"invalid_argument\",\"errors\":[{\"field\":\"words\",\"detail\":\"must have 1-3 items, got 0\"}]}",
		},
		"not asked for": {"en", "text/event-stream;q=0, */*", "add_books", `{"books":[{"title":"x"}]}`, `{"added":1,"budget":1048576}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, h, c.lang, "POST", toolsPath+"/"+c.target, c.body, "Accept", c.accept)
			if diff := cmp.Diff(c.want, read(t, r)); diff != "" || r.StatusCode != 200 {
				t.Errorf("status %d: %s", r.StatusCode, diff)
			}
		})
	}
	if r := ask(t, h, "en", "POST", toolsPath+"/add_book", `{}`, "Accept", events); r.StatusCode != 404 {
		t.Errorf("an unknown operation: got %d before any event, want 404", r.StatusCode)
	}
}

// waiting is an operation that reports one stage and then waits for its end.
func waiting(ended chan<- error) *op.Op {
	return op.New(op.Spec{Name: "wait", Toolset: "trouble", Title: "Wait", Doc: "Waits.", Effect: op.Reads, Timeout: time.Hour},
		func(ctx context.Context, _ struct{}) (addOutput, error) {
			op.Progress(ctx)(op.Stage{Done: 1, Text: fault.Say("Waiting", "Ожидание")})
			<-ctx.Done()
			ended <- ctx.Err()
			return addOutput{}, ctx.Err()
		})
}

func TestStream_clientGoesAway(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	server := httptest.NewServer(serve(t, Config{Registry: library(t, waiting(ended))}))
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", server.URL+toolsPath+"/wait", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", events)
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() && lines.Text() != "event: progress" {
	}
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v, want it cancelled", err)
	}
}

// brokenPipe is a client that stops reading after the first few events.
type brokenPipe struct {
	http.ResponseWriter
	left int
}

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return b.ResponseWriter.Write(p)
}

func TestStream_writeFailureCancels(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	h := serve(t, Config{Registry: library(t, waiting(ended))})
	r := httptest.NewRequestWithContext(t.Context(), "POST", toolsPath+"/wait", nil)
	r.Header.Set("Accept", events)
	h.ServeHTTP(&brokenPipe{httptest.NewRecorder(), 1}, r)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v, want it cancelled", err)
	}
}

func TestStream_keepsAQuietConnectionAlive(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := op.New(op.Spec{Name: "slow", Toolset: "trouble", Title: "Slow", Doc: "Takes 40 s.", Effect: op.Reads, Timeout: time.Minute},
			func(ctx context.Context, _ struct{}) (addOutput, error) {
				select {
				case <-time.After(40 * time.Second):
				case <-ctx.Done():
				}
				return addOutput{}, ctx.Err()
			})
		r := ask(t, serve(t, Config{Registry: library(t, slow)}), "en", "POST", toolsPath+"/slow", "", "Accept", events)
		want := ": open\n\n: alive\n\n: alive\n\nevent: result\ndata: {\"added\":0,\"budget\":0}"
		if diff := cmp.Diff(want, read(t, r)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOffer_neverWaits(t *testing.T) {
	t.Parallel()
	stages := make(chan op.Stage, stagesKept)
	var reporters sync.WaitGroup
	for range 4 {
		reporters.Go(func() {
			for i := range 1000 {
				offer(stages, op.Stage{Done: i})
			}
		})
	}
	reporters.Wait()
	offer(stages, op.Stage{Done: 7777})
	close(stages)
	var last op.Stage
	kept := 0
	for s := range stages {
		last, kept = s, kept+1
	}
	if last.Done != 7777 || kept != stagesKept {
		t.Errorf("kept %d stages, the last is %d; want the newest %d", kept, last.Done, stagesKept)
	}
}

func TestAcceptsEvents(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]bool{
		"": false, "*/*": false, "text/*": false, "text/event-stream": true, "TEXT/Event-Stream": true,
		"application/json, text/event-stream": true, "text/event-stream;q=0": false, ";;,": false,
	} {
		r := &http.Request{Header: http.Header{"Accept": strings.Split(accept, "\n")}}
		if got := acceptsEvents(r); got != want {
			t.Errorf("Accept %q: got %t, want %t", accept, got, want)
		}
	}
}
