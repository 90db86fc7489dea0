package resume

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed data/*.tsv
var files embed.FS

// tables are the words by which sections, schools, degrees and certificates are told. Each
// is a file of data, whose first lines say what its columns are.
type tables struct {
	headings     map[string]string // kind by folded heading
	halves       map[string]string // too common as plain words to be headings, but half of one
	clues        []clue            // in the order of their trial
	schools      map[string]bool
	degrees      []degree // the first that occurs decides
	degreesBy    map[string][]int
	certificates map[string][]known // by their first word, the longest first
}

// clue is a word that tells the kind of a heading.
type clue struct{ kind, word string }

// degree is a word of an education line and the level it means.
type degree struct{ level, phrase string }

// known is a certificate of the lexicon: the folded words it is written with.
type known struct{ phrase, name, issuer string }

func loadTables() (*tables, error) {
	t := &tables{
		headings: map[string]string{}, halves: map[string]string{}, schools: map[string]bool{},
		degreesBy: map[string][]int{}, certificates: map[string][]known{},
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
	} {
		text, err := files.ReadFile("data/" + table.name + ".tsv")
		if err != nil {
			return nil, fmt.Errorf("resume: %w", err)
		}
		if err := eachRow(string(text), table.columns, table.take); err != nil {
			return nil, fmt.Errorf("resume: %s.tsv: %w", table.name, err)
		}
	}
	for _, list := range t.certificates {
		slices.SortStableFunc(list, func(a, b known) int { return cmp.Compare(len(b.phrase), len(a.phrase)) })
	}
	return t, nil
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
	t.schools[row[0]] = true
	return nil
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

func (t *tables) takeCertificate(row []string) error {
	k := known{row[0], row[1], row[2]}
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
