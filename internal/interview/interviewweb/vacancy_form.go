package interviewweb

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
	"kadry/internal/webui/kit"
)

// Fields of the form of a vacancy. The room names its findings by the same words.
const (
	fieldTitle       = "title"
	fieldDescription = "description"
	fieldRequired    = "requirements"
	fieldDuties      = "responsibilities"
	fieldRank        = "level"
	fieldLanguage    = "language"
	fieldExternal    = "external_id"
	fieldNeeds       = "needs"
	fieldSkill       = "skill"
	fieldWeight      = "weight"
	fieldNeedLevel   = "need_level"
	fieldVersion     = "version"

	fieldChoices      = "questions"
	fieldChoice       = "question"
	fieldUse          = "use"
	fieldChoiceWeight = "question_weight"
)

// byHand is the value of the field "needs" of somebody who writes them as rows.
const byHand = "own"

// spareRows are the empty rows under those filled in.
const spareRows = 3

// vacancyForm is everything the page of the editor shows.
type vacancyForm struct {
	saved    *vacancy.Vacancy // as it is kept; nil for a new one
	draft    vacancy.Draft    // as it was written
	external string
	version  int // of the vacancy that the draft was made from
	own      bool
	rows     []needRow
	places   []int          // of each need of the draft among the rows
	full     *vacancy.Draft // as the draft would be kept; nil when it cannot be
	plan     planView
	changed  bool // the plan is of an unsaved draft
	fault    *fault.Error
	theirs   []difference        // what somebody else saved meanwhile
	known    []question.Question // of the company's own, to be named
	notice   string
}

// needRow is one need as it is written.
type needRow struct{ skill, weight, level string }

func (r needRow) blank() bool { return r.skill == "" && r.weight == "" && r.level == "" }

// formOf is the form of a vacancy as it is kept.
func formOf(s *screen, v vacancy.Vacancy) vacancyForm {
	f := vacancyForm{saved: &v, draft: v.Draft, external: v.ExternalID, version: v.Version, full: &v.Draft}
	f.own = slices.ContainsFunc(v.Needs, func(n vacancy.Need) bool { return n.Quote == "" })
	for _, n := range v.Needs {
		f.rows = append(f.rows, needRow{s.skillName(n.Skill), s.weight(n.Weight), string(n.Level)})
	}
	f.spare()
	return f
}

// readForm reads the form as it was sent. A list of rows without a single one written
// leaves the needs to the text.
func readForm(s *screen, saved *vacancy.Vacancy) vacancyForm {
	value := func(field string) string { return s.Request.PostFormValue(field) }
	f := vacancyForm{saved: saved, external: strings.TrimSpace(value(fieldExternal)), version: kit.Count(value(fieldVersion))}
	f.draft = vacancy.Draft{
		Title: value(fieldTitle), Description: lines(value(fieldDescription)), Requirements: lines(value(fieldRequired)),
		Responsibilities: lines(value(fieldDuties)), Language: bank.Language(value(fieldLanguage)), Level: bank.Level(value(fieldRank)),
	}
	form := s.Request.Form
	f.draft.Choices = readChoices(s)
	for i, name := range form[fieldSkill] {
		row := needRow{strings.TrimSpace(name), strings.TrimSpace(at(form[fieldWeight], i)), at(form[fieldNeedLevel], i)}
		if !row.blank() {
			f.rows = append(f.rows, row)
		}
	}
	f.own = value(fieldNeeds) == byHand && len(f.rows) > 0
	if f.own {
		f.takeRows()
	}
	f.spare()
	return f
}

// readChoices reads what is said of single questions; a row without one says nothing.
func readChoices(s *screen) []vacancy.Choice {
	var list []vacancy.Choice
	form := s.Request.Form
	for i, id := range form[fieldChoice] {
		if id = strings.TrimSpace(id); id != "" {
			list = append(list, vacancy.Choice{Question: id, Use: vacancy.Use(at(form[fieldUse], i)), Weight: readWeight(at(form[fieldChoiceWeight], i))})
		}
	}
	return list
}

// readWeight reads a weight; one that is no number goes to the room as one out of bounds.
func readWeight(text string) float64 {
	if text = strings.TrimSpace(text); text == "" {
		return 0
	}
	weight, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || weight == 0 {
		return -1
	}
	return weight
}

// choiceRows are the rows of questions, and some to be filled in.
func (f vacancyForm) choiceRows() []vacancy.Choice {
	return append(slices.Clone(f.draft.Choices), make([]vacancy.Choice, spareRows)...)
}

// wrongChoice is what is wrong with a row of questions.
func (f vacancyForm) wrongChoice(row int) (fault.Text, bool) {
	for _, part := range []string{".question", ".use", ".weight"} {
		if text, bad := f.wrong(fieldChoices + "[" + strconv.Itoa(row) + "]" + part); bad {
			return text, true
		}
	}
	return fault.Text{}, false
}

