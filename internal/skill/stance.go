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

// stances reads what the text claims about every span.
func (b *cueBook) stances(r *reading, spans []span) []Stance {
	out := make([]Stance, len(spans))
	covered := make([]int, len(r.atoms))
	for k, s := range spans {
		out[k] = Affirmed
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
		c := clause{r, from, to, spans[k:end], k, covered, out}
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
		if c.covered[i] > 0 {
			continue
		}
		cues := b.starting(c.atoms[i].text)
		if end := c.cancelled(cues, i); end > i {
			i = end - 1
			continue
		}
		for _, q := range cues {
			if q.atStart && i != c.from {
				continue
			}
			if end := c.match(q, i); end > i {
				c.apply(q, i, end)
			}
		}
	}
}

// cancelled returns the end of a plain phrase that begins here, or i.
func (c *clause) cancelled(cues []*cue, i int) int {
	for _, q := range cues {
		if q.stance != plain {
			continue
		}
		if end := c.match(q, i); end > i {
			return end
		}
	}
	return i
}

// match returns the atom after the cue when it stands at atom i, or i.
func (c *clause) match(q *cue, i int) int {
	at := i + 1
	for _, st := range q.steps[1:] {
		limit := at + st.skip
		for ; at < c.to; at++ {
			if at > i+1 && !c.continues(at) || at == i+1 && strings.ContainsAny(c.gap(at), ",(") {
				return i
			}
			if c.covered[at] == 0 && matchesAny(c.atoms[at].text, st.words) {
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

// continues reports that a cue may reach across the gap before atom i: over a comma only
// inside a list of skills.
func (c *clause) continues(i int) bool {
	if !strings.ContainsAny(c.gap(i), ",(") {
		return true
	}
	return c.covered[i-1] > 0 && (c.covered[i] > 0 || matchesAny(c.atoms[i].text, connectives))
}

func (c *clause) apply(q *cue, start, end int) {
	hit := false
	for k, s := range c.spans {
		if s.from >= start && s.to <= end {
			c.mark(k, q.stance)
			hit = true
		}
	}
	if q.reach == inside {
		return
	}
	if q.reach != item && c.ahead(q, end) {
		return
	}
	if hit || c.attached(q, start, end) || q.reach != both {
		return
	}
	c.behind(q, start)
}

func (c *clause) mark(k int, s Stance) {
	if strength(s) > strength(c.out[c.first+k]) {
		c.out[c.first+k] = s
	}
}

// Words that keep a list under the same claim, and words that begin a new one.
var (
	linking  = []string{"and", "or", "nor", "neither", "either", "even", "any", "with", "in", "of", "the", "a", "to", "on", "for", "like", "as", "such", "including", "e", "g", "и", "или", "либо", "ни", "с", "со", "на", "в", "по", "к", "о", "об", "из", "также", "таких", "как", "языка", "языком", "язык", "системы", "технологии", "технологиями", "yet", "особенно", "особо"}
	asserted = []string{"use", "used", "using", "uses", "know", "knows", "work", "worked", "works", "write", "wrote", "build", "built", "prefer", "strong", "expert", "have", "has", "am", "experienced", "знаю", "знает", "использую", "использовал*", "пишу", "писал*", "работаю", "работал*", "владею", "владеет", "есть", "имею", "применя*", "developed", "led"}
)

// ahead marks the skills after the cue up to the end of their list.
func (c *clause) ahead(q *cue, end int) bool {
	last, found := end, false
	for k, s := range c.spans {
		if s.from < end {
			continue
		}
		if !c.reaches(q, last, s.from, found) {
			break
		}
		c.mark(k, q.stance)
		found = true
		last = c.tail(s.to)
		if q.reach == direct && !c.sameList(k) {
			break
		}
	}
	return found
}

// sameList reports that the skill after spans[k] is joined to it by "or", "nor" or a slash.
func (c *clause) sameList(k int) bool {
	if k+1 >= len(c.spans) {
		return false
	}
	at, next := c.tail(c.spans[k].to), c.spans[k+1].from
	if at == next {
		return strings.Contains(c.gap(at), "/")
	}
	return at+1 == next && matchesAny(c.atoms[at].text, []string{"or", "nor", "или", "ни", "либо"})
}

// reaches reports that the claim made before atom from still holds at atom to.
func (c *clause) reaches(q *cue, from, to int, inList bool) bool {
	if q.reach == direct && !inList {
		return to-from <= 1 && !c.punctuated(from, to, ",(:") && (to == from || matchesAny(c.atoms[from].text, linking))
	}
	words, comma := 0, c.punctuated(from, to, ",()/")
	if comma && !inList {
		return false
	}
	for i := from; i < to; i++ {
		if matchesAny(c.atoms[i].text, linking) {
			continue
		}
		words++
		if inList && (comma || matchesAny(c.atoms[i].text, asserted)) {
			return false
		}
	}
	if inList {
		return words <= 3
	}
	return words <= 8
}

// punctuated reports any of the marks in the gaps from atom from to atom to.
func (c *clause) punctuated(from, to int, marks string) bool {
	for i := from; i <= to && i < len(c.atoms); i++ {
		if strings.ContainsAny(c.gap(i), marks) {
			return true
		}
	}
	return false
}

// attached marks the one skill the cue is a remark on: "Helm (basic)", "Java - none".
func (c *clause) attached(q *cue, start, end int) bool {
	if q.reach == item && q.stance == Negated && len(q.steps) == 1 && c.leadsOn(end) {
		return false
	}
	for i := start; i > c.from && i > start-3; i-- {
		gap := c.gap(i)
		if strings.ContainsAny(gap, "(:–—[") || strings.Contains(gap, " - ") || strings.Contains(gap, " -") {
			k := c.spanBefore(i)
			if k < 0 {
				return false
			}
			c.mark(k, q.stance)
			return true
		}
		if strings.ContainsAny(gap, ",)") {
			return false
		}
	}
	return false
}

// leadsOn reports that a lone "no" is followed by a word it belongs to: "Docker - no fear".
func (c *clause) leadsOn(end int) bool {
	return end < c.to && c.covered[end] == 0 && c.gap(end) == " " && !matchesAny(c.atoms[end].text, linking)
}

// spanBefore returns the skill that ends right before atom i, or -1.
func (c *clause) spanBefore(i int) int {
	for k, s := range c.spans {
		if c.versionAt(s.to) == i {
			return k
		}
	}
	return -1
}

// bridging are the words allowed between a skill and the verb after it.
var bridging = []string{"пока", "еще", "никогда", "ни", "разу", "я", "лично", "на", "практике", "в", "проде", "продакшене", "продакшн", "вообще", "активно", "также", "почти", "опыта", "работы", "раньше", "ранее", "только", "at", "a", "is", "experience", "у", "меня", "сейчас", "есть"}

// behind marks the skills before the cue, as Russian word order has it: "с Helm не работал".
func (c *clause) behind(q *cue, start int) {
	next := start
	for k := len(c.spans) - 1; k >= 0; k-- {
		s := c.spans[k]
		if s.to > start {
			continue
		}
		tail := c.versionAt(s.to)
		allowed := bridging
		if next != start {
			allowed = linking
		} else if c.punctuated(tail, next, ",()") {
			return
		}
		for i := tail; i < next; i++ {
			if !matchesAny(c.atoms[i].text, allowed) {
				return
			}
		}
		if next != start && s.from > c.from && matchesAny(c.atoms[s.from-1].text, asserted) {
			return // "знаю Python, Java не знаю"
		}
		c.mark(k, q.stance)
		next = s.from
		for next > c.from && matchesAny(c.atoms[next-1].text, linking) && !strings.Contains(c.gap(next), ",") {
			next--
		}
	}
}

// heading returns the stance of the line above when that line is a heading of its own:
// "Want to learn:" speaks about the lines below it.
func (c *clause) heading(b *cueBook) (Stance, bool) {
	gap := c.gap(c.from)
	if c.from == 0 || !strings.Contains(gap, ":") || strings.Count(gap, "\n") != 1 {
		return Affirmed, false
	}
	from, to := c.clauseAround(c.from-1, c.covered)
	above := clause{reading: c.reading, from: from, to: to, covered: c.covered}
	said := Affirmed
	for i := from; i < to; i++ {
		for _, q := range b.starting(above.atoms[i].text) {
			ahead := q.reach == forward || q.reach == both
			if ahead && q.stance != plain && strength(q.stance) > strength(said) && above.match(q, i) > i {
				said = q.stance
			}
		}
	}
	return said, true
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
