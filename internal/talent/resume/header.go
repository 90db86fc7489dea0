package resume

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// slot is where a piece stands in its entry: the line counted from the dates, and which
// piece of the line it is.
type slot struct{ line, index int }

// style is how a piece is set, so that pieces set alike are told from the others.
type style struct {
	size         int // in twentieths of the size of the text
	bold, italic bool
	capitals     bool
}

func (p *page) styleOf(first, last int) style {
	l := p.lines[p.lineOf(p.tokens[first].start)].look
	text := p.text[p.tokens[first].start:p.tokens[last-1].end]
	return style{size: int(l.Size*20 + 0.5), bold: l.Bold, italic: l.Italic, capitals: text == strings.ToUpper(text)}
}

// piece is a part of a job header between separators.
type piece struct {
	first, last int // tokens
	kind        headerKind
	comma       bool // a comma stands before it
	slash       bool // or a stroke: "Mechanic / Web Shop Keeper"
	role        role // what a label or a connecting word says of it
	at          slot
	style       style
	evidence
}

// jobHeader collects the pieces of one job's header in reading order.
type jobHeader struct {
	*page
	pieces []piece
	role   role // of the pieces to come
	line   int  // of the pieces to come, counted from the dates
	flows  bool // a sentence that goes on over the ends of lines
}

