package code

import (
	"slices"
	"strings"
)

// Found says where a rule was found.
type Found struct {
	Span Span // the smallest part of the code that made it speak
	Slip bool // only with a slip of the keyboard in a name
}

// Find looks for a rule. It first wants every name as it is, then takes slips of the keyboard.
func (a *Answer) Find(r Rule) (Found, bool) {
	c, err := compile(a.task.Language, r)
	if err != nil || a.Empty() {
		return Found{}, false
	}
	for _, slips := range []bool{false, true} {
		m := matcher{lang: a.task.Language, nodes: a.nodes, slips: slips, bound: map[string]string{}, left: leastWork + workPerToken*a.size}
		if m.rule(c) {
			return Found{Span: m.span, Slip: slips}, true
		}
	}
	return Found{}, false
}

// Work that a rule may cost: with it the time of a search grows with the length of the answer
// and not faster, whatever the answer.
const (
	leastWork    = 100_000
	workPerToken = 100
)

// A match that is longer than longQuote is shown by what a deep pattern found in it, if that
// is long enough to be read by itself. In bytes.
const (
	longQuote  = 120
	leastQuote = 12
)

// matcher looks for a rule in a tree.
type matcher struct {
	lang  Language
	nodes []node
	slips bool
	bound map[string]string // what holes stand for
	left  int               // work that may still be done
	inner Span              // of the innermost deep pattern
	span  Span              // of the first pattern
}

func (m *matcher) rule(c compiled) bool {
	return m.all(c, 0, 0)
}

// all finds the patterns of a rule from the given one on.
func (m *matcher) all(c compiled, i, after int) bool {
	if i == len(c.have)+len(c.then) {
		exact := m.slips
		m.slips = true // what is misspelt is there all the same
		found := slices.ContainsFunc(c.not, func(p []node) bool {
			return m.anywhere(p, 0, func(Span) bool { return true })
		})
		m.slips = exact
		return !found && m.left > 0
	}
	var p []node
	from := 0
	if i < len(c.have) {
		p = c.have[i]
	} else {
		p, from = c.then[i-len(c.have)], after
	}
	return m.anywhere(p, from, func(at Span) bool {
		inner := m.inner
		next := after
		if i == 0 || i >= len(c.have) {
			next = at.Start + 1
		}
		if !m.all(c, i+1, next) {
			return false
		}
		if i == 0 {
			m.span = at
			if inner.End-inner.Start >= leastQuote && at.End-at.Start > longQuote && inner.Start >= at.Start && inner.End <= at.End {
				m.span = inner
			}
		}
		return true
	})
}

// anywhere finds a pattern at any place of the tree that begins at a byte or behind it.
func (m *matcher) anywhere(p []node, from int, then func(Span) bool) bool {
	return m.within(p, m.nodes, from, then)
}

func (m *matcher) within(p, nodes []node, from int, then func(Span) bool) bool {
	for j := range nodes {
		if m.left <= 0 {
			return false
		}
		if nodes[j].span.Start >= from {
			m.inner = Span{}
			if m.seq(p, nodes, j, false, func(end int) bool {
				return then(spanOf(nodes, j, end))
			}) {
				return true
			}
		}
		if nodes[j].kind == group && nodes[j].span.End > from && m.within(p, nodes[j].kids, from, then) {
			return true
		}
	}
	return false
}

func spanOf(nodes []node, from, to int) Span {
	if to <= from {
		return Span{nodes[from].span.Start, nodes[from].span.Start}
	}
	return Span{nodes[from].span.Start, nodes[to-1].span.End}
}

