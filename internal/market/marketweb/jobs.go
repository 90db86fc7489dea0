package marketweb

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/webui/kit"
)

// A search reads so many vacancies at once and shows them in parts: those that name more of
// the asked skills stand first among all that were read.
const (
	readPerPage = 50
	readPages   = 2
	shownJobs   = 20
)

// search is what search_jobs_multi_page takes.
type search struct {
	Query      string   `json:"query"`
	Location   string   `json:"location,omitzero"`
	Skills     []string `json:"skills,omitempty"`
	From       int      `json:"salary_from,omitzero"`
	To         int      `json:"salary_to,omitzero"`
	Currency   string   `json:"currency,omitzero"`
	PerPage    int      `json:"per_page"`
	Pages      int      `json:"pages"`
	Experience []string `json:"experience,omitempty"`
	Formats    []string `json:"work_format,omitempty"`
	Source     string   `json:"source,omitzero"`
}

// found is what it answers.
type found struct {
	Items      []job          `json:"items"`
	Total      int            `json:"total_found"`
	Source     posting.Source `json:"source"`
	At         time.Time      `json:"fetched_at"`
	Understood resolved       `json:"query_understood"`
	Partial    bool           `json:"partial_data"`
	Errors     []struct {
		Page    int    `json:"page"`
		Message string `json:"message"`
	} `json:"page_errors"`
	Warnings []string `json:"warnings"`
	FX       struct {
		Date  string `json:"date"`
		Stale bool   `json:"stale"`
	} `json:"fx"`
}

type job struct {
	Title      string             `json:"title"`
	Employer   string             `json:"employer"`
	Area       string             `json:"area"`
	From       float64            `json:"salary_from"`
	To         float64            `json:"salary_to"`
	Currency   string             `json:"currency"`
	Basis      posting.Basis      `json:"salary_basis"`
	Per        posting.Per        `json:"salary_per"`
	FromRUB    float64            `json:"salary_from_rub"`
	ToRUB      float64            `json:"salary_to_rub"`
	Skills     []string           `json:"skills"`
	Optional   []string           `json:"skills_optional"`
	Matched    []string           `json:"matched_skills"`
	Experience posting.Experience `json:"experience"`
	Formats    []posting.Format   `json:"work_format"`
	URL        string             `json:"url"`
	Published  string             `json:"published_at"`
	Responses  *int               `json:"responses"`
}

// listing is the page of a search.
type listing struct {
	question
	found
	asked bool
	page  int // from 1
	fault *fault.Error
}

// jobs shows the vacancies that a search finds.
func (w *web) jobs(s *screen) error {
	if !s.May(opJobs) {
		return kit.Denied()
	}
	v := s.Request.URL.Query()
	l := listing{question: newQuestion(jobsPath, v), page: max(1, kit.Count(v.Get(fieldPage)))}
	l.asked = l.get(fieldWords) != ""
	switch {
	case s.Fragment():
		s.Out.Header().Set("HX-Push-Url", string(l.at(l.page)))
	case kit.HasEmpty(v):
		s.Redirect(string(l.at(l.page)))
		return nil
	}
	return s.Late(func(results templ.Component) templ.Component { return jobsPage(s, l.question, results) }, func() (templ.Component, *fault.Error) {
		if l.asked {
			l.found, l.fault = s.find(l.question)
			l.page = min(l.page, l.pages())
		}
		return jobsResults(s, l), l.fault
	})
}

func (s *screen) find(q question) (f found, failure *fault.Error) {
	bounds, err := q.offer()
	if err == nil {
		err = s.Call(opJobs, search{
			Query: q.get(fieldWords), Location: q.get(fieldPlace), Skills: items(q.get(fieldSkills)), From: bounds[0], To: bounds[1],
			Currency: q.currency(), PerPage: readPerPage, Pages: readPages,
			Experience: one(q.get(fieldExperience)), Formats: one(q.get(fieldFormat)), Source: q.get(fieldSource),
		}, &f)
	}
	if err != nil {
		return found{}, fault.From(err)
	}
	return f, nil
}

// pages is how many pages the read vacancies take.
func (l listing) pages() int { return max(1, (len(l.Items)+shownJobs-1)/shownJobs) }

// shown are the vacancies of the page.
func (l listing) shown() []job {
	from := (l.page - 1) * shownJobs
	return l.Items[from:min(len(l.Items), from+shownJobs)]
}

// at is the address of a page of the search.
func (l listing) at(page int) templ.SafeURL {
	if page <= 1 {
		return l.address()
	}
	return kit.Href(l.path, withPage(l.question, page))
}

func withPage(q question, page int) map[string][]string {
	v := q.with(fieldPage, "").values
	v.Set(fieldPage, strconv.Itoa(page))
	return v
}

// warnings are those of the answer, with the pages that could not be read.
func (l listing) warnings() []string {
	list := l.Warnings
	for _, e := range l.Errors {
		list = append(list, strconv.Itoa(e.Page+1)+": "+e.Message)
	}
	return list
}

// market leads from a search to what such vacancies pay.
func (l listing) market() templ.SafeURL {
	q := newQuestion(marketPath, l.values)
	q.values.Del(fieldWords)
	q.values.Set(fieldRole, l.get(fieldWords))
	return q.address()
}

// pay writes what a vacancy offers, in its own currency.
func (s *screen) pay(j job) string {
	var text string
	switch {
	case j.From > 0 && j.To > 0 && j.From != j.To:
		text = s.moneyRange(j.From, j.To, j.Currency)
	case j.From > 0 && j.To > 0:
		text = s.money(j.To, j.Currency)
	case j.From > 0:
		text = s.T("market.payFrom", "Pay", s.money(j.From, j.Currency))
	case j.To > 0:
		text = s.T("market.payTo", "Pay", s.money(j.To, j.Currency))
	default:
		return ""
	}
	if j.Per != "" && j.Per != posting.Month {
		text += " " + s.choice("per", string(j.Per))
	}
	return text
}

// basisText says what of taxes a pay is; employers do not always say.
func (s *screen) basisText(j job) string {
	if j.Basis == "" {
		return s.T("market.basisUntold")
	}
	return s.T("market.basisIs." + string(j.Basis))
}

// roubles writes what a pay in another currency is in roubles.
func (s *screen) roubles(j job) string {
	if j.Currency == usualCurrency || j.FromRUB+j.ToRUB == 0 {
		return ""
	}
	return s.T("market.inRoubles", "Pay", s.pay(job{From: rounded(j.FromRUB), To: rounded(j.ToRUB), Currency: usualCurrency}))
}

// wanted is a skill of a vacancy as the page shows it.
type wanted struct {
	name              string
	matched, optional bool
}

// wanted are the skills of a vacancy, those that were asked for first.
func (j job) wanted(asked resolved) []wanted {
	canonical := map[string]bool{}
	for _, one := range asked.Skills {
		for _, m := range j.Matched {
			if m == one.Input {
				canonical[strings.ToLower(one.Canonical)], canonical[strings.ToLower(one.Input)] = true, true
			}
		}
	}
	var first, rest []wanted
	add := func(names []string, optional bool) {
		for _, name := range names {
			w := wanted{name: name, optional: optional, matched: canonical[strings.ToLower(name)]}
			if w.matched {
				first = append(first, w)
			} else {
				rest = append(rest, w)
			}
		}
	}
	add(j.Skills, false)
	add(j.Optional, true)
	return append(first, rest...)
}
