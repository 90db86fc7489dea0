package resume

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
	"kadry/internal/talent/layout"
)

// nameCandidate is a run of words that may be the person's name.
type nameCandidate struct {
	tokenRange
	words    []string // as written
	line     int      // of its first token
	labelled bool     // stands beside a label for names
	titled   bool     // an honorific or a degree stands beside it
	presents bool     // "My name is" stands before it
	whole    bool     // nothing else stands on its lines
	cut      bool     // words of its run were left out
	joined   int      // lines it is written on, less one
	opening  int      // words on the first of several lines
	score    float64
}

// The reach of the search for a name.
const (
	nameLines     = 90 // lines from the top: the second column of a page begins late
	nameTokens    = 60 // tokens of a line
	nameWordsMost = 5
)

// leastName is the score from which a candidate is a name. Without an e-mail address, a
// label or a name of the lexicon only place and look speak for it, which is not enough.
const leastName = 4.2

// readName weighs every run of words that could be the person's name and takes the best.
// A file name is never asked.
func (r *reading) readName() {
	if f := r.field(layout.Name); f != nil && f.End > f.Start && f.End <= len(r.text) {
		r.nameAt = tokenRange{r.tokenIndex(f.Start), r.tokenIndex(f.End)}
		r.setName(r.original[f.Start:f.End], 1)
		return
	}
	ev := r.nameEvidence()
	var best nameCandidate
	consider := func(c nameCandidate) {
		if c.score = ev.score(c); c.score > best.score {
			best = c
		}
	}
	for _, c := range r.labelledNames() {
		consider(c)
	}
	for i := range min(nameLines, len(r.lines)) {
		r.nameCandidates(i, consider)
	}
	for i := nameLines; i < len(r.lines); i++ {
		if r.lines[i].look.Margin == layout.Header {
			r.nameCandidates(i, consider)
		}
	}
	if best.score < leastName {
		return
	}
	r.nameAt = best.tokenRange
	r.setName(strings.Join(best.words, " "), nameConfidence(best))
	r.identify(r.tokens[best.first].start, r.tokens[best.last-1].end)
}

func nameConfidence(c nameCandidate) float64 {
	switch {
	case c.labelled:
		return 1
	case c.score >= 9:
		return 0.95
	case c.score >= 7:
		return 0.9
	case c.score >= 5.5:
		return 0.8
	}
	return 0.6
}

// field returns the first field of a role, nil without one.
func (r *reading) field(role layout.Role) *layout.Field {
	for i := range r.fields {
		if r.fields[i].Role == role {
			return &r.fields[i]
		}
	}
	return nil
}

func (r *reading) setName(name string, confidence float64) {
	r.record.Name = strings.Join(strings.Fields(name), " ")
	r.record.Confidence.Name = confidence
}

// nameCandidates offers the runs of words of line i that have the shape of a name, alone
// and together with the lines below.
func (r *reading) nameCandidates(i int, offer func(nameCandidate)) {
	l := r.lines[i]
	if r.isCurriculum(l) && l.last-l.first <= 3 || r.tellsOfOthers(l.start) || r.namesKin(l) || addressing[r.tokens[l.first].word] {
		return
	}
	if c, ok := r.spacedName(i); ok {
		offer(c)
		r.splitName(c, offer)
		r.joinNames(c, i, offer)
		return
	}
	last := min(l.last, l.first+nameTokens)
	from := l.first
	for j := l.first; j <= last; j++ {
		if j < last && !r.endsName(j, from, last) {
			continue
		}
		r.shorterRuns(i, from, j, offer)
		for _, c := range r.nameRuns(i, from, j) {
			offer(c)
			if c.first <= l.first+1 && c.last >= l.last-1 {
				r.joinNames(c, i, offer)
			}
		}
		from = j
		if j < last && r.tokens[j].kind != wordToken {
			from = j + 1
		}
	}
}

// addressing opens a line that names whom a letter is to.
var addressing = words("dear уважаемый уважаемая уважаемые директору начальнику руководителю заведующему заведующей")

// maxRun is how many words a run has at most whose shorter parts are tried too: a place or
// a label printed beside the name is part of the run.
const maxRun = 6

