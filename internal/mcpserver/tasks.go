package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// tasksExtension lets a call of a Long operation be answered with a handle (SEP-2663). The
// SDK knows nothing of it: a client that declares it gets a task where it would wait, and
// polls. The extension's notifications are optional; none are sent, because the SDK's
// subscriptions cannot name tasks.
const tasksExtension = "io.modelcontextprotocol/tasks"

// taskPoll is how often a client should ask how its task stands.
const taskPoll = 2 * time.Second

// taskInputs is implemented by op.Tasks whose work asks its caller while it runs. Most
// operations ask before they run, see confirmed.
type taskInputs interface {
	// Questions returns what a task waits for: requests of MCP by a key of the task's own.
	Questions(ctx context.Context, id string) (map[string]json.RawMessage, error)
	// Answer delivers what the client answered. Keys that nobody asked for are ignored.
	Answer(ctx context.Context, id string, answers map[string]json.RawMessage) error
}

// taskCall is the params of every method of the extension.
type taskCall struct {
	mcp.ParamsBase
	TaskID         string                     `json:"taskId"`
	InputResponses map[string]json.RawMessage `json:"inputResponses,omitempty"`
}

// taskAck is the answer to what only changes a task.
type taskAck struct {
	mcp.ResultBase
	ResultType string `json:"resultType"`
}

// taskAnswer is a task on the wire, both when it is made and when it is asked for.
type taskAnswer struct {
	mcp.ResultBase
	ResultType   string                     `json:"resultType"`
	TaskID       string                     `json:"taskId"`
	Status       string                     `json:"status"`
	Message      string                     `json:"statusMessage,omitempty"`
	Created      time.Time                  `json:"createdAt"`
	Updated      time.Time                  `json:"lastUpdatedAt"`
	TTL          *int64                     `json:"ttlMs"` // from creation; null while nobody can say
	PollInterval int64                      `json:"pollIntervalMs"`
	Questions    map[string]json.RawMessage `json:"inputRequests,omitempty"`
	Result       *mcp.CallToolResult        `json:"result,omitempty"`
	Error        *jsonrpc.Error             `json:"error,omitempty"`
}

var taskStatus = map[op.TaskState]string{
	op.TaskQueued: "working", op.TaskRunning: "working", op.TaskDone: "completed",
	op.TaskFailed: "completed", op.TaskCancelled: "cancelled",
}

func describeTask(t op.Task, resultType, lang string) *taskAnswer {
	a := &taskAnswer{
		ResultType: resultType, TaskID: t.ID, Status: taskStatus[t.State], Message: t.Stage.Text.In(lang),
		Created: t.Created.UTC(), Updated: t.Updated.UTC(), PollInterval: taskPoll.Milliseconds(),
	}
	if !t.Expires.IsZero() {
		ttl := max(t.Expires.Sub(t.Created).Milliseconds(), 1)
		a.TTL = &ttl
	}
	return a
}

// offerTasks adds the extension to the server of a scope.
func (s *Server) offerTasks(server *mcp.Server) {
	for method, run := range map[string]func(context.Context, *taskCall) (mcp.Result, error){
		"tasks/get": s.taskGet, "tasks/update": s.taskUpdate, "tasks/cancel": s.taskCancel,
	} {
		// Only the name of a standard method is an error.
		_ = mcp.AddReceivingCustomMethod(server, method, func(ctx context.Context, _ *mcp.ServerSession, call *taskCall) (mcp.Result, error) {
			return s.taskMethod(ctx, method, call, run)
		})
	}
	server.AddReceivingMiddleware(withTasks)
}

func (s *Server) taskMethod(ctx context.Context, method string, call *taskCall, run func(context.Context, *taskCall) (mcp.Result, error)) (answer mcp.Result, err error) {
	if call == nil || call.TaskID == "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "taskId is missing"}
	}
	err = s.attend(ctx, op.Spec{Name: strings.ReplaceAll(method, "/", "_")}, func(ctx context.Context) (err error) {
		answer, err = run(ctx, call)
		return err
	})
	if err != nil {
		return nil, protocolError(fault.From(err), op.CallerFrom(ctx).Lang)
	}
	return answer, nil
}

