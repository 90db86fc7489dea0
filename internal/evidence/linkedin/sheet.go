package linkedin

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Font sizes of a saved page, as shares of each other: headings of the main column are set
// in 15.75 points over names of 12, those of the sidebar in 13 over 10.5, the member's name
// in 26.
const (
	headingShare = 1.12 // a heading is so much larger than the text under it
	sameSize     = 0.3  // points: sizes closer than this are one
	maxHeading   = 60   // characters
	maxWrapped   = 20   // lines one name, title or entry may take
)

// part is a section and its lines.
type part struct {
	section section
	lines   []pageLine
}

// readPDF reads a profile that was saved as PDF.
func (d *draft) readPDF(ctx context.Context, body []byte) error {
	d.reading.Source = PDF
	page, err := readSheet(ctx, body)
	if err != nil {
		return err
	}
	top, main := parts(page.main)
	_, side := parts(page.sidebar)
	if !isProfile(main, side) {
		return fault.E(fault.Invalid, fault.Say(
			"This PDF is no profile saved from LinkedIn: its headings (Experience, Education, Top Skills ...) were not found.",
			"Этот PDF — не профиль, сохранённый из LinkedIn: заголовков «Опыт работы», «Образование», «Основные навыки» в нём нет."), nil).
			WithHint(howToGet)
	}
	d.takeTop(top)
	// What the file shows of skills is a choice, and of an empty section it shows nothing.
	d.partial[Skills] = true
	for _, p := range slices.Concat(side, main) {
		d.takePart(p)
	}
	return nil
}

// isProfile tells a saved profile from any other PDF with a heading or two: it has jobs or
// schools in the main column, and a sidebar with at least one known section.
func isProfile(main, side []part) bool {
	has := func(parts []part, wanted ...section) bool {
		return slices.ContainsFunc(parts, func(p part) bool { return slices.Contains(wanted, p.section) })
	}
	return has(main, jobSection, schoolSection, summarySection) &&
		has(side, contactSection, skillSection, languageSection, licenceSection)
}

// parts cuts a column at its headings. What stands before the first is the top. A line is a
// heading when it says one and is larger than the text of the column.
func parts(column []pageLine) (top []pageLine, out []part) {
	usual := usualSize(column)
	size := headingSize(column, usual)
	for _, l := range column {
		kind, known := vocabulary.headings[fold(l.text)]
		switch large := l.size >= headingShare*usual; {
		case large && known:
			out = append(out, part{section: kind})
		case len(out) == 0:
			top = append(top, l)
		case large && math.Abs(l.size-size) < sameSize && len(l.text) <= maxHeading:
			// A heading in a language that is not known still ends the section before it.
			out = append(out, part{section: otherSection})
		default:
			out[len(out)-1].lines = append(out[len(out)-1].lines, l)
		}
	}
	return top, out
}

// headingSize is the size of the first known heading, zero without one.
func headingSize(column []pageLine, usual float64) float64 {
	for _, l := range column {
		if _, known := vocabulary.headings[fold(l.text)]; known && l.size >= headingShare*usual {
			return l.size
		}
	}
	return 0
}

// usualSize is the size most characters of a column are set in, headings aside: a short
// sidebar has more of them than of text.
func usualSize(column []pageLine) float64 {
	counts := map[int]int{} // by tenths of a point
	for _, l := range column {
		if _, known := vocabulary.headings[fold(l.text)]; known {
			continue
		}
		counts[int(math.Round(10*l.size))] += len(l.text)
	}
	best := 0
	for size, n := range counts {
		if n > counts[best] || n == counts[best] && size < best {
			best = size
		}
	}
	return float64(best) / 10
}

// takeTop reads what stands over the sections: name, headline, place.
func (d *draft) takeTop(top []pageLine) {
	largest := 0.0
	for _, l := range top {
		largest = max(largest, l.size)
	}
	var name, rest []pageLine
	for _, l := range top[:min(len(top), maxWrapped)] {
		if l.size > largest-sameSize {
			name = append(name, l)
		} else {
			rest = append(rest, l)
		}
	}
	if n := len(rest); n > 1 && isArea(rest[n-1].text) {
		d.Location = d.wrapped(rest[n-1:], Location)
		rest = rest[:n-1]
	}
	d.FullName = d.wrapped(name, FullName)
	d.Headline = d.wrapped(rest, Headline)
}

// wrapped is a field that may go over several lines.
func (d *draft) wrapped(lines []pageLine, field Field) string {
	var out strings.Builder
	for _, l := range lines {
		out.WriteString(l.text + " ")
		d.found(l.place(), field)
	}
	return line(out.String())
}

// maxArea is how long the name of a place may be, with its region and country.
const maxArea = 80

var areaWord = regexp.MustCompile(`[\p{L}\p{M}]+`)

