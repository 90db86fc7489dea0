package dossierweb_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/dossier/dossierweb"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

func TestReport_showsWhatAdviceRestsOn(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/reports/"+whole, "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, got.Page,
		"Senior Go developer", "Казань · ", "On the list: 6", "1 person could not be read",
		"250,000–360,000 ₽, median 300,000 ₽", "a month, after tax, n = 48", "the middle half of the market, n = 48",
		"Нина Примерова", "nina-example/queue/internal/queue/queue.go", "Сервис очередей, Go и PostgreSQL", "CV: work",
		"Must-have skills", "Total", "GitHub: No such user.", "What the market asks for", "Apache Kafka", "Rare in vacancies",
		"Responses to a vacancy", "Silence is not zero", "What to train",
	)
	for _, part := range []string{
		`href="https://github.com/nina-example/queue/blob/0123abc/internal/queue/queue.go#L10"`, `rel="noopener noreferrer nofollow external"`,
		`href="/api/v1/hr/report/` + whole + `?format=html"`, `bar-unknown`, `popovertarget="proof-0-0"`,
	} {
		if !strings.Contains(got.Page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(got.Page, "<script>alert") {
		t.Error("words of a candidate act as markup")
	}
}

func TestReport_inRussian(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+whole, "", webtest.Russian...).Page,
		"Всего в списке: 6", "медиана 300 000 ₽", "Пригласить", "Отказать", "подтверждён", "мы не знаем", "Чего мы не знаем", "20 ноября 2026, 09:00 UTC")
}

func TestReport_saysWhatItLacks(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+unfinished, "").Page, "This report is not complete", "See the progress", "not read yet", "No advice")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+bare, "").Page, "We do not know the market. The market was not asked.", "Nobody yet", "No mandatory skills are set")
	if got := webtest.Ask(t, pages, "GET", "/reports/rep_none", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown report: %d", got.StatusCode)
	}
	if got := webtest.Ask(t, pages, "GET", "/reports/"+whole+"/candidates/nobody", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown person: %d", got.StatusCode)
	}
}

func TestReport_hostileTextStaysText(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	for _, path := range []string{"/reports", "/reports/" + hostile, "/reports/" + hostile + "/candidates/nina-example", "/reports/" + hostile + "/delete"} {
		got := webtest.Ask(t, pages, "GET", path, "")
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
		for _, bad := range []string{"<script>alert", "<img src=x", "javascript:", "\u202e"} {
			if strings.Contains(got.Page, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
	}
}

func TestPerson_hasQuestionsAndALetter(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/reports/"+whole+"/candidates/nina-example", "")
	webtest.Wants(t, got.Page, "Нина Примерова", "Questions for the interview", "Good signs", "First letter", "What the letter rests on", "Nothing is sent", "Your decision", "Public code", "12 days ago")
	if !strings.Contains(got.Page, `data-copy="letter"`) {
		t.Error("the letter cannot be copied")
	}
	failed := webtest.Ask(t, pages, "GET", "/reports/"+whole+"/candidates/ghost-example", "")
	if failed.StatusCode != http.StatusOK {
		t.Fatalf("a person who could not be read: %d", failed.StatusCode)
	}
	webtest.Wants(t, failed.Page, "Could not be read", "No advice")
}

func TestDecide_keepsBoth(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	path := "/reports/" + whole + "/candidates/nina-example"
	refused := webtest.Ask(t, pages, "POST", path, "decision=no&reason=+", webtest.Russian...)
	if refused.StatusCode != http.StatusBadRequest {
		t.Errorf("a decision without a reason: %d", refused.StatusCode)
	}
	webtest.Wants(t, refused.Page, "напишите, почему")
	wrong := webtest.Ask(t, pages, "POST", path, "decision=maybe&reason=known+here")
	if wrong.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown decision: %d", wrong.StatusCode)
	}
	webtest.Wants(t, wrong.Page, "known here")
	got := webtest.Ask(t, pages, "POST", path, "decision=no&reason=Asks+for+another+city")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != path {
		t.Fatalf("status %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	page := webtest.Ask(t, pages, "GET", path, "").Page
	webtest.Wants(t, page, "Decided by a person", "The advice was: Invite", "Decline", "Asks for another city", "Decided by somebody without a name, 20 Nov 2026, 09:00 UTC")
	if !strings.Contains(page, "<del>") {
		t.Error("the advice is not struck through")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+whole, "").Page, "1 of these was decided by a person")
}

func TestDelete_asksFirst(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+whole+"/delete", "").Page, "This cannot be undone", "6 people")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports/"+whole+"/candidates/nina-example/delete", "").Page, "take out of all reports")
	if got := webtest.Ask(t, pages, "POST", "/reports/"+whole+"/candidates/nina-example/delete", "x=1"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("forgetting: %d", got.StatusCode)
	}
	for _, id := range []string{whole, unfinished, bare} {
		if strings.Contains(webtest.Ask(t, pages, "GET", "/reports/"+id, "").Page, "nina-example") {
			t.Errorf("%s still names the person", id)
		}
	}
	if got := webtest.Ask(t, pages, "POST", "/reports/"+whole+"/delete", "x=1"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("deleting: %d", got.StatusCode)
	}
	if got := webtest.Ask(t, pages, "GET", "/reports/"+whole, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a deleted report: %d", got.StatusCode)
	}
}

