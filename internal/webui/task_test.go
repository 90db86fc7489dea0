package webui_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// counted are tasks that do not move by themselves, newest first.
type counted struct {
	list    []op.Task
	results map[string]string
}

func (c *counted) find(id string) (*op.Task, error) {
	for i := range c.list {
		if c.list[i].ID == id {
			return &c.list[i], nil
		}
	}
	return nil, fault.E(fault.NotFound, fault.Say("There is no task.", "Задачи нет."), nil)
}

func (c *counted) Submit(context.Context, *op.Op, []byte) (op.Task, error) { return op.Task{}, nil }

func (c *counted) Task(_ context.Context, id string) (op.Task, error) {
	t, err := c.find(id)
	if err != nil {
		return op.Task{}, err
	}
	return *t, nil
}

func (c *counted) Await(ctx context.Context, id string, _ int64, _ time.Duration) (op.Task, error) {
	return c.Task(ctx, id)
}

func (c *counted) Result(_ context.Context, id string) (op.Result, error) {
	if text := c.results[id]; text != "" {
		return op.Result{JSON: []byte(text)}, nil
	}
	return op.Result{}, fault.E(fault.Conflict, fault.Say("No answer yet.", "Ответа пока нет."), nil)
}

func (c *counted) Cancel(_ context.Context, id string) (op.Task, error) {
	t, err := c.find(id)
	if err != nil {
		return op.Task{}, err
	}
	t.State = op.TaskCancelled
	return *t, nil
}

func (c *counted) List(_ context.Context, limit int, cursor string) ([]op.Task, string, error) {
	from, _ := strconv.Atoi(cursor)
	to, next := min(from+limit, len(c.list)), ""
	if to < len(c.list) {
		next = strconv.Itoa(to)
	}
	return c.list[from:to], next, nil
}

var began = time.Date(2026, time.November, 20, 9, 30, 0, 0, time.UTC)

func taskOf(id string, state op.TaskState, done, total int) op.Task {
	return op.Task{
		ID: id, Operation: "list_pets", State: state, Created: began, Updated: began.Add(3 * time.Minute),
		Stage: op.Stage{Done: done, Total: total, Text: fault.Say("Rex", "Рекс")},
	}
}

// someTasks has one in every state.
func someTasks() *counted {
	done := taskOf("task_done", op.TaskDone, 9, 9)
	done.Expires = began.Add(24 * time.Hour)
	running := taskOf("task_running", op.TaskRunning, 30, 1200)
	running.Left = 4 * time.Minute
	failed := taskOf("task_failed", op.TaskFailed, 3, 9)
	failed.Failure = fault.E(fault.Invalid, fault.Say("The cage is shut.", "Клетка заперта."), nil).WithHint(fault.Say("Open it.", "Откройте её."))
	return &counted{
		list: []op.Task{
			taskOf("task_queued", op.TaskQueued, 0, 0), running, done, failed,
			taskOf("task_cancelled", op.TaskCancelled, 4, 9),
		},
		results: map[string]string{"task_running": `{"pets":2}`, "task_done": `{"pets":9}`},
	}
}

// busyPets shows its long operation.
func busyPets(p *kit.Pages) {
	p.Works = map[string]kit.Work{"list_pets": {Title: "nav.pets", Answer: func(_ *kit.Screen, answer []byte) (templ.Component, error) {
		return templ.Raw("<p>" + string(answer) + "</p>"), nil
	}}}
}

func TestTasks_listsThoseOfTheCaller(t *testing.T) {
	t.Parallel()
	tasks := someTasks()
	pages := webtest.WithTasks(t, registry(t), tasks, webtest.Everyone, pets(busyPets))
	page := webtest.Ask(t, pages, "GET", "/tasks", "", webtest.Russian...).Page
	webtest.Wants(t, page, "Питомцы Ждёт очереди Рекс", "Выполняется 30 из 1200 осталось: 4 минуты", "Готово 9 из 9 заняло: 3 минуты", "Не получилось", "Остановлено", "20 ноября 2026, 09:30 UTC")
	if !strings.Contains(page, `href="/tasks" aria-current="page"`) {
		t.Error("the rail does not say where this is")
	}
	for i := range 30 {
		tasks.list = append(tasks.list, taskOf("task_"+strconv.Itoa(i), op.TaskDone, 1, 1))
	}
	first := webtest.Ask(t, pages, "GET", "/tasks", "").Page
	if strings.Count(first, `href="/tasks/task_`) != 20 || !strings.Contains(first, `href="/tasks?cursor=20"`) {
		t.Error("the first page has not 20 tasks and a way on")
	}
	if rest := webtest.Ask(t, pages, "GET", "/tasks?cursor=20", "").Page; strings.Count(rest, `href="/tasks/task_`) != 15 || strings.Contains(rest, "cursor=") {
		t.Error("the second page is not the rest")
	}
	tasks.list = nil
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/tasks", "").Page, "Nothing is running")
}

