package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// drainTime bounds how long answers are awaited after the client has closed its side.
const drainTime = time.Minute

// ServeStdio serves one client on in and out until in ends, when the calls in flight are
// still answered, or ctx is done, when every call of the server is cut short. Nothing but
// JSON-RPC may be written to out while it runs.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	visible, _ := s.scopeOf("", s.cfg.Local)
	defer context.AfterFunc(ctx, s.halt)()
	conn := newLines(in, out, int(s.cfg.BodyLimit))
	err := s.serve(visible).Run(op.WithCaller(ctx, s.cfg.Local), conn)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("mcpserver: stdio: %w", err)
	}
	return nil
}

// lines is the stdio transport: one JSON-RPC message a line. The SDK's own ends the
// session at the first malformed line and drops the answers still due when the client
// closes its side; a script that pipes requests in would get nothing back.
type lines struct {
	in    io.ReadCloser
	limit int
	heard chan line
	done  chan struct{}
	end   func()

	mu      sync.Mutex // guards out and due
	out     io.Writer
	due     map[jsonrpc.ID]bool
	settled chan struct{} // tells a draining Read that due has shrunk
}

type line struct {
	text []byte
	err  error
}

var errLineTooLong = errors.New("mcpserver: message is over the size limit")

func newLines(in io.ReadCloser, out io.Writer, limit int) *lines {
	c := &lines{
		in: in, out: out, limit: limit,
		heard: make(chan line), done: make(chan struct{}),
		due: map[jsonrpc.ID]bool{}, settled: make(chan struct{}, 1),
	}
	c.end = sync.OnceFunc(func() { close(c.done) })
	return c
}

// Connect implements mcp.Transport.
func (c *lines) Connect(context.Context) (mcp.Connection, error) {
	go c.listen()
	return c, nil
}

// SessionID implements mcp.Connection: stdio has one session without a name.
func (c *lines) SessionID() string { return "" }

// Close implements mcp.Connection. Where the system cannot interrupt a read of in, the
// listener ends with the process.
func (c *lines) Close() error {
	c.end()
	return c.in.Close()
}

func (c *lines) listen() {
	reader := bufio.NewReader(c.in)
	for {
		text, err := readLine(reader, c.limit)
		select {
		case c.heard <- line{text, err}:
		case <-c.done:
			return
		}
		if err != nil && !errors.Is(err, errLineTooLong) {
			return
		}
	}
}

// readLine reads one line without its end. What is over the limit is skipped, not kept.
func readLine(reader *bufio.Reader, limit int) ([]byte, error) {
	var text []byte
	long := false
	for {
		part, err := reader.ReadSlice('\n')
		if long = long || len(text)+len(part) > limit; !long {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(text) == 0:
			return nil, err
		case long:
			return nil, errLineTooLong
		default:
			return bytes.TrimSpace(text), nil
		}
	}
}

// Read implements mcp.Connection.
func (c *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var next line
		select {
		case next = <-c.heard:
		case <-c.done:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		switch {
		case errors.Is(next.err, errLineTooLong):
			c.refuse(nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the message is too large"})
			continue
		case next.err != nil:
			c.drain(ctx)
			return nil, io.EOF
		case len(next.text) == 0:
			continue
		}
		asked, wrong := open(next.text)
		if wrong != nil {
			c.refuse(asked.ID, wrong)
			continue
		}
		msg, err := jsonrpc.DecodeMessage(next.text)
		if err != nil {
			c.refuse(asked.ID, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the message is not JSON-RPC 2.0"})
			continue
		}
		if call, ok := msg.(*jsonrpc.Request); ok && call.IsCall() {
			c.mu.Lock()
			c.due[call.ID] = true
			c.mu.Unlock()
		}
		return msg, nil
	}
}

// drain waits until every call has been answered.
func (c *lines) drain(ctx context.Context) {
	enough := time.NewTimer(drainTime)
	defer enough.Stop()
	for {
		c.mu.Lock()
		left := len(c.due)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.settled:
		case <-enough.C:
			return
		case <-c.done:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write implements mcp.Connection.
func (c *lines) Write(_ context.Context, msg jsonrpc.Message) error {
	answer, isAnswer := msg.(*jsonrpc.Response)
	if isAnswer {
		answer.Error = withCode(answer.Error)
	}
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("mcpserver: encode message: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !isAnswer || !isUnanswered(text) {
		_, err = c.out.Write(append(text, '\n'))
	}
	if isAnswer {
		delete(c.due, answer.ID)
		select {
		case c.settled <- struct{}{}:
		default:
		}
	}
	return err
}

// withCode gives the SDK's errors without a code one: they are about a session that has
// not been initialized.
func withCode(err error) error {
	var known *jsonrpc.Error
	if err == nil || errors.As(err, &known) && known.Code != 0 {
		return err
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
}

// refuse answers what no handler sees. A broken out shows at the next answer.
func (c *lines) refuse(id json.RawMessage, e *jsonrpc.Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.out.Write(append(refusal(id, e), '\n'))
}
