package resume

import (
	"slices"
	"sort"
	"strings"

	"kadry/internal/skill"
)

// Words that are no claim of a skill stand in every CV: what somebody likes outside of
// work, the labels of contacts, the names of employers and schools. Nothing is read from
// them; see also organisation.go.

const (
	pastimeLines = 12 // lines below a heading of pastimes that has no other heading after it
	labelWords   = 4  // words of a label before a contact
)

// asideUses are the ways of data/asides.tsv to tell an aside.
var asideUses = []string{pastimeAside, activityAside, publicationAside, refereeAside, deniedAside, plannedAside, "deed", leaveAside, sameAside, "named", "firm", "stop"}

// The headings and labels of what is no experience. Nothing is read from the first three;
// the last two are kept with what the person says of them.
const (
	pastimeAside     = "pastime"
	publicationAside = "publication"
	refereeAside     = "referee"
	deniedAside      = "denied"
	plannedAside     = "planned"
	activityAside    = "activity" // what only a list of pastimes names; see pastime.go
	leaveAside       = "leave"    // a time that is no job; see anchor.go
	sameAside        = "same"     // no name of an employer; see position.go
)

// muteAsides finds the asides of the text. It needs the contacts, positions and schools.
func (r *reading) muteAsides() {
	r.muteLabelled()
	r.muteContactLabels()
	r.muteOrganisations()
	r.muteTitledPeople()
	r.muteSignature()
	r.muteConsents()
	r.mutePastimes()
	r.muted = merge(r.muted)
}

// muteConsents mutes the formula by which a person lets personal data be processed: it names laws.
func (r *reading) muteConsents() {
	for i, l := range r.lines {
		consents, data := false, false
		for k := l.first; k < l.last; k++ {
			w := r.tokens[k].word
			consents = consents || consentWords[w]
			data = data || w == "data" && r.tokenAt(k-1).word == "personal" || w == "данных" && strings.HasPrefix(r.tokenAt(k-1).word, "персональн")
		}
		if !consents || !data {
			continue
		}
		end := l.end
		if next := i + 1; next < len(r.lines) && !r.lines[next].blankBefore && !strings.HasSuffix(r.of(l), ".") {
			end = r.lines[next].end
		}
		r.mute(l.start, end)
	}
}

var consentWords = words("consent agree hereby authorise authorize permit allow согласен согласна согласие даю разрешаю выражаю")

func (r *reading) mute(start, end int) {
	if start < end {
		r.muted = append(r.muted, Span{start, end})
	}
}

// claimedAside is a stretch of the text whose skills are all denied or only planned.
type claimedAside struct {
	Span
	stance skill.Stance
}

// muteLabelled finds headings and labels of asides with what belongs to them.
func (r *reading) muteLabelled() {
	r.muteRunIn()
	for i := 0; i < len(r.lines); i++ {
		l := r.lines[i]
		use, value := r.asideLabel(l.first, l)
		var last int
		switch {
		case use == "":
			r.muteWithin(i)
			continue
		case value < l.end:
			last = r.continued(i)
		case use == publicationAside || use == refereeAside:
			last = r.partBlock(i)
		default:
			last = r.asideBlock(i)
		}
		r.setAside(use, l.start, r.lines[last].end)
		i = last
	}
	slices.SortStableFunc(r.unclaimed, func(a, b claimedAside) int { return a.Start - b.Start })
}

// muteRunIn finds headings of asides that stand before their text on one line.
func (r *reading) muteRunIn() {
	for _, pt := range r.parts {
		if pt.heading == "" || pt.first >= len(r.lines) || pt.offset < r.lines[pt.first].start {
			continue
		}
		if use := r.asideOf(strings.Fields(fold(pt.heading)), 0, 0); use != "" {
			r.setAside(use, pt.offset, r.lines[r.continued(pt.first)].end)
		}
	}
}

// muteWithin finds a label at the beginning of a sentence or cell within line i: "I do not smoke. Hobbies: chess".
func (r *reading) muteWithin(i int) {
	l := r.lines[i]
	for k := l.first + 1; k < l.last; k++ {
		before := r.tokens[k-1]
		if r.tokens[k].kind != wordToken || !r.isUpper(k) || before.mark != '.' && before.mark != ';' && before.mark != '|' && !r.parted(k) {
			continue
		}
		if use, value := r.asideLabel(k, l); use != "" && value < l.end {
			r.setAside(use, r.tokens[k].start, r.sentenceStop(k, l))
		}
	}
}

