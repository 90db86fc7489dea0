package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"kadry/internal/fault"
)

// Pool keeps confined processes. A process whose task ended well serves the next one; any
// other is thrown away.
type Pool struct {
	command []string
	limits  Limits
	slots   chan *child // one element a worker, nil when its process is not running
	closing chan struct{}
	once    sync.Once

	mu     sync.Mutex
	folder string // the empty working folder of all processes
	plain  bool   // namespaces are not allowed here
	held   Confinement
}

// maxUses is after how many tasks a process is replaced, so that nothing piles up in it.
const maxUses = 2000

// New returns a Pool of at most workers processes that run command, which must call Confine
// and write the Confinement as its first line. Processes start when they are needed.
func New(command []string, workers int, limits Limits) *Pool {
	workers = max(workers, 1)
	p := &Pool{command: command, limits: limits.orDefault(), slots: make(chan *child, workers), closing: make(chan struct{})}
	for range workers {
		p.slots <- nil
	}
	return p
}

// Confinement is what held the last process that was started.
func (p *Pool) Confinement() Confinement {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held
}

// Ask sends one request, a line, to a free process and hands every line of its answer to
// take until that says it was the last; the line is take's only until it returns. The error
// is a *Death for a task that ended its process, that of take, which ends the process too, the
// context's, or a fault: Unavailable after Close or when no process starts.
func (p *Pool) Ask(ctx context.Context, request []byte, take func(line []byte) (last bool, err error)) error {
	c, err := p.take(ctx)
	if err != nil {
		return err
	}
	if c == nil {
		if c, err = p.start(); err != nil {
			p.slots <- nil
			return fault.E(fault.Unavailable, fault.Say(
				"The process that runs code could not be started.", "Не удалось запустить процесс, в котором исполняется код."), err)
		}
	}
	err = c.exchange(ctx, request, p.limits, take)
	if err != nil || c.uses >= maxUses {
		err = c.end(ctx, err)
		c = nil
	}
	p.slots <- c
	return err
}

// take waits for a free worker.
func (p *Pool) take(ctx context.Context) (*child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err // a free worker is no reason to begin
	}
	closed := fault.E(fault.Unavailable, fault.Say("The server is shutting down.", "Сервер завершает работу."), nil)
	select {
	case <-p.closing:
		return nil, closed
	default:
	}
	select {
	case c := <-p.slots:
		return c, nil
	case <-p.closing:
		return nil, closed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close waits for the tasks that run, ends all processes and removes their folder.
func (p *Pool) Close() error {
	var err error
	p.once.Do(func() {
		close(p.closing)
		for range cap(p.slots) {
			if c := <-p.slots; c != nil {
				_ = c.kill() // how it ended is of no use any more
			}
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.folder != "" {
			err = os.RemoveAll(p.folder)
		}
	})
	return err
}

// start runs a process, in namespaces of its own if the system allows them.
func (p *Pool) start() (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder == "" {
		folder, err := os.MkdirTemp("", "kadry-sandbox-")
		if err != nil {
			return nil, fmt.Errorf("sandbox: working folder: %w", err)
		}
		p.folder = folder
	}
	if !p.plain {
		c, err := p.startOne(true)
		if err == nil {
			return c, nil
		}
		p.plain = true
	}
	return p.startOne(false)
}

func (p *Pool) startOne(apart bool) (*child, error) {
	process := exec.Command(p.command[0], p.command[1:]...) //nolint:gosec,noctx // this program's own path; a process outlives the call that started it
	process.Env = []string{"GOMAXPROCS=2", "GOTRACEBACK=none", "GODEBUG=execerrdot=0"}
	process.Dir = p.folder
	detach(process)
	if apart {
		separate(process)
	}
	in, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("sandbox: pipe: %w", err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("sandbox: pipe: %w", err)
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("sandbox: start: %w", err)
	}
	c := &child{process: process, in: in, out: bufio.NewReaderSize(out, p.limits.Line)}
	hello := time.AfterFunc(p.limits.Task, func() { _ = process.Process.Kill() })
	defer hello.Stop()
	line, err := c.out.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &p.held)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: start: %w", err), c.kill())
	}
	return c, nil
}

// child is one process.
type child struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	uses    int
}

// look is how often the memory of a process is looked at while it works.
const look = 5 * time.Millisecond

// exchange asks and reads the answer. When ctx or the time of the task ends, or memory runs
// over, the process is killed, which breaks both pipes and so every wait on them.
func (c *child) exchange(ctx context.Context, request []byte, limits Limits, take func([]byte) (bool, error)) (err error) {
	c.uses++
	limited, cancel := context.WithTimeout(ctx, limits.Task)
	defer cancel()
	answered, watched := make(chan struct{}), make(chan error, 1)
	go func() { watched <- c.watch(limited, answered, limits.Memory) }()
	defer func() {
		close(answered)
		if killed := <-watched; killed != nil {
			err = errors.Join(killed, err)
		}
	}()
	if _, err := c.in.Write(append(request, '\n')); err != nil {
		return fmt.Errorf("sandbox: send: %w", err)
	}
	for {
		line, err := c.out.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("sandbox: receive: %w", err)
		}
		last, err := take(line)
		if err != nil {
			return fmt.Errorf("%w: %w", errGarbage, err)
		}
		if last {
			return nil
		}
	}
}

var (
	errMemory  = errors.New("over its memory")
	errGarbage = errors.New("answers what is no answer")
)

// watch kills the process when it holds too much or ctx ends before it has answered, and
// says why it did.
func (c *child) watch(ctx context.Context, answered <-chan struct{}, most int64) error {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case <-answered:
			return nil
		case <-ctx.Done():
			_ = c.process.Process.Kill() // it may have ended already
			return ctx.Err()
		case <-ticker.C:
			if held, known := resident(c.process.Process.Pid); known && held > most {
				_ = c.process.Process.Kill() // it may have ended already
				return errMemory
			}
		}
	}
}

// end ends a process whose task did not end well, and tells why that was. The caller's own
// end is no death.
func (c *child) end(ctx context.Context, cause error) error {
	status := c.kill()
	switch {
	case cause == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(cause, errMemory):
		return &Death{Memory, status}
	case errors.Is(cause, context.DeadlineExceeded), outOfTime(status):
		return &Death{Time, status}
	case errors.Is(cause, errGarbage), errors.Is(cause, bufio.ErrBufferFull):
		return &Death{Output, cause}
	}
	return &Death{Crash, errors.Join(status, cause)}
}

// ExitSlow is the status of a process that ended itself because its task took too long.
const ExitSlow = 3

func outOfTime(status error) bool {
	var exit *exec.ExitError
	return errors.As(status, &exit) && (exit.ExitCode() == ExitSlow || exit.String() == "signal: CPU time limit exceeded")
}

// grace is how long a process that has closed its pipes may take to end by itself: so its own
// status is known.
const grace = 200 * time.Millisecond

// kill ends the process and returns how it ended.
func (c *child) kill() error {
	_ = c.in.Close() // a process that reads ends by itself
	timer := time.AfterFunc(grace, func() { _ = c.process.Process.Kill() })
	defer timer.Stop()
	_, _ = io.Copy(io.Discard, c.out) // what it still says has no reader
	return c.process.Wait()
}
