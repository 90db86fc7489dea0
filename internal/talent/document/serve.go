package document

import (
	"context"
	"io"

	"kadry/internal/confined"
)

// Serve is the body of a child process that reads files for a confined.Reader.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return confined.Serve(ctx, in, out, ReadWithin)
}

// ReadWithin is Read under the limits of a child process. What else a file may cost is the
// default.
func ReadWithin(ctx context.Context, name string, data []byte, within confined.Limits) (Document, error) {
	limits := DefaultLimits
	limits.Bytes, limits.Time = within.Bytes, within.Time
	return Read(ctx, name, data, limits)
}
