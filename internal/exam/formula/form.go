package formula

import (
	"slices"
	"strings"
)

// form is an operand that a word of structure or a TeX command begins; the word is behind
// pos already.
func (p *parser) form(t token) node {
	switch t.kind {
	case rootOf:
		return root{body: p.argument()}
	case cubeRootOf:
		return root{number("3"), p.argument()}
	case rootDegree:
		return p.degreeRoot()
	case texRoot:
		return p.texRoot()
	case wholePart, fractionalPart:
		return p.parts(t.kind)
	case logarithm:
		return scripts{base: signByCommand["log"], sub: p.base()}
	case modulus:
		return fenced{"|", "|", p.argument()}
	case vector:
		return p.over("vec", "overrightarrow")
	case arc:
		return p.over("overset{\\frown}", "overset{\\frown}")
	case texAccent:
		return p.over(t.text, t.text)
	case derivative:
		return raise(p.argument(), primeSign)
	case limit:
		return p.limit()
	}
	return p.texForm(t)
}

// argument is the one operand a word takes, with an index of its own. "корень из x плюс 1"
// is √x + 1: more than one operand is always between "начало аргумента" and its end.
func (p *parser) argument() node {
	p.colon()
	return p.deeper(func() node {
		if s := p.peekSign(); s != nil {
			switch {
			case s.class == function:
				p.pos++
				return row{s, p.argument()}
			case s.class != ordinary:
				return p.fail()
			}
		}
		first := p.operandOnly()
		for p.peek() == lower {
			first = p.script(first)
		}
		return first
	})
}

// operandOnly is an operand that is neither a bracket without a pair nor an empty place.
func (p *parser) operandOnly() node {
	switch p.peek() {
	case closer, aGap, unknown:
		return p.fail()
	case opener, bar:
		if p.close[p.pos] == 0 {
			return p.fail()
		}
	case aSign:
		if s := p.tokens[p.pos].sign; s.class == punctuation || s.class == binary || s.class == relation {
			return p.fail()
		}
	}
	return p.deeper(p.operand)
}

// base is the base of a logarithm: brackets round it stand for TeX's braces.
func (p *parser) base() node {
	p.colon()
	if p.pos < p.end && p.tokens[p.pos].kind == opener && p.close[p.pos] != 0 {
		return p.unwrapped()
	}
	return p.argument()
}

// startsArgument reports "начало аргумента" at pos, with or without a colon.
func (p *parser) startsArgument() bool {
	return p.peek() == argumentStart || p.pos+1 < p.end && isMark(p.tokens[p.pos], ":") && p.tokens[p.pos+1].kind == argumentStart
}

// functionArgument is a function's delimited argument, in brackets where it would
// otherwise be read as longer or shorter than it is.
func (p *parser) functionArgument() node {
	p.colon()
	body := p.operand()
	if items, ok := body.(row); ok && slices.ContainsFunc(items, func(n node) bool {
		s, plain := n.(*sign)
		return plain && (s.class == binary || s.class == relation || s.class == punctuation)
	}) {
		return fenced{"(", ")", body}
	}
	return body
}

// degreeRoot is "корень N степени из A", "корень степени N из A", "корень 3-й степени из A".
func (p *parser) degreeRoot() node {
	p.colon()
	if p.skip(power) {
		index := p.argument()
		if !p.skip(of) {
			return p.fail()
		}
		return root{index, p.argument()}
	}
	index := p.argument()
	if p.skipMark("−") && p.peek() == aCaption {
		p.pos++ // the ending of an ordinal: "й"
	}
	if !p.skip(degreeOf) {
		return p.fail()
	}
	return root{index, p.argument()}
}

// texRoot is \sqrt with its index in square brackets.
func (p *parser) texRoot() node {
	if p.peek() != opener || p.tokens[p.pos].text != "[" || p.close[p.pos] == 0 {
		return root{body: p.argument()}
	}
	index := p.unwrapped()
	return root{index, p.argument()}
}

// parts is a mixed number, "целая часть: 2, дробная часть: числитель: 1, знаменатель: 3",
// which nothing closes; or the whole or fractional part of a number.
func (p *parser) parts(k kind) node {
	p.colon()
	if p.peek() == argumentStart {
		if k == wholePart {
			return fenced{"⌊", "⌋", p.operand()}
		}
		return fenced{"{", "}", p.operand()}
	}
	var mixed row
	if k == wholePart {
		mixed = append(mixed, p.argument())
		p.skipMark(",")
		if !p.skip(fractionalPart) {
			return p.fail()
		}
		p.colon()
	}
	if !p.skip(numerator) {
		return p.fail()
	}
	over := p.argument()
	p.skipMark(",")
	if !p.skip(denominator) {
		return p.fail()
	}
	mixed = append(mixed, fraction{over: over, under: p.argument()})
	p.skip(texStyle) // its closing words, where it has them
	return joined(mixed)
}

