package op

import (
	"context"
	"encoding/json"
	"reflect"

	"kadry/internal/fault"
)

// MaxCheckpoint is the size of a resume point in bytes.
const MaxCheckpoint = 256 << 10

// Savepoint is where a call that runs as a task keeps how far it has come, so that a
// restarted attempt goes on from there. A nil Savepoint belongs to a plain call: it has no
// resume point and saving to it does nothing.
type Savepoint struct {
	point []byte
	keep  func(ctx context.Context, point, partial []byte) error
}

type checkpointKey struct{}

// WithCheckpoint returns a context whose calls run as a task: point is what the attempt
// before left, empty for the first one, and keep stores what this one leaves. Such calls have
// no deadline of their own and count against no rate, because they were counted when they
// were accepted.
func WithCheckpoint(ctx context.Context, point []byte, keep func(ctx context.Context, point, partial []byte) error) context.Context {
	return context.WithValue(ctx, checkpointKey{}, &Savepoint{point: point, keep: keep})
}

// Inside returns a context for the calls that an operation makes of another one: their
// progress is not the caller's, and they have no part in its resume point.
func Inside(ctx context.Context) context.Context {
	return WithProgress(context.WithValue(ctx, checkpointKey{}, (*Savepoint)(nil)), func(Stage) {})
}

// Checkpoint returns the place of the call of ctx, nil where it runs as no task.
func Checkpoint(ctx context.Context) *Savepoint {
	s, _ := ctx.Value(checkpointKey{}).(*Savepoint)
	return s
}

// Load reads the resume point of the attempt before into v, and reports whether there was
// one. A point that does not fit v, of another version of the program for instance, is none.
func (s *Savepoint) Load(v any) bool {
	return s != nil && len(s.point) > 0 && json.Unmarshal(s.point, v) == nil
}

// Save keeps a resume point, and the answer so far, an output of the operation, for those
// who ask before the end. An error means that it is not kept and the work need not go on.
func (s *Savepoint) Save(ctx context.Context, point, partial any) error {
	if s == nil {
		return nil
	}
	kept, err := json.Marshal(point)
	if err != nil {
		return err
	}
	if len(kept) > MaxCheckpoint {
		return fault.E(fault.TooLarge, fault.Say("The resume point is larger than %d bytes.", "Точка возобновления больше %d байт.", MaxCheckpoint), nil)
	}
	whole := reflect.New(reflect.TypeOf(partial))
	whole.Elem().Set(reflect.ValueOf(partial))
	text, err := encode(whole.Interface())
	if err != nil {
		return err
	}
	return s.keep(ctx, kept, text)
}
