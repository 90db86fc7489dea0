package resume

import (
	"slices"
	"unicode/utf8"
)

// maxSentenceLines is how many lines a sentence about a job may go on over.
const maxSentenceLines = 3

// continues reports that line i goes on with the sentence of the line before it.
func (r *reading) continues(i, floor int) bool {
	if i <= floor || i >= len(r.lines) {
		return false
	}
	l, before := r.lines[i], r.lines[i-1]
	if l.blankBefore || l.bulleted || r.width > maxWrapped || r.opensWithDate(l) {
		return false
	}
	switch last := r.tokenAt(before.last - 1); last.mark {
	case '.', ';', ':', '!', '?', '|':
		return false
	}
	if last := r.tokenAt(before.last - 1); last.kind == wordToken && smallWords[last.word] && len(last.word) > 1 && r.lowerCase(before.last-1) {
		return true // "… an administrator at" over "Sample Ferries"
	}
	first := r.tokenAt(l.first)
	small := first.kind == wordToken && first.word == r.text[first.start:first.end]
	if !small && r.hasRange(l) && r.hasRange(before) {
		return false // entries of one line each
	}
	length := utf8.RuneCountInString(r.of(before))
	return small && length*2 > r.width || length*4 > r.width*3
}

// hasRange reports a line with the two ends of a time behind its first words.
func (r *reading) hasRange(l line) bool {
	k := r.firstPeriod(l.start)
	return k < len(r.spans) && r.spans[k].ranged && r.spans[k].end <= l.end && r.wordsBetween(l.start, r.spans[k].start) > 0
}

// maxWrapped is the longest line in letters of a text whose lines a page has broken.
const maxWrapped = 140

// partSentences gives sentences that tell of a time each a line of their own, so that jobs
// told one after the other in a paragraph are read like jobs on lines. It reports whether
// there were any.
func (r *reading) partSentences() bool {
	var ends []int // tokens
	last, line, row := -1, -1, false
	for k, p := range r.spans {
		if !p.ranged && !p.prefixed {
			continue
		}
		known := last
		last = k
		at := r.tokenIndex(p.start)
		if i := r.lineOf(p.start); i != line {
			line, row = i, len(r.cells(i)) >= tableColumns
		}
		if row || r.parted(at) {
			continue // a cell goes on with no sentence of the cell before it
		}
		if p.prefixed && at > 0 && r.tokenAt(at-1).mark == '.' && !r.touches(at-1) && r.isUpper(at) && r.tokenAt(p.next).kind == wordToken {
			ends = append(ends, at-1) // "… until 2012. From 2013 to 2017 I was a nurse at …"
			continue
		}
		if known < 0 {
			if i := r.opensTelling(at); i > 0 {
				ends = append(ends, i)
			}
			continue
		}
		before := r.spans[known]
		for i := at - 1; i >= before.next && i > at-maxSentence; i-- {
			if r.tokenAt(i).kind == breakToken && r.tokenAt(i-1).kind == breakToken {
				break
			}
			if before.ranged && r.partsJobs(i, at) {
				ends = append(ends, i)
				break
			}
			if i == before.next {
				if r.tokenAt(i).mark == '.' && r.isUpper(i+1) && at-i > 2 && r.tokenAt(r.tokenIndex(before.start)-1).kind != breakToken {
					ends = append(ends, i) // the words behind the stop belong to the dates behind them
				}
				break
			}
			if r.stops(i) && r.tokenAt(i+1).kind != breakToken {
				if !r.parted(i+1) && (i+1 < at || !r.datesOfNames(i, p)) {
					ends = append(ends, i)
				}
				break
			}
		}
	}
	r.breakAfter(ends)
	return len(ends) > 0
}

// datesOfNames reports that the period right behind the stop at token i belongs to what stands
// before the stop: it ends its line alone, or it is a sentence of its own behind a title that
// begins the line: "Sous Chef, Sample Bistro. 2016 to 2019. Ran the cold kitchen."
func (r *reading) datesOfNames(i int, p period) bool {
	next := r.tokenAt(p.next)
	if next.mark == '.' && next.kind == markToken {
		if r.tokenAt(p.next+1).kind == breakToken {
			return true
		}
		l := r.lines[r.lineOf(r.tokenAt(i).start)]
		names := line{first: l.first, last: i}
		return r.wordsBetween(l.start, r.tokenAt(i).start) <= maxHeaderWords && r.namesTitle(names) &&
			!slices.ContainsFunc(r.tokens[l.first:i], func(t token) bool { return t.mark == '.' })
	}
	return next.kind == breakToken
}

