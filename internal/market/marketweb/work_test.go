package marketweb_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/market/marketweb"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// atOnce runs long work when it is submitted; only what the pages ask of it is there.
type atOnce struct {
	op.Tasks
	args   string
	result op.Result
}

func (a *atOnce) Submit(ctx context.Context, o *op.Op, args []byte) (op.Task, error) {
	var err error
	a.args = string(args)
	a.result, err = (&op.Pipeline{}).Call(ctx, o, args)
	return a.task(), err
}

func (a *atOnce) task() op.Task {
	return op.Task{ID: "t1", Operation: "analyze_market_competition", State: op.TaskDone, Created: asOf, Updated: asOf, Expires: asOf.AddDate(0, 0, 1)}
}

func (a *atOnce) Task(context.Context, string) (op.Task, error) { return a.task(), nil }

func (a *atOnce) Await(context.Context, string, int64, time.Duration) (op.Task, error) {
	return a.task(), nil
}

func (a *atOnce) Result(context.Context, string) (op.Result, error) { return a.result, nil }

func TestAnswer_canReadMoreAsLongWork(t *testing.T) {
	t.Parallel()
	h, tasks := fullHouse(t), &atOnce{}
	pages := webtest.WithTasks(t, h.registry, tasks, webtest.Everyone, marketweb.New(func() time.Time { return h.now }))
	got := webtest.Ask(t, pages, "POST", "/market", "role=Go+developer&place=Москва&source=snapshot&from=250000")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/tasks/t1" {
		t.Fatalf("%d to %q: %s", got.StatusCode, got.Header.Get("Location"), webtest.Text(got.Page))
	}
	for _, part := range []string{`"detail_sample":300`, `"location":"Москва"`, `"salary_range":[250000]`} {
		if !strings.Contains(tasks.args, part) {
			t.Errorf("the work is given %s, without %s", tasks.args, part)
		}
	}
	page := webtest.Ask(t, pages, "GET", "/tasks/t1", "").Page
	webtest.Wants(t, page, "Reading the market", "Go · Москва (Россия)", "Half of the vacancies offer less than", "Who hires")
	if strings.Contains(page, "pay-offer") {
		t.Error("an offer is drawn that the page does not know")
	}
	bad := webtest.Ask(t, pages, "POST", "/market", "role=Go&from=many")
	if bad.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", bad.StatusCode)
	}
	if alone := webtest.Ask(t, h.pages(t, webtest.Everyone), "POST", "/market", "role=Go"); alone.StatusCode != http.StatusForbidden {
		t.Errorf("a server without long work: %d", alone.StatusCode)
	}
}
