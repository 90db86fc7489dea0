package talentweb

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/profile"
	"kadry/internal/webui/kit"
)

// listing is everything the page of candidates shows.
type listing struct {
	search search
	answer talent.Answer
	hits   []verdict
	near   []verdict
	base   int // candidates in the base; known when nothing or nobody was found
	fault  *fault.Error
	notice string // key of a message about what was just done

	kept []talent.SavedCount // searches that were saved

	said []saidGroup // the words of the question that led here, by what became of them
}

// candidates is the search page; for a script it is the results alone.
func (w *web) candidates(s *screen) error {
	a := readSearch(s.Request.URL.Query())
	tidy := kit.Href("/candidates", a.keeping(a.Query))
	if s.Fragment() {
		s.Out.Header().Set("HX-Replace-Url", string(tidy))
	} else if kit.HasEmpty(s.Request.URL.Query()) && len(a.wrong) == 0 {
		s.Redirect(string(tidy))
		return nil
	}
	l := listing{search: a}
	status := http.StatusOK
	if err := w.fill(s, &l); err != nil {
		l.fault = fault.From(err)
		status = fault.AnswerTo(l.fault.Kind).Status
	}
	if a.said != "" && (l.fault == nil || l.fault.Kind == fault.Invalid) {
		l.said = w.grouped(a, w.base.Parse(namesFor(s, a.Redact), a.said))
	}
	switch v := s.Request.URL.Query(); {
	case v.Has("deleted"):
		l.notice = "notice.deleted"
	case v.Has("saved"):
		l.notice = "saved.done"
	case v.Has(fieldCut):
		l.notice = "question.cut"
	}
	if s.Fragment() {
		return s.Show(status, results(s, l))
	}
	var err error
	if l.kept, err = w.savedSearches(s, false); err != nil && l.fault == nil {
		l.fault = fault.From(err)
		status = fault.AnswerTo(l.fault.Kind).Status
	}
	return s.Show(status, candidatesPage(s, l))
}

// fill runs the search of l. A search that cannot be run leaves the form as it is.
func (w *web) fill(s *screen, l *listing) error {
	if len(l.search.wrong) > 0 {
		f := fault.E(fault.Invalid, fault.Say("Some conditions cannot be read.", "Часть условий не удалось прочитать."), nil)
		f.Fields = l.search.wrong
		return f
	}
	err := s.Run(opSearch, func(ctx context.Context) (err error) {
		if l.answer, err = w.base.Browse(ctx, s.Caller.Tenant, l.search.Query); err != nil || l.answer.Total > 0 {
			return err
		}
		everyone, err := w.base.Browse(ctx, s.Caller.Tenant, talent.Query{TopK: 1})
		l.base = everyone.Total
		return err
	})
	if err != nil {
		return err
	}
	for _, h := range l.answer.Candidates {
		l.hits = append(l.hits, s.verdict(h, l.search))
	}
	for _, h := range l.answer.NearMisses {
		v := s.verdict(h, l.search)
		v.near = true
		l.near = append(l.near, v)
	}
	return nil
}

// verdict is a hit as this search may show it.
func (s *screen) verdict(h talent.Hit, a search) verdict {
	if a.Redact {
		h.Name = s.pseudonym(h.CandidateID)
	}
	v := newVerdict(h, a)
	v.fresh = !a.since.IsZero() && h.TakenIn.After(a.since)
	return v
}

// find reads a wish in plain words and answers with the search it was understood as, where every
// condition can be seen and changed. It does not lead there: on a phone that is one more wait.
func (w *web) find(s *screen) error {
	said, cut := clipQuestion(strings.TrimSpace(s.Request.URL.Query().Get(fieldAsked)))
	var q talent.Query
	if err := s.Run(opSearch, func(context.Context) error {
		q, _ = w.wish(namesFor(s, s.Request.URL.Query().Get(fieldBlind) != ""), said)
		return nil
	}); err != nil {
		return err
	}
	to := address(q)
	if said != "" {
		to.Set(fieldAsked, said)
	}
	if cut {
		to.Set(fieldCut, "1")
	}
	understood := &url.URL{Path: "/candidates", RawQuery: to.Encode()}
	s.Out.Header().Set("Content-Location", understood.String())
	s.Request = s.Request.Clone(s.Request.Context())
	s.Request.URL = understood
	return w.candidates(s)
}

