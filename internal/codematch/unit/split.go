package unit

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"kadry/internal/codematch/lexer"
)

// Split cuts a file into its units, in the order of their beginnings; the file itself is the
// last. A path that is empty is that of a pasted text, whose language is guessed and which
// is never left out for where it stands.
//
// Functions and classes nest: the range of a unit lies within that of its parent. Decorators
// of Python belong to their function, comments before a unit do not, and neither does what
// wraps a declaration (export, template<...>, attributes of Rust).
func Split(path string, src []byte, l Limits) File {
	l = l.orDefault()
	f := File{Path: path}
	if f.Language, f.Skipped = check(path, src, l); f.Skipped != "" {
		return f
	}
	tokens := lexer.Lex(make([]lexer.Token, 0, len(src)/4+16), f.Language, src)
	first, last := written(src, tokens)
	if first < 0 {
		f.Skipped = notCode
		return f
	}
	spans, clean := cut(f.Language, src, tokens, l)
	a := assembly{src: src, tokens: tokens, most: l.Units - 1}
	f.Units = a.units(spans)
	f.Partial = !clean || a.cut
	whole := Unit{Kind: Whole, Start: int(tokens[first].Start), End: int(tokens[last].End), Parent: -1}
	a.lines(&whole)
	f.Units = append(f.Units, whole)
	return f
}

// orDefault fills the limits that are not given.
func (l Limits) orDefault() Limits {
	return Limits{Bytes: cmp.Or(l.Bytes, 1<<20), Nodes: cmp.Or(l.Nodes, 500_000), Units: cmp.Or(l.Units, 5_000)}
}

// written are the first and the last token of what was written for this file: comments with
// a licence at its top are left out. A file without code has none.
func written(src []byte, tokens []lexer.Token) (first, last int) {
	first, last = -1, -1
	top := 0 // tokens of the comment at the top
	for top < len(tokens) && tokens[top].Kind == lexer.Comment {
		top++
	}
	if top == len(tokens) {
		return -1, -1
	}
	for i, t := range tokens {
		if t.Start == t.End || i < top && licensed(src[tokens[0].Start:tokens[top-1].End]) {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	return first, last
}

// licensed tells a comment that speaks of rights.
func licensed(comment []byte) bool {
	comment = bytes.ToLower(comment[:min(len(comment), 4<<10)])
	return bytes.Contains(comment, []byte("licen")) || bytes.Contains(comment, []byte("copyright"))
}

// span is a unit as a splitter finds it.
type span struct {
	kind       Kind
	owner      string // what it belongs to when that is not around it: the receiver's type
	name       string
	start, end int // bytes
	body       int // byte
}

// assembly makes units of spans.
type assembly struct {
	src    []byte
	tokens []lexer.Token
	most   int
	cut    bool // there were more
}

// Limits of a unit.
const (
	leastBody = 3   // tokens, the end of a statement is one: less says nothing
	longName  = 200 // bytes of a parent's name that is still put before those of its parts
)

// units nest the spans, name them by what they belong to and leave out those that say
// nothing. Spans that cross others are left out.
func (a *assembly) units(spans []span) []Unit {
	slices.SortFunc(spans, func(x, y span) int {
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(y.end, x.end), strings.Compare(string(x.kind), string(y.kind)), strings.Compare(x.name, y.name))
	})
	var units []Unit
	var open []int
	bodies := make(map[int]bool, len(spans)) // a body has one unit: the widest, with its decorators
	for _, s := range spans {
		s.end = a.lastEnd(s)
		if bodies[s.body] || a.said(s) < leastBody {
			continue
		}
		bodies[s.body] = true
		if len(units) == a.most {
			a.cut = true
			break
		}
		for len(open) > 0 && units[open[len(open)-1]].End <= s.start {
			open = open[:len(open)-1]
		}
		u := Unit{Kind: s.kind, Name: join(s.owner, s.name), Start: s.start, End: s.end, Parent: -1}
		if n := len(open); n > 0 {
			if units[open[n-1]].End < s.end {
				continue
			}
			u.Parent = open[n-1]
			u.Name = join(units[u.Parent].Name, u.Name)
		}
		a.lines(&u)
		open = append(open, len(units))
		units = append(units, u)
	}
	return units
}

// join puts what a name belongs to before it.
func join(owner, name string) string {
	if owner == "" || name == "" || len(owner) > longName {
		return name
	}
	return owner + "." + name
}

// at is the first token that begins at a byte or behind it.
func (a *assembly) at(start int) int {
	i, _ := slices.BinarySearchFunc(a.tokens, start, func(t lexer.Token, at int) int { return cmp.Compare(int(t.Start), at) })
	return i
}

// lastEnd is where the code of a span ends: grammars count comments behind it in.
func (a *assembly) lastEnd(s span) int {
	for i := a.at(s.end) - 1; i >= 0 && int(a.tokens[i].Start) >= s.body; i-- {
		if t := a.tokens[i]; t.Start < t.End && t.Kind != lexer.Comment {
			return min(int(t.End), s.end)
		}
	}
	return s.end
}

// said counts the tokens of a span's body up to the least that counts: comments and the
// brackets around it are none.
func (a *assembly) said(s span) int {
	n := 0
	for i := a.at(s.body); i < len(a.tokens) && int(a.tokens[i].Start) < s.end+1 && n < leastBody; i++ {
		t := a.tokens[i]
		switch t.Kind {
		case lexer.Comment, lexer.Indent, lexer.Dedent:
			continue
		case lexer.Operator:
			if int(t.Start) == s.body && a.src[s.body] == '{' || int(t.End) == s.end && a.src[t.Start] == '}' || int(t.Start) == s.end {
				continue
			}
		}
		if int(t.Start) == s.end && t.Kind != lexer.Newline {
			continue
		}
		n++
	}
	return n
}

// lines fills the lines of a unit.
func (a *assembly) lines(u *Unit) {
	u.First = a.lineOf(u.Start)
	u.Last = a.lineOf(max(u.Start, u.End-1))
}

// lineOf is the line of a byte: that of the last token before it, and the line breaks since.
func (a *assembly) lineOf(at int) int {
	i := a.at(at + 1)
	if i == 0 {
		return 1 + bytes.Count(a.src[:at], []byte{'\n'})
	}
	t := a.tokens[i-1]
	return int(t.Line) + bytes.Count(a.src[t.Start:at], []byte{'\n'})
}
