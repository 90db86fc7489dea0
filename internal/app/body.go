package app

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"kadry/internal/fault"
)

// Bounds of the bodies of requests, beside the sizes that the fronts refuse.
const (
	// A body must come to its end in bodyTime, and after bodyGrace never be slower than
	// bodyRate bytes a second on the whole. The server has no read timeout, because that would
	// also end the long answers.
	bodyTime  = 5 * time.Minute
	bodyGrace = 10 * time.Second
	bodyRate  = 8 << 10
	// A body of more than smallBody bytes is received into a temporary file, and one of more
	// than largeBody then waits for its turn to be read into memory, of which it takes some ten
	// times its size. Who finds no seat for that waits bodyWait at most.
	smallBody = 256 << 10
	largeBody = 1 << 20
	bodyWait  = 30 * time.Second
)

// Requests at a time, the long polls and streams among them, files that are being received,
// and large bodies in memory: of one tenant and in all.
const (
	requestsOfTenant, requestsInAll = 256, 1024
	filesOfTenant, filesInAll       = 8, 32
	largeOfTenant, largeInAll       = 2, 4
)

// uploads seats the requests whose bodies are not small.
type uploads struct{ files, memory *seats }

func newRequests() *seats {
	return newSeats(fault.Say("Too many requests are open at a time.", "Слишком много одновременно открытых запросов."), requestsOfTenant, requestsInAll)
}

func newUploads() uploads {
	tooMany := fault.Say("Too many large files are being read right now.", "Сейчас обрабатывается слишком много больших файлов.")
	return uploads{files: newSeats(tooMany, filesOfTenant, filesInAll), memory: newSeats(tooMany, largeOfTenant, largeInAll)}
}

// admit guards the body of a tenant's request; leave is called when the request is answered.
func (u uploads) admit(w http.ResponseWriter, r *http.Request, tenant string) (leave func()) {
	if r.Body == nil || r.Body == http.NoBody {
		return func() {}
	}
	in := &paced{ReadCloser: r.Body, control: http.NewResponseController(w)}
	b := &body{paced: in, from: in, uploads: u, take: func(s *seats) (func(), error) { return s.take(r.Context(), tenant, bodyWait) }}
	b.received = r.ContentLength > uploadLimit // no front takes it; what is dropped needs no place
	r.Body = b
	return b.leave
}

// paced is a body on its way in, which must keep its pace, so that a client that sends a byte
// now and then does not hold a connection for good.
type paced struct {
	io.ReadCloser
	control *http.ResponseController
	begun   time.Time // of the first read
	size    int64     // bytes so far
	failed  error
}

// Read reads on. The clock is taken off the connection at the end of the body: what comes
// after it is the server's business.
func (p *paced) Read(b []byte) (int, error) {
	if p.begun.IsZero() {
		p.begun = time.Now()
	}
	limit := min(bodyTime, bodyGrace+time.Duration(p.size)*time.Second/bodyRate)
	_ = p.control.SetReadDeadline(p.begun.Add(limit)) // a writer of a test knows no deadline
	n, err := p.ReadCloser.Read(b)
	p.size += int64(n)
	if err == nil {
		return n, nil
	}
	_ = p.control.SetReadDeadline(time.Time{})
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fault.E(fault.Invalid, fault.Say("The body of the request came too slowly: it must be whole in %d minutes and come at %d bytes a second at least.",
			"Тело запроса передаётся слишком медленно: оно должно прийти целиком за %d мин и не медленнее %d байт в секунду.", bodyTime/time.Minute, bodyRate), err)
	}
	if !errors.Is(err, io.EOF) {
		p.failed = err
	}
	return n, err
}

// body is what a front reads: the beginning comes from the client, the rest of one that is not
// small from a temporary file, once all of it is there.
type body struct {
	*paced
	from    io.Reader
	uploads uploads
	take    func(*seats) (leave func(), err error) // for as long as the client waits

	received bool
	after    []func() // in reverse order
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.size > smallBody && !b.received {
		if err := b.receive(); err != nil {
			return 0, err
		}
		b.received = true
	}
	return b.from.Read(p)
}

// receive takes in the rest of the body, and waits for its turn where it is large.
func (b *body) receive() error {
	if err := b.sit(b.uploads.files); err != nil {
		return err
	}
	file, err := os.CreateTemp("", "kadry-body-*")
	if err != nil {
		return noSpace(err)
	}
	// Without its name at once where the system allows it, so that a process that is killed leaves nobody's CV.
	named := os.Remove(file.Name()) != nil
	b.after = append(b.after, func() {
		_ = file.Close() // it is of no use any more
		if named {
			_ = os.Remove(file.Name())
		}
	})
	// What is longer than any front takes stays with the client.
	if _, err = io.Copy(file, io.LimitReader(b.paced, uploadLimit)); b.failed != nil {
		return b.failed
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return noSpace(err)
	}
	b.from = io.MultiReader(file, b.paced)
	if b.size <= largeBody {
		return nil
	}
	return b.sit(b.uploads.memory)
}

// sit waits for a seat, which costs the client none of its time.
func (b *body) sit(s *seats) error {
	waits := time.Now()
	leave, err := b.take(s)
	if err == nil {
		b.after = append(b.after, leave)
		b.begun = b.begun.Add(time.Since(waits))
	}
	return err
}

func (b *body) leave() {
	for len(b.after) > 0 {
		last := len(b.after) - 1
		b.after[last]()
		b.after = b.after[:last]
	}
}

func noSpace(cause error) error {
	return fault.E(fault.Unavailable, fault.Say("There is no room for the upload just now.", "Сейчас нет места для загрузки."), cause).After(time.Minute)
}
