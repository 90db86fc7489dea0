package resume

// date is one written point in time. A quarter, a season or a bare year covers several
// months, hence first and last.
type date struct {
	first, last Month
	yearOnly    bool // known to the year: mid-year is assumed where a month is needed
	short       bool // two-digit year without an apostrophe: a date only within a range
	next        int  // index of the token after it
	start, end  int  // byte offsets
}

// wholeYear reports a bare year; a season is known to the year, too, but shorter.
func (d date) wholeYear() bool { return d.yearOnly && d.last-d.first == 11 }

// dates reads written dates from tokens. The century of a two-digit year follows asOf.
type dates struct {
	*page
	*tables  // needed for headings alone
	asOf     Month
	dayFirst bool // 03/04/2019 is the third of April
}

// at reads the date that starts at token i.
func (s dates) at(i int) (date, bool) {
	t := s.tokenAt(i)
	var d date
	var ok bool
	switch t.kind {
	case wordToken:
		d, ok = s.named(i)
	case numberToken:
		if t.digits() == 4 {
			d, ok = s.yearFirst(i)
		} else if t.digits() <= 2 {
			d, ok = s.dayOrMonthFirst(i)
		}
	case markToken:
		if year, next, found := s.shortYear(i); found {
			d, ok = wholeYear(year), true
			d.next = next
		}
	}
	if !ok {
		return date{}, false
	}
	d.next = s.skipYearWord(d.next)
	d.start, d.end = t.start, s.tokenAt(d.next-1).end
	return d, true
}

// named reads "March 2019", "мар. 2019 г.", "Q1 2019", "Summer 2015", "Mar 15, 2019".
func (s dates) named(i int) (date, bool) {
	t := s.tokenAt(i)
	if month, ok := monthNames[t.word]; ok {
		return s.afterMonth(i+1, month)
	}
	if month := misspeltMonth(t.word); month > 0 {
		if d, ok := s.afterMonth(i+1, month); ok && !d.short {
			return d, true
		}
	}
	if month := romanMonths[s.text[t.start:t.end]]; month > 0 {
		at := i + 1
		if sign := s.tokenAt(at); (sign.mark == '.' || sign.mark == '/') && s.touches(i) && s.touches(at) {
			at++
		}
		if year, next, ok := s.fullYear(at); ok && s.isYear(at) {
			return single(monthAt(year, month), next), true
		}
	}
	if n := s.tokenAt(i + 1); t.word == "q" && s.touches(i) && n.kind == numberToken && n.value >= 1 && n.value <= 4 {
		return s.quarter(i+2, n.value)
	}
	if first, ok := seasons[t.word]; ok {
		if s.tokenAt(i+1).word == "of" {
			i++
		}
		if year, next, found := s.fullYear(i + 1); found {
			m := monthAt(year, first)
			return date{first: m, last: m + 2, yearOnly: true, next: next}, true
		}
	}
	return date{}, false
}

