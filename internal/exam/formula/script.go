package formula

import "strings"

// nucleus is an index before its symbol, as of ₂⁴He.
func (p *parser) nucleus() node {
	switch t := p.tokens[p.pos]; {
	case t.kind == lower, t.kind == upper, t.kind == power && t.text == "^":
		return p.script(nil)
	}
	return p.fail()
}

// script is the index, power, primes or degrees at pos, on a base.
func (p *parser) script(base node) node {
	if s, plain := base.(*sign); plain && (joins(s) && s.class != function || s.class == postfix && s.char != "!") {
		return p.fail()
	}
	k := p.peek()
	if overloaded(base, k) {
		return p.fail()
	}
	p.pos++
	switch k {
	case lower:
		return p.deeper(func() node { return indexed(base, p.index(base)) })
	case square:
		return raise(base, number("2"))
	case cube:
		return raise(base, number("3"))
	case primed:
		return p.prime(base, "′")
	case doublePrimed:
		return p.prime(base, "″")
	case degrees:
		return p.degree(base)
	case celsius:
		return row{raise(base, degreeSign), caption{text: "C"}}
	}
	return p.deeper(func() node { return raise(base, p.exponent()) })
}

// overloaded reports a second index, or a third power, on one base: there is no such
// notation. One power on another is grouped.
func overloaded(base node, k kind) bool {
	s, ok := base.(scripts)
	if !ok {
		return false
	}
	if k == lower {
		return s.sub != nil
	}
	below, twice := s.base.(scripts)
	return s.sup != nil && twice && below.sup != nil
}

var degreeSign, primeSign = &sign{latex: `\circ`, char: "°"}, &sign{latex: `\prime`, char: "′"}

// raise puts an exponent on a base; a base that has one is grouped.
func raise(base, exponent node) node {
	if s, ok := base.(scripts); ok && s.sup == nil {
		s.sup = exponent
		return s
	}
	return scripts{base: base, sup: exponent}
}

// indexed puts an index under a base.
func indexed(base, index node) node {
	if s, ok := base.(scripts); ok && s.sub == nil {
		s.sub = index
		return s
	}
	return scripts{base: base, sub: index}
}

// prime adds primes; a power after them joins them, as in f′².
func (p *parser) prime(base node, mark string) node {
	primes := row{primeSign}
	if mark == "″" {
		primes = append(primes, primeSign)
	}
	for p.peek() == primed {
		p.pos++
		primes = append(primes, primeSign)
	}
	var up node = primes
	if len(primes) == 1 {
		up = primes[0]
	}
	built := raise(base, up)
	switch p.peek() {
	case square, cube, power:
		s := built.(scripts)
		k := p.peek()
		p.pos++
		var exponent node = number("2")
		switch k {
		case cube:
			exponent = number("3")
		case power:
			exponent = p.deeper(p.exponent)
		}
		primes = append(primes, exponent)
		s.sup = primes
		return s
	}
	return built
}

// degree is the sign of degrees, with the letter of the scale where one stands alone.
func (p *parser) degree(base node) node {
	up := raise(base, degreeSign)
	if p.pos >= p.end {
		return up
	}
	switch t := p.tokens[p.pos]; {
	case t.kind == aLetter && (t.text == "C" || t.text == "F") && !p.continues(p.pos+1),
		t.kind == aCaption && (t.text == "С" || t.text == "Ц"):
		p.pos++
		return row{up, caption{text: map[string]string{"C": "C", "F": "F", "С": "C", "Ц": "C"}[t.text]}}
	}
	return up
}

// continues reports that the token at i sticks to the letter before it.
func (p *parser) continues(i int) bool {
	return i < p.end && p.tokens[i].glued && p.tokens[i].kind == aLetter
}

// exponent is what a power takes: a group, whose round brackets stand for TeX's braces and
// are not shown; a sign alone, as of an ion; a signed operand; or one operand. Powers of
// an exponent that is no group are its own: a^(b^c). An index after it is the base's, as
// in x²₁, because TeX would have braced it otherwise.
func (p *parser) exponent() node {
	p.colon()
	if p.roundGroup() {
		return p.unwrapped()
	}
	if p.peek() == argumentStart || p.peek() == braceStart {
		return p.operand()
	}
	if s := p.peekSign(); s != nil {
		switch {
		case s.char == "+" || s.char == "−" || s.char == "±":
			p.pos++
			if p.single() {
				return row{s, p.operandOnly()}
			}
			return s
		case s.char == "∘":
			p.pos++
			return degreeSign
		case s.class == binary && s.char == "*":
			p.pos++
			return s
		}
	}
	return p.tower(p.operandOnly())
}

// tower gives an exponent the powers that follow it at once.
func (p *parser) tower(exponent node) node {
	switch p.peek() {
	case power, square, cube:
		return p.deeper(func() node { return p.script(exponent) })
	}
	return exponent
}

