package talent

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// maxQuotes bounds the evidence shown for one skill.
const maxQuotes = 3

// hit makes the shown form of a ranked candidate.
func (pl *plan) hit(g *skill.Graph, s rankedCandidate, c Candidate) Hit {
	r := c.Record
	h := Hit{
		CandidateID: c.ID, Name: r.Name, Level: r.Level, Score: s.score.total,
		MatchedRequired: []string{}, MatchedPreferred: []string{}, Missing: []string{},
		Title: r.Title, TotalMonths: r.TotalMonths, LevelBasis: r.LevelBasis,
		Duplicates: s.duplicates, AlsoIn: s.linked, TakenIn: c.Source.IngestedAt,
	}
	for i := range pl.required {
		n := &pl.required[i]
		if n.matchAt(s.row).value == 0 {
			h.Missing = append(h.Missing, n.asked)
			continue
		}
		n = n.answering(n.matchAt(s.row))
		h.MatchedRequired = append(h.MatchedRequired, n.asked)
		h.Matches = append(h.Matches, n.match(g, n.matchAt(s.row), c, true))
	}
	for i := range pl.preferred {
		n := &pl.preferred[i]
		if n.matchAt(s.row).value == 0 {
			continue
		}
		h.MatchedPreferred = append(h.MatchedPreferred, n.asked)
		h.Matches = append(h.Matches, n.match(g, n.matchAt(s.row), c, false))
	}
	h.Parts = pl.parts(s.score, &h)
	h.Confidence = confidence(r, h.Matches)
	h.Summary = summary(r, h.Matches)
	h.Lacks = pl.lacks(s.rankedRow, h.Missing)
	return h
}

// match makes the shown form of a match, with quotes from the candidate's text.
func (n *need) match(g *skill.Graph, held skillMatch, c Candidate, required bool) SkillMatch {
	if held.edge == literal {
		return n.literalMatch(g, c, required)
	}
	edge := n.edges[held.edge]
	m := SkillMatch{
		Asked: n.asked, Canonical: g.Name(edge.Skill), How: edge.How, Required: required,
		Months: int(held.shownAs().months), MonthsKnown: held.shownAs().known, ReachMonths: int(held.reach.months), LastUsed: resume.Month(held.lastUsed),
	}
	for _, id := range edge.Path {
		m.Path = append(m.Path, g.Name(id))
	}
	at := slices.IndexFunc(c.Record.Skills, func(s resume.Skill) bool { return s.Skill == edge.Skill })
	if at < 0 {
		return m
	}
	found := c.Record.Skills[at]
	m.LastYear = found.LastYear && found.LastUsed == m.LastUsed
	m.Strength, m.Weak = found.Strength, found.Stance == skill.Weak
	m.Evidence = quotes(c.Record, found.Evidence)
	if len(m.Evidence) > 0 {
		m.Surface = c.Text[m.Evidence[0].Start:m.Evidence[0].End]
	}
	if edge.How == skill.Exact && !written(found.Evidence, n.asked) {
		m.How = skill.Alias
	}
	return m
}

// written reports that the CV has the skill in the asker's own spelling.
func written(evidence []resume.Evidence, asked string) bool {
	asked = skill.Fold(asked)
	return slices.ContainsFunc(evidence, func(e resume.Evidence) bool {
		return claimed(e.Stance) && skill.Fold(e.Surface) == asked
	})
}

// quotes picks the evidence to show: positions before projects before the rest, since
// dated work convinces most; text order otherwise.
func quotes(r resume.Record, evidence []resume.Evidence) []Quote {
	kept := slices.DeleteFunc(slices.Clone(evidence), func(e resume.Evidence) bool { return !claimed(e.Stance) })
	slices.SortStableFunc(kept, func(a, b resume.Evidence) int { return sectionRank(a) - sectionRank(b) })
	var out []Quote
	for _, e := range kept[:min(len(kept), maxQuotes)] {
		out = append(out, QuoteOf(r, e))
	}
	return out
}

