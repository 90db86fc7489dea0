package skill

import (
	"slices"
	"strings"
)

// How far a claim is followed. No sentence that people write needs more, and without a
// bound a text of nothing but claims and skills would have each claim read all of it.
const (
	reachItems = 64 // skills of one list
	reachWords = 64 // atoms between a claim and a skill, or between two skills
)

// apply gives the stance of a cue at atoms [start, end) to the skills it speaks of.
func (c *clause) apply(q *cue, start, end int) {
	hit := false
	for k := c.firstFrom(start); k < len(c.spans) && c.spans[k].to <= end; k++ {
		c.mark(k, q.stance)
		hit = true
	}
	if q.reach == inside {
		return
	}
	if q.reach == before {
		c.subject(q, start)
		return
	}
	if c.labels(q, start, end) {
		for k := c.firstFrom(end); k < len(c.spans); k++ {
			c.mark(k, q.stance)
		}
		return
	}
	if q.reach != item && c.ahead(q, start, end) {
		return
	}
	if hit || c.attached(q, start, end) || c.remarked(q, start) || q.reach != both {
		return
	}
	c.behind(q, start)
}

// labels reports a cue that is the label of all that follows: "Not used: Helm, Zorvex".
func (c *clause) labels(q *cue, start, end int) bool {
	return start == c.from && end < c.to && (q.reach == forward || q.reach == both) && strings.Contains(c.gap(end), ":")
}

// firstFrom returns the first of the clause's skills at atom i or behind it.
func (c *clause) firstFrom(i int) int {
	k, _ := slices.BinarySearchFunc(c.spans, i, func(s span, at int) int { return s.from - at })
	return k
}

// remarked marks the one skill of a clause that opens it and is all the rest speaks of:
// "Rust: reading knowledge only, never used at work".
func (c *clause) remarked(q *cue, start int) bool {
	if q.reach == direct || len(c.spans) != 1 || c.spans[0].from != c.from {
		return false
	}
	at := c.tail(c.spans[0].to)
	if at > start || !c.announces(at) {
		return false
	}
	c.mark(0, q.stance)
	return true
}

func (c *clause) mark(k int, s Stance) {
	if strength(s) > strength(c.out[c.first+k]) {
		c.out[c.first+k] = s
	}
}

// Words that keep a list under the same claim, and words that begin a new one.
var (
	linking  = []string{"and", "or", "nor", "neither", "either", "even", "any", "with", "in", "of", "the", "a", "to", "on", "for", "like", "as", "such", "including", "e", "g", "и", "или", "либо", "ни", "прочий", "прочие", "прочее", "другие", "другой", "остальное", "other", "с", "со", "на", "в", "по", "к", "о", "об", "из", "также", "таких", "как", "языка", "языком", "язык", "системы", "технологии", "технологиями", "yet", "особенно", "особо"}
	asserted = []string{"use", "used", "using", "uses", "know", "knows", "work", "worked", "works", "write", "wrote", "build", "built", "prefer", "strong", "expert", "have", "has", "am", "experienced", "знаю", "знает", "использую", "использовал*", "пишу", "писал*", "работаю", "работал*", "владею", "владеет", "есть", "имею", "применя*", "developed", "led", "learned", "learnt", "mastered", "picked", "moved", "switched", "освоил*", "изучил*", "перешел", "перешла", "выучил*"}
)

// alternatives close a list that is denied as a whole.
var alternatives = []string{"or", "nor", "или", "ни", "либо"}

// ahead marks the skills after the cue up to the end of their list.
func (c *clause) ahead(q *cue, start, end int) bool {
	last, found := end, false
	first := c.firstFrom(end)
	for k := first; k < min(first+reachItems, len(c.spans)); k++ {
		s := c.spans[k]
		if !c.reaches(q, last, s.from, found) {
			break
		}
		if q.stance != Planned || !c.leftBehind(k) {
			c.mark(k, q.stance)
		}
		found = true
		last = c.tail(s.to)
		if q.reach == direct && !c.sameList(k, start) {
			break
		}
	}
	return found
}