// namesFor is the tenant whose people a question may be about by name: nobody's in a blind
// review.
func namesFor(s *screen, blind bool) string {
	if blind {
		return ""
	}
	return s.Caller.Tenant
}

// clipQuestion bounds what is read of a question, in characters, and says whether it did.
func clipQuestion(said string) (read string, cut bool) {
	const most = 2000
	runes := []rune(said)
	return string(runes[:min(len(runes), most)]), len(runes) > most
}

// name puts the taxonomy's spelling in place of the words as they were said: conditions
// stand on the page without their sentence, where a case ending would look odd.
func (w *web) name(q *talent.Query) {
	spell := func(said string) string {
		if r := w.base.Skills.Resolve(said); r.Known {
			return r.Name
		}
		return said
	}
	for _, list := range [][]string{q.Required, q.Preferred, q.Excluded} {
		for i := range list {
			list[i] = spell(list[i])
		}
	}
	for i := range q.SkillYears {
		q.SkillYears[i].Skill = spell(q.SkillYears[i].Skill)
	}
}

// wantRole adds what a named role needs: beside skills that were said its first core skill,
// else all it needs.
func wantRole(q *talent.Query, p profile.Profile) {
	wanted := roleQuery(p)
	switch {
	case len(q.Required) == 0:
		q.Required, q.Match, q.MinCoverage = wanted.Required, wanted.Match, wanted.MinCoverage
	case len(wanted.Required) > 0 && !slices.Contains(q.Required, wanted.Required[0]):
		q.Required = append(q.Required, wanted.Required[0])
	}
}

// proposal is one name offered while a skill is typed.
type proposal struct {
	Name string `json:"name"`
	Also string `json:"also,omitempty"` // the spelling that was typed the beginning of
}

// skillNames proposes skills whose name, in any spelling, begins as typed.
func (w *web) skillNames(s *screen) error {
	const shown = 8
	typed := s.Request.URL.Query().Get("q")
	var known []skill.Skill
	if err := s.Run(opSearch, func(context.Context) error {
		known = w.base.Skills.Complete(typed, shown)
		return nil
	}); err != nil {
		return err
	}
	list := []proposal{}
	for _, found := range known {
		p := proposal{Name: found.Name}
		if key := skill.Fold(typed); !strings.HasPrefix(skill.Fold(found.Name), key) {
			at := slices.IndexFunc(found.Aliases, func(alias string) bool { return strings.HasPrefix(skill.Fold(alias), key) })
			if at >= 0 {
				p.Also = found.Aliases[at]
			}
		}
		list = append(list, p)
	}
	s.Out.Header().Set("Content-Type", "application/json; charset=utf-8")
	return json.NewEncoder(s.Out).Encode(list)
}

// condition is one chip of the conditions in force, with the address without it.
type condition struct {
	text string
	drop url.Values
}

