package restapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"kadry/internal/op"
)

const (
	// heartbeat keeps proxies from closing a quiet stream; the usual idle limit is 60 s.
	heartbeat = 15 * time.Second
	// eventDeadline is how long one event may take to reach a slow client.
	eventDeadline = 30 * time.Second
	// stagesKept bounds what waits for a slow client; older stages give way to newer ones.
	stagesKept = 16
)

type progressEvent struct {
	Done    int    `json:"done"`
	Total   int    `json:"total,omitempty"`
	Message string `json:"message,omitempty"`
}

type outcome struct {
	result op.Result
	err    error
}

// stream runs a call and tells of it in events: any number of "progress", then one
// "result" with the answer or one "error" with the problem. A client that goes away
// cancels the call.
func (f *front) stream(w http.ResponseWriter, r *http.Request, o *op.Op, args []byte) {
	ctx, cancel := context.WithCancel(r.Context())
	stages := make(chan op.Stage, stagesKept)
	done := make(chan outcome, 1)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	running.Go(func() {
		result, err := f.call(op.WithProgress(ctx, func(s op.Stage) { offer(stages, s) }), o, args)
		done <- outcome{result, err}
	})

	events := openEvents(w)
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()
	lang := op.CallerFrom(ctx).Lang
	err := events.comment("open")
	for err == nil {
		select {
		case s := <-stages:
			err = events.progress(s, lang)
		case <-alive.C:
			err = events.comment("alive")
		case end := <-done:
			events.end(r, stages, lang, end)
			return
		}
	}
}

// offer leaves a stage for the writer without ever waiting for it.
func offer(stages chan op.Stage, s op.Stage) {
	for {
		select {
		case stages <- s:
			return
		default:
		}
		select {
		case <-stages:
		default:
		}
	}
}

type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// openEvents begins a stream.
func openEvents(w http.ResponseWriter) eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies would hold events back
	return eventWriter{w: w, control: http.NewResponseController(w)}
}

func (e eventWriter) progress(s op.Stage, lang string) error {
	return e.event("progress", encode(progressEvent{Done: s.Done, Total: s.Total, Message: s.Text.In(lang)}))
}

// end tells the stages that still wait, then how the call ended. Nobody is left to tell
// when that fails.
func (e eventWriter) end(r *http.Request, stages <-chan op.Stage, lang string, end outcome) {
	for waiting := true; waiting; {
		select {
		case s := <-stages:
			_ = e.progress(s, lang)
		default:
			waiting = false
		}
	}
	if end.err != nil {
		_ = e.event("error", encode(describe(r, end.err)))
		return
	}
	_ = e.event("result", end.result.JSON)
}

// event writes one event; data is JSON on one line, which needs no further framing.
func (e eventWriter) event(name string, data []byte) error {
	return e.write("event: %s\ndata: %s\n\n", name, data)
}

func (e eventWriter) comment(text string) error { return e.write(": %s\n\n", text) }

// write sends at once, and gives up on a client that does not read. Servers and tests
// whose writers know no deadline do without one.
func (e eventWriter) write(format string, operands ...any) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(eventDeadline)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := fmt.Fprintf(e.w, format, operands...); err != nil {
		return err
	}
	if err := e.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
