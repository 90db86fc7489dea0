package index

import (
	"regexp"
	"strings"
)

// Expression is the pattern as a regular expression over whole paths, for databases.
func (p Pattern) Expression() string {
	parts := strings.Split(p.text, "/")
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
