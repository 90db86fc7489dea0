package resume

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

const (
	maxEvidence   = 20  // quotes kept for one skill
	maxQuote      = 200 // runes of one quote
	stuffedCount  = 25  // mentions of one skill that no honest CV of the length has
	stuffedPerKB  = 8   // mentions of one skill per 1000 bytes
	longestClause = 800 // bytes looked at to either side for the ends of a clause
)

// usage is what the text says of one skill while it is being gathered.
type usage struct {
	Skill
	mentions int
	duties   []interval // jobs whose duties mention it
	titles   []titled   // jobs that only their title connects with it
	stated   int        // -1 when nothing is claimed
}

// titled is a job by its title.
type titled struct {
	interval
	job int
}

// readSkills finds the skills of every part and joins them with jobs and claims.
func (r *reading) readSkills() {
	used := map[skill.ID]*usage{}
	r.toolNamed = make([]bool, len(r.record.Positions))
	var found []partMention
	for _, pt := range r.parts {
		if pt.start >= pt.end {
			continue
		}
		for _, chunk := range r.chunks(pt) {
			for _, m := range r.skills.Find(r.text[chunk.Start:chunk.End], chunk.where) {
				m.Start += chunk.Start
				m.End += chunk.Start
				found = append(found, partMention{m, pt})
			}
		}
	}
	r.disown(found)
	for _, m := range found {
		r.addMention(used, m.part, m.Mention)
	}
	r.readClaims(used)
	for id, u := range used {
		if s, ok := r.skills.Skill(id); ok {
			u.Name = s.Name
		}
		r.record.Skills = append(r.record.Skills, r.finish(u))
	}
	slices.SortFunc(r.record.Skills, func(a, b Skill) int { return cmp.Compare(a.Skill, b.Skill) })
	r.warnStuffing(used)
	r.linkProjects()
}

// partMention is a mention in a part.
type partMention struct {
	skill.Mention
	part part
}

// disown takes from the writer the skills that, wherever they are named, the words around give
// to somebody else, deny or plan, where no cue said so. One mention that stands as the writer's
// own keeps them all.
func (r *reading) disown(found []partMention) {
	slices.SortStableFunc(found, func(a, b partMention) int { return cmp.Compare(a.Start, b.Start) })
	places := make([]skill.Range, len(found))
	for i, m := range found {
		places[i] = skill.Range{Start: m.Start, End: m.End}
	}
	text := r.assertions.Read(r.text, places)
	own := map[skill.ID]bool{}
	for i, m := range found {
		if isExperience(m.Stance) && !own[m.Skill] {
			own[m.Skill] = r.owned(m) || text.Foreign(places[i]) <= assertion.Bound
		}
	}
	for i, m := range found {
		if isExperience(m.Stance) && !own[m.Skill] {
			found[i].Stance = skill.Negated
		}
	}
}

// owned reports a mention that no words around it take from the writer: what is known a little,
// listed, studied, or used for stated years.
func (r *reading) owned(m partMention) bool {
	return m.Stance == skill.Weak || m.part.kind == skillsSection || m.part.kind == educationSection || r.claimed(m.Mention)
}

// claimed reports that years of experience are stated on the line of a mention, near it.
func (r *reading) claimed(m skill.Mention) bool {
	i := sort.Search(len(r.claims), func(i int) bool { return r.claims[i].start >= m.End })
	for _, c := range r.claims[max(0, i-1):min(len(r.claims), i+1)] {
		from, to := min(c.start, m.Start), max(c.start, m.End)
		if c.experience && to-from < longestClause && !strings.Contains(r.text[from:to], "\n") {
			return true
		}
	}
	return false
}

// chunk is a piece of a part that is read in one way.
type chunk struct {
	Span
	where skill.Where
}

// chunks cuts out of a part the rows that are lists by themselves: "Stack: Go, R" within
// prose, and the names of "HIVE- Exprience - 31 months" rows.
func (r *reading) chunks(pt part) []chunk {
	where := skill.Prose
	if pt.kind == skillsSection {
		where = skill.List
	}
	var out []chunk
	from := pt.start
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.start < pt.start {
			continue
		}
		end := 0
		if where == skill.Prose && r.stackRow(l) {
			end = min(l.end, pt.end)
		} else if where == skill.List {
			end = r.formName(l)
		}
		if end <= l.start {
			continue
		}
		if l.start > from {
			out = append(out, chunk{Span{from, l.start}, where})
		}
		out = append(out, chunk{Span{l.start, end}, skill.List})
		from = end
	}
	if from < pt.end {
		out = append(out, chunk{Span{from, pt.end}, where})
	}
	return out
}

