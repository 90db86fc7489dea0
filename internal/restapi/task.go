package restapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

const tasksPath = "/api/v1/tasks"

// taskWait is the longest that one request waits for news of a task.
const taskWait = 25 * time.Second

// taskRoutes are where long calls are followed that were made with Prefer: respond-async.
func (f *front) taskRoutes(mux *http.ServeMux) {
	mux.HandleFunc(tasksPath, f.limited(f.listTasks))
	mux.HandleFunc(tasksPath+"/{id}", f.limited(f.task))
	mux.HandleFunc("DELETE "+tasksPath+"/{id}", f.cancelTask)
	mux.HandleFunc(tasksPath+"/{id}/result", f.limited(f.taskResult))
}

// limited refuses a caller who asks too often, as a call does.
func (f *front) limited(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if limit := f.Pipeline.Limit; limit != nil {
			if err := limit(r.Context(), op.CallerFrom(r.Context()), nil); err != nil {
				WriteProblem(w, r, err)
				return
			}
		}
		next(w, r)
	}
}

// prefersAsync reports whether the client would rather have a handle than wait (RFC 7240).
func prefersAsync(r *http.Request) bool {
	for preference := range strings.SplitSeq(strings.Join(r.Header.Values("Prefer"), ","), ",") {
		name, _, _ := strings.Cut(preference, ";")
		if strings.EqualFold(strings.TrimSpace(name), "respond-async") {
			return true
		}
	}
	return false
}

// submit answers a long call with the task that does it.
func (f *front) submit(w http.ResponseWriter, r *http.Request, o *op.Op, args []byte) {
	task, err := f.Tasks.Submit(withBudget(r.Context()), o, args)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	w.Header().Set("Location", tasksPath+"/"+task.ID)
	w.Header().Set("Preference-Applied", "respond-async")
	writeTask(w, r, http.StatusAccepted, task)
}

func writeTask(w http.ResponseWriter, r *http.Request, status int, task op.Task) {
	writeStatus(w, status, encode(task.View(op.CallerFrom(r.Context()).Lang)))
}

// task shows one, now or when there is news, or follows it.
func (f *front) task(w http.ResponseWriter, r *http.Request) {
	if !allowed(w, r, http.MethodGet, http.MethodHead, http.MethodDelete) {
		return
	}
	if acceptsEvents(r) {
		f.followTask(w, r)
		return
	}
	query, err := onlyNumbers(r, "wait_s", "seen_revision")
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	wait := min(time.Duration(query["wait_s"])*time.Second, taskWait)
	task, err := f.Tasks.Await(r.Context(), r.PathValue("id"), query["seen_revision"], wait)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	writeTask(w, r, http.StatusOK, task)
}

func (f *front) cancelTask(w http.ResponseWriter, r *http.Request) {
	o, err := f.Registry.Lookup(op.CancelTask)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	var task op.Task
	err = f.Pipeline.Run(r.Context(), o, func(ctx context.Context) (err error) {
		task, err = f.Tasks.Cancel(ctx, r.PathValue("id"))
		return err
	})
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	writeTask(w, r, http.StatusOK, task)
}

