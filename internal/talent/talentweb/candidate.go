package talentweb

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/kit"
)

// textLimit is how much of a CV's text one page shows; a long CV has a tenth of it.
const textLimit = 100_000

// file is everything the page of one candidate shows.
type file struct {
	talent.Details
	search   search
	verdict  *verdict // nil when the page was opened without a search
	spans    []span   // of the whole text, that answer the search
	segments []segment
	marks    int
	rivals   []string // the best other candidates of the search
	goes     []string // with the candidate, out of other rooms
}

// person is the record of the page, for short.
func (f file) person() resume.Record { return f.Candidate.Record }

// subject is whom the page is about, for what other rooms have to say.
func (f file) subject(s *screen) kit.Subject {
	return kit.Subject{Kind: kit.Person, ID: f.Candidate.ID, Name: f.shown(s), Blind: f.search.Redact}
}

// candidate is the page of one CV: its facts, its text, and the evidence of the search it
// was opened from; for a script, what stands beside the list.
func (w *web) candidate(s *screen) error {
	f := file{search: readSearch(s.Request.URL.Query())}
	err := s.Run(opDetails, func(ctx context.Context) error {
		if err := w.open(ctx, s, &f); err != nil || s.Fragment() {
			return err
		}
		return w.rivals(ctx, s, &f)
	})
	if err != nil {
		return err
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, candidatePane(s, f))
	}
	if s.May(opDelete) {
		if f.goes, err = s.Traces(f.subject(s)); err != nil {
			return err
		}
	}
	return s.Show(http.StatusOK, candidatePage(s, f))
}

func (w *web) open(ctx context.Context, s *screen, f *file) (err error) {
	id, tenant := s.Request.PathValue("id"), s.Caller.Tenant
	if err = w.load(ctx, s, f, id); err != nil {
		return err
	}
	if f.search.skills() {
		h, err := w.base.Match(ctx, tenant, id, f.search.Query)
		if err != nil {
			return err
		}
		h.Lacks = nil
		v := newVerdict(h, f.search)
		f.verdict = &v
	}
	f.spans = f.answering()
	f.segments, f.marks = pieces(f.Text, f.TextStart, f.spans)
	return nil
}

// load reads a CV as the search of f may show it.
func (w *web) load(ctx context.Context, s *screen, f *file, id string) (err error) {
	f.Details, err = w.base.Details(ctx, s.Caller.Tenant, talent.DetailsQuery{ID: id, MaxChars: textLimit, Redact: f.search.Redact})
	return err
}

// firstSkills is how many skills a page shows before the rest is folded away.
const firstSkills = 12

// rivals finds who else is at the top of the search, to compare with.
func (w *web) rivals(ctx context.Context, s *screen, f *file) error {
	const others = 2
	if f.verdict == nil || f.search.Redact || !s.May(opCompare) {
		return nil
	}
	q := f.search.Query
	q.TopK, q.Cursor = others+1, ""
	best, err := w.base.Browse(ctx, s.Caller.Tenant, q)
	for _, h := range best.Candidates {
		if h.CandidateID != f.Candidate.ID && len(f.rivals) < others {
			f.rivals = append(f.rivals, h.CandidateID)
		}
	}
	return err
}

// comparison is the address of the candidate beside the best of the search.
func (f file) comparison() url.Values {
	v := address(f.search.Query)
	v["id"] = append([]string{f.Candidate.ID}, f.rivals...)
	return v
}

// quotesOf are the first places of a skill of a record.
func quotesOf(r resume.Record, found resume.Skill, most int) []talent.Quote {
	var list []talent.Quote
	for _, e := range found.Evidence[:min(most, len(found.Evidence))] {
		list = append(list, talent.QuoteOf(r, e))
	}
	return list
}

// span is a place of the whole text that is evidence for an asked skill.
type span struct {
	start, end int
	skill      string
}

// answering are the places of the text that answer the search, in order; they may overlap.
func (f file) answering() []span {
	if f.verdict == nil {
		return nil
	}
	var all []span
	for _, m := range f.verdict.Matches {
		for _, q := range f.places(m) {
			all = append(all, span{q.Start, q.End, m.Asked})
		}
	}
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	return all
}

