package resume

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// tokenRange is a stretch of tokens.
type tokenRange struct{ first, last int }

// maxCertificates bounds the certificates of one text that no lexicon knows.
const maxCertificates = 60

// maxCertificateWords is how many words the name of a certificate has at most; longer
// lines are sentences.
const maxCertificateWords = 25

// readCertificates takes the lines of sections of certificates and courses and the values
// of such labels, and anywhere else what the lexicon knows.
func (r *reading) readCertificates() {
	r.statedCertificates()
	for _, pt := range r.parts {
		if r.holdsCertificates(pt) {
			r.certificateLines(pt)
		}
	}
	for _, v := range r.formValues {
		if v.kind == certificateLabel && v.first < v.last && (!r.withinJobs(r.tokens[v.first].start) || r.certifies(v.label, v.first) || r.tokens[v.first-1].mark == '|') {
			r.labelledCertificates(v)
		}
	}
	for _, line := range r.courses {
		r.certificateItems(line)
	}
	if len(r.record.Certificates) > 0 {
		r.record.Confidence.Certificates = 1
	}
	r.strayCertificates()
	r.toldCertificates()
	for i := range r.tokens {
		if r.tokens[i].kind == wordToken {
			r.knownCertificate(i)
		}
	}
	if len(r.record.Certificates) > 0 && r.record.Confidence.Certificates == 0 {
		r.record.Confidence.Certificates = 0.8
	}
	slices.SortStableFunc(r.record.Certificates, func(a, b Certificate) int { return cmp.Compare(a.Start, b.Start) })
}

// certifyingStems begin words that speak of certificates and nothing else.
var certifyingStems = []string{"certif", "licen", "сертифик", "удостоверен", "свидетельств", "аттестат", "лицензи", "аккредитац"}

// certifies reports that one of tokens [first, last) speaks of certificates.
func (r *reading) certifies(first, last int) bool {
	return slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.kind == wordToken && certifies(t.word) })
}

func certifies(word string) bool {
	return slices.ContainsFunc(certifyingStems, func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// holdsCertificates reports a part that lists certificates or courses, one with awards or
// memberships among them included.
func (r *reading) holdsCertificates(pt part) bool {
	heading := fold(pt.heading)
	if strings.Contains(heading, "coursework") {
		return false
	}
	if pt.kind == certificatesSection || pt.kind == coursesSection {
		return true
	}
	return pt.kind == otherSection && slices.ContainsFunc(strings.Fields(heading), certifies)
}

// labelledCertificates reads the value of a label. A label that ends its line opens a list
// on the lines below.
func (r *reading) labelledCertificates(v labelledValue) {
	if r.lineOf(r.tokens[v.first].start) == v.line {
		r.certificateItems(tokenRange{v.first, r.valueEnd(v)})
		return
	}
	first, end := r.lines[v.line+1], r.partAt(r.tokens[v.first].start).end
	for i := v.line + 1; i < len(r.lines) && i <= v.line+maxLabelledLines; i++ {
		l := r.lines[i]
		if l.start >= end {
			return
		}
		kind, _ := r.formLabelAt(l.first, l.last)
		if i > v.line+1 && (l.blankBefore || l.bulleted != first.bulleted) || kind != "" && !r.headsTable(l.first, l.last) || r.headerKindOf(i) != "" || r.wordsBetween(l.start, l.end) > maxCertificateWords/2 {
			return
		}
		r.certificateItems(tokenRange{l.first, l.last})
	}
}

// maxLabelledLines bounds a list under a label.
const maxLabelledLines = 15

// strayCertificates takes lines that name a certificate by themselves: in the columns of a
// page they stand apart from their heading.
func (r *reading) strayCertificates() {
	for i, l := range r.lines {
		if r.withinSchool(l) || l.last-l.first > 2*maxFormLabel || l.bulleted && r.withinJobs(l.start) || r.tokens[l.last-1].mark == '.' || r.tokens[l.last-1].mark == ':' || r.headerKindOf(i) != "" {
			continue
		}
		first := l.first
		for first < l.last && r.tokens[first].kind != wordToken {
			first++
		}
		if kind, _ := r.formLabelAt(first, l.last); first < l.last && kind == "" && r.namesCertificate(first, l.last) {
			r.certificateItems(tokenRange{first, l.last})
		}
	}
}

// withinSchool reports a line of a school that was read: what it awards is a degree.
func (r *reading) withinSchool(l line) bool {
	return slices.ContainsFunc(r.record.Education, func(e Education) bool {
		return e.Institution != "" && l.start >= e.Start && l.end <= e.End
	})
}

// namesCertificate reports «Сертификат «...»», «Удостоверение стропальщика», "Example UX
// Certificate": a short line that is the name of one.
func (r *reading) namesCertificate(first, last int) bool {
	words := r.wordsBetween(r.tokens[first].start, r.tokens[last-1].end)
	if words < 2 || words > maxFormLabel {
		return false
	}
	if r.tokens[first].word[0] >= 0x80 {
		quoted := slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.mark == '«' })
		return r.isUpper(first) && (certifies(r.tokens[first].word) || quoted && r.opensCertificate(first))
	}
	title := slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return isTitleWord(t.word) })
	return !title && r.certifies(first, last) && r.properName(schoolPiece{first: first, last: last}) && !r.shoutedLine(first)
}

