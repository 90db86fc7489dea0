package formula

import "slices"

// parser builds the tree of the tokens from pos up to end.
type parser struct {
	pairs
	pos, end int
	depth    int
	failed   bool
}

// parse builds the tree of a whole reading; ok is false when any of it was not understood.
func parse(tokens []token) (tree node, ok bool) {
	kept := tokens[:0:0]
	for _, t := range tokens {
		if t.kind == unknown {
			return nil, false
		}
		if t.kind != texStyle {
			kept = append(kept, t)
		}
	}
	found, ok := pair(kept)
	if !ok || len(kept) == 0 {
		return nil, false
	}
	p := parser{pairs: found, end: len(kept)}
	tree = p.span(0, len(kept))
	return tree, !p.failed
}

// fail marks the reading as not understood; whatever is built afterwards is not used.
func (p *parser) fail() node {
	p.failed = true
	p.pos = p.end
	return row{}
}

// peek is the kind at pos, unknown behind the end.
func (p *parser) peek() kind {
	if p.pos >= p.end {
		return unknown
	}
	return p.tokens[p.pos].kind
}

// peekSign is the sign at pos, or nil.
func (p *parser) peekSign() *sign {
	if p.peek() != aSign {
		return nil
	}
	return p.tokens[p.pos].sign
}

// skip steps over a token of the kind.
func (p *parser) skip(k kind) bool {
	if p.peek() != k {
		return false
	}
	p.pos++
	return true
}

// skipMark steps over a sign.
func (p *parser) skipMark(char string) bool {
	if p.pos >= p.end || !isMark(p.tokens[p.pos], char) {
		return false
	}
	p.pos++
	return true
}

// deeper guards the stack: it runs build unless the nesting is past the limit.
func (p *parser) deeper(build func() node) node {
	if p.depth >= maxDepth || p.failed {
		return p.fail()
	}
	p.depth++
	built := build()
	p.depth--
	return built
}

// span is everything from one token up to another, side by side. A part that must be
// there may not be empty.
func (p *parser) span(start, stop int) node {
	if start >= stop {
		return p.fail()
	}
	pos, end := p.pos, p.end
	p.pos, p.end = start, stop
	built := p.deeper(func() node {
		var items row
		for p.pos < p.end {
			items = p.item(items)
		}
		return items
	})
	p.pos, p.end = pos, end
	if items, ok := built.(row); ok && len(items) == 1 {
		return items[0]
	}
	return built
}

// item adds the next piece to the row; an index or a power takes the piece before it.
func (p *parser) item(items row) row {
	var before node
	if len(items) > 0 {
		before = items[len(items)-1]
	}
	switch p.peek() {
	case power, square, cube, lower, upper, primed, doublePrimed, degrees, celsius:
		if before == nil || joins(before) && !applied(before) {
			return append(items, p.nucleus())
		}
		return append(items[:len(items)-1], p.script(before))
	case from: // "синус от x"
		if applied(before) {
			p.pos++
			return items
		}
	case aNumber:
		if _, twice := before.(number); twice {
			return append(items, p.fail())
		}
	}
	if applied(before) && p.startsArgument() {
		return append(items, p.functionArgument())
	}
	return append(items, p.deeper(p.operand))
}

// operand is one piece without what follows it.
func (p *parser) operand() node {
	here := p.pos
	if here >= p.end {
		return p.fail()
	}
	t := p.tokens[here]
	p.pos++
	switch t.kind {
	case aNumber:
		return number(t.text)
	case aLetter:
		return letter(t.text)
	case aCaption:
		return caption{t.text, t.role}
	case aGap:
		return gap{}
	case aSign:
		return p.sign(t.sign)
	case when:
		return caption{"при", prose}
	case opener, bar:
		return p.bracket(here)
	case closer:
		return bracket(t.text)
	case argumentStart, braceStart:
		return p.group(here)
	case fractionStart:
		return p.fraction(here)
	case gridStart:
		return p.grid(here)
	}
	return p.form(t)
}

// sign is a mark that may own what follows it: a large one with its limits in words.
func (p *parser) sign(s *sign) node {
	if s.class == large && (p.peek() == from || p.peek() == by) {
		return p.limits(s)
	}
	return s
}

