package resume

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// LanguageNames are the words with which languages that people speak are named.
type LanguageNames struct {
	codes map[string]string   // by folded word
	words map[string][]string // by ISO 639 code, the English name first
}

// Code is the ISO 639 code of the language that a folded word names, in the forms of the table.
func (l *LanguageNames) Code(word string) (code string, ok bool) {
	code, ok = l.codes[word]
	return code, ok
}

// Of are the folded words of a language, the usual one first; none of an unknown code.
func (l *LanguageNames) Of(code string) []string { return l.words[code] }

// Languages are those that CVs name. The table is read once; its form is checked by a test.
func Languages() *LanguageNames {
	names, err := readLanguageNames()
	if err != nil {
		return &LanguageNames{}
	}
	return names
}

var readLanguageNames = sync.OnceValues(func() (*LanguageNames, error) {
	l := &LanguageNames{codes: map[string]string{}, words: map[string][]string{}}
	err := eachFileRow("languages", 2, func(row []string) error {
		l.words[row[0]] = append(l.words[row[0]], strings.Fields(row[1])...)
		return eachWord(l.codes, row)
	})
	return l, err
})

// readLanguages reads the language section, the values of such labels and lines that hold
// nothing but languages; elsewhere a language counts only with a level beside it, since
// "Russian" and "French" also describe markets and cuisines.
func (r *reading) readLanguages() {
	seen := map[string]int{}
	r.statedLanguages(seen)
	for _, pt := range r.parts {
		switch pt.kind {
		case languagesSection:
			r.languagesIn(pt, seen, true)
		case experienceSection, projectsSection, volunteerSection:
			r.labelledLanguages(pt, seen)
		default:
			r.labelledLanguages(pt, seen)
			r.languagesIn(pt, seen, false)
		}
	}
	if len(r.record.Languages) > 0 && r.record.Confidence.Languages == 0 {
		r.record.Confidence.Languages = 0.7
	}
}

// labelledLanguages reads the labelled rows and the bare lists of one part.
func (r *reading) labelledLanguages(pt part, seen map[string]int) {
	k := sort.Search(len(r.formValues), func(k int) bool { return r.tokens[r.formValues[k].label].start >= pt.offset })
	for ; k < len(r.formValues) && r.tokens[r.formValues[k].label].start < pt.end; k++ {
		if v := r.formValues[k]; v.kind == languageLabel && v.first < v.last {
			r.languagesIn(part{start: r.tokens[v.first].start, end: r.tokens[r.listEnd(v.first, v.last)-1].end}, seen, true)
		}
	}
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.last-l.first > maxLanguageLine {
			continue
		}
		if first, ok := r.bareLanguages(l.first, l.last); ok {
			r.languagesIn(part{start: r.tokens[first].start, end: l.end}, seen, true)
			continue
		}
		r.bareSentences(l, seen)
	}
}

// bareSentences reads the sentences of a line that are a list of languages and nothing else:
// «Татарский и русский. Права В, С».
func (r *reading) bareSentences(l line, seen map[string]int) {
	from := l.first
	for i := l.first; i < l.last; i++ {
		if r.tokens[i].mark != '.' || r.touches(i) {
			continue
		}
		if first, ok := r.bareLanguages(from, i); ok && first == from {
			r.languagesIn(part{start: r.tokens[first].start, end: r.tokens[i].start}, seen, true)
		}
		from = i + 1
	}
}

// maxLanguageLine is how many tokens a line of languages has at most.
const maxLanguageLine = 40

// listEnd is where a labelled list ends: at a full stop, or with the value.
func (r *reading) listEnd(first, last int) int {
	for i := first + 1; i < last; i++ {
		if r.tokens[i].mark == '.' && !r.touches(i) && utf8.RuneCountInString(r.tokens[i-1].word) > 3 {
			return i
		}
	}
	return last
}

// bareLanguages reports a line, or a sentence, of languages and nothing else but how well they are
// known, or of one behind words that label it: "Mother tongue English".
func (r *reading) bareLanguages(from, last int) (first int, ok bool) {
	count, levels, label := 0, 0, ""
	first = from
	for i := from; i < last; i++ {
		t := r.tokens[i]
		switch {
		case t.kind != wordToken:
		case r.spoken[t.word] != "":
			if count == 0 {
				first = i
			}
			count++
		case count == 0:
			label = strings.TrimSpace(label + " " + t.word)
		case r.levelWords[t.word] != "" || r.cefrAt(i) != "":
			levels++
		case !levelLinks[t.word]:
			return first, false
		}
	}
	if label != "" {
		return first, count > 0 && r.formLabels[label] == languageLabel
	}
	return first, count > 1 || count == 1 && levels > 0
}

func (r *reading) languagesIn(pt part, seen map[string]int, labelled bool) {
	from := r.tokenIndex(pt.start)
	for i := from; i < len(r.tokens) && r.tokens[i].start < pt.end; i++ {
		t := r.tokens[i]
		code := r.spoken[t.word]
		if t.kind != wordToken || code == "" {
			continue
		}
		level := r.proficiency(i, pt)
		if next := r.joinedTo(i); level == "" && next > 0 {
			level = r.proficiency(next, pt)
		}
		if !labelled && level == "" && !r.speaksIn(i) {
			continue
		}
		if labelled {
			r.record.Confidence.Languages = 1
		}
		if at, again := seen[code]; again {
			if have := &r.record.Languages[at]; have.CEFR == "" {
				have.CEFR = level
			}
			continue
		}
		seen[code] = len(r.record.Languages)
		r.record.Languages = append(r.record.Languages, Language{Code: code, Name: r.text[t.start:t.end], CEFR: level, Start: t.start, End: t.end})
	}
}

