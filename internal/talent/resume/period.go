package resume

import "strings"

// period is a written range of time, or a single date where To was not written.
type period struct {
	from, to date
	ranged   bool // two ends, or an open one
	open     bool // goes on: "по настоящее время", "since 2020"
	length   int  // months as written beside it, -1 when not
	prefixed bool // begins with "с", "from", "since"
	rest     run  // the tokens of its end where it stands in the next line of a margin
	dangling int  // the token after a dash that no second end follows, zero for none
	start    int  // byte offsets, the written length not included
	end      int
	next     int // token after it, the written length included
	tail     int // byte end including the written length and its brackets
}

// periods finds every date and range of the text in order.
func (s dates) periods() []period {
	var found []period
	rest := run{}
	for i := 0; i < len(s.tokens); {
		t := s.tokens[i]
		if i == rest.first && rest.last > i {
			i = rest.last
			continue
		}
		if t.kind == breakToken || t.kind == markToken && t.mark != '\'' && t.mark != '’' {
			i++
			continue
		}
		p, ok := s.periodAt(i)
		if !ok {
			i = s.skipNumber(i)
			continue
		}
		found = append(found, p)
		rest = p.rest
		i = p.next
	}
	return found
}

// skipNumber passes a whole "+7 900 2019-2020"-like run at once, so that its middle is
// never tried as a date.
func (s dates) skipNumber(i int) int {
	if s.tokens[i].kind != numberToken {
		return i + 1
	}
	i++
	for s.touches(i - 1) {
		t := s.tokenAt(i)
		if t.kind != numberToken && t.mark != '.' && t.mark != ',' && t.mark != '/' {
			break
		}
		i++
	}
	return i
}

func (s dates) periodAt(i int) (period, bool) {
	p := period{start: s.tokens[i].start, length: -1}
	switch s.tokens[i].word {
	case "с", "c", "from", "since", "от":
		p.prefixed = true
	}
	at := i
	if p.prefixed {
		at = s.skipMarks(i+1, ":")
	}
	from, ok := s.at(at)
	if !ok {
		from, ok = s.monthBorrowingYear(at)
	}
	if !ok {
		return p, false
	}
	p.from, p.end, p.next = from, from.end, from.next
	bracketed := s.tokenAt(p.next).mark == ')' && s.tokenAt(i-1).mark == '('
	if !s.close(&p) && p.prefixed && (!from.short || bracketed) {
		p.ranged = s.tokens[i].word == "since" || s.endsClause(p.next) || s.opensLine(i) && s.namesFollow(p.next)
		p.open = p.ranged
	}
	if from.short && !p.ranged {
		return p, false
	}
	p.dangling = s.danglingDash(p)
	s.closeBelow(&p)
	p.tail = p.end
	if p.rest.last == 0 {
		s.readLength(&p)
	}
	return p, true
}

// closeBelow finds the end of a range at the beginning of the next line, where a column of
// dates beside the text breaks it: "Jul 2023 –  Manager" over "Present  Led a team".
func (s dates) closeBelow(p *period) {
	if p.dangling == 0 || s.tokenAt(p.dangling).kind == breakToken || !s.opensLine(s.tokenIndex(p.start)) {
		return
	}
	j := p.dangling
	for n := 0; n < maxMarginLine && s.tokenAt(j).kind != breakToken; n++ {
		j++
	}
	if s.tokenAt(j).kind != breakToken {
		return
	}
	j++
	last := s.tokenAt(p.dangling - 1)
	if next, ok := s.openEnd(j, true); ok {
		p.ranged, p.open, p.next, p.rest, p.end = true, true, p.dangling, run{j, next}, last.end
		return
	}
	to, ok := s.at(j)
	if !ok || to.short || to.first < p.from.first || to.yearOnly != p.from.yearOnly || s.rangeGoesOn(to.next) {
		return
	}
	p.to, p.ranged, p.next, p.rest, p.end = to, true, p.dangling, run{j, to.next}, last.end
}

