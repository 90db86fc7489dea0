package codematchweb

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/codematch/match"
)

// text is one side of a comparison.
type text struct {
	lines []string
	first int // what its first line is called; from 1
}

func newText(code string, first int) text {
	code = strings.TrimSuffix(strings.ReplaceAll(code, "\r\n", "\n"), "\n")
	if code == "" {
		return text{first: max(first, 1)}
	}
	return text{lines: strings.Split(code, "\n"), first: max(first, 1)}
}

// named is what line n of the text, from 1, is called.
func (t text) named(n int) int { return t.first + n - 1 }

// run is rows of one kind that stand for each other as a whole; "" is a kind nobody told.
type run struct {
	Kind match.Kind
	Rows []row
}

// row is a line of A, of B, or both.
type row struct{ A, B line }

// line is one line of a side; N is its number in the text from 1, 0 where there is none.
type line struct {
	N     int
	Parts []part
}

// part is a stretch of a line; Marked is what the other side does not have.
type part struct {
	Text   string
	Marked bool
}

// lay sets two texts against each other. Lines that no run covers stand apart, those of A
// before those of B; runs that go back or beyond a text are left out.
func lay(a, b text, runs []match.Alignment) []run {
	var list []run
	doneA, doneB := 0, 0
	rest := func(untilA, untilB int) {
		list = appended(list, single(a, doneA+1, untilA, true), single(b, doneB+1, untilB, false))
		doneA, doneB = max(doneA, untilA), max(doneB, untilB)
	}
	for _, r := range runs {
		if !sound(r, a, b, doneA, doneB) {
			continue
		}
		rest(before(r.AStart, doneA), before(r.BStart, doneB))
		list = appended(list, run{Kind: r.Kind, Rows: rows(a, b, r)})
		doneA, doneB = max(doneA, r.AEnd), max(doneB, r.BEnd)
	}
	rest(len(a.lines), len(b.lines))
	return list
}

func appended(list []run, more ...run) []run {
	for _, r := range more {
		if len(r.Rows) > 0 {
			list = append(list, r)
		}
	}
	return list
}

// before is the last line before a run that begins at start; a run without lines on a side
// leaves that side where it is.
func before(start, done int) int {
	if start == 0 {
		return done
	}
	return start - 1
}

func sound(r match.Alignment, a, b text, doneA, doneB int) bool {
	side := func(start, end, done, most int) bool {
		return start == 0 && end == 0 || start > done && end >= start && end <= most
	}
	return r.AStart+r.BStart > 0 && side(r.AStart, r.AEnd, doneA, len(a.lines)) && side(r.BStart, r.BEnd, doneB, len(b.lines))
}

func single(t text, from, to int, first bool) run {
	var r run
	for n := from; n <= to; n++ {
		l := line{N: n, Parts: []part{{Text: visible(t.lines[n-1])}}}
		if first {
			r.Rows = append(r.Rows, row{A: l})
		} else {
			r.Rows = append(r.Rows, row{B: l})
		}
	}
	return r
}

func rows(a, b text, r match.Alignment) []row {
	countA, countB := count(r.AStart, r.AEnd), count(r.BStart, r.BEnd)
	list := make([]row, max(countA, countB))
	for i := range list {
		var lineA, lineB string
		if i < countA {
			list[i].A.N, lineA = r.AStart+i, visible(a.lines[r.AStart+i-1])
		}
		if i < countB {
			list[i].B.N, lineB = r.BStart+i, visible(b.lines[r.BStart+i-1])
		}
		list[i].A.Parts, list[i].B.Parts = []part{{Text: lineA}}, []part{{Text: lineB}}
		if i < min(countA, countB) && (r.Kind == match.Changed || r.Kind == match.Renamed) {
			list[i].A.Parts, list[i].B.Parts = apart(lineA, lineB, r.Kind == match.Renamed)
		}
	}
	return list
}

func count(start, end int) int {
	if start == 0 {
		return 0
	}
	return end - start + 1
}

// mostWords bounds a line whose words are told apart: the work grows with their square.
const mostWords = 160

// apart marks in two lines the words that the other line does not have, in their order; of
// lines that are renamed the names alone. Lines that have little in common differ as a whole,
// and no word of theirs is marked.
func apart(a, b string, renamed bool) (partsA, partsB []part) {
	wordsA, wordsB := words(a), words(b)
	if len(wordsA) > mostWords || len(wordsB) > mostWords {
		return []part{{Text: a}}, []part{{Text: b}}
	}
	inA, inB := common(wordsA, wordsB)
	if !renamed && 2*shared(wordsA, inA) < max(spoken(wordsA), spoken(wordsB)) {
		return []part{{Text: a}}, []part{{Text: b}}
	}
	return marked(wordsA, inA, renamed), marked(wordsB, inB, renamed)
}

// spoken counts the words that are no white space.
func spoken(words []string) (n int) {
	for _, w := range words {
		if strings.TrimSpace(w) != "" {
			n++
		}
	}
	return n
}

func shared(words []string, in []bool) (n int) {
	for i, w := range words {
		if in[i] && strings.TrimSpace(w) != "" {
			n++
		}
	}
	return n
}

// common tells which words stand in a longest common subsequence.
func common(a, b []string) (inA, inB []bool) {
	inA, inB = make([]bool, len(a)), make([]bool, len(b))
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i, wordA := range slices.Backward(a) {
		for j, wordB := range slices.Backward(b) {
			if wordA == wordB {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			inA[i], inB[j] = true, true
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return inA, inB
}

// marked joins neighbours of one mark; white space alone is never marked.
func marked(words []string, in []bool, names bool) []part {
	var parts []part
	for i, w := range words {
		mark := !in[i] && strings.TrimSpace(w) != "" && (!names || classOf([]rune(w)[0]) == inName)
		if n := len(parts); n > 0 && parts[n-1].Marked == mark {
			parts[n-1].Text += w
			continue
		}
		parts = append(parts, part{Text: w, Marked: mark})
	}
	return parts
}

// words cuts a line into names and numbers, white space, and single signs.
func words(text string) []string {
	var list []string
	last := isSign
	for _, r := range text {
		is := classOf(r)
		if n := len(list); n > 0 && is != isSign && is == last {
			list[n-1] += string(r)
		} else {
			list = append(list, string(r))
		}
		last = is
	}
	return list
}

// The classes of characters in a line.
const (
	isSign = iota
	inName
	isSpace
)

func classOf(r rune) int {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return inName
	case unicode.IsSpace(r):
		return isSpace
	}
	return isSign
}

// visible is text of others as it can be shown: characters that cannot be seen, which could
// turn its order around or hide a part (https://trojansource.codes), stand as their numbers.
func visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&out, "⟨U+%04X⟩", r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func hidden(r rune) bool {
	return r != '\t' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

// shortened leaves so many rows of a comparison, and says how many there are in all.
func shortened(list []run, most int) (left []run, all int) {
	for _, r := range list {
		all += len(r.Rows)
	}
	for _, r := range list {
		if most <= 0 {
			break
		}
		r.Rows = r.Rows[:min(len(r.Rows), most)]
		most -= len(r.Rows)
		left = append(left, r)
	}
	return left, all
}
