package resume

import "slices"

// Certificates are told in sentences as well: "I passed RSA Typewriting Stage III in 1994 and
// took the Introduction to Local Council Administration (2020)", «прошёл курс «Медиация»».

// gained are words after which a sentence outside of jobs names what was passed or is held.
var gained = words(`passed completed took hold holds holding obtained earned gained attended received achieved qualified certified
	прошел прошла пройден пройдены получил получила получено сдал сдала`)

// Tokens between such a word and the name, and of the name.
const (
	maxBeforeTold = 6
	maxTold       = 14
)

// toldCertificates takes what sentences outside of jobs say was passed or is held, and the
// quoted name of a course.
func (r *reading) toldCertificates() {
	for i, t := range r.tokens {
		if t.kind != wordToken {
			continue
		}
		told, opens := gained[t.word], r.courseWords.has(t.word, t.word)
		if !told && !opens || r.outsideOfTold(t.start) {
			continue
		}
		first, last := i, i
		if opens {
			first, last = r.quotedAfter(i)
		}
		if first == last && told {
			first, last = r.namedAfter(i + 1)
			if last-first < 2 || slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return isTitleWord(t.word) }) {
				continue
			}
		}
		if first < last && !r.hasCertificate(r.textOfTokens(first, last), r.tokens[first].start) {
			r.takeCertificate(first, last)
		}
	}
}

// outsideOfTold reports a part that tells of something else than the person's papers.
func (r *reading) outsideOfTold(at int) bool {
	switch r.partAt(at).kind {
	case educationSection, certificatesSection, coursesSection, otherSection:
		return r.positionAt(at) >= 0
	}
	return true
}

// quotedAfter is the name in quotation marks that follows within a few words of one sentence.
func (r *reading) quotedAfter(i int) (first, last int) {
	for k := i + 1; k < min(len(r.tokens), i+maxBeforeTold); k++ {
		switch t := r.tokens[k]; {
		case t.kind == breakToken && r.tokenAt(k+1).mark != '«', t.mark == '.', t.mark == ',', t.mark == ';':
			return i, i
		case t.mark == '«', t.mark == '“':
			end := slices.IndexFunc(r.tokens[k+1:min(len(r.tokens), k+maxTold+1)], func(t token) bool { return t.mark == '»' || t.mark == '”' })
			if end < 1 {
				return i, i
			}
			return k + 1, k + 1 + end
		}
	}
	return i, i
}

// namedAfter is the first run of capitals after token i, small words and numbers among them.
func (r *reading) namedAfter(i int) (first, last int) {
	first = i
	for first < min(len(r.tokens), i+maxBeforeTold) && !r.isUpper(first) {
		if r.tokens[first].kind == markToken {
			return i, i
		}
		first++
	}
	last = first
	if r.tokenAt(first).kind != wordToken {
		return i, i // a name in quotation marks is read behind the word for a course
	}
	for k := first; k < min(len(r.tokens), first+maxTold); k++ {
		switch t := r.tokens[k]; {
		case r.isUpper(k), t.kind == numberToken && t.digits() < 4:
			last = k + 1
		case t.kind == wordToken && smallWords[t.word] && r.tokenAt(k+1).kind == wordToken, t.kind == breakToken, t.mark == '-', t.mark == '&', t.mark == '/':
		default:
			return first, last
		}
	}
	return first, last
}