// maxMarginLine is how many tokens the line beside the first date of a margin may have.
const maxMarginLine = 40

// rangeGoesOn reports that the date before token i begins a range of its own.
func (s dates) rangeGoesOn(i int) bool {
	t := s.tokenAt(i)
	return t.kind == markToken && isDash(t.mark)
}

// danglingDash finds the dash of "2021 – Professor", where the end of a range was left out.
func (s dates) danglingDash(p period) int {
	if s.tokenAt(p.next).mark == '|' && s.tokenAt(p.next+1).mark == '|' {
		return p.next + 1 // the cell of the end is empty
	}
	if t := s.tokenAt(p.next); p.ranged || t.kind != markToken || !isDash(t.mark) || t.mark == '-' && s.touches(p.next) && (s.touches(p.next-1) || s.tokenAt(p.next+1).kind != breakToken) {
		return 0
	}
	if t := s.tokenAt(p.next + 1); t.kind == breakToken || t.mark == '•' || t.mark == '|' || s.isUpper(p.next+1) {
		return p.next + 1
	}
	return 0
}

// monthBorrowingYear reads the first month of "март – июнь 2019".
func (s dates) monthBorrowingYear(i int) (date, bool) {
	month, ok := monthNames[s.tokenAt(i).word]
	if !ok || s.tokenAt(i).kind != wordToken {
		return date{}, false
	}
	j := s.skipMarks(i+1, ".")
	k, _, sep := s.separator(j)
	if !sep {
		return date{}, false
	}
	end, ok := s.at(k)
	if !ok || end.yearOnly || end.first != end.last || int(end.first)%12+1 < month {
		return date{}, false
	}
	d := single(monthAt(end.first.Year(), month), j)
	d.start, d.end = s.tokenAt(i).start, s.tokenAt(j-1).end
	return d, true
}

// close reads the separator and the second end.
func (s dates) close(p *period) bool {
	j, until, sep := s.separator(p.next)
	if !sep {
		j = p.next
	}
	if next, ok := s.openEnd(j, until); ok && (sep || s.tokenAt(j).kind == wordToken) {
		p.ranged, p.open, p.next = true, true, next
		p.end = s.tokenAt(next - 1).end
		return true
	}
	if !sep && s.tokenAt(p.next).word == "and" {
		j = p.next + 1
	}
	if !sep && s.tokenAt(p.next).mark == ',' && s.tokenAt(p.next+1).kind == breakToken {
		j = p.next + 2
	}
	if last := s.tokenAt(j - 1); sep && last.mark == '…' && isDash(s.tokenAt(j-2).mark) {
		p.ranged, p.open, p.next, p.end = true, true, j, last.end
		return true
	}
	if s.arrowEnds(p.next) {
		p.ranged, p.open, p.next, p.end = true, true, p.next+1, s.tokenAt(p.next).end
		return true
	}
	to, ok := s.at(j)
	if !ok && sep {
		to, ok = s.yearInShort(p.from, j)
	}
	if !ok {
		return false
	}
	if !sep && s.yearsInARow(p.from, to, p.next) {
		p.to, p.ranged, p.next, p.end = to, true, to.next, to.end
		return true
	}
	if !sep && (p.from.yearOnly || to.yearOnly || to.short || p.from.short || to.first < p.from.first) {
		return false
	}
	if to.short && !p.from.short && (p.from.yearOnly || p.from.first != p.from.last) {
		return false
	}
	p.to, p.ranged, p.next, p.end = to, true, to.next, to.end
	return true
}

// arrowEnds reports an arrow at the end of a line or a cell: "02/2021 →" goes on. A dash there may have lost
// its second date.
func (s dates) arrowEnds(i int) bool {
	t := s.tokenAt(i)
	return t.kind == markToken && (t.mark == '→' || t.mark == '➔') && s.tokenAt(i+1).kind == breakToken
}

