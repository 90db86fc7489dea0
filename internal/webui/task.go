package webui

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// tasksShown is how many tasks stand on a page.
const tasksShown = 20

// taskShown is a task as a person sees it.
type taskShown struct {
	op.Task
	title  string
	answer templ.Component // nil where there is none, or none that its room shows
}

func (t taskShown) path() string { return kit.TasksPath + "/" + t.ID }

// elapsed is how long the task has been there, or was.
func (t taskShown) elapsed() time.Duration { return t.Updated.Sub(t.Created) }

// tasks lists the long work of the caller.
func (w *Front) tasks(s *kit.Screen) error {
	list, next, err := w.Tasks.List(s.Request.Context(), tasksShown, s.Request.URL.Query().Get("cursor"))
	if err != nil {
		return err
	}
	shown := make([]taskShown, len(list))
	for i, t := range list {
		shown[i].Task = t
		shown[i].title, _ = s.Work(t.Operation)
	}
	return s.Show(http.StatusOK, tasksPage(s, shown, next))
}

// task shows one: the page, or for a script the parts of it that change.
func (w *Front) task(s *kit.Screen) error {
	t, err := w.load(s)
	if err != nil {
		return err
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, taskNews(s, t))
	}
	return s.Show(http.StatusOK, taskPage(s, t))
}

// load reads a task with its answer, or what there is of it.
func (w *Front) load(s *kit.Screen) (taskShown, error) {
	ctx := s.Request.Context()
	// The state first: an answer that comes in between is then shown with the next news.
	task, err := w.Tasks.Task(ctx, s.Request.PathValue("id"))
	if err != nil {
		return taskShown{}, err
	}
	t := taskShown{Task: task}
	var work kit.Work
	if t.title, work = s.Work(task.Operation); work.Answer == nil {
		return t, nil
	}
	result, err := w.Tasks.Result(ctx, task.ID)
	if err != nil {
		return t, nil //nolint:nilerr // there is no answer yet, or never will be: the state says which
	}
	t.answer, err = work.Answer(s, result.JSON)
	return t, err
}

func (w *Front) cancelTask(s *kit.Screen) error {
	id := s.Request.PathValue("id")
	err := s.Run(op.CancelTask, func(ctx context.Context) error {
		_, err := w.Tasks.Cancel(ctx, id)
		return err
	})
	if err != nil {
		return err
	}
	s.Redirect(kit.TasksPath + "/" + id)
	return nil
}

// aboutTask is what becomes of a task.
func aboutTask(s *kit.Screen, t taskShown) string {
	if t.Expires.IsZero() {
		return s.T("tasks.one")
	}
	return s.T("tasks.kept", "Moment", s.Moment(t.Expires))
}

// nextTasks is the address of the next page of the list.
func nextTasks(cursor string) templ.SafeURL {
	return kit.Href(kit.TasksPath, url.Values{"cursor": {cursor}})
}
