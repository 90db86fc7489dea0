package confined

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
type Reader[Out any] struct {
	command []string
	read    Read[Out]
	slots   chan *child // one element a worker, nil when its process is not running
	closing chan struct{}
	once    sync.Once
}

// maxUses is after how many files a child is replaced, so that nothing piles up in it.
const maxUses = 1000

// New returns a Reader whose children run command, which must call Serve on its standard
// input and output with the same read. At most workers files are read at once. Children
// start when they are needed. Without a command files are read in this process, for tools
// that read their own user's files. Out must survive its way through JSON.
func New[Out any](command []string, workers int, read Read[Out]) *Reader[Out] {
	workers = max(workers, 1)
	r := &Reader[Out]{command: command, read: read, slots: make(chan *child, workers), closing: make(chan struct{})}
	for range workers {
		r.slots <- nil
	}
	return r
}

// Read reads a file out of process. It answers within limits.Time of its turn, whatever
// the file does. The error is a fault: that of the function that reads, TooLarge and
// Timeout over the limits, Invalid for a file that ended its process, Unavailable after
// Close or when no process starts, Canceled by the caller.
func (r *Reader[Out]) Read(ctx context.Context, name string, data []byte, limits Limits) (Out, error) {
	var none Out
	limits = limits.orDefault()
	if int64(len(data)) > limits.Bytes {
		return none, sizeFault(len(data), limits)
	}
	if len(r.command) == 0 {
		return r.read.within(ctx, name, data, limits)
	}
	c, err := r.take(ctx)
	if err != nil {
		return none, err
	}
	answer, c, err := r.readOn(ctx, c, name, data, limits)
	r.slots <- c
	if err == nil {
		err = answer.Failure.err()
	}
	if err != nil {
		return none, asFault(err, limits)
	}
	return answer.Out, nil
}

// take waits for a free worker.
func (r *Reader[Out]) take(ctx context.Context) (*child, error) {
	select {
	case <-r.closing:
		return nil, closedFault()
	default:
	}
	select {
	case c := <-r.slots:
		return c, nil
	case <-r.closing:
		return nil, closedFault()
	case <-ctx.Done():
		return nil, fault.From(ctx.Err())
	}
}

// readOn reads on a child, a new one when there is none, and returns the child to keep. A
// child that has served before may have died of something else than this file, so then
// another one gets a try.
func (r *Reader[Out]) readOn(ctx context.Context, c *child, name string, data []byte, limits Limits) (reply[Out], *child, error) {
	var none reply[Out]
	limited, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	for {
		fresh := c == nil
		if fresh {
			started, err := start(r.command)
			if err != nil {
				return none, nil, fault.E(fault.Unavailable, fault.Say(
					"The reader of documents could not be started.", "Не удалось запустить чтение документов."), err)
			}
			c = started
		}
		answer := none
		err := c.exchange(limited, request{Name: name, Size: int64(len(data)), Limits: limits}, data, &answer)
		if err == nil {
			return answer, c.orRetired(), nil
		}
		status := c.kill()
		switch {
		case ctx.Err() != nil:
			return none, nil, ctx.Err()
		case limited.Err() != nil:
			return none, nil, timeFault(limits, errors.Join(err, status))
		case fresh:
			return none, nil, deadFault(fmt.Errorf("confined: reading process died: %w", errors.Join(err, status)))
		}
		c = nil
	}
}

// Close waits for the files being read and ends all children.
func (r *Reader[Out]) Close() error {
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
		return nil, fmt.Errorf("confined: pipe to reading process: %w", err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("confined: pipe from reading process: %w", err)
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("confined: start reading process: %w", err)
	}
	return &child{process: process, in: in, out: bufio.NewReader(out)}, nil
}

// exchange sends one file and waits for the answer. When ctx ends the process is killed,
// which breaks both pipes and so every wait on them.
func (c *child) exchange(ctx context.Context, req request, data []byte, answer any) (err error) {
	if err := ctx.Err(); err != nil {
		return err
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
	req.Limits.Time -= req.Limits.Time / 10
	header, err := json.Marshal(req)
	if err != nil {
		return fmt.Errorf("confined: send: %w", err)
	}
	if _, err := c.in.Write(append(header, '\n')); err != nil {
		return fmt.Errorf("confined: send: %w", err)
	}
	if _, err := c.in.Write(data); err != nil {
		return fmt.Errorf("confined: send: %w", err)
	}
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("confined: receive: %w", err)
	}
	if err := json.Unmarshal(line, answer); err != nil {
		return fmt.Errorf("confined: receive: %w", err)
	}
	return nil
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