// formName returns where the name ends in a row of a skills form, zero for other rows.
func (r *reading) formName(l line) int {
	i := sort.Search(len(r.claims), func(i int) bool { return r.claims[i].start >= l.start })
	if i == len(r.claims) || r.claims[i].start >= l.end || !r.formRow(l, r.claims[i]) {
		return 0
	}
	return r.tokens[r.claims[i].first-3].start
}

// stackRow recognises "Technologies: Go, SQL" and "Стек — Python" within a job.
func (r *reading) stackRow(l line) bool {
	for i := l.first; i < min(l.first+6, l.last); i++ {
		t := r.tokens[i]
		if t.mark == ':' || t.mark == '—' || t.mark == '–' {
			return i > l.first && stackWords[r.tokenAt(i-1).word]
		}
	}
	return false
}

var stackWords = words(`technologies technology stack tools tech environment skills used languages frameworks tooling supervisor
	стек технологии инструменты навыки технологий инструментарий среда языки фреймворки использовал`)

func (r *reading) addMention(used map[skill.ID]*usage, pt part, m skill.Mention) {
	if r.namesPersonOrEmployer(m) {
		return
	}
	m.Stance = r.stanceWithin(m)
	u := used[m.Skill]
	if u == nil {
		u = &usage{Skill: Skill{Skill: m.Skill}, stated: -1}
		used[m.Skill] = u
	}
	u.mentions++
	r.mentions = append(r.mentions, mentionAt{m.Start, m.End, m.Skill})
	e := r.place(pt, m)
	if e.Position >= 0 && isExperience(m.Stance) {
		r.addJob(u, e)
	}
	u.Strength = strongest(u.Strength, strengthOf(pt, e))
	u.Stance = surest(u.Stance, m.Stance)
	if len(u.Evidence) < maxEvidence {
		quote := r.clause(pt, m.Start, m.End)
		e.Quote, e.QuoteStart = r.original[quote.Start:quote.End], quote.Start
		u.Evidence = append(u.Evidence, e)
	}
}

// addJob notes the months of the job a mention stands in.
func (r *reading) addJob(u *usage, e Evidence) {
	job := r.record.Positions[e.Position]
	lived := interval{job.From, job.To, job.ToYear}
	duty := job.Text != "" && e.Start >= job.End-len(job.Text)
	if duty {
		r.toolNamed[e.Position] = true
	}
	switch {
	case job.From == 0 || job.To == 0:
	case duty:
		u.duties = append(u.duties, lived)
	default:
		u.titles = append(u.titles, titled{lived, e.Position})
	}
}

// months returns the jobs in which a skill was used. A title names the trade: where the
// duties of that job name their tools, those were used and the title adds none; where
// they name none, or no duty anywhere names this skill, the title is what there is.
func (r *reading) months(u *usage) []interval {
	spans := slices.Clone(u.duties)
	for _, t := range u.titles {
		if len(u.duties) == 0 || !r.toolNamed[t.job] {
			spans = append(spans, t.interval)
		}
	}
	return spans
}

func isExperience(s skill.Stance) bool { return s == skill.Affirmed || s == skill.Weak }

// namesPersonOrEmployer skips a person called Java, a link to github.com, a job at Oracle
// and what somebody does for fun.
func (r *reading) namesPersonOrEmployer(m skill.Mention) bool {
	return overlaps(r.record.Contacts.Spans, m.Start, m.End) || overlaps(r.muted, m.Start, m.End)
}

// stanceWithin is the stance of a mention, under a heading that denies or plans what it lists.
func (r *reading) stanceWithin(m skill.Mention) skill.Stance {
	i := sort.Search(len(r.unclaimed), func(i int) bool { return r.unclaimed[i].End > m.Start })
	if i == len(r.unclaimed) || r.unclaimed[i].Start > m.Start || !isExperience(m.Stance) {
		return m.Stance
	}
	if m.Stance == skill.Weak && r.unclaimed[i].stance == skill.Planned {
		return skill.Weak // among plans somebody says what they know a little
	}
	return r.unclaimed[i].stance
}

// overlaps looks a range up in sorted spans.
func overlaps(spans []Span, start, end int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > start })
	return i < len(spans) && spans[i].Start < end
}

// positionAt returns the index of the job a byte stands in, -1 for none.
func (r *reading) positionAt(at int) int {
	i, found := slices.BinarySearchFunc(r.record.Positions, at, func(p Position, at int) int { return cmp.Compare(p.Start, at) })
	if !found {
		i--
	}
	if i >= 0 && at < r.record.Positions[i].End {
		return i
	}
	return -1
}