// isArea tells a place from a sentence: short, without digits and the marks of a headline,
// and with a comma or a word such as "Area", or of very few words.
func isArea(text string) bool {
	if len([]rune(text)) > maxArea || strings.ContainsAny(text, "0123456789|@•;:!?·") || strings.HasSuffix(text, ".") {
		return false
	}
	words := areaWord.FindAllString(strings.ToLower(text), 13)
	if len(words) == 0 || len(words) > 12 {
		return false
	}
	if len(words) <= 3 || slices.ContainsFunc(words, func(w string) bool { return vocabulary.areas[w] }) {
		return true
	}
	return strings.Contains(text, ",") && len(words) <= 8 && !strings.Contains(text, " at ")
}

// takePart reads one section.
func (d *draft) takePart(p part) {
	switch p.section {
	case summarySection:
		d.Summary = text(paragraphs(p.lines))
		d.note(p, Summary)
	case skillSection:
		for _, item := range items(p.lines) {
			d.Skills = append(d.Skills, Skill{Name: line(item)})
		}
		d.Skills = d.Skills[:min(len(d.Skills), maxItems)]
		d.note(p, Skills)
	case languageSection:
		for _, item := range items(p.lines) {
			d.Languages = append(d.Languages, spoken(item))
		}
		d.Languages = d.Languages[:min(len(d.Languages), maxItems)]
		d.note(p, Languages)
	case licenceSection:
		for _, item := range items(p.lines) {
			d.Certifications = append(d.Certifications, Certification{Name: line(item)})
		}
		d.Certifications = d.Certifications[:min(len(d.Certifications), maxItems)]
		d.note(p, Certificates)
	case jobSection:
		d.takeJobs(p.lines)
		d.note(p, Experience)
	case schoolSection:
		d.takeSchools(p.lines)
		d.note(p, Schools)
	case contactSection:
		d.takeContact(p.lines)
	case noSection, otherSection:
	}
}

// note says on which pages a section stands.
func (d *draft) note(p part, field Field) {
	for _, l := range p.lines {
		d.found(l.place(), field)
	}
}

// paragraphs joins the lines of a text. A step wider than usual, or a list mark, starts a
// new line.
func paragraphs(lines []pageLine) string {
	steps := stepsOf(lines)
	usual := usualStep(steps)
	var out strings.Builder
	for i, l := range lines {
		switch {
		case i == 0:
		case steps[i] > 1.3*usual, isListed(l.text):
			out.WriteByte('\n')
		default:
			out.WriteByte(' ')
		}
		out.WriteString(l.text)
	}
	return out.String()
}

func isListed(text string) bool {
	return strings.HasPrefix(text, "•") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "– ")
}

// stepsOf are the distances of each line from the one before; zero over a page's end.
func stepsOf(lines []pageLine) []float64 {
	out := make([]float64, len(lines))
	for i := 1; i < len(lines); i++ {
		if lines[i].page == lines[i-1].page {
			out[i] = lines[i-1].base - lines[i].base
		}
	}
	return out
}

// usualStep is the least step between lines, which is the one inside of a paragraph.
func usualStep(steps []float64) float64 {
	least := math.Inf(1)
	for _, s := range steps {
		if s > 0 {
			least = min(least, s)
		}
	}
	return least
}

// items are the entries of a list in the sidebar. An entry that does not fit its width goes
// on in the next line, which stands closer than the next entry does. Where all lines stand
// alike, only an open bracket tells that an entry goes on.
func items(lines []pageLine) []string {
	steps := stepsOf(lines)
	usual := usualStep(steps)
	spread := slices.ContainsFunc(steps, func(s float64) bool { return s > 1.15*usual })
	var out []string
	open, taken := 0, 0 // brackets not closed and lines of the last entry
	for i, l := range lines {
		goesOn := spread && steps[i] > 0 && steps[i] < 1.15*usual
		if n := len(out); n > 0 && (goesOn || open > 0) && taken < maxWrapped {
			out[n-1] += " " + l.text
			taken++
		} else {
			out = append(out, l.text)
			open, taken = 0, 1
		}
		open += strings.Count(l.text, "(") - strings.Count(l.text, ")")
	}
	return out
}

// spoken reads "English (Native or Bilingual)".
func spoken(item string) Language {
	name, level, _ := strings.Cut(item, "(")
	return Language{Name: line(name), Proficiency: line(strings.TrimSuffix(strings.TrimSpace(level), ")"))}
}

// contactSlug is the profile's own address, which the sidebar breaks wherever it must.
var contactSlug = regexp.MustCompile(`linkedin\.com/in/([^()/?#]{3,200})\(LinkedIn\)`)

// takeContact keeps the profile's address and nothing else of the contacts.
func (d *draft) takeContact(lines []pageLine) {
	var whole strings.Builder
	for _, l := range lines {
		whole.WriteString(strings.ReplaceAll(l.text, " ", ""))
	}
	found := contactSlug.FindStringSubmatch(whole.String())
	if found == nil {
		return
	}
	if name, err := Slug("https://www.linkedin.com/in/" + found[1]); err == nil {
		d.Username = name
	}
}