// yearInShort reads the second end of "2018 – 22": a later year, unless the next word is what
// the number counts.
func (s dates) yearInShort(from date, i int) (date, bool) {
	t := s.tokenAt(i)
	if !from.yearOnly || t.kind != numberToken || t.digits() != 2 || s.numberGoesOn(i) || s.rangeGoesOn(i+1) {
		return date{}, false
	}
	year := s.century(t.value)
	if year <= from.first.Year() || s.tokenAt(i+1).kind == wordToken && !s.isUpper(i+1) {
		return date{}, false
	}
	to := wholeYear(year)
	to.start, to.end, to.next = t.start, t.end, s.skipYearWord(i+1)
	return to, true
}

// yearsInARow reports the next year of "Summers 2011, 2012" and "summers of 2013 and 2014".
func (s dates) yearsInARow(from, to date, i int) bool {
	season := from.yearOnly && !from.wholeYear()
	return season && to.wholeYear() && to.first.Year() == from.first.Year()+1 && s.tokenAt(i).mark == ',' || season && s.tokenAt(i).word == "and" && to.first.Year() == from.first.Year()+1
}

// separator passes "–", "to", "— по", "по", one line end beside them included. until
// reports a word, after which "date" means now.
func (s dates) separator(i int) (next int, until, ok bool) {
	i = s.skipMarks(i, ",")
	for {
		t := s.tokenAt(i)
		switch {
		case t.kind == markToken && (isDash(t.mark) || t.mark == '…'):
			ok = true
			if s.touches(i) && s.tokenAt(i+1).mark == '>' { // an arrow of two signs
				i++
			}
		case !ok && t.mark == '.' && s.tokenAt(i+1).mark == '.' && s.touches(i) && !s.touches(i-1) && !s.touches(i+1): // "2014 .. 2015"
			i, ok = i+1, true
		case !ok && t.mark == '=' && s.touches(i) && s.tokenAt(i+1).mark == '>':
			i, ok = i+1, true
		case !ok && (t.word == "и" || t.word == "and") && s.goesOnUntilNow(i+1):
			ok = true
		case t.kind == wordToken && rangeWords[t.word]:
			ok, until = true, true
		case t.word == "â" && s.tokenAt(i+1).mark == '€':
			// A dash whose UTF-8 bytes were read as Windows-1252.
			i, ok = i+2, true
		case t.kind == wordToken && (t.word == "up" || t.word == "and") && ok, t.word == "up" && s.tokenAt(i+1).word == "to": // "2021 up to present"
		case t.mark == ':' && until:
		case (t.mark == '|' || t.mark == '/' && !s.touches(i-1) && !s.touches(i)) && !ok && s.endOrDate(s.skipUntil(i+1)):
			ok = true
		case t.kind == breakToken && i < len(s.tokens):
			before := s.tokenAt(i - 1)
			if !ok && !s.startsWithSeparator(i+1) || before.kind == breakToken {
				return i, until, ok
			}
		default:
			return i, until, ok
		}
		i++
	}
}

// workingWords stand between the beginning of a job and the words that it goes on.
var workingWords = words("работаю тружусь служу преподаю лечу веду занимаюсь working work employed serving teaching am")

// goesOnUntilNow reports "и по настоящее время", "и работаю до сих пор" behind a date.
func (s dates) goesOnUntilNow(i int) bool {
	if s.tokenAt(i).kind == wordToken && workingWords[s.tokenAt(i).word] {
		i++
	}
	if rangeWords[s.tokenAt(i).word] {
		i++
	}
	if s.tokenAt(i).kind == breakToken {
		i++
	}
	_, ok := s.openEnd(i, true)
	return ok
}

// skipUntil passes the word "по" of a cell of its own: "2017 | по настоящее время".
func (s dates) skipUntil(i int) int {
	if s.tokenAt(i).kind == wordToken && rangeWords[s.tokenAt(i).word] {
		return i + 1
	}
	return i
}

