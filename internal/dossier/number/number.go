// Package number writes figures as readers of a language expect them: 0,5 and 1 234 567 in
// Russian, 0.5 and 1,234,567 in English.
package number

import (
	"strconv"
	"strings"
)

// Decimal writes a number with so many digits after the point.
func Decimal(v float64, digits int, lang string) string {
	return pointed(strconv.FormatFloat(v, 'f', digits, 64), lang)
}

// Short writes a number with at most one digit after the point.
func Short(v float64, lang string) string {
	return pointed(strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0"), lang)
}

func pointed(text, lang string) string {
	if lang == "ru" {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Amount writes a sum of money in whole units, its thousands apart.
func Amount(v float64, lang string) string {
	gap := ","
	if lang == "ru" {
		gap = "\u00a0"
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	first := 0
	if strings.HasPrefix(digits, "-") {
		first = 1
	}
	for at := len(digits) - 3; at > first; at -= 3 {
		digits = digits[:at] + gap + digits[at:]
	}
	return digits
}
