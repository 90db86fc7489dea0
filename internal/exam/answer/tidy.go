package answer

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// dashes are what people and scanners write for a minus or a hyphen.
const dashes = "-‐‑‒–—―−﹣－"

// raised are the digits and signs of a power written above the line.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺"

// tidy leaves printable text with single spaces: soft hyphens, joiners and control
// characters go, every dash becomes "-", full-width and subscript digits become plain ones,
// raised ones a power ("10^5"), a line break stays as "\n" because it may separate two answers.
func tidy(s string) string {
	if len(s) > 8*longest {
		s = s[:8*longest] // longer than any answer already; what it says no longer matters
	}
	s = strings.ToValidUTF8(s, "")
	var out strings.Builder
	power := false
	for _, r := range s {
		switch {
		case strings.ContainsRune(dashes, r):
			out.WriteByte('-')
		case strings.ContainsRune(raised, r):
			if !power {
				out.WriteByte('^')
			}
			out.WriteString(strings.ReplaceAll(norm.NFKC.String(string(r)), "−", "-"))
		case r == '\n' || r == '\r':
			out.WriteByte('\n')
		case unicode.IsSpace(r) || unicode.IsControl(r):
			out.WriteByte(' ')
		case unicode.Is(unicode.Cf, r):
			// soft hyphen, zero-width space, direction marks
		default:
			plain := norm.NFKC.String(string(r))
			if strings.ContainsRune(plain, '⁄') {
				out.WriteByte(' ') // "1½" is one and a half
			}
			out.WriteString(plain)
		}
		power = strings.ContainsRune(raised, r)
	}
	s = norm.NFC.String(out.String())
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

var (
	label = regexp.MustCompile(`(?i)^(?:правильный |верный )?(?:ответы?|answer)\s*[:.=-]\s*`)
	named = regexp.MustCompile(`^\p{L}{1,2}\d?\s*=\s*`)
)

// unlabel takes off "Ответ:" in front and the full stop at the end.
func unlabel(s string) string {
	s = label.ReplaceAllString(s, "")
	return strings.TrimRight(s, " .,;")
}

// unnamed takes off the "x = " in front of a number.
func unnamed(s string) string { return named.ReplaceAllString(s, "") }

// excerpt is what a verdict repeats of an answer that could not be understood.
func excerpt(s string) string {
	const most = 60
	runes := []rune(strings.ReplaceAll(s, "\n", " "))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}
