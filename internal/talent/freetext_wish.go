package talent

import (
	"regexp"
	"slices"
	"strings"
)

// wishes takes what people wish for and nothing can filter on: pay, hours, a car. Numbers
// and single letters beside such words belong to them («5 разряда», «категории C или E»).
func (f *freeText) wishes(kind string) {
	for i := range f.tokens {
		_, n := f.is(kind, i)
		if n == 0 {
			continue
		}
		from, to := i, i+n
		for from > 0 && f.parting(from) == adjacent && f.tiny(from-1) {
			from--
		}
		for to < len(f.tokens) && f.parting(to) == adjacent {
			_, joint := f.is("or", to)
			_, also := f.is("and", to)
			_, year := f.is("year", to+1)
			if year > 0 || !f.tiny(to) && !(joint+also > 0 && f.tiny(to+1)) {
				break // "remote 5 years"
			}
			to++
		}
		f.take(claim{kind: wishClaim, from: from, to: to})
	}
}

// pay takes a figure with what it is counted by: "$18/hr".
func (f *freeText) pay() {
	for i := 1; i < len(f.tokens); i++ {
		if _, n := f.is("unit", i); n > 0 && f.gap(i) == "/" && digitsOnly(f.words[i-1]) {
			f.take(claim{kind: wishClaim, from: i - 1, to: i + n})
		}
		if thousands.MatchString(f.words[i]) && f.gap(i) == "-" && digitsOnly(f.words[i-1]) {
			f.take(claim{kind: wishClaim, from: i - 1, to: i + 1}) // "15-18k"
		}
	}
}

// starts takes "immediate joiner", which is no carpenter.
func (f *freeText) starts() {
	for i := range f.tokens {
		if _, n := f.is("start", i); n > 0 {
			f.take(claim{kind: wishClaim, from: i, to: i + n})
		}
	}
}

// thousands is a figure of so many.
var thousands = regexp.MustCompile(`^\d+[kк]$`)

// schools takes the name of a school that holds that of a place: "University of Lagos". It is looked
// for as it is written.
func (f *freeText) schools() {
	for i := range f.tokens {
		if _, n := f.is("school", i); n > 0 && i+n < len(f.tokens) && f.gap(i+n) == " " {
			f.asWritten(i, i+n+1)
		}
	}
}

// employers takes the names of no table after "ex", "worked at", «из компании»: each is looked for
// as it is written.
func (f *freeText) employers() {
	for i := range f.tokens {
		_, n := f.is("employer", i)
		denied := n == 0 && i > 0 && f.owner[i-1] != nil && f.owner[i-1].value == "not" && slices.Contains([]string{"from", "из"}, f.words[i])
		if denied {
			n = 1 // "not from Acme"
		}
		if n == 0 || !f.free(i, i+n) || i+n == len(f.tokens) || f.parting(i+n) != adjacent {
			continue
		}
		if !denied {
			f.take(claim{kind: noise, from: i, to: i + n})
		}
		for at := i + n; at < len(f.tokens) && f.parting(at) == adjacent; {
			to := at
			for to < len(f.tokens) && f.owner[to] == nil && !f.silent(to) && (to == at || f.parting(to) == adjacent && !strings.Contains(f.gap(to), "/")) {
				to++
			}
			_, again := f.is("employer", at)
			switch c := f.owner[at]; {
			case again > 0 && f.take(claim{kind: noise, from: at, to: at + again}): // "ex-Acme or ex-Globex"
				at += again
			case to > at:
				f.asWritten(at, to)
				at = to
			case c == nil && f.tiny(at) || c == nil && f.filler(at) || c != nil && (c.value == "or" || c.value == "and"):
				at++
			default:
				at = len(f.tokens)
			}
		}
	}
}

// asWritten takes the name of a firm or school, of the first mostTerms of a question.
func (f *freeText) asWritten(from, to int) {
	if f.written < mostTerms && f.take(claim{kind: skillClaim, from: from, to: to, value: f.said(from, to), literal: true}) {
		f.written++
	}
}

// openings takes what an item wishes after «готов к»: hours, travel.
func (f *freeText) openings() {
	for i := range f.tokens {
		_, n := f.is("opening", i)
		if n == 0 || !f.free(i, i+n) {
			continue
		}
		to := i + n
		for to < len(f.tokens) && f.parting(to) == adjacent && (f.owner[to] == nil || f.owner[to].value == "or" || f.owner[to].value == "and") {
			to++
		}
		for at := i; at < to; at++ {
			f.take(claim{kind: wishClaim, from: at, to: at + 1})
		}
	}
}

// tiny reports a number or a single letter that is no word.
func (f *freeText) tiny(i int) bool {
	if i < 0 || i >= len(f.tokens) || f.owner[i] != nil {
		return false
	}
	return digitsOnly(f.words[i]) || len([]rune(f.words[i])) == 1 && !f.filler(i)
}
