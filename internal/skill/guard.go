package skill

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// near is how many atoms to either side are looked at for words that go with a spelling.
const near = 10

// guard says when a spelling that is also an ordinary word (go, rest, мо), a letter or a
// foreign abbreviation is a skill. A guard with any of solo, near, after or required
// makes the spelling unsafe: in prose it then counts only in a list of skills, in the
// given company, or in a given form. The not* words forbid it wherever they stand.
type guard struct {
	required  bool
	exact     bool     // no word endings: "раст" must not meet "расти"
	version   bool     // a version number after it is proof enough: "Swift 5.9"
	solo      []string // spellings that are enough by themselves inside a sentence
	form      []string // the only spellings accepted outside a list
	near      []string // words that make it a skill, in the same sentence
	after     []string // words that make it a skill when directly before it
	notAfter  []string
	notBefore []string
	notNear   []string
}

// literal reports that the spelling takes no word endings.
func (g *guard) literal() bool { return g != nil && g.exact }

// unsafe reports that the spelling needs context at all.
func (g *guard) unsafe() bool {
	return g != nil && (g.required || len(g.solo)+len(g.near)+len(g.after)+len(g.form) > 0)
}

// set stores the words of one guard row.
func (g *guard) set(condition string, words []string) bool {
	switch condition {
	case "context":
		g.required = true
	case "exact":
		g.exact = true
	case "version":
		g.version = true
	case "solo":
		g.solo = append(g.solo, words...)
	case "form":
		g.form = append(g.form, words...)
	case "near":
		g.near = append(g.near, words...)
	case "after":
		g.after = append(g.after, words...)
	case "not_after":
		g.notAfter = append(g.notAfter, words...)
	case "not_before":
		g.notBefore = append(g.notBefore, words...)
	case "not_near":
		g.notNear = append(g.notNear, words...)
	default:
		return false
	}
	return true
}

// allows decides whether the span means the skill its name stands for.
func (g *guard) allows(r *reading, s span, list listed) bool {
	if onStreet(r, s) {
		return false
	}
	if g == nil {
		return true
	}
	if g.vetoed(r, s) || !g.introduced(r, s, list) && r.company(s, g.notNear) {
		return false
	}
	if !g.unsafe() {
		return true
	}
	if r.letterTrap(s) || list != member && r.atoms[s.from].cyrillic && utf8.RuneCountInString(r.atoms[s.from].text) == 1 {
		return false // a Cyrillic С outside a list is a preposition
	}
	if list.firm() {
		return true
	}
	surface := r.text[r.atoms[s.from].start:r.atoms[s.to-1].end]
	if len(g.form) > 0 && !slices.Contains(g.form, surface) {
		return false
	}
	if a := r.atoms[s.from]; list == beside && (a.upper || a.cyrillic) {
		return true
	}
	if g.version && r.versionAt(s.to) > s.to && !r.yearAt(s.to) {
		return true
	}
	if slices.Contains(g.solo, surface) && !r.beginsSentence(s.from) && !r.shouted(s) {
		return true
	}
	if g.introduced(r, s, list) {
		return true
	}
	return r.namesTrade(s) || r.company(s, g.near)
}

// trades are the words that, next to a name, make it what a person works with: "Rust
// engineer", "разработчик Go".
var trades = []string{"engineer*", "developer*", "programmer*", "programming", "coder", "разработчик*", "программист*", "программировани*"}

// namesTrade reports a capitalised name beside the word of a trade.
func (r *reading) namesTrade(s span) bool {
	if !r.atoms[s.from].upper || r.shouted(s) {
		return false
	}
	if s.to < len(r.atoms) && soft(r.gap(s.to)) && matchesAny(r.atoms[s.to].text, trades[:5]) {
		return true
	}
	if s.to < len(r.atoms) && r.gap(s.to) == "-" && matchesAny(r.atoms[s.to].text, trades[5:]) {
		return true
	}
	return s.from > 0 && r.gap(s.from) == " " && matchesAny(r.atoms[s.from-1].text, trades[5:])
}

func (g *guard) vetoed(r *reading, s span) bool {
	if s.from > 0 && soft(r.gap(s.from)) && !strings.ContainsAny(r.gap(s.from), "/+&·") && matchesAny(r.atoms[s.from-1].text, g.notAfter) && !r.migrates(s.from) {
		return true
	}
	if s.to < len(r.atoms) && soft(r.gap(s.to)) && matchesAny(r.atoms[s.to].text, g.notBefore) {
		return true
	}
	return false
}

// introduced reports the right spelling in a list, or right after a word that only the
// skill follows: "wrote the payment screen in Swift".
func (g *guard) introduced(r *reading, s span, list listed) bool {
	if len(g.after) == 0 {
		return false
	}
	if !list.firm() && (s.from == 0 || !soft(r.gap(s.from)) || !matchesAny(r.atoms[s.from-1].text, g.after)) {
		return false
	}
	surface := r.text[r.atoms[s.from].start:r.atoms[s.to-1].end]
	return len(g.form) == 0 || slices.Contains(g.form, surface)
}

