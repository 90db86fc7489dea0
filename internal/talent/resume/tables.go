package resume

import (
	"cmp"
	"embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.tsv
var files embed.FS

// tables are the words by which sections, schools, degrees and certificates are told. Each
// is a file of data, whose first lines say what its columns are.
type tables struct {
	headings     map[string]string // kind by folded heading
	squeezed     map[string]string // the same without spaces, as spaced out letters leave it
	halves       map[string]string // too common as plain words to be headings, but half of one
	clues        []clue            // in the order of their trial
	schools      wordSet
	degrees      []degree // the first that occurs decides
	degreesBy    map[string][]int
	certificates map[string][]known // by their first word, the longest first
	labels       map[string]role    // of the fields of a job, by folded words
	industries   map[string]bool    // as a job site prints them under an employer
	connectors   map[string]connector
	formLabels   map[string]string          // kind by folded label
	courseWords  wordSet                    // that open the name of a course or certificate
	providers    map[string]bool            // of courses, by folded name
	givenNames   map[string]float64         // how surely a folded word is one
	notNames     map[string]bool            // words of headlines and templates
	honorifics   map[string]map[string]bool // by their side of the name

	surnameEndings map[string]bool
	spoken         map[string]string // codes of languages by folded word
	levelWords     map[string]string // of the CEFR scale, or native, by folded word
	asides         map[string]map[string]bool
}

// clue is a word that tells the kind of a heading.
type clue struct{ kind, word string }

// degree is a word of an education line and the level it means.
type degree struct{ level, phrase string }

// known is a certificate of the lexicon: the folded words it is written with.
type known struct {
	phrase, name, issuer string
	tokens               []token // of the phrase
}

func loadTables() (*tables, error) {
	languages, err := readLanguageNames()
	if err != nil {
		return nil, err
	}
	names, err := readGivenNames()
	if err != nil {
		return nil, err
	}
	t := &tables{
		givenNames: names,
		spoken:     languages.codes,
		headings:   map[string]string{}, squeezed: map[string]string{}, halves: map[string]string{},
		degreesBy: map[string][]int{}, certificates: map[string][]known{}, labels: map[string]role{}, industries: map[string]bool{},
		connectors: map[string]connector{}, asides: map[string]map[string]bool{},
		formLabels: map[string]string{}, providers: map[string]bool{},
		notNames: map[string]bool{}, surnameEndings: map[string]bool{}, levelWords: map[string]string{},
		honorifics: map[string]map[string]bool{"before": {}, "after": {}},
	}
	for _, table := range []struct {
		name    string
		columns int
		take    func(row []string) error
	}{
		{"headings", 3, t.takeHeading},
		{"schools", 1, t.takeSchool},
		{"degrees", 2, t.takeDegree},
		{"certificates", 3, t.takeCertificate},
		{"labels", 2, t.takeLabel},
		{"industries", 1, t.takeIndustry},
		{"connectors", 2, t.takeConnector},
		{"providers", 1, func(row []string) error { t.providers[row[0]] = true; return nil }},
		{"not_names", 1, func(row []string) error { t.notNames[row[0]] = true; return nil }},
		{"surname_endings", 1, func(row []string) error { t.surnameEndings[row[0]] = true; return nil }},
		{"honorifics", 2, t.takeHonorific},
		{"language_levels", 2, func(row []string) error { return eachWord(t.levelWords, row) }},
		{"form_labels", 2, t.takeFormLabel},
		{"certificate_words", 1, func(row []string) error { t.courseWords.add(row[0]); return nil }},
		{"asides", 2, t.takeAside},
	} {
		if err := eachFileRow(table.name, table.columns, table.take); err != nil {
			return nil, err
		}
	}
	for _, list := range t.certificates {
		slices.SortStableFunc(list, func(a, b known) int { return cmp.Compare(len(b.phrase), len(a.phrase)) })
	}
	return t, nil
}

func eachFileRow(name string, columns int, take func(row []string) error) error {
	text, err := files.ReadFile("data/" + name + ".tsv")
	if err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	if err := eachRow(string(text), columns, take); err != nil {
		return fmt.Errorf("resume: %s.tsv: %w", name, err)
	}
	return nil
}

// eachRow gives every row of a table to take. A line that begins with # is a remark.
func eachRow(text string, columns int, take func(row []string) error) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			return fmt.Errorf("line %d: %d columns, want %d", number, len(row), columns)
		}
		for _, cell := range row {
			if cell == "" || strings.TrimSpace(cell) != cell {
				return fmt.Errorf("line %d: a cell is empty or begins or ends with a space", number)
			}
		}
		if err := take(row); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