// The page shows where the work stands by itself; a script only asks for its parts again.
func TestTask_isShownWhereItStands(t *testing.T) {
	t.Parallel()
	pages := webtest.WithTasks(t, registry(t), someTasks(), webtest.Everyone, pets(busyPets))
	page := webtest.Ask(t, pages, "GET", "/tasks/task_running", "").Page
	webtest.Wants(t, page, "Running 30 of 1,200 4 minutes left", `{"pets":2}`, "Stop")
	for _, part := range []string{`max="1200" value="30"`, `hx-get="/tasks/task_running"`, `action="/tasks/task_running/cancel"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %s", part)
		}
	}
	news := webtest.Ask(t, pages, "GET", "/tasks/task_running", "", "HX-Request", "true").Page
	if strings.Contains(news, "<html") || !strings.Contains(news, `id="task"`) || strings.Contains(news, "task-cancel") {
		t.Errorf("the news are %s", news)
	}
	done := webtest.Ask(t, pages, "GET", "/tasks/task_done", "", "HX-Request", "true").Page
	webtest.Wants(t, done, "Done 9 of 9 took 3 minutes", `{"pets":9}`)
	if strings.Contains(done, "hx-get") || !strings.Contains(done, `<div id="task-cancel" hx-swap-oob="outerHTML"></div>`) {
		t.Errorf("what is done is asked for again, or can be stopped: %s", done)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/tasks/task_done", "", webtest.Russian...).Page, "Хранится до: 21 ноября 2026, 09:30 UTC.")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/tasks/task_failed", "", webtest.Russian...).Page, "Не получилось", "Клетка заперта. Откройте её.")
}

func TestTask_withoutAnAnswerOfItsRoom(t *testing.T) {
	t.Parallel()
	pages := webtest.WithTasks(t, registry(t), someTasks(), webtest.Everyone, pets())
	page := webtest.Ask(t, pages, "GET", "/tasks/task_done", "").Page
	if !strings.Contains(page, `href="/api/v1/tasks/task_done/result"`) || strings.Contains(page, `{"pets"`) {
		t.Error("there is no way to the answer")
	}
	if missing := webtest.Ask(t, pages, "GET", "/tasks/task_other", ""); missing.StatusCode != http.StatusNotFound {
		t.Errorf("a task of nobody: %d", missing.StatusCode)
	}
}

func TestTask_isStopped(t *testing.T) {
	t.Parallel()
	tasks := someTasks()
	pages := webtest.WithTasks(t, registry(t), tasks, webtest.Everyone, pets())
	got := webtest.Ask(t, pages, "POST", "/tasks/task_running/cancel", "")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/tasks/task_running" {
		t.Errorf("%d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/tasks/task_running", "").Page, "Stopped")
	for name, caller := range map[string]op.Caller{
		"only reads":      {Name: "reader", Tenant: "default", ReadOnly: true},
		"has other tools": {Name: "keeper", Tenant: "default", Toolsets: []string{"pets"}},
	} {
		front := webtest.WithTasks(t, registry(t), tasks, caller, pets())
		if got := webtest.Ask(t, front, "POST", "/tasks/task_queued/cancel", ""); got.StatusCode != http.StatusForbidden {
			t.Errorf("an access that %s stops work: %d", name, got.StatusCode)
		}
		if page := webtest.Ask(t, front, "GET", "/tasks/task_queued", "").Page; strings.Contains(page, "/cancel") {
			t.Errorf("an access that %s is offered to stop work", name)
		}
	}
}

func TestTasks_noneWithoutSomebodyToRunThem(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, pets())
	if got := webtest.Ask(t, pages, "GET", "/tasks", ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.Page, `href="/tasks"`) {
		t.Errorf("%d, or a link to nothing", got.StatusCode)
	}
}

func TestTasks_keepToThemselves(t *testing.T) {
	t.Parallel()
	pages := webtest.WithTasks(t, registry(t), someTasks(), webtest.Everyone, pets())
	webtest.KeepToThemselves(t, pages, "/tasks", "/tasks/task_running")
	webtest.AreLight(t, pages, "/tasks", "/tasks/task_done")
}
