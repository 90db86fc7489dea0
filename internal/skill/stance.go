package skill

import "strings"

// clause is a stretch of a sentence within which a cue holds.
type clause struct {
	*reading
	from, to int // atoms [from, to)
	spans    []span
	first    int   // index of spans[0] in the whole text
	covered  []int // span index +1 by atom, 0 for a plain word
	out      []Stance
	begun    map[int]Stance // of the cues that were found, by their first atom
	ended    map[int]Stance // and by the atom after their last
}

var contrasts = []string{"but", "however", "although", "though", "whereas", "while", "instead", "yet", "но", "однако", "зато", "хотя", "тогда"}

// strength orders stances: a negation beats a plan, a plan beats a hedge.
func strength(s Stance) int {
	switch s {
	case Negated:
		return 3
	case Planned:
		return 2
	case Weak:
		return 1
	}
	return 0
}

func stronger(a, b Stance) Stance {
	if strength(b) > strength(a) {
		return b
	}
	return a
}

// stances reads what the text claims about every span.
func (b *cueBook) stances(r *reading, spans []span) []Stance {
	out := make([]Stance, len(spans))
	covered := make([]int, len(r.atoms))
	for k, s := range spans {
		out[k] = Affirmed
		if unticked(r.gap(s.from)) || r.deniedCell(r.versionAt(s.to)) {
			out[k] = Negated
		}
		for i := s.from; i < r.versionAt(s.to); i++ {
			covered[i] = k + 1
		}
	}
	carried, reached := Affirmed, 0
	for k := 0; k < len(spans); {
		from, to := r.clauseAround(spans[k].from, covered)
		end := k
		for end < len(spans) && spans[end].from < to {
			end++
		}
		c := clause{reading: r, from: from, to: to, spans: spans[k:end], first: k, covered: covered, out: out}
		c.judge(b)
		if heading, ok := c.heading(b); ok {
			carried = heading
		} else if from != reached || strings.Count(r.gap(from), "\n") != 1 {
			carried = Affirmed
		}
		carried = c.carry(carried)
		reached = to
		k = end
	}
	return out
}

// unticked reports an empty box at the end of the gap before a skill.
func unticked(gap string) bool {
	gap = strings.TrimRight(gap, " \u00a0\t")
	return strings.HasSuffix(gap, "☐") || strings.HasSuffix(gap, "[ ]") || strings.HasSuffix(gap, "□")
}

// deniedCell reports that atom i is all that the next cell of a row says, and denies: "Oracle | None".
func (r *reading) deniedCell(i int) bool {
	if i >= len(r.atoms) || !strings.Contains(r.gap(i), "|") || strings.Contains(r.gap(i), "\n") || !matchesAny(r.atoms[i].text, denials) {
		return false
	}
	return i+1 == len(r.atoms) || strings.ContainsAny(r.gap(i+1), "|\n")
}

var denials = []string{"none", "no", "never", "nil", "zero", "0", "нет", "никогда", "ноль", "отсутствует"}

// clauseAround returns the atoms of the clause that holds atom i.
func (r *reading) clauseAround(i int, covered []int) (from, to int) {
	from, to = i, i+1
	for from > 0 && !r.parts(from) && (covered[from-1] > 0 || !r.contrasts(from-1)) {
		from--
	}
	for to < len(r.atoms) && !r.parts(to) && (covered[to] > 0 || !r.contrasts(to)) {
		to++
	}
	return from, to
}

// parts reports that the gap before atom i ends a clause.
func (r *reading) parts(i int) bool {
	return r.breaks[i] || strings.ContainsAny(r.gap(i), ";|")
}

// contrasts reports a word that turns the sentence: "yet" only in front of a new thought,
// since "not yet used" and "have not used X yet" are one; the Russian "а" only after a comma.
func (r *reading) contrasts(i int) bool {
	word := r.atoms[i].text
	if word == "yet" || word == "а" || word == "instead" {
		return strings.Contains(r.gap(i), ",") && !(i+1 < len(r.atoms) && r.atoms[i+1].text == "также")
	}
	return matchesAny(word, contrasts)
}

func (c *clause) judge(b *cueBook) {
	for i := c.from; i < c.to; i++ {
		if c.covered[i] > 0 && !(i == c.from && plural(c.atoms[i].text)) {
			continue
		}
		cues := b.starting(c.atoms[i].text)
		if end := c.cancelled(cues, i); end > i {
			i = end - 1
			continue
		}
		for _, q := range cues {
			if q.atStart && i-c.from > q.steps[0].skip || c.covered[i] > 0 && !q.atStart {
				continue
			}
			if end := c.match(q, i); end > i {
				c.apply(q, i, end)
				c.note(q.stance, i, end)
			}
		}
	}
	c.judgeBrackets()
}

// plural reports a word for several people, who may be the subject of a sentence though their
// trade is a skill: "Тестировщики использовали Selenium".
func plural(word string) bool {
	return strings.HasSuffix(word, "s") || strings.HasSuffix(word, "и") || strings.HasSuffix(word, "ы")
}

// note keeps where a cue was found, for the brackets before and after it.
func (c *clause) note(said Stance, start, end int) {
	if c.begun == nil {
		c.begun, c.ended = map[int]Stance{}, map[int]Stance{}
	}
	c.begun[start], c.ended[end] = stronger(c.begun[start], said), stronger(c.ended[end], said)
}