// shorterRuns offers the parts of a run of three words and more.
func (r *reading) shorterRuns(line, from, to int, offer func(nameCandidate)) {
	var starts []int
	for i := from; i < to; i++ {
		if r.tokens[i].kind == wordToken && (i == from || !r.touches(i-1)) {
			starts = append(starts, i)
		}
	}
	if len(starts) < 3 || len(starts) > maxRun {
		return
	}
	starts = append(starts, to)
	for a := range len(starts) - 2 {
		for b := a + 2; b < min(len(starts), a+5); b++ {
			if a == 0 && b == len(starts)-1 {
				continue
			}
			for _, c := range r.nameRuns(line, starts[a], starts[b]) {
				c.cut, c.whole = true, false
				offer(c)
			}
		}
	}
}

// endsName reports that token j cannot stand within a name.
func (r *reading) endsName(j, from, last int) bool {
	t := r.tokens[j]
	if t.kind == wordToken {
		return j > from && (r.parted(j) || r.cellAt(j) || r.quietens(j))
	}
	if t.kind == numberToken {
		return true
	}
	switch t.mark {
	case '.', '\'', '’', '`':
		return !r.touches(j) && t.mark != '.' || t.mark == '.' && utf8.RuneCountInString(r.tokenAt(j-1).word) > 4 && !r.touches(j)
	case '-', '‐', '‑':
		return !r.touches(j-1) || !r.touches(j)
	case '(', ')', '"', '“', '”':
		return j == from || j+1 >= last || !r.nickname(j)
	case ',':
		// "EXAMPLE, Ann": a surname alone before the comma.
		return j-from != 1 && !r.shoutedRun(from, j) || !r.isUpper(j-1) || j+1 >= last || !r.isUpper(j+1)
	}
	return true
}

// nickname reports a sign on one side of a single word: Robert (Bob) Example.
func (r *reading) nickname(j int) bool {
	for _, pair := range []struct{ left, right rune }{{'(', ')'}, {'"', '"'}, {'“', '”'}, {'”', '”'}} {
		if r.tokens[j].mark == pair.left && r.tokenAt(j+2).mark == pair.right || r.tokens[j].mark == pair.right && r.tokenAt(j-2).mark == pair.left {
			return true
		}
	}
	return false
}

// shoutedRun reports two or three words in capitals.
func (r *reading) shoutedRun(first, last int) bool {
	if last-first > 3 {
		return false
	}
	for i := first; i < last; i++ {
		if r.tokens[i].kind != wordToken || !r.shoutedToken(i) {
			return false
		}
	}
	return true
}

// namesRelative reports that the name at token first is of a relative: "муж — Пример Иван",
// "Sister: Ann Example".
func (r *reading) namesRelative(line, first int) bool {
	if relatives[r.tokenAt(first).word] {
		return true
	}
	for i := first - 1; i >= r.lines[line].first && i >= first-3; i-- {
		if t := r.tokens[i]; t.kind == wordToken {
			return relatives[t.word]
		}
	}
	return false
}

var relatives = words(`wife husband spouse sister brother mother father son daughter mum mom dad fiancé fiancee
	жена муж супруг супруга сестра брат мать отец сын дочь мама папа бабушка дедушка`)

// dottedDegree returns the token after «к.м.н.» at token i, or i.
func (r *reading) dottedDegree(i, last int) int {
	next := i
	for next+1 < last && r.lowerCase(next) && r.tokens[next].end-r.tokens[next].start <= 2 && r.tokens[next+1].mark == '.' {
		next += 2
	}
	return next
}

// nameRuns makes a candidate of tokens [first, last) without the honorific before it and
// the degree behind it.
func (r *reading) nameRuns(line, first, last int) []nameCandidate {
	if r.namesRelative(line, first) {
		return nil
	}
	c := nameCandidate{line: line}
	first, c.presents = r.afterGreeting(first, last)
	if next := r.dottedDegree(first, last); next > first {
		first, c.titled = next, true
	}
	for first < last && (r.tokens[first].kind == markToken || r.honorifics["before"][r.tokens[first].word] || r.closesDegree(first)) {
		c.titled = c.titled || r.tokens[first].kind == wordToken
		first++
	}
	for last > first && (r.tokens[last-1].kind == markToken && r.tokens[last-1].mark != ')' && !r.initialAt(last-1) || r.suffixAt(last-1, first)) {
		c.titled = c.titled || r.tokens[last-1].kind == wordToken
		last--
	}
	if last < r.lines[line].last && r.tokens[last].mark == ',' && r.honorifics["after"][r.tokenAt(last+1).word] {
		c.titled = true
	}
	c.first, c.last = first, last
	c.whole = first <= r.lines[line].first+1 && last >= r.lines[line].last-1
	c.words = r.nameWords(first, last)
	if n := len(c.words); n == 0 || n > nameWordsMost {
		return nil
	}
	return []nameCandidate{c}
}

