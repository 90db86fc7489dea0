package app

import (
	"context"
	"io"
	"net/http"
	"time"

	"kadry/internal/fault"
)

// Bounds of the bodies of requests, beside the sizes that the fronts refuse.
const (
	// bodyTime is how long a client may take to send its body: the largest one allowed
	// needs half of that at 1 Mbit/s. The server as a whole has no read timeout, because
	// that would also end the long answers.
	bodyTime = 5 * time.Minute
	// largeBody is from how many bytes on a body waits for its turn, at most bodyWait. On
	// its way into a reader a body takes some ten times its size of memory.
	largeBody   = 1 << 20
	largeAtOnce = 4
	bodyWait    = 30 * time.Second
)

// uploads seats the requests whose bodies are large.
type uploads chan struct{}

func newUploads() uploads { return make(uploads, largeAtOnce) }

// admit wraps the body of a request; leave is called when the request is answered.
func (l uploads) admit(w http.ResponseWriter, r *http.Request, limit time.Duration) (leave func()) {
	if r.Body == nil || r.Body == http.NoBody {
		return func() {}
	}
	ctx, seated := r.Context(), false
	r.Body = &guarded{
		ReadCloser: r.Body, control: http.NewResponseController(w), limit: limit,
		grow: func() error {
			err := l.sit(ctx)
			seated = err == nil
			return err
		},
	}
	return func() {
		if seated {
			<-l
		}
	}
}

// sit waits for a seat.
func (l uploads) sit(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, bodyWait)
	defer cancel()
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.E(fault.Unavailable, fault.Say(
			"Too many large files are being read right now.", "Сейчас обрабатывается слишком много больших файлов."), ctx.Err()).
			WithHint(fault.Say("Try again in a minute.", "Повторите через минуту.")).After(bodyWait)
	}
}

// guarded is a body that must come to its end in time, so that a client that sends a byte
// now and then does not hold a connection for good, and that grows large only with leave.
type guarded struct {
	io.ReadCloser
	control *http.ResponseController
	limit   time.Duration
	grow    func() error // asked once, when the body turns out to be large

	begun, grown bool
	size         int
}

// Read reads on. The clock starts with the first read and is taken off the connection at
// the end of the body: what comes after it is the server's business.
func (g *guarded) Read(p []byte) (int, error) {
	if !g.begun {
		g.begun = true
		_ = g.control.SetReadDeadline(time.Now().Add(g.limit)) // a writer of a test knows no deadline
	}
	if g.size > largeBody && !g.grown {
		if err := g.grow(); err != nil {
			return 0, err
		}
		g.grown = true
	}
	n, err := g.ReadCloser.Read(p)
	g.size += n
	if err != nil {
		_ = g.control.SetReadDeadline(time.Time{})
	}
	return n, err
}
