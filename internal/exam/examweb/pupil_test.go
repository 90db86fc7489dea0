package examweb_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/assignment"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/examweb"
	"kadry/internal/op"
	"kadry/internal/store/storetest"
	"kadry/internal/webui/webtest"
)

// school is a house with a teacher's desk; its clock can be moved.
type school struct {
	teacher, foreign http.Handler
	now              time.Time
	done             []string // by whom, and what
}

func (s *school) record(ctx context.Context, _ *sql.Tx, _, action, _ string, _ map[string]string) error {
	s.done = append(s.done, op.CallerFrom(ctx).Name+" "+action)
	return nil
}

func newSchool(t *testing.T) *school {
	t.Helper()
	s := &school{now: asOf}
	db := storetest.SQLite(t, examsql.Schema()).Open(t)
	shelf := examsql.NewProblems(db)
	if err := shelf.Put(t.Context(), bankProblems()); err != nil {
		t.Fatal(err)
	}
	if err := shelf.PutCatalogue(t.Context(), contents(), asOf.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	exams := bank.New(bank.Parts{Shelf: shelf, Now: now, Alone: true})
	desk := &assignment.Desk{Keeper: examsql.NewAssignments(db, s.record), Problems: exams.Kept, Now: func() time.Time { return s.now }}
	registry, err := op.NewRegistry(append(exam.Operations(exams), exam.TeachingOperations(desk, exams)...)...)
	if err != nil {
		t.Fatal(err)
	}
	pages := examweb.New(examweb.Config{Bank: exams, Desk: desk})
	s.teacher = webtest.Pages(t, registry, op.Caller{Name: "teacher", Tenant: "acme"}, pages)
	s.foreign = webtest.Pages(t, registry, op.Caller{Name: "other", Tenant: "other"}, pages)
	return s
}

var (
	linkIn    = regexp.MustCompile(`/t/[A-Za-z0-9_-]{43}`)
	resultsIn = regexp.MustCompile(`/exams/assignments/[A-Z0-9]+`)
)

// give gives a test of two problems out and returns its links and the page of its results.
func (s *school) give(t *testing.T, more string) (links []string, at string) {
	t.Helper()
	got := webtest.Ask(t, s.teacher, "POST", "/exams/ege/math/assign", "n.1=1&n.2=1&seed=5&title=Пробная"+more)
	links, at = linkIn.FindAllString(got.Page, -1), resultsIn.FindString(got.Page)
	if got.StatusCode != http.StatusOK || len(links) == 0 || at == "" || got.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("status %d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	return links, at
}

func (s *school) begin(t *testing.T, link, name string) (paper string) {
	t.Helper()
	got := webtest.Ask(t, s.teacher, "POST", link, "name="+url.QueryEscape(name))
	if got.StatusCode != http.StatusSeeOther {
		t.Fatalf("begin: %d %s", got.StatusCode, webtest.Text(got.Page))
	}
	return got.Header.Get("Location")
}

func TestPupil_answersAndTheTeacherSees(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	links, at := s.give(t, "&shows=answers")
	welcome := webtest.Ask(t, s.teacher, "GET", links[0], "")
	webtest.Wants(t, welcome.Page, "Пробная", "Your name", "What we keep", "Your name and answers, nothing else.")
	if h := welcome.Header; h.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(h.Get("X-Robots-Tag"), "noindex") || strings.Contains(welcome.Page, `class="rail"`) {
		t.Error("the page of a pupil tells too much, or has the rail")
	}
	if refused := webtest.Ask(t, s.teacher, "POST", links[0], "name=+"); refused.StatusCode != http.StatusBadRequest {
		t.Errorf("without a name: %d", refused.StatusCode)
	}
	paper := s.begin(t, links[0], "=Аня")
	page := webtest.Ask(t, s.teacher, "GET", paper, "").Page
	fields := regexp.MustCompile(`name="a\.(\d+)"`).FindAllStringSubmatch(page, -1)
	if len(fields) != 2 || strings.Contains(page, "7,5") || strings.Contains(page, "0,4") {
		t.Fatalf("the paper has %d fields, or tells an answer", len(fields))
	}
	first, second := fields[0][1], fields[1][1]
	// Two tabs: each keeps what was typed in it, and does not undo the other.
	for _, form := range []string{"a." + first + "=7&w." + first + "=&a." + second + "=&w." + second + "=", "a." + first + "=&w." + first + "=&a." + second + "=0.4&w." + second + "="} {
		if got := webtest.Ask(t, s.teacher, "POST", paper+"/draft", form); got.StatusCode != http.StatusNoContent {
			t.Errorf("draft: %d", got.StatusCode)
		}
	}
	page = webtest.Ask(t, s.teacher, "GET", paper, "").Page
	if !strings.Contains(page, `name="a.`+first+`" type="text" value="7"`) || !strings.Contains(page, `value="0.4"`) {
		t.Error("an answer of one of the two tabs is lost")
	}
	if got := webtest.Ask(t, s.teacher, "POST", paper, "a."+first+"=7&w."+first+"=7"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("send: %d", got.StatusCode)
	}
	webtest.Wants(t, webtest.Ask(t, s.teacher, "GET", paper, "").Page, "The paper is sent", "of 2 right", "Right answer:", "0,4")
	if late := webtest.Ask(t, s.teacher, "POST", paper+"/draft", "a."+first+"=8&w."+first+"=7"); late.StatusCode != http.StatusConflict {
		t.Errorf("an answer after sending: %d", late.StatusCode)
	}
	webtest.Wants(t, webtest.Ask(t, s.teacher, "GET", at, "").Page, "=Аня", "of 2 right", "1 sent, 1 begun", "Delete for good")
	table := webtest.Ask(t, s.teacher, "GET", at+"/table", "")
	if !strings.Contains(table.Header.Get("Content-Disposition"), ".csv") || !strings.Contains(table.Page, "'=Аня") {
		t.Errorf("the table: %s", table.Page)
	}
	for _, target := range []string{at, at + "/table"} {
		if got := webtest.Ask(t, s.foreign, "GET", target, ""); got.StatusCode != http.StatusNotFound || strings.Contains(got.Page, "Аня") {
			t.Errorf("another tenant asks for %s: %d", target, got.StatusCode)
		}
	}
}

func TestPupil_seesWhatTheTeacherAllows(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for shows, c := range map[string]struct{ says, hides string }{
		"nothing": {"Your teacher will tell the result.", "right"}, "score": {"0 of 2 right", "Right answer:"},
	} {
		links, _ := s.give(t, "&shows="+shows)
		paper := s.begin(t, links[0], "Боря")
		webtest.Ask(t, s.teacher, "POST", paper, "")
		page := webtest.Ask(t, s.teacher, "GET", paper, "").Page
		webtest.Wants(t, page, c.says)
		if strings.Contains(webtest.Text(page), c.hides) {
			t.Errorf("%s: %s", shows, webtest.Text(page))
		}
	}
}

func TestPupil_aLinkOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	links, _ := s.give(t, "&pupils="+url.QueryEscape("Аня Петрова\nБоря Ким"))
	if len(links) != 2 || links[0] == links[1] {
		t.Fatalf("links %v", links)
	}
	webtest.Wants(t, webtest.Ask(t, s.teacher, "GET", links[1], "").Page, "Боря Ким")
	first, again := s.begin(t, links[1], ""), s.begin(t, links[1], "Чужой")
	if first != again {
		t.Error("beginning again is another paper")
	}
	webtest.Wants(t, webtest.Ask(t, s.teacher, "GET", again, "").Page, "Боря Ким")
}

// Every link that leads nowhere is answered with the same bytes, and guesses are slowed.
func TestPupil_deadLinksAreAlike(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	withdrawn, at := s.give(t, "")
	expired, _ := s.give(t, "&days=1")
	deleted, gone := s.give(t, "")
	live, _ := s.give(t, "")
	paper := s.begin(t, live[0], "Аня")
	lost := s.begin(t, deleted[0], "Боря")
	for _, act := range []string{at + "/withdraw", gone + "/delete"} {
		if got := webtest.Ask(t, s.foreign, "POST", act, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("another tenant does %s: %d", act, got.StatusCode)
		}
		if got := webtest.Ask(t, s.teacher, "POST", act, ""); got.StatusCode != http.StatusSeeOther {
			t.Errorf("%s: %d", act, got.StatusCode)
		}
	}
	s.now = asOf.AddDate(0, 0, 2)
	var dead string
	for _, target := range []string{withdrawn[0], expired[0], deleted[0], lost, "/t/guessed", "/t/" + strings.Repeat("A", 43), live[0] + "/" + strings.Repeat("A", 43), withdrawn[0] + paper[len(live[0]):]} {
		got := webtest.Ask(t, s.teacher, "GET", target, "")
		if dead == "" {
			dead = got.Page
		}
		if got.StatusCode != http.StatusNotFound || got.Page != dead {
			t.Errorf("%s: %d, or another page", target, got.StatusCode)
		}
	}
	slowed := 0
	for range 40 {
		if webtest.Ask(t, s.teacher, "GET", "/t/again", "").StatusCode == http.StatusTooManyRequests {
			slowed++
		}
	}
	if slowed < 15 || webtest.Ask(t, s.teacher, "GET", paper, "").StatusCode != http.StatusOK {
		t.Errorf("%d of 40 guesses were slowed, or a link that works was", slowed)
	}
}

// Files of problems are for who has a paper with them, and no other file is.
func TestPupil_filesOfTheTestAlone(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	links, _ := s.give(t, "")
	paper := s.begin(t, links[0], "Аня")
	for _, at := range []string{"https://inf-ege.sdamgia.ru/get_file?id=5", "http://127.0.0.1/", ""} {
		if got := webtest.Ask(t, s.teacher, "GET", paper+"/file?at="+url.QueryEscape(at), ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %d", at, got.StatusCode)
		}
	}
}

// The log is told who did something on a page.
func TestAssignments_areRecordedByTeacher(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	_, at := s.give(t, "")
	webtest.Ask(t, s.teacher, "POST", at+"/withdraw", "")
	webtest.Ask(t, s.foreign, "POST", at+"/delete", "confirm=true")
	if want := []string{"teacher " + examsql.AssignmentMade, "teacher " + examsql.AssignmentWithdrawn}; !slices.Equal(s.done, want) {
		t.Errorf("recorded %v, want %v", s.done, want)
	}
}