// withinJobs reports an offset inside a part that tells of jobs.
func (r *reading) withinJobs(at int) bool {
	kind := r.partAt(at).kind
	return kind == experienceSection && r.positionAt(at) >= 0 || kind == projectsSection
}

// hasCertificate reports that a certificate was read under this or a longer name, or at
// this place.
func (r *reading) hasCertificate(name string, at int) bool {
	folded := fold(name)
	return slices.ContainsFunc(r.record.Certificates, func(c Certificate) bool {
		have := fold(c.Name)
		return have == folded || at >= c.Start && at < c.End || strings.HasPrefix(have, folded+" ") || strings.HasSuffix(have, " "+folded)
	})
}

// lowerCase reports a word with a small first letter.
func (p *page) lowerCase(i int) bool {
	t := p.tokenAt(i)
	return t.kind == wordToken && p.text[t.start:t.end] == strings.ToLower(p.text[t.start:t.end])
}

// valueEnd is the end of a labelled list, which may go on over the lines below.
func (r *reading) valueEnd(v labelledValue) int {
	last := v.last
	for i := r.lineOf(r.tokens[last-1].start) + 1; i < len(r.lines) && i <= v.line+4; i++ {
		l := r.lines[i]
		if l.blankBefore || last != r.lines[i-1].last {
			break
		}
		open := r.tokens[last-1].mark == ';' || r.tokens[last-1].mark == ','
		if kind, _ := r.formLabelAt(l.first, l.last); kind != "" || !open && !r.goesOn(tokenRange{v.first, last}, l.first) {
			break
		}
		last = l.last
	}
	return last
}

// certificateItems cuts a stretch at semicolons and takes each piece; a row of a table is
// one certificate with its number and dates.
func (r *reading) certificateItems(item tokenRange) {
	if r.headsTable(item.first, item.last) {
		return
	}
	for item.first < item.last && r.tokens[item.first].kind == markToken && isBullet(r.tokens[item.first].mark) {
		item.first++
	}
	if kind, _ := r.formLabelAt(item.first, item.last); kind == otherLabel || kind == yearsLabel || kind == languageLabel {
		return
	}
	from, quoted := item.first, false
	for i := item.first; i <= item.last; i++ {
		if i < item.last && (r.tokens[i].mark == '«' || r.tokens[i].mark == '»') {
			quoted = r.tokens[i].mark == '«'
		}
		stop := i < item.last && r.tokens[i].mark == '.' && i > from && !quoted && !r.touches(i-1) && !r.touches(i)
		if i < item.last && !stop && r.tokens[i].mark != ';' && (r.tokens[i].mark != '•' || i == item.first) {
			continue
		}
		r.certificateRow(from, i)
		from = i + 1
	}
}

