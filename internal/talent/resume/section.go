package resume

import (
	"slices"
	"strings"
)

// part is a section while it is being read: lines[first:last], the heading line left out
// unless text follows the heading on the same line.
type part struct {
	kind        string
	heading     string
	first, last int
	start, end  int // bytes of the content
	offset      int // bytes where the heading starts
}

// sections cuts the text by its headings. What stands above the first one is the head:
// name, title and contacts.
func (s dates) sections() []part {
	parts := []part{{kind: contactsSection}}
	colons, dated := false, false
	runIn, styles := s.runInHeadings(), s.headingStyles()
	for i, l := range s.lines {
		current := &parts[len(parts)-1]
		h := s.headingAt(l, current.kind, colons)
		if mark, ok := runIn[i]; ok && h.kind == "" {
			h = mark
		}
		if h.kind == "" && i > 0 && len(parts) > 1 && s.styledHeading(l, styles, current.kind, dated) {
			h = headingMark{kind: s.styledKind(l), start: l.start, end: l.end}
		}
		if h.kind == "" && s.pointAfter(l, *current) {
			h = headingMark{kind: s.pointKind(l), start: l.start, end: l.start}
		}
		if h.kind == "" || i == 0 && s.isCurriculum(l) {
			dated = dated || len(styles) > 0 && s.dated(l)
			continue
		}
		whole := h.end >= l.end
		if whole && h.start == l.start && (s.insideJob(l, h.kind, current.kind, colons) || s.setAsText(l, h.kind, current.kind, styles)) {
			dated = dated || len(styles) > 0 && s.dated(l)
			continue
		}
		if whole && h.kind == experienceSection {
			colons = strings.HasSuffix(s.of(l), ":")
		}
		current.last = i
		next := part{kind: h.kind, heading: strings.Trim(s.text[h.start:h.end], " :#*_•"), first: i, offset: h.start, start: h.end}
		if whole {
			next.first = i + 1
		}
		if h.start > l.start {
			current.last = i + 1
		}
		parts, dated = append(parts, next), false
	}
	partTraining(parts)
	s.closeParts(parts)
	return parts
}

// partTraining takes «Обучение» beside «Образование» for courses: alone it holds the schools.
func partTraining(parts []part) {
	schools := slices.ContainsFunc(parts, func(p part) bool {
		return p.kind == educationSection && !trainingHeadings[fold(p.heading)] && p.heading != ""
	})
	for i := range parts {
		if schools && parts[i].kind == educationSection && trainingHeadings[fold(parts[i].heading)] {
			parts[i].kind = coursesSection
		}
	}
}

var trainingHeadings = words("обучение training learning trainings")

func (s dates) closeParts(parts []part) {
	parts[len(parts)-1].last = len(s.lines)
	for i := range parts {
		p := &parts[i]
		p.end = len(s.text)
		if i+1 < len(parts) {
			p.end = parts[i+1].offset
		}
		if p.first < len(s.lines) && p.start < s.lines[p.first].start {
			p.start = min(s.lines[p.first].start, p.end)
		}
		for p.end > p.start && (s.text[p.end-1] == '\n' || s.text[p.end-1] == ' ') {
			p.end--
		}
	}
}

// headingMark is where a heading stands; its kind is empty when there is none.
type headingMark struct {
	kind       string
	start, end int
}

