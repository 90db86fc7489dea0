package talentweb

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// verdict is a hit made ready to be shown: what was asked, in the order it was asked, and
// points that add up.
type verdict struct {
	talent.Hit
	rows   []finding
	points []points
	total  int // of 100
	query  url.Values
	near   bool
	fresh  bool // taken in since the reader last opened the saved search
}

// finding is one asked skill of one candidate; a nil match means that the CV does not
// mention it.
type finding struct {
	asked    string
	required bool
	match    *talent.SkillMatch
}

// points are one line of a breakdown, on the scale of 100.
type points struct {
	name string
	got  int
	most int
	text fault.Text
}

func newVerdict(h talent.Hit, a search) verdict {
	v := verdict{Hit: h, query: address(a.Query)}
	for _, group := range []struct {
		asked    []string
		required bool
	}{{a.Required, true}, {a.Preferred, false}} {
		for _, asked := range group.asked {
			f := finding{asked: asked, required: group.required}
			if at := slices.IndexFunc(h.Matches, func(m talent.SkillMatch) bool {
				return m.Asked == asked && m.Required == group.required
			}); at >= 0 {
				f.match = &h.Matches[at]
			}
			v.rows = append(v.rows, f)
		}
	}
	v.choices(a)
	v.total = int(math.Round(h.Score * 100))
	got, most := make([]float64, len(h.Parts)), make([]float64, len(h.Parts))
	for i, p := range h.Parts {
		got[i], most[i] = p.Points*100, p.Most*100
	}
	gotWhole, mostWhole := whole(got, v.total), whole(most, 100)
	for i, p := range h.Parts {
		v.points = append(v.points, points{name: p.Name, got: gotWhole[i], most: mostWhole[i], text: p.Text})
	}
	return v
}

// choices adds a row for every choice of the search, and for the occupation where it is
// all that is asked: what answers it, or the whole choice.
func (v *verdict) choices(a search) {
	groups := slices.Clone(a.AnyOf)
	if len(a.Required)+len(a.AnyOf) == 0 && len(a.Occupations) > 0 {
		groups = append(groups, []string{strings.Join(a.Occupations, " / ")})
	}
	for _, group := range groups {
		f := finding{asked: strings.Join(group, " / "), required: true}
		if at := slices.IndexFunc(v.Matches, func(m talent.SkillMatch) bool { return m.Required && slices.Contains(group, m.Asked) }); at >= 0 {
			f.match, f.asked = &v.Matches[at], v.Matches[at].Asked
		}
		v.rows = append(v.rows, f)
	}
}

// whole rounds addends to whole numbers that add up to total: the largest remainders are
// rounded up first. A breakdown that misses its own sum by one is not believed.
func whole(addends []float64, total int) []int {
	out := make([]int, len(addends))
	order := make([]int, len(addends))
	left := total
	for i, x := range addends {
		out[i], order[i] = int(math.Floor(x)), i
		left -= out[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(addends[b]-math.Floor(addends[b]), addends[a]-math.Floor(addends[a]))
	})
	for i := range order {
		if left <= 0 {
			break
		}
		out[order[i]]++
		left--
	}
	return out
}

// silent says which skills the CV does not mention, the musts apart from the wishes.
func (s *screen) silent(v verdict) []string {
	var musts, wishes, texts []string
	for _, f := range v.rows {
		switch {
		case f.match != nil:
		case f.required:
			musts = append(musts, f.asked)
		default:
			wishes = append(wishes, f.asked)
		}
	}
	if len(musts) > 0 {
		texts = append(texts, s.T("silent.musts", "Skills", strings.Join(musts, ", ")))
	}
	if len(wishes) > 0 {
		texts = append(texts, s.T("silent.wishes", "Skills", strings.Join(wishes, ", ")))
	}
	return texts
}

// how is the key of the way a finding was matched.
func (f finding) how() string { return "how." + string(f.match.How) }

// other reports that the skill found is not the one asked, so the page must name it.
func (f finding) other() bool {
	return f.match.How != skill.Exact && f.match.How != skill.Alias
}

// years says how long, in the words of the language.
func (s *screen) years(f finding) string {
	if !f.match.MonthsKnown || f.match.Months == 0 {
		return s.T("evidence.yearsUnknown")
	}
	return s.Duration(f.match.Months)
}

// used says when last, or that nobody knows.
func (s *screen) used(f finding) string {
	if f.match.LastUsed <= 0 {
		return s.T("evidence.lastUnknown")
	}
	return s.T("evidence.last", "Month", s.month(f.match.LastUsed, f.match.LastYear))
}

// month writes a month, or its year where no month was stated.
func (s *screen) month(m resume.Month, yearOnly bool) string {
	switch {
	case m <= 0:
		return s.T("unknown")
	case yearOnly:
		return strconv.Itoa(m.Year())
	}
	return s.Month(int(m)/12, int(m)%12+1)
}