func (s dates) startsWithSeparator(i int) bool {
	t := s.tokenAt(i)
	if t.kind == markToken && isDash(t.mark) && s.tokenAt(i+1).kind == breakToken {
		return s.endOrDate(i + 2) // an arrow between two lines
	}
	if t.kind == wordToken {
		return (t.word == "по" || t.word == "to" || t.word == "до") && s.endOrDate(i+1)
	}
	return t.kind == markToken && isDash(t.mark) && s.endOrDate(i+1)
}

func (s dates) endOrDate(i int) bool {
	if _, ok := s.openEnd(i, true); ok {
		return true
	}
	_, ok := s.at(i)
	return ok
}

// openEnd reads "present", "till date", "настоящее время", "н. вр.", "по сей день",
// «работает сейчас».
func (s dates) openEnd(i int, until bool) (next int, ok bool) {
	w := s.tokenAt(i).word
	switch w {
	case "":
		return i, false
	case "date":
		return i + 1, until
	case "on":
		return i + 2, s.tokenAt(i+1).word == "board"
	case "работаю", "работает":
		if next, ok := s.openEnd(i+1, true); ok {
			return next, true
		}
		return s.openEnd(s.skipUntil(i+1), true)
	case "still":
		return s.stillThere(i + 1)
	case "the":
		return s.openEnd(i+1, until)
	case "this", "сей", "сегодняшний", "этот", "данный", "сих", "текущий", "текущее", "текущего", "текущую":
		switch s.tokenAt(i + 1).word {
		case "day", "date", "день", "момент", "пор", "время", "момента", "времени", "дату", "moment":
			return i + 2, true
		}
		return i, false
	case "н":
		return s.shortNow(i + 1)
	}
	if !openWords[w] {
		return i, false
	}
	return s.afterOpenWord(i + 1), true
}

// stillThere reads the rest of "still on board", "still here", "still employed".
func (s dates) stillThere(i int) (next int, ok bool) {
	switch s.tokenAt(i).word {
	case "on", "in":
		return i + 2, s.tokenAt(i+1).kind == wordToken
	case "here", "there", "working", "employed", "serving", "aboard", "active", "ongoing":
		return i + 1, true
	}
	return i, false
}

func (s dates) afterOpenWord(i int) int {
	j := s.skipMarks(i, ".")
	switch s.tokenAt(j).word {
	case "время", "времени", "момент", "момента", "day", "time", "date", "день", "вр":
		return s.skipMarks(j+1, ".")
	}
	if s.tokenAt(i-1).word == "наст" {
		return j
	}
	return i
}

// shortNow reads the rest of "н.в.", "н. вр.", "н/в" and "н. в. р.".
func (s dates) shortNow(i int) (next int, ok bool) {
	i = s.skipMarks(i, "./")
	switch s.tokenAt(i).word {
	case "в", "вр", "время":
		return s.skipMarks(i+1, "."), true
	}
	return i, false
}

// endsClause reports that no more words follow on the line that could change the meaning
// of "с 2020 года".
func (s dates) endsClause(i int) bool {
	t := s.tokenAt(i)
	return t.kind == breakToken || t.kind == markToken
}

// opensLine reports that token i is the first of its line.
func (s dates) opensLine(i int) bool { return s.tokenAt(i-1).kind == breakToken }

// namesFollow reports a capitalised word or a quotation mark at i, as a header has it:
// "С марта 2020 года ООО «Пример»".
func (s dates) namesFollow(i int) bool { return s.isUpper(i) }