// judgeBrackets gives the skills of a bracket the stance of what the bracket explains: a claim
// that ends before it ("done by a vendor (Java, Angular)"), a skill that is denied ("no NoSQL
// background (MongoDB)"), or a claim that follows it ("clouds (AWS) I never used").
func (c *clause) judgeBrackets() {
	for k := 0; k < len(c.spans); {
		open := c.bracketBefore(k)
		if open < 0 {
			k++
			continue
		}
		last := k
		for last+1 < len(c.spans) && !c.punctuated(c.spans[last].to, c.spans[last+1].from, ")") {
			last++
		}
		said := c.ended[open]
		if k > 0 && open-c.tail(c.spans[k-1].to) <= bracketWords && !c.punctuated(c.tail(c.spans[k-1].to), open-1, ",;:") {
			said = c.out[c.first+k-1]
		}
		if after := c.tail(c.spans[last].to); said != Negated && after < c.to && strings.Contains(c.gap(after), ")") && c.begun[after] == Negated {
			said = Negated
		}
		if said == Negated || said == Planned {
			for i := k; i <= last; i++ {
				c.mark(i, said)
			}
		}
		k = last + 1
	}
}

// bracketWords is how many words may stand between a bracket and the skill it is about, or
// open it before its first skill.
const bracketWords = 2

// bracketBefore returns the first atom of the bracket that skill k opens, -1 for none.
func (c *clause) bracketBefore(k int) int {
	for i := c.spans[k].from; i > c.from && i >= c.spans[k].from-bracketWords; i-- {
		switch gap := c.gap(i); {
		case strings.Contains(gap, "("):
			return i
		case strings.ContainsAny(gap, ",)"):
			return -1
		}
	}
	return -1
}

// cancelled returns the end of the longest plain phrase that begins here, or i.
func (c *clause) cancelled(cues []*cue, i int) int {
	end := i
	for _, q := range cues {
		if q.stance == plain {
			end = max(end, c.match(q, i))
		}
	}
	return end
}

// match returns the atom after the cue when it stands at atom i, or i.
func (c *clause) match(q *cue, i int) int {
	at := i + 1
	for _, st := range q.steps[1:] {
		limit := at + st.skip
		if st.words == nil {
			for at < c.to && at < limit && !c.announces(at) {
				at++
			}
			if at >= c.to || !c.announces(at) {
				return i
			}
			continue
		}
		for ; at < c.to; at++ {
			if at > i+1 && !c.continues(at) || at == i+1 && strings.ContainsAny(c.gap(at), ",(") {
				return i
			}
			if c.covered[at] == 0 && st.matches(c.atoms[at].text) {
				break
			}
			if at >= limit && c.covered[at] == 0 {
				return i
			}
			if c.covered[at] > 0 {
				limit++
			}
		}
		if at >= c.to {
			return i
		}
		at++
	}
	return at
}

// announces reports a colon or a spaced dash before atom i.
func (c *clause) announces(i int) bool {
	gap := c.gap(i)
	return strings.Contains(gap, ":") || strings.ContainsAny(gap, "–—") || strings.Contains(gap, " - ")
}

// continues reports that a cue may reach across the gap before atom i: over a comma only
// inside a list of skills.
func (c *clause) continues(i int) bool {
	if !strings.ContainsAny(c.gap(i), ",(") {
		return true
	}
	return c.covered[i-1] > 0 && (c.covered[i] > 0 || matchesAny(c.atoms[i].text, connectives))
}

// heading returns the stance of the line above when that line is a heading of its own:
// "Want to learn:" speaks about the lines below it, and so does "Want to learn" alone.
func (c *clause) heading(b *cueBook) (Stance, bool) {
	gap := c.gap(c.from)
	if c.from == 0 || strings.Count(gap, "\n") != 1 {
		return Affirmed, false
	}
	from, to := c.clauseAround(c.from-1, c.covered)
	above := clause{reading: c.reading, from: from, to: to, covered: c.covered}
	alone := !strings.Contains(gap, ":")
	if alone && (to-from > headingWords || !c.breaks[from] || above.holdsSkill()) {
		return Affirmed, false
	}
	said := Affirmed
	for i := from; i < to; i++ {
		for _, q := range b.starting(above.atoms[i].text) {
			ahead := q.reach == forward || q.reach == both
			if ahead && q.stance != plain && strength(q.stance) > strength(said) && above.match(q, i) > i {
				said = q.stance
			}
		}
	}
	return said, !alone || unclaimed(said)
}

// headingWords is how many words a heading without a colon has at most.
const headingWords = 4

func (c *clause) holdsSkill() bool {
	for i := c.from; i < c.to; i++ {
		if c.covered[i] > 0 {
			return true
		}
	}
	return false
}

// carry applies the stance of a heading to a line that only lists skills, and ends it at
// the first line that says more.
func (c *clause) carry(s Stance) Stance {
	plainWords := 0
	for i := c.from; i < c.to; i++ {
		if c.covered[i] == 0 && !matchesAny(c.atoms[i].text, connectives) {
			plainWords++
		}
	}
	if plainWords > 1 || s == Affirmed {
		return Affirmed
	}
	for k := range c.spans {
		c.mark(k, s)
	}
	return s
}