// certificateRow takes the first cell with words of a row for the certificate, a school or
// provider among the others for its issuer. Without cells it cuts a list at its commas.
func (r *reading) certificateRow(first, last int) {
	cells := r.bareCells(first, last)
	if len(cells) < 2 {
		for _, p := range r.commaList(first, last) {
			r.takeCertificate(p.first, p.last)
		}
		return
	}
	known, taken := len(r.record.Certificates), false
	for _, cell := range cells {
		at := r.tokens[cell.first].start
		if r.wordsBetween(at, r.tokens[cell.last-1].end) == 0 || r.onlyDates(at, r.tokens[cell.last-1].end) {
			continue
		}
		if !taken {
			taken = true
			r.takeCertificate(cell.first, cell.last)
			continue
		}
		if len(r.record.Certificates) == known {
			return
		}
		if c := &r.record.Certificates[known]; c.Issuer == "" && r.issues(cell) {
			c.Issuer = r.textOfPiece(cell)
		}
	}
	if len(r.record.Certificates) > known && r.record.Certificates[known].Date == 0 {
		c := &r.record.Certificates[known]
		c.Date, c.Year = r.dateWithin(r.tokens[first].start, r.tokens[last-1].end)
	}
}

// commaList cuts at commas where each piece is a certificate by itself: a known one, an
// abbreviation, a name with a word for certificates, or each has a date of its own.
func (r *reading) commaList(first, last int) []tokenRange {
	var pieces []tokenRange
	from, depth := first, 0
	for i := first; i <= last; i++ {
		if i < last {
			switch r.tokens[i].mark {
			case '(', '«':
				depth++
			case ')', '»':
				depth--
			}
			if r.tokens[i].mark != ',' || depth > 0 {
				continue
			}
		}
		if i > from {
			pieces = append(pieces, tokenRange{from, i})
		}
		from = i + 1
	}
	dated := 0
	for _, p := range pieces {
		if date, _ := r.dateWithin(r.tokens[p.first].start, r.tokens[p.last-1].end); date > 0 && r.wordsBetween(r.tokens[p.first].start, r.tokens[p.last-1].end) > 0 {
			dated++
		}
	}
	if len(pieces) < 2 || dated < len(pieces) && !r.allCertificates(pieces) {
		return []tokenRange{{first, last}}
	}
	return pieces
}

func (r *reading) allCertificates(pieces []tokenRange) bool {
	for _, p := range pieces {
		start := r.tokens[p.first].start
		if r.issues(schoolPiece{first: p.first, last: p.last}) || !r.certifies(p.first, p.last) && !r.opensCertificate(p.first) && !r.abbreviates(p) && !r.onlyKnown(p) {
			return false
		}
		if r.onlyDates(start, r.tokens[p.last-1].end) {
			return false
		}
	}
	return true
}

// abbreviates reports a piece with a word of three capitals or more.
func (r *reading) abbreviates(p tokenRange) bool {
	for i := p.first; i < p.last; i++ {
		if t := r.tokens[i]; t.kind == wordToken && utf8.RuneCountInString(t.word) >= 3 && r.shoutedToken(i) {
			return true
		}
	}
	return false
}

func (r *reading) onlyKnown(p tokenRange) bool {
	_, _, ok := r.knownName(p.first, p.last, r.textOfTokens(p.first, p.last))
	return ok
}