// add cuts tokens [first, last) into pieces.
func (h *jobHeader) add(first, last int) {
	from, sign, depth := first, rune(0), 0
	for i := first; i < last; i++ {
		t := h.tokens[i]
		switch t.mark {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 && t.mark != '(' && t.kind != breakToken && h.closes(i, last) {
			continue // "(SQL, Power BI)" is one remark
		}
		if sign == ',' && i == from && h.tellsDeedAt(i) {
			return // the duties go on in the line of the header
		}
		if i > from && h.parted(i) {
			h.push(from, i, sign)
			from, sign = i, 0
		}
		if t.kind == breakToken && h.flows && i > first && i+1 < last {
			continue
		}
		if t.kind == breakToken || h.splits(i, first, last) {
			h.push(from, i, sign)
			from, sign = i+1, t.mark
			if t.kind == wordToken && t.word != "at" && t.word != "в" {
				from = i
			}
		}
	}
	h.push(from, last, sign)
}

// closes reports a bracket that ends before token last.
func (h *jobHeader) closes(i, last int) bool {
	for k := i; k < min(last, i+headerReach); k++ {
		if h.tokens[k].mark == ')' {
			return true
		}
	}
	return false
}

// tellsDeedAt reports a small word that begins a duty.
func (h *jobHeader) tellsDeedAt(i int) bool {
	t := h.tokens[i]
	return t.kind == wordToken && !h.isUpper(i) && !isTitleWord(t.word) && (deeds[t.word] || tellsDeed(t.word))
}

// splits reports that token i separates two pieces of a header.
func (h *jobHeader) splits(i, first, last int) bool {
	t := h.tokens[i]
	spaced := !h.touches(i-1) && !h.touches(i)
	if isDash(t.mark) { // "Sample Ltd -- Electrician"
		spaced = spaced || isDash(h.tokenAt(i+1).mark) && !h.touches(i-1) || isDash(h.tokenAt(i-1).mark) && !h.touches(i)
	}
	switch t.mark {
	case '|', '•', '·', ';', '\t', '@', '➢', '◉', '●':
		return true
	case ',':
		return !h.orgSuffix(i+1) && !h.quoted(first, i, last)
	case '/':
		return spaced
	case ':':
		return !h.touches(i) && !(i == first+1 && positionLabels[h.tokenAt(first).word])
	}
	if t.kind == markToken && isDash(t.mark) {
		return spaced || t.mark == '—' && i > first
	}
	if t.kind != wordToken || i == first {
		return false
	}
	return h.wordSplits(i, first, last)
}

// quoted reports a token within one name in quotation marks: «Сокол, Рудь и партнёры».
func (h *jobHeader) quoted(first, i, last int) bool {
	open := false
	for k := first; k < i; k++ {
		open = h.tokens[k].mark == '«' || open && h.tokens[k].mark != '»'
	}
	if !open {
		return false
	}
	for k := i; k < min(last, i+maxQuoted); k++ {
		switch h.tokens[k].mark {
		case '»':
			return true
		case '«':
			return false
		}
	}
	return false
}

// maxQuoted is how far behind a comma the quotation mark of a name is looked for.
const maxQuoted = 8

func (h *jobHeader) wordSplits(i, first, last int) bool {
	t := h.tokens[i]
	switch {
	case t.word == "at":
		return true
	case t.word == "в":
		for first < i && h.tokens[first].kind != wordToken {
			first++
		}
		next := i + 1
		if h.flows && h.tokenAt(next).kind == breakToken {
			next++
		}
		return next < last && h.isUpper(next) && (isTitleWord(h.tokens[first].word) || first < i && h.weigh(first, i).title >= 1)
	case t.word == "company":
		// "Company Name City , State" is how publishers of sample CVs mask employers.
		return h.maskAt(i)
	case h.tokenAt(i-2).word == "company" && h.maskAt(i-2):
		return true
	}
	if h.tokenAt(i-1).word == "state" && h.tokenAt(i-2).mark == ',' && h.tokenAt(i-3).word == "city" {
		return true
	}
	return orgForms[t.word] && t.word[0] >= 0x80 && h.isUpper(i) && !h.orgSuffix(i)
}

// positionLabels name a field of a job in forms: "Position: Engineer".
var positionLabels = words("position role title company employer client customer project period dates duration location должность позиция компания работодатель заказчик клиент проект период организация место город")

func (h *jobHeader) maskAt(i int) bool {
	return h.tokenAt(i).word == "company" && h.tokenAt(i+1).word == "name" && h.isUpper(i) && h.isUpper(i+1)
}

// orgSuffix keeps "Acme, Inc." and «Пример, ООО» in one piece.
func (h *jobHeader) orgSuffix(i int) bool {
	switch h.tokenAt(i).word {
	case "inc", "llc", "ltd", "llp", "corp", "gmbh", "plc":
		return true
	case "ооо", "оао", "зао", "пао", "ао", "ип":
		next := h.tokenAt(i + 1)
		return next.kind == breakToken || next.mark == ',' || next.mark == '|' || next.mark == '('
	}
	return false
}

func (p *page) isUpper(i int) bool {
	t := p.tokenAt(i)
	return t.kind == wordToken && t.word != p.text[t.start:t.end] || t.mark == '«' || t.mark == '"' || t.mark == '“'
}

// push adds tokens [first, last), which stand behind a sign, 0 for none.
func (h *jobHeader) push(first, last int, sign rune) {
	for first < last && h.trimmable(first) {
		first++
	}
	for last > first && !h.namesSharp(last-1) && (h.trimmable(last-1) && h.tokens[last-1].mark != '.' && h.tokens[last-1].mark != '»' || h.tokens[last-1].mark == '(' || h.tokens[last-1].mark == '[') {
		last--
	}
	for first < last && h.tokens[first].mark == ')' {
		first++
	}
	last = h.beforeLength(first, last)
	if open := h.openBracket(first, last); open > first {
		last = open
	}
	if h.endsWithStop(first, last) {
		last--
	}
	lettered := false
	for i := first; i < last; i++ {
		lettered = lettered || h.tokens[i].kind == wordToken
	}
	if !lettered || h.isLink(first, last) || extents[h.phraseOf(first, last)] {
		return
	}
	if end := h.endOfName(first, last); end < last {
		h.push(first, end, sign)
		return
	}
	if at := h.titleBehindFirm(first, last); at > first {
		h.push(first, at, sign)
		h.push(at, last, 0)
		return
	}
	p := piece{first: first, last: last, comma: sign == ',', slash: sign == '/', kind: classify(h.tokens[first:last], h.text), role: h.role}
	p.evidence = h.weigh(first, last)
	p.at, p.style = slot{h.line, 0}, h.styleOf(first, last)
	if n := len(h.pieces); n > 0 && h.pieces[n-1].at.line == h.line {
		p.at.index = h.pieces[n-1].at.index + 1
	}
	h.pieces = append(h.pieces, p)
}

// titleBehindFirm is where a title in small letters begins behind a firm that no sign parts from
// it, «Камская фабрика главный бухгалтер», first when none does.
func (h *jobHeader) titleBehindFirm(first, last int) int {
	if !h.cyrillicAt(first, last) || !h.isUpper(first) || isTitleWord(h.tokens[first].word) {
		return first
	}
	quoted := false
	for i := first; i < last; i++ {
		t := h.tokens[i]
		switch {
		case t.mark == '«':
			quoted = true
		case t.mark == '»':
			quoted = false
		case t.kind != markToken && t.kind != wordToken, t.mark == '(', t.mark == ',':
			return first
		case t.kind == wordToken && !quoted && (isTitleWord(t.word) || ranks[t.word]) && i > first:
			named := slices.ContainsFunc(h.tokens[i:last], func(t token) bool { return t.mark == '«' }) // «Коллегия адвокатов «Право»»
			if named || !h.lowerCase(i) || companyWords[t.word] || h.touches(i-1) || h.weigh(first, i).title >= guessedTitle && h.weigh(first, i).org < firmInEntry {
				return first
			}
			return i
		}
	}
	return first
}

// endOfName is where a firm in quotation marks ends before a sentence that follows it without a
// sign: «ресторан «Ладога» Бригада из семи человек», last when none does.
func (h *jobHeader) endOfName(first, last int) int {
	const leastRest = 3
	for i := first; i+leastRest < last; i++ {
		if h.tokens[i].mark == '»' && h.tokens[i+1].kind == wordToken && h.isUpper(i+1) && i > first {
			return i + 1
		}
	}
	return last
}

// extents stand beside dates and say how much of a week a job took.
var extents = phrases("hours per week|hrs per week|hours week|average hours|full time|part time|полная занятость|частичная занятость|полный день|неполный день")

// ranks stand before the word of a title.
var ranks = words("главный старший ведущий младший первый заместитель зам и.о. старшая главная ведущая главным старшим ведущим заместителем")

// openBracket is the bracket in tokens [first, last) that a dash or a comma has cut off from its
// end, -1 for none.
func (h *jobHeader) openBracket(first, last int) int {
	open := -1
	for i := first; i < last; i++ {
		switch h.tokens[i].mark {
		case '(':
			open = i
		case ')':
			open = -1
		}
	}
	return open
}

// shortForm is how many letters a word has at most that a full stop may shorten: "Ltd.", "Univ.", «акад.».
const shortForm = 4

// endsWithStop reports a full stop at the end that belongs to the sentence and not to a short form.
func (h *jobHeader) endsWithStop(first, last int) bool {
	if last-first < 2 || h.tokens[last-1].mark != '.' {
		return false
	}
	w := h.tokens[last-2]
	return w.kind == wordToken && utf8.RuneCountInString(w.word) > shortForm && !orgForms[w.word] && !abbreviated[w.word]
}

// beforeLength drops the length of a job in brackets behind its name: "Acme (2 years)".
func (h *jobHeader) beforeLength(first, last int) int {
	for i := last - 2; i > first && i > last-maxLength && h.tokens[last-1].mark == ')'; i-- {
		if h.tokens[i].mark != '(' {
			continue
		}
		if _, next, ok := (dates{page: h.page}).durationAt(i + 1); ok && next >= last-1 {
			return i
		}
		break
	}
	return last
}

// maxLength is how many tokens the length of a job in brackets has at most.
const maxLength = 10

// namesSharp keeps the end of "C#" and "F#".
func (h *jobHeader) namesSharp(i int) bool {
	return h.tokens[i].mark == '#' && h.touches(i-1) && h.tokenAt(i-1).kind == wordToken
}

func (h *jobHeader) isLink(first, last int) bool {
	text := h.text[h.tokens[first].start:h.tokens[last-1].end]
	return strings.HasPrefix(text, "www.") || strings.HasPrefix(text, "http")
}

func (h *jobHeader) trimmable(i int) bool {
	t := h.tokens[i]
	if t.kind == breakToken {
		return true
	}
	if t.kind != markToken {
		return false
	}
	return isBullet(t.mark) || strings.ContainsRune(",:;|/_#*`>◉", t.mark) ||
		t.mark == '.' && !h.touches(i)
}

func (h *jobHeader) textOf(p piece) string {
	text := h.text[h.tokens[p.first].start:h.tokens[p.last-1].end]
	text = strings.Join(strings.Fields(text), " ")
	return strings.Trim(text, " *_|")
}

func (h *jobHeader) has(kind headerKind) bool {
	for _, p := range h.pieces {
		if p.kind == kind {
			return true
		}
	}
	return false
}