func TestCreate_makesAReport(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports", "").Page, "No reports yet", "Whom to judge")
	form := url.Values{
		"role": {"Go developer"}, "skills": {"golang; postgres"}, "people": {"https://github.com/ada-example cv_ada\r\n\r\n@bora-sample"},
		"cv": {"", "Cyan Demo\nGo developer", ""}, "no_market": {"1"}, "from": {"250 000"}, "to": {"300000"},
	}
	got := webtest.Ask(t, pages, "POST", "/reports", form.Encode())
	if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/reports/rep_") {
		t.Fatalf("status %d to %q: %s", got.StatusCode, got.Header.Get("Location"), webtest.Text(got.Page))
	}
	page := webtest.Ask(t, pages, "GET", got.Header.Get("Location"), "").Page
	webtest.Wants(t, page, "On the list: 3", "GitHub: GitHub does not answer.", "Services in Go", "Not everything was read")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/reports", "").Page, "Go developer", "3 people")
}

func TestCreate_keepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	for name, c := range map[string]struct {
		form url.Values
		want string
	}{
		"no role":         {url.Values{"people": {"ada-example"}}, "Name the role"},
		"nobody":          {url.Values{"role": {"Go"}}, "Name at least one person"},
		"no GitHub name":  {url.Values{"role": {"Go"}, "people": {"Иван Петров"}}, "Иван"},
		"two on a line":   {url.Values{"role": {"Go"}, "people": {"ada-example bora-sample"}}, "a line of their own"},
		"offer reversed":  {url.Values{"role": {"Go"}, "people": {"ada-example"}, "from": {"5"}, "to": {"4"}}, "“From” is more than “to”"},
		"half an offer":   {url.Values{"role": {"Go"}, "people": {"ada-example"}, "from": {"250 000"}}, "Write both ends"},
		"words for money": {url.Values{"role": {"Go"}, "people": {"ada-example"}, "from": {"a lot"}, "to": {"more"}}, "Write both ends"},
		"too many":        {url.Values{"role": {"Go"}, "people": {strings.Repeat("ada-example,", 101)}}, "up to 100 people"},
		"a long skill":    {url.Values{"role": {"Go"}, "people": {"ada-example"}, "skills": {strings.Repeat("x", 101)}}, "1 to 100 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.form.Set("cv", "")
			c.form.Set("place", "Kept Town")
			got := webtest.Ask(t, pages, "POST", "/reports", c.form.Encode())
			if got.StatusCode != http.StatusBadRequest {
				t.Errorf("status %d", got.StatusCode)
			}
			webtest.Wants(t, got.Page, c.want)
			if !strings.Contains(got.Page, `value="Kept Town"`) || !strings.Contains(got.Page, `<details class="new-report" open`) {
				t.Error("what was typed is gone")
			}
		})
	}
	more := webtest.Ask(t, pages, "POST", "/reports", url.Values{"cv": {"one", "two", "three"}, "more": {"1"}}.Encode())
	if n := strings.Count(more.Page, `name="cv"`); n != 6 {
		t.Errorf("%d fields for CVs, want 6", n)
	}
}

// tasks run nothing: they keep what was begun, and answer with a report half made.
type tasks struct {
	op.Tasks
	begun []byte
}

func (f *tasks) Submit(_ context.Context, o *op.Op, args []byte) (op.Task, error) {
	f.begun = args
	return op.Task{ID: "task_1", Operation: o.Name, State: op.TaskRunning}, nil
}

func (f *tasks) Task(context.Context, string) (op.Task, error) {
	return op.Task{ID: "task_1", Operation: "evaluate_candidates", State: op.TaskRunning, Stage: op.Stage{Done: 5, Total: 26}}, nil
}

func (f *tasks) Result(context.Context, string) (op.Result, error) {
	return op.Result{JSON: []byte(`{"report_id":"` + unfinished + `","candidates":[{"id":"ada-example"}]}`)}, nil
}

func TestCreate_manyPeopleAreLongWork(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 26 {
		fmt.Fprintf(&list, "person-%d\n", i)
	}
	work := &tasks{}
	pages := webtest.WithTasks(t, keeping(t).ops, work, webtest.Everyone, dossierweb.New())
	got := webtest.Ask(t, pages, "POST", "/reports", url.Values{"role": {"Go developer"}, "people": {list.String()}}.Encode())
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/tasks/task_1" {
		t.Fatalf("status %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if n := strings.Count(string(work.begun), "github_username"); n != 26 {
		t.Errorf("%d people were submitted", n)
	}
	page := webtest.Ask(t, pages, "GET", "/tasks/task_1", "").Page
	webtest.Wants(t, page, "Hiring report", "People in the report: 1.", "Open the report")
	if !strings.Contains(page, `href="/reports/`+unfinished+`"`) {
		t.Error("the work does not lead to its report")
	}
}

func TestPages_withoutAccess(t *testing.T) {
	t.Parallel()
	pages := keeping(t).pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	page := webtest.Ask(t, pages, "GET", "/reports/"+whole, "").Page + webtest.Ask(t, pages, "GET", "/reports", "").Page +
		webtest.Ask(t, pages, "GET", "/reports/"+whole+"/candidates/nina-example", "").Page
	for _, offer := range []string{"New report", "Delete the report", "Your decision", "/delete"} {
		if strings.Contains(page, offer) {
			t.Errorf("a reader is offered %q", offer)
		}
	}
	for _, path := range []string{"/reports", "/reports/" + whole + "/delete", "/reports/" + whole + "/candidates/nina-example"} {
		if got := webtest.Ask(t, pages, "POST", path, "decision=no&reason=x&role=Go&people=ada-example"); got.StatusCode != http.StatusForbidden {
			t.Errorf("POST %s: %d", path, got.StatusCode)
		}
	}
	stranger := keeping(t).pages(t, op.Caller{Name: "other", Tenant: "other", Admin: true})
	if got := webtest.Ask(t, stranger, "GET", "/reports/"+whole, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("another tenant: %d", got.StatusCode)
	}
}
