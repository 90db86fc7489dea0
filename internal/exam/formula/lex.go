package formula

import (
	"strings"
	"unicode"
)

// lexer cuts a cleaned reading into tokens.
type lexer struct {
	text   []rune
	pos    int
	spaced bool // the newer readings put a space after a decimal comma
	tokens []token
}

// lex cuts a cleaned reading into tokens, the words folded into phrases. What is not
// understood is a token of unknown kind.
func lex(reading string) []token {
	l := lexer{text: []rune(reading), spaced: spacedCommas(reading)}
	for l.pos < len(l.text) {
		r := l.text[l.pos]
		switch {
		case r == ' ':
			l.pos++
		case isDigit(r):
			l.number()
		case isLatin(r):
			l.latin()
		case isCyrillic(r):
			l.cyrillic()
		case r == '\\':
			l.command()
		default:
			l.mark()
		}
	}
	return fold(l.tokens)
}

// spacedCommas recognises the newer readings, which glue their words and set punctuation
// apart: "дробь : числитель : 4, 8 · 0, 4, знаменатель : 0, 6конецдроби". Elsewhere "1, 2"
// is two numbers.
func spacedCommas(reading string) bool {
	for _, trace := range []string{"числитель :", "аргумента :", "конецдроби", "началоаргумента", "конецаргумента", "целаячасть", "дробнаячасть"} {
		if strings.Contains(reading, trace) {
			return true
		}
	}
	return false
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
func isLatin(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

func isCyrillic(r rune) bool { return unicode.Is(unicode.Cyrillic, r) || unicode.Is(unicode.Mn, r) }

func (l *lexer) peek(ahead int) rune {
	if l.pos+ahead >= len(l.text) {
		return 0
	}
	return l.text[l.pos+ahead]
}

// add appends a token that began at from.
func (l *lexer) add(from int, t token) {
	t.glued = from > 0 && l.text[from-1] != ' '
	l.tokens = append(l.tokens, t)
}

// run takes the characters that belong.
func (l *lexer) run(belongs func(rune) bool) string {
	from := l.pos
	for l.pos < len(l.text) && belongs(l.text[l.pos]) {
		l.pos++
	}
	return string(l.text[from:l.pos])
}

// number takes 12; 0,5; 0.5; 10 000; the "0," of 0,(3). In "1,2,3" commas part numbers.
func (l *lexer) number() {
	from := l.pos
	value := l.run(isDigit)
	if len(value) <= 3 && !l.takesOneNumber() {
		for l.peek(0) == ' ' && l.threeDigits(1) {
			l.pos += 4
		}
		value = string(l.text[from:l.pos])
	}
	switch point := l.peek(0); {
	case (point == ',' || point == '.') && isDigit(l.peek(1)) && !l.inList(from):
		l.pos++
		value += string(point) + l.run(isDigit)
	case point == ',' && l.spaced && l.peek(1) == ' ' && isDigit(l.peek(2)):
		l.pos += 2
		value += "," + l.run(isDigit)
	case point == ',' && l.peek(1) == '(' && isDigit(l.peek(2)):
		l.pos++
		value += ","
	}
	l.add(from, token{kind: aNumber, text: value})
}

// takesOneNumber reports that the number is all that the words before it take, so that
// "логарифм по основанию 2 128" has two.
func (l *lexer) takesOneNumber() bool {
	if len(l.tokens) == 0 {
		return false
	}
	switch last := l.tokens[len(l.tokens)-1]; last.kind {
	case aWord:
		return last.text == "основанию" || last.text == "степени" || last.text == "индекс" || last.text == "индексом" || last.text == "из"
	case power, lower:
		return true
	}
	return false
}

// threeDigits reports a group of exactly three digits.
func (l *lexer) threeDigits(ahead int) bool {
	return isDigit(l.peek(ahead)) && isDigit(l.peek(ahead+1)) && isDigit(l.peek(ahead+2)) && !isDigit(l.peek(ahead+3))
}

// inList reports that the comma after the number stands among several, as in "1,2,3".
func (l *lexer) inList(from int) bool {
	comma := l.peek(0)
	if from >= 2 && l.text[from-1] == comma && isDigit(l.text[from-2]) {
		return true
	}
	after := 1
	for isDigit(l.peek(after)) {
		after++
	}
	return l.peek(after) == comma && isDigit(l.peek(after+1))
}

// latinFunctions is the functions that readings leave in Latin letters.
var latinFunctions = set("sin cos tg ctg tan cot sec arcsin arccos arctg arcctg arctan log ln lg exp lim max min mod sgn")

// latin takes a run of Latin letters: a function's name, or letters one by one.
func (l *lexer) latin() {
	from := l.pos
	run := l.run(isLatin)
	if run == "const" || latinFunctions[run] {
		l.add(from, token{kind: aSign, sign: signByCommand[run]})
		return
	}
	if size := len(run) - 1; size > 1 && latinFunctions[run[:size]] { // "sinx"
		l.add(from, token{kind: aSign, sign: signByCommand[run[:size]]})
		l.add(from+size, token{kind: aLetter, text: run[size:]})
		return
	}
	for i := range len(run) {
		l.add(from+i, token{kind: aLetter, text: run[i : i+1]})
	}
}

// cyrillic takes a run of Cyrillic letters: a word of the vocabulary, several glued ones,
// a unit, or something that only its place can explain.
func (l *lexer) cyrillic() {
	from := l.pos
	l.run(isCyrillic)
	for l.peek(0) == '-' && isCyrillic(l.peek(1)) { // "плюс-минус" is one word, not a difference
		l.pos++
		l.run(isCyrillic)
	}
	run := string(l.text[from:l.pos])
	_, known := words[run]
	if last := len(l.tokens) - 1; known || knownUnit(run) || last >= 0 && l.tokens[last].kind == lower {
		l.add(from, token{kind: aWord, text: run})
		return
	}
	parts := apart(run)
	if parts == nil {
		parts = apart(strings.ToLower(run))
	}
	if parts == nil {
		parts = []string{run}
	}
	for _, part := range parts {
		l.add(from, token{kind: aWord, text: part})
		from += len([]rune(part))
	}
}

// raised is the superscript digits and signs, lowered the subscript ones.
const (
	raised  = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	lowered = "₀₁₂₃₄₅₆₇₈₉"
)

// mark takes one character that is neither letter nor digit.
func (l *lexer) mark() {
	from := l.pos
	char := string(l.text[l.pos])
	l.pos++
	next := l.peek(0)
	switch {
	case char == "." && next == '.' && l.peek(1) == '.':
		l.pos += 2
		l.add(from, token{kind: aSign, sign: signByChar["…"]})
	case char == "<" && next == '=', char == ">" && next == '=', char == "-" && next == '>':
		l.pos++
		l.add(from, token{kind: aSign, sign: signByChar[map[string]string{"<": "≤", ">": "≥", "-": "→"}[char]]})
	case strings.Contains(raised, char):
		l.script(from, power, raised)
	case strings.Contains(lowered, char):
		l.script(from, lower, lowered)
	case char == "°" && (next == 'C' || next == 'С') && !unicode.IsLetter(l.peek(1)):
		l.pos++
		l.add(from, token{kind: celsius})
	default:
		t, ok := marks[char]
		if !ok {
			t = token{kind: aSign, sign: signByChar[char]}
		}
		if t.kind == aSign && t.sign == nil {
			t.kind = unknown
		}
		l.add(from, t)
	}
}

// script takes a run of raised or lowered digits as an index.
func (l *lexer) script(from int, place kind, alphabet string) {
	l.pos = from
	digits := []rune(alphabet)
	value := strings.Map(func(r rune) rune {
		for i, digit := range digits {
			if r == digit {
				return '0' + rune(i)
			}
		}
		return r
	}, l.run(func(r rune) bool { return strings.ContainsRune(alphabet, r) }))
	l.add(from, token{kind: place})
	l.add(from+1, token{kind: aNumber, text: value})
}

// marks is the characters that do something in the grammar.
var marks = map[string]token{
	"(": {kind: opener, text: "("}, ")": {kind: closer, text: ")"},
	"[": {kind: opener, text: "["}, "]": {kind: closer, text: "]"},
	"⟨": {kind: opener, text: "⟨"}, "⟩": {kind: closer, text: "⟩"},
	"{": {kind: braceStart}, "}": {kind: braceEnd},
	"|": {kind: bar, text: "|"}, "∣": {kind: bar, text: "|"},
	"^": {kind: power, text: "^"}, "_": {kind: lower}, "'": {kind: primed}, "′": {kind: primed}, "’": {kind: primed}, "″": {kind: doublePrimed},
	"°": {kind: degrees}, "√": {kind: rootOf}, "&": {kind: cellEnd},
}

// fold replaces words by what they mean, the longest phrase first, and words of no phrase
// by captions where their place allows one.
func fold(tokens []token) []token {
	out := tokens[:0:0]
	for i := 0; i < len(tokens); {
		if tokens[i].kind != aWord {
			out = append(out, tokens[i])
			i++
			continue
		}
		meaning, length := longest(tokens[i:])
		if length == 0 || labels(meaning, tokens[i], out) {
			meaning, length = lone(tokens[i].text, out), 1
		}
		meaning.glued = tokens[i].glued
		out = append(out, meaning)
		i += length
	}
	return out
}

// labels reports a small word that is an index: "до" of t_до.
func labels(meaning, word token, before []token) bool {
	if n := len(before); n == 0 || before[n-1].kind != lower || !word.glued {
		return false
	}
	switch meaning.kind {
	case of, when, from, upTo, by, aCaption:
		return true
	}
	return false
}

// longest finds the phrase with most words at the start of the tokens.
func longest(tokens []token) (token, int) {
	var spelled [8]string // no phrase is longer
	first := tokens[0].text
	limit := min(len(spelled), len(tokens), max(words[first], words[strings.ToLower(first)], 1))
	n := 0
	for n < limit && tokens[n].kind == aWord {
		spelled[n] = tokens[n].text
		n++
	}
	for ; n > 0; n-- {
		phrase := strings.Join(spelled[:n], " ")
		if meaning, ok := understood(phrase); ok {
			return meaning, n
		}
	}
	return token{}, 0
}

// understood is what a phrase means, in its own case first: "Дельта" is not "дельта", and
// a lone capital, "И", is a label and not the conjunction.
func understood(phrase string) (token, bool) {
	meaning, ok := lexicon[phrase]
	if !ok && len([]rune(phrase)) > 1 {
		meaning, ok = lexicon[strings.ToLower(phrase)]
	}
	if ok && meaning.kind == aCaption {
		meaning.text = phrase
	}
	return meaning, ok
}

// lone is a word of no phrase: in an index any word is a label, a unit is one anywhere,
// and so is a lone letter or a few capitals, the name of a point. The preposition of a
// power that lost its noun is not.
func lone(word string, before []token) token {
	if n := len(before); n > 0 && before[n-1].kind == lower {
		return token{kind: aCaption, text: word}
	}
	if knownUnit(word) {
		return token{kind: aCaption, text: word, role: unit}
	}
	length := len([]rune(word))
	if length == 1 && word != "в" || length <= 4 && word == strings.ToUpper(word) {
		return token{kind: aCaption, text: word}
	}
	return token{kind: unknown, text: word}
}