// opensTelling finds the stop within a line behind which the first job of a letter is told: "I look
// after networks. At the moment I am a technician at …, and have been since 2020".
func (r *reading) opensTelling(at int) int {
	for i := at - 1; i > 0 && i > at-maxSentence && !(r.tokenAt(i).kind == breakToken && r.tokenAt(i-1).kind == breakToken); i-- {
		if r.stops(i) && r.tokenAt(i+1).kind == wordToken {
			if _, ok := r.tellsJob(i+1, at); ok {
				return i
			}
			return 0
		}
	}
	return 0
}

// partsJobs reports a semicolon between two times, or words that join the dates at token at to
// the job before: "…, а с июня 2016", "…) and, from October 2015".
func (r *reading) partsJobs(i, at int) bool {
	t := r.tokenAt(i)
	if t.mark == ';' {
		return r.tokenAt(i+1).kind != breakToken
	}
	if t.mark != ',' && t.mark != ')' {
		return false
	}
	joined := false
	for k := i + 1; k < at; k++ {
		switch next := r.tokens[k]; {
		case isJoiner(next.word), next.word == "а":
			joined = true
		case next.mark == ',', next.kind == wordToken && sequence[next.word]:
		default:
			return false
		}
	}
	return joined
}

// maxSentence is how many tokens of a sentence may stand before its dates.
const maxSentence = 30

// opensWithDate reports a line that begins with a date of its own.
func (r *reading) opensWithDate(l line) bool {
	k := r.firstPeriod(l.start)
	return k < len(r.spans) && r.spans[k].start < l.end && r.wordsBetween(l.start, r.spans[k].start) == 0
}

// sentenceBefore is where the sentence with token i begins, within lines from floor on.
func (r *reading) sentenceBefore(line, floor int) int {
	first := line
	for n := 0; n < maxSentenceLines && r.continues(first, floor); n++ {
		first--
	}
	return first
}

// sentenceEnd is the token that ends the sentence which goes on at token i of a line, and
// the last line it reaches.
func (r *reading) sentenceEnd(i, line, ceil int) (end, lastLine int) {
	lastLine = line
	limit := r.lines[line].last
	for n := 0; n < maxSentenceLines && lastLine+1 < ceil && r.continues(lastLine+1, line); n++ {
		lastLine++
		limit = r.lines[lastLine].last
	}
	for k := i; k < limit; k++ {
		if r.stops(k) {
			limit = k
		}
	}
	for lastLine > line && r.lines[lastLine].first >= limit {
		lastLine--
	}
	return limit, lastLine
}

// stops reports a full stop that is no part of an abbreviation.
func (r *reading) stops(i int) bool {
	t := r.tokenAt(i)
	before, after := r.tokenAt(i-1), r.tokenAt(i+1)
	switch {
	case t.mark != '.' || after.kind != breakToken && r.touches(i), before.mark == '.': // dots lead the eye to the dates
		return false
	case after.kind == breakToken && (before.kind != wordToken || !orgForms[before.word] && !abbreviated[before.word]):
		return true
	case before.kind != wordToken:
		return before.kind == markToken && !isDash(before.mark)
	case after.kind == wordToken && !r.isUpper(i+1):
		return false
	case orgForms[before.word] || abbreviated[before.word]:
		return false
	}
	return utf8.RuneCountInString(before.word) > 3 || isStateCode(r.text[before.start:before.end])
}

// abbreviated are words that a full stop follows within a name.
var abbreviated = words("co pvt dept univ assoc bros intl kft est govt prof corp sept корп отд проф ред")

// addSentence cuts a sentence about a job at its connecting words: "Worked as a Nurse in
// Mission Hospital, Lokoja".
func (r *reading) addSentence(h *jobHeader, first, last int) {
	from := first
	flush := func(to int) {
		if to > from {
			h.add(from, to)
		}
		h.role = noRole
	}
	for i := first; i < last; {
		kind, next := r.connectorAt(i, last)
		if kind == "" || next <= i || !r.connects(kind, next) {
			if r.tokens[i].mark == '(' || r.tokens[i].mark == ',' {
				flush(i)
				from = i
				if r.tokens[i].mark == '(' {
					h.role = placeRole
				}
			}
			i++
			continue
		}
		flush(i)
		switch kind {
		case endConnector:
			return
		case titleConnector:
			h.role = titleRole
		case orgConnector:
			h.role = orgRole
			if h.told(orgRole) {
				h.role = placeRole
			}
		}
		i, from = next, next
	}
	flush(last)
}

// connects reports that a small word before token i announces a field here: an employer is
// written with a capital letter.
func (r *reading) connects(kind connector, i int) bool {
	if kind != orgConnector {
		return kind != cueConnector
	}
	t := r.tokenAt(i)
	return r.isUpper(i) || t.kind == numberToken || t.kind == breakToken || r.asides["named"][t.word] && t.word[0] >= 0x80 // "в кафе «Пример»"
}

// told reports that a piece with the role was read.
func (h *jobHeader) told(want role) bool {
	for _, p := range h.pieces {
		if p.role == want {
			return true
		}
	}
	return false
}