func (s *Server) taskGet(ctx context.Context, call *taskCall) (mcp.Result, error) {
	t, err := s.cfg.Tasks.Task(ctx, call.TaskID)
	if err != nil {
		return nil, err
	}
	lang := op.CallerFrom(ctx).Lang
	a := describeTask(t, "complete", lang)
	switch t.State {
	case op.TaskDone, op.TaskFailed:
		result, err := s.cfg.Tasks.Result(ctx, t.ID)
		// A tool that ran and failed has a result that says so; only our own defect fails the task.
		if a.Result, err = toResult(result, err, lang); errors.As(err, &a.Error) {
			a.Status = "failed"
		}
	case op.TaskRunning:
		inputs, asks := s.cfg.Tasks.(taskInputs)
		if !asks {
			break
		}
		if a.Questions, err = inputs.Questions(ctx, t.ID); err != nil {
			return nil, err
		}
		if len(a.Questions) > 0 {
			a.Status = "input_required"
		}
	default: // nothing to add
	}
	return a, nil
}

func (s *Server) taskUpdate(ctx context.Context, call *taskCall) (mcp.Result, error) {
	if _, err := s.cfg.Tasks.Task(ctx, call.TaskID); err != nil {
		return nil, err
	}
	if inputs, asks := s.cfg.Tasks.(taskInputs); asks {
		if err := inputs.Answer(ctx, call.TaskID, call.InputResponses); err != nil {
			return nil, err
		}
	}
	return &taskAck{ResultType: "complete"}, nil
}

func (s *Server) taskCancel(ctx context.Context, call *taskCall) (mcp.Result, error) {
	if _, err := s.cfg.Tasks.Cancel(ctx, call.TaskID); err != nil {
		return nil, err
	}
	return &taskAck{ResultType: "complete"}, nil
}

// submit accepts a call as a task and leaves it where withTasks finds it.
func (s *Server) submit(ctx context.Context, made *op.Task, o *op.Op, args []byte) (*mcp.CallToolResult, error) {
	t, err := s.cfg.Tasks.Submit(ctx, o, args)
	if err != nil {
		return failed(err, op.CallerFrom(ctx).Lang)
	}
	*made = t
	return &mcp.CallToolResult{}, nil
}

type madeKey struct{}

// madeFrom is where a call may leave a task, nil where the client knows no tasks.
func madeFrom(ctx context.Context) *op.Task {
	made, _ := ctx.Value(madeKey{}).(*op.Task)
	return made
}

// withTasks gives the calls of a client that declares the extension a place for a task, and
// answers with the one left there. Nobody else may use the methods of the extension.
func withTasks(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "tasks/get", "tasks/update", "tasks/cancel":
			if !declaresTasks(req) {
				return nil, errNeedsTasks()
			}
			return next(ctx, method, req)
		case "tools/call":
			if !declaresTasks(req) {
				return next(ctx, method, req)
			}
		default:
			return next(ctx, method, req)
		}
		made := &op.Task{}
		result, err := next(context.WithValue(ctx, madeKey{}, made), method, req)
		if err != nil || made.ID == "" {
			return result, err
		}
		return describeTask(*made, "task", op.CallerFrom(ctx).Lang), nil
	}
}

func declaresTasks(req mcp.Request) bool {
	r, ok := req.(interface {
		ClientCapabilities() *mcp.ClientCapabilities
	})
	if !ok {
		return false
	}
	capabilities := r.ClientCapabilities()
	return capabilities != nil && capabilities.Extensions[tasksExtension] != nil
}

func errNeedsTasks() error {
	needed := &mcp.ClientCapabilities{Extensions: map[string]any{tasksExtension: struct{}{}}}
	data, _ := json.Marshal(mcp.MissingRequiredClientCapabilityData{RequiredCapabilities: needed}) // names and empty objects encode
	return &jsonrpc.Error{
		Code: mcp.CodeMissingRequiredClientCapabilities, Message: "the client must declare the extension " + tasksExtension, Data: data,
	}
}

// taskNamed is the task that a message is about, which the header Mcp-Name must repeat.
func taskNamed(e envelope) (id string, ok bool) {
	switch e.Method {
	case "tasks/get", "tasks/update", "tasks/cancel":
	default:
		return "", false
	}
	var call struct {
		TaskID string `json:"taskId"`
	}
	err := json.Unmarshal(e.Params, &call)
	return call.TaskID, err == nil
}
