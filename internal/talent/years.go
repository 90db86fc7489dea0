package talent

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kadry/internal/fault"
)

// span writes a number of months in words: "8 months", "5 years", "3.6 years".
func span(months int) fault.Text {
	if months < 12 {
		return fault.Text{EN: plural(months, "month", "months"), RU: russian(months, "месяц", "месяца", "месяцев")}
	}
	if months%12 == 0 {
		n := months / 12
		return fault.Text{EN: plural(n, "year", "years"), RU: russian(n, "год", "года", "лет")}
	}
	exact := years(months)
	if n := int(exact); exact == float64(n) {
		return fault.Text{EN: plural(n, "year", "years"), RU: russian(n, "год", "года", "лет")}
	}
	text := strconv.FormatFloat(exact, 'f', 1, 64)
	return fault.Text{EN: text + " years", RU: strings.Replace(text, ".", ",", 1) + " года"}
}

// years turns months into years with one decimal, the same everywhere they are shown.
func years(months int) float64 { return math.Round(float64(months)/1.2) / 10 }

// yearsSaid writes a number of years as it was asked.
func yearsSaid(years float64) fault.Text { return span(int(years*12 + 0.5)) }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func russian(n int, one, few, many string) string {
	word := many
	switch {
	case n%100 >= 11 && n%100 <= 14:
	case n%10 == 1:
		word = one
	case n%10 >= 2 && n%10 <= 4:
		word = few
	}
	return fmt.Sprintf("%d %s", n, word)
}
