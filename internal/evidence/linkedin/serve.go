package linkedin

import (
	"context"
	"io"
	"time"

	"kadry/internal/confined"
)

// Content is what Read finds in one file, as one value.
type Content struct {
	Profile Profile
	Reading Reading
}

// maxTime is the time of one file. The fullest archive takes a tenth of it; a snapshot of
// millions of empty records may take more and is refused then.
const maxTime = 20 * time.Second

// Limits are what one file may cost a child process.
func Limits() confined.Limits { return confined.Limits{Bytes: maxBody, Time: maxTime} }

// Serve is the body of a child process that reads files for a confined.Reader. Open jobs
// last until the day on which a file is read.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return confined.Serve(ctx, in, out, ReadOn(time.Now))
}

// ReadOn is Read with the day of a clock, in the form that a child process and its
// confined.Reader share. Only a PDF looks at the context: the other forms are bounded in
// time by the end of the process.
func ReadOn(now func() time.Time) confined.Read[Content] {
	return func(ctx context.Context, name string, body []byte, _ confined.Limits) (Content, error) {
		profile, reading, err := read(ctx, name, body, now())
		return Content{Profile: profile, Reading: reading}, err
	}
}
