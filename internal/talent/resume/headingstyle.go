package resume

import (
	"math"
	"strings"
	"unicode"

	"kadry/internal/talent/layout"
)

// headingStyle is how headings of one document are set.
type headingStyle struct {
	size    int // of the font, in twentieths of the size of most of the text
	bold    bool
	italic  bool
	capital bool // every letter is a capital
	level   int  // of a heading, where the file says so
}

// What a style must show before lines set in it are taken for headings that no lexicon knows.
const (
	knownHeadings  = 2   // headings of the lexicon set in it
	knownShare     = 0.3 // of all its lines, where it differs from the text by more than weight
	knownShareBold = 0.5 // where running text may be set in it as well
	knownAmongJobs = 0.7 // within jobs and schools, whose firms and titles are often set as headings are
	maxStyledWords = 6   // words of such a heading
)

// headingStyles finds the styles in which the document sets its headings: those of lines that
// the lexicon knows; the value is their share. It works for text with a look only.
func (s dates) headingStyles() map[headingStyle]float64 {
	known, all := map[headingStyle]int{}, map[headingStyle]int{}
	for _, l := range s.lines {
		style, ok := s.styleOf(l)
		if !ok {
			continue
		}
		all[style]++
		if s.headingKind(l) != "" && !s.sentence(l) {
			known[style]++
		}
	}
	styles := map[headingStyle]float64{}
	for style, n := range known {
		share := float64(n) / float64(all[style])
		if n >= knownHeadings && (share >= knownShareBold || share >= knownShare && style.apart()) {
			styles[style] = share
		}
	}
	return styles
}

// apart reports a style that no line of running text or of a job has.
func (h headingStyle) apart() bool { return h.size > 22 || h.level > 0 }

// styleOf is how line l is set; ok is false for a line set as the text around it, or of unknown
// look.
func (s dates) styleOf(l line) (style headingStyle, ok bool) {
	k := l.look
	if k.Size == 0 && k.Heading == 0 || k.Margin != "" {
		return headingStyle{}, false
	}
	style = headingStyle{size: int(math.Round(float64(k.Size) * 20)), bold: k.Bold, italic: k.Italic, capital: s.allCapitals(l), level: k.Heading}
	return style, style.level > 0 || style.bold || style.capital || style.size > 21
}

func (s dates) allCapitals(l line) bool {
	letters := 0
	for _, c := range s.of(l) {
		if unicode.IsLower(c) {
			return false
		}
		if unicode.IsUpper(c) {
			letters++
		}
	}
	return letters > 2
}

// styledHeading reports a line that no lexicon knows, set as the headings of the document are: a
// few words without a date, a sign of data, or a title or firm of a job among them. dated says that
// the part so far, which is of the kind within, has a date.
func (s dates) styledHeading(l line, styles map[headingStyle]float64, within string, dated bool) bool {
	least := 0.0
	switch within {
	case experienceSection, educationSection, projectsSection, volunteerSection:
		if !dated {
			return false // what stands before the first entry belongs to that
		}
		least = knownAmongJobs
	}
	style, ok := s.styleOf(l)
	if share := styles[style]; !ok || share == 0 || share < least || l.bulleted || len(l.look.Cells) > 0 || l.look.Margin == layout.Footer {
		return false
	}
	if s.tokens[l.first].kind != wordToken || !s.isUpper(l.first) || s.weigh(l.first, l.last).org >= firmInEntry {
		return false
	}
	count := 0
	for i := l.first; i < l.last; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == numberToken, t.mark == '@', t.mark == '|', isDash(t.mark) && !s.touches(i):
			return false
		case t.kind == wordToken && postOrFirm(t.word):
			return false
		case t.kind == wordToken:
			count++
		}
	}
	return count > 0 && count <= maxStyledWords
}

// setAsText reports "Achievements:" among jobs, set as the text around it where the document sets
// its headings otherwise.
func (s dates) setAsText(l line, kind, within string, styles map[headingStyle]float64) bool {
	if kind != otherSection || within != experienceSection && within != projectsSection || !strings.HasSuffix(s.of(l), ":") || len(styles) == 0 {
		return false
	}
	style, ok := s.styleOf(l)
	return !ok || styles[style] == 0
}

// dated reports a date within line l.
func (s dates) dated(l line) bool {
	for i := l.first; i < l.last; i++ {
		if _, ok := s.at(i); ok {
			return true
		}
	}
	return false
}

// styledKind is the kind of a heading by its words, other where they tell of none.
func (s dates) styledKind(l line) string {
	for i := l.first; i < l.last; i++ {
		if kind := s.clueOf(s.tokens[i].word, i == l.first, i == l.last-1); s.tokens[i].kind == wordToken && kind != "" {
			return kind
		}
	}
	return otherSection
}
