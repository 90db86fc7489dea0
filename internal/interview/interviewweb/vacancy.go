package interviewweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/kit"
)

const (
	linkVacancies = "vacancies"
	vacanciesPath = "/vacancies"
)

// tabText is the page of a vacancy with its words and its plan, among those about it.
const tabText = "text"

// subjectOf is a vacancy for what other rooms have to say of it.
func subjectOf(v vacancy.Vacancy) kit.Subject {
	return kit.Subject{Kind: kit.Vacancy, ID: v.ID, Name: v.Title}
}

// vacancyRoutes are the pages of vacancies, of try-outs and of webhooks.
func vacancyRoutes(w *web) map[string]func(*screen) error {
	const one = vacanciesPath + "/{id}"
	return map[string]func(*screen) error{
		"GET " + vacanciesPath:                  w.vacancies,
		"GET " + vacanciesPath + "/new":         w.newVacancy,
		"POST " + vacanciesPath + "/new":        w.saveVacancy,
		"POST " + vacanciesPath + "/new/plan":   w.planVacancy,
		"GET " + vacanciesPath + "/import":      w.importing,
		"POST " + vacanciesPath + "/import":     w.importVacancies,
		"GET " + vacanciesPath + "/export.json": w.exportJSON,
		"GET " + vacanciesPath + "/export.csv":  w.exportCSV,
		"GET " + one:                            w.vacancy,
		"POST " + one:                           w.saveVacancy,
		"POST " + one + "/plan":                 w.planVacancy,
		"GET " + one + "/delete":                w.droppingVacancy,
		"POST " + one + "/delete":               w.dropVacancy,
		"GET " + tryoutPath:                     w.tryout,
		"POST " + tryoutPath:                    w.startTryout,
		"POST " + tryoutPath + "/example":       w.tryoutExample,
		"GET " + tryoutPath + "/{id}":           w.tryoutTalk,
		"POST " + tryoutPath + "/{id}/answer":   w.tryoutAnswer,
		"POST " + tryoutPath + "/{id}/pause":    w.tryoutPause,
		"POST " + tryoutPath + "/{id}/resume":   w.tryoutResume,
		"POST " + tryoutPath + "/{id}/stop":     w.tryoutStop,
		"GET " + webhooksPath:                   w.webhooks,
		"POST " + webhooksPath:                  w.saveWebhooks,
		"POST " + webhooksPath + "/secret":      w.rotateSecret,
		"POST " + webhooksPath + "/test":        w.testWebhook,
	}
}

// vacancyTab is one of the pages that hang together: what is asked, how it feels, and how
// it is sent.
type vacancyTab struct{ id, path string }

// current is the state of a tab for who cannot see it.
func (t vacancyTab) current(here string) string {
	if t.id == here {
		return "page"
	}
	return "false"
}

func (s *screen) vacancyTabs() []vacancyTab {
	list := []vacancyTab{{"vacancies", vacanciesPath}}
	if s.May(opListQuestions) {
		list = append(list, vacancyTab{"questions", questionsPath})
	}
	if s.May(opStart) {
		list = append(list, vacancyTab{"tryout", tryoutPath})
	}
	if s.May(opSaveWebhook) {
		list = append(list, vacancyTab{"webhooks", webhooksPath})
	}
	return list
}

// Fields of the list.
const (
	fieldWords = "q"
	fieldFrom  = "from" // how many rows come before the page
)

// vacanciesShown is how many vacancies a page of the list has.
const vacanciesShown = 50

// sessionsCounted is how many of the newest interviews the counts of the list look at.
const sessionsCounted = 200

// vacancyList is everything the list shows.
type vacancyList struct {
	words   string // sought in the titles
	rows    []vacancyRow
	total   int // vacancies of the tenant
	found   int // of them with the words in their title
	from    int // of the first row
	counted int // interviews that the counts rest on; 0 when there are none to see
	notice  string
	fault   *fault.Error
}

// vacancyRow is one vacancy of the list.
type vacancyRow struct {
	vacancy.Vacancy
	questions         int
	running, finished int
}

// vacancies lists the vacancies; for a script it is the table alone.
func (w *web) vacancies(s *screen) error {
	l := vacancyList{words: strings.TrimSpace(s.Request.URL.Query().Get(fieldWords))}
	l.from = kit.Count(s.Request.URL.Query().Get(fieldFrom))
	if s.Request.URL.Query().Has("deleted") {
		l.notice = "vacancy.deleted"
	}
	if s.Fragment() {
		s.Out.Header().Set("HX-Replace-Url", string(l.at(0)))
	}
	if err := s.Run(opListVacancies, func(ctx context.Context) error { return w.listVacancies(ctx, s, &l) }); err != nil {
		if fault.KindOf(err) == fault.Denied {
			return err
		}
		l.fault = fault.From(err)
	}
	if s.Fragment() {
		return s.Show(kit.Status(l.fault), vacancyTable(s, l))
	}
	return s.Show(kit.Status(l.fault), vacanciesPage(s, l))
}