// headingAt finds the heading a line is, begins with or ends with.
func (s dates) headingAt(l line, within string, colons bool) headingMark {
	if kind := s.headingKind(l); kind != "" && !s.sentence(l) {
		return headingMark{kind, l.start, l.end}
	}
	if kind := s.clueKind(l); kind != "" && s.clueHolds(l, kind, within) {
		return headingMark{kind, l.start, l.end}
	}
	if glued := s.gluedHeading(l); glued.kind != "" {
		return glued
	}
	if kind := s.instructedKind(l); kind != "" {
		return headingMark{kind, l.start, l.end}
	}
	// "Skills: Go, SQL": the text follows the heading.
	limit := min(l.last, l.first+8)
	for i := l.first; i < limit; i++ {
		t := s.tokens[i]
		listed := i > l.first && (t.mark == '•' || t.mark == '➢' || t.mark == '*')
		if t.kind != markToken || t.mark != ':' && t.mark != '|' && !listed && !s.spacedDash(i) {
			continue
		}
		kind := s.kindOfTokens(l.first, i)
		if within == experienceSection && t.mark == ':' && s.namesDuties(l.first, i) {
			return headingMark{}
		}
		if kind == "" || !s.inlineAllowed(l, kind, within, colons, t.mark) {
			return headingMark{}
		}
		if listed {
			return headingMark{kind, l.start, t.start}
		}
		return headingMark{kind, l.start, t.end}
	}
	return headingMark{}
}

// instructedKind reads the heading of a form that tells how to fill it in: "Employment – please start
// with the most recent".
func (s dates) instructedKind(l line) string {
	dash := -1
	for i := l.first + 1; i < l.last; i++ {
		switch t := s.tokens[i]; {
		case dash < 0 && (s.spacedDash(i) || t.mark == '('):
			dash = i
		case dash >= 0 && instructing[t.word] && !l.bulleted:
			return s.kindOfTokens(l.first, dash)
		}
	}
	return ""
}

var instructing = words("please starting start recent newest latest начиная укажите обратном")

// pointAfter reports a line with the number after that of the point the part is headed by: it
// is the next point of a form and ends that one.
func (s dates) pointAfter(l line, current part) bool {
	if current.heading == "" || current.offset >= len(s.text) || l.last-l.first < 3 || s.tokens[l.first+1].mark != '.' || s.tokens[l.first+2].kind != wordToken {
		return false // "02.2001" is a date
	}
	head, point := s.tokenAt(s.tokenIndex(current.offset)), s.tokens[l.first]
	return head.kind == numberToken && point.kind == numberToken && head.digits() <= 2 && point.value == head.value+1
}

// pointKind is the kind of a point of a form by the words of its title, other where they tell
// of none, or text follows them. A remark in brackets is no part of the title.
func (s dates) pointKind(l line) string {
	title := l
	for i := l.first + pointNumber; i < l.last; i++ {
		if s.tokens[i].mark == '(' {
			title.last = i
			break
		}
	}
	if title.last-title.first > maxPointWords+pointNumber || title.last == l.last && l.last-l.first > maxClueWords+pointNumber {
		return otherSection
	}
	return s.styledKind(title)
}

// What a point of a form begins with, and how many words its title has before a remark.
const (
	pointNumber   = 2 // the number and its full stop
	maxPointWords = 8
)

// runInHeadings finds headings that no sign parts from their text: "Languages English,
// Welsh" under "Tickets First Aid (2025)". One alone is a title or a firm.
func (s dates) runInHeadings() map[int]headingMark {
	found, kinds := map[int]headingMark{}, map[string]bool{}
	for i, l := range s.lines {
		if h, ok := s.runInHeading(l); ok && i > 0 {
			found[i] = h
			kinds[h.kind+s.tokens[l.first].word] = true
			if s.pointOf(l) > 0 {
				kinds["point"] = true // the numbers of a form part its points
			}
		}
	}
	if len(kinds) < 2 {
		for i, h := range found {
			if h.kind != languagesSection { // which names languages itself
				delete(found, i)
			}
		}
	}
	return found
}

// pointOf is how many tokens the number of a point takes at the beginning of a line: "6. ".
func (s dates) pointOf(l line) int {
	if t := s.tokens[l.first]; t.kind == numberToken && t.digits() <= 2 && l.first+2 < l.last && s.tokens[l.first+1].mark == '.' && !s.touches(l.first+1) {
		return 2
	}
	return 0
}

