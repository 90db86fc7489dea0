package task

import (
	"bytes"
	"context"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/op"
)

// Toolset is that of the operations on tasks.
const Toolset = "tasks"

// Guide says to assistants how the operations belong together.
const Guide = "start_task runs a long operation, ingest_cv on a large folder for instance, in the background; " +
	"get_task with wait_s tells how it stands, get_task_result what it answered."

// longestWait is how long one question about a task may wait for news.
const longestWait = 25 * time.Second

// Operations declares the operations on tasks. Over nil tasks they can be described and not
// called.
func Operations(t *Tasks) []*op.Op {
	d := handlers{t}
	return []*op.Op{d.start(), d.get(), d.result(), d.cancel(), d.list()}
}

type handlers struct{ tasks *Tasks }

type startInput struct {
	Operation string `json:"operation" min:"1" max:"100" doc:"Name of a long operation, ingest_cv for instance."`
	Arguments string `json:"arguments" min:"2" max:"1000000" doc:"Its input: a JSON object as text."`
}

func (d handlers) start() *op.Op {
	return op.New(op.Spec{
		Name: "start_task", Toolset: Toolset, Title: "Start long work", Effect: op.Creates,
		Doc: "Runs a long operation in the background and answers a task_id at once; follow it with get_task. " +
			"It goes on when the connection or the server ends.",
	}, func(ctx context.Context, in startInput) (op.TaskView, error) {
		o, err := d.tasks.served.Lookup(in.Operation)
		if err != nil {
			return op.TaskView{}, err
		}
		task, err := d.tasks.Submit(ctx, o, []byte(in.Arguments))
		return task.View(op.CallerFrom(ctx).Lang), err
	})
}

type getInput struct {
	ID   string `json:"task_id" min:"1" max:"100" doc:"Of the task."`
	Wait int    `json:"wait_s,omitzero" min:"0" max:"25" doc:"Seconds to wait for news after seen_revision."`
	Seen int64  `json:"seen_revision,omitzero" min:"0" doc:"revision of the answer before."`
}

func (d handlers) get() *op.Op {
	return op.New(op.Spec{
		Name: "get_task", Toolset: Toolset, Title: "How a task stands", Effect: op.Reads, Waits: true, Timeout: longestWait + 5*time.Second,
		Doc: "State and progress of long work that was answered with a task_id. With wait_s it answers as soon as there is news.",
	}, func(ctx context.Context, in getInput) (op.TaskView, error) {
		task, err := d.tasks.Await(ctx, in.ID, in.Seen, time.Duration(in.Wait)*time.Second)
		return task.View(op.CallerFrom(ctx).Lang), err
	})
}

type idInput struct {
	ID string `json:"task_id" min:"1" max:"100" doc:"Of the task."`
}

type resultOutput struct {
	ID       string `json:"task_id"`
	State    string `json:"state"`
	Complete bool   `json:"complete" doc:"false: result is what there was so far."`
	Result   answer `json:"result" doc:"The answer of the operation."`
	Note     string `json:"note,omitzero"`
}

// answer is a JSON object that some operation made and checked.
type answer struct{ text []byte }

// MarshalJSON writes the object as it is.
func (a answer) MarshalJSON() ([]byte, error) { return a.text, nil }

// Condense leaves out an answer that does not fit.
func (o resultOutput) Condense() (resultOutput, bool) {
	if bytes.Equal(o.Result.text, nothing) {
		return o, false
	}
	o.Result.text = nothing
	o.Note = "The answer is too large to be shown here; fetch /api/v1/tasks/" + o.ID + "/result."
	return o, true
}

var nothing = []byte("{}")

func (d handlers) result() *op.Op {
	return op.New(op.Spec{
		Name: "get_task_result", Toolset: Toolset, Title: "The answer of a task", Effect: op.Reads,
		Doc: "What the operation of a task answered, or has so far. It is kept for a day after the end.",
	}, func(ctx context.Context, in idInput) (resultOutput, error) {
		// The state first: an answer that comes in between then counts as incomplete, not the
		// other way round.
		task, err := d.tasks.Task(ctx, in.ID)
		if err != nil {
			return resultOutput{}, err
		}
		result, err := d.tasks.Result(ctx, in.ID)
		if err != nil {
			return resultOutput{}, err
		}
		return resultOutput{ID: task.ID, State: string(task.State), Complete: task.State == op.TaskDone, Result: answer{result.JSON}}, nil
	})
}

func (d handlers) cancel() *op.Op {
	return op.New(op.Spec{
		Name: op.CancelTask, Toolset: Toolset, Title: "Cancel a task", Effect: op.Updates, Idempotent: true,
		Doc: "Ends a task. What it did already stays done; a task that has ended stays as it is.",
	}, func(ctx context.Context, in idInput) (op.TaskView, error) {
		task, err := d.tasks.Cancel(ctx, in.ID)
		return task.View(op.CallerFrom(ctx).Lang), err
	})
}

type listInput struct {
	Limit int `json:"limit,omitzero" min:"1" max:"50" default:"20" doc:"On a page."`
	cursor.Page
}

type listOutput struct {
	Items      []op.TaskView `json:"items"`
	HasMore    bool          `json:"has_more"`
	NextCursor string        `json:"next_cursor,omitzero"`
}

func (d handlers) list() *op.Op {
	return op.New(op.Spec{
		Name: "list_tasks", Toolset: Toolset, Title: "Your tasks", Effect: op.Reads,
		Doc: "Long work you started, newest first: what runs, and what ended within a day.",
	}, func(ctx context.Context, in listInput) (listOutput, error) {
		given, err := in.Given()
		if err != nil {
			return listOutput{}, err
		}
		tasks, next, err := d.tasks.List(ctx, in.Limit, given)
		if err != nil {
			return listOutput{}, err
		}
		out := listOutput{HasMore: next != "", NextCursor: next}
		for _, task := range tasks {
			out.Items = append(out.Items, task.View(op.CallerFrom(ctx).Lang))
		}
		return out, nil
	})
}
