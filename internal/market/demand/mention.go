package demand

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
)

var (
	// listLead begins a line that lists skills.
	listLead = regexp.MustCompile(`^[\s•*·–—-]*(?:наш\s+|ключевые\s+|основной\s+|our\s+)?(?:навыки|стек|технологии|инструменты|языки|skills|stack|tech|technologies|tools|languages|requirements|знание|знания|владение|опыт)[^:\n]{0,40}:`)
	// unsaying are the words of a phrase that only introduce a skill.
	unsaying = regexp.MustCompile(`(?i)(?:базов|уверенн|продвинут|отличн|хорош|глубок|начальн|основ)\S*|знани\S*|владени\S*|умени\S*|опыт\S*|навык\S*|работ\S*|пользовател\S*|язык\S*|программировани\S*|разработк\S*|администрировани\S*|knowledge|experience|skills?|basics?|advanced|\(.*?\)|[\s\d.,]+|\bв\b|\bс\b|\bна\b|\bи\b`)
)

// maxListItem is how many words an item of a list has at most, on the average of its line.
const maxListItem = 3

// mentions finds the skills that a text, given also in lower case, names. Bare names such as "R" are skills only in a
// line that lists them.
func mentions(g *skill.Graph, text, small string) []skill.Mention {
	found := g.Find(text, skill.Prose)
	prose, at := found, 0 // prose: those that end behind the last mention of a list
	for line := range strings.Lines(small) {
		if listing(line) {
			for _, m := range g.Find(text[at:at+len(line)], skill.List) {
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
	slices.SortFunc(found, func(a, b skill.Mention) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

// listing tells a line that lists skills: it says so, or it is short items side by side.
func listing(line string) bool {
	if strings.Contains(line, ":") && listLead.MatchString(line) {
		return true
	}
	marks := 0
	for _, r := range line {
		if strings.ContainsRune(",;|/•·", r) {
			marks++
		}
	}
	words := len(strings.Fields(strings.TrimLeft(line, "-–—•·*▪● ")))
	if marks == 0 {
		return 0 < words && words <= 2 // an item by itself: "Go"
	}
	return words <= maxListItem*(marks+1) && !strings.ContainsAny(line, "!?")
}

// cues are words and beginnings of words, in lower case, any of which is a sign.
type cues []string

func (c cues) in(text string) bool {
	for _, cue := range c {
		if strings.Contains(text, cue) {
			return true
		}
	}
	return false
}

// lower is the text in lower case, byte for byte in the same places.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if small := unicode.ToLower(r); utf8.RuneLen(small) == utf8.RuneLen(r) {
			return small
		}
		return r
	}, text)
}