// stretch writes the time of a job or a study: from, to, or that it is not known.
func (s *screen) stretch(p resume.Position) string {
	from, to := s.month(p.From, p.FromYear), s.month(p.To, p.ToYear)
	switch {
	case p.From <= 0 && p.To <= 0:
		return s.T("dates.unknown")
	case p.Current:
		return s.T("dates.since", "From", from)
	case p.From <= 0:
		return s.T("dates.until", "To", to)
	case p.To <= 0 || from == to:
		return from
	}
	return s.T("dates.range", "From", from, "To", to)
}

// job names a position in one line.
func (s *screen) job(p resume.Position) string {
	if p.Title != "" && p.Company != "" {
		return s.T("job.at", "Title", p.Title, "Company", p.Company)
	}
	return s.jobTitle(p)
}

// jobTitle is what somebody was, else where; their employer stands below.
func (s *screen) jobTitle(p resume.Position) string {
	switch {
	case p.Title != "":
		return p.Title
	case p.Company != "":
		return p.Company
	}
	return s.T("job.unnamed")
}

// section names a part of a CV.
func (s *screen) section(kind string) string {
	switch kind {
	case "summary", "skills", "experience", "education", "projects", "certificates", "languages", "contacts":
		return s.T("section." + kind)
	}
	return s.T("section.other")
}

// unknowns lists what the CV leaves open about a finding.
func (s *screen) unknowns(f finding) []string {
	var list []string
	if !f.match.MonthsKnown {
		list = append(list, s.T("open.years"))
	}
	if f.match.LastUsed <= 0 {
		list = append(list, s.T("open.last"))
	}
	if f.match.Strength == resume.InList {
		list = append(list, s.T("open.list"))
	}
	if f.match.Weak {
		list = append(list, s.T("open.weak"))
	}
	if len(f.match.Evidence) == 0 {
		list = append(list, s.T("open.quote"))
	}
	return list
}

// level is seniority in words.
func (s *screen) level(l resume.Level) string {
	switch l {
	case resume.Junior, resume.Mid, resume.Senior:
		return s.T("level." + string(l))
	}
	return s.T("level.unknown")
}

// worked is the length of a career in words.
func (s *screen) worked(months int) string {
	if months <= 0 {
		return s.T("worked.unknown")
	}
	return s.T("worked", "Time", s.Duration(months))
}

// name is a candidate's name, or that the CV gives none.
func (s *screen) name(name string) string {
	if name == "" {
		return s.T("name.unknown")
	}
	return name
}

// pseudonym is what a candidate is called in a blind review: stable, and says nothing.
func (s *screen) pseudonym(id string) string {
	return s.T("blind.name", "End", id[max(0, len(id)-4):])
}

// A line shows about lineRunes of a quote even on a telephone; a mention that would fall
// behind them keeps leadRunes before it.
const (
	lineRunes = 42
	leadRunes = 28
)

// short is a quote for one line: its beginning is cut so that the mention stays in sight.
func short(q talent.Quote) talent.Quote {
	_, mention, _ := cut(q)
	if mention == "" {
		return q
	}
	lead := []rune(q.Text[:q.At])
	if len(lead) <= leadRunes || len(lead)+utf8.RuneCountInString(mention) <= lineRunes {
		return q
	}
	kept := string(lead[len(lead)-leadRunes:])
	if _, rest, ok := strings.Cut(kept, " "); ok {
		kept = rest
	}
	q.Text, q.At = "… "+kept+q.Text[q.At:], len("… ")+len(kept)
	return q
}

// cut splits a quote around the mention it is about.
func cut(q talent.Quote) (before, mention, after string) {
	end := q.At + q.End - q.Start
	if q.At < 0 || end > len(q.Text) || q.At >= end {
		return q.Text, "", ""
	}
	return strings.TrimLeft(q.Text[:q.At], bullets), q.Text[q.At:end], q.Text[end:]
}

// bullets are the marks a list item of a CV begins with; a quote reads better without.
const bullets = " •*–—-·●▪"

// explain says in a sentence how a finding was matched.
func (s *screen) explain(f finding) string {
	return s.T("explain."+string(f.match.How), "Asked", f.asked, "Found", f.match.Canonical, "Surface", f.match.Surface)
}

// importance says whether a skill was asked as a must or as a wish.
func (s *screen) importance(required bool) string {
	if required {
		return s.T("must")
	}
	return s.T("wish")
}

// place is where a quote stands: the section, and the job with its dates.
func (s *screen) place(q talent.Quote) string {
	if q.Position == nil {
		return s.section(q.Section)
	}
	p := *q.Position
	return s.T("place.job", "Section", s.section(q.Section), "Job", s.job(p), "Dates", s.stretch(p))
}

func pathText(path []string) string { return strings.Join(path, " → ") }