// migrates reports the end of a move: "from PHP to Go".
func (r *reading) migrates(i int) bool {
	if !matchesAny(r.atoms[i-1].text, []string{"to", "into"}) || !r.atoms[i].upper {
		return false
	}
	for at := i - 2; at >= 0 && at >= i-near && !r.breaks[at+1]; at-- {
		if matchesAny(r.atoms[at].text, []string{"from", "mov*", "migrat*", "switch*", "port*", "rewr*", "transition*", "convert*", "translat*"}) {
			return true
		}
	}
	return false
}

// soft is a gap that keeps two words together in a phrase.
func soft(gap string) bool {
	return len(gap) <= 5 && !strings.ContainsAny(gap, ",;.!?|•\n()")
}

// company reports any of the words near the span, inside its sentence.
func (r *reading) company(s span, words []string) bool {
	if len(words) == 0 {
		return false
	}
	for i := s.from - 1; i >= 0 && i >= s.from-near && !r.breaks[i+1]; i-- {
		if !r.atoms[i].address && matchesAny(r.atoms[i].text, words) {
			return true
		}
	}
	for i := s.to; i < len(r.atoms) && i < s.to+near && !r.breaks[i]; i++ {
		if !r.atoms[i].address && matchesAny(r.atoms[i].text, words) {
			return true
		}
	}
	return false
}

// matchesAny compares a folded word with patterns; a trailing star matches any ending
// "0" any number and "0000" a number of four digits, which is most often a year.
func matchesAny(word string, patterns []string) bool {
	for _, p := range patterns {
		if p == word {
			return true
		}
		if stem, ok := strings.CutSuffix(p, "*"); ok && strings.HasPrefix(word, stem) {
			return true
		}
		if ending, ok := strings.CutPrefix(p, "*"); ok && len(word) > len(ending) && strings.HasSuffix(word, ending) {
			return true
		}
		if p == "0000" && len(word) == 4 && strings.Trim(word, "0123456789") == "" {
			return true
		}
		if p == "0" && word != "" && word[0] >= '0' && word[0] <= '9' {
			return true
		}
	}
	return false
}

// letterTrap rejects single letters glued to something: R&D, C-level, J.R., Mr's.
func (r *reading) letterTrap(s span) bool {
	a := r.atoms[s.from]
	if s.to-s.from != 1 || len([]rune(a.text)) != 1 {
		return false
	}
	if !a.upper && r.where == Prose || r.amongLetters(s.from) {
		return true
	}
	if a.start > 0 && strings.ContainsRune("&-.'@_", rune(r.text[a.start-1])) {
		return true
	}
	rest := r.text[a.end:]
	if rest == "" {
		return false
	}
	if strings.ContainsRune("&-'@_", rune(rest[0])) || strings.HasPrefix(rest, "’") {
		return true
	}
	return initials(rest)
}

// amongLetters reports a letter enumerated with others: "права категорий B и C".
func (r *reading) amongLetters(i int) bool {
	for _, step := range []int{-1, 1} {
		at := i + step
		if at >= 0 && at < len(r.atoms) && matchesAny(r.atoms[at].text, []string{"and", "or", "и", "или"}) {
			at += step
		}
		if at < 0 || at >= len(r.atoms) || r.breaks[max(i, at)] {
			continue
		}
		if a := r.atoms[at]; a.upper && a.latin && len(a.text) == 1 && a.text != "c" && a.text != "r" {
			return true
		}
	}
	return false
}

// initials reports a letter followed by a dot and a capital: "R. Smith", "R.J.".
func initials(rest string) bool {
	after, dotted := strings.CutPrefix(rest, ".")
	if !dotted {
		return false
	}
	for i, r := range after {
		if r == ' ' && i == 0 {
			continue
		}
		return unicode.IsUpper(r)
	}
	return false
}

var streets = []string{"street", "st", "avenue", "ave", "road", "rd", "lane", "boulevard", "blvd", "square", "alley", "drive", "court", "plaza", "highway", "island", "улица", "ул", "улице", "проспект", "проспекте", "переулок", "шоссе", "бульвар"}

// onStreet rejects a name that is part of a postal address.
func onStreet(r *reading, s span) bool {
	if s.to < len(r.atoms) && soft(r.gap(s.to)) && r.atoms[s.to].upper && matchesAny(r.atoms[s.to].text, streets[:16]) {
		return true
	}
	if s.from == 0 {
		return false
	}
	gap := strings.TrimSpace(r.gap(s.from))
	return (gap == "" || gap == "." || gap == "«") && matchesAny(r.atoms[s.from-1].text, streets[16:])
}

