package resume

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/talent/layout"
)

// nameEvidence is what a text says of its person beside the name itself.
type nameEvidence struct {
	*reading
	emails []string        // local parts, as skeletons
	pieces map[string]bool // of local parts between their signs, as skeletons
	links  []string        // accounts
	counts map[string]int  // how often a word stands in the text
}

func (r *reading) nameEvidence() nameEvidence {
	ev := nameEvidence{reading: r, pieces: map[string]bool{}, counts: map[string]int{}}
	for _, mail := range r.record.Contacts.Emails {
		local, _, _ := strings.Cut(mail, "@")
		ev.emails = append(ev.emails, skeleton(local))
		for part := range strings.FieldsFuncSeq(local, func(c rune) bool { return !unicode.IsLetter(c) }) {
			ev.pieces[skeleton(part)] = true
		}
	}
	for _, link := range r.record.Contacts.Links {
		ev.links = append(ev.links, skeleton(link[strings.LastIndexByte(link, '/')+1:]))
	}
	for _, t := range r.tokens {
		if t.kind == wordToken {
			ev.counts[t.word]++
		}
	}
	return ev
}

// score adds up what speaks for a candidate and against it.
func (ev nameEvidence) score(c nameCandidate) float64 {
	own := ev.byWords(c)
	account := ev.byAccounts(c)
	look := ev.byLook(c)
	around := ev.byNeighbours(c)
	total := own + account + look + around - ev.byBreak(c)
	if len(c.words) == 1 && !c.labelled {
		return 0
	}
	if c.cut {
		total--
		if account == 0 && ev.unknown(c) {
			return 0
		}
	}
	if !c.labelled && account == 0 && ev.unknown(c) {
		// Only the look and the place of an unknown run of words speak for it.
		if look < 2 && around < 1.5 || ev.shouted(c) && (around+look < 3.5 || !ev.hasContacts()) {
			return 0
		}
	}
	if !c.labelled && account == 0 && c.line >= farLine && ev.lines[c.line].look.Size < 1.3 {
		total -= 2 // people a CV tells of are named there too
	}
	if ev.lower(c) && !c.labelled && account < 4 && !(ev.displayed(c) && (account > 0 || !ev.unknown(c))) {
		return 0
	}
	return total
}

// displayed reports a candidate at the top of the text, set far larger than the rest of it.
func (ev nameEvidence) displayed(c nameCandidate) bool {
	return c.line < topLines && ev.lines[c.line].look.Size >= displaySize
}

// The lines in which a name is displayed, and its size at least, where 1 is that of most of the text.
const (
	topLines    = 3
	displaySize = 1.5
)

// byBreak weighs words that follow a whole name on the next line and that nothing else tells
// to be of a person: there stands the headline.
func (ev nameEvidence) byBreak(c nameCandidate) float64 {
	if c.joined == 0 || c.opening < 2 {
		return 0
	}
	against := 0.0
	for _, w := range c.words[c.opening:] {
		word, bone := plainWord(w), skeleton(w)
		written := slices.ContainsFunc(ev.emails, func(mail string) bool { return len(bone) >= 3 && strings.Contains(mail, bone) })
		if !written && ev.givenNames[word] <= 0.5 && !isPatronymic(word) {
			against += 2.5
		}
	}
	return against
}

// farLine is the line from which a name of the lexicon alone is not enough.
const farLine = 8

func (ev nameEvidence) hasContacts() bool {
	return len(ev.emails) > 0 || len(ev.record.Contacts.Phones) > 0
}

// unknown reports a candidate that no lexicon and no ending tells to be a name.
func (ev nameEvidence) unknown(c nameCandidate) bool {
	for _, w := range c.words {
		word := plainWord(w)
		if ev.givenNames[word] > 0.5 || isPatronymic(word) {
			return false
		}
	}
	return !c.titled && !c.presents
}

func (ev nameEvidence) shouted(c nameCandidate) bool {
	text := strings.Join(c.words, "")
	return text == strings.ToUpper(text)
}

func (ev nameEvidence) lower(c nameCandidate) bool {
	text := strings.Join(c.words, "")
	return text == strings.ToLower(text)
}

// plainWord folds a word of a name and drops its signs.
func plainWord(w string) string { return strings.Trim(fold(w), ".,()\"“”'’") }

// byWords weighs the words themselves.
func (ev nameEvidence) byWords(c nameCandidate) float64 {
	s, given, surname, full := 0.0, 0.0, 0.0, 0
	for _, w := range c.words {
		for word := range strings.SplitSeq(plainWord(w), "-") {
			n := utf8.RuneCountInString(word)
			if n > 1 && !nameParticles[word] {
				full++
			}
			known := ev.givenNames[word]
			given = max(given, known)
			switch {
			case isPatronymic(word):
				s += 3.5
			case known == 0 && n > 3 && ev.surnameEnding(word):
				surname = 1.2
			}
			if known < 1 {
				s -= ev.againstWord(word)
			}
		}
	}
	s += 2.5*given + surname
	if c.titled {
		s += 1.5
	}
	if c.presents {
		s += 2
	}
	if c.labelled {
		s += 8
	}
	if full == 0 {
		s -= 5
	}
	if n := len(c.words); n >= 2 && n <= 4 {
		s++
	}
	return s - 0.8*float64(c.joined) - ev.asPhrase(c)
}

// againstWord is how much a word speaks against a name.
func (ev nameEvidence) againstWord(word string) float64 {
	switch {
	case isTitleWord(word) || ev.notNames[word]:
		return 4
	case companyWords[word] || orgForms[word]:
		return 3.5
	case placeWords[word]:
		return 3
	}
	return 0
}

