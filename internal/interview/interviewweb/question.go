package interviewweb

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/interview/transfer"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/webui/kit"
)

const questionsPath = "/questions"

// questionRoutes are the pages of the questions that may be asked.
func questionRoutes(w *web) map[string]func(*screen) error {
	const one = questionsPath + "/{id}"
	return map[string]func(*screen) error{
		"GET " + questionsPath:                  w.questions,
		"POST " + questionsPath + "/draft":      w.draftQuestions,
		"GET " + questionsPath + "/new":         w.newQuestion,
		"POST " + questionsPath + "/new":        w.saveQuestion,
		"POST " + questionsPath + "/new/try":    w.tryQuestion,
		"GET " + questionsPath + "/import":      w.importingQuestions,
		"POST " + questionsPath + "/import":     w.importQuestions,
		"GET " + questionsPath + "/export.json": w.exportQuestionsJSON,
		"GET " + questionsPath + "/export.csv":  w.exportQuestionsCSV,
		"GET " + one:                            w.question,
		"POST " + one:                           w.saveQuestion,
		"POST " + one + "/try":                  w.tryQuestion,
		"GET " + one + "/delete":                w.droppingQuestion,
		"POST " + one + "/delete":               w.dropQuestion,
	}
}

// questionPath is the address of a question, or of something about it.
func questionPath(id string, inside ...string) string {
	return strings.Join(slices.Concat([]string{questionsPath, url.PathEscape(id)}, inside), "/")
}

// Fields of the list of questions.
const (
	fieldAbout  = "about"
	fieldOrigin = "origin"
	fieldState  = "status"
)

// questionsShown is how many questions a page of the list has.
const questionsShown = 50

// questionList is everything the list shows.
type questionList struct {
	filter      interview.QuestionFilter
	rows        []question.Question
	total, from int
	own         int // questions of the tenant's own, whatever the filter
	notice      string
	fault       *fault.Error
}

// questions lists what may be asked; for a script it is the table alone.
func (w *web) questions(s *screen) error {
	q := s.Request.URL.Query()
	l := questionList{from: kit.Count(q.Get(fieldFrom)), filter: interview.QuestionFilter{
		Words: strings.TrimSpace(q.Get(fieldWords)), About: strings.TrimSpace(q.Get(fieldAbout)),
		From: interview.Origin(q.Get(fieldOrigin)), Status: question.Status(q.Get(fieldState)),
	}}
	for _, notice := range []string{"deleted", "drafted", "nothing"} {
		if q.Has(notice) {
			l.notice = "question." + notice
		}
	}
	if s.Fragment() {
		s.Out.Header().Set("HX-Replace-Url", string(l.at(0)))
	}
	if err := s.Run(opListQuestions, func(ctx context.Context) error { return w.listQuestions(ctx, s, &l) }); err != nil {
		if fault.KindOf(err) == fault.Denied {
			return err
		}
		l.fault = fault.From(err)
	}
	if s.Fragment() {
		return s.Show(kit.Status(l.fault), questionTable(s, l))
	}
	return s.Show(kit.Status(l.fault), questionsPage(s, l))
}

func (w *web) listQuestions(ctx context.Context, s *screen, l *questionList) error {
	own, err := w.room.ListQuestions(ctx, s.Caller.Tenant, interview.QuestionFilter{From: interview.OwnQuestions})
	if err != nil {
		return err
	}
	list, err := w.room.ListQuestions(ctx, s.Caller.Tenant, l.filter)
	if err != nil {
		return err
	}
	l.own, l.total = len(own), len(list)
	if l.from >= len(list) {
		l.from = 0
	}
	l.rows = list[l.from:min(len(list), l.from+questionsShown)]
	return nil
}

// at is the address of the list from a row on.
func (l questionList) at(from int) templ.SafeURL {
	q := url.Values{}
	for field, value := range map[string]string{
		fieldWords: l.filter.Words, fieldAbout: l.filter.About, fieldOrigin: string(l.filter.From), fieldState: string(l.filter.Status),
	} {
		if value != "" {
			q.Set(field, value)
		}
	}
	if from > 0 {
		q.Set(fieldFrom, strconv.Itoa(from))
	}
	return kit.Href(questionsPath, q)
}

func (l questionList) next() int { return l.from + len(l.rows) }

// aboutName is the skill or the theme of a question in words.
func (s *screen) aboutName(c question.Content) string {
	if c.Theme != "" {
		return s.themeName(c.Theme)
	}
	return s.skillName(skill.ID(c.Skill))
}

// themeName is a theme in words; one of a company's own has no others.
func (s *screen) themeName(theme string) string {
	if bank.ThemeTitle(theme).EN == theme {
		return theme
	}
	return s.T("vacancy.theme." + theme)
}

// originText says where a question comes from and whether it is asked.
func (s *screen) originText(q question.Question) string {
	switch {
	case q.Version == 0:
		return s.T("question.builtIn")
	case q.Status == question.Draft:
		return s.T("question.draft")
	}
	return s.T("question.own")
}

