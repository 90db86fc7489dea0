package document

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/talent/layout"
)

// set gives lines the look of a column of the page whose letters are all of one width.
func set(column int, left, letter float32, texts ...string) []line {
	var out []line
	for i, text := range texts {
		if text == "" {
			out = append(out, line{})
			continue
		}
		right := left + letter*float32(len([]rune(text)))
		out = append(out, line{text: text, look: layout.Line{Page: 1, Column: column, Left: left, Right: right, Top: 0.1 + 0.02*float32(i), Size: 1}})
	}
	return out
}

func textsOf(lines []line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.text)
	}
	return out
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"a paragraph in a narrow column": {
			set(1, 0.05, 0.01, "2025, January to March. Junior", "programmer, Foobar Group. Prints", "nineteen forms, moves data from the", "old program, does small tasks of the", "shops.", "2023 to 2024. Line consultant", "March 2021 to May 2022. Assistant at", "March 2019. Help in"),
			[]string{"2025, January to March. Junior programmer, Foobar Group. Prints nineteen forms, moves data from the old program, does small tasks of the shops.", "2023 to 2024. Line consultant", "March 2021 to May 2022. Assistant at", "March 2019. Help in"},
		},
		"capital letters where the text runs on": {
			set(1, 0.05, 0.01, "I keep the books of nine shops of", "the town and of the shops of the", "Foobar Group and its firms that sell", "for 20 years in the north of all the", "country and I write all of the", "letters to them"),
			[]string{"I keep the books of nine shops of the town and of the shops of the Foobar Group and its firms that sell for 20 years in the north of all the country and I write all of the letters to them"},
		},
		"a list of short items": {
			set(1, 0.7, 0.01, "Team leadership", "Stakeholder care", "Budget planning", "Risk analysis and", "Public speaking"),
			[]string{"Team leadership", "Stakeholder care", "Budget planning", "Risk analysis and", "Public speaking"},
		},
		"a school, its degree and its years": {
			set(1, 0.7, 0.01, "Sample Culinary Institute", "Diploma in Culinary Arts", "2016 to 2018"),
			[]string{"Sample Culinary Institute", "Diploma in Culinary Arts", "2016 to 2018"},
		},
		"items of a list": {
			set(1, 0.05, 0.01, "• kept the books of nine shops", "• wrote all letters to the banks", "• paid the wages of forty people"),
			[]string{"• kept the books of nine shops", "• wrote all letters to the banks", "• paid the wages of forty people"},
		},
		"a wide column": {
			set(1, 0.05, 0.01, strings.Repeat("many words ", 8)+"and", "one line more of them"),
			[]string{strings.Repeat("many words ", 8) + "and", "one line more of them"},
		},
		"contacts": {
			set(1, 0.05, 0.01, "a town of the far north", "and of many firms in all", "call +47 555 0148 22 of", "ann.example@example.com", "www.example.com is mine"),
			[]string{"a town of the far north and of many firms in all call +47 555 0148 22 of", "ann.example@example.com", "www.example.com is mine"},
		},
		"the title of another face under its employer": {
			func() []line {
				all := set(1, 0.05, 0.01, "keeps the books of nine shops", "of the town and all letters", "to the banks of the country", "of the north and of the", "south", "Foobar Institute of Materials", "Engineer and programmer")
				all[5].look.Bold = true
				return all
			}(),
			[]string{"keeps the books of nine shops of the town and all letters to the banks of the country of the north and of the", "south", "Foobar Institute of Materials", "Engineer and programmer"},
		},
		"two columns": {
			slices.Concat(set(1, 0.05, 0.01, "keeps the books of nine"), set(2, 0.5, 0.01, "shops of the whole town")),
			[]string{"keeps the books of nine", "shops of the whole town"},
		},
		"an empty line": {
			set(1, 0.05, 0.01, "keeps the books of nine", "", "shops of the whole town"),
			[]string{"keeps the books of nine", "", "shops of the whole town"},
		},
		"no look": {plain("keeps the books of\nnine shops"), []string{"keeps the books of", "nine shops"}},
		"nothing": {nil, nil},
	} {
		if got := textsOf(unwrap(c.lines)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestUnwrap_keepsEveryWordInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.StringMatching(`([a-zA-Z0-9«•.,:]{1,9} ){0,6}[a-zA-Zа-я0-9.]{1,9}|`)).Draw(t, "texts")
		lines := set(rapid.IntRange(0, 2).Draw(t, "column"), 0.1, 0.01, texts...)
		before := strings.Fields(strings.Join(texts, " "))
		after := strings.Fields(strings.Join(textsOf(unwrap(lines)), " "))
		if !slices.Equal(before, after) {
			t.Fatalf("got %q of %q", after, before)
		}
	})
}

func TestRejoin_addresses(t *testing.T) {
	t.Parallel()
	got := textsOf(rejoin(plain("ann.example@\nmail.example\nbob@mail-\nserver.example\nprogram-\nmer of programs, a programmer")))
	want := []string{"ann.example@mail.example", "", "bob@mail-server.example", "", "programmer", "of programs, a programmer"}
	for i := range got {
		got[i] = strings.TrimSpace(got[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
