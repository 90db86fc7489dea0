package confined

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"kadry/internal/fault"
)

// request precedes the bytes of one file, as one line of JSON.
type request struct {
	Name   string
	Size   int64
	Limits Limits
}

// reply answers one request, as one line of JSON.
type reply[Out any] struct {
	Out     Out
	Failure *failure
}

// failure is a fault on its way between the processes.
type failure struct {
	Kind       fault.Kind
	Text, Hint fault.Text
	Cause      string
}

// Memory of a reading process: the collector works hard from softMemory on, the kernel
// refuses hardMemory on top of what an idle process maps.
const (
	softMemory = 384 << 20
	hardMemory = 1 << 30
)

// exitStuck is the status of a process that gave up on its file.
const exitStuck = 3

// Serve is the other end of a Reader: the body of a process that reads the files it is
// sent on in with read, one after the other, and answers on out. It confines the process
// it runs in, and ends it when a file is still being read long after its time: so nothing
// spins on when the parent is gone. It returns when in ends.
func Serve[Out any](ctx context.Context, in io.Reader, out io.Writer, read Read[Out]) error {
	if err := confine(softMemory, hardMemory); err != nil {
		return fmt.Errorf("confined: confine: %w", err)
	}
	return serve(ctx, in, out, read, func() { os.Exit(exitStuck) })
}

func serve[Out any](ctx context.Context, in io.Reader, out io.Writer, read Read[Out], giveUp func()) error {
	from, to := bufio.NewReader(in), bufio.NewWriter(out)
	answers := json.NewEncoder(to)
	for ctx.Err() == nil {
		line, err := from.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("confined: receive: %w", err)
		}
		var req request
		if err := json.Unmarshal(line, &req); err != nil {
			return fmt.Errorf("confined: receive: %w", err)
		}
		limits := req.Limits.orDefault()
		if req.Size < 0 || req.Size > limits.Bytes {
			return fmt.Errorf("confined: receive: a file of %d bytes", req.Size)
		}
		data := make([]byte, req.Size)
		if _, err := io.ReadFull(from, data); err != nil {
			return fmt.Errorf("confined: receive: %w", err)
		}
		watchdog := time.AfterFunc(2*limits.Time, giveUp)
		found, err := read.within(ctx, req.Name, data, limits)
		watchdog.Stop()
		if err := answers.Encode(reply[Out]{Out: found, Failure: failureOf(err)}); err != nil {
			return fmt.Errorf("confined: answer: %w", err)
		}
		if err := to.Flush(); err != nil {
			return fmt.Errorf("confined: answer: %w", err)
		}
	}
	return ctx.Err()
}

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	f := fault.From(err)
	out := &failure{Kind: f.Kind, Text: f.Text, Hint: f.Hint}
	if f.Err != nil {
		out.Cause = f.Err.Error()
	}
	return out
}

func (f *failure) err() error {
	if f == nil {
		return nil
	}
	var cause error
	if f.Cause != "" {
		cause = errors.New(f.Cause)
	}
	return fault.E(f.Kind, f.Text, cause).WithHint(f.Hint)
}