// runInHeading reads the one or two words that open line l as a heading of the text behind them.
func (s dates) runInHeading(l line) (h headingMark, ok bool) {
	start := l.first + s.pointOf(l)
	if h := s.marginHeading(l); h.kind != "" {
		return h, true
	}
	for n := 2; n > 0; n-- {
		at := start + n
		if at >= l.last || !s.headWords(start, at) || s.tokens[at].kind != wordToken {
			continue
		}
		phrase := s.tokens[start].word
		if n == 2 {
			phrase += " " + s.tokens[start+1].word
		}
		if !runInWords[phrase] || smallWords[s.tokens[at].word] || isJoiner(s.tokens[at].word) {
			continue
		}
		kind := s.headings[phrase]
		if kind == otherSection && s.cyrillicAt(start, at) && !s.isUpper(at) {
			return headingMark{}, false // "Рекомендации треков": the next word belongs to it
		}
		switch {
		case kind == "", kind != languagesSection && s.parted(at), kind == languagesSection && !s.speaks(l):
			return headingMark{}, false
		case kind != languagesSection && s.titleWithin(at, l.last) && s.shortOf(l):
			return headingMark{}, false // "Education Manager"
		}
		return headingMark{kind, l.start, s.tokens[at-1].end}, true
	}
	return headingMark{}, false
}

// marginHeading reads the heading of schools or papers that stands beside its text, in a cell of its own.
func (s dates) marginHeading(l line) headingMark {
	at := l.first + 1
	for at < min(l.last, l.first+maxClueWords) && !s.parted(at) {
		at++
	}
	if at >= l.last || !s.parted(at) || !s.isUpper(l.first) {
		return headingMark{}
	}
	kind := s.kindOfTokens(l.first, at)
	if kind != educationSection && kind != certificatesSection {
		return headingMark{}
	}
	return headingMark{kind, l.start, s.tokens[at-1].end}
}

// headWords reports words alone from token first to last, the first with a capital.
func (s dates) headWords(first, last int) bool {
	for i := first; i < last; i++ {
		if s.tokens[i].kind != wordToken {
			return false
		}
	}
	return s.isUpper(first)
}

func (s dates) titleWithin(first, last int) bool {
	return slices.ContainsFunc(s.tokens[first:last], func(t token) bool { return t.kind == wordToken && isTitleWord(t.word) })
}

// shortOf reports a line that may be no more than the title of a post.
func (s dates) shortOf(l line) bool { return s.wordsBetween(l.start, l.end) <= maxClueWords }

// runInWords are headings that stand before their text on one line.
var runInWords = map[string]bool{
	"education": true, "study": true, "skills": true, "key skills": true, "technical skills": true, "languages": true, "language": true, "certificates": true, "certificate": true,
	"certifications": true, "tickets": true, "licences": true, "licenses": true, "tools": true, "hobbies": true, "interests": true, "profile": true, "summary": true, "experience": true,
	"work experience": true, "references": true, "courses": true, "training": true, "qualifications": true, "publications": true, "volunteering": true, "awards": true, "pro bono": true, "declaration": true,
	"образование": true, "навыки": true, "ключевые навыки": true, "языки": true, "сертификаты": true, "курсы": true, "опыт": true, "опыт работы": true, "хобби": true, "интересы": true,
	"публикации": true, "рекомендации": true, "увлечения": true, "документы": true, "удостоверения": true, "стек": true, "инструменты": true,
}

// clueHolds doubts a guessed heading among jobs: there a short line over a date is a firm.
func (s dates) clueHolds(l line, kind, within string) bool {
	if within != experienceSection && within != projectsSection || kind == educationSection {
		return true
	}
	if kind == experienceSection {
		return false
	}
	lines := 0
	for i := l.last; i < len(s.tokens) && lines < 3; i++ {
		if s.tokens[i].kind == breakToken {
			lines++
			continue
		}
		if _, dated := s.at(i); dated {
			return false
		}
	}
	return true
}

// namesDuties reports the label of what was done in a job: "Technologies: Go" is a line of
// the job.
func (s dates) namesDuties(first, last int) bool {
	if last != first+1 {
		return false
	}
	role, ok := s.labels[s.tokens[first].word]
	return ok && role == dutiesRole
}