// closesDegree reports the abbreviation in brackets behind a degree: "Dipl.-Ing. (FH) Ann Example".
func (r *reading) closesDegree(i int) bool {
	t := r.tokenAt(i)
	return r.tokenAt(i+1).mark == ')' && t.kind == wordToken && t.end-t.start <= 3 && r.shoutedToken(i)
}

// initialAt reports the full stop of an initial.
func (r *reading) initialAt(i int) bool {
	return r.tokens[i].mark == '.' && r.touches(i-1) && r.isUpper(i-1) && utf8.RuneCountInString(r.tokenAt(i-1).word) == 1
}

// suffixAt reports a degree at the end of a name, which is written in capitals there.
func (r *reading) suffixAt(i, first int) bool {
	t := r.tokens[i]
	if t.kind != wordToken || i-first < 2 || !r.honorifics["after"][t.word] {
		return false
	}
	written := r.text[t.start:t.end]
	return written != t.word && (utf8.RuneCountInString(written) > 1 && !r.shoutedLine(i) || r.tokenAt(i-1).mark == '.' || r.tokenAt(i-1).mark == ',')
}

// shoutedLine reports a line written in capitals, where a degree cannot be told from a word.
func (r *reading) shoutedLine(i int) bool {
	text := r.of(r.lines[r.lineOf(r.tokens[i].start)])
	return text == strings.ToUpper(text)
}

// greetings stand before a name on personal sites and in letters.
var greetings = phrases("i m|i am|my name is|hi i m|hello i m|hi i am|hello i am|this is|я|меня зовут|зовут меня|привет я|здравствуйте я|всем привет я|привет меня зовут|здравствуйте меня зовут|resume of|cv of|curriculum vitae of|curriculum vitae|резюме|резюме кандидата|cv|resume|résumé")

// afterGreeting returns the token after a greeting.
func (r *reading) afterGreeting(first, last int) (next int, found bool) {
	phrase := ""
	for i := first; i < min(last, first+7); i++ {
		if r.tokens[i].kind != wordToken {
			if r.tokens[i].mark == '.' {
				phrase = "" // another sentence
			}
			continue
		}
		phrase = strings.TrimSpace(phrase + " " + r.tokens[i].word)
		if greetings[phrase] && i+1 < last {
			next, found = i+1, true
		}
	}
	if !found {
		return first, false
	}
	return next, true
}

// nameWords are the words of a name as written, with what touches them: "O'Hara", "A.",
// "Example-Test". Nothing is returned where a word cannot be one of a name.
func (r *reading) nameWords(first, last int) []string {
	if last-first > nameTokens {
		return nil
	}
	var list []string
	lower := 0
	for i := first; i < last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			if i > first && r.touches(i-1) && len(list) > 0 && (t.mark != ',' || i+1 < last) {
				list[len(list)-1] += string(t.mark)
			} else if t.mark == '(' || t.mark == '"' || t.mark == '“' {
				list = append(list, string(t.mark))
			}
			continue
		}
		written := r.text[t.start:t.end]
		if len(list) > 0 && i > first && r.touches(i-1) && r.tokens[i-1].kind == markToken {
			list[len(list)-1] += written
			continue
		}
		if c, _ := utf8.DecodeRuneInString(written); !unicode.IsUpper(c) && !nameParticles[t.word] {
			lower++
		}
		list = append(list, written)
	}
	// All small is a habit, one small word is a sentence.
	if lower > 0 && lower < len(list) {
		return nil
	}
	return list
}

// joinNames offers a name that is written over two or three lines.
func (r *reading) joinNames(c nameCandidate, i int, offer func(nameCandidate)) {
	c.opening = len(c.words)
	at := i
	for n := 1; n <= 3 && at+1 < len(r.lines); n++ {
		apart := r.displayedBelow(at)
		at = max(at+1, apart)
		next := r.lines[at]
		if len(c.words) > 2 || len(c.words) == 0 {
			return
		}
		more, ok := r.spacedName(at)
		if !ok {
			end, last := next.first, min(next.last, next.first+nameTokens)
			for end < last && !r.endsName(end, next.first, last) {
				end++
			}
			runs := r.nameRuns(at, next.first, end)
			if len(runs) == 0 || runs[0].first > next.first+1 || runs[0].presents {
				return
			}
			more = runs[0]
		}
		if len(more.words) > 2 || len(c.words)+len(more.words) > 4 {
			return
		}
		c.words = append(append([]string{}, c.words...), more.words...)
		c.joined++
		if apart == 0 {
			c.last = more.last // what stands between is none of the name
		}
		c.whole = c.whole && more.whole
		offer(c)
		if !more.whole {
			return
		}
	}
}