// taskResult answers as the call would have: 202 while that is not the whole answer yet.
func (f *front) taskResult(w http.ResponseWriter, r *http.Request) {
	if !allowed(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	// The state first: an answer that comes in between then counts as not whole, not the other
	// way round.
	task, err := f.Tasks.Task(r.Context(), r.PathValue("id"))
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	result, err := f.Tasks.Result(r.Context(), task.ID)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	status := http.StatusOK
	if !task.State.Final() {
		status = http.StatusAccepted
	}
	writeStatus(w, status, result.JSON)
}

type taskList struct {
	Items      []op.TaskView `json:"items"`
	HasMore    bool          `json:"has_more"`
	NextCursor string        `json:"next_cursor,omitzero"`
}

func (f *front) listTasks(w http.ResponseWriter, r *http.Request) {
	if !allowed(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	query, err := onlyNumbers(r, "limit", "offset", "cursor")
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	limit := int64(20)
	if given, ok := query["limit"]; ok {
		limit = given
	}
	given, err := cursor.Page{Cursor: r.URL.Query().Get("cursor"), Offset: int(query["offset"])}.Given()
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	tasks, next, err := f.Tasks.List(r.Context(), int(min(limit, 100)), given)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	list := taskList{Items: []op.TaskView{}, HasMore: next != "", NextCursor: next}
	for _, task := range tasks {
		list.Items = append(list.Items, task.View(op.CallerFrom(r.Context()).Lang))
	}
	writeStatus(w, http.StatusOK, encode(list))
}

// onlyNumbers reads a query that may have these keys, once each. All but a cursor are whole
// numbers that are not negative.
func onlyNumbers(r *http.Request, keys ...string) (map[string]int64, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.E(fault.Invalid, fault.Say("The query of the address is malformed.", "Строка запроса в адресе некорректна."), err)
	}
	numbers := map[string]int64{}
	for _, key := range keys {
		given := query[key]
		delete(query, key)
		if len(given) == 0 || key == "cursor" {
			continue
		}
		n, err := strconv.ParseInt(given[0], 10, 32)
		if err != nil || n < 0 || len(given) > 1 {
			return nil, fault.E(fault.Invalid, fault.Say("%s: must be a whole number, 0 or more", "%s: нужно целое число, не меньше 0", key), err)
		}
		numbers[key] = n
	}
	for key := range query {
		return nil, fault.E(fault.Invalid, fault.Say("unknown parameter %s; valid ones: %s", "неизвестный параметр %s; допустимые: %s",
			fault.Clip(key), strings.Join(keys, ", ")), nil)
	}
	return numbers, nil
}

// followTask tells of a task in events until its end: "task" for each change, whose id is the
// revision, and then "result" or "error". A client that comes back with Last-Event-ID goes on
// after what it saw.
func (f *front) followTask(w http.ResponseWriter, r *http.Request) {
	seen, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		seen = 0 // the first visit, or an id that is not ours
	}
	ctx, id := r.Context(), r.PathValue("id")
	task, err := f.Tasks.Task(ctx, id)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	events := openEvents(w)
	if events.comment("open") != nil {
		return
	}
	lang := op.CallerFrom(ctx).Lang
	for {
		if task.Revision > seen {
			seen = task.Revision
			if events.write("id: %d\nevent: task\ndata: %s\n\n", seen, encode(task.View(lang))) != nil {
				return
			}
		}
		if task.State.Final() {
			f.endTask(r, events, task)
			return
		}
		if task, err = f.Tasks.Await(ctx, id, seen, heartbeat); err != nil {
			if ctx.Err() == nil {
				_ = events.event("error", encode(describe(r, err))) // as below
			}
			return
		}
		if task.Revision == seen && events.comment("alive") != nil {
			return
		}
	}
}

// endTask tells how a task ended. Nobody is left to tell when that fails.
func (f *front) endTask(r *http.Request, events eventWriter, task op.Task) {
	result, err := f.Tasks.Result(r.Context(), task.ID)
	if err != nil {
		_ = events.event("error", encode(describe(r, err)))
		return
	}
	_ = events.event("result", result.JSON)
}

// withBudget gives a caller who has none the room of an answer over REST.
func withBudget(ctx context.Context) context.Context {
	caller := op.CallerFrom(ctx)
	if caller.Budget == 0 {
		caller.Budget = answerBudget
	}
	return op.WithCaller(ctx, caller)
}

// describeAsync adds what a long operation answers to those who do not wait.
func describeAsync(o *op.Op, responses map[string]response) {
	if o.Long {
		responses["202"] = response{
			Description: "With Prefer: respond-async, and where the call means long work: the task that does it.",
			Headers:     map[string]header{"Location": {Description: "Where the task is followed.", Schema: textSchema}},
			Content:     map[string]media{jsonType: {Schema: ref(taskSchema)}},
		}
	}
}

// writeStatus is writeJSON with a status.
func writeStatus(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "%s\n", body) // a client that went away is told nothing
}