func (t *tables) takeHeading(row []string) error {
	kind, use, text := row[0], row[1], row[2]
	if !slices.Contains(sectionKinds, kind) {
		return fmt.Errorf("%q is no kind of section", kind)
	}
	switch use {
	case "heading":
		t.squeezed[strings.ReplaceAll(text, " ", "")] = kind
		return once(t.headings, strings.Join(slices.DeleteFunc(strings.Fields(text), isJoiner), " "), kind)
	case "half":
		return once(t.halves, text, kind)
	case "clue":
		t.clues = append(t.clues, clue{kind, text})
		return nil
	}
	return fmt.Errorf("%q is no way to tell a section", use)
}

// once keeps the kind of a text that no other row gives another kind.
func once(kinds map[string]string, text, kind string) error {
	if other := cmp.Or(kinds[text], kind); other != kind {
		return fmt.Errorf("%q is %s and %s", text, other, kind)
	}
	kinds[text] = kind
	return nil
}

func (t *tables) takeSchool(row []string) error {
	t.schools.add(row[0])
	return nil
}

func (t *tables) takeIndustry(row []string) error {
	t.industries[row[0]] = true
	return nil
}

// Weights of given names: one that is a common word too says less.
const (
	surelyGiven = 1
	maybeGiven  = 0.4
)

// GivenNames are the given names that CVs hold, folded, without those that are common words too.
// The table is read once; its form is checked by a test.
func GivenNames() iter.Seq[string] {
	names, _ := readGivenNames()
	return func(yield func(string) bool) {
		for name, weight := range names {
			if weight == surelyGiven && !yield(name) {
				return
			}
		}
	}
}

var readGivenNames = sync.OnceValues(func() (map[string]float64, error) {
	const room = 1 << 14 // for today's names
	names := make(map[string]float64, room)
	err := eachFileRow("given_names", 2, func(row []string) error {
		weight := float64(surelyGiven)
		if row[0] == "word" {
			weight = maybeGiven
		}
		for name := range strings.FieldsSeq(row[1]) {
			names[fold(name)] = weight
		}
		return nil
	})
	return names, err
})

// eachWord gives every word of the second column the value of the first.
func eachWord(values map[string]string, row []string) error {
	for word := range strings.FieldsSeq(row[1]) {
		if err := once(values, word, row[0]); err != nil {
			return err
		}
	}
	return nil
}

func (t *tables) takeHonorific(row []string) error {
	side, ok := t.honorifics[row[0]]
	if !ok {
		return fmt.Errorf("%q is no side of a name", row[0])
	}
	side[row[1]] = true
	return nil
}

func (t *tables) takeFormLabel(row []string) error {
	if !slices.Contains(labelKinds, row[0]) {
		return fmt.Errorf("%q is no kind of label", row[0])
	}
	return once(t.formLabels, row[1], row[0])
}

// educationLevels are the values of Education.Level.
var educationLevels = []string{"doctorate", "master", "bachelor", "vocational", "secondary", "course"}

func (t *tables) takeDegree(row []string) error {
	if !slices.Contains(educationLevels, row[0]) {
		return fmt.Errorf("%q is no level of education", row[0])
	}
	first, _, _ := strings.Cut(row[1], " ")
	t.degreesBy[first] = append(t.degreesBy[first], len(t.degrees))
	t.degrees = append(t.degrees, degree{row[0], row[1]})
	return nil
}

func (t *tables) takeAside(row []string) error {
	use, text := row[0], row[1]
	if !slices.Contains(asideUses, use) {
		return fmt.Errorf("%q is no way to tell an aside", use)
	}
	if t.asides[use] == nil {
		t.asides[use] = map[string]bool{}
	}
	t.asides[use][text] = true
	return nil
}

func (t *tables) takeCertificate(row []string) error {
	k := known{phrase: row[0], name: row[1], issuer: row[2], tokens: newPage(row[0]).tokens}
	if k.issuer == "-" {
		k.issuer = ""
	}
	first := firstWord(k.phrase)
	if first == "" {
		return fmt.Errorf("%q has no word", k.phrase)
	}
	t.certificates[first] = append(t.certificates[first], k)
	return nil
}