// romanMonths are months as academic CVs write them: "X 2015", "XI.2023".
var romanMonths = map[string]int{"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11, "XII": 12}

// afterMonth reads what follows a month name: an optional day and the year.
func (s dates) afterMonth(i, month int) (date, bool) {
	i = s.skipMarks(i, ".,")
	if day := s.tokenAt(i); day.kind == numberToken && day.digits() <= 2 && day.value <= 31 {
		j := s.skipMarks(s.skipOrdinal(i+1), ",")
		if year, next, ok := s.fullYear(j); ok && j > i {
			return single(monthAt(year, month), next), true
		}
	}
	if s.tokenAt(i).word == "of" {
		i++
	}
	if year, next, ok := s.yearAfterSign(i); ok {
		return single(monthAt(year, month), next), true
	}
	joined := i
	if m := s.tokenAt(i); m.kind == markToken && (isDash(m.mark) || m.mark == '/') && s.touches(i-1) && (s.touches(i) || s.isYear(i+1)) {
		joined = i + 1
	}
	if s.tokenAt(i).kind == breakToken && s.opensFullYear(i+1) {
		joined = i + 1 // the page broke the line within the date
	}
	if year, next, ok := s.fullYear(joined); ok {
		return single(monthAt(year, month), next), true
	}
	if n := s.tokenAt(joined); joined > i && n.kind == numberToken && n.digits() == 2 && !s.numberGoesOn(joined) {
		d := single(monthAt(s.century(n.value), month), joined+1)
		d.short = true
		return d, true
	}
	return date{}, false
}

// opensFullYear reports a year at i that begins no date of its own.
func (s dates) opensFullYear(i int) bool {
	_, next, ok := s.fullYear(i)
	if !ok {
		return false
	}
	t := s.tokenAt(next)
	if t.kind == markToken && isDash(t.mark) {
		_, another := s.at(next + 1)
		return !another || s.tokenAt(next+1).kind == wordToken
	}
	return true
}

// yearFirst reads "2019-03", "2019-03-15", the school year "2018/19", "2019 Q1", "2019 март", "2019, март" and the bare year.
func (s dates) yearFirst(i int) (date, bool) {
	year, next, ok := s.tokenAt(i).value, i+1, s.isYear(i)
	if !ok || s.numberGoesBack(i) {
		return date{}, false
	}
	sep, n := s.tokenAt(i+1), s.tokenAt(i+2)
	if s.touches(i) && s.touches(i+1) && isDateSign(sep) && n.kind == numberToken && n.digits() == 2 {
		if sep.mark == '/' && n.value > 12 && n.value == year%100+1 {
			return date{first: monthAt(year, 9), last: monthAt(year+1, 8), yearOnly: true, next: i + 3}, true // a school year
		}
		if n.value < 1 || n.value > 12 {
			return s.bareYear(i, year, next)
		}
		end := i + 3
		if s.sameSign(i+3, sep) && s.touches(i+2) && s.touches(i+3) && s.tokenAt(i+4).kind == numberToken {
			if s.tokenAt(i+4).digits() > 2 {
				return date{}, false
			}
			end = i + 5
		}
		return single(monthAt(year, n.value), end), true
	}
	if sep.word == "q" && s.touches(i+1) && n.kind == numberToken && n.value >= 1 && n.value <= 4 {
		return s.quarterOf(year, n.value, i+3), true
	}
	at := s.skipMarks(i+1, ",")
	if s.tokenAt(at).mark == '(' && s.tokenAt(at+2).mark == ')' {
		at++
	}
	if first, season := seasons[s.tokenAt(at).word]; season && at > i+1 {
		if s.tokenAt(at-1).mark == '(' {
			m := monthAt(year, first)
			return date{first: m, last: m + 2, yearOnly: true, next: at + 2}, true
		}
		m := monthAt(year, first)
		return date{first: m, last: m + 2, yearOnly: true, next: at + 1}, true // "2019, лето"
	}
	if month, named := monthNames[s.tokenAt(at).word]; named && s.tokenAt(at).kind == wordToken {
		if _, _, another := s.fullYear(at + 1); !another {
			return single(monthAt(year, month), at+1), true
		}
	}
	return s.bareYear(i, year, next)
}

func (s dates) bareYear(i, year, next int) (date, bool) {
	if s.numberGoesOn(i) || !s.plausibleYear(i) {
		return date{}, false
	}
	d := wholeYear(year)
	d.next = next
	return d, true
}

// dayOrMonthFirst reads "03/2019", "03.2019", "15.03.2019", "15 марта 2019", "1 кв. 2019".
func (s dates) dayOrMonthFirst(i int) (date, bool) {
	t := s.tokenAt(i)
	if s.numberGoesBack(i) {
		return date{}, false
	}
	j := s.skipOrdinal(i + 1)
	if sign := s.tokenAt(j); sign.kind == markToken && isDash(sign.mark) && s.touches(j) {
		if _, named := monthNames[s.tokenAt(j+1).word]; named {
			j++ // "12-Jan-2021"
		}
	}
	if month, ok := monthNames[s.tokenAt(j).word]; ok && s.tokenAt(j).kind == wordToken && t.value >= 1 && t.value <= 31 {
		d, found := s.afterMonth(j+1, month)
		return d, found && !d.short
	}
	if w := s.tokenAt(j).word; t.value >= 1 && t.value <= 4 && (w == "кв" || w == "квартал" || w == "quarter") {
		return s.quarter(s.skipMarks(j+1, ".,"), t.value)
	}
	if !isDateSign(s.tokenAt(i+1)) || s.tokenAt(i+2).kind != numberToken {
		return date{}, false
	}
	return s.numeric(i)
}

func (s dates) numeric(i int) (date, bool) {
	a, sep, b := s.tokenAt(i).value, s.tokenAt(i+1), s.tokenAt(i+2)
	tight := s.touches(i) && s.touches(i+1)
	if tight && b.digits() <= 2 && s.sameSign(i+3, sep) && s.touches(i+2) && s.touches(i+3) {
		return s.fullNumeric(i, a, b.value, sep.mark)
	}
	if a < 1 || a > 12 || !tight && sep.mark != '/' {
		return date{}, false
	}
	if year, next, ok := s.fullYear(i + 2); ok {
		return single(monthAt(year, a), next), true
	}
	if tight && b.digits() == 2 && (s.tokenAt(i).digits() == 2 || sep.mark == '/') && !s.numberGoesOn(i+2) {
		d := single(monthAt(s.century(b.value), a), i+3)
		d.short = true
		return d, true
	}
	return date{}, false
}

// fullNumeric reads day, month and year in figures. Points mean day first everywhere;
// with a slash the order follows the language unless a number over 12 settles it.
func (s dates) fullNumeric(i, a, b int, sign rune) (date, bool) {
	year, next, ok := s.fullYear(i + 4)
	if n := s.tokenAt(i + 4); !ok && n.kind == numberToken && n.digits() == 2 && s.tokenAt(i).digits() == 2 && !s.numberGoesOn(i+4) {
		year, next, ok = s.century(n.value), i+5, true
	}
	if !ok {
		return date{}, false
	}
	month := a
	if sign != '/' || s.dayFirst || a > 12 {
		month = b
	}
	if b > 12 {
		month = a
	}
	if month < 1 || month > 12 || max(a, b) > 31 {
		return date{}, false
	}
	return single(monthAt(year, month), next), true
}

// daysComeFirst reports that some date in figures can only have its day first, as people
// write all their dates alike: 14/07/2025.
func (p *page) daysComeFirst() bool {
	for i := 0; i+4 < len(p.tokens); i++ {
		day, month, year := p.tokens[i], p.tokens[i+2], p.tokens[i+4]
		if p.tokens[i+1].mark == '/' && p.tokens[i+3].mark == '/' && day.kind == numberToken && day.value > 12 && day.value <= 31 &&
			month.kind == numberToken && month.value >= 1 && month.value <= 12 && year.kind == numberToken {
			return true
		}
	}
	return false
}

func (s dates) quarter(i, n int) (date, bool) {
	if year, next, ok := s.shortYear(i); ok {
		return s.quarterOf(year, n, next), true
	}
	year, next, ok := s.fullYear(i)
	return s.quarterOf(year, n, next), ok
}

func (s dates) quarterOf(year, n, next int) date {
	first := monthAt(year, n*3-2)
	return date{first: first, last: first + 2, next: next}
}

// fullYear reads a year of four digits.
func (s dates) fullYear(i int) (year, next int, ok bool) {
	if !s.isYear(i) || s.numberGoesOn(i) {
		return 0, i, false
	}
	return s.tokenAt(i).value, i + 1, true
}

func (s dates) isYear(i int) bool {
	t := s.tokenAt(i)
	return t.kind == numberToken && t.digits() == 4 && t.value >= 1950 && t.value <= 2099
}

// shortYear reads '19.
func (s dates) shortYear(i int) (year, next int, ok bool) {
	t, n := s.tokenAt(i), s.tokenAt(i+1)
	if !isApostrophe(t.mark) || !s.touches(i) {
		return 0, i, false
	}
	if n.kind != numberToken || n.digits() != 2 || s.numberGoesOn(i+1) {
		return 0, i, false
	}
	return s.century(n.value), i + 2, true
}

// yearAfterSign reads the year of "Jun'19", "Jun' 19" and "Jun'2019".
func (s dates) yearAfterSign(i int) (year, next int, ok bool) {
	if year, next, ok = s.shortYear(i); ok || !isApostrophe(s.tokenAt(i).mark) {
		return year, next, ok
	}
	if year, next, ok = s.fullYear(i + 1); ok {
		return year, next, true
	}
	if n := s.tokenAt(i + 1); s.touches(i-1) && n.kind == numberToken && n.digits() == 2 && !s.numberGoesOn(i+1) {
		return s.century(n.value), i + 2, true
	}
	return 0, i, false
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' || r == '`' }

func (s dates) century(yy int) int {
	if 2000+yy > s.asOf.Year() {
		return 1900 + yy
	}
	return 2000 + yy
}

// numberGoesOn reports that the digits at i are only a part of something longer: a
// phone, a sum, a version.
func (s dates) numberGoesOn(i int) bool {
	if !s.touches(i) {
		return false
	}
	n := s.tokenAt(i + 1)
	switch {
	case n.mark == '%' || n.mark == '$' || n.mark == '€' || n.mark == '₽' || n.mark == '+':
		return true
	case n.mark == ',' || n.mark == '.' || n.mark == ':':
		after := s.tokenAt(i + 2)
		return s.touches(i+1) && after.kind == numberToken && after.digits() != 4
	}
	return false
}

func (s dates) numberGoesBack(i int) bool {
	if !s.touches(i - 1) {
		return false
	}
	before := s.tokenAt(i - 1)
	switch before.mark {
	case '$', '€', '£', '₽', '+', '#', '№', '@', '_', '=', '&', '?':
		return true
	case '.', ',', ':':
		return s.touches(i-2) && s.tokenAt(i-2).kind == numberToken
	case '-', '/':
		return s.touches(i-2) && s.tokenAt(i-2).kind == numberToken && s.tokenAt(i-2).digits() == 3
	}
	return before.kind == wordToken && len(before.word) <= 2
}

// plausibleYear tells a bare year from a product version, an amount or a count.
func (s dates) plausibleYear(i int) bool {
	if before := s.tokenAt(i - 1); before.kind == wordToken && versioned[before.word] {
		return false
	}
	after := s.tokenAt(i + 1)
	if after.kind == wordToken {
		return !counted[after.word]
	}
	return !(after.kind == numberToken && after.digits() == 3 && after.value == 0)
}

func (s dates) skipMarks(i int, marks string) int {
	for t := s.tokenAt(i); t.kind == markToken && t.mark < 0x80; t = s.tokenAt(i) {
		if !containsByte(marks, byte(t.mark)) {
			break
		}
		i++
	}
	return i
}

func (s dates) skipOrdinal(i int) int {
	switch s.tokenAt(i).word {
	case "st", "nd", "rd", "th", "го":
		return i + 1
	}
	return i
}

// skipYearWord passes "г.", "год", "года" after a year.
func (s dates) skipYearWord(i int) int {
	switch s.tokenAt(i).word {
	case "г", "гг":
		if s.tokenAt(i+1).mark == '.' {
			return i + 2
		}
		return i + 1
	case "год", "года", "году", "годы", "годов":
		return i + 1
	}
	return i
}

func (s dates) sameSign(i int, sign token) bool {
	t := s.tokenAt(i)
	return t.kind == markToken && t.mark == sign.mark
}

func isDateSign(t token) bool {
	return t.kind == markToken && (t.mark == '.' || t.mark == '/' || t.mark == '-')
}

func containsByte(s string, b byte) bool {
	for i := range len(s) {
		if s[i] == b {
			return true
		}
	}
	return false
}

func single(m Month, next int) date { return date{first: m, last: m, next: next} }

func wholeYear(year int) date {
	return date{first: monthAt(year, 1), last: monthAt(year, 12), yearOnly: true}
}
