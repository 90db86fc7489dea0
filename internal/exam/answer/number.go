package answer

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// number is a number somebody wrote.
type number struct {
	value   *big.Rat
	numeral string // as written, without sign and unit
	plain   bool   // a whole number or a finite decimal, as the exam takes it
	unit    string // canonical; "" none
	unknown bool   // a word stands behind it that is no unit we know
}

var (
	grouped = regexp.MustCompile(`^(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:\.\d{3}){2,})`)
	decimal = regexp.MustCompile(`^(?:\d+(?:[.,]\d+)?|[.,]\d+)`)
	mixed   = regexp.MustCompile(`^(?:(\d{1,9}) )?(\d{1,18}) ?[/:÷⁄] ?(\d{1,18})`)
	power   = regexp.MustCompile(`^(?: ?[·*×xх⋅] ?10 ?\^? ?|[eEеЕ])([+-]?\d{1,2})`)
)

// mostDigits a numeral may have; a longer one is no answer to anything.
const mostDigits = 40

// readNumber reads "−0,50 м/с", "12 345", "1 1/2", "5·10^3". It reports false for what is
// not one number with nothing but a unit or a word behind it.
func readNumber(s string) (number, bool) {
	s = unnamed(s)
	rest, negative := strings.CutPrefix(s, "-")
	if !negative {
		rest = strings.TrimPrefix(s, "+")
	}
	n, rest, ok := readNumeral(strings.TrimLeft(rest, " "))
	if !ok {
		return number{}, false
	}
	if at := power.FindStringSubmatchIndex(rest); at != nil && !digitAt(rest, at[1]) {
		exponent, err := strconv.Atoi(rest[at[2]:at[3]])
		if err != nil || exponent > mostDigits || exponent < -mostDigits {
			return number{}, false
		}
		n.value.Mul(n.value, tenTo(exponent))
		n.plain = false
		rest = rest[at[1]:]
	}
	if negative {
		n.value.Neg(n.value)
	}
	return n, n.measure(rest)
}

// readNumeral reads the digits a text begins with, and returns what follows.
func readNumeral(s string) (n number, rest string, ok bool) {
	if at := mixed.FindStringSubmatchIndex(s); at != nil && !digitAt(s, at[1]) {
		whole, above, below := part(s, at, 1), part(s, at, 2), part(s, at, 3)
		if below.Sign() == 0 {
			return number{}, s, false
		}
		value := new(big.Rat).Add(whole, new(big.Rat).Quo(above, below))
		return number{value: value, numeral: s[:at[1]]}, s[at[1]:], true
	}
	text := grouped.FindString(s)
	if text == "" || digitAt(s, len(text)) {
		text = decimal.FindString(s)
	}
	if text == "" || len(text) > mostDigits || digitAt(s, len(text)) {
		return number{}, s, false
	}
	value, ok := new(big.Rat).SetString(ungroup(text))
	return number{value: value, numeral: text, plain: text[0] >= '0'}, s[len(text):], ok
}

func part(s string, at []int, group int) *big.Rat {
	value := new(big.Rat)
	if from := at[2*group]; from >= 0 {
		value.SetString(s[from:at[2*group+1]])
	}
	return value
}

func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

var (
	gaps   = strings.NewReplacer(" ", "", "'", "", "’", "")
	points = strings.NewReplacer(".", "", ",", "")
)

// ungroup turns a numeral into digits with at most one point: of two kinds of marks the
// last is the decimal one, and a mark that repeats only groups thousands.
func ungroup(text string) string {
	text = gaps.Replace(text)
	last := strings.LastIndexAny(text, ".,")
	if last < 0 {
		return text
	}
	whole := points.Replace(text[:last])
	if strings.Count(text, text[last:last+1]) > 1 {
		return whole + text[last+1:]
	}
	return "0" + whole + "." + text[last+1:]
}

func tenTo(exponent int) *big.Rat {
	value := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil))
	if exponent < 0 {
		value.Inv(value)
	}
	return value
}

// measure takes in what stands behind the digits, and reports whether it may.
func (n *number) measure(rest string) bool {
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return true
	}
	if unit, ok := readUnit(rest); ok {
		n.unit = unit
		return true
	}
	n.unknown = oneWord.MatchString(rest) && !multiplier.MatchString(rest)
	return n.unknown
}

var (
	oneWord    = regexp.MustCompile(`^\p{L}{3,20}$`)
	multiplier = regexp.MustCompile(`(?i)^(?:тыс|млн|млрд|миллион|миллиард|сот|дюжин|или|либо|thousand|million|billion|hundred|dozen|and|или)`)
)

// String writes a number as it goes into the answer sheet: "-0,5", "1/3".
func (n number) String() string {
	if digits, exact := n.value.FloatPrec(); exact && digits <= mostDigits {
		return strings.Replace(n.value.FloatString(digits), ".", ",", 1)
	}
	return n.value.RatString()
}

// markNumber marks a number. A key that names a unit refuses another one.
func (f field) markNumber(given string) mark {
	n, ok := readNumber(given)
	if !ok {
		return wrong(given, notNumber)
	}
	m := mark{Field: Field{Given: n.String(), Outcome: Wrong}}
	same := n.value.Cmp(f.number.value) == 0
	switch {
	case same && n.unit != "" && f.number.unit != "" && n.unit != f.number.unit:
		m.why = otherUnit
	case same && n.unknown && f.number.unit == "":
		m.Outcome, m.why = Form, numberOnly
	case same && n.unknown:
		m.why = otherUnit
	case same && !n.plain && f.number.plain:
		m.Outcome, m.why = Form, finite
	case same:
		m.Outcome = Correct
		if n.unit != "" {
			m.why = unitUnneeded
		}
	case n.unit == "%" && f.number.unit == "" && new(big.Rat).Quo(n.value, big.NewRat(100, 1)).Cmp(f.number.value) == 0:
		m.Outcome, m.why = Form, finite
	}
	return m
}
