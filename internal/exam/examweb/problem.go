package examweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

// Most that a page reads of an answer, and shows of what is related to a problem.
const (
	answerLimit  = 500     // characters
	formLimit    = 4 << 10 // bytes of the form with an answer
	firstAnalogs = 12
)

// task is everything the page of a problem shows.
type task struct {
	bank.Found
	topic  string // name of its type in the table of contents
	kinds  []answer.Kind
	given  string        // an answer to be marked
	marked *bank.Checked // nil before an answer
}

// problem is the page of one problem.
func (w *web) problem(s *screen) error {
	ref, err := s.ref()
	if err != nil {
		return err
	}
	fresh := bank.AnyCopy
	if s.Request.URL.Query().Has("fresh") {
		fresh = bank.Revalidate
	}
	return s.Late(func(part templ.Component) templ.Component { return problemPage(s, ref, part) }, func() (templ.Component, *fault.Error) {
		var t task
		err := s.Run(opProblem, func(ctx context.Context) (err error) {
			if t.Found, err = w.bank.Problem(ctx, ref, fresh); err == nil {
				t.prepare(ctx, w.bank)
			}
			return err
		})
		if err != nil {
			return nil, fault.From(err)
		}
		return problemOf(s, t), nil
	})
}

// problemPage is the page of a problem around what is known of it.
func problemPage(s *screen, r problem.Ref, part templ.Component) templ.Component {
	return insidePage(s, r.Course, s.T("task.title", "ID", r.ID, "Course", s.Say(r.Course.Title())), part)
}

// ref is the problem of the address.
func (s *screen) ref() (problem.Ref, error) {
	c, err := s.course()
	if err != nil {
		return problem.Ref{}, err
	}
	id := s.Request.PathValue("id")
	ref, err := problem.ParseRef(id, c)
	if err != nil || ref.Course != c {
		return problem.Ref{}, fault.E(fault.NotFound, fault.Say("There is no problem with this number.", "Задания с таким номером нет."), nil).
			WithHint(fault.Say("The number of a problem is digits only, for example 26662.", "Номер задания — только цифры, например 26662."))
	}
	return ref, nil
}

// prepare adds what stands beside a problem. Without a table of contents its type has no
// name, and that is all.
func (t *task) prepare(ctx context.Context, bank *bank.Bank) {
	t.kinds = answer.KindsOf(answer.Task{Key: t.Answer})
	contents, _, err := bank.Catalogue(ctx, t.Course)
	if err != nil {
		return
	}
	for _, topic := range contents.Topics {
		if topic.ID == t.Type {
			t.topic = topic.Name
		}
	}
}

// checkAnswer marks an answer and keeps nothing of it. A script gets the verdict alone.
func (w *web) checkAnswer(s *screen) error {
	ref, err := s.ref()
	if err != nil {
		return err
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	t := task{given: strings.TrimSpace(s.Request.PostFormValue("answer"))}
	if utf8.RuneCountInString(t.given) > answerLimit {
		t.given = string([]rune(t.given)[:answerLimit])
	}
	err = s.Run(opCheck, func(ctx context.Context) error {
		checked, err := w.bank.Check(ctx, ref, t.given)
		t.Found, t.marked = checked.Found, &checked
		if err == nil && !s.Fragment() {
			t.prepare(ctx, w.bank)
		}
		return err
	})
	if err != nil {
		return err
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, verdictOf(s, t))
	}
	return s.Show(http.StatusOK, problemPage(s, ref, problemOf(s, t)))
}

// markable reports a problem whose answer can be marked by rules.
func (t task) markable() bool { return len(t.kinds) > 0 }

// answers are the accepted answers as people write them.
func (s *screen) answers(key string) []string {
	var list []string
	for variant := range strings.SplitSeq(key, "|") {
		fields := strings.Split(variant, "&")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if text := strings.Join(fields, "; "); text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// answerForm says how an answer is written, by the shape of the key and nothing of its content.
func (s *screen) answerForm(t task) string {
	if len(t.kinds) > 1 {
		return s.N("answer.parts", len(t.kinds))
	}
	if len(t.kinds) == 0 {
		return ""
	}
	switch kind := t.kinds[0]; kind {
	case answer.Number, answer.Digits, answer.Letters, answer.Numbers, answer.Words, answer.Interval, answer.Expression:
		return s.T("answer." + string(kind))
	case answer.Prose:
	}
	return ""
}

// numberName is what a problem is called.
func (s *screen) numberName(r problem.Ref) string { return s.T("task.number", "ID", r.ID) }

// typeText names the type, or types, of a problem.
func (s *screen) typeText(p problem.Problem) string {
	if p.Type == "" && len(p.Types) == 0 {
		return s.T("task.noType")
	}
	return s.T("task.type", "Type", s.typesOf(p))
}

// typesOf are the types of a problem without the word.
func (s *screen) typesOf(p problem.Problem) string {
	switch {
	case len(p.Types) > 0:
		return strings.Join(p.Types, ", ")
	case p.Type != "":
		return p.Type
	}
	return s.T("task.noSource")
}

// aboutTask is a problem in one line under its number.
func (s *screen) aboutTask(t task) string {
	parts := []string{s.Say(t.Course.Title()), s.typeText(t.Problem)}
	if t.topic != "" {
		parts[1] += ": " + t.topic
	}
	return strings.Join(parts, " · ")
}

// age is how long ago something was copied, in words.
func (s *screen) age(at time.Time) string {
	if at.IsZero() {
		return s.T("unknown")
	}
	const day = 24 * time.Hour
	switch past := s.web.bank.Now().Sub(at); {
	case past < day:
		return s.T("age.today")
	case past < 31*day:
		return s.N("age.days", int(past/day))
	case past < 365*day:
		return s.N("age.months", int(past/(30*day)))
	default:
		return s.N("age.years", int(past/(365*day)))
	}
}

// origin says where an answer comes from.
func (s *screen) origin(p problem.Provenance) string {
	switch {
	case p.Stale:
		return s.T("origin.stale")
	case p.FromCache:
		return s.T("origin.bank")
	}
	return s.T("origin.site")
}

// original is the address of the problem on the site, empty for one of our own.
func (t task) original() string { return outside(t.URL) }

// checkable reports a copy of something that the site can be asked about.
func (t task) checkable(s *screen) bool { return !s.web.bank.Alone && !own(t.Problem) }

// leadsOn reports that there is something to go on to.
func (t task) leadsOn(s *screen) bool {
	return len(t.Linked)+len(t.Analogs) > 0 || t.original() != "" || t.checkable(s)
}

// again is the address that asks the site whether something has changed.
func (t task) again() url.Values { return url.Values{"fresh": {"1"}} }

// pictureText is what stands for a picture where it is not seen.
func (s *screen) pictureText(i problem.Image) string {
	if text := strings.TrimSpace(i.Alt); text != "" {
		return text
	}
	return s.T("task.picture")
}

// linkTitle is the text of a link to a file; the last part of its address where the page
// gave none.
func linkTitle(l problem.Link) string {
	if title := strings.TrimSpace(l.Title); title != "" {
		return title
	}
	if at := strings.LastIndexByte(l.URL, '/'); at >= 0 {
		return l.URL[at+1:]
	}
	return l.URL
}
