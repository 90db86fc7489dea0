package app

import (
	"io"
	"net/http"
	"time"
)

// bodyTime is how long a client may take to send its body: the largest one allowed needs
// half of that at 1 Mbit/s. The server as a whole has no read timeout, because that would
// also end the long answers.
const bodyTime = 5 * time.Minute

// timedBody ends a request whose body does not come to its end in time, so that a client
// that sends a byte now and then does not hold a connection for good.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	limit   time.Duration
	begun   bool
}

// timed bounds the time of a body; a request without one has nothing to wait for.
func timed(w http.ResponseWriter, body io.ReadCloser, limit time.Duration) io.ReadCloser {
	if body == nil || body == http.NoBody {
		return body
	}
	return &timedBody{ReadCloser: body, control: http.NewResponseController(w), limit: limit}
}

// Read reads on. The clock starts with the first read and is taken off the connection at
// the end of the body: what comes after it is the server's business.
func (b *timedBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		_ = b.control.SetReadDeadline(time.Now().Add(b.limit)) // a writer of a test knows no deadline
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}
