package align

import (
	"slices"

	"kadry/internal/codematch/match"
)

// alignment is the pairs as runs of lines, every line of code of both sides in one of them.
func (c *comparing) alignment() []match.Alignment {
	kindA, partnerA := make([]match.Kind, c.a.lines+2), make([]match.Range, c.a.lines+2)
	takenB := make([]bool, c.b.lines+2)
	for i, p := range c.pairs {
		a, b := &c.a.items[p.a], &c.b.items[p.b]
		kind := match.Changed
		if c.same[i] {
			kind = c.sameKind(a, b)
		}
		for k := range a.end - a.start + 1 {
			line, other := a.start+k, min(b.start+k, b.end)
			if line >= len(kindA) || other >= len(takenB) {
				continue
			}
			if kindA[line] == "" {
				kindA[line], partnerA[line] = kind, match.Range{Start: other, End: other}
			} else if kindA[line] != kind && kind == match.Changed {
				kindA[line] = kind
			}
			if line == a.end { // the last line answers to all that is left
				partnerA[line].End = max(partnerA[line].End, b.end)
			}
		}
		for line := b.start; line <= b.end && line < len(takenB); line++ {
			takenB[line] = true
		}
	}
	c.connect(kindA, partnerA, takenB)
	return c.runs(kindA, partnerA, takenB)
}

// connected is how many lines are looked at for one that says the same.
const connected = 20

// connect aligns lines that belong to no statement of their own, such as "else": those that say
// the same between lines that answer to each other.
func (c *comparing) connect(kindA []match.Kind, partnerA []match.Range, takenB []bool) {
	saysA, saysB := saidBy(c.a), saidBy(c.b)
	last := 0
	for line := 1; line <= c.a.lines; line++ {
		if kindA[line] != "" {
			last = max(last, partnerA[line].End)
			continue
		}
		if saysA[line] == "" {
			continue
		}
		for other := last + 1; other <= min(c.b.lines, last+connected) && !takenB[other]; other++ {
			if saysB[other] == saysA[line] {
				kindA[line], partnerA[line] = match.Same, match.Range{Start: other, End: other}
				takenB[other] = true
				last = other
				break
			}
		}
	}
}

// longestSaid is how much of a line is compared, in bytes; what connects statements is short.
const longestSaid = 80

// saidBy are the words that lines begin with, without the marks around them.
func saidBy(s *side) map[int]string {
	says := map[int]string{}
	for _, w := range s.tokens {
		switch w.text {
		case "", "{", "}", ":", ";", "(", ")", "end":
			continue
		}
		if said := says[w.line]; len(said) < longestSaid {
			says[w.line] = said + w.text + " "
		}
	}
	return says
}

// sameKind tells the same text from the renamed one.
func (c *comparing) sameKind(a, b *item) match.Kind {
	if c.cross || a.node.String() != b.node.String() && !slices.Equal(a.names, b.names) || !slices.Equal(a.names, b.names) {
		return match.Renamed
	}
	return match.Same
}

// runs joins lines of one kind that follow each other on both sides.
func (c *comparing) runs(kindA []match.Kind, partnerA []match.Range, takenB []bool) []match.Alignment {
	codeA, codeB := linesOf(c.a), linesOf(c.b)
	var out []match.Alignment
	last := 0
	only := func(to int) { // what of B stands between
		for line := last + 1; line < to && line < len(takenB); line++ {
			if !takenB[line] && codeB[line] {
				out = joined(out, match.Alignment{BStart: line, BEnd: line, Kind: match.BOnly})
			}
		}
	}
	for line := 1; line <= c.a.lines; line++ {
		switch {
		case kindA[line] != "":
			other := partnerA[line]
			if other.Start > last {
				only(other.Start)
			}
			last = max(last, other.End)
			out = joined(out, match.Alignment{AStart: line, AEnd: line, BStart: other.Start, BEnd: other.End, Kind: kindA[line]})
		case codeA[line]:
			out = joined(out, match.Alignment{AStart: line, AEnd: line, Kind: match.AOnly})
		}
	}
	only(c.b.lines + 1)
	return out
}

// linesOf are the lines that have code.
func linesOf(s *side) map[int]bool {
	has := map[int]bool{}
	for _, w := range s.tokens {
		if w.text != "" && w.text != "}" && w.text != "end" && w.text != ")" && w.text != ";" {
			has[w.line] = true
		}
	}
	return has
}

// joined adds a run, to the last one where it goes on with it.
func joined(all []match.Alignment, next match.Alignment) []match.Alignment {
	if n := len(all); n > 0 {
		last := &all[n-1]
		followsA := next.AStart == 0 && last.AStart == 0 || next.AStart > 0 && next.AStart == last.AEnd+1
		followsB := next.BStart == 0 && last.BStart == 0 || next.BStart > 0 && (next.BStart == last.BEnd+1 || next.BStart == last.BEnd && next.Kind == last.Kind)
		if last.Kind == next.Kind && followsA && followsB {
			last.AEnd, last.BEnd = next.AEnd, max(last.BEnd, next.BEnd)
			return all
		}
	}
	return append(all, next)
}