// displayedBelow is the line set large under a line set as large, where the page puts others of another
// column between them; 0 where the next line is the one.
func (r *reading) displayedBelow(i int) int {
	look := r.lines[i].look
	if look.Size < displaySize || i+1 < len(r.lines) && r.lines[i+1].look.SameSize(look) {
		return 0
	}
	for k := i + 2; k < min(len(r.lines), i+nameLines); k++ {
		below := r.lines[k].look
		if below.Page == look.Page && below.SameSize(look) && below.Top > look.Top && below.Top-look.Top < displayStep {
			return k
		}
	}
	return 0
}

// displayStep is how much of the height of the page the lines of a displayed name stand apart at most.
const displayStep = 0.08

// spacedName reads a line whose letters are set apart: "A n n  E x a m p l e", where a
// capital after a small letter begins a word, or one word of capitals in pieces.
func (r *reading) spacedName(i int) (nameCandidate, bool) {
	l := r.lines[i]
	single, letters, short := 0, 0, true
	for j := l.first; j < l.last; j++ {
		t := r.tokens[j]
		if t.kind != wordToken {
			return nameCandidate{}, false
		}
		n := utf8.RuneCountInString(t.word)
		letters += n
		short = short && n <= 2
		if n == 1 {
			single++
		}
	}
	if words := l.last - l.first; words < 3 || single*2 <= words && !short || letters > 40 {
		return nameCandidate{}, false
	}
	c := nameCandidate{tokenRange: tokenRange{l.first, l.last}, line: i, whole: true}
	small := false
	for j := l.first; j < l.last; j++ {
		written := r.text[r.tokens[j].start:r.tokens[j].end]
		first, _ := utf8.DecodeRuneInString(written)
		if len(c.words) == 0 || small && unicode.IsUpper(first) || r.wideGap(j, l) {
			c.words = append(c.words, "")
		}
		c.words[len(c.words)-1] += written
		final, _ := utf8.DecodeLastRuneInString(written)
		small = unicode.IsLower(final)
	}
	return c, len(c.words) <= nameWordsMost
}

// splitName cuts a name whose letters were set apart and whose words ran together where a
// given name of the lexicon ends or begins.
func (r *reading) splitName(c nameCandidate, offer func(nameCandidate)) {
	if len(c.words) != 1 {
		return
	}
	word := c.words[0]
	for at := range word {
		if at < 2 || len(word)-at < 2 || r.givenNames[fold(word[:at])] < 1 && r.givenNames[fold(word[at:])] < 1 {
			continue
		}
		c.words = []string{word[:at], word[at:]}
		offer(c)
	}
}

// wideGap reports more than one blank before token j, which parts words of spaced letters.
func (r *reading) wideGap(j int, l line) bool {
	return j > l.first && r.tokens[j].start-r.tokens[j-1].end > 1
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

func (r *reading) headerKindOf(i int) string {
	return (dates{page: r.page, tables: r.tables}).headingKind(r.lines[i])
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

// quietens reports the end of a name in capitals: "ANN EXAMPLE Berlin".
func (r *reading) quietens(i int) bool {
	before, t := r.tokens[i-1], r.tokens[i]
	if before.kind != wordToken || t.kind != wordToken || utf8.RuneCountInString(before.word) < 3 {
		return false
	}
	if r.givenNames[t.word] > 0.5 && (i < 2 || r.tokens[i-2].kind != wordToken || isPatronymic(r.tokenAt(i+1).word)) {
		return false // "EXAMPLE Ann": the surname alone in capitals
	}
	loud, quiet := r.text[before.start:before.end], r.text[t.start:t.end]
	return loud == strings.ToUpper(loud) && quiet != strings.ToUpper(quiet)
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

var nameParticles = words("de la van von der den del da di bin ibn al el оглы кызы ибн y e le du dos das ter ten zu al bint улы угли гызы")