func (w *web) listVacancies(ctx context.Context, s *screen, l *vacancyList) error {
	all, err := w.room.ListVacancies(ctx, s.Caller.Tenant)
	if err != nil {
		return err
	}
	l.total = len(all)
	words := strings.Fields(strings.ToLower(l.words))
	all = slices.DeleteFunc(all, func(v vacancy.Vacancy) bool {
		title := strings.ToLower(v.Title)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(title, word) })
	})
	l.found = len(all)
	if l.from >= len(all) {
		l.from = 0
	}
	sessions, err := w.newestSessions(ctx, s, interview.Filter{})
	if err != nil {
		return err
	}
	l.counted = len(sessions)
	for _, v := range all[l.from:min(len(all), l.from+vacanciesShown)] {
		made, _, err := w.room.Preview(ctx, s.Caller.Tenant, v, v.Language, 0)
		if err != nil {
			return err
		}
		row := vacancyRow{Vacancy: v, questions: made.Planned()}
		row.running, row.finished = countSessions(sessions, v.ID)
		l.rows = append(l.rows, row)
	}
	return nil
}

// newestSessions are interviews to be counted; none for a caller who may not see them.
func (w *web) newestSessions(ctx context.Context, s *screen, f interview.Filter) ([]session.Session, error) {
	if !s.May(opList) {
		return nil, nil
	}
	f.Limit = sessionsCounted
	return w.room.Interviews(ctx, s.Caller.Tenant, f)
}

func countSessions(sessions []session.Session, vacancy string) (running, finished int) {
	for _, one := range sessions {
		switch {
		case one.Vacancy.ID != vacancy:
		case one.Status == session.Completed:
			finished++
		case !one.Over():
			running++
		}
	}
	return running, finished
}

// at is the address of the list from a row on.
func (l vacancyList) at(from int) templ.SafeURL {
	q := url.Values{}
	if l.words != "" {
		q.Set(fieldWords, l.words)
	}
	if from > 0 {
		q.Set(fieldFrom, strconv.Itoa(from))
	}
	return kit.Href(vacanciesPath, q)
}

func (l vacancyList) next() int { return l.from + len(l.rows) }

// needsShown is how many needs a row of the list names.
const needsShown = 5

// countText is how many vacancies there are.
func (s *screen) vacancyCount(l vacancyList) string {
	switch {
	case l.fault != nil:
		return s.T("vacancy.listFailed")
	case l.total == 0:
		return s.T("vacancy.none")
	case l.words != "":
		return s.N("vacancy.found", l.found)
	}
	return s.N("vacancy.count", l.total)
}

// sessionsText is how many interviews of a vacancy there are.
func (s *screen) sessionsText(r vacancyRow) string {
	var parts []string
	if r.running > 0 {
		parts = append(parts, s.N("vacancy.running", r.running))
	}
	if r.finished > 0 {
		parts = append(parts, s.N("vacancy.finished", r.finished))
	}
	if len(parts) == 0 {
		return s.T("vacancy.noInterviews")
	}
	return strings.Join(parts, ", ")
}

// vacancyLevel is a level in words; what is not given is read from the text.
func (s *screen) vacancyLevel(l bank.Level) string {
	if l == "" {
		return s.T("vacancy.levelRead")
	}
	return s.T("vacancy.level." + string(l))
}

func (s *screen) languageName(l bank.Language) string {
	if l == "" {
		return s.T("vacancy.languageRead")
	}
	return s.T("lang." + string(l))
}

// vacancyPath is the address of a vacancy, or of something about it.
func vacancyPath(id string, inside ...string) string {
	return strings.Join(slices.Concat([]string{vacanciesPath, url.PathEscape(id)}, inside), "/")
}

// vacancy is the page of one vacancy: the editor for those who may save, else its text.
func (w *web) vacancy(s *screen) error {
	var v vacancy.Vacancy
	err := s.Run(opGetVacancy, func(ctx context.Context) (err error) {
		v, err = w.room.Vacancy(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
		return err
	})
	if err != nil {
		return err
	}
	plan, err := w.planOf(s, v)
	if err != nil {
		return err
	}
	if !s.May(opSaveVacancy) {
		return s.Show(http.StatusOK, vacancyReading(s, v, plan))
	}
	f := formOf(s, v)
	f.plan = plan
	if err := w.nameQuestions(s, &f); err != nil {
		return err
	}
	if s.Request.URL.Query().Has("saved") {
		f.notice = "vacancy.saved"
	}
	return s.Show(http.StatusOK, vacancyEditor(s, f))
}

// droppingVacancy asks before a vacancy is deleted, and says what goes on.
func (w *web) droppingVacancy(s *screen) error {
	if !s.May(opDeleteVacancy) {
		return kit.Denied()
	}
	var row vacancyRow
	err := s.Run(opGetVacancy, func(ctx context.Context) (err error) {
		if row.Vacancy, err = w.room.Vacancy(ctx, s.Caller.Tenant, s.Request.PathValue("id")); err != nil {
			return err
		}
		sessions, err := w.newestSessions(ctx, s, interview.Filter{Vacancy: row.ID})
		row.running, row.finished = countSessions(sessions, row.ID)
		return err
	})
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, dropVacancyPage(s, row))
}

func (w *web) dropVacancy(s *screen) error {
	err := s.Run(opDeleteVacancy, func(ctx context.Context) error {
		return w.room.DropVacancy(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
	})
	if err != nil {
		return err
	}
	s.Redirect(vacanciesPath + "?deleted=1")
	return nil
}