func (w *web) draftQuestions(s *screen) error {
	name := strings.TrimSpace(s.Request.PostFormValue(fieldAbout))
	var drafts []interview.Drafted
	err := s.Run(opDraftQuestions, func(ctx context.Context) (err error) {
		drafts, _, err = w.room.DraftQuestions(ctx, s.Caller.Tenant, interview.DraftOrder{Skills: []string{name}, Count: 2})
		return err
	})
	if err != nil {
		return err
	}
	to := questionList{filter: interview.QuestionFilter{About: name, Status: question.Draft}}.at(0)
	said := "drafted"
	if len(drafts) == 0 {
		said = "nothing"
	}
	s.Redirect(string(to) + "&" + said + "=1")
	return nil
}

// droppingQuestion asks before a question is deleted.
func (w *web) droppingQuestion(s *screen) error {
	if !s.May(opDeleteQuestion) {
		return kit.Denied()
	}
	q, err := w.kept(s)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, dropQuestionPage(s, q))
}

func (w *web) dropQuestion(s *screen) error {
	err := s.Run(opDeleteQuestion, func(ctx context.Context) error {
		return w.room.DropQuestion(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
	})
	if err != nil {
		return err
	}
	s.Redirect(questionsPath + "?deleted=1")
	return nil
}

// kept is the question that an address names.
func (w *web) kept(s *screen) (q question.Question, err error) {
	err = s.Run(opListQuestions, func(ctx context.Context) (err error) {
		q, err = w.room.Question(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
		return err
	})
	return q, err
}

// questionImport is everything the page of an import of questions shows.
type questionImport struct {
	file    string
	rows    []interview.ImportedQuestion // nil before an import
	kept    int
	refused int
	fault   *fault.Error
}

func (w *web) importingQuestions(s *screen) error {
	if !s.May(opImportQuestions) {
		return kit.Denied()
	}
	return s.Show(http.StatusOK, importQuestionsPage(s, questionImport{}))
}

func (w *web) importQuestions(s *screen) error {
	if !s.May(opImportQuestions) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	t, err := w.takeQuestions(s)
	if err != nil {
		t.fault = fault.From(err)
	}
	return s.Show(kit.Status(t.fault), importQuestionsPage(s, t))
}

func (w *web) takeQuestions(s *screen) (t questionImport, err error) {
	file, head, err := s.Request.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) {
		return t, fault.E(fault.Invalid, fault.Say("No file was chosen.", "Файл не выбран."), nil).
			WithHint(fault.Say("Choose a JSON or CSV file.", "Выберите файл JSON или CSV."))
	}
	if err != nil {
		return t, kit.Unreadable(err, w.uploadLimit)
	}
	defer func() {
		_ = file.Close()                        // it was only read
		_ = s.Request.MultipartForm.RemoveAll() // a leftover temporary file is the system's to clean
	}()
	t.file = head.Filename
	data, err := io.ReadAll(file)
	if err != nil {
		return t, kit.Unreadable(err, w.uploadLimit)
	}
	read := transfer.ReadQuestionsCSV
	if start := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff"))); strings.EqualFold(path.Ext(t.file), ".json") || len(start) > 0 && (start[0] == '[' || start[0] == '{') {
		read = transfer.ReadQuestionsJSON
	}
	rows, err := read(data)
	if err != nil {
		return t, err
	}
	err = s.Run(opImportQuestions, func(ctx context.Context) (err error) {
		t.rows, err = w.room.ImportQuestions(ctx, s.Caller.Tenant, rows)
		return err
	})
	for _, row := range t.rows {
		if row.Err != nil {
			t.refused++
		} else {
			t.kept++
		}
	}
	return t, err
}

// whyRefused says why a row was left out, field by field where they are known.
func (s *screen) whyRefused(row interview.ImportedQuestion) []string {
	f := fault.From(row.Err)
	var list []string
	for _, field := range f.Fields {
		list = append(list, field.Path+": "+s.Say(field.Text))
	}
	if len(list) == 0 {
		list = append(list, strings.TrimSpace(s.Say(f.Text)+" "+s.Say(f.Hint)))
	}
	return list
}

func (w *web) exportQuestionsJSON(s *screen) error {
	return w.exportQuestions(s, "questions.json", "application/json", transfer.WriteQuestionsJSON)
}

func (w *web) exportQuestionsCSV(s *screen) error {
	return w.exportQuestions(s, "questions.csv", "text/csv; charset=utf-8", transfer.WriteQuestionsCSV)
}

// exportQuestions hands out the questions of the tenant's own as a file.
func (w *web) exportQuestions(s *screen, name, kind string, write func(io.Writer, []question.Question) error) error {
	var body bytes.Buffer
	err := s.Run(opExportQuestions, func(ctx context.Context) error {
		list, err := w.room.ListQuestions(ctx, s.Caller.Tenant, interview.QuestionFilter{From: interview.OwnQuestions})
		if err != nil {
			return err
		}
		return write(&body, list)
	})
	if err != nil {
		return err
	}
	return s.Send(op.File{Name: name, Type: kind, Text: body.String()})
}