// segment is a stretch of the CV's text: plain, or evidence of an asked skill.
type segment struct {
	text  string
	skill string // the asked skill it is evidence of, empty for plain text
	n     int    // number of the mark, from 1
}

// pieces cuts a part of the text, which begins at an offset, at the spans inside it; of those
// that overlap, at the first.
func pieces(part string, offset int, spans []span) (segments []segment, marks int) {
	at := 0
	for _, p := range spans {
		start, end := p.start-offset, p.end-offset
		if start < at || end > len(part) || start >= end {
			continue
		}
		if start > at {
			segments = append(segments, segment{text: part[at:start]})
		}
		marks++
		segments = append(segments, segment{text: part[start:end], skill: p.skill, n: marks})
		at = end
	}
	return append(segments, segment{text: part[at:]}), marks
}

// duties are what a job says of itself, with the words that answer the search.
func (f file) duties(p resume.Position) []segment {
	text := f.Whole.Text
	if p.Start < 0 || p.End > len(text) || p.Start > p.End {
		return []segment{{text: p.Text}}
	}
	at := strings.LastIndex(text[p.Start:p.End], p.Text)
	if at < 0 {
		return []segment{{text: p.Text}} // words of it are hidden, so that its places are not those of the text
	}
	segments, _ := pieces(p.Text, p.Start+at, f.spans)
	return segments
}

// places are all the places of a match: those of the record, which a hit shows the best
// of, or the hit's own for words that no taxonomy has.
func (f file) places(m talent.SkillMatch) []talent.Quote {
	r := f.person()
	at := slices.IndexFunc(r.Skills, func(found resume.Skill) bool { return found.Name == m.Canonical })
	if at < 0 {
		return m.Evidence
	}
	return quotesOf(r, r.Skills[at], len(r.Skills[at].Evidence))
}

// known are the skills the CV claims, longest used first; said are those it denies or only
// plans, which are no experience.
func (f file) known() (claimed, said []resume.Skill) {
	for _, found := range f.person().Skills {
		if found.Stance == skill.Affirmed || found.Stance == skill.Weak {
			claimed = append(claimed, found)
		} else {
			said = append(said, found)
		}
	}
	slices.SortStableFunc(claimed, func(a, b resume.Skill) int {
		return cmp.Or(cmp.Compare(b.Months, a.Months), cmp.Compare(b.LastUsed, a.LastUsed), cmp.Compare(a.Name, b.Name))
	})
	return claimed, said
}

// here is the address of this page with another view.
func (f file) here(blind bool) url.Values {
	q := f.search.Query
	q.Redact = blind
	return address(q)
}

// reveal ends the blind review of one person, which is written down, and shows who it is.
func (w *web) reveal(s *screen) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	id := s.Request.PathValue("id")
	if err := s.Call(opReveal, map[string]string{"candidate_id": id}, &struct{}{}); err != nil {
		return err
	}
	q := readSearch(sent).Query
	q.Redact = false
	s.Redirect(string(kit.Href("/candidates/"+url.PathEscape(id), address(q))))
	return nil
}

// shown is the name of the candidate as this view may show it.
func (f file) shown(s *screen) string {
	if f.search.Redact {
		return s.pseudonym(f.Candidate.ID)
	}
	return s.name(f.person().Name)
}

// stance is the key of what the CV says about a skill that is no experience.
func stance(found resume.Skill) string { return "stance." + string(found.Stance) }

// lasting is how long a skill of a record was used.
func (s *screen) lasting(found resume.Skill) string {
	if !found.MonthsKnown || found.Months == 0 {
		return s.T("unknown")
	}
	if found.Stated {
		return s.T("evidence.stated", "Time", s.Duration(found.Months))
	}
	return s.Duration(found.Months)
}

// last is when a skill was last used.
func (s *screen) last(found resume.Skill) string { return s.month(found.LastUsed, found.LastYear) }
