package vacancy

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/skill"
)

// listLead begins a line that lists skills; listMarks part what is listed.
var (
	listLead  = regexp.MustCompile(`(?i)^[\s•*–—-]*(?:ключевые\s+)?(?:навыки|стек|технологии|инструменты|языки|skills|stack|technologies|tools|languages|requirements)[^:\n]{0,40}:`)
	listMarks = regexp.MustCompile(`[,;|/•·]`)
)

// maxListItem is how many words an item of a list has at most, on the average of its line.
const maxListItem = 3

// mentions finds the skills a text names. Bare names such as "R" are taken as skills only
// in a line that lists them.
func mentions(g *skill.Graph, text string) []skill.Mention {
	found := g.Find(text, skill.Prose)
	prose, at := found, 0 // prose: those that end behind the last mention of a list
	for line := range strings.Lines(text) {
		if listing(line) {
			for _, m := range g.Find(line, skill.List) {
				m.Start, m.End = m.Start+at, m.End+at
				for len(prose) > 0 && prose[0].End <= m.Start {
					prose = prose[1:]
				}
				if len(prose) == 0 || m.End <= prose[0].Start {
					found = append(found, m)
				}
			}
		}
		at += len(line)
	}
	slices.SortFunc(found, func(a, b skill.Mention) int { return a.Start - b.Start })
	return found
}

// listing tells a line that lists skills: it says so, or it is short items side by side.
func listing(line string) bool {
	if listLead.MatchString(line) {
		return true
	}
	marks := len(listMarks.FindAllStringIndex(line, -1))
	return marks > 0 && len(strings.Fields(line)) <= maxListItem*(marks+1) && !strings.ContainsAny(line, "!?")
}