// readLength reads the duration printed beside a range: "(3 года 7 месяцев)", "· 2 yrs".
func (s dates) readLength(p *period) {
	if !p.ranged {
		return
	}
	i := p.next
	bracket := false
	for t := s.tokenAt(i); t.kind == markToken && (t.mark == '(' || t.mark == '·' || t.mark == ',' || t.mark == '|' || isDash(t.mark)); t = s.tokenAt(i) {
		bracket = bracket || t.mark == '('
		i++
	}
	if s.tokenAt(i).kind == breakToken && s.aloneOnLine(i+1) {
		i++
	}
	months, next, ok := s.durationAt(i)
	if !ok {
		return
	}
	if bracket && s.tokenAt(next).mark == ')' {
		next++
	}
	p.length, p.next, p.tail = months, next, s.tokenAt(next-1).end
}

func (s dates) aloneOnLine(i int) bool {
	_, next, ok := s.durationAt(i)
	return ok && (s.tokenAt(next).kind == breakToken || s.tokenAt(next).mark == '|' || s.parted(next))
}

// durationAt reads "5 лет 3 месяца", "2 yrs 3 mos", "18 months", "1.5 года", "less than 1 year".
func (s dates) durationAt(i int) (months, next int, ok bool) {
	if n, found := s.lessThanYear(i); found {
		return 0, n, true
	}
	n := s.tokenAt(i)
	if n.kind != numberToken || n.value < 0 || n.value > 600 {
		return 0, i, false
	}
	j, tenths := i+1, 0
	if f := s.tokenAt(i + 2); (s.tokenAt(j).mark == '.' || s.tokenAt(j).mark == ',') && f.kind == numberToken && f.digits() == 1 && s.touches(i) && s.touches(j) {
		j, tenths = i+3, f.value
	}
	if s.tokenAt(j).mark == '+' {
		j++
	}
	unit := durationUnits[s.unglued(j)]
	if s.tokenAt(j).kind != wordToken || unit == 0 || unit == 12 && n.value > 60 {
		return 0, i, false
	}
	months = n.value*unit + tenths*unit/10
	next = s.skipMarks(j+1, ".’'")
	if unit == 12 {
		if w := s.tokenAt(next).word; w == "и" || w == "and" {
			next++
		}
		if m := s.tokenAt(next); m.kind == numberToken && m.value >= 0 && m.value < 12 && durationUnits[s.tokenAt(next+1).word] == 1 {
			return months + m.value, s.skipMarks(next+2, "."), true
		}
		if w := s.tokenAt(next - 1).word; w == "и" || w == "and" {
			next--
		}
	}
	return months, next, true
}

// unglued is the word at i without the heading that form based CV sites print right
// after it: "24 monthsCompany Details".
func (s dates) unglued(i int) string {
	w := s.tokenAt(i).word
	if s.tokenAt(i+1).word != "details" {
		return w
	}
	for _, name := range gluedHeadings {
		if rest, ok := strings.CutSuffix(w, name); ok {
			return rest
		}
	}
	return w
}

// lessThanYear reads "less than 1 year" and "менее года", which CV sites print for zero.
func (s dates) lessThanYear(i int) (next int, ok bool) {
	switch s.tokenAt(i).word {
	case "less":
		if s.tokenAt(i+1).word != "than" {
			return i, false
		}
		i += 2
	case "менее", "меньше":
		i++
	default:
		return i, false
	}
	if n := s.tokenAt(i); n.kind == numberToken && n.value == 1 || n.word == "a" || n.word == "one" || n.word == "одного" {
		i++
	}
	if durationUnits[s.tokenAt(i).word] != 12 {
		return i, false
	}
	i++
	if durationUnits[s.unglued(i)] == 1 {
		i++
	}
	return i, true
}

// durationUnits give months.
var durationUnits = map[string]int{
	"year": 12, "years": 12, "yr": 12, "yrs": 12, "год": 12, "года": 12, "лет": 12, "г": 12, "y": 12, "yoe": 12,
	"month": 1, "months": 1, "mo": 1, "mos": 1, "mth": 1, "mths": 1, "мес": 1, "месяц": 1, "месяца": 1, "месяцев": 1,
}
