package resume

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
)

// nameLabels open a labelled name.
var nameLabels = phrases("name|full name|candidate|candidate name|фио|ф и о|имя|имя фамилия|фамилия имя отчество|имя и фамилия|фамилия имя|соискатель|кандидат")

// commonWords begin headlines that are no names although every word is capitalised.
var commonWords = words(`resume cv curriculum vitae portfolio page confidential profile summary professional sales business
	development healthcare health finance financial information technology tech it human resources public relations marketing
	digital media design art arts education engineering construction aviation banking fitness apparel agriculture automobile
	bpo culinary food customer service services operations quality assurance project product program software hardware network
	data science machine learning web mobile cloud security systems system support administration administrative management
	office logistics supply chain legal law accounting audit tax insurance real estate retail hospitality general senior junior
	lead full stack front end back skills experience work history contact personal details about new
	certified registered licensed international global national state city company name north south east west community
	research social mental medical clinical dental physical home team field area regional district store inside outside
	executive core career key the and of for with in to at a objective highlights qualifications united states high school
	резюме анкета портфолио страница профиль отдел продаж продажи работа опыт навыки общество ограниченной ответственностью
	москва россия город санкт петербург информационные технологии искусственный интеллект машинное обучение`)

// nameScan is how many lines from the top may hold an unlabelled name.
const nameScan = 4

// readName takes a labelled name, else a first line that can only be one. A file name is
// never asked, and a headline ("BANK TELLER") is no name.
func (r *reading) readName() {
	if name, ok := r.labelledName(); ok {
		r.setName(name, 1)
		return
	}
	for i := range min(nameScan, len(r.lines)) {
		l := r.lines[i]
		if i == 0 && r.isCurriculum(l) || r.onlyContacts(l) {
			continue
		}
		first, last := r.nameTokens(l)
		if r.headerKindOf(i) != "" || last-first < 2 || !r.nameShaped(first, last) {
			return
		}
		if support := r.nameSupport(i, first, last); support > 0 {
			start, end := r.tokens[first].start, r.tokens[last-1].end
			r.setName(r.text[start:end], support)
		}
		return
	}
}

func (r *reading) setName(name string, confidence float64) {
	r.record.Name = strings.Join(strings.Fields(name), " ")
	r.record.Confidence.Name = confidence
}

func (r *reading) labelledName() (name string, ok bool) {
	for i := range min(40, len(r.lines)) {
		l := r.lines[i]
		for j := l.first + 1; j < min(l.first+6, l.last-1); j++ {
			if r.tokens[j].mark != ':' {
				continue
			}
			if !nameLabels[r.phraseOf(l.first, j)] {
				break
			}
			end := r.labelledNameEnd(j+1, l.last)
			if end == j+1 {
				break
			}
			start := r.tokens[j+1].start
			return r.text[start:r.tokens[end-1].end], true
		}
	}
	return "", false
}

// labelledNameEnd takes up to five words after a label.
func (r *reading) labelledNameEnd(from, to int) int {
	n := 0
	i := from
	for ; i < to; i++ {
		t := r.tokens[i]
		if t.kind == wordToken && n < 5 {
			n++
			continue
		}
		if t.kind != markToken || t.mark != '-' && t.mark != '\'' && t.mark != '’' && t.mark != '.' {
			break
		}
	}
	return i
}

func (p *page) phraseOf(from, to int) string {
	var list []string
	for i := from; i < to; i++ {
		if p.tokens[i].kind == wordToken {
			list = append(list, p.tokens[i].word)
		}
	}
	return strings.Join(list, " ")
}

// isCurriculum recognises the word for a CV above everything else.
func (p *page) isCurriculum(l line) bool {
	switch p.phraseOf(l.first, min(l.last, l.first+4)) {
	case "resume", "cv", "curriculum vitae", "резюме":
		return true
	}
	return false
}

func (r *reading) onlyContacts(l line) bool {
	for _, s := range r.record.Contacts.Spans {
		if s.Start >= l.start && s.End <= l.end && s.End-s.Start >= (l.end-l.start)/2 {
			return true
		}
	}
	return false
}

func (r *reading) headerKindOf(i int) string {
	return (dates{page: r.page, tables: r.tables}).headingKind(r.lines[i])
}

// nameTokens cuts the line at the first sign that ends a name: "John Smith, PhD | Engineer".
func (r *reading) nameTokens(l line) (first, last int) {
	first = l.first
	for first < l.last && r.tokens[first].kind == markToken {
		first++
	}
	last = first
	for last < l.last {
		t := r.tokens[last]
		inner := t.mark == '-' && r.touches(last-1) && r.touches(last) || t.mark == '.' || t.mark == '\'' || t.mark == '’'
		if t.kind != wordToken && !inner || last > first+1 && (r.parted(last) || r.quietens(last)) {
			break
		}
		last++
	}
	if last < l.last && r.tokens[last].kind == numberToken && !r.parted(last) {
		return first, first
	}
	for last > first && r.tokens[last-1].mark == '.' && len(r.tokenAt(last-2).word) > 2 {
		last--
	}
	return first, last
}

// quietens reports the end of a name in capitals: "ANN EXAMPLE Berlin".
func (r *reading) quietens(i int) bool {
	before, t := r.tokens[i-1], r.tokens[i]
	if before.kind != wordToken || t.kind != wordToken || utf8.RuneCountInString(before.word) < 3 {
		return false
	}
	loud, quiet := r.text[before.start:before.end], r.text[t.start:t.end]
	return loud == strings.ToUpper(loud) && quiet != strings.ToUpper(quiet)
}

