package resume

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The kinds of sections.
const (
	summarySection      = "summary"
	skillsSection       = "skills"
	experienceSection   = "experience"
	educationSection    = "education"
	projectsSection     = "projects"
	certificatesSection = "certificates"
	languagesSection    = "languages"
	contactsSection     = "contacts"
	otherSection        = "other"
)

// wanted, courses and volunteering are told apart while reading; a Section shows them as
// summary, education and other.
const (
	wantedSection    = "wanted"
	coursesSection   = "courses"
	volunteerSection = "volunteer"
)

// sectionKinds are the kinds that a heading can have.
var sectionKinds = []string{
	summarySection, skillsSection, experienceSection, educationSection, projectsSection, certificatesSection, languagesSection,
	contactsSection, otherSection, wantedSection, coursesSection, volunteerSection,
}

// maxHeading is the longest line in letters tried as a heading.
const maxHeading = 90

// headingKind looks a whole line up: any case, spaced letters, signs around it, a stated
// length behind it ("Опыт работы — 5 лет 3 месяца"), two headings joined by "and".
func (s dates) headingKind(l line) string {
	title, _, _ := strings.Cut(s.of(l), "(") // a remark is no part of it
	if utf8.RuneCountInString(title) > maxHeading {
		return ""
	}
	return s.kindOfTokens(l.first, l.last)
}

func (s dates) kindOfTokens(first, last int) string {
	if t := s.tokenAt(first); t.kind == numberToken && t.digits() <= 2 && first+2 < last && (s.tokens[first+1].mark == '.' || s.tokens[first+1].mark == ')') {
		first += 2 // the number of a point of a form
	}
	if joined := s.spacedOut(first, last); joined != "" {
		return s.squeezed[joined]
	}
	if kind := s.bilingualKind(first, last); kind != "" {
		return kind
	}
	list := make([]string, 0, 8)
	parts := make([]int, 0, 2)
	for i := first; i < last; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == wordToken && isJoiner(t.word), t.mark == '&', t.mark == '/', t.mark == ',' && len(list) > 0:
			parts = append(parts, len(list))
		case t.kind == wordToken && len(list) > 0 && s.countsBack(i, last):
			return s.kindOfWords(list, parts)
		case t.kind == wordToken:
			list = append(list, t.word)
		case t.mark == '(' && len(list) > 0 && (s.tokens[last-1].mark == ')' || !s.closes(i, last)):
			return s.kindOfWords(list, parts) // a remark follows: "(starting with the last one)", the next line may end it
		case t.kind == numberToken:
			if _, next, ok := s.durationAt(i); (ok && next >= last-1 || i == last-1 && t.digits() <= 2) && len(list) > 0 && isDash(s.tokenAt(i-1).mark) || ok && next >= last-1 && len(list) > 0 {
				return s.kindOfWords(list, parts) // the page may have broken the length
			}
			return ""
		case t.mark == '.' && i < last-1 || t.mark == '@' || t.mark == ';' || t.mark == '?':
			return ""
		}
	}
	if len(list) == 0 || len(list) > 12 {
		return ""
	}
	return s.kindOfWords(list, parts)
}

// countsBack reports the end of a heading that says how far it goes back: «за последние 15 лет», "of the
// last ten years".
func (s dates) countsBack(i, last int) bool {
	return i+2 < last && (s.tokens[i].word == "за" && strings.HasPrefix(s.tokens[i+1].word, "последни") ||
		(s.tokens[i].word == "of" || s.tokens[i].word == "for" || s.tokens[i].word == "over") && s.tokens[i+1].word == "the" && (s.tokens[i+2].word == "last" || s.tokens[i+2].word == "past"))
}

// closes reports that the bracket at token i is shut before the last one.
func (s dates) closes(i, last int) bool {
	return slices.ContainsFunc(s.tokens[i:last], func(t token) bool { return t.mark == ')' })
}

// bilingualKind reads a heading in two alphabets, "Certificates / Сертификаты STCW", by the side
// that the lexicon knows.
func (s dates) bilingualKind(first, last int) string {
	if last-first > 2*maxClueWords || first >= last || s.tokens[first].kind != wordToken {
		return ""
	}
	at := first
	for at < last && s.tokens[at].mark != '/' {
		at++
	}
	if at+1 >= last || s.tokens[at+1].kind != wordToken || isLatin(s.tokens[first]) == isLatin(s.tokens[at+1]) {
		return ""
	}
	return cmp.Or(s.kindOfTokens(first, at), s.kindOfTokens(at+1, last))
}

// isLatin reports a word that begins with a letter of ASCII.
func isLatin(t token) bool { return t.word[0] < 0x80 }

// maxClueWords is how long a heading known only by a clue may be.
const maxClueWords = 5

// clueKind reads a short line that stands apart and is neither title nor firm as a
// heading when one of its words tells of which kind.
func (s dates) clueKind(l line) string {
	if !l.blankBefore || l.bulleted || l.last-l.first > maxClueWords+3 {
		return ""
	}
	count, kind := 0, ""
	for i := l.first; i < l.last; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == numberToken, t.kind == markToken && !strings.ContainsRune("#*:'’&/_", t.mark):
			return ""
		case t.kind != wordToken:
			continue
		}
		count++
		if postOrFirm(t.word) {
			return ""
		}
		if kind == "" {
			kind = s.clueOf(t.word, count == 1, i == l.last-1)
		}
	}
	if count < 2 || count > maxClueWords {
		return ""
	}
	return kind
}

// postOrFirm reports a word of a post or a firm; "professional" heads sections too.
func postOrFirm(word string) bool {
	return isTitleWord(word) && word != "professional" || orgForms[word]
}

// clueOf reads a word as a clue: see data/headings.tsv. opens and ends say that it is the first or the
// last word of its line.
func (t *tables) clueOf(word string, opens, ends bool) string {
	for _, c := range t.clues {
		w := c.word
		if first, ok := strings.CutPrefix(w, "^"); ok && opens {
			w = first
		}
		if final, ok := strings.CutSuffix(w, "$"); ok && ends {
			w = final
		}
		if stem, ok := strings.CutSuffix(w, "*"); w == word || ok && strings.HasPrefix(word, stem) {
			return c.kind
		}
	}
	return ""
}

func isJoiner(word string) bool { return word == "and" || word == "и" }

// kindOfWords tries the words as one heading, then each side of the joints by itself.
func (t *tables) kindOfWords(list []string, joints []int) string {
	if kind, ok := t.headings[strings.Join(list, " ")]; ok {
		return kind
	}
	kind, from := "", 0
	for _, to := range append(joints, len(list)) {
		if to <= from {
			continue
		}
		if to > len(list) {
			return ""
		}
		part, ok := t.headings[strings.Join(list[from:to], " ")]
		if !ok {
			part, ok = t.halves[strings.Join(list[from:to], " ")]
		}
		if !ok {
			return ""
		}
		if kind == "" || (kind == projectsSection || kind == coursesSection) && part == experienceSection { // «Стажировки и работа»
			kind = part
		}
		from = to
	}
	return kind
}

// spacedOut joins "E X P E R I E N C E".
func (p *page) spacedOut(first, last int) string {
	var joined strings.Builder
	letters := 0
	for _, t := range p.tokens[first:last] {
		if t.kind != wordToken {
			continue
		}
		if utf8.RuneCountInString(t.word) != 1 {
			return ""
		}
		letters++
		joined.WriteString(t.word)
	}
	if letters < 4 {
		return ""
	}
	return joined.String()
}