// QuoteOf is one piece of evidence of a record as a quote, with the position it stands in.
func QuoteOf(r resume.Record, e resume.Evidence) Quote {
	q := Quote{Section: e.Section, Text: e.Quote, At: e.Start - e.QuoteStart, Start: e.Start, End: e.End}
	if e.Position >= 0 && e.Position < len(r.Positions) {
		q.Position = &r.Positions[e.Position]
	}
	return q
}

func sectionRank(e resume.Evidence) int {
	switch {
	case e.Position >= 0:
		return 0
	case e.Section == "projects":
		return 1
	}
	return 2
}

// spellings are the places of a text that hold the literal words of a need, in order.
func (n *need) spellings(text string) [][2]int {
	if len(n.names) == 0 {
		return retrieve.Places(text, n.asked)
	}
	var places [][2]int
	for _, name := range n.names {
		places = append(places, retrieve.Places(text, name)...)
	}
	slices.SortFunc(places, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	return slices.CompactFunc(places, func(next, last [2]int) bool { return next[0] < last[1] })
}

// literalMatch shows where the asker's own words stand. Years come from the positions
// that hold the words, as for a skill of the taxonomy.
func (n *need) literalMatch(g *skill.Graph, c Candidate, required bool) SkillMatch {
	m := SkillMatch{
		Asked: n.asked, Canonical: n.asked, How: skill.Exact, Path: []string{n.asked},
		Required: required, Strength: resume.InText,
	}
	text := searchable(c, g)
	worked, bit := terms(c.Record.Positions)
	var picked uint64
	for _, at := range n.spellings(text) {
		if len(m.Evidence) < maxQuotes {
			m.Evidence = append(m.Evidence, literalQuote(c, at[0], at[1]))
		}
		for i, p := range c.Record.Positions {
			if p.Start <= at[0] && at[1] <= p.End && bit[i] != 0 {
				picked |= bit[i]
				if p.To > m.LastUsed {
					m.LastUsed, m.LastYear = p.To, p.ToYear
				}
			}
		}
	}
	if len(m.Evidence) > 0 {
		m.Surface = c.Text[m.Evidence[0].Start:m.Evidence[0].End]
	}
	if picked != 0 {
		m.Strength, m.MonthsKnown, m.Months = resume.InPosition, true, covered(worked, picked)
	}
	return m
}

func literalQuote(c Candidate, start, end int) Quote {
	line, at := lineAround(c.Text, start, end)
	q := Quote{Section: sectionAt(c.Record, start), Text: line, At: at, Start: start, End: end}
	for i, p := range c.Record.Positions {
		if p.Start <= start && end <= p.End {
			q.Position = &c.Record.Positions[i]
			break
		}
	}
	return q
}

func sectionAt(r resume.Record, at int) string {
	for _, s := range r.Sections {
		if s.Start <= at && at < s.End {
			return s.Kind
		}
	}
	return "other"
}

// lineAround returns the line of text that holds the range, cut to quoteRunes around it,
// and where the range begins in it.
func lineAround(text string, start, end int) (line string, at int) {
	const quoteRunes = 200
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	before, after := []rune(text[from:start]), []rune(text[end:to])
	room := max(quoteRunes-len([]rune(text[start:end])), 0)
	left := min(len(before), room/2)
	right := min(len(after), room-left)
	head := strings.TrimLeftFunc(string(before[len(before)-left:]), unicode.IsSpace)
	return head + text[start:end] + strings.TrimRightFunc(string(after[:right]), unicode.IsSpace), len(head)
}

// lacks says why a near miss is one; nil for a match.
func (pl *plan) lacks(s rankedRow, missing []string) []fault.Text {
	if s.matched(pl.query, len(pl.required)) {
		return nil
	}
	var why []fault.Text
	if len(missing) > 0 && !s.enough(pl.query, len(pl.required)) {
		list := strings.Join(missing, ", ")
		why = append(why, fault.Say("no evidence of %s", "нет подтверждений: %s", list))
	}
	for _, f := range pl.filters() {
		if s.fails&f.bit != 0 {
			why = append(why, fault.Text{EN: "does not meet: " + f.text.EN, RU: "не выполнено условие: " + f.text.RU})
		}
	}
	return why
}
