package mcpserver

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const taskLife = time.Hour

// taskBook runs tasks in memory. It is the smallest op.Tasks, for the tests of this package.
type taskBook struct {
	pipeline *op.Pipeline
	running  sync.WaitGroup

	mu    sync.Mutex
	tasks map[string]*entry
}

type entry struct {
	op.Task
	owner    string
	cancel   context.CancelFunc
	changed  chan struct{} // closed and renewed with every revision
	result   op.Result
	asked    map[string]json.RawMessage
	answers  map[string]json.RawMessage
	complete chan struct{} // closed when nothing is asked any more
}

func newTaskBook(p *op.Pipeline) *taskBook {
	return &taskBook{pipeline: p, tasks: map[string]*entry{}}
}

// close cancels what runs and waits for it.
func (b *taskBook) close() {
	b.mu.Lock()
	for _, e := range b.tasks {
		e.cancel()
	}
	b.mu.Unlock()
	b.running.Wait()
}

func ownerOf(ctx context.Context) string {
	c := op.CallerFrom(ctx)
	return c.Tenant + "\x00" + c.Name
}

// Submit implements op.Tasks.
func (b *taskBook) Submit(ctx context.Context, o *op.Op, args []byte) (op.Task, error) {
	if err := op.CallerFrom(ctx).May(o); err != nil {
		return op.Task{}, err
	}
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	now := time.Now()
	e := &entry{
		Task:  op.Task{ID: rand.Text(), Operation: o.Name, State: op.TaskRunning, Created: now, Updated: now},
		owner: ownerOf(ctx), cancel: cancel, changed: make(chan struct{}),
	}
	b.mu.Lock()
	b.tasks[e.ID] = e
	made := e.Task
	b.mu.Unlock()
	work = context.WithValue(work, askKey{}, func(asked map[string]json.RawMessage) map[string]json.RawMessage { return b.ask(work, e, asked) })
	work = op.WithProgress(work, func(stage op.Stage) { b.change(e, func() { e.Stage = stage }) })
	b.running.Go(func() {
		defer cancel()
		result, err := b.pipeline.Call(work, o, args)
		b.change(e, func() {
			e.Expires = time.Now().Add(taskLife)
			switch {
			case e.State.Final():
			case err != nil:
				e.State, e.Failure = op.TaskFailed, fault.From(err)
			default:
				e.State, e.result = op.TaskDone, result
			}
		})
	})
	return made, nil
}

func (b *taskBook) change(e *entry, change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	e.Updated = time.Now()
	e.Revision++
	close(e.changed)
	e.changed = make(chan struct{})
}

func (b *taskBook) find(ctx context.Context, id string) (*entry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.tasks[id]
	if e == nil || e.owner != ownerOf(ctx) {
		return nil, fault.E(fault.NotFound, fault.Say("There is no such task.", "Такой задачи нет."), nil)
	}
	return e, nil
}

// Task implements op.Tasks.
func (b *taskBook) Task(ctx context.Context, id string) (op.Task, error) {
	return b.Await(ctx, id, -1, 0)
}

// Await implements op.Tasks.
func (b *taskBook) Await(ctx context.Context, id string, seen int64, wait time.Duration) (op.Task, error) {
	e, err := b.find(ctx, id)
	if err != nil {
		return op.Task{}, err
	}
	enough := time.After(wait)
	for {
		b.mu.Lock()
		t, changed := e.Task, e.changed
		b.mu.Unlock()
		if t.Revision > seen || t.State.Final() {
			return t, nil
		}
		select {
		case <-changed:
		case <-enough:
			return t, nil
		case <-ctx.Done():
			return t, fault.From(ctx.Err())
		}
	}
}