// roundGroup reports a pair of round brackets at pos.
func (p *parser) roundGroup() bool {
	return p.peek() == opener && p.tokens[p.pos].text == "(" && p.close[p.pos] != 0
}

// unwrapped is the content of the bracket at pos without the bracket.
func (p *parser) unwrapped() node {
	stop := p.close[p.pos]
	body := p.span(p.pos+1, stop)
	p.pos = stop + 1
	return body
}

// single reports that one plain operand stands at pos.
func (p *parser) single() bool {
	switch p.peek() {
	case aNumber, aLetter, fractionStart, braceStart, argumentStart, rootOf, texFraction, texRoot:
		return true
	}
	s := p.peekSign()
	return s != nil && s.class == ordinary
}

// index is what an index takes: a group, digits, a word, a run of capitals (the triangle
// of S_ABC), one small letter; under a sum everything up to its power; under a limit the
// whole "x → 0".
func (p *parser) index(base node) node {
	p.colon()
	owner := signOf(base)
	if p.roundGroup() {
		return p.unwrapped()
	}
	if owner != nil && owner.class == large && p.peek() != braceStart {
		if stop := p.find(power); stop > p.pos+1 {
			body := p.span(p.pos, stop)
			p.pos = stop
			return body
		}
	}
	if s := p.peekSign(); s != nil && s.class != ordinary || p.markedTriangle() {
		return p.signIndex(s)
	}
	if p.capitals(p.pos) {
		return p.letters()
	}
	braced := p.peek() == braceStart
	first := p.operandOnly()
	next := p.peekSign()
	switch {
	case braced:
	case owner == nil && p.unclear(first),
		owner != nil && owner.class == large && next != nil && next.char == "=": // ∑ under which "i = 1" has no end
		return p.fail()
	case owner != nil && owner.char == "lim" && next != nil && next.char == "→":
		p.pos++
		return row{first, next, p.exponent()}
	}
	return first
}

// markedTriangle reports the Δ that stands for a triangle in S_ΔABC.
func (p *parser) markedTriangle() bool {
	s := p.peekSign()
	return s != nil && s.char == "Δ" && p.capitals(p.pos+1)
}

// signIndex is an index that a sign begins: the ∥ of E_∥, the −1 of x_−1, max.
func (p *parser) signIndex(s *sign) node {
	p.pos++
	switch {
	case (s.class == prefix || s.class == ordinary) && p.peek() == aLetter:
		return row{s, p.letters()}
	case (s.char == "+" || s.char == "−") && p.single():
		return row{s, p.operandOnly()}
	case s.class == punctuation || s.class == large:
		return p.fail()
	}
	return s
}

// counters is the letters that number the members of a sequence.
const counters = "ijkmn"

// unclear reports an index that may be longer than its first character, for its braces are
// gone: "v_1x" is the projection v₁ₓ or the product v₁x, "a_ij" may be either too. A letter
// with an index of its own, as of "x_1x_2", starts a new factor. "a_n плюс 1" may be the
// next member of a sequence or this one and 1.
func (p *parser) unclear(first node) bool {
	if l, counter := first.(letter); counter && strings.Contains(counters, string(l)) {
		s := p.peekSign()
		if s != nil && (s.char == "+" || s.char == "−") && p.pos+1 < p.end && p.tokens[p.pos+1].kind == aNumber {
			return true
		}
	}
	if !p.continues(p.pos) || p.tokens[p.pos].text < "a" || p.pos+1 < p.end && p.tokens[p.pos+1].kind == lower {
		return false
	}
	switch first.(type) {
	case number:
		return p.tokens[p.pos].text >= "x"
	case letter:
		return true
	}
	return false
}

// capitals reports two capitals or more at i, stuck together.
func (p *parser) capitals(i int) bool {
	return i < p.end && p.tokens[i].kind == aLetter && p.tokens[i].text < "a" && p.continues(i+1) && p.tokens[i+1].text < "a"
}

// letters takes letters and digits that stick together, as of a segment or a number by
// its digits.
func (p *parser) letters() node {
	var run row
	for first := true; p.pos < p.end; first = false {
		t := p.tokens[p.pos]
		if !first && !t.glued {
			break
		}
		switch t.kind {
		case aLetter:
			run = append(run, letter(t.text))
		case aNumber:
			run = append(run, number(t.text))
		default:
			return joined(run)
		}
		p.pos++
	}
	return joined(run)
}

// joined is a row, or its only piece.
func joined(run row) node {
	if len(run) == 1 {
		return run[0]
	}
	return run
}

// find is the place of the next token of the kind outside inner delimiters and not past a
// sentence's length, or -1.
func (p *parser) find(wanted kind) int {
	const reach = 24 // tokens; the limits of a sum are short
	for i := p.pos; i < min(p.end, p.pos+reach); i++ {
		if p.tokens[i].kind == wanted {
			return i
		}
		if inner := p.close[i]; inner > i {
			i = inner
		}
	}
	return -1
}