// seq matches a pattern with a sequence from a place on. With whole it must reach the end.
func (m *matcher) seq(p, nodes []node, j int, whole bool, then func(end int) bool) bool {
	if m.left--; m.left <= 0 {
		return false
	}
	if len(p) == 0 {
		return (!whole || j == len(nodes)) && then(j)
	}
	switch first := p[0]; first.kind {
	case any:
		if first.text == statementsSign {
			return m.statements(p[1:], nodes, j, whole, then)
		}
		return m.run(p[1:], nodes, j, whole, then)
	case deep:
		return m.deep(p, nodes, j, whole, then)
	case hole:
		return m.hole(p, nodes, j, whole, then)
	default:
		if j == len(nodes) {
			return first.text == "," && len(p) == 2 && p[1].kind == any && then(j)
		}
		if first.kind == group {
			return nodes[j].kind == group && nodes[j].text == first.text &&
				m.seq(first.kids, nodes[j].kids, 0, true, func(int) bool { return m.seq(p[1:], nodes, j+1, whole, then) })
		}
		if m.same(first, nodes[j]) && m.seq(p[1:], nodes, j+1, whole, then) {
			return true
		}
		return m.qualified(p, nodes, j) && m.seq(p[1:], nodes, j+3, whole, then)
	}
}

// qualified says that a column of the pattern stands with its table before it.
func (m *matcher) qualified(p, nodes []node, j int) bool {
	return m.lang == SQL && p[0].kind == word && j+2 < len(nodes) && nodes[j].kind == word && nodes[j+1].text == "." && nodes[j+1].kind == op &&
		!(len(p) > 1 && p[1].kind == op && p[1].text == ".") && m.same(p[0], nodes[j+2])
}

// statements passes whole statements, also none.
func (m *matcher) statements(rest, nodes []node, j int, whole bool, then func(int) bool) bool {
	if len(rest) == 0 {
		if whole {
			j = len(nodes)
		}
		return then(j)
	}
	for ; j <= len(nodes); j++ {
		if m.left <= 0 {
			return false
		}
		if (j == 0 || j == len(nodes) || nodes[j-1].kind == sep) && m.seq(rest, nodes, j, whole, then) {
			return true
		}
	}
	return false
}

// run passes a run of tokens, the shortest first.
func (m *matcher) run(rest, nodes []node, j int, whole bool, then func(int) bool) bool {
	if len(rest) == 0 {
		if !whole {
			return then(j)
		}
		return then(len(nodes))
	}
	for ; ; j++ {
		// A comma is left out only where nothing at all stands in its place.
		if (j < len(nodes) || rest[0].text != ",") && m.seq(rest, nodes, j, whole, then) {
			return true
		}
		if m.left <= 0 || j == len(nodes) || nodes[j].kind == sep {
			return false
		}
	}
}

// deep passes tokens in which its kids are found.
func (m *matcher) deep(p, nodes []node, j int, whole bool, then func(int) bool) bool {
	last := len(p) == 1
	for s := j; s < len(nodes); s++ {
		if m.left <= 0 {
			return false
		}
		if m.seq(p[0].kids, nodes, s, false, func(end int) bool {
			kept := m.inner
			if kept.empty() {
				m.inner = spanOf(nodes, s, end)
			}
			if m.behind(p, nodes, end, whole, then) {
				return true
			}
			m.inner = kept
			return false
		}) {
			return true
		}
		if nodes[s].kind == group && m.within2(p[0].kids, nodes[s].kids, func() bool { return m.behind(p, nodes, s+1, whole, then) }) {
			return true
		}
		if nodes[s].kind == sep && !(last && whole || !last && p[1].text == statementsSign) {
			return false
		}
	}
	return false
}

// behind goes on behind what a deep pattern was found in.
func (m *matcher) behind(p, nodes []node, j int, whole bool, then func(int) bool) bool {
	if len(p) > 1 {
		return m.run(p[1:], nodes, j, whole, then)
	}
	if whole {
		return then(len(nodes))
	}
	return then(max(j, statementEnd(nodes, j)))
}

// within2 finds a pattern at any depth of a group.
func (m *matcher) within2(p, nodes []node, then func() bool) bool {
	for j := range nodes {
		if m.left <= 0 {
			return false
		}
		if m.seq(p, nodes, j, false, func(end int) bool {
			kept := m.inner
			if kept.empty() {
				m.inner = spanOf(nodes, j, end)
			}
			if then() {
				return true
			}
			m.inner = kept
			return false
		}) {
			return true
		}
		if nodes[j].kind == group && m.within2(p, nodes[j].kids, then) {
			return true
		}
	}
	return false
}

