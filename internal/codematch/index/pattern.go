package index

import (
	"regexp"
	"slices"
	"strings"
)

// Pattern is a pattern of paths: * is anything but a slash, ** between slashes is any number
// of folders, everything else is itself: a file can be named [id].tsx.
type Pattern struct {
	expression string
	compiled   *regexp.Regexp
}

// PatternOf is the pattern of a text.
func PatternOf(text string) Pattern {
	e := expressionOf(strings.ToValidUTF8(text, "\uFFFD"))
	return Pattern{e, regexp.MustCompile("(?s)" + e)} // quoted: it always compiles
}

// Match says whether a whole path is as the pattern says.
func (p Pattern) Match(path string) bool { return p.compiled.MatchString(path) }

// Expression is the pattern as a regular expression over whole paths, for databases whose dot
// is any sign.
func (p Pattern) Expression() string { return p.expression }

func expressionOf(text string) string {
	parts := strings.Split(text, "/")
	parts = slices.CompactFunc(parts, func(a, b string) bool { return a == "**" && b == "**" })
	var out strings.Builder
	out.WriteString("^")
	for i, part := range parts {
		last := i == len(parts)-1
		switch {
		case part == "**" && last && i > 0:
			// "src/**" is src and what is below it; the slash before is written here.
			out.WriteString("(/.*)?")
		case part == "**" && last:
			out.WriteString(".*")
		case part == "**":
			if i > 0 {
				out.WriteString("/")
			}
			out.WriteString("(.*/)?")
		default:
			if i > 0 && parts[i-1] != "**" {
				out.WriteString("/")
			}
			out.WriteString(star.ReplaceAllString(regexp.QuoteMeta(part), "[^/]*"))
		}
	}
	return out.String() + "$"
}

// star is one or more stars, quoted.
var star = regexp.MustCompile(`(\\\*)+`)