func (s *screen) choiceWeight(x float64) string {
	if x <= 0 {
		return ""
	}
	return s.weight(x)
}

// choicesText is what is said of questions in one line.
func (s *screen) choicesText(list []vacancy.Choice) string {
	parts := make([]string, len(list))
	for i, one := range list {
		parts[i] = strings.TrimSpace(one.Question + " " + s.T("question.use."+string(one.Use)) + " " + s.choiceWeight(one.Weight))
	}
	return strings.Join(parts, ", ")
}

// lines undoes how browsers send the ends of lines.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// takeRows makes the needs of the draft from the rows. A weight that is no number goes to
// the room as one out of bounds, which is refused with the others.
func (f *vacancyForm) takeRows() {
	for i, row := range f.rows {
		n := vacancy.Need{Skill: skill.ID(row.skill), Level: bank.Level(row.level)}
		n.Weight = readWeight(row.weight)
		f.draft.Needs = append(f.draft.Needs, n)
		f.places = append(f.places, i)
	}
}

func (f *vacancyForm) spare() { f.rows = append(f.rows, make([]needRow, spareRows)...) }

// path is the address of the form.
func (f vacancyForm) path() string {
	if f.saved == nil {
		return vacanciesPath + "/new"
	}
	return vacancyPath(f.saved.ID)
}

// wrong is what is wrong with a field, or with a part of a row of needs.
func (f vacancyForm) wrong(field string) (fault.Text, bool) {
	if f.fault == nil || field == "" {
		return fault.Text{}, false
	}
	i := slices.IndexFunc(f.fault.Fields, func(one fault.Field) bool { return one.Path == field })
	if i < 0 {
		return fault.Text{}, false
	}
	return f.fault.Fields[i].Text, true
}

// rowPath is what the room calls a row.
func (f vacancyForm) rowPath(row int, part string) string {
	i := slices.Index(f.places, row)
	if i < 0 {
		return ""
	}
	return fieldNeeds + "[" + strconv.Itoa(i) + "]" + part
}

// saving is the form as the room takes it.
func (f vacancyForm) saving() vacancy.Saving {
	in := vacancy.Saving{ExternalID: f.external, Draft: f.draft}
	if f.saved != nil {
		in.ID, in.Version = f.saved.ID, max(1, f.version) // 0 would save over anything
	}
	return in
}

func (w *web) newVacancy(s *screen) error {
	if !s.May(opSaveVacancy) {
		return kit.Denied()
	}
	f := vacancyForm{}
	f.spare()
	if err := w.nameQuestions(s, &f); err != nil {
		return err
	}
	return s.Show(http.StatusOK, vacancyEditor(s, f))
}

// sentForm reads the form and the vacancy it is about; the id "new" is none.
func (w *web) sentForm(s *screen) (vacancyForm, error) {
	if !s.May(opSaveVacancy) {
		return vacancyForm{}, kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	if err := s.Request.ParseForm(); err != nil {
		return vacancyForm{}, kit.Unreadable(err, w.uploadLimit)
	}
	id := s.Request.PathValue("id")
	if id == "" {
		return readForm(s, nil), nil
	}
	var v vacancy.Vacancy
	err := s.Run(opGetVacancy, func(ctx context.Context) (err error) {
		v, err = w.room.Vacancy(ctx, s.Caller.Tenant, id)
		return err
	})
	if fault.KindOf(err) == fault.NotFound { // deleted meanwhile; what was written must not be lost
		f := readForm(s, nil)
		f.notice = "vacancy.goneMeanwhile"
		return f, nil
	}
	if err != nil {
		return vacancyForm{}, err
	}
	return readForm(s, &v), nil
}

// saveVacancy keeps what was sent, or shows the form again with what is wrong in it.
func (w *web) saveVacancy(s *screen) error {
	f, err := w.sentForm(s)
	if err != nil {
		return err
	}
	if f.notice != "" {
		if err := w.drawPlan(s, &f); err != nil {
			return err
		}
		return s.Show(http.StatusConflict, vacancyEditor(s, f))
	}
	var v vacancy.Vacancy
	err = s.Run(opSaveVacancy, func(ctx context.Context) (err error) {
		if err = w.freeExternal(ctx, s, f); err == nil {
			v, _, err = w.room.SaveVacancy(ctx, s.Caller.Tenant, f.saving())
		}
		return err
	})
	if err == nil {
		s.Redirect(s.savedPath(f, v) + "?saved=1")
		return nil
	}
	if err := w.drawPlan(s, &f); err != nil {
		return err
	}
	f.fault = fault.From(err)
	if refusedFor(err, session.VacancyMoved) && f.saved != nil {
		f.fault = nil
		f.theirs = s.differences(*f.saved, f)
		f.version = f.saved.Version
		return s.Show(http.StatusConflict, vacancyEditor(s, f))
	}
	return s.Show(kit.Status(f.fault), vacancyEditor(s, f))
}

// savedPath is where saving leads: for a new vacancy that says what it needs, to the people who
// fit it, where this server has that page.
func (s *screen) savedPath(f vacancyForm, v vacancy.Vacancy) string {
	if f.saved == nil && len(v.Needs) > 0 && s.May(opPeople) {
		return vacancyPath(v.ID, "people")
	}
	return vacancyPath(v.ID)
}

// freeExternal refuses an external id that another vacancy has: saving under it would
// change that one.
func (w *web) freeExternal(ctx context.Context, s *screen, f vacancyForm) error {
	if f.external == "" || f.saved != nil && f.external == f.saved.ExternalID {
		return nil
	}
	other, err := w.room.Vacancies.External(ctx, s.Caller.Tenant, f.external)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	taken := fault.E(fault.Invalid, fault.Say("This external id is taken.", "Этот внешний номер занят."), nil)
	taken.Fields = []fault.Field{{Path: fieldExternal, Text: fault.Say("the vacancy “%s” has this id", "этот номер у вакансии «%s»", fault.Clip(other.Title))}}
	return taken
}

// planVacancy shows what a draft would be asked, without saving it; for a script it is the
// plan and the needs alone.
func (w *web) planVacancy(s *screen) error {
	f, err := w.sentForm(s)
	if err != nil {
		return err
	}
	if err := w.drawPlan(s, &f); err != nil {
		return err
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, vacancyPlanFragment(s, f))
	}
	return s.Show(kit.Status(f.fault), vacancyEditor(s, f))
}

