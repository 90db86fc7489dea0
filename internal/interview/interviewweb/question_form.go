package interviewweb

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/transfer"
	"kadry/internal/webui/kit"
)

// Fields of the form that are no cells of a question.
const (
	fieldTried       = "answer"
	fieldTryLanguage = "try_language"
)

// Fields of one point.
const (
	pointID      = "point_id"
	pointWeight  = "point_weight"
	pointText    = "point_text_"
	pointAlso    = "point_also_"
	pointRight   = "point_right_"
	pointMisread = "point_wrong_"
)

// Fields of one example of code.
const (
	exampleID     = "example_id"
	exampleText   = "example_text_"
	exampleCode   = "example_code"
	examplePoints = "example_points"
)

// Empty points under those filled in, and how many there may be.
const (
	sparePoints = 2
	mostPoints  = 10
)

// questionForm is everything the editor of a question shows.
type questionForm struct {
	id      string // of the question as it is kept; empty for a new one
	version int
	shipped bool // it came with the program: saving makes a copy
	content question.Content
	cells   map[string]string // what is no point
	advice  []question.Advice
	fault   *fault.Error
	notice  string
	tried   *triedAnswer
	answer  string
	lang    bank.Language // of the try-out
}

// triedAnswer is how an answer would be marked.
type triedAnswer struct {
	mark   marking.Mark
	q      bank.Question
	lang   bank.Language
	fault  *fault.Error
	points []pointRow
}

func questionFormOf(q question.Question) questionForm {
	f := questionForm{id: q.ID, version: q.Version, content: q.Content, cells: transfer.Cells(q.Content)}
	if f.shipped = q.Version == 0; f.shipped {
		f.id, f.content.ID, f.cells["id"] = "", "", ""
	}
	return f
}

// path is the address of the form.
func (f questionForm) path() string {
	if f.id == "" {
		return questionsPath + "/new"
	}
	return questionPath(f.id)
}

// points are those of the question and some to be filled in.
func (f questionForm) points() []question.Point {
	return append(slices.Clone(f.content.Points), make([]question.Point, min(sparePoints, max(0, mostPoints-len(f.content.Points))))...)
}

// examples are those of the question and one to be filled in.
func (f questionForm) examples() []question.Example {
	return append(slices.Clone(f.content.Code.Examples), make([]question.Example, min(1, max(0, bank.MostExamples-len(f.content.Code.Examples))))...)
}

