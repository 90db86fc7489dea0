package linkedin

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// period is the line under a job: "October 2024 - Present (9 months)".
type period struct {
	start, end Month
	current    bool
	months     int // the printed length, zero without one
}

var (
	dash       = regexp.MustCompile(`\s+[-–—]\s+|\s*[–—]\s*`)
	inBrackets = regexp.MustCompile(`\(([^()]*)\)\s*$`)
	amount     = regexp.MustCompile(`(\d{1,3})\s*([\p{L}\p{M}]+)`)
)

const maxPeriod = 120 // characters of such a line in any language

// parsePeriod reads a whole line; a line with anything else in it is none.
func parsePeriod(text string) (period, bool) {
	if utf8.RuneCountInString(text) > maxPeriod {
		return period{}, false
	}
	var p period
	if found := inBrackets.FindStringSubmatch(text); found != nil {
		months, ok := parseLength(found[1])
		if !ok {
			return period{}, false
		}
		p.months = months
		text = text[:len(text)-len(found[0])]
	}
	return p, p.read(text)
}

// read reads the range without what stands in brackets.
func (p *period) read(text string) bool {
	sides := dash.Split(strings.TrimSpace(text), 3)
	if len(sides) > 2 {
		return false
	}
	var ok bool
	if p.start, ok = parseMonth(sides[0]); !ok {
		return false
	}
	if len(sides) == 1 { // a job or school of one month or year
		p.end = p.start
		return true
	}
	if p.current = vocabulary.now[fold(sides[1])]; p.current {
		return true
	}
	p.end, ok = parseMonth(sides[1])
	return ok
}

// parseLength reads "7 years 2 months", "(9 месяцев)", "less than a year" not.
func parseLength(text string) (months int, ok bool) {
	found := amount.FindAllStringSubmatch(strings.ToLower(text), 3)
	if len(found) == 0 || len(found) > 2 || len(text) > maxDate {
		return 0, false
	}
	for _, part := range found {
		switch unit := part[2]; {
		case vocabulary.years[unit]:
			months += 12 * number(part[1])
		case vocabulary.lengths[unit]:
			months += number(part[1])
		default:
			return 0, false
		}
	}
	rest := strings.Trim(amount.ReplaceAllString(strings.ToLower(text), ""), " .,")
	return months, strings.Trim(rest, " .") == "" || vocabulary.fillers[rest]
}
