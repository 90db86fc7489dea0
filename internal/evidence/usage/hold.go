package usage

// lookAhead bounds how far the end of a bracket is looked for.
const lookAhead = 64

// These words may stand between a variable and its value, or between it and its type.
const (
	makers    = "new await try const mut in"
	modifiers = "let const var val private public protected readonly internal final lateinit"
)

// held looks for a variable that takes what the name at i, up to next, makes.
func (w *walker) held(i, next int, imports []int, symbol string) {
	if symbol == "" {
		return
	}
	before := i - 1
	for within(makers, w.at(before).text) || w.at(before).is("&") || w.at(before).is("*") {
		before--
	}
	if sign := w.at(before); sign.kind == mark {
		switch {
		case sign.text == w.named && w.inside() == '(': // an argument, or what a parameter is if it is left out
		case within(w.equals, sign.text):
			w.holdLeft(before-1, imports, symbol)
		case sign.text == ":" && w.typed && w.typing(before-1):
			w.hold(w.at(before-1).text, imports, symbol)
		}
	}
	if w.declared {
		w.holdDeclared(next, imports, symbol)
	}
	if w.managed && w.at(next).is("(") {
		if shut := w.shut(next); w.at(shut+1).word("as") && w.at(shut+2).kind == word {
			w.hold(w.at(shut+2).text, imports, symbol)
		}
	}
}

// holdLeft takes the variable on the left of an equals sign.
func (w *walker) holdLeft(i int, imports []int, symbol string) {
	if w.at(i).kind != word || w.member(i) && !within(w.own, w.at(i-2).text) {
		return
	}
	w.hold(w.at(i).text, imports, symbol)
}

// typing reports that what follows the name at i and a colon is a type, and no value of a
// key.
func (w *walker) typing(i int) bool {
	if w.at(i).kind != word {
		return false
	}
	return w.fields || w.inside() != '{' && w.inside() != '[' || within(modifiers, w.at(i-1).text)
}

// holdDeclared takes "Type<Of> name" before a sign that a declaration has there.
func (w *walker) holdDeclared(next int, imports []int, symbol string) {
	if w.at(next).is("<") {
		depth := 0
		for end := min(len(w.tokens), next+lookAhead); next < end; next++ {
			if w.tokens[next].is("<") {
				depth++
			} else if w.tokens[next].is(">") {
				if depth--; depth == 0 {
					next++
					break
				}
			}
		}
	}
	for next < len(w.tokens) && w.tokens[next].kind == mark && within("* ? & $", w.tokens[next].text) {
		next++
	}
	if w.at(next).kind != word || w.at(next+1).kind != mark {
		return
	}
	switch w.at(next + 1).text {
	case "=", ";", ",", ")", ":":
		w.hold(w.at(next).text, imports, symbol)
	}
}

// shut is the bracket that closes the one at i, if it is near.
func (w *walker) shut(i int) int {
	depth := 0
	for at, end := i, min(len(w.tokens), i+lookAhead); at < end; at++ {
		if w.tokens[at].kind != mark {
			continue
		}
		switch w.tokens[at].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return i
}

// quotedType counts the imported names in a type that is written in quotes.
func (w *walker) quotedType(t token) {
	if len(t.text) > maxName {
		return
	}
	for from := 0; from < len(t.text); {
		to := from
		for to < len(t.text) && continues(t.text[to]) {
			to++
		}
		if n := w.names[t.text[from:to]]; n != nil {
			n.used = true
			w.count(n.imports, n.alone, t.line)
		}
		from = to + 1
	}
}
