package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Kind is the shape of a field of a key.
type Kind string

// The kinds.
const (
	Number     Kind = "number"     // -0,5; 120 м
	Digits     Kind = "digits"     // 134: a row, a choice or a whole number
	Letters    Kind = "letters"    // BADC: a row or a choice of letters
	Numbers    Kind = "numbers"    // 13, 19; 0,5; 2
	Words      Kind = "words"      // вследствие; не, даже
	Interval   Kind = "interval"   // (−∞; 2] ∪ {3}
	Expression Kind = "expression" // 2√3: can be compared sign by sign only
	Prose      Kind = "prose"      // nothing a machine marks
)

// key is a key as read: variants of fields. It is empty when nothing in it can be checked.
type key struct{ variants [][]field }

// field is one field of one variant.
type field struct {
	kind   Kind
	text   string   // tidied
	number number   // of Number, and of Digits that may be a number
	items  []string // of Numbers and Words that are several
	folded []folded // of Words: the spellings allowed
	free   bool     // any order
	row    bool     // signs are counted one by one
}

// KindsOf tells the shapes of the fields of a key, of its first variant that can be
// checked; nil when there is none. A page chooses its input box by it.
func KindsOf(task Task) []Kind {
	k := read(task)
	if len(k.variants) == 0 {
		return nil
	}
	kinds := make([]Kind, len(k.variants[0]))
	for i, f := range k.variants[0] {
		kinds[i] = f.kind
	}
	return kinds
}

var (
	either   = regexp.MustCompile(`\s+ИЛИ\s+|\s*<или>\s*|(\d)\s+или\s+(-?\d)`)
	lettered = regexp.MustCompile(`(?i)^[аa]\)\s*(.+?)[;,.]?\s+[бb]\)\s*(.+)$`)
)

// longestKey bounds what is taken for a key at all: chains of variants run to some hundred
// characters, essays do not.
const longestKey = 4000

// read takes a key apart. Variants that cannot be checked are left out as long as another
// one can.
func read(task Task) key {
	if len(task.Key) > longestKey {
		return key{}
	}
	whole := either.ReplaceAllString(unlabel(strings.ReplaceAll(tidy(task.Key), "\n", " ")), "$1|$2")
	var texts [][]string
	seen := map[string]bool{}
	for variant := range strings.SplitSeq(whole, "|") {
		if variant = unlabel(strings.TrimSpace(variant)); variant != "" && !seen[variant] {
			seen[variant] = true
			texts = append(texts, keyFields(variant))
		}
	}
	shape := shapes{task: task, commas: task.AnyOrder || listsByComma(texts), listed: arrangements(texts)}
	var k key
	for _, parts := range texts {
		if fields, ok := shape.fields(parts); ok {
			k.variants = append(k.variants, fields)
		}
	}
	return k
}

// keyFields takes a variant apart by "&" or by "а) ... б) ...".
func keyFields(variant string) []string {
	if m := lettered.FindStringSubmatch(variant); m != nil {
		return m[1:]
	}
	parts := strings.Split(variant, "&")
	for i := range parts {
		parts[i] = unlabel(strings.TrimSpace(parts[i]))
	}
	return parts
}

// shapes decides how the fields of one key are read.
type shapes struct {
	task   Task
	commas bool           // "1,6" is two numbers
	listed map[string]int // how many arrangements of the same digits the key lists, by the sorted digits
}

func (s shapes) fields(parts []string) ([]field, bool) {
	fields := make([]field, len(parts))
	for i, text := range parts {
		fields[i] = s.field(text)
		if fields[i].kind == Prose {
			return nil, false
		}
	}
	return fields, true
}

var (
	allDigits  = regexp.MustCompile(`^\d+$`)
	allLetters = regexp.MustCompile(`^\p{L}{2,10}$`)
	capitals   = regexp.MustCompile(`^\p{Lu}{2,8}$`)
	listed     = regexp.MustCompile(`^-?\d+(?:[.,]\d+)?(?:\s*;\s*-?\d+(?:[.,]\d+)?)+$`)
	byComma    = regexp.MustCompile(`^\d+(?:\s*,\s*\d+)+$`)
	bySpace    = regexp.MustCompile(`^-?\d+(?:[.,]\d+)?(?:\s+-?\d+(?:[.,]\d+)?)+$`)
)

// field reads one field. The order of the questions matters: the narrow shapes come first.
func (s shapes) field(text string) field {
	f := field{text: text, free: s.task.AnyOrder, row: s.task.Row || s.task.AnyOrder}
	n, numeric := readNumber(text)
	switch {
	case allDigits.MatchString(text):
		f.kind, f.number = Digits, n
		if distinct(text) && manyListed(s.listed[sorted(text)], len(text)) {
			f.free, f.row = true, true
		}
	case numeric && !(s.commas && byComma.MatchString(text)) && (!n.plain || !strings.Contains(n.numeral, " ")):
		f.kind, f.number = Number, n
	case listed.MatchString(text):
		f.kind, f.items = Numbers, numbers(text, ";")
	case byComma.MatchString(text):
		f.kind, f.items = Numbers, numbers(text, ",")
	case bySpace.MatchString(text):
		f.kind, f.items = Numbers, numbers(text, " ")
	case f.row && (s.task.Row && allLetters.MatchString(text) || capitals.MatchString(text) && distinct(text)):
		f.kind = Letters
	default:
		f.open()
	}
	return f
}

// open reads a field that is neither number nor row.
func (f *field) open() {
	switch {
	case isSet(f.text):
		f.kind = Interval
	case isPhrase(f.text):
		f.kind, f.folded = Words, foldKey(f.text)
		f.items = phraseItems(f.text)
	case isShort(f.text):
		f.kind = Expression
	default:
		f.kind = Prose
	}
}

// isShort reports whether a field of signs is one expression rather than a story.
func isShort(s string) bool {
	return len([]rune(s)) <= 40 && len(strings.Fields(s)) <= 6 &&
		strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// listsByComma reports whether the key itself shows that its commas separate: it writes
// one of them with a space, three numbers in a row, or the same two numbers both ways.
func listsByComma(texts [][]string) bool {
	seen := map[string]bool{}
	for _, parts := range texts {
		for _, text := range parts {
			items := strings.Split(strings.ReplaceAll(text, " ", ""), ",")
			if !byComma.MatchString(text) {
				continue
			}
			if len(items) > 2 || strings.Contains(text, " ") || seen[items[1]+","+items[0]] {
				return true
			}
			seen[items[0]+","+items[1]] = true
		}
	}
	return false
}

// arrangements counts the different arrangements of the same digits among the variants.
func arrangements(texts [][]string) map[string]int {
	seen := map[string]bool{}
	count := map[string]int{}
	for _, parts := range texts {
		if text := parts[0]; len(parts) == 1 && allDigits.MatchString(text) && !seen[text] {
			seen[text] = true
			count[sorted(text)]++
		}
	}
	return count
}

// manyListed reports whether listing so many arrangements means "in any order": both of
// two digits, or three of more. Keys seldom list all; "1234|3412" may mean two pairs.
func manyListed(count, digits int) bool { return count >= 3 || count == 2 && digits == 2 }

func sorted(s string) string {
	runes := []rune(s)
	slices.Sort(runes)
	return string(runes)
}

func distinct(s string) bool {
	runes := []rune(sorted(s))
	return len(slices.Compact(runes)) == len([]rune(s))
}