// conditions are the filters of a search beyond its skills and beyond what the words of the
// question say, as removable chips.
func (s *screen) conditions(l listing) []condition {
	var list []condition
	a := l.search
	state := a.keeping(a.Query)
	for _, field := range []string{
		fieldLevel, fieldMatch, fieldNot, fieldMin, fieldMax, fieldFor, fieldWithin,
		fieldNoLvl, fieldTrade, fieldNoJob, fieldWho, fieldPlace, fieldSpeaks, fieldEdu, fieldTags, fieldStrict, fieldText, fieldBlind,
	} {
		value := state.Get(field)
		if value == "" || l.told(field) {
			continue
		}
		switch field {
		case fieldLevel:
			value = s.level(a.Level)
		case fieldNoLvl:
			var names []string
			for _, level := range a.ExcludedLevels {
				names = append(names, s.level(level))
			}
			value = strings.Join(names, ", ")
		case fieldTrade:
			value = strings.Join(a.Occupations, " / ")
		case fieldNoJob:
			value = strings.Join(a.ExcludedOccupations, ", ")
		case fieldEdu:
			value = s.T("edu." + a.EducationLevel)
		case fieldMatch:
			if value != string(talent.MatchAny) {
				value += "%"
			} else {
				value = s.T("filter.matchAny")
			}
		}
		rest := url.Values{}
		for k, v := range state {
			if k != field {
				rest[k] = v
			}
		}
		list = append(list, condition{text: s.T("condition."+field, "Value", value), drop: rest})
	}
	for i, group := range a.AnyOf {
		less := a.Query
		less.AnyOf = slices.Delete(slices.Clone(a.AnyOf), i, i+1)
		list = append(list, condition{text: s.T("condition.any", "Value", strings.Join(group, " / ")), drop: a.keeping(less)})
	}
	return list
}

// empty reports a base without a single candidate.
func (l listing) empty() bool { return l.fault == nil && l.answer.Total == 0 && l.base == 0 }

// totalText is the count that is read out when it changes.
func (s *screen) totalText(l listing) string {
	switch {
	case l.fault != nil:
		return s.T("total.failed")
	case l.empty():
		return s.T("total.empty")
	case l.search.empty():
		return s.N("total.base", l.answer.Total)
	case l.answer.Total == 0:
		return s.T("total.nobody")
	}
	return s.N("total.found", l.answer.Total)
}

// readings says what asked skills were taken for, where that is not plain.
func (s *screen) readings(u talent.Understood) []string {
	var list []string
	for _, r := range u.Skills {
		switch {
		case !r.Known:
		case len(r.Alternatives) > 0:
			list = append(list, s.T("understood.oneOf", "Asked", r.Asked, "Name", r.Name, "Others", strings.Join(r.Alternatives, ", ")))
		case skill.Fold(r.Name) != skill.Fold(r.Asked):
			list = append(list, s.T("understood.as", "Asked", r.Asked, "Name", r.Name))
		}
	}
	return list
}

// hidden are the fields that carry an address along to another page, in a fixed order.
func hidden(v url.Values) []hiddenField {
	var list []hiddenField
	for name, values := range v {
		for _, value := range values {
			list = append(list, hiddenField{name, value})
		}
	}
	slices.SortStableFunc(list, func(a, b hiddenField) int { return strings.Compare(a.name, b.name) })
	return list
}

// unlisted are the fields of a search that its form has no control for: they are carried
// along and dropped by their chips.
func unlisted(a search) []hiddenField {
	return slices.DeleteFunc(hidden(a.keeping(a.Query)), func(f hiddenField) bool {
		return !slices.Contains([]string{fieldAny, fieldNoLvl, fieldTrade, fieldNoJob, fieldWho, fieldAsked, fieldDrop, fieldSince}, f.name)
	})
}

type hiddenField struct{ name, value string }

func nextPage(l listing) url.Values {
	v := l.search.keeping(l.search.Query)
	v.Set(fieldCursor, l.answer.NextCursor)
	return v
}

// matchValue is the choice of the field "match".
func matchValue(a search) string { return address(a.Query).Get(fieldMatch) }

// shares are the choices of coverage in percent; one that came by address is among them.
func shares(a search) []string {
	list := []string{"75", "50"}
	if v := matchValue(a); v != "" && v != string(talent.MatchAny) && !slices.Contains(list, v) {
		list = append(list, v)
	}
	return list
}

// educations are the levels of the form, lowest first.
var educations = []string{"secondary", "vocational", "bachelor", "master", "doctorate"}

// relaxed is the address of a change that finds somebody.
func (l listing) relaxed(r talent.Relaxation) url.Values { return l.search.keeping(r.Query) }