// sentenceStop is where the sentence of token k ends, the end of the line at the latest.
func (r *reading) sentenceStop(k int, l line) int {
	for i := k; i+1 < l.last; i++ {
		if r.tokens[i].mark == '.' && !r.touches(i) && r.isUpper(i+1) {
			return r.tokens[i].end
		}
	}
	return l.end
}

func (r *reading) setAside(use string, start, end int) {
	switch use {
	case deniedAside:
		r.unclaimed = append(r.unclaimed, claimedAside{Span{start, end}, skill.Negated})
	case plannedAside:
		r.unclaimed = append(r.unclaimed, claimedAside{Span{start, end}, skill.Planned})
	default:
		r.mute(start, end)
	}
}

// asideLabel reads a label of an aside at token first of a line: its use, empty for none,
// and the byte at which its value begins, the end of the line when there is none on it.
func (r *reading) asideLabel(first int, l line) (use string, value int) {
	var words []string
	for i := first; i < l.last; i++ {
		t := r.tokens[i]
		if t.mark == '/' && len(words) > 0 { // a label in two languages: either side tells
			if use := r.asideOf(words, first, i); use != "" {
				return use, r.afterLabelSign(i, l)
			}
		}
		switch {
		case t.kind == wordToken:
			if i > first && r.parted(i) {
				return r.asideOf(words, first, i), t.start
			}
			words = append(words, t.word)
		case t.kind == markToken && len(words) == 0, strings.ContainsRune("&/,'’()", t.mark):
		case t.mark == ':' || t.mark == '|' || isDash(t.mark) && !r.touches(i):
			return r.asideOf(words, first, i), r.valueAfter(i, l)
		default:
			return "", 0
		}
		if len(words) > maxAsideWords { // letters of a spaced heading
			return "", 0
		}
	}
	if first > l.first {
		return "", 0
	}
	return r.asideOf(words, first, l.last), l.end
}

// afterLabelSign is where the value of a label begins whose other side follows token i, the end
// of the line where no sign parts them.
func (r *reading) afterLabelSign(i int, l line) int {
	for i++; i < l.last; i++ {
		if m := r.tokens[i].mark; m == ':' || m == '|' {
			return r.valueAfter(i, l)
		}
	}
	return l.end
}

// maxAsideWords is how many words a label of an aside has, letters of a spaced heading included.
const maxAsideWords = maxClueWords + len("interests")

// asideOf is the use of a label of these words, empty for none.
func (r *reading) asideOf(list []string, first, last int) string {
	phrase, spaced := strings.Join(list, " "), r.spacedOut(first, last)
	for _, use := range []string{deniedAside, plannedAside, pastimeAside, publicationAside, refereeAside} {
		if r.asides[use][phrase] || spaced != "" && r.asides[use][spaced] {
			return use
		}
	}
	if len(list) > 0 && len(list) <= maxRelativeLabel && (relatives[list[0]] || relatives[strings.TrimSuffix(list[0], "s")]) && !strings.Contains(phrase, " tongue") {
		return refereeAside // "Father’s name" too
	}
	if r.deniesAll(list) {
		return deniedAside
	}
	list = slices.DeleteFunc(list, isJoiner)
	if len(list) > 0 && !slices.ContainsFunc(list, func(w string) bool { return !r.asides[pastimeAside][w] }) {
		return pastimeAside
	}
	return ""
}

// maxRelativeLabel is how many words a label of somebody's relative has: "mother s maiden name".
const maxRelativeLabel = 4

// maxDenial is how many words a label that denies has.
const maxDenial = 6

// deniesAll reports a label such as "What I don't do" or «Чего не умею»: a negation and a word of
// skill or work, and nothing that is a skill itself.
func (r *reading) deniesAll(list []string) bool {
	if len(list) == 0 || len(list) > maxDenial {
		return false
	}
	negated, told := false, false
	for _, w := range list {
		switch w {
		case "not", "cannot", "don", "dont", "can", "never", "haven", "havent", "no", "не", "never’ve":
			negated = negated || w != "can" || slices.Contains(list, "t")
		}
		told = told || r.asides["deed"][w]
	}
	return negated && told && !r.taxonomyKnows(strings.Join(list, " "))
}

// valueAfter is where the text after the sign at token i begins.
func (r *reading) valueAfter(i int, l line) int {
	for i++; i < l.last && r.tokens[i].kind == markToken; i++ {
	}
	if i >= l.last {
		return l.end
	}
	return r.tokens[i].start
}

