package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// folded is a phrase as the answer sheet shows it.
type folded struct {
	bare   string // letters and digits only
	marked string // with hyphens and apostrophes
}

// alphabet is what look-alike letters are brought to.
type alphabet struct{ looks *strings.Replacer }

// fold replaces the letters of the other alphabet that look the same. Only the capitals of
// В, К, М, Н, Т look alike, and the small letters of а, е, о, р, с, у, х as well.
func (a alphabet) fold(s string) string { return a.looks.Replace(s) }

const (
	latinLooks    = "ABCEHKMOPTXYaceopxyk"
	cyrillicLooks = "АВСЕНКМОРТХУасеорхук"
)

var (
	cyrillic = alphabet{looks: replacer(latinLooks, cyrillicLooks)}
	latin    = alphabet{looks: replacer(cyrillicLooks, latinLooks)}
)

func replacer(from, to string) *strings.Replacer {
	var pairs []string
	target := []rune(to)
	for i, r := range []rune(from) {
		pairs = append(pairs, string(r), string(target[i]))
	}
	return strings.NewReplacer(pairs...)
}

func isCyrillic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// foldSigns brings the letters of a row to one look: "А" and "A", "в" and "B".
func foldSigns(s string) string { return latin.fold(strings.ToUpper(s)) }

// beside are the signs that people put around and between words; they mean nothing in an
// answer sheet.
const beside = ".,;:!?()«»„“”\"&"

// apostrophes and hyphens are signs of the sheet.
const (
	apostrophes = "'’ʼ`‘"
	hyphen      = '-'
)

// foldPhrase brings a phrase to what the sheet shows. It reports false when the phrase holds
// signs that no words have, such as the bar between two guesses.
func (a alphabet) foldPhrase(s string) (folded, bool) {
	var bare, marked strings.Builder
	for _, r := range a.fold(s) {
		r = unicode.ToLower(r)
		switch {
		case r == 'ё':
			r = 'е'
			fallthrough
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			bare.WriteRune(r)
			marked.WriteRune(r)
		case r == hyphen:
			marked.WriteRune(r)
		case strings.ContainsRune(apostrophes, r):
			marked.WriteByte('\'')
		case unicode.IsSpace(r) || unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune(beside, r):
		default:
			return folded{}, false
		}
	}
	return folded{bare.String(), strings.Trim(marked.String(), "-'")}, bare.Len() > 0
}

// alphabetOf is the alphabet a key is written in.
func alphabetOf(key string) alphabet {
	if isCyrillic(key) {
		return cyrillic
	}
	return latin
}

const (
	longestPhrase = 80 // runes of one variant; "одинаковые союзы, затем частица" is 31
	mostWords     = 8
)

// story is the end of one sentence and the beginning of another.
var story = regexp.MustCompile(`\p{L}{3,}[.!?:]\s+\p{L}`)

// isPhrase reports whether a field is a word or a few.
func isPhrase(s string) bool {
	if len([]rune(s)) > longestPhrase || len(strings.Fields(s)) > mostWords || story.MatchString(s) {
		return false
	}
	_, ok := alphabetOf(s).foldPhrase(s)
	return ok && strings.ContainsFunc(s, unicode.IsLetter)
}

var optional = regexp.MustCompile(`\(([^()]*)\)`)

// foldKey is every spelling of a phrase of a key: what stands in brackets may be left out.
func foldKey(s string) []folded {
	var list []folded
	for _, text := range []string{s, optional.ReplaceAllString(s, "")} {
		if f, ok := alphabetOf(s).foldPhrase(text); ok && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	return list
}

// phraseItems are the words or phrases a key separates by commas; nil for one phrase.
func phraseItems(s string) []string {
	var items []string
	for item := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' }) {
		if f, ok := alphabetOf(s).foldPhrase(item); ok {
			items = append(items, f.bare)
		}
	}
	if len(items) < 2 {
		return nil
	}
	return items
}

// markWords marks a word or a phrase.
func (f field) markWords(given string) mark {
	got, ok := alphabetOf(f.text).foldPhrase(given)
	if !ok {
		return wrong(given, notWords)
	}
	m := mark{Field: Field{Given: excerpt(given), Outcome: Wrong}}
	for _, want := range f.folded {
		switch {
		case got.marked == want.marked:
			return mark{Field: Field{Given: m.Given, Outcome: Correct}}
		case got.bare == want.bare:
			m.Outcome, m.why = Form, otherMarks
		}
	}
	if m.Outcome == Wrong && f.free && f.items != nil && arranged(got.bare, f.items) {
		m.Outcome = Correct
	}
	return m
}