// joinedTo is the language that stands behind the one at token i and a conjunction, whose level is said
// of both: «узбекский и таджикский родные»; 0 without one.
func (r *reading) joinedTo(i int) int {
	if word := r.tokenAt(i + 1).word; (word == "и" || word == "and") && r.spoken[r.tokenAt(i+2).word] != "" {
		return i + 2
	}
	return 0
}

// speaksIn reports that the sentence of a language is of speaking it: "По-татарски понимаю".
func (r *reading) speaksIn(i int) bool {
	for _, step := range []int{-1, 1} {
		for k, n := i+step, 0; n < speakReach; k, n = k+step, n+1 {
			t := r.tokenAt(k)
			if t.kind == breakToken || t.mark == '.' && !r.touches(k) || t.mark == ';' {
				break
			}
			if speaking[t.word] && t.kind == wordToken {
				return true
			}
		}
	}
	return false
}

// speakReach is how many tokens from a language the word of speaking it may stand.
const speakReach = 6

var speaking = words("говорю понимаю владею объясняюсь изъясняюсь speak speaks fluent conversational")

// proficiency looks after the language to the end of its item, then before it
// ("fluent in Spanish", "свободный английский").
func (r *reading) proficiency(i int, pt part) string {
	level := ""
	if next := r.tokenAt(i + 2); r.tokenAt(i+1).mark == ',' && next.start < pt.end && r.spoken[r.tokenAt(i+3).word] == "" && r.closesClause(i+3) {
		level = r.levelWords[next.word] // "French, basic."
	}
	for j := i + 1; j < i+12; j++ {
		t := r.tokenAt(j)
		if t.start >= pt.end || t.mark == ';' || t.mark == '.' && !r.touches(j) || r.spoken[t.word] != "" || t.mark == '|' ||
			t.mark == ',' || t.kind == breakToken && (level != "" || j > i+2 || r.spoken[r.tokenAt(j+1).word] != "" || !isLevelLine(r, j+1)) {
			break
		}
		if cefr := r.cefrAt(j); cefr != "" {
			return cefr
		}
		if t.kind == wordToken && level == "" && r.spoken[r.tokenAt(j+1).word] != "" && r.levelWords[t.word] != "" && j > i+1 {
			break // "fluent English and conversational Mandarin"
		}
		if level == "" && t.kind == wordToken {
			level = r.levelWords[t.word]
		}
	}
	if level != "" {
		return level
	}
	for j := i - 1; j > i-8; j-- {
		t := r.tokenAt(j)
		if t.kind == breakToken || t.mark == '.' || t.mark == ';' || t.mark == ')' || t.mark == '|' {
			break
		}
		if t.kind == wordToken && r.levelWords[t.word] != "" {
			return r.levelBefore(j, i)
		}
	}
	return ""
}

// closesClause reports a token that ends what was said: a full stop, a semicolon, the line.
func (r *reading) closesClause(i int) bool {
	t := r.tokenAt(i)
	return t.kind == breakToken || t.mark == '.' || t.mark == ';'
}

// levelBefore takes a level word before a language when nothing but "in", "and" and other
// languages stands between.
func (r *reading) levelBefore(at, i int) string {
	for k := at + 1; k < i; k++ {
		t := r.tokenAt(k)
		if t.kind == numberToken || t.kind == wordToken && r.spoken[t.word] == "" && !levelLinks[t.word] {
			return ""
		}
		if k == at+1 && (t.mark == '—' || t.mark == '–') && (strings.HasPrefix(r.tokenAt(at).word, "родн") || r.tokenAt(at).word == "native") {
			continue // «Родной — татарский»
		}
		if t.mark == ',' && (r.spoken[r.tokenAt(k-1).word] == "" || r.tokenAt(at).word[0] >= 0x80) || t.mark == '—' || t.mark == '–' {
			return ""
		}
	}
	return r.levelWords[r.tokenAt(at).word]
}

var levelLinks = words("professional or in and of both with knowledge speaker command spoken written и владею знаю знание уровень язык speaking level the speak i")

func isLevelLine(r *reading, i int) bool {
	return r.cefrAt(i) != "" || r.levelWords[r.tokenAt(i).word] != ""
}

// cefrAt reads "B2" and "С1" typed with a Cyrillic letter.
func (r *reading) cefrAt(i int) string {
	t, n := r.tokenAt(i), r.tokenAt(i+1)
	if t.kind != wordToken || n.kind != numberToken || n.digits() != 1 || n.value < 1 || !r.touches(i) {
		return ""
	}
	letter := ""
	switch t.word {
	case "a", "а":
		letter = "A"
	case "b", "в":
		letter = "B"
	case "c", "с":
		letter = "C"
	}
	if letter == "" || n.value > 2 {
		return ""
	}
	return letter + r.text[n.start:n.end]
}