// over is a mark over a letter, or a wide one over a run of letters or a group.
func (p *parser) over(narrow, wide string) node {
	p.colon()
	var body node
	if p.peek() == aLetter || p.peek() == aNumber {
		body = p.letters()
	} else {
		body = p.operandOnly()
	}
	if _, brackets := body.(fenced); brackets {
		return p.fail() // coordinates: a vector has no such mark
	}
	if _, run := body.(row); run {
		return accent{wide, body}
	}
	return accent{narrow, body}
}

// limit is "предел при x стремящемся к a", the arrow in a word or as a sign.
func (p *parser) limit() node {
	lim := signByCommand["lim"]
	p.colon()
	if !p.skip(when) {
		return lim
	}
	stop := p.find(tends)
	if stop < 0 {
		for i := p.pos; i < p.end; i++ {
			if isMark(p.tokens[i], "→") {
				stop = i
				break
			}
		}
	}
	if stop < 0 {
		return p.fail()
	}
	variable := p.span(p.pos, stop)
	p.pos = stop + 1
	return scripts{base: lim, sub: row{variable, signByChar["→"], p.exponent()}}
}

// limits is "от A до B" after a sum or an integral, "по n от A до B" after a sum.
func (p *parser) limits(s *sign) node {
	var below row
	if p.skip(by) {
		below = row{p.argument(), signByChar["="]}
	}
	if !p.skip(from) {
		return p.fail()
	}
	stop := p.find(upTo)
	if stop < 0 {
		return p.fail()
	}
	below = append(below, p.span(p.pos, stop))
	p.pos = stop + 1
	return scripts{base: s, sub: joined(below), sup: p.exponent()}
}

// texForm is what a left-over command begins.
func (p *parser) texForm(t token) node {
	switch t.kind {
	case texFraction, texBinomial:
		over, under := p.texPair()
		if t.kind == texBinomial {
			return fraction{over, under, true}
		}
		return fraction{over: over, under: under}
	case texUpright:
		return p.upright()
	case texBlackboard:
		return p.blackboard()
	case texAlphabet:
		return p.alphabet(t.text)
	case texOver:
		label := p.argument()
		return stacked{base: p.deeper(p.operand), over: label}
	case texUnder:
		label := p.argument()
		return stacked{base: p.deeper(p.operand), under: label}
	case texLabelled:
		return stacked{base: signByChar["→"], over: p.argument()}
	case texNot:
		return p.not()
	}
	return p.fail()
}

// texPair is the two arguments of \frac. Without their braces they are two single
// characters, "12" for ½; "130" could be 1/30 or 13/0 and is not understood.
func (p *parser) texPair() (over, under node) {
	if p.peek() == aNumber {
		digits := p.tokens[p.pos].text
		p.pos++
		switch {
		case len(digits) == 2:
			return number(digits[:1]), number(digits[1:])
		case len(digits) > 2:
			return p.fail(), nil
		}
		return number(digits), p.texUnit()
	}
	return p.texUnit(), p.texUnit()
}

func (p *parser) texUnit() node {
	if p.peek() == aNumber && len(p.tokens[p.pos].text) > 1 {
		return p.fail()
	}
	return p.argument()
}

// upright is \mathrm and \operatorname: letters become one upright name.
func (p *parser) upright() node {
	if p.peek() == aSign || p.peek() == aCaption {
		return p.operand()
	}
	if p.peek() != aLetter {
		return p.argument()
	}
	var text strings.Builder
	for first := true; p.peek() == aLetter && (first || p.tokens[p.pos].glued); first = false {
		text.WriteString(p.tokens[p.pos].text)
		p.pos++
	}
	return caption{text.String(), upright}
}

// blackboard is \mathbb with the letter of a number set.
func (p *parser) blackboard() node {
	body := p.argument()
	l, ok := body.(letter)
	if !ok {
		return p.fail()
	}
	for i := range signs {
		if signs[i].latex == `\mathbb{`+string(l)+`}` {
			return &signs[i]
		}
	}
	return p.fail()
}

// scriptLetters and boldLetters are where Unicode has the letters of other alphabets that
// plain ones must not be taken for: ℰ is electromotive force, E is not.
const (
	scriptLetters = "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵"
	boldLetters   = "𝐀𝐁𝐂𝐃𝐄𝐅𝐆𝐇𝐈𝐉𝐊𝐋𝐌𝐍𝐎𝐏𝐐𝐑𝐒𝐓𝐔𝐕𝐖𝐗𝐘𝐙𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳"
)

// alphabet is one letter of \mathcal or \mathbf.
func (p *parser) alphabet(name string) node {
	letters := []rune(boldLetters)
	if name == "mathcal" {
		letters = []rune(scriptLetters)
	}
	l, ok := p.operandOnly().(letter)
	if !ok {
		return p.fail()
	}
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	i := strings.Index(plain, string(l))
	if i >= len(letters) {
		return p.fail()
	}
	return &sign{latex: `\` + name + `{` + string(l) + `}`, char: string(letters[i])}
}

// not is \not with the sign it strikes.
func (p *parser) not() node {
	for plain, struck := range map[string]string{"=": "≠", "∈": "∉", "∥": "∦"} {
		if p.skipMark(plain) {
			return signByChar[struck]
		}
	}
	return p.fail()
}
