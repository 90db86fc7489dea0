package resume

import "strings"

// firstWord is the phrase up to the first space or figure, the way the text is cut.
func firstWord(phrase string) string {
	p := newPage(phrase)
	if len(p.tokens) == 0 {
		return ""
	}
	if p.tokens[0].kind == numberToken {
		return p.tokenAt(1).word
	}
	return p.tokens[0].word
}

func (r *reading) knownCertificate(i int) {
	for _, k := range r.certificates[r.tokens[i].word] {
		first := i
		if k.phrase[0] == '1' {
			first--
		}
		next := r.matchTokens(first, k.tokens)
		if next == 0 || len(k.phrase) <= 5 && (!r.shoutedToken(i) || r.withinJobs(r.tokens[i].start)) {
			continue // duties name what colleagues had to get, and other things with those letters
		}
		if r.notHeld(first, next) || k.name == asWritten && r.saidAside(first) {
			return
		}
		r.addCertificate(k.nameOf(r.textOfTokens(first, next)), k.issuer, first, next)
		return
	}
}

// saidAside reports a place where a certificate only tells of something else: of a language
// ("French: DELF B1") or, over the first heading, of the post that is wanted.
func (r *reading) saidAside(first int) bool {
	pt := r.partAt(r.tokens[first].start)
	if pt.kind == languagesSection || pt.kind == contactsSection {
		return true
	}
	for i := max(first-3, 0); i < first; i++ {
		if r.tokens[i].kind == wordToken && r.spoken[r.tokens[i].word] != "" {
			return true
		}
	}
	return false
}

// notHeld reports words beside tokens [first, last) that say the person does not have it: "no
// PMP", "CISSP: exam booked".
func (r *reading) notHeld(first, last int) bool {
	if deniesCertificate[r.tokenAt(first-1).word] {
		return true
	}
	for i := first - 1; i >= 0 && i >= first-maxPlanned && r.tokens[i].kind != breakToken; i-- {
		if planned[r.tokens[i].word] {
			return true
		}
	}
	end := last
	for end < min(len(r.tokens), last+maxUnfinishedIn) && r.tokens[end].kind != breakToken && !strings.ContainsRune(";,.|/", r.tokens[end].mark) {
		end++
	}
	return r.unfinishedIn(last, end)
}

// maxUnfinishedIn is how far behind a certificate it is looked for, in tokens.
const maxUnfinishedIn = 8

// planned are words before a certificate that nobody has yet: "booked for January: WSET".
var planned = words("progress booked planned planning studying preparing towards готовлюсь планирую записан записана")

// maxPlanned is how far before a certificate such a word is looked for, in tokens.
const maxPlanned = 5

var deniesCertificate = words("no not without без нет кроме")

// unfinished are words behind a certificate that nobody has yet, or no longer.
var unfinished = phrases(`in progress|ongoing|exam booked|exam planned|booked|planned|scheduled|not yet|not held|not yet held|pending|expected|expired|lapsed|nil|none|n a|failed|retake|will retake|
	not begun|not started|not passed|not finished|not completed|withdrawn|place offered|dropped out|audited only|
	в процессе|планирую|планируется|нет|не имею|просрочен|просрочена|просрочено|истек|истекла|отсутствует|готовлюсь|
	не сдал|не сдала|не закончил|не закончила|не окончил|не окончила|не дошел до|не дошла до|не получил|не получила|не завершил|не завершила|заброшен|бросил|бросила`)

// shoutedToken demands capitals of an abbreviation.
func (r *reading) shoutedToken(i int) bool {
	t := r.tokens[i]
	text := r.text[t.start:t.end]
	return text == strings.ToUpper(text)
}

// asWritten stands in the lexicon for the name of a certificate that has none but its words.
const asWritten = "="

func (k known) nameOf(said string) string {
	if k.name == asWritten {
		return said
	}
	return k.name
}

// matchTokens returns the token after those of a phrase when it stands at token i, signs between
// its words ignored, zero when it does not.
func (r *reading) matchTokens(i int, phrase []token) int {
	for k, want := range phrase {
		for n := 0; k > 0 && n < 2 && r.tokenAt(i).kind == markToken; n++ {
			i++
		}
		t := r.tokenAt(i)
		if t.kind != want.kind || t.kind == wordToken && t.word != want.word || t.kind == numberToken && t.value != want.value {
			return 0
		}
		i++
	}
	return i
}

func (r *reading) addCertificate(name, issuer string, first, next int) {
	if r.hasCertificate(name, r.tokenAt(first).start) {
		return
	}
	c := Certificate{Name: name, Issuer: issuer, Start: r.tokenAt(first).start, End: r.tokenAt(next - 1).end}
	l := r.lines[r.lineOf(c.Start)]
	c.Date, c.Year = r.dateWithin(c.End, l.end)
	r.record.Certificates = append(r.record.Certificates, c)
}

// dateWithin is the first date of a stretch of text, and whether it is known to the year.
func (r *reading) dateWithin(from, to int) (Month, bool) {
	i := r.firstPeriod(from)
	if i < len(r.spans) && r.spans[i].start < to && r.spans[i].start-from < maxQuote && r.spans[i].from.first <= r.asOf {
		return r.spans[i].from.first, r.spans[i].from.yearOnly
	}
	return 0, false
}

// opensCertificate reports that a course, certificate or licence is named from token i on.
func (r *reading) opensCertificate(i int) bool {
	for r.tokenAt(i).kind == markToken {
		i++
	}
	return r.inSet(&r.courseWords, i)
}
