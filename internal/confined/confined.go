// Package confined reads untrusted files in child processes: a Reader hands a file over,
// Serve is the body of the process that reads it. It holds what such a process may cost
// and what becomes of a file that kills it. What is in a file, and so the function that
// reads one, is of those who use it; that function runs in the child.
package confined

import (
	"context"
	"errors"
	"time"

	"kadry/internal/fault"
)

// Read reads one file. Its context ends with the time of the limits, which are never zero.
// Its error is a fault with a text and a hint, or the context's own.
type Read[Out any] func(ctx context.Context, name string, data []byte, within Limits) (Out, error)

// Limits bound what one file may cost. A field of zero or less takes its default. The
// memory of a child is bounded for all files alike, see Serve.
type Limits struct {
	Bytes int64         // size of the file
	Time  time.Duration // wall time
}

const (
	defaultBytes = 16 << 20
	defaultTime  = 10 * time.Second
)

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = defaultBytes
	}
	if l.Time <= 0 {
		l.Time = defaultTime
	}
	return l
}

// within calls the function with a context that ends with the time of the file.
func (read Read[Out]) within(ctx context.Context, name string, data []byte, limits Limits) (out Out, err error) {
	limited, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	out, err = read(limited, name, data, limits)
	if err != nil {
		var none Out
		return none, asFault(err, limits)
	}
	return out, nil
}

// asFault gives the deadline of one file its own words: the caller's call may have time
// left.
func asFault(err error, limits Limits) error {
	var known *fault.Error
	if !errors.As(err, &known) && errors.Is(err, context.DeadlineExceeded) {
		return timeFault(limits, err)
	}
	return fault.From(err)
}

func timeFault(limits Limits, cause error) error {
	return fault.E(fault.Timeout, fault.Say(
		"Reading the file took longer than %v; it may be damaged.",
		"Чтение файла заняло больше %v; возможно, он повреждён.", limits.Time), cause)
}

func sizeFault(size int, limits Limits) error {
	return fault.E(fault.TooLarge, fault.Say(
		"The file has %d bytes; the limit is %d.", "Размер файла %d байт; допустимо не более %d.", size, limits.Bytes), nil)
}

// deadFault is the answer for a file that ended the process reading it.
func deadFault(cause error) error {
	return fault.E(fault.Invalid, fault.Say("The file is damaged and cannot be read.", "Файл повреждён, прочитать его нельзя."), cause).
		WithHint(fault.Say("Open and save it anew, or send another format.", "Откройте и сохраните его заново или пришлите другой формат."))
}

func closedFault() error {
	return fault.E(fault.Unavailable, fault.Say("The server is shutting down.", "Сервер завершает работу."), nil)
}
