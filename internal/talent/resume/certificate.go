package resume

import (
	"cmp"
	"slices"
	"strings"
)

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

// readCertificates takes the lines of a certificate section and, anywhere else, what the
// lexicon knows.
func (r *reading) readCertificates() {
	for i := range r.tokens {
		if r.tokens[i].kind == wordToken {
			r.knownCertificate(i)
		}
	}
	if len(r.record.Certificates) > 0 {
		r.record.Confidence.Certificates = 0.8
	}
	for _, pt := range r.parts {
		if pt.kind == certificatesSection {
			r.certificateLines(pt)
		}
	}
	slices.SortStableFunc(r.record.Certificates, func(a, b Certificate) int { return cmp.Compare(a.Start, b.Start) })
	r.record.Certificates = slices.CompactFunc(r.record.Certificates, func(a, b Certificate) bool { return a.Name == b.Name })
}

func (r *reading) knownCertificate(i int) {
	for _, k := range r.certificates[r.tokens[i].word] {
		first := i
		if k.phrase[0] == '1' {
			first--
		}
		next := r.matchPhrase(first, k.phrase)
		if next == 0 || len(k.phrase) <= 5 && !r.shoutedToken(i) {
			continue
		}
		r.addCertificate(k.name, k.issuer, first, next)
		return
	}
}

// shoutedToken demands capitals of an abbreviation.
func (r *reading) shoutedToken(i int) bool {
	t := r.tokens[i]
	text := r.text[t.start:t.end]
	return text == strings.ToUpper(text)
}

// matchPhrase returns the token after the phrase when it stands at token i, signs between
// its words ignored, zero when it does not.
func (r *reading) matchPhrase(i int, phrase string) int {
	p := newPage(phrase)
	for k, want := range p.tokens {
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
	for _, have := range r.record.Certificates {
		if have.Name == name {
			return
		}
	}
	c := Certificate{Name: name, Issuer: issuer, Start: r.tokenAt(first).start, End: r.tokenAt(next - 1).end}
	l := r.lines[r.lineOf(c.Start)]
	c.Date = r.dateWithin(c.End, l.end)
	r.record.Certificates = append(r.record.Certificates, c)
}

func (r *reading) dateWithin(from, to int) Month {
	i := r.firstPeriod(from)
	if i < len(r.spans) && r.spans[i].start < to && r.spans[i].start-from < maxQuote && r.spans[i].from.first <= r.asOf {
		return r.spans[i].from.first
	}
	return 0
}

// maxCertificates bounds the lines taken from a section.
const maxCertificates = 60

func (r *reading) certificateLines(pt part) {
	for i := pt.first; i < pt.last && i < pt.first+maxCertificates; i++ {
		l := r.lines[i]
		start := max(l.start, pt.start)
		if start >= l.end || r.wordsBetween(start, l.end) == 0 || r.wordsBetween(start, l.end) > 25 || r.certificateIn(start, l.end) {
			continue
		}
		name := r.headline(start, l.end)
		first := r.firstPeriod(start)
		if first < len(r.spans) && r.spans[first].start < l.end {
			name = strings.Trim(strings.Replace(name, r.quoteOf(r.spans[first]), "", 1), " ,()–—-|:")
		}
		if name == "" {
			continue
		}
		r.record.Certificates = append(r.record.Certificates, Certificate{Name: name, Date: r.dateWithin(start, l.end), Start: start, End: l.end})
		r.record.Confidence.Certificates = 1
	}
}

func (r *reading) certificateIn(start, end int) bool {
	for _, c := range r.record.Certificates {
		if c.Start >= start && c.End <= end {
			return true
		}
	}
	return false
}