// bracket is a bracket with its content, or alone when it has no pair.
func (p *parser) bracket(at int) node {
	left := p.tokens[at].text
	stop := p.close[at]
	if stop == 0 || stop >= p.end {
		return p.loneBracket(left)
	}
	if p.pos == stop { // "f()"
		p.pos++
		return fenced{left, p.tokens[stop].text, row{}}
	}
	body := p.span(p.pos, stop)
	p.pos = stop + 1
	return fenced{left, p.tokens[stop].text, body}
}

// loneBracket is a bracket without a pair; one before a table makes it a system or a union.
func (p *parser) loneBracket(left string) node {
	looks := map[string]look{"{": system, "[": union}
	look, known := looks[left]
	if !known || p.peek() != gridStart || p.tokens[p.pos].look != table {
		return bracket(left)
	}
	p.tokens[p.pos].look = look
	return p.operand()
}

// group is the content of delimiters that are not shown.
func (p *parser) group(at int) node {
	stop := p.close[at]
	p.colon()
	if p.tokens[at].kind == braceStart && p.pos == stop { // "{}" only carries an index
		p.pos++
		if p.peek() != lower && p.peek() != power {
			return p.fail()
		}
		return p.script(nil)
	}
	body := p.span(p.pos, stop)
	p.pos = stop + 1
	return body
}

// colon steps over the colon after a word of structure.
func (p *parser) colon() { p.skipMark(":") }

// fraction is "дробь: числитель: A, знаменатель: B конец дроби".
func (p *parser) fraction(at int) node {
	middle, stop := p.middle[at], p.close[at]
	p.colon()
	if !p.skip(numerator) {
		return p.fail()
	}
	p.colon()
	over := p.span(p.pos, p.beforeComma(middle))
	p.pos = middle + 1
	p.colon()
	under := p.span(p.pos, stop)
	p.pos = stop + 1
	return fraction{over: over, under: under}
}

// beforeComma is the place of the comma that parts a part from the word at i, or i.
func (p *parser) beforeComma(i int) int {
	if i > p.pos && (isMark(p.tokens[i-1], ",") || isMark(p.tokens[i-1], ";")) {
		return i - 1
	}
	return i
}

// grid is a system, a union or a matrix. Its rows are apart by "новая строка", or by
// commas where that is never said; its cells by commas or "&".
func (p *parser) grid(at int) node {
	look, stop := p.tokens[at].look, p.close[at]
	p.colon()
	breaks := p.breaks[at]
	if len(breaks) == 0 && (look == system || look == union) {
		breaks = p.commas(p.pos, stop, ",")
		for i := range breaks {
			breaks[i]++ // the comma stays with its row
		}
		return p.rows(look, breaks, stop, 0)
	}
	return p.rows(look, breaks, stop, 1)
}

// rows builds the rows between the breaks, each of the given width in tokens.
func (p *parser) rows(look look, breaks []int, stop, width int) node {
	g := grid{look: look}
	for _, edge := range append(slices.Clip(breaks), stop) {
		if p.pos < edge {
			g.rows = append(g.rows, p.cells(look, edge))
		}
		p.pos = edge + width
	}
	p.pos = stop + 1
	if len(g.rows) == 0 {
		return p.fail()
	}
	return g
}

// cells builds one row. In a system "&" only aligns.
func (p *parser) cells(look look, stop int) []node {
	edges := p.commas(p.pos, stop, "&")
	if len(edges) == 0 && (look == matrix || look == determinant || look == table) {
		edges = p.commas(p.pos, stop, ",")
	}
	var cells []node
	for _, edge := range append(edges, stop) {
		if p.pos < edge {
			cells = append(cells, p.span(p.pos, edge))
		}
		p.pos = edge + 1
	}
	if look == system || look == union {
		return []node{joined(cells)}
	}
	return cells
}

// commas finds the separators between start and stop that stand in no inner delimiters.
func (p *parser) commas(start, stop int, char string) []int {
	var found []int
	for i := start; i < stop; i++ {
		t := p.tokens[i]
		if isMark(t, char) || char == "&" && t.kind == cellEnd {
			found = append(found, i)
		}
		if inner := p.close[i]; inner > i {
			i = inner
		}
	}
	return found
}