// nameShaped wants two to four capitalised words, none of a trade.
func (r *reading) nameShaped(first, last int) bool {
	n, full := 0, 0
	for i := first; i < last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			continue
		}
		n++
		c, _ := utf8.DecodeRuneInString(r.text[t.start:])
		particle := nameParticles[t.word]
		if !unicode.IsUpper(c) && !particle || isTitleWord(t.word) || commonWords[t.word] || companyWords[t.word] {
			return false
		}
		if utf8.RuneCountInString(t.word) > 1 && !particle {
			full++
		}
	}
	return n >= 2 && n <= 5 && full >= 1 && r.skillWords(first, last) < min(n, 2)
}

// skillWords counts the words of a line that name skills: one may be a person called
// Java, two are a headline.
func (r *reading) skillWords(first, last int) int {
	text := r.text[r.tokens[first].start:r.tokens[last-1].end]
	n := 0
	for _, m := range r.skills.Find(text, skill.List) {
		n += len(strings.Fields(m.Surface))
	}
	return n
}

var nameParticles = words("de la van von der den del da di bin ibn al el оглы кызы y e")

// nameSupport judges what stands around the line; zero means it is no name.
func (r *reading) nameSupport(i, first, last int) float64 {
	if r.namePatronymic(first, last) {
		return 0.95
	}
	if r.nameInEmail(first, last) {
		return 0.95
	}
	next := ""
	if i+1 < len(r.lines) {
		next = r.headerKindOf(i + 1)
	}
	shouted := r.text[r.tokens[first].start:r.tokens[last-1].end] == strings.ToUpper(r.text[r.tokens[first].start:r.tokens[last-1].end])
	switch {
	case last < r.lines[i].last && !shouted:
		return 0.7
	case i+1 < len(r.lines) && next == "" && (r.lineKind(i+1) == titlePiece || r.onlyContacts(r.lines[i+1]) || r.lineKind(i+1) == placePiece):
		return 0.9
	case i+1 < len(r.lines) && r.holdsContact(i+1):
		return 0.9
	case shouted:
		return 0
	case r.russianSurname(first, last):
		return 0.8
	case i == 0 && next != "":
		return 0.5
	case i == 0 && len(r.lines) > 1 && r.lines[1].end-r.lines[1].start < 60:
		return 0.5
	}
	return 0
}

func (r *reading) holdsContact(i int) bool {
	l := r.lines[i]
	for _, s := range r.record.Contacts.Spans {
		if s.Start >= l.start && s.End <= l.end {
			return true
		}
	}
	return false
}

func (r *reading) namePatronymic(first, last int) bool {
	for i := first; i < last; i++ {
		w := r.tokens[i].word
		for _, suffix := range []string{"ович", "евич", "овна", "евна", "ична", "инична"} {
			if strings.HasSuffix(w, suffix) && len(w) > len(suffix)+2 {
				return true
			}
		}
	}
	return false
}

func (r *reading) russianSurname(first, last int) bool {
	for i := first; i < last; i++ {
		w := r.tokens[i].word
		for _, suffix := range []string{"ов", "ова", "ев", "ева", "ин", "ина", "ский", "ская", "цкий", "цкая", "ко", "ук", "юк", "ян", "дзе", "швили", "ых", "их", "ер", "ман"} {
			if strings.HasSuffix(w, suffix) && len(w) > len(suffix)+2 {
				return true
			}
		}
	}
	return false
}

func (r *reading) nameInEmail(first, last int) bool {
	if len(r.record.Contacts.Emails) == 0 {
		return false
	}
	mail := strings.ToLower(r.record.Contacts.Emails[0])
	for i := first; i < last; i++ {
		if w := r.tokens[i].word; len(w) > 3 && strings.Contains(mail, w) {
			return true
		}
	}
	return false
}

// readNameRepeats marks every place the name stands: each of its words where it is
// written with a capital, Russian case endings included.
func (r *reading) readNameRepeats() {
	stems := map[string]bool{}
	for _, w := range strings.FieldsFunc(r.record.Name, func(c rune) bool { return !unicode.IsLetter(c) }) {
		if utf8.RuneCountInString(w) >= 3 && !nameParticles[fold(w)] {
			stems[fold(w)] = true
			stems[nameStem(fold(w))] = true
		}
	}
	if len(stems) == 0 {
		return
	}
	nameless := r.nameIsOrdinary()
	for i, t := range r.tokens {
		if t.kind != wordToken || !r.isUpper(i) || !stems[t.word] && !stems[nameStem(t.word)] {
			continue
		}
		if nameless && !r.besideName(i, stems) {
			continue
		}
		r.identify(t.start, t.end)
	}
}

// nameIsOrdinary reports a name with a word that means something else too, such as Java:
// then only places with both words are the person.
func (r *reading) nameIsOrdinary() bool {
	for w := range strings.FieldsSeq(fold(r.record.Name)) {
		if r.taxonomyKnows(w) || placeWords[w] {
			return true
		}
	}
	return false
}

func (r *reading) besideName(i int, stems map[string]bool) bool {
	for _, j := range []int{i - 1, i + 1} {
		if t := r.tokenAt(j); t.kind == wordToken && (stems[t.word] || stems[nameStem(t.word)]) && r.isUpper(j) {
			return true
		}
	}
	return false
}

// nameStem cuts a Russian case ending off.
func nameStem(w string) string {
	if w == "" || w[0] < 0x80 {
		return w
	}
	for _, ending := range []string{"ского", "скому", "ским", "ском", "ской", "скую", "ого", "ому", "ым", "ом", "ой", "ою", "ем", "ей", "ую", "ы", "а", "у", "е", "я", "ю", "и"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && utf8.RuneCountInString(rest) >= 3 {
			return rest
		}
	}
	return w
}