// Result implements op.Tasks.
func (b *taskBook) Result(ctx context.Context, id string) (op.Result, error) {
	e, err := b.find(ctx, id)
	if err != nil {
		return op.Result{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.State {
	case op.TaskDone:
		return e.result, nil
	case op.TaskFailed:
		return op.Result{}, e.Failure
	default:
		return op.Result{}, fault.E(fault.Conflict, fault.Say("There is no result yet.", "Результата ещё нет."), nil)
	}
}

// Cancel implements op.Tasks.
func (b *taskBook) Cancel(ctx context.Context, id string) (op.Task, error) {
	e, err := b.find(ctx, id)
	if err != nil {
		return op.Task{}, err
	}
	b.change(e, func() {
		if !e.State.Final() {
			e.State = op.TaskCancelled
		}
	})
	e.cancel()
	return b.Task(ctx, id)
}

// List implements op.Tasks.
func (b *taskBook) List(ctx context.Context, limit int, _ string) ([]op.Task, string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var own []op.Task
	for _, e := range b.tasks {
		if e.owner == ownerOf(ctx) {
			own = append(own, e.Task)
		}
	}
	slices.SortFunc(own, func(a, b op.Task) int { return b.Created.Compare(a.Created) })
	return own[:min(limit, len(own))], "", nil
}

type askKey struct{}

// ask waits in a running task for the answers of its caller, nil when it is cancelled.
func (b *taskBook) ask(ctx context.Context, e *entry, asked map[string]json.RawMessage) map[string]json.RawMessage {
	complete := make(chan struct{})
	b.change(e, func() { e.asked, e.answers, e.complete = asked, map[string]json.RawMessage{}, complete })
	select {
	case <-complete:
		return e.answers
	case <-ctx.Done():
		return nil
	}
}

// Questions implements taskInputs.
func (b *taskBook) Questions(ctx context.Context, id string) (map[string]json.RawMessage, error) {
	e, err := b.find(ctx, id)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(e.asked), nil
}

// Answer implements taskInputs.
func (b *taskBook) Answer(ctx context.Context, id string, answers map[string]json.RawMessage) error {
	e, err := b.find(ctx, id)
	if err != nil {
		return err
	}
	b.change(e, func() {
		for key, answer := range answers {
			if e.asked[key] != nil {
				delete(e.asked, key)
				e.answers[key] = answer
				if len(e.asked) == 0 {
					close(e.complete)
				}
			}
		}
	})
	return nil
}

type (
	slowInput struct {
		Seconds int    `json:"seconds" doc:"How long it takes." min:"0"`
		Label   string `json:"label,omitempty" doc:"A name for it."`
	}
	fileInput struct {
		Filename string `json:"filename" doc:"What would be deleted."`
	}
	namedInput struct {
		UserName string `json:"user_name,omitempty" doc:"Who asks."`
	}
)

// taskOps are the tools that the scenarios of the tasks extension call by name.
func taskOps() []*op.Op {
	spec := func(name string) op.Spec {
		return op.Spec{Name: name, Toolset: "conformance", Title: name, Doc: "Fixture " + name + ".", Effect: op.Reads, Long: true, Timeout: 2 * time.Minute}
	}
	return []*op.Op{
		op.New(spec("slow_compute"), func(ctx context.Context, in slowInput) (fixtureOutput, error) {
			select {
			case <-time.After(time.Duration(in.Seconds) * time.Second):
				return fixtureOutput{Text: "computed " + in.Label}, nil
			case <-ctx.Done():
				return fixtureOutput{}, ctx.Err()
			}
		}),
		op.New(spec("failing_job"), func(context.Context, nothing) (fixtureOutput, error) {
			return fixtureOutput{}, fault.E(fault.Conflict, fault.Say("This job always fails.", "Эта задача всегда завершается ошибкой."), nil)
		}),
		op.New(spec("protocol_error_job"), func(context.Context, nothing) (fixtureOutput, error) {
			panic("a defect of ours")
		}),
		op.New(spec("confirm_delete"), func(ctx context.Context, in fileInput) (fixtureOutput, error) {
			return askWhileRunning(ctx, map[string]string{"confirm": "Delete " + in.Filename + "?"})
		}),
		op.New(spec("multi_input"), func(ctx context.Context, _ nothing) (fixtureOutput, error) {
			return askWhileRunning(ctx, map[string]string{"first": "What is the name?", "second": "Is it right?"})
		}),
		op.New(spec("test_tool_with_task"), func(_ context.Context, in namedInput) (fixtureOutput, error) {
			return fixtureOutput{Text: "Hello, " + in.UserName + "!"}, nil
		}),
	}
}

// askWhileRunning puts forms before the caller of a running task.
func askWhileRunning(ctx context.Context, questions map[string]string) (fixtureOutput, error) {
	ask, ok := ctx.Value(askKey{}).(func(map[string]json.RawMessage) map[string]json.RawMessage)
	if !ok {
		return fixtureOutput{Text: "nobody to ask"}, nil
	}
	asked := map[string]json.RawMessage{}
	for key, words := range questions {
		asked[key] = fmt.Appendf(nil, `{"method":"elicitation/create","params":{"mode":"form","message":%q,"requestedSchema":{"type":"object","properties":{"confirm":{"type":"boolean"}}}}}`, words)
	}
	answers := ask(asked)
	if err := ctx.Err(); err != nil {
		return fixtureOutput{}, err
	}
	return fixtureOutput{Text: fmt.Sprintf("%d answers", len(answers))}, nil
}

// addTaskFixtures adds the tool that asks first and runs as a task then, and the one that
// is never a task and answers a bare text.
func addTaskFixtures(server *mcp.Server, s *Server) {
	addFixture(server, "greet", `{"type":"object","properties":{"name":{"type":"string"}}}`, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args struct{ Name string }
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return nil, err
		}
		return saying("Hello, " + args.Name + "!"), nil
	})
	o, err := s.cfg.Registry.Lookup("test_tool_with_task")
	if err != nil {
		return // the suite reports the tool it misses
	}
	tool := *s.offers[o].tool
	server.AddTool(&tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, ok := accept(req.Params.InputResponses, "user_name")
		if !ok {
			return asking(mcp.InputRequestMap{"user_name": form("What is your name?", "name", "string")}), nil
		}
		params, informed := *req.Params, *req
		params.Arguments, err = json.Marshal(map[string]any{"user_name": answer["name"]})
		informed.Params = &params
		if err != nil {
			return nil, err
		}
		return s.offers[o].call(ctx, &informed)
	})
}
