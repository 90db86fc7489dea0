package marketweb

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/competition"
	"kadry/internal/market/inquiry"
	"kadry/internal/webui/kit"
)

// asked is a question as analyze_market_competition takes it.
type asked struct {
	Role       string   `json:"role"`
	Location   string   `json:"location,omitzero"`
	Skills     []string `json:"skills,omitempty"`
	Offer      []int    `json:"salary_range,omitempty"`
	Currency   string   `json:"currency,omitzero"`
	Basis      string   `json:"basis,omitzero"`
	Experience []string `json:"experience,omitempty"`
	Formats    []string `json:"work_format,omitempty"`
	Sources    []string `json:"sources,omitempty"`
	Period     int      `json:"period_days,omitzero"`
	Details    int      `json:"detail_sample,omitzero"`
	Snapshot   string   `json:"snapshot_id,omitzero"`
	Resumes    int      `json:"active_resumes,omitzero"`
}

// answer is what the operation answers.
type answer struct {
	Resolved resolved `json:"resolved"`
	competition.Answer
	Unknown  []unknown `json:"unknown"`
	Warnings []string  `json:"warnings"`
	Oldest   string    `json:"oldest_snapshot"`
}

// resolved is what a question was taken for.
type resolved struct {
	Area *area `json:"area"`
	inquiry.Understood
}

type area struct {
	Input  string   `json:"input"`
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Path   []string `json:"path"`
	How    string   `json:"how"`
	Remote bool     `json:"remote"`
	Others []string `json:"also_called_so"`
}

type unknown struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// report is the page of a question and its answer.
type report struct {
	question
	answer
	asked bool // a role was named
	fault *fault.Error
	kept  []archive.Kept
}

// market is the first page of the room: the question, and its answer once there is one.
func (w *web) market(s *screen) error {
	if !s.May(opAnalyze) {
		return kit.Denied()
	}
	v := s.Request.URL.Query()
	p := report{question: newQuestion(marketPath, v)}
	p.asked = p.get(fieldRole) != ""
	switch {
	case s.Fragment():
		s.Out.Header().Set("HX-Push-Url", string(p.address()))
	case kit.HasEmpty(v):
		s.Redirect(string(p.address()))
		return nil
	}
	return s.Late(func(results templ.Component) templ.Component { return marketPage(s, p.question, results) }, func() (templ.Component, *fault.Error) {
		if p.asked {
			p.answer, p.fault = s.ask(p.question)
		} else {
			p.kept = s.keptSnapshots()
		}
		return marketResults(s, p), p.fault
	})
}

// deepDetails is how many vacancies the longer work reads in full.
const deepDetails = 300

// deeper begins the same question as long work, with more vacancies read in full.
func (w *web) deeper(s *screen) error {
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, uploadLimit)
	}
	in, err := newQuestion(marketPath, s.Request.Form).asked()
	if err != nil {
		return err
	}
	in.Details = deepDetails
	return s.Submit(opAnalyze, in)
}

// works are the long operations of the room.
func (w *web) works() map[string]kit.Work {
	return map[string]kit.Work{opAnalyze: {Title: "market.work", Answer: func(s *kit.Screen, body []byte) (templ.Component, error) {
		p := report{question: newQuestion(marketPath, nil), asked: true}
		if err := json.Unmarshal(body, &p.answer); err != nil {
			return nil, fmt.Errorf("marketweb: answer: %w", err)
		}
		return workAnswer(w.screen(s), p), nil
	}}}
}

// asked is the question as the operation takes it.
func (q question) asked() (asked, error) {
	in := asked{
		Role: q.get(fieldRole), Location: q.get(fieldPlace), Skills: items(q.get(fieldSkills)), Currency: q.currency(), Basis: q.get(fieldBasis),
		Experience: one(q.get(fieldExperience)), Formats: one(q.get(fieldFormat)), Sources: one(q.get(fieldSource)), Snapshot: q.get(fieldSnapshot),
	}
	bounds, err := q.offer()
	if err != nil {
		return in, err
	}
	switch {
	case bounds[0] > 0 && bounds[1] > 0:
		in.Offer = bounds[:]
	case bounds[0]+bounds[1] > 0:
		in.Offer = []int{bounds[0] + bounds[1]} // one bound is an offer of just so much
	}
	if in.Period, err = q.number(fieldPeriod, "period_days"); err != nil {
		return in, err
	}
	in.Resumes, err = q.number(fieldResumes, "active_resumes")
	return in, err
}