// shownBy are the numbers of the points that an example shows; none when it shows all.
func (f questionForm) shownBy(e question.Example) string {
	if len(e.Shows) == len(f.content.Points) {
		return ""
	}
	var numbers []string
	for i, p := range f.content.Points {
		if slices.Contains(e.Shows, p.ID) {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	return strings.Join(numbers, ", ")
}

// wrong is what is wrong with a field.
func (f questionForm) wrong(field string) (fault.Text, bool) {
	if f.fault == nil {
		return fault.Text{}, false
	}
	i := slices.IndexFunc(f.fault.Fields, func(one fault.Field) bool { return questionFieldID(one.Path) == field })
	if i < 0 {
		return fault.Text{}, false
	}
	return f.fault.Fields[i].Text, true
}

// questionFieldID is the element of the form that a path of the room means.
func questionFieldID(path string) string {
	head, rest, _ := strings.Cut(path, "[")
	if list, ok := map[string]string{"points": "point-", "code.examples": "example-"}[head]; ok && rest != "" {
		number, _, _ := strings.Cut(rest, "]")
		return list + number
	}
	return strings.ReplaceAll(head, ".", "_")
}

// readQuestion reads the form as it was sent. Points without a word are none.
func readQuestion(s *screen) (question.Content, error) {
	form := s.Request.Form
	cells := map[string]string{}
	for name := range form {
		cells[name] = form.Get(name)
	}
	c, err := transfer.FromCells(cells)
	c.Points = nil
	for i := range form[pointText+"ru"] {
		field := func(name string) string { return strings.TrimSpace(lines(at(form[name], i))) }
		phrases := func(name string) question.Phrases {
			return question.Phrases{RU: texts(field(name + "ru")), EN: texts(field(name + "en"))}
		}
		weight, _ := strconv.Atoi(field(pointWeight)) // a select
		p := question.Point{
			ID: field(pointID), Weight: weight, Text: question.Text{RU: field(pointText + "ru"), EN: field(pointText + "en")},
			Also: phrases(pointAlso), Right: phrases(pointRight), Wrong: phrases(pointMisread),
		}
		if p.Text != (question.Text{}) || len(p.Also.RU)+len(p.Also.EN) > 0 {
			c.Points = append(c.Points, p)
		}
	}
	c.Code.Examples = readExamples(form, c.Points)
	return c, err
}

// readExamples reads the examples of the form. Those without a word are none. A point is named
// by its number, and where it is new has no other name yet.
func readExamples(form url.Values, points []question.Point) []question.Example {
	var examples []question.Example
	for i := range form[exampleCode] {
		field := func(name string) string { return strings.TrimSpace(lines(at(form[name], i))) }
		e := question.Example{ID: field(exampleID), Text: question.Text{RU: field(exampleText + "ru"), EN: field(exampleText + "en")}, Code: field(exampleCode)}
		for _, number := range strings.FieldsFunc(field(examplePoints), func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }) {
			id := number // one that is no number is refused by this name
			if n, err := strconv.Atoi(number); err == nil && n > 0 && n <= len(points) {
				id = cmp.Or(points[n-1].ID, question.PointID(n-1))
			}
			e.Shows = append(e.Shows, id)
		}
		if e.Code != "" || e.Text != (question.Text{}) {
			examples = append(examples, e)
		}
	}
	return examples
}

// texts are the lines of a field that say something.
func texts(field string) []string {
	var list []string
	for line := range strings.SplitSeq(field, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

func (w *web) newQuestion(s *screen) error {
	if !s.May(opSaveQuestion) {
		return kit.Denied()
	}
	c := question.Content{Status: question.Ready, Level: bank.Middle, Skill: s.Request.URL.Query().Get(fieldSkill)}
	return s.Show(http.StatusOK, questionEditor(s, questionForm{content: c, cells: transfer.Cells(c)}))
}

// question is the page of one question: the editor, which for one that came with the program
// makes a copy.
func (w *web) question(s *screen) error {
	q, err := w.kept(s)
	if err != nil {
		return err
	}
	f := questionFormOf(q)
	if !f.shipped {
		if _, f.advice, err = w.room.ExamineQuestion(s.Request.Context(), f.content); err != nil {
			f.fault = fault.From(err)
		}
	}
	if s.Request.URL.Query().Has("saved") {
		f.notice = "question.saved"
	}
	return s.Show(http.StatusOK, questionEditor(s, f))
}

// sentQuestion reads the form that was sent.
func (w *web) sentQuestion(s *screen) (questionForm, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	if err := s.Request.ParseForm(); err != nil {
		return questionForm{}, kit.Unreadable(err, w.uploadLimit)
	}
	f := questionForm{
		id: s.Request.PathValue("id"), version: kit.Count(s.Request.PostFormValue(fieldVersion)),
		answer: lines(s.Request.PostFormValue(fieldTried)), lang: bank.Language(s.Request.PostFormValue(fieldTryLanguage)),
	}
	c, err := readQuestion(s)
	if err != nil {
		f.fault = fault.From(err)
	}
	c.ID = f.id
	f.content, f.cells = c, transfer.Cells(c)
	return f, nil
}

// saveQuestion keeps what was sent, or shows the form again with what is wrong in it.
func (w *web) saveQuestion(s *screen) error {
	if !s.May(opSaveQuestion) {
		return kit.Denied()
	}
	f, err := w.sentQuestion(s)
	if err != nil {
		return err
	}
	if f.fault != nil {
		return s.Show(kit.Status(f.fault), questionEditor(s, f))
	}
	var id string
	err = s.Run(opSaveQuestion, func(ctx context.Context) error {
		saved, err := w.room.SaveQuestion(ctx, s.Caller.Tenant, f.content, f.version)
		id = saved.ID
		return err
	})
	if err == nil {
		s.Redirect(questionPath(id) + "?saved=1")
		return nil
	}
	f.fault = fault.From(err)
	if refusedFor(err, session.QuestionMoved) {
		return s.Show(http.StatusConflict, questionEditor(s, f))
	}
	return s.Show(kit.Status(f.fault), questionEditor(s, f))
}

// tryQuestion marks an answer against the question as it is written, saved or not; for a
// script it is the mark alone.
func (w *web) tryQuestion(s *screen) error {
	f, err := w.sentQuestion(s)
	if err != nil {
		return err
	}
	t := &triedAnswer{}
	f.tried = t
	err = s.Run(opTryQuestion, func(ctx context.Context) error {
		full, err := f.content.Completed(w.room.Skills)
		if err != nil {
			return err
		}
		t.q = full.Bank()
		t.mark, t.lang, err = w.room.TryQuestion(ctx, full, f.lang, f.answer)
		return err
	})
	if fault.KindOf(err) == fault.Denied {
		return err
	}
	if err != nil {
		t.fault = fault.From(err)
	}
	for _, p := range t.mark.Points {
		ref, _ := t.q.Point(p.ID)
		t.points = append(t.points, pointRow{text: ref.Text, met: p.Met, made: p.Made(), quote: p.Quote})
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, triedMark(s, *t))
	}
	return s.Show(kit.Status(t.fault), questionEditor(s, f))
}

// redFlag is the text of a misconception that an answer seems to state.
func (t triedAnswer) redFlag(id string) fault.Text {
	for _, f := range t.q.RedFlags {
		if f.ID == id {
			return f.Text
		}
	}
	return fault.Text{}
}

// moreFields are those that few questions need, in the order of the form.
func moreFields() []string {
	return []string{
		"key", "choice_ids", "choices_ru", "choices_en", "model_ru", "model_en", "anchors_ru", "anchors_en",
		"red_flag_ids", "red_flags_ru", "red_flags_en", "probe_when", "probe_points", "probes_ru", "probes_en", "source",
	}
}

// answerRows is how many lines of an answer are seen: code has more than a text.
func answerRows(kind bank.AnswerType) string {
	if kind == bank.CodeAnswer {
		return "12"
	}
	return "6"
}

func joinLines(list []string) string { return strings.Join(list, "\n") }

// weightOf is the weight a point is shown with: an empty one has the usual.
func weightOf(p question.Point) int {
	if p.Weight == 0 {
		return 2
	}
	return p.Weight
}

func (s *screen) questionHeadline(f questionForm) string {
	if f.id == "" && !f.shipped {
		return s.T("question.new")
	}
	return s.T("question.one")
}

func (s *screen) questionSubtitle(f questionForm) string {
	switch {
	case f.shipped:
		return s.T("question.copyAbout")
	case f.content.Status == question.Draft:
		return s.T("question.draftState")
	}
	return s.T("question.editAbout")
}

func (s *screen) questionSave(f questionForm) string {
	if f.shipped {
		return s.T("question.saveCopy")
	}
	return s.T("question.save")
}

// questionField is what the form calls a field.
func (s *screen) questionField(path string) string {
	id := questionFieldID(path)
	for _, part := range []string{"point", "example"} {
		if n, ok := strings.CutPrefix(id, part+"-"); ok {
			i, _ := strconv.Atoi(n)
			return s.T("question."+part, "N", i+1)
		}
	}
	return path
}