// nameQuestions fills the list from which the ids of questions are chosen.
func (w *web) nameQuestions(s *screen, f *vacancyForm) (err error) {
	if !s.May(opListQuestions) {
		return nil
	}
	f.known, err = w.room.ListQuestions(s.Request.Context(), s.Caller.Tenant, interview.QuestionFilter{From: interview.OwnQuestions, Status: question.Ready})
	return err
}

// drawPlan completes the draft as saving would, and plans it.
func (w *web) drawPlan(s *screen, f *vacancyForm) error {
	if err := w.nameQuestions(s, f); err != nil {
		return err
	}
	var before vacancy.Vacancy
	if f.saved != nil {
		before = *f.saved
	}
	full, err := w.room.Complete(f.draft)
	if err != nil {
		f.fault = fault.From(err)
		if f.saved != nil {
			f.plan, err = w.planOf(s, before)
			return err
		}
		return nil
	}
	f.full = &full
	after := before
	after.Draft = full
	if f.changed = f.saved == nil || !before.Same(full); f.changed {
		after.Version++
	}
	if f.plan, err = w.planOf(s, after); err != nil || f.saved == nil || !f.changed {
		return err
	}
	old, err := w.planOf(s, before)
	f.plan.compare(old)
	return err
}

// difference is a field that two people wrote differently.
type difference struct{ label, theirs, mine string }

// differences sets what is kept beside what was sent.
func (s *screen) differences(kept vacancy.Vacancy, f vacancyForm) []difference {
	mine := f.draft
	if f.full != nil {
		mine = *f.full
	}
	var list []difference
	for _, d := range []difference{
		{s.T("vacancy.title"), kept.Title, mine.Title},
		{s.T("vacancy.description"), kept.Description, mine.Description},
		{s.T("vacancy.requirements"), kept.Requirements, mine.Requirements},
		{s.T("vacancy.responsibilities"), kept.Responsibilities, mine.Responsibilities},
		{s.T("vacancy.level"), s.vacancyLevel(kept.Level), s.vacancyLevel(mine.Level)},
		{s.T("vacancy.language"), s.languageName(kept.Language), s.languageName(mine.Language)},
		{s.T("vacancy.external"), kept.ExternalID, f.external},
		{s.T("vacancy.needs"), s.needsText(kept.Needs), s.needsText(mine.Needs)},
		{s.T("question.choices"), s.choicesText(kept.Choices), s.choicesText(mine.Choices)},
	} {
		if d.theirs != d.mine {
			list = append(list, d)
		}
	}
	return list
}

// needsText is a list of needs in one line.
func (s *screen) needsText(needs []vacancy.Need) string {
	parts := make([]string, len(needs))
	for i, n := range needs {
		parts[i] = s.skillName(n.Skill) + " " + s.weight(n.Weight)
		if n.Level != "" {
			parts[i] += " " + s.vacancyLevel(n.Level)
		}
	}
	return strings.Join(parts, ", ")
}

func (s *screen) skillName(id skill.ID) string { return s.web.room.Skills.Name(id) }

// weight is a weight as people write it, without the zeros at its end.
func (s *screen) weight(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if s.Lang == "ru" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}
