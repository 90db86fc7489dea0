package document

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"

	"kadry/internal/fault"
)

// Reader reads files in child processes. A parser that loops or eats memory on a hostile
// file cannot be stopped inside of a process, but a process can be killed: the server
// stays healthy whatever is sent to it. Children serve many files each, so a file costs
// what its parsing costs.
type Reader struct {
	command []string
	slots   chan *child // one element a worker, nil when its process is not running
	closing chan struct{}
	once    sync.Once
}

// maxUses is after how many files a child is replaced, so that nothing piles up in it.
const maxUses = 1000

// NewReader returns a Reader whose children run command, which must call Serve on its
// standard input and output. At most workers files are read at once. Children start when
// they are needed. Without a command files are read in this process, for tools that read
// their own user's files.
func NewReader(command []string, workers int) *Reader {
	workers = max(workers, 1)
	r := &Reader{command: command, slots: make(chan *child, workers), closing: make(chan struct{})}
	for range workers {
		r.slots <- nil
	}
	return r
}

// Read is the Read of this package, out of process. It answers within limits.Time of its
// turn, whatever the file does.
func (r *Reader) Read(ctx context.Context, name string, data []byte, limits Limits) (Document, error) {
	limits = limits.orDefault()
	if len(r.command) == 0 || int64(len(data)) > limits.Bytes {
		return Read(ctx, name, data, limits)
	}
	c, err := r.take(ctx)
	if err != nil {
		return Document{}, err
	}
	doc, c, err := r.readOn(ctx, c, name, data, limits)
	r.slots <- c
	if err != nil {
		return Document{}, asFault(err, limits)
	}
	return doc, nil
}

// take waits for a free worker.
func (r *Reader) take(ctx context.Context) (*child, error) {
	select {
	case <-r.closing:
		return nil, errClosed()
	default:
	}
	select {
	case c := <-r.slots:
		return c, nil
	case <-r.closing:
		return nil, errClosed()
	case <-ctx.Done():
		return nil, fault.From(ctx.Err())
	}
}

func errClosed() error {
	return fault.E(fault.Unavailable, fault.Say("The server is shutting down.", "Сервер завершает работу."), nil)
}

// readOn reads on a child, a new one when there is none, and returns the child to keep. A
// child that has served before may have died of something else than this file, so then
// another one gets a try.
func (r *Reader) readOn(ctx context.Context, c *child, name string, data []byte, limits Limits) (Document, *child, error) {
	limited, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	for {
		fresh := c == nil
		if fresh {
			started, err := start(r.command)
			if err != nil {
				return Document{}, nil, fault.E(fault.Unavailable, fault.Say(
					"The reader of documents could not be started.", "Не удалось запустить чтение документов."), err)
			}
			c = started
		}
		answer, err := c.exchange(limited, name, data, limits)
		if err == nil {
			return answer.Document, c.orRetired(), answer.Failure.err()
		}
		status := c.kill()
		switch {
		case ctx.Err() != nil:
			return Document{}, nil, ctx.Err()
		case limited.Err() != nil:
			return Document{}, nil, timeFault(limits, errors.Join(err, status))
		case fresh:
			return Document{}, nil, damagedFault("", fmt.Errorf("document: reading process died: %w", errors.Join(err, status)))
		}
		c = nil
	}
}

// Close waits for the files being read and ends all children.
func (r *Reader) Close() error {
	r.once.Do(func() {
		close(r.closing)
		for range cap(r.slots) {
			if c := <-r.slots; c != nil {
				_ = c.kill() // how it ended is of no use any more
			}
		}
	})
	return nil
}

// child is one reading process.
type child struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	uses    int
}

// start runs a child with an empty environment: what is in a hostile file must not find
// the server's secrets.
func start(command []string) (*child, error) {
	process := exec.Command(command[0], command[1:]...) //nolint:gosec,noctx // this program's own path; a child outlives the call that started it
	process.Env = []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}
	detach(process)
	in, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("document: pipe to reading process: %w", err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("document: pipe from reading process: %w", err)
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("document: start reading process: %w", err)
	}
	return &child{process: process, in: in, out: bufio.NewReader(out)}, nil
}

// exchange sends one file and waits for the answer. When ctx ends the process is killed,
// which breaks both pipes and so every wait on them.
func (c *child) exchange(ctx context.Context, name string, data []byte, limits Limits) (answer reply, err error) {
	if err := ctx.Err(); err != nil {
		return reply{}, err
	}
	c.uses++
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(killed)
		// The error says that the process has ended already, which is what is wanted.
		_ = c.process.Process.Kill()
	})
	defer func() {
		if !stop() {
			<-killed
			err = errors.Join(err, ctx.Err())
		}
	}()
	// The child stops by itself a little earlier, and then lives on for the next file.
	limits.Time -= limits.Time / 10
	header, err := json.Marshal(request{Name: name, Size: int64(len(data)), Limits: limits})
	if err != nil {
		return reply{}, fmt.Errorf("document: send: %w", err)
	}
	if _, err := c.in.Write(append(header, '\n')); err != nil {
		return reply{}, fmt.Errorf("document: send: %w", err)
	}
	if _, err := c.in.Write(data); err != nil {
		return reply{}, fmt.Errorf("document: send: %w", err)
	}
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		return reply{}, fmt.Errorf("document: receive: %w", err)
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return reply{}, fmt.Errorf("document: receive: %w", err)
	}
	return answer, nil
}

// orRetired returns the child, or nil after ending one that has served enough.
func (c *child) orRetired() *child {
	if c.uses < maxUses {
		return c
	}
	_ = c.kill() // how it ended is of no use any more
	return nil
}

// kill ends the process and returns how it ended.
func (c *child) kill() error {
	// The error says that the process has ended already.
	_ = c.process.Process.Kill()
	return c.process.Wait()
}