// asideBlock returns the last line under the heading of an aside on line i: up to the
// next heading or, after the first text, an empty line.
func (r *reading) asideBlock(i int) int {
	next, last := r.nextHeading(i), i
	for k := i + 1; k < len(r.lines) && k <= i+pastimeLines && r.lines[k].start < next; k++ {
		if k > i+1 && r.lines[k].blankBefore {
			break
		}
		last = k
	}
	return last
}

// partBlock returns the last line under the heading on line i, up to the next heading.
func (r *reading) partBlock(i int) int {
	next := r.nextHeading(i)
	for i+1 < len(r.lines) && r.lines[i+1].start < next {
		i++
	}
	return i
}

// nextHeading is the byte of the next heading below line i.
func (r *reading) nextHeading(i int) int {
	if k := sort.Search(len(r.parts), func(k int) bool { return r.parts[k].offset > r.lines[i].start }); k < len(r.parts) {
		return r.parts[k].offset
	}
	return len(r.text)
}

// muteTitledPeople mutes the names behind "Prof." and "Dr.": people may be called Matlab.
func (r *reading) muteTitledPeople() {
	for i, t := range r.tokens {
		if t.kind != wordToken || !r.isUpper(i) || !r.honorifics["before"][t.word] || len(t.word) < len("dr") {
			continue
		}
		k := i + 1
		switch {
		case r.tokenAt(k).mark == '.':
			k++
		case t.word != "prof" && t.word != "professor" && t.word != "dr" && t.word != "mr" && t.word != "mrs": // "MS SQL" is no lady
			continue
		}
		last := k
		for ; last < k+namedPerson && (r.tokenAt(last).kind == wordToken && r.isUpper(last) || r.tokenAt(last).mark == '-' && r.touches(last)); last++ {
		}
		if last > k {
			r.mute(r.tokens[k].start, r.tokens[last-1].end)
		}
	}
}

// namedPerson is how many tokens a name behind a form of address has.
const namedPerson = 5

// muteSignature mutes what stands below the line "--" of a letter: the signature of whoever
// passed it on.
func (r *reading) muteSignature() {
	if len(r.lines) == 0 || !r.isLetter() {
		return
	}
	for _, l := range r.lines[1:] {
		if text := strings.TrimSpace(r.of(l)); text == "--" || text == "—" {
			r.mute(l.start, len(r.text))
			return
		}
	}
}

// isLetter reports the head of an e-mail above the text.
func (r *reading) isLetter() bool {
	found := 0
	for _, l := range r.lines[:min(len(r.lines), letterHead)] {
		switch r.tokens[l.first].word {
		case "from", "to", "subject", "sent", "от", "кому", "тема", "отправлено":
			if r.tokenAt(l.first+1).mark == ':' {
				found++
			}
		}
	}
	return found >= 2
}

// letterHead is how many lines the head of an e-mail has.
const letterHead = 8

// continued returns the last line of the text that begins on line i: a comma at the end of
// a line, or a small letter at the start of the next, carries it on.
func (r *reading) continued(i int) int {
	last := i
	for k := i + 1; k < len(r.lines) && k <= i+pastimeLines; k++ {
		l := r.lines[k]
		first := r.tokens[l.first]
		small := first.kind == wordToken && r.text[first.start:first.end] == first.word
		if l.blankBefore || !strings.HasSuffix(r.of(r.lines[k-1]), ",") && !small {
			break
		}
		last = k
	}
	return last
}

// muteContactLabels finds "E-mail:", "GitHub:" and "Sample Forum:" before a contact.
func (r *reading) muteContactLabels() {
	before := 0
	for _, contact := range r.record.Contacts.Spans {
		l := r.lines[r.lineOf(contact.Start)]
		from := max(l.start, min(before, contact.Start))
		before = contact.End
		pt := r.partAt(contact.Start)
		if pt.kind == projectsSection || pt.kind == skillsSection || from >= contact.Start {
			continue
		}
		label := strings.TrimRight(r.text[from:contact.Start], " :|—–-\t")
		if at := strings.LastIndexAny(label, ",;|•·~/()"); at >= 0 {
			label = label[at+1:]
		}
		if len(strings.Fields(label)) <= labelWords {
			r.mute(contact.Start-len(r.text[from:contact.Start])+strings.LastIndex(r.text[from:contact.Start], label), contact.Start)
		}
	}
}

// partAt returns the part that holds a byte.
func (r *reading) partAt(at int) part {
	k := sort.Search(len(r.parts), func(k int) bool { return r.parts[k].offset > at })
	return r.parts[max(k-1, 0)]
}
