package examweb_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/examweb"
	"kadry/internal/exam/subject"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// copiedInPart is an outcome with a category that failed and a site that fell silent.
const copiedInPart = `{"course":"ege/math","total":12,"copied":5,"fresh":2,"problems":148,"requests":9,"partial_data":true,
	"failed":[{"category_id":"79","category_name":"Простейшие уравнения","code":"upstream","message":"The page has another structure.","hint":"Update kadry."}],
	"stopped":{"code":"limited","message":"The exam site asks to be left alone.","hint":"Try again in an hour."}}`

// fillable is a house that may ask a site, with the operation that copies.
func fillable(t *testing.T) (*house, *examsql.Problems) {
	t.Helper()
	shelf := newShelf(t)
	exams := bank.New(bank.Parts{Shelf: shelf, Site: &examSite{}, Now: now})
	registry, err := op.NewRegistry(append(exam.Operations(exams), op.New(op.Spec{
		Name: "sdamgia_sync", Toolset: "sdamgia", Title: "Copy a course into the bank", Doc: "Copies.", Effect: op.Creates, World: true,
		Scope: op.ScopeAdmin, Fronts: []op.Front{op.REST, op.CLI}, Timeout: time.Hour, Long: true,
	}, func(context.Context, struct {
		Subject    string   `json:"subject"`
		Categories []string `json:"categories,omitempty"`
		Again      bool     `json:"again,omitzero"`
	},
	) (struct{}, error) {
		return struct{}{}, nil
	}))...)
	if err != nil {
		t.Fatal(err)
	}
	return &house{exams: exams, registry: registry}, shelf
}

// longWork keeps what was submitted, and answers that it is over.
type longWork struct {
	op.Tasks
	args string
}

func (l *longWork) Submit(ctx context.Context, _ *op.Op, args []byte) (op.Task, error) {
	l.args = string(args)
	return l.Task(ctx, "")
}

func (l *longWork) Task(context.Context, string) (op.Task, error) {
	return op.Task{
		ID: "t1", Operation: "sdamgia_sync", State: op.TaskDone, Created: asOf, Updated: asOf, Expires: asOf.AddDate(0, 0, 1),
		Stage: op.Stage{Done: 8, Total: 12},
	}, nil
}

func (l *longWork) Await(ctx context.Context, id string, _ int64, _ time.Duration) (op.Task, error) {
	return l.Task(ctx, id)
}

func (l *longWork) Result(context.Context, string) (op.Result, error) {
	return op.Result{JSON: []byte(copiedInPart)}, nil
}

func TestFill_copiesACourseOrTopicsOfIt(t *testing.T) {
	t.Parallel()
	h, shelf := fillable(t)
	if err := shelf.PutCatalogue(t.Context(), contents(), asOf.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	work := &longWork{}
	pages := webtest.WithTasks(t, h.registry, work, webtest.Everyone, examweb.New(examweb.Config{Bank: h.exams}))
	for _, c := range []string{"ege/math", "vpr/math8", "ct/math3", "oge/soc"} {
		if page := webtest.Ask(t, pages, "GET", "/exams/fill", "").Page; !strings.Contains(page, `value="`+c+`"`) {
			t.Errorf("%s cannot be chosen", c)
		}
	}
	page := webtest.Ask(t, pages, "GET", "/exams/fill?course=ege/math", "").Page
	webtest.Wants(t, page, "Some topics only", "Start copying", "The site is asked once a second")
	topic := contents().Topics[0]
	for form, want := range map[string]string{
		"course=ege/math":                                    `{"subject":"ege/math"}`,
		"course=vpr/math8&again=1":                           `{"subject":"vpr/math8","again":true}`,
		"course=ege/math&topic=" + url.QueryEscape(topic.ID): `{"subject":"ege/math","categories":["` + topic.Categories[0].ID,
	} {
		got := webtest.Ask(t, pages, "POST", "/exams/fill", form)
		if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/tasks/t1" || !strings.HasPrefix(work.args, want) {
			t.Errorf("%s: %d, the work is given %s", form, got.StatusCode, work.args)
		}
	}
	for _, form := range []string{"course=ege/math&topic=none", "course=ege/dance", ""} {
		if got := webtest.Ask(t, pages, "POST", "/exams/fill", form); got.StatusCode != http.StatusBadRequest && got.StatusCode != http.StatusNotFound {
			t.Errorf("%q: status %d", form, got.StatusCode)
		}
	}
	tutor := op.Caller{Name: "tutor", Tenant: "default", Toolsets: []string{"sdamgia"}}
	reader := webtest.WithTasks(t, h.registry, work, tutor, examweb.New(examweb.Config{Bank: h.exams}))
	for _, method := range []string{"GET", "POST"} {
		if got := webtest.Ask(t, reader, method, "/exams/fill?course=ege/math", "course=ege/math"); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s by who may not: status %d", method, got.StatusCode)
		}
	}
}

// What came of the copying says how much, what failed and why, and leads on.
func TestFill_saysWhatCameOfIt(t *testing.T) {
	t.Parallel()
	h, _ := fillable(t)
	pages := webtest.WithTasks(t, h.registry, &longWork{}, webtest.Everyone, examweb.New(examweb.Config{Bank: h.exams}))
	page := webtest.Ask(t, pages, "GET", "/tasks/t1", "").Page
	webtest.Wants(t, page, "148 problems came in.", "5 categories copied, 2 fresh already, 12 in all.", "The site was asked 9 times.",
		"The exam site asks to be left alone.", "Try again in an hour.", "1 category could not be copied", "Простейшие уравнения", "The page has another structure.",
		"Open the subject", "Continue")
	if !strings.Contains(page, `href="/exams/ege/math"`) || !strings.Contains(page, `name="course" value="ege/math"`) {
		t.Error("the answer does not lead to the course, or on")
	}
}

func TestFill_everyCourseCanBeChosen(t *testing.T) {
	t.Parallel()
	for _, e := range subject.Exams() {
		for _, c := range subject.Courses(e) {
			if again, err := subject.Parse(c.String(), subject.Course{}); err != nil || again != c {
				t.Errorf("%s is read as %s, %v", c, again, err)
			}
		}
	}
}
