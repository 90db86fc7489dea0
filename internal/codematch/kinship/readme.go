package kinship

import (
	"regexp"
	"strings"
)

var (
	badge   = regexp.MustCompile(`\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?`)
	link    = regexp.MustCompile(`\]\([^)]*\)`)
	address = regexp.MustCompile(`(https?://|www\.)\S+|\S+@\S+`)
	markup  = regexp.MustCompile(`<[^<>]*>`)
	// common headings open parts that say how a project is got and kept, not what it is for.
	common = regexp.MustCompile(`(?i)install|licen[sc]e|contribut|sponsor|changelog|change log|acknowledg|credits|code of conduct|` +
		`security|table of contents|^contents|donat|star history|support|community|requirement|prerequisite|getting started|` +
		`quick ?start|build|develop|deploy|author|maintainer|contact|badge|version|release|troubleshoot|faq|` +
		`установк|лиценз|участ|благодарн|требован|запуск|автор|контакт|содержан|сборк|разработк`)
)

// passage is a piece of a README with what it weighs: a title says more than a paragraph.
type passage struct {
	text   string
	weight float64
}

const (
	titleWeight   = 3
	openingWeight = 2
	headingWeight = 1.5
	// openingBytes is how much of the text behind the title counts as the opening.
	openingBytes = 400
)

// passages cuts a README into what tells its purpose: badges, addresses, program text and the
// parts on installation, licence, contribution and the like are left out.
func passages(readme string) []passage {
	var found []passage
	opening, fenced, skipped := openingBytes, false, 0
	titled := false
	for line := range strings.Lines(readme) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || line == "" {
			continue
		}
		text, level := heading(line)
		text = plain(text)
		switch {
		case level > 0 && !titled:
			titled, skipped = true, 0
			found = append(found, passage{text, titleWeight})
		case level > 0 && skipped > 0 && level > skipped:
		case level > 0 && common.MatchString(text):
			skipped = level
		case level > 0:
			skipped = 0
			found = append(found, passage{text, headingWeight})
		case skipped > 0:
		case opening > 0:
			opening -= len(text)
			found = append(found, passage{text, openingWeight})
		default:
			found = append(found, passage{text, 1})
		}
	}
	return found
}

// heading returns the text of a line and the level of the heading it is, 0 for none. Headings
// of reStructuredText and underlined ones pass as text.
func heading(line string) (text string, level int) {
	text = strings.TrimLeft(line, "#")
	level = len(line) - len(text)
	if level == 0 && strings.HasPrefix(strings.ToLower(line), "<h") && len(line) > 2 && line[2] >= '1' && line[2] <= '6' {
		level = int(line[2] - '0')
	}
	return text, level
}

// plain takes marks and addresses out of a line.
func plain(line string) string {
	line = badge.ReplaceAllString(line, " ")
	line = link.ReplaceAllString(line, "] ")
	line = address.ReplaceAllString(line, " ")
	return strings.TrimSpace(markup.ReplaceAllString(line, " "))
}
