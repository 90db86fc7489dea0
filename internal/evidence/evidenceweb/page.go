package evidenceweb

import (
	"net/http"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/webui/kit"
)

// start is the first page of the room: the question, or the way to its answer.
func (w *web) start(s *screen) error {
	if !s.May(opAnalyze) {
		return kit.Denied()
	}
	v := s.Request.URL.Query()
	q := newQuestion(v.Get(fieldLogin), v)
	if q.login == "" {
		return s.Show(http.StatusOK, startPage(s, q, nil))
	}
	login, err := github.CheckLogin(q.login)
	if err != nil {
		f := fault.From(err)
		return s.Show(kit.Status(f), startPage(s, q, f))
	}
	q.login = login
	s.Redirect(string(q.address()))
	return nil
}

// sheet is the card of one person.
type sheet struct {
	question
	answer
	fault *fault.Error
}

// card asks about a person and shows the answer.
func (w *web) card(s *screen) error {
	v := s.Request.URL.Query()
	given := s.Request.PathValue("login")
	q := newQuestion(given, v)
	login, err := github.CheckLogin(q.login)
	if err != nil {
		f := fault.From(err)
		return s.Show(kit.Status(f), startPage(s, q, f))
	}
	q.login = login
	if tidy := string(q.address()); kit.HasEmpty(v) || (given != login && !strings.HasPrefix(tidy, evidencePath+"/@")) {
		s.Redirect(tidy)
		return nil
	}
	return s.Late(func(card templ.Component) templ.Component { return cardPage(s, q, card) }, func() (templ.Component, *fault.Error) {
		p := w.sheet(s, q, true)
		return cardOf(s, p), p.fault
	})
}

// sheet asks about a person.
func (w *web) sheet(s *screen, q question, whole bool) sheet {
	a, err := s.ask(q, whole)
	if err != nil {
		return sheet{question: q, fault: fault.From(err)}
	}
	return sheet{question: q, answer: a}
}

// pair is two people beside each other.
type pair struct {
	given [2]question // as typed
	sides [2]sheet
	asked bool // both were named, and asked about
	fault *fault.Error
}

// compare shows two people side by side.
func (w *web) compare(s *screen) error {
	if !s.May(opAnalyze) {
		return kit.Denied()
	}
	v := s.Request.URL.Query()
	p := pair{given: [2]question{newQuestion(v.Get(fieldFirst), v), newQuestion(v.Get(fieldSecond), v)}}
	p.fault = p.check()
	return s.Late(func(both templ.Component) templ.Component { return comparePage(s, both) }, func() (templ.Component, *fault.Error) {
		if p.fault == nil && p.named() {
			w.both(s, &p)
		}
		return pairOf(s, p), p.failure()
	})
}

// named reports that both people are there.
func (p pair) named() bool { return p.given[0].login != "" && p.given[1].login != "" }

// check turns what was typed into two logins.
func (p *pair) check() *fault.Error {
	for i := range p.given {
		if p.given[i].login == "" {
			continue
		}
		login, err := github.CheckLogin(p.given[i].login)
		if err != nil {
			return fault.From(err)
		}
		p.given[i].login = login
	}
	if p.named() && strings.EqualFold(p.given[0].login, p.given[1].login) {
		return fault.E(fault.Invalid, fault.Say("This is the same person twice.", "Это один и тот же человек."), nil).
			WithHint(fault.Say("Name two different people.", "Назовите двух разных людей."))
	}
	return nil
}

// both asks about the two at one time: the slower one is all there is to wait for.
func (w *web) both(s *screen, p *pair) {
	p.asked = true
	var wait sync.WaitGroup
	for i := range p.given {
		wait.Go(func() { p.sides[i] = w.sheet(s, p.given[i], false) })
	}
	wait.Wait()
}

// failure is why the page shows nobody; with one of the two it shows that one.
func (p pair) failure() *fault.Error {
	if p.fault != nil {
		return p.fault
	}
	if p.asked && p.sides[0].fault != nil && p.sides[1].fault != nil {
		return p.sides[0].fault
	}
	return nil
}

// rows are the skills of both, those of the first person first.
func (p pair) rows() []string {
	var names []string
	seen := map[string]bool{}
	for _, side := range p.sides {
		for _, one := range side.Skills {
			if key := strings.ToLower(one.Name); !seen[key] {
				seen[key] = true
				names = append(names, one.Name)
			}
		}
	}
	return names
}
