package op

import (
	"context"
	"time"

	"kadry/internal/fault"
)

// TaskState is where a task stands.
type TaskState string

// The states. The last three are final.
const (
	TaskQueued    TaskState = "queued"
	TaskRunning   TaskState = "running"
	TaskDone      TaskState = "done"
	TaskFailed    TaskState = "failed"
	TaskCancelled TaskState = "cancelled"
)

// Final reports that a task has ended.
func (s TaskState) Final() bool { return s == TaskDone || s == TaskFailed || s == TaskCancelled }

// Task is one accepted call of an operation that outlives the connection it came by.
type Task struct {
	ID        string
	Operation string
	State     TaskState
	Stage     Stage         // the last one reported
	Left      time.Duration // until its end by the pace so far; zero when unknown
	Revision  int64         // grows with every change
	Failure   *fault.Error  // of a failed task
	Created   time.Time
	Updated   time.Time
	Expires   time.Time // when the task and its result are forgotten; zero while it is not final
}

// Tasks runs calls of Long operations as durable work. The caller of the context owns what
// it submits: tasks of another tenant, or of another caller, are not found.
type Tasks interface {
	// Submit accepts a call after the checks of Pipeline.Call; once it returns, the work
	// survives the end of this process.
	Submit(ctx context.Context, o *Op, args []byte) (Task, error)
	// Task returns a task as it stands.
	Task(ctx context.Context, id string) (Task, error)
	// Await returns the task when its revision is above seen, when it is final, or when
	// wait is over, whichever comes first.
	Await(ctx context.Context, id string, seen int64, wait time.Duration) (Task, error)
	// Result returns the answer of a done task, the failure of a failed one as the error,
	// the partial answer of a running one where its operation gives one, and
	// fault.Conflict where there is none yet.
	Result(ctx context.Context, id string) (Result, error)
	// Cancel asks the work to end. A final task stays as it is.
	Cancel(ctx context.Context, id string) (Task, error)
	// List returns the caller's tasks, newest first, after a cursor.
	List(ctx context.Context, limit int, cursor string) (tasks []Task, next string, err error)
}

// CancelTask is the operation that ends a task. Fronts with an address of their own for that
// run it in its place, so that access to it is decided once.
const CancelTask = "cancel_task"

// TaskView is a task as fronts and operations show it.
type TaskView struct {
	ID        string       `json:"task_id"`
	Operation string       `json:"operation"`
	State     string       `json:"state" doc:"queued, running, done, failed or cancelled."`
	Done      int          `json:"done"`
	Total     int          `json:"total,omitzero"`
	Message   string       `json:"message,omitzero" doc:"What was reported last."`
	Left      int          `json:"left_s,omitzero" doc:"Seconds to the end by the pace so far."`
	Revision  int64        `json:"revision" doc:"Grows with every change."`
	Error     *TaskProblem `json:"error,omitzero" doc:"Why it failed."`
	Created   time.Time    `json:"created_at"`
	Updated   time.Time    `json:"updated_at"`
	Expires   *time.Time   `json:"expires_at,omitzero" doc:"When the task and its result are forgotten."`
}

// TaskProblem is why a task failed.
type TaskProblem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitzero"`
}

// View writes a task in a language.
func (t Task) View(lang string) TaskView {
	v := TaskView{
		ID: t.ID, Operation: t.Operation, State: string(t.State), Done: t.Stage.Done, Total: t.Stage.Total,
		Message: t.Stage.Text.In(lang), Left: int(t.Left.Seconds()), Revision: t.Revision, Created: t.Created, Updated: t.Updated,
	}
	if t.Failure != nil {
		v.Error = &TaskProblem{Code: string(t.Failure.Kind), Message: t.Failure.Text.In(lang), Hint: t.Failure.Hint.In(lang)}
	}
	if !t.Expires.IsZero() {
		v.Expires = &t.Expires
	}
	return v
}