// leftBehind reports the skill a move starts from: in "move from PHP to Go" PHP is known.
func (c *clause) leftBehind(k int) bool {
	if k+1 >= len(c.spans) || c.spans[k].from == c.from || c.spans[k+1].from == c.from {
		return false
	}
	return matchesAny(c.atoms[c.spans[k].from-1].text, []string{"from", "с", "со"}) &&
		matchesAny(c.atoms[c.spans[k+1].from-1].text, []string{"to", "into", "towards", "на", "в"})
}

// sameList reports that the skill after spans[k] is denied with it: joined by a slash, or
// by commas up to an "or". After "без" a closing "и" does the same.
func (c *clause) sameList(k, start int) bool {
	for last := min(k+reachItems, len(c.spans)-1); k < last; k++ {
		at, next := c.tail(c.spans[k].to), c.spans[k+1].from
		if at == next {
			if strings.Contains(c.gap(at), "/") {
				return true
			}
			if strings.TrimSpace(c.gap(at)) != "," {
				return false
			}
			continue
		}
		if at+1 != next {
			return false
		}
		word := c.atoms[at].text
		return matchesAny(word, alternatives) || word == "и" && c.atoms[start].text == "без"
	}
	return false
}

// reaches reports that the claim made before atom from still holds at atom to.
func (c *clause) reaches(q *cue, from, to int, inList bool) bool {
	if to-from > reachWords {
		return false
	}
	if q.reach == direct && !inList {
		return to-from <= 1 && !c.punctuated(from, to, ",(:") && (to == from || matchesAny(c.atoms[from].text, linking))
	}
	words, comma := 0, c.punctuated(from, to, ",()/")
	if comma && !inList && !c.specified(q, from, to) && !c.enumerated(q, from) {
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

// specified reports a bracket with what was denied: "no automation (Selenium, Cypress)".
func (c *clause) specified(q *cue, from, to int) bool {
	return q.stance == Negated && to > from && strings.Contains(c.gap(to), "(") && !c.punctuated(from, to-1, ",()/:") && to-from <= 2
}

// enumerated reports a denial of a list whose first items are no skills that we know: "no
// experience in wire fraud, Salesforce or Excel macros". Only "or" closes such a list.
func (c *clause) enumerated(q *cue, from int) bool {
	if q.stance != Negated {
		return false
	}
	for i := from; i < min(c.to, from+enumeratedWords); i++ {
		switch {
		case matchesAny(c.atoms[i].text, alternatives):
			return true
		case c.covered[i] == 0 && matchesAny(c.atoms[i].text, asserted), strings.ContainsAny(c.gap(i), ":()"):
			return false
		}
	}
	return false
}

// enumeratedWords bounds such a list up to its "or".
const enumeratedWords = 16

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
	if k := c.spanBefore(start); q.reach == item && q.stance == Negated && k >= 0 && c.gap(start) == " " && !c.atoms[start].upper && c.closesItem(end) {
		c.mark(k, q.stance)
		return true
	}
	for i := start; i > c.from && i > start-3; i-- {
		gap := c.gap(i)
		if strings.ContainsAny(gap, "(:–—[") || strings.Contains(gap, " - ") || strings.Contains(gap, " -") {
			k := c.spanBefore(i)
			if k < 0 {
				return false
			}
			c.mark(k, q.stance)
			for q.stance == Negated && k > 0 && c.joined(k-1) { // "AWS and GCP: none"
				k--
				c.mark(k, q.stance)
			}
			return true
		}
		if strings.ContainsAny(gap, ",)") {
			return false
		}
	}
	return false
}

// subject marks the skills of the clause before a cue that tells who did it, whatever words
// stand between: "The Android part of the app was done by another team".
func (c *clause) subject(q *cue, start int) {
	for k := c.firstFrom(start) - 1; k >= 0; k-- {
		s := c.spans[k]
		if s.to > start || start-s.to > subjectWords || c.punctuated(c.tail(s.to), start-1, ",:") || c.claimed(s.from) {
			return
		}
		c.mark(k, q.stance)
	}
}

// subjectWords is how many words may stand between a thing and who did it.
const subjectWords = 6

// joined reports that only "and", "or" or a slash stand between skill k and the next one.
func (c *clause) joined(k int) bool {
	tail, next := c.versionAt(c.spans[k].to), c.spans[k+1].from
	if tail == next {
		return strings.TrimSpace(c.gap(next)) == "/"
	}
	return tail+1 == next && !c.punctuated(tail, next, ",(;:") && matchesAny(c.atoms[tail].text, []string{"and", "or", "и", "или"})
}

// closesItem reports that nothing of the same thought follows: "Python да, Java нет".
func (c *clause) closesItem(i int) bool {
	return i >= c.to || strings.ContainsAny(c.gap(i), ",;)/")
}

// leadsOn reports that a lone "no" is followed by a word it belongs to: "Docker - no fear".
func (c *clause) leadsOn(end int) bool {
	return end < c.to && c.covered[end] == 0 && c.gap(end) == " " && !matchesAny(c.atoms[end].text, linking)
}

// spanBefore returns the skill that ends right before atom i, or -1.
func (c *clause) spanBefore(i int) int {
	if k := c.firstFrom(i) - 1; k >= 0 && c.versionAt(c.spans[k].to) == i {
		return k
	}
	return -1
}

// bridging are the words allowed between a skill and the verb after it.
var bridging = []string{
	"remains", "remain", "остается", "остаются", "newcomer", "novice", "beginner", "with", "знаю", "знаком", "знакома", "know", "known", "пока", "еще", "никогда", "ни", "разу", "я", "лично", "на", "практике", "в", "проде", "продакшене", "продакшн", "вообще", "активно", "также", "почти", "опыта", "работы", "раньше", "ранее", "только", "у", "меня", "сейчас", "есть",
	"работе", "проектах", "проекте", "моих", "моем", "мой", "своих", "наших", "нашем", "команде", "коммерческих", "коммерческой", "реальных", "боевых", "дела", "дело", "трогать", "работать", "использовать", "применять", "писать", "пользоваться", "изучать", "так", "и", "мне", "для", "глубоко", "всерьез", "плотно", "близко", "не", "это", "то", "бы", "особо", "котор*", "лишь", "уже", "скоро", "самостоятельно",
	"там", "здесь", "тут", "пробовал", "пробовала", "смотрел", "смотрела", "игрался", "игралась", "tried", "played", "work", "part", "parts", "stuff", "side", "bits", "at", "a", "an", "is", "are", "was", "were", "has", "have", "been", "experience", "something", "thing", "things", "technology", "tool", "language", "area", "topic", "i", "ive", "i've", "that", "which", "we", "personally", "also", "still", "so", "far", "yet", "just", "only", "really", "actually", "to", "me", "be", "will", "my", "itself",
}

// behind marks the skills before the cue, as Russian word order has it: "с Helm не работал".
func (c *clause) behind(q *cue, start int) {
	next := start
	before := c.spans[:c.firstFrom(start)]
	for k, s := range slices.Backward(before) {
		if s.to > start {
			continue
		}
		tail := c.versionAt(s.to)
		if next-tail > reachWords || len(before)-k > reachItems {
			return
		}
		allowed := bridging
		if next != start {
			allowed = linking
		} else if c.punctuated(tail, next, ",()") && !c.relative(tail, next) {
			return
		}
		for i := tail; i < next; i++ {
			if !matchesAny(c.atoms[i].text, allowed) {
				return
			}
		}
		if next != start && c.claimed(s.from) {
			return // "пишу на Python, Java не знаю"
		}
		c.mark(k, q.stance)
		next = s.from
		next = c.afterLinks(next)
	}
}

// claimed reports a verb of use before atom i, small words between them aside.
func (c *clause) claimed(i int) bool {
	i = c.afterLinks(i)
	return i > c.from && matchesAny(c.atoms[i-1].text, asserted)
}

// afterLinks goes back from atom i over the small words before it.
func (c *clause) afterLinks(i int) int {
	for last := max(c.from, i-reachWords); i > last && matchesAny(c.atoms[i-1].text, linking) && !strings.Contains(c.gap(i), ","); i-- {
	}
	return i
}

// relative reports that the only comma between a skill and the words about it opens a
// clause that explains the skill: "Helm, which I never used".
func (c *clause) relative(tail, next int) bool {
	return tail < next && strings.TrimSpace(c.gap(tail)) == "," && !c.punctuated(tail+1, next, ",()") &&
		matchesAny(c.atoms[tail].text, []string{"which", "that", "котор*"})
}