// asPhrase weighs what the words mean together: a heading, a label, skills, a school.
func (ev nameEvidence) asPhrase(c nameCandidate) float64 {
	phrase := strings.TrimSpace(fold(strings.Join(c.words, " ")))
	if _, ok := ev.headings[phrase]; ok {
		return 8
	}
	if _, ok := ev.formLabels[phrase]; ok {
		return 8
	}
	against := 0.0
	if c.last-c.first <= 2*nameWordsMost && ev.namesSchool(c.first, c.last) {
		against += 3
	}
	if !c.labelled {
		if n := ev.skillWords(c.first, c.last); n >= 2 || n == len(c.words) {
			against += 1.5 * float64(n)
		}
	}
	return against
}

// skeletonShare is the share of an account's letters that a name explains, and whether a
// whole word of the name stands in it.
func skeletonShare(account string, words []string) (share float64, whole bool) {
	letters := len(account)
	if letters == 0 {
		return 0, false
	}
	rest := account
	var initials []string
	for _, w := range words {
		k := skeleton(w)
		if k == "" {
			continue
		}
		at := strings.Index(rest, k)
		if at < 0 || len(k) < 2 {
			initials = append(initials, k[:1])
			continue
		}
		whole = whole || len(k) >= 3
		rest = rest[:at] + rest[at+len(k):]
	}
	for _, c := range initials {
		if i := strings.Index(rest, c); i >= 0 {
			rest = rest[:i] + rest[i+1:]
		}
	}
	return float64(letters-len(rest)) / float64(letters), whole
}

// byAccounts compares with e-mail addresses and accounts.
func (ev nameEvidence) byAccounts(c nameCandidate) float64 {
	best := 0.0
	for _, mail := range ev.emails {
		share, whole := skeletonShare(mail, c.words)
		switch {
		case share >= 0.8 && (whole || share == 1):
			best = max(best, 4+share-ev.unexplained(mail, c.words))
		case whole && share >= 0.4:
			best = max(best, 3)
		}
	}
	if len(ev.pieces) > 1 && best > 0 {
		for _, w := range c.words {
			if ev.pieces[skeleton(w)] {
				best += 0.3
			}
		}
	}
	for _, link := range ev.links {
		if share, whole := skeletonShare(link, c.words); whole && share >= 0.5 {
			best = max(best, 2.5)
		}
	}
	return best
}

// unexplained weighs the words of a name that its e-mail address leaves out although it
// has the others: a second given name is left out often, a place printed beside always.
func (ev nameEvidence) unexplained(mail string, words []string) float64 {
	s, explained := 0.0, 0
	for _, w := range words {
		word := plainWord(w)
		switch {
		case utf8.RuneCountInString(word) < 3 || nameParticles[word]:
		case strings.Contains(mail, skeleton(word)):
			explained++
		case !isPatronymic(word) && ev.givenNames[word] < 1:
			s += 1.2
		}
	}
	if explained < 2 {
		return 0 // an address of the given name alone leaves out the surname
	}
	return s
}

// byLook weighs where the candidate stands and how it is set.
func (ev nameEvidence) byLook(c nameCandidate) float64 {
	s := 0.0
	switch {
	case c.line == 0:
		s = 1.5
	case c.line <= 2:
		s = 1
	case c.line <= 6:
		s = 0.5
	}
	l := ev.lines[c.line]
	switch {
	case l.look.Size >= 1.7:
		s += 2.5
	case l.look.Size >= 1.3:
		s += 1.5
	}
	if l.look.Heading == 1 {
		s += 0.5
	}
	if l.look.Bold {
		s += 0.3
	}
	if l.look.Margin == layout.Header {
		s += 0.5
	}
	if l.bulleted {
		s -= 1.5
	}
	return s + ev.byPart(c)
}

// byPart weighs the part of the text a candidate stands in.
func (ev nameEvidence) byPart(c nameCandidate) float64 {
	at := ev.lines[c.line].start
	switch pt := ev.partAt(at); {
	case at < ev.parts[0].end, pt.kind == contactsSection:
		return 0.5
	case pt.kind == experienceSection || pt.kind == projectsSection:
		return -2
	}
	return -1
}

// byNeighbours weighs what stands around the candidate.
func (ev nameEvidence) byNeighbours(c nameCandidate) float64 {
	s := 0.0
	if c.whole {
		s += 0.7
	}
	after := c.line + c.joined + 1
	if after < len(ev.lines) && (ev.lineKind(after) == titlePiece || ev.holdsContact(after)) {
		s++
	}
	if !c.whole && ev.holdsContact(c.line) || after+1 < len(ev.lines) && ev.holdsContact(after+1) && c.line < 12 {
		s += 0.5
	}
	repeated := true
	for _, w := range c.words {
		word := plainWord(w)
		repeated = repeated && (ev.counts[word] > 1 || len(word) < 3)
	}
	if repeated {
		s += 0.5
	}
	return s
}

// maxEnding is the length in bytes of the longest ending of a surname.
const maxEnding = 16

// surnameEnding reports a word that ends as surnames do.
func (ev nameEvidence) surnameEnding(word string) bool {
	for cut := max(4, len(word)-maxEnding); cut < len(word); cut++ {
		if ev.surnameEndings[word[cut:]] {
			return true
		}
	}
	return false
}

// isPatronymic reports a Russian patronymic in either alphabet.
func isPatronymic(word string) bool {
	switch word {
	case "ильич", "кузьмич", "фомич", "лукич", "никитич", "саввич", "ilyich":
		return true
	}
	for _, suffix := range []string{"ович", "евич", "овна", "евна", "ична", "инична", "ovich", "evich", "ovna", "evna"} {
		if strings.HasSuffix(word, suffix) && len(word) > len(suffix)+3 {
			return true
		}
	}
	return false
}