// hole takes one operand, the shortest first.
func (m *matcher) hole(p, nodes []node, j int, whole bool, then func(int) bool) bool {
	name := p[0].text
	end := m.operand(nodes, j)
	for ; end > j; end = m.longer(nodes, end) {
		if m.left--; m.left <= 0 {
			return false
		}
		if name == "$_" {
			if m.seq(p[1:], nodes, end, whole, then) {
				return true
			}
			continue
		}
		text, short := words(nodes[j:end])
		if !short {
			return false
		}
		known, isBound := m.bound[name]
		if isBound {
			if (known == text || m.slips && slip(strings.TrimSpace(known), strings.TrimSpace(text))) && m.seq(p[1:], nodes, end, whole, then) {
				return true
			}
			continue
		}
		m.bound[name] = text
		if m.seq(p[1:], nodes, end, whole, then) {
			return true
		}
		delete(m.bound, name)
	}
	return false
}

var (
	signing   = setOf("& * - !")    // before an operand
	selecting = setOf(". -> ?. ::") // between its names
)

// operand is where the shortest operand that begins at a place ends; the place itself is none.
func (m *matcher) operand(nodes []node, j int) int {
	start := j
	for j < len(nodes) && nodes[j].kind == op && signing[nodes[j].text] {
		j++
		m.left-- // a row of signs is looked through anew from each of them
	}
	if j == len(nodes) {
		return start
	}
	switch n := nodes[j]; n.kind {
	case word:
		if keywords[m.lang][n.text] {
			return start
		}
		return j + 1
	case num, lit, group:
		return j + 1
	}
	return start
}

// longer is where the next longer operand ends; the same place is none.
func (m *matcher) longer(nodes []node, end int) int {
	switch {
	case end == len(nodes):
	case nodes[end].kind == group && nodes[end].text != "{":
		return end + 1
	case nodes[end].kind == op && end+1 < len(nodes) && nodes[end+1].kind == word && selecting[nodes[end].text]:
		return end + 2
	}
	return 0
}

// same compares a token of a pattern with one of the answer.
func (m *matcher) same(p, n node) bool {
	switch p.kind {
	case match:
		if p.re.literal {
			return n.kind == lit && p.re.MatchString(n.text)
		}
		return (n.kind == word || n.kind == num || n.kind == lit) && (p.re.MatchString(n.text) || m.slips && n.kind == word && p.re.slip(n.text))
	case lit:
		return n.kind == lit && (p.text == "..." || p.text == n.text)
	case sep:
		return n.kind == sep && (p.text == n.text || p.text == ";" && n.text == "\n")
	case word, num:
		return n.kind == p.kind && (p.text == n.text || m.slips && p.kind == word && slip(p.text, n.text)) ||
			p.kind == word && n.kind == lit && (m.lang == Shell || m.lang == Dockerfile) && p.text == n.text
	}
	return p.kind == n.kind && p.text == n.text
}

// leastSlip is how long a name must be for one slip to leave it recognisable.
const leastSlip = 5

// slip tells two words that one slip of the keyboard makes the same: a letter missing, doubled,
// changed or of another case, or two exchanged.
func slip(want, got string) bool {
	if strings.EqualFold(want, got) {
		return len(want) > 1
	}
	if len(want) < leastSlip-1 || len(got) < leastSlip-1 || len(want) > len(got)+1 || len(got) > len(want)+1 {
		return false
	}
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	a, b := want[i:], got[i:]
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:] {
		return true
	}
	if len(want) < leastSlip {
		return false
	}
	return len(a) > 0 && a[1:] == b || len(b) > 0 && a == b[1:] || len(a) > 0 && len(b) > 0 && a[1:] == b[1:]
}

// keywords are no operands.
var keywords = map[Language]map[string]bool{
	Go:         setOf("return if for func go defer range select case default else switch var const type break continue"),
	JavaScript: setOf("return if for function const let var new await else while switch case throw try catch typeof"),
	PHP:        setOf("return if for foreach function new else while switch case throw try catch echo"),
	Python:     setOf("return if for def lambda else elif while in not and or import from as with"),
	SQL:        setOf("select from where group order by having limit on join left inner cross lateral using and or not union as partition over with desc asc"),
}
