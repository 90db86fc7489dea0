package formula

// pairs is which delimiters belong together, found in one pass before the parser, so that
// the parser knows where every piece ends and never goes back.
type pairs struct {
	tokens []token
	close  []int         // of an opening token; 0 when it has no pair
	middle map[int]int   // of a fraction: its denominator
	breaks map[int][]int // of a grid: its new rows
	open   []frame
	mixed  int // mixed numbers whose denominator has not come
}

// frame is a delimiter still open.
type frame struct {
	at   int
	kind kind
	// debt counts the argument's closing words that closed a power inside it instead.
	// The machine that makes the readings closes "{25a^{9}}" at its first brace:
	// "начало аргумента: 25a в степени левая круглая скобка 9 конец аргумента правая
	// круглая скобка".
	debt int
}

// pair finds the pairs; ok is false when words that must have a pair have none. Brackets
// need none: "]a; b[" is an interval.
func pair(tokens []token) (pairs, bool) {
	p := pairs{tokens: tokens, close: make([]int, len(tokens)), middle: map[int]int{}, breaks: map[int][]int{}}
	for i := range tokens {
		if !p.place(i) {
			return p, false
		}
	}
	for _, f := range p.open {
		if !p.loose(f) {
			return p, false
		}
	}
	return p, p.mixed == 0
}

// loose reports a frame that may stay open: a bracket, but not the brackets of a power.
func (p *pairs) loose(f frame) bool {
	return f.kind == bar || f.kind == opener && !p.ofPower(f.at)
}

// ofPower reports the brackets that stand for the braces of a power.
func (p *pairs) ofPower(i int) bool {
	return p.tokens[i].kind == opener && p.tokens[i].text == "(" && i > 0 && p.tokens[i-1].kind == power
}

func (p *pairs) push(i int) { p.open = append(p.open, frame{at: i, kind: p.tokens[i].kind}) }

// pop closes the innermost frame at i.
func (p *pairs) pop(i int) {
	last := len(p.open) - 1
	p.close[p.open[last].at] = i
	p.open = p.open[:last]
}

// top is the innermost frame, or nil.
func (p *pairs) top() *frame {
	if len(p.open) == 0 {
		return nil
	}
	return &p.open[len(p.open)-1]
}

// reach drops loose frames down to one of the wanted kind.
func (p *pairs) reach(wanted kind) bool {
	for f := p.top(); f != nil; f = p.top() {
		if f.kind == wanted {
			return true
		}
		if !p.loose(*f) {
			return false
		}
		p.open = p.open[:len(p.open)-1]
	}
	return false
}

// place lets the token at i open or close its frame.
func (p *pairs) place(i int) bool {
	switch p.tokens[i].kind {
	case opener, fractionStart, argumentStart, braceStart, gridStart:
		p.push(i)
	case closer:
		p.closeBracket(i)
	case bar:
		p.bar(i)
	case fractionalPart:
		if i+1 < len(p.tokens) && p.after(i+1).kind == numerator {
			p.mixed++
		}
	case denominator:
		return p.denominator(i)
	case fractionEnd:
		return p.closeFraction(i)
	case argumentEnd:
		return p.closeArgument(i)
	case braceEnd:
		return p.closeHard(i, braceStart)
	case gridEnd:
		return p.closeGrid(i)
	case newRow:
		if !p.reach(gridStart) {
			return false
		}
		at := p.top().at
		p.breaks[at] = append(p.breaks[at], i)
	}
	return true
}

// after is the token at i, or the one behind a colon there.
func (p *pairs) after(i int) token {
	if isMark(p.tokens[i], ":") && i+1 < len(p.tokens) {
		i++
	}
	return p.tokens[i]
}

// isMark reports a token that is the sign with this character.
func isMark(t token, char string) bool { return t.kind == aSign && t.sign.char == char }

func (p *pairs) closeHard(i int, wanted kind) bool {
	if !p.reach(wanted) {
		return false
	}
	p.pop(i)
	return true
}

func (p *pairs) closeGrid(i int) bool {
	if !p.reach(gridStart) || p.tokens[p.top().at].look != p.tokens[i].look {
		return false
	}
	p.pop(i)
	return true
}

// closeBracket lets round and square brackets close each other, as in [0; 1).
func (p *pairs) closeBracket(i int) {
	f := p.top()
	if f == nil {
		return
	}
	left, right := p.tokens[f.at].text, p.tokens[i].text
	switch {
	case f.kind == opener && (left+right == "()" || left+right == "[]" || left+right == "{}" || left+right == "⟨⟩" || left+right == "⌊⌋" || left+right == "⌈⌉"),
		f.kind == opener && !p.ofPower(f.at) && (left+right == "(]" || left+right == "[)"):
		p.pop(i)
	case f.kind == argumentStart && f.debt > 0 && right == ")":
		p.pop(i)
	}
}

// bar opens where an operand is due, and closes what a bar opened elsewhere.
func (p *pairs) bar(i int) {
	if p.operandDue(i) {
		p.push(i)
		return
	}
	if f := p.top(); f != nil && f.kind == bar {
		p.pop(i)
	}
}

func (p *pairs) operandDue(i int) bool {
	if i == 0 {
		return true
	}
	switch before := p.tokens[i-1]; before.kind {
	case aNumber, aLetter, closer, fractionEnd, argumentEnd, braceEnd, square, cube, primed, doublePrimed, degrees, celsius:
		return false
	case aSign:
		return before.sign.class != ordinary && before.sign.class != postfix
	case aCaption:
		return before.role == prose
	case bar:
		return p.close[i-1] == 0 && p.top() != nil && p.top().at == i-1
	}
	return true
}

// denominator belongs to a mixed number, which has no closing words, or to the fraction.
func (p *pairs) denominator(i int) bool {
	if p.mixed > 0 {
		p.mixed--
		p.dropMixedEnd(i)
		return true
	}
	if !p.reach(fractionStart) {
		return false
	}
	at := p.top().at
	if p.middle[at] != 0 {
		return false
	}
	p.middle[at] = i
	return true
}

// dropMixedEnd skips the closing words of a mixed number where they cannot be those of
// the fraction it stands in.
func (p *pairs) dropMixedEnd(i int) {
	end := i + 1
	if end < len(p.tokens) && isMark(p.tokens[end], ":") {
		end++
	}
	end++
	if end >= len(p.tokens) || p.tokens[end].kind != fractionEnd {
		return
	}
	if f := p.top(); f == nil || f.kind != fractionStart || p.middle[f.at] == 0 {
		p.tokens[end].kind = texStyle
	}
}

func (p *pairs) closeFraction(i int) bool {
	if !p.reach(fractionStart) || p.middle[p.top().at] == 0 {
		return false
	}
	p.pop(i)
	return true
}

// closeArgument closes the argument, or on credit the power that is open in it.
func (p *pairs) closeArgument(i int) bool {
	if f := p.top(); f != nil && f.kind == opener && p.ofPower(f.at) {
		for below := len(p.open) - 2; below >= 0; below-- {
			if p.open[below].kind == argumentStart {
				p.open[below].debt++
				p.pop(i)
				return true
			}
		}
		return false
	}
	return p.closeHard(i, argumentStart)
}