// place is the evidence of a mention without its quote.
func (r *reading) place(pt part, m skill.Mention) Evidence {
	e := Evidence{
		Section: pt.section().Kind,
		Start:   m.Start, End: m.End, Surface: m.Surface, How: m.How, Stance: m.Stance, Position: r.positionAt(m.Start),
	}
	if e.Section == contactsSection {
		e.Section = "title"
		if e.Position >= 0 {
			e.Section = experienceSection
		}
	}
	return e
}

func strengthOf(pt part, e Evidence) Strength {
	switch {
	case e.Position >= 0:
		return InPosition
	case pt.kind == projectsSection:
		return InProject
	case pt.kind == skillsSection:
		return InList
	}
	return InText
}

var strengths = []Strength{InPosition, InProject, InText, InList}

func strongest(a, b Strength) Strength {
	if a == "" || slices.Index(strengths, b) < slices.Index(strengths, a) {
		return b
	}
	return a
}

var stances = []skill.Stance{skill.Affirmed, skill.Weak, skill.Planned, skill.Negated}

func surest(a, b skill.Stance) skill.Stance {
	if a == "" || slices.Index(stances, b) < slices.Index(stances, a) {
		return b
	}
	return a
}

// clause returns the sentence or line around a mention, without protected bytes and at
// most maxQuote runes long.
func (r *reading) clause(pt part, start, end int) Span {
	from, to := start, end
	floor, ceiling := max(pt.start, start-longestClause), min(pt.end, end+longestClause)
	for from > floor && !r.clauseEnd(from-1) {
		from--
	}
	for to < ceiling && !r.clauseEnd(to) {
		to++
	}
	after := sort.Search(len(r.protected), func(i int) bool { return r.protected[i].Start >= end })
	if after > 0 {
		from = max(from, min(r.protected[after-1].End, start))
	}
	if after < len(r.protected) {
		to = min(to, r.protected[after].Start)
	}
	return r.trimQuote(from, to, start, end)
}

// clauseEnd reports a line end, or a point with a space after it.
func (r *reading) clauseEnd(i int) bool {
	switch r.text[i] {
	case '\n':
		return true
	case '.', ';', '!', '?':
		return i+1 >= len(r.text) || r.text[i+1] == ' ' || r.text[i+1] == '\n'
	}
	return false
}

func (r *reading) trimQuote(from, to, start, end int) Span {
	from = start - len(strings.TrimLeft(r.original[from:start], quoteEdge+bullets))
	to = end + len(strings.TrimRight(r.original[end:to], quoteEdge))
	budget := maxQuote - utf8.RuneCountInString(r.original[start:end])
	left, right := start, end
	for budget > 0 && (left > from || right < to) {
		if left > from {
			_, size := utf8.DecodeLastRuneInString(r.original[from:left])
			left -= size
			budget--
		}
		if right < to && budget > 0 {
			_, size := utf8.DecodeRuneInString(r.original[right:to])
			right += size
			budget--
		}
	}
	return Span{left, right}
}

// What a quote neither begins nor ends with, and the list marks it does not begin with.
const (
	quoteEdge = " \t\r\n*"
	bullets   = "•·▪●◦‣-–—"
)

// finish settles months, first and last use of one skill.
func (r *reading) finish(u *usage) Skill {
	s := u.Skill
	spans := r.months(u)
	for _, span := range spans {
		if s.FirstUsed == 0 || span.from < s.FirstUsed {
			s.FirstUsed = span.from
		}
		if span.to > s.LastUsed {
			s.LastUsed, s.LastYear = span.to, span.toYear
		}
	}
	if len(spans) > 0 {
		s.Months, s.MonthsKnown = unionMonths(spans), true
	}
	if u.stated >= 0 && isExperience(u.Stance) {
		s.Months, s.MonthsKnown, s.Stated = u.stated, true, true
	}
	return s
}

// warnStuffing reports skills repeated far beyond what any text needs.
func (r *reading) warnStuffing(used map[skill.ID]*usage) {
	var names []string
	for _, s := range r.record.Skills {
		n := used[s.Skill].mentions
		if n >= stuffedCount && n*1000 >= stuffedPerKB*len(r.text) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(len(names), 5)], ", ")
	r.record.Warnings = append(r.record.Warnings, *warn("keyword_stuffing",
		"Some skills are repeated far more often than a text needs: %s. Repetition was not counted as evidence.",
		"Некоторые навыки повторены намного чаще, чем нужно тексту: %s. Повторы не учтены как подтверждения.", list))
}