// takeCertificate reads one piece: its name, then who issued it and when.
func (r *reading) takeCertificate(first, last int) {
	for first < last && r.tokens[first].kind == markToken && r.tokens[first].mark != '«' && r.tokens[first].mark != '"' && r.tokens[first].mark != '“' {
		first++
	}
	if first >= last || len(r.record.Certificates) >= maxCertificates || r.undone(first, last) {
		return
	}
	start, end := r.tokens[first].start, r.tokens[last-1].end
	words := r.wordsBetween(start, end)
	if r.namesDegreeIn(first, last) {
		return
	}
	if words == 0 || words > maxCertificateWords || r.spokenIn(first, last) || r.holdsContact(r.lineOf(start)) || r.tellsWork(first, last, words) {
		return
	}
	c := Certificate{Start: start, End: end}
	c.Date, c.Year = r.dateWithin(start, end)
	var names []string
	for _, p := range r.certificatePieces(first, last) {
		text := strings.TrimRight(r.textOfPiece(p), " .")
		switch {
		case len(names) > 0 && credentialWords[r.tokens[p.first].word]:
		case c.Issuer == "" && r.issues(p) && (len(names) > 0 || !r.opensCertificate(p.first) && p.last < last):
			c.Issuer = text
		case c.Issuer == "" || len(names) == 0 && r.opensCertificate(p.first):
			names = append(names, text)
		}
	}
	c.Name = strings.Join(names, ", ")
	if r.isIssuerLine(first, last, c) {
		before := &r.record.Certificates[len(r.record.Certificates)-1]
		before.Issuer = cmp.Or(before.Issuer, c.Issuer, c.Name)
		return
	}
	if c.Name == "" && c.Date == 0 && !r.certifies(first, last) && r.namesSchool(first, last) {
		return // a school by itself
	}
	if c.Name == "" {
		c.Name, c.Issuer = c.Issuer, ""
	}
	if name, issuer, ok := r.knownName(first, last, c.Name); ok {
		c.Name, c.Issuer = name, cmp.Or(c.Issuer, issuer)
	}
	if c.Name != "" && !r.hasCertificate(c.Name, c.Start) {
		r.record.Certificates = append(r.record.Certificates, c)
	}
}

// namesDegreeIn reports the degree of a school: "Master in Public Administration".
func (r *reading) namesDegreeIn(first, last int) bool {
	switch r.degreeLevel(first, last) {
	case "bachelor", "master", "doctorate":
		return !r.certifies(first, last) && slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.word == "in" || t.word == "of" })
	}
	return false
}

// undone reports an item that says itself it is not held: "Leader Level 3 (in progress)".
func (r *reading) undone(first, last int) bool {
	if deniesCertificate[r.tokens[first].word] {
		return true
	}
	return r.unfinishedIn(first+1, last)
}

// unfinishedIn reports words among tokens [first, last) that say so.
func (r *reading) unfinishedIn(first, last int) bool {
	for i := first; i < last; i++ {
		for k, phrase := i, ""; k < min(last, i+maxUnfinished) && r.tokens[k].kind == wordToken; k++ {
			if phrase = strings.TrimPrefix(phrase+" "+r.tokens[k].word, " "); unfinished[phrase] {
				return true
			}
		}
	}
	return false
}

// maxUnfinished is how many words say that a certificate is not held.
const maxUnfinished = 3

// tellsWork reports a sentence or a mark instead of the name of a certificate.
func (r *reading) tellsWork(first, last, words int) bool {
	switch r.tokens[first].word {
	case "gpa", "cgpa", "successfully", "responsible", "attended", "handled":
		return true
	}
	small := 0
	for i := first; i < last; i++ {
		if r.lowerCase(i) && !smallWords[r.tokens[i].word] {
			small++
		}
	}
	return words > 10 && small*2 > words && r.text[r.tokens[first].start] < 0x80
}

// credentialWords begin the number and the term of a certificate.
var credentialWords = words("exp expires expiry expiration valid credential id no number серия номер действителен действительно до рег")

