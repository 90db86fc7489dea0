package linkedin

import (
	"embed"
	"strings"
)

//go:embed data/*.tsv
var data embed.FS

// section is a part of a saved page.
type section string

const (
	noSection       section = ""
	skillSection    section = "skills"
	languageSection section = "languages"
	licenceSection  section = "certifications"
	summarySection  section = "summary"
	jobSection      section = "experience"
	schoolSection   section = "education"
	contactSection  section = "contact"
	otherSection    section = "other"
)

// words are the words by which dates, headings, files and firms are told.
type words struct {
	months   map[string]int
	now      map[string]bool
	years    map[string]bool
	lengths  map[string]bool // units of months
	fillers  map[string]bool
	areas    map[string]bool
	headings map[string]section
	domains  map[string]domain
	legal    map[string]bool
}

// vocabulary is read from the tables once; they are part of the program, and a test proves
// that they are whole.
var vocabulary = words{
	months:   months(),
	now:      kind("now"),
	years:    kind("year"),
	lengths:  kind("month"),
	fillers:  kind("filler"),
	areas:    kind("area"),
	headings: byName[section]("heading.tsv"),
	domains:  byName[domain]("file.tsv"),
	legal:    legal(),
}

// rows are the lines of a table, cut at the tab.
func rows(name string) [][2]string {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		return nil
	}
	var out [][2]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		first, rest, _ := strings.Cut(line, "\t")
		out = append(out, [2]string{first, rest})
	}
	return out
}

func months() map[string]int {
	out := map[string]int{}
	for _, row := range rows("month.tsv") {
		for name := range strings.FieldsSeq(row[1]) {
			out[name] = number(row[0])
		}
	}
	return out
}

func kind(wanted string) map[string]bool {
	out := map[string]bool{}
	for _, row := range rows("word.tsv") {
		if row[0] != wanted {
			continue
		}
		for word := range strings.SplitSeq(row[1], "|") {
			out[word] = true
		}
	}
	return out
}

// byName turns "kind, names" around: kind by folded name.
func byName[K ~string](table string) map[string]K {
	out := map[string]K{}
	for _, row := range rows(table) {
		for name := range strings.SplitSeq(row[1], "|") {
			out[fold(name)] = K(row[0])
		}
	}
	return out
}

func legal() map[string]bool {
	out := map[string]bool{}
	for _, row := range rows("legal.tsv") {
		out[row[0]] = true
	}
	return out
}

// fold is how headings are compared.
func fold(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}