func (s dates) spacedDash(i int) bool {
	t := s.tokens[i]
	return (t.mark == '—' || t.mark == '–') && !s.touches(i-1) && !s.touches(i)
}

// inlineAllowed keeps "Technologies: Go" and "Languages: Java" of a job inside the job: there
// only an empty line above makes a section.
func (s dates) inlineAllowed(l line, kind, within string, colons bool, sign rune) bool {
	if sign != ':' && sign != '|' && sign != '*' && sign != '•' && sign != '➢' && kind != languagesSection {
		return false
	}
	if l.bulleted {
		return false
	}
	if sign == '|' && (kind == educationSection || kind == languagesSection && s.speaks(l)) {
		return true // the left column of a table has the headings
	}
	switch within {
	case experienceSection, projectsSection, volunteerSection:
		if sign == ':' && (kind == educationSection || kind == languagesSection && s.speaks(l)) && s.shouted(l.first, l.last) {
			return true
		}
		return l.blankBefore && (kind != otherSection && kind != projectsSection || colons)
	case skillsSection:
		// "Languages: Go, Java" and "Tools: Git" are rows of the list; spoken languages are
		// told from the others when the section is read.
		return kind != skillsSection && kind != otherSection && (kind != languagesSection || l.blankBefore && s.speaks(l))
	}
	return true
}

// shouted reports that the words up to the first colon are in capitals.
func (s dates) shouted(first, last int) bool {
	for i := first; i < last && s.tokens[i].mark != ':'; i++ {
		t := s.tokens[i]
		if word := s.text[t.start:t.end]; t.kind == wordToken && (len(word) < 4 || strings.ToUpper(word) != word) {
			return false
		}
	}
	return true
}

// speaks reports a line that names a spoken language: "Languages: Go, Java" does not.
func (s dates) speaks(l line) bool {
	for _, t := range s.tokens[l.first:l.last] {
		if _, ok := s.spoken[t.word]; ok && t.kind == wordToken {
			return true
		}
	}
	return false
}

// insideJob keeps "Achievements:" and "Projects:" that stand within a job.
func (s dates) insideJob(l line, kind, within string, colons bool) bool {
	if within != experienceSection && within != projectsSection {
		return false
	}
	framed := isBullet(s.tokenAt(l.last - 1).mark)
	if l.bulleted && !framed && !isSymbol(s.tokens[l.first].mark) {
		return true
	}
	if l.blankBefore || !strings.HasSuffix(s.of(l), ":") {
		return false
	}
	if colons {
		return kind == otherSection
	}
	return kind == otherSection || kind == projectsSection || kind == skillsSection || kind == summarySection
}

func isSymbol(r rune) bool {
	return r >= 0xE000 && r <= 0xF8FF || r == '■' || r == '▪' || r == '◆' || r == '●'
}

// sentence reports a heading word that is the end of running text.
func (s dates) sentence(l line) bool {
	last := s.tokenAt(l.last - 1)
	first := s.tokenAt(l.first)
	return last.mark == '.' || first.kind == wordToken && first.word == s.text[first.start:first.end] && l.end-l.start > 20
}

// gluedHeadings are followed by the word "details".
var gluedHeadings = []string{"education", "skill", "company", "project"}

// gluedHeading finds "... learning.Education Details" at the end of a line, which form
// based CV sites print without a line end.
func (s dates) gluedHeading(l line) headingMark {
	n := l.last
	if n-l.first < 3 || s.tokens[n-1].kind != wordToken || s.tokens[n-1].word != "details" {
		return headingMark{}
	}
	w := s.tokens[n-2]
	for _, name := range gluedHeadings {
		if w.kind == wordToken && strings.HasSuffix(w.word, name) {
			return headingMark{s.headings[name+" details"], w.end - len(name), l.end}
		}
	}
	return headingMark{}
}
