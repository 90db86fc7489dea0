package skill

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Range is a range of bytes of a text.
type Range struct{ Start, End int }

// judgedAtoms bounds the part of a clause that words without a taxonomy are judged in, so
// that the cost grows with the text and not with its longest clause.
const judgedAtoms = 64

// Unclaimed returns the places of text whose words it denies, only plans or has from others.
// Terms that no taxonomy has are judged by the same cues as skills, each as if it were a
// skill itself: "С Wazuh не работал" is no evidence of Wazuh. Offsets refer to text; the
// ranges are sorted and apart.
func (g *Graph) Unclaimed(text string) []Range {
	r := g.lexicon.prepare(text, Prose)
	spans := r.withNames(g.candidates(r), g.cues)
	out := g.cues.stances(r, spans)
	doubtful := make([]bool, len(r.atoms))
	covered := make([]int, len(r.atoms))
	for k, s := range spans {
		for i := s.from; i < r.versionAt(s.to); i++ {
			covered[i], doubtful[i] = k+1, unclaimed(out[k])
		}
	}
	for from := 0; from < len(r.atoms); {
		_, to := r.clauseAround(from, covered)
		to = min(to, from+judgedAtoms)
		first, _ := slices.BinarySearchFunc(spans, from, func(s span, at int) int { return s.from - at })
		last, _ := slices.BinarySearchFunc(spans, to, func(s span, at int) int { return s.from - at })
		c := clause{reading: r, from: from, to: to, spans: spans[first:last], covered: covered}
		c.judgeWords(g.cues, doubtful)
		from = to
	}
	return r.ranges(doubtful)
}

func unclaimed(s Stance) bool { return s == Negated || s == Planned }

// withNames adds the words that are written as names of things to the skills of a text, so
// that lists of both are read as lists.
func (r *reading) withNames(spans []span, cues *cueBook) []span {
	var all []span
	next := 0
	for i := 0; i < len(r.atoms); i++ {
		for next < len(spans) && spans[next].to <= i {
			next++
		}
		if next < len(spans) && spans[next].from <= i {
			i = spans[next].to - 1
			all = append(all, spans[next])
			continue
		}
		if !r.writtenAsName(i, cues) {
			continue
		}
		if n := len(all); n > 0 && all[n-1].name == nil && all[n-1].to == i && (r.gap(i) == " " || r.gap(i) == "-") {
			all[n-1].to = i + 1
			continue
		}
		all = append(all, span{from: i, to: i + 1})
	}
	return all
}

// writtenAsName reports a word with a capital that no sentence asks for, with capitals or
// figures inside, or in Latin letters beside Russian ones.
func (r *reading) writtenAsName(i int, cues *cueBook) bool {
	a := r.atoms[i]
	if a.address || a.digits || utf8.RuneCountInString(a.text) < 2 || len(cues.exact[a.text]) > 0 {
		return false
	}
	surface := r.text[a.start:a.end]
	for at, letter := range surface {
		if at > 0 && (unicode.IsUpper(letter) || unicode.IsDigit(letter)) {
			return true
		}
	}
	if a.latin && !a.cyrillic && (i > 0 && r.atoms[i-1].cyrillic || i+1 < len(r.atoms) && r.atoms[i+1].cyrillic) {
		return true
	}
	return a.upper && (!r.breaks[i] || i+1 == len(r.atoms) || r.breaks[i+1] || separates(r.gap(i+1)))
}

// judgeWords judges the plain words of a clause one by one, where it has a cue at all.
func (c *clause) judgeWords(b *cueBook, doubtful []bool) {
	if !c.cued(b) {
		return
	}
	skills := c.spans
	for i := c.from; i < c.to; i++ {
		if c.covered[i] > 0 || c.atoms[i].address {
			continue
		}
		at, _ := slices.BinarySearchFunc(skills, i, func(s span, at int) int { return s.from - at })
		one := *c
		one.spans = slices.Insert(slices.Clone(skills), at, span{from: i, to: i + 1})
		one.out = make([]Stance, len(one.spans))
		c.covered[i] = at + 1
		one.judge(b)
		c.covered[i] = 0
		doubtful[i] = unclaimed(one.out[at])
	}
}

// cued reports that the clause holds a cue that denies or plans.
func (c *clause) cued(b *cueBook) bool {
	for i := c.from; i < c.to; i++ {
		if c.covered[i] > 0 {
			continue
		}
		for _, q := range b.starting(c.atoms[i].text) {
			if unclaimed(q.stance) && !(q.atStart && i != c.from) && c.match(q, i) > i {
				return true
			}
		}
	}
	return false
}

// ranges joins the marked atoms that stand next to each other.
func (r *reading) ranges(marked []bool) []Range {
	var out []Range
	for i, a := range r.atoms {
		switch {
		case !marked[i]:
		case i > 0 && marked[i-1]:
			out[len(out)-1].End = a.end
		default:
			out = append(out, Range{a.start, a.end})
		}
	}
	return out
}
