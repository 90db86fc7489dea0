package answer

import (
	"regexp"
	"slices"
	"strings"
)

var (
	strong = regexp.MustCompile(`\s*[&;\n]\s*`)
	hard   = regexp.MustCompile(`\s*[&\n]\s*`)
	weak   = []*regexp.Regexp{
		regexp.MustCompile(`\s+(?:и|and)\s+`), regexp.MustCompile(`,\s+`),
		regexp.MustCompile(`,`), regexp.MustCompile(`\s+`),
	}
	unbroken = regexp.MustCompile(`^[\p{L}\d]+$`)
	prefix   = regexp.MustCompile(`(?i)^(?:[а-вa-c1-3]\)|[1-3]\.\s)\s*`)
)

// split lists the ways an answer can be taken apart into the fields of the key. "&", ";"
// and a line break separate for certain; "и", a comma or a space do when nothing surer is
// there and the number of parts fits. Words and rows may stand together, as in the sheet.
func split(given string, fields []field) [][]string {
	n := len(fields)
	if n == 1 {
		return [][]string{{given}}
	}
	var ways [][]string
	if together(given, fields) {
		own := make([]string, n)
		for i, f := range fields {
			own[i] = f.text
		}
		return [][]string{own}
	}
	for _, separator := range separators(given, fields) {
		if parts := cut(given, separator); len(parts) == n {
			ways = append(ways, parts)
		}
	}
	if m := lettered.FindStringSubmatch(given); m != nil && n == 2 {
		ways = append(ways, m[1:])
	}
	if len(ways) == 0 && len(cut(given, strong)) == 1 {
		ways = append(ways, append([]string{given}, make([]string, n-1)...))
	}
	if fields[0].free && n <= 4 {
		for _, way := range slices.Clone(ways) {
			ways = append(ways, rearranged(way)...)
		}
	}
	return ways
}

func separators(given string, fields []field) []*regexp.Regexp {
	sure := strong
	if slices.ContainsFunc(fields, func(f field) bool { return f.kind == Interval || f.kind == Numbers }) {
		sure = hard
	}
	if sure.MatchString(given) {
		return []*regexp.Regexp{sure}
	}
	return weak
}

// cut splits and takes "а)", "2." off the parts.
func cut(given string, separator *regexp.Regexp) []string {
	var parts []string
	for _, part := range separator.Split(given, -1) {
		if part = unlabel(prefix.ReplaceAllString(strings.TrimSpace(part), "")); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// together reports whether words or rows of signs are written as the sheet has them, one
// after another without a sign between.
func together(given string, fields []field) bool {
	var whole strings.Builder
	for _, f := range fields {
		if f.kind != Words && f.kind != Digits && f.kind != Letters {
			return false
		}
		own, _ := alphabetOf(fields[0].text).foldPhrase(f.text)
		whole.WriteString(own.bare)
	}
	got, ok := alphabetOf(fields[0].text).foldPhrase(given)
	return ok && got.bare == whole.String() && unbroken.MatchString(given)
}

// rearranged lists the other orders of a few parts.
func rearranged(parts []string) [][]string {
	if len(parts) < 2 {
		return [][]string{parts}
	}
	var all [][]string
	for i := range parts {
		rest := append(slices.Clone(parts[:i]), parts[i+1:]...)
		for _, tail := range rearranged(rest) {
			all = append(all, append([]string{parts[i]}, tail...))
		}
	}
	return all
}