// endsSentence reports a gap after which a new sentence or line of thought begins.
func endsSentence(gap string) bool {
	stopped := false
	for _, r := range gap {
		switch r {
		case '…', '\n', '•', '·', '●', '▪', '\u2028':
			return true
		case '.', '!', '?':
			stopped = true // "Node.js" and "in .NET" go on, "Java. And" does not
		default:
			if stopped && unicode.IsSpace(r) {
				return true
			}
		}
	}
	return false
}

// breaksAt reports that a sentence ends before atom i. A line break inside a sentence, as
// layouts leave it, is followed by a lower-case word, or stands behind one that needs another.
func (r *reading) breaksAt(i int) bool {
	if i == 0 || i == len(r.atoms) {
		return true
	}
	gap := r.gap(i)
	if !endsSentence(gap) {
		return false
	}
	if abbreviation(r.atoms[i-1].text) && strings.TrimSpace(gap) == "." {
		return false
	}
	wrapped := r.where == Prose && strings.Count(gap, "\n") == 1 && strings.Trim(gap, " \t\r\n,") == ""
	return !(wrapped && (!r.atoms[i].upper && !r.atoms[i].digits || matchesAny(r.atoms[i-1].text, dangling)))
}

// dangling words never end a line of thought: what they join stands in the next line.
var dangling = []string{"or", "and", "nor", "with", "without", "in", "on", "to", "towards", "of", "for", "from", "by", "using", "the", "a", "an", "и", "или", "ни", "с", "со", "в", "во", "на", "по", "к", "для", "из", "о", "об", "без", "через", "при"}

func abbreviation(word string) bool {
	return matchesAny(word, []string{"g", "incl", "напр", "etc", "approx", "т"})
}

func (r *reading) beginsSentence(i int) bool {
	return r.breaks[i]
}

// line is a line of the text with what its letters say of it.
type line struct {
	end     int // of the line, in bytes
	capital int // letters in upper case
	small   bool
}

// shoutedFrom is how many capitals a line needs before their form proves nothing.
const shoutedFrom = 7

// shouted reports a line written in capitals, where the form of a word proves nothing.
func (r *reading) shouted(s span) bool {
	if r.lines == nil {
		r.lines = linesOf(r.text)
	}
	from, to := r.atoms[s.from].start, r.atoms[s.to-1].end
	first, _ := slices.BinarySearchFunc(r.lines, from, func(l line, at int) int { return l.end - at })
	capital := 0
	for _, l := range r.lines[first:] {
		if l.small {
			return false
		}
		capital += l.capital
		if l.end >= to {
			break
		}
	}
	return capital >= shoutedFrom
}

func linesOf(text string) []line {
	var lines []line
	var l line
	for i, c := range text {
		switch {
		case c == '\n':
			l.end = i
			lines, l = append(lines, l), line{}
		case unicode.IsLower(c):
			l.small = true
		case unicode.IsUpper(c):
			l.capital++
		}
	}
	l.end = len(text)
	return append(lines, l)
}

// maxVersion is how many numbers a version has at most.
const maxVersion = 8

// versionAt returns the atom after the version number that begins at atom i, or i.
func (r *reading) versionAt(i int) int {
	if i == 0 || i >= len(r.atoms) || !versionGap(r.gap(i)) || !numeric(r.atoms[i].text) {
		return i
	}
	end := i + 1
	for end < len(r.atoms) && end < i+maxVersion && (r.gap(end) == "." || r.gap(end) == "/") && numeric(r.atoms[end].text) {
		if r.gap(end) == "/" && r.yearAt(end) {
			return i // a date
		}
		end++
	}
	if end < len(r.atoms) && countsSomething(r.atoms[end].text) && soft(r.gap(end)) {
		return i
	}
	if strings.HasPrefix(r.text[r.atoms[end-1].end:], "%") {
		return i
	}
	return end
}

func versionGap(gap string) bool {
	switch gap {
	case "", " ", "-", "\u00a0", ".", " v.", " .":
		return true
	}
	return false
}

// numeric reports a short number, possibly written "v2", "3x" or "11g".
func numeric(word string) bool {
	word = strings.TrimPrefix(word, "v")
	word = strings.TrimRight(word, "xcgr")
	if word == "" || len(word) > 4 {
		return word == "" && len(word) > 0
	}
	return strings.Trim(word, "0123456789") == ""
}

// countsSomething reports a unit that makes the number before it an amount, not a version.
func countsSomething(word string) bool {
	return matchesAny(word, []string{
		"year*", "yr*", "month*", "mos", "week*", "day*", "hour*", "лет", "год*", "г", "мес*", "недел*", "дн*", "час*",
		"people", "человек*", "project*", "проект*", "server*", "сервер*", "service*", "сервис*", "developer*", "cluster*", "кластер*", "years'", "y", "k", "+",
	})
}

// yearAt reports that the number at atom i is a calendar year, as in "Spring 2019".
func (r *reading) yearAt(i int) bool {
	t := r.atoms[i].text
	return len(t) == 4 && (strings.HasPrefix(t, "19") || strings.HasPrefix(t, "20"))
}