func (s *screen) ask(q question) (a answer, f *fault.Error) {
	in, err := q.asked()
	if err == nil {
		err = s.Call(opAnalyze, in, &a)
	}
	if err != nil {
		return answer{}, fault.From(err)
	}
	return a, nil
}

// empty reports that no vacancy fits the question.
func (p report) empty() bool { return p.Sample.Unique == 0 }

// fromKept reports that the answer is of what was kept, not of a source asked now.
func (a answer) fromKept() bool { return a.Oldest != "" }

// about are the reasons for what is not known of a part of the answer.
func (a answer) about(part string) []unknown {
	var list []unknown
	for _, u := range a.Unknown {
		if u.Field == part || strings.HasPrefix(u.Field, part+".") {
			list = append(list, u)
		}
	}
	return list
}

// words are what the vacancies of the answer can be searched for by.
func (p report) words() string {
	if p.Resolved.Text != "" {
		return p.Resolved.Text
	}
	return p.get(fieldRole)
}

// search leads to the vacancies behind the answer, those that ask for a skill first where one is
// given: employers call it by many names, so as words of the search it would miss most.
func (p report) search(skill string) templ.SafeURL {
	q := newQuestion(jobsPath, p.values)
	q.values.Del(fieldRole)
	for _, field := range []string{fieldFrom, fieldTo, fieldBasis, fieldPeriod, fieldResumes, fieldSnapshot} {
		q.values.Del(field)
	}
	q.values.Set(fieldWords, p.words())
	if skill != "" {
		q.values.Set(fieldSkills, skill)
	}
	if len(p.Resolved.Spans) == 1 {
		q.values.Set(fieldExperience, p.Resolved.Spans[0])
	}
	if p.get(fieldSource) == "" && p.fromKept() {
		q.values.Set(fieldSource, string(kept))
	}
	return q.address()
}

// other is a place that the typed name could also mean.
type other struct{ name, id string }

// otherPlaces reads "name (id)", as the operations write places.
func otherPlaces(list []string) []other {
	var places []other
	for _, text := range list {
		open := strings.LastIndex(text, " (")
		if open < 0 || !strings.HasSuffix(text, ")") {
			continue
		}
		id := text[open+2 : len(text)-1]
		if id == "" || strings.Trim(id, "0123456789") != "" {
			continue
		}
		places = append(places, other{name: text[:open], id: id})
	}
	return places
}

// keptSnapshots are those there are, for pages that only mention them.
func (s *screen) keptSnapshots() []archive.Kept {
	if !s.May(opList) {
		return nil
	}
	var list struct {
		Items []archive.Kept `json:"items"`
	}
	if s.Call(opList, struct{}{}, &list) != nil {
		return nil // the page of the snapshots says why
	}
	return list.Items
}

// wrong reports that the question itself is off, so that asking again is no use.
func wrong(f *fault.Error) bool {
	return f.Kind == fault.Invalid || f.Kind == fault.NotFound || f.Kind == fault.Denied
}

// skillsShown is how many skills stand in sight.
const skillsShown = 12

// skills are those that stand in sight, and the rest. Those the person asked about are never
// folded away.
func (p report) skills() (first, rest []competition.Skill) {
	for _, one := range p.BySkill {
		if len(first) < skillsShown || one.Asked {
			first = append(first, one)
		} else {
			rest = append(rest, one)
		}
	}
	return first, rest
}

// shareOf is the share of vacancies that ask for a skill, or what it is at the least.
func shareOf(one competition.Skill) float64 {
	if one.Share > 0 {
		return one.Share
	}
	return one.AtLeast
}

// demandBase is how many vacancies the shares of skills are of.
func (p report) demandBase() int {
	if p.Sample.Detailed > 0 {
		return p.Sample.Detailed
	}
	return p.Sample.Unique
}

// shares is a part of the structure; kind names its values.
type shares struct {
	kind string
	list []competition.Share
}

func (p report) shareGroups() []shares {
	s := p.Structure
	return []shares{{"format", s.Formats}, {"years", s.Experience}, {"employment", s.Employment}, {"education", s.Education}}
}