// certificatePieces cuts at commas, bars and dashes with spaces around, dates left out.
func (r *reading) certificatePieces(first, last int) []schoolPiece {
	var pieces []schoolPiece
	from := first
	push := func(to int) {
		if p, ok := r.trimPiece(schoolPiece{first: from, last: to}); ok {
			pieces = append(pieces, p)
		}
	}
	k := r.firstPeriod(r.tokenAt(first).start)
	depth := 0
	for i := first; i < last; i++ {
		t := r.tokens[i]
		for k < len(r.spans) && r.spans[k].start < t.start {
			k++
		}
		if k < len(r.spans) && r.spans[k].start == t.start && r.spans[k].next > i {
			push(i)
			i, from = r.spans[k].next-1, r.spans[k].next
			continue
		}
		switch t.mark {
		case '(', '«':
			depth++
		case ')', '»':
			depth--
		}
		spaced := t.kind == markToken && isDash(t.mark) && !r.touches(i-1) && !r.touches(i)
		if depth <= 0 && (spaced || t.mark == ',' || t.mark == '|' || t.mark == '/' && !r.touches(i) || i > from && r.parted(i)) {
			push(i)
			from = i
			if t.kind == markToken {
				from = i + 1
			}
		}
	}
	push(last)
	return pieces
}

// issues reports a piece that names a school, a provider of courses or a firm.
func (r *reading) issues(p schoolPiece) bool {
	switch r.tokens[p.first].word {
	case "issued", "by", "выдан", "выдано", "выдана", "учебный", "уц", "ано", "ноу", "чоу", "дпо", "цдпо", "фгбоу", "чудпо", "онлайн":
		return true
	}
	if r.namesSchool(p.first, p.last) || r.providers[r.phraseOf(p.first, p.last)] {
		return true
	}
	return p.last-p.first <= 8 && !r.opensCertificate(p.first) && classify(r.tokens[p.first:p.last], r.text) == companyPiece && p.first > 0 && r.tokens[p.first-1].kind == markToken
}

// isIssuerLine reports a line that holds nothing but who issued the certificate of the
// line before.
func (r *reading) isIssuerLine(first, last int, c Certificate) bool {
	n := len(r.record.Certificates)
	i := r.lineOf(c.Start)
	if n == 0 || r.lines[i].bulleted || r.lines[i].blankBefore || r.lines[i].first != first || r.opensCertificate(first) {
		return false
	}
	before := r.record.Certificates[n-1]
	if i == 0 || before.Start < r.lines[i-1].start {
		return false
	}
	p := schoolPiece{first: first, last: last}
	course := slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.kind == wordToken && r.courseWords.has(t.word, t.word) })
	return !course && (r.issues(p) || r.namesSchool(first, last))
}

// knownName gives the name of the lexicon where the piece says nothing else.
func (r *reading) knownName(first, last int, name string) (known, issuer string, ok bool) {
	said := newPage(name)
	for i := first; i < last; i++ {
		if r.tokens[i].kind != wordToken {
			continue
		}
		for _, k := range r.certificates[r.tokens[i].word] {
			at := i
			if k.phrase[0] == '1' {
				at--
			}
			if next := r.matchTokens(at, k.tokens); next > 0 && len(k.tokens) >= said.wordsAndNumbers()-1 && len(k.tokens)*2 > said.wordsAndNumbers() {
				return k.nameOf(name), k.issuer, true
			}
		}
		return "", "", false
	}
	return "", "", false
}

func (p *page) wordsAndNumbers() int {
	n := 0
	for _, t := range p.tokens {
		if t.kind == wordToken || t.kind == numberToken {
			n++
		}
	}
	return n
}

// spokenIn reports a list of spoken languages.
func (r *reading) spokenIn(first, last int) bool {
	for i := first; i < last; i++ {
		if t := r.tokens[i]; t.kind == wordToken && r.spoken[t.word] != "" && r.proficiency(i, part{end: len(r.text)}) != "" {
			return true
		}
	}
	return false
}
