package fuzzy

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// marks are the signs of formulas as the exam site reads them aloud. A formula typed with
// signs and the same formula kept as its reading are then one text.
var marks = map[rune]string{
	'+': "плюс", '=': "равно", '<': "меньше", '>': "больше", '*': "умножить на",
	'×': "умножить на", '·': "умножить на", '⋅': "умножить на", '∙': "умножить на", '÷': "делить на",
	'≤': "меньше или равно", '⩽': "меньше или равно", '≥': "больше или равно", '⩾': "больше или равно",
	'≠': "не равно", '±': "плюс минус", '√': "корень из", '²': "в квадрате", '³': "в кубе",
	'°': "градусов", '∠': "угол", '∞': "бесконечность", '∈': "принадлежит", '⇔': "равносильно",
	'α': "альфа", 'β': "бета", 'γ': "гамма", 'δ': "дельта", 'ε': "эпсилон", 'λ': "лямбда", 'μ': "мю", 'ν': "ню",
	'π': "пи", 'ρ': "ро", 'σ': "сигма", 'τ': "тау", 'φ': "фи", 'ϕ': "фи", 'ω': "омега", 'Δ': "дельта", 'Ω': "омега",
}

// spoken is the reading of a sign at its place in the source and how many bytes it reads,
// none for a sign that is not read.
func spoken(source string, at int, r rune) (words string, size int) {
	size = utf8.RuneLen(r)
	switch r {
	case '^':
		return power(source[at+1:])
	case '-', '–', '—', '−':
		if minus(source, at, r) {
			return "минус", size
		}
		return "", 0
	case '№':
		return " ", size
	}
	if words = marks[r]; words == "" {
		return "", 0
	}
	return words, size
}

func power(exponent string) (words string, size int) {
	if exponent == "" {
		return "в степени", 1
	}
	after, _ := utf8.DecodeRuneInString(exponent[1:])
	switch {
	case unicode.IsDigit(after):
	case exponent[0] == '2':
		return "в квадрате", 2
	case exponent[0] == '3':
		return "в кубе", 2
	}
	return "в степени", 1
}

// minus tells a minus from a dash: it stands right before a number, or is the minus sign
// itself and not the dash of a range like 17−20.
func minus(source string, at int, r rune) bool {
	before, _ := utf8.DecodeLastRuneInString(source[:at])
	after, _ := utf8.DecodeRuneInString(source[at+utf8.RuneLen(r):])
	joined := unicode.IsLetter(before) || unicode.IsDigit(before)
	if r == '−' {
		return !unicode.IsDigit(before) || !unicode.IsDigit(after)
	}
	return unicode.IsDigit(after) && !joined
}

// Words of formulas read aloud. Letters are compared as they are: turning them into
// strings would cost more than the rest of folding.
var (
	fraction    = []rune("дробь")
	numerator   = []rune("числитель")
	denominator = []rune("знаменатель")
	ofFraction  = []rune("дроби")
	ofArgument  = []rune("аргумента")
	start       = []rune("начало")
	end         = []rune("конец")
	bracket     = []rune("скобка")
	round       = []rune("круглая")
	square      = []rune("квадратная")
	curly       = []rune("фигурная")
	left        = []rune("левая")
	right       = []rune("правая")
)

func oneOf(letters []rune, words ...[]rune) bool {
	for _, word := range words {
		if slices.Equal(letters, word) {
			return true
		}
	}
	return false
}

// scaffold reports whether a word that a colon follows only holds a read formula together:
// "дробь: числитель: 3, знаменатель: 4".
func scaffold(letters []rune) bool { return oneOf(letters, fraction, numerator, denominator) }

// scaffolds is how many of the last words hold a read formula together, which people who
// type a formula do not say: "левая круглая скобка", "начало аргумента", "конец дроби".
func (f *folder) scaffolds() int {
	last := len(f.words) - 1
	switch word := f.spelling(last); {
	case last >= 1 && oneOf(word, ofArgument) && oneOf(f.spelling(last-1), start, end),
		last >= 1 && oneOf(word, ofFraction) && oneOf(f.spelling(last-1), end):
		return 2
	case last >= 2 && oneOf(word, bracket) && oneOf(f.spelling(last-1), round, square, curly) && oneOf(f.spelling(last-2), left, right):
		return 3
	}
	return 0
}
