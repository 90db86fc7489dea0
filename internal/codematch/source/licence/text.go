package licence

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// textName is how files with licences are called, whatever is behind: LICENSE, LICENCE.md,
// COPYING.LESSER, LICENSE-MIT, UNLICENSE.
var textName = regexp.MustCompile(`(?i)^(?:un)?licen[sc]es?(?:[._-].*)?$|^copying(?:[._-].*)?$|^(?:mit|apache|gpl|bsd)[._-]licen[sc]e(?:\..*)?$`)

// proseEnds are those that such files have; LICENSE.go is code.
var proseEnds = []string{"", ".md", ".txt", ".rst", ".markdown", ".adoc", ".html", ".lesser", ".lib", ".bsd", ".mit", ".apache"}

func isText(base string) bool {
	if !textName.MatchString(base) {
		return false
	}
	end := strings.ToLower(path.Ext(base))
	return slices.Contains(proseEnds, end) || strings.ContainsAny(end, "0123456789") // LICENSE-2.0
}

// leastCover is how much of a text has to be that of known licences, in percent: names and years
// are counted in, additions of one's own are not.
const leastCover = 60

// textOf is the licence of a text, several joined by AND.
func textOf(body []byte) string {
	cover := licensecheck.Scan(body)
	var ids []string
	for _, m := range cover.Match {
		if id := strings.TrimSuffix(m.ID, "-Header"); !m.IsURL && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 || cover.Percent < leastCover {
		return Unknown
	}
	return strings.Join(ids, " AND ")
}
