package layout_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/pdf/layout"
)

// line sets a text letter by letter, half an em each, spaces included.
func line(x, y, size float64, text string) []layout.Glyph {
	var out []layout.Glyph
	for _, r := range text {
		out = append(out, layout.Glyph{Text: string(r), Left: x, Right: x + size/2, Base: y, Size: size})
		x += size / 2
	}
	return out
}

// column sets lines from y downwards.
func column(x, y, step, size float64, lines ...string) []layout.Glyph {
	var out []layout.Glyph
	for i, text := range lines {
		out = append(out, line(x, y-float64(i)*step, size, text)...)
	}
	return out
}

func TestText(t *testing.T) {
	t.Parallel()
	sidebar := []string{"Skills", "Go", "SQL", "Docker", "English"}
	career := []string{"Experience", "Example Bank, engineer", "Wrote services", "Sample Telecom, tester", "Wrote tests", "Mock Retail, intern"}
	for name, c := range map[string]struct {
		page [][]layout.Glyph
		want []string
	}{
		"sidebar on the left": {
			[][]layout.Glyph{column(40, 700, 13, 10, sidebar...), column(200, 700, 15, 10, career...)},
			slices.Concat(sidebar, []string{""}, career),
		},
		"sidebar on the right, drawn first": {
			[][]layout.Glyph{column(400, 700, 13, 10, sidebar...), column(40, 700, 15, 10, career...)},
			slices.Concat(career, []string{""}, sidebar),
		},
		"equal columns on one grid": {
			[][]layout.Glyph{column(40, 700, 14, 10, career[:5]...), column(320, 700, 14, 10, "Projects of my own", "kite, a tool for wind", "reef, a tool for fish", "Education of mine", "Example University")},
			slices.Concat(career[:5], []string{"", "Projects of my own", "kite, a tool for wind", "reef, a tool for fish", "Education of mine", "Example University"}),
		},
		"labels and values": {
			[][]layout.Glyph{column(40, 700, 14, 10, "Name", "Town", "Born", "Tongue"), column(200, 700, 14, 10, "Ann Example", "Oslo, but ready to move", "1990", "English and Norwegian")},
			[]string{"Name Ann Example", "Town Oslo, but ready to move", "Born 1990", "Tongue English and Norwegian"},
		},
		"a form with a heading among its labels and short values": {
			[][]layout.Glyph{
				column(40, 700, 18, 10, "Personal details", "Title", "Last name", "First name", "UK telephone (mobile)", "Do you need a permit?"),
				column(230, 682, 18, 10, "Mrs", "Example", "Ann", "07700 900122", "No"),
			},
			[]string{"Personal details", "Title Mrs", "Last name Example", "First name Ann", "UK telephone (mobile) 07700 900122", "Do you need a permit? No"},
		},
		"dates in the margin, text in rows": {
			[][]layout.Glyph{
				column(40, 700, 12, 9, "July 2023 -", "present", "2 years"), column(40, 620, 12, 9, "March 2021 -", "June 2023"),
				column(160, 700, 14, 11, "Example Bank", "engineer, payments", "Wrote services for the bank", "and tests for them"),
				column(160, 620, 14, 11, "Sample Telecom", "tester of all the phones", "Wrote tests"),
			},
			[]string{
				"July 2023 - present", "2 years", "Example Bank", "engineer, payments", "Wrote services for the bank", "and tests for them", "",
				"March 2021 - June 2023 Sample Telecom", "tester of all the phones", "Wrote tests",
			},
		},
		"labels between headings of one edge": {
			[][]layout.Glyph{
				line(40, 569, 10, "2023"), line(40, 535, 10, "Tests"), line(40, 516, 10, "2025"), line(40, 482, 10, "Languages"), line(40, 463, 10, "Native"), line(40, 371, 10, "Driving"),
				column(160, 569, 12, 10, "Energy audit of a plant", "School of Watt, 108 hours"), column(160, 516, 12, 10, "Fifth group of safety", "State inspection"),
				column(160, 463, 12, 10, "Norwegian, as one is born", "and English of the school"),
			},
			[]string{
				"2023 Energy audit of a plant", "School of Watt, 108 hours", "", "Tests", "2025 Fifth group of safety", "State inspection", "",
				"Languages", "Native Norwegian, as one is born", "and English of the school", "", "Driving",
			},
		},
		"wrapped dates on the right": {
			[][]layout.Glyph{
				column(40, 700, 14, 10, "Example Bank", "engineer, payments", "Wrote services for the bank and others"),
				column(400, 700, 14, 10, "July 2023 -", "present"),
				column(40, 620, 14, 10, "Sample Telecom", "tester of all the phones", "Wrote tests and more of the tests"),
				column(400, 620, 14, 10, "March 2021 -", "June 2023"),
			},
			[]string{
				"Example Bank July 2023 - present", "engineer, payments", "Wrote services for the bank and others", "",
				"Sample Telecom March 2021 - June 2023", "tester of all the phones", "Wrote tests and more of the tests",
			},
		},
		"town over date": {
			[][]layout.Glyph{
				column(40, 700, 14, 10, "Example Bank", "engineer, payments", "Wrote services for the bank and others"),
				column(400, 700, 14, 10, "Oslo", "2021 - 2023"),
				column(40, 620, 14, 10, "Sample Telecom", "tester of all the phones", "Wrote tests and more of the tests"),
				column(400, 620, 14, 10, "Bergen", "2019 - 2021"),
			},
			[]string{
				"Example Bank Oslo", "engineer, payments 2021 - 2023", "Wrote services for the bank and others", "",
				"Sample Telecom Bergen", "tester of all the phones 2019 - 2021", "Wrote tests and more of the tests",
			},
		},
		"sidebar whose headings stand beside paragraphs": {
			[][]layout.Glyph{
				line(40, 700, 13, "Skills"), line(40, 684, 9, "Figma"), line(40, 620, 13, "Tongues"), line(40, 604, 9, "Norwegian"),
				line(40, 540, 13, "Hobby"), line(40, 524, 9, "Chess"),
				column(230, 700, 14, 10, "Example Bank, the engineer", "Wrote services for the bank", "and some tests for them", "in Go and in SQL"),
				column(230, 620, 14, 10, "Sample Telecom, the tester", "Wrote tests of all phones", "and some more of them", "and read the logs"),
				column(230, 540, 14, 10, "Mock Retail, the intern", "Wrote letters to the shops", "and read their answers", "and filed them all"),
			},
			[]string{
				"Skills", "Figma", "", "Tongues", "Norwegian", "", "Hobby", "Chess", "",
				"Example Bank, the engineer", "Wrote services for the bank", "and some tests for them", "in Go and in SQL", "",
				"Sample Telecom, the tester", "Wrote tests of all phones", "and some more of them", "and read the logs", "",
				"Mock Retail, the intern", "Wrote letters to the shops", "and read their answers", "and filed them all",
			},
		},
		"grid with cells of several lines": {
			[][]layout.Glyph{
				line(40, 700, 10, "Company"), line(200, 700, 10, "Post"), line(330, 700, 10, "From"), line(420, 700, 10, "To"),
				column(40, 680, 12, 10, "Example Steel", "Works, Oslo"), line(200, 680, 10, "Fitter"), column(330, 680, 12, 10, "12-Jan-", "2021"), line(420, 680, 10, "Till date"),
				column(40, 650, 12, 10, "Sample Boilers"), column(200, 650, 12, 10, "Welder (6G", "and TIG)"), column(330, 650, 12, 10, "03-Aug-", "2015"), column(420, 650, 12, 10, "28-Nov-", "2020"),
				line(40, 600, 10, "Reading drawings and cutting plans of all the pipes here"),
			},
			[]string{
				"Company Post From To", "Example Steel Works, Oslo Fitter 12-Jan- 2021 Till date", "", "Sample Boilers Welder (6G and TIG) 03-Aug- 2015 28-Nov- 2020", "",
				"Reading drawings and cutting plans of all the pipes here",
			},
		},
		"grid whose cells fill their columns": {
			[][]layout.Glyph{
				line(60, 700, 10, "Post"), line(180, 700, 10, "Place"), line(330, 700, 10, "Duties"), line(450, 700, 10, "Time"),
				column(40, 680, 12, 10, "Head of", "pharmacy"), line(150, 680, 10, "Example Pharma"), column(300, 680, 12, 10, "Stock and order", "and seven people"), column(430, 680, 12, 10, "10.2022 -", "now"),
				line(40, 640, 10, "Chemist"), column(150, 640, 12, 10, "Example Pharma", "of the northern coast here"), column(300, 640, 12, 10, "Recipes of all sorts here", "and advice"), column(430, 640, 12, 10, "05.2018 -", "09.2022"),
				column(40, 600, 12, 10, "Chemist of", "self-", "made drugs"), line(150, 600, 10, "Sample Works"), line(300, 600, 10, "Tests"), line(430, 600, 10, "2016 - 2018"),
			},
			[]string{
				"Post Place Duties Time", "Head of pharmacy Example Pharma Stock and order and seven people 10.2022 - now", "",
				"Chemist Example Pharma of the northern coast here Recipes of all sorts here and advice 05.2018 - 09.2022", "",
				"Chemist of self-made drugs Sample Works Tests 2016 - 2018",
			},
		},
		"grid with a heading below and two things in a cell": {
			[][]layout.Glyph{
				line(40, 700, 10, "From"), line(120, 700, 10, "Company"), line(300, 700, 10, "Post"),
				line(40, 680, 10, "12.2021"), column(120, 680, 12, 10, "Example Steel-", "Works of Oslo"), column(300, 680, 12, 10, "Fitter", "Pipes of all sorts"),
				line(40, 650, 10, "08.2015"), line(120, 650, 10, "Sample Boilers"), column(300, 650, 12, 10, "Welder of the", "sixth grade"),
				line(40, 620, 10, "05.2011"), line(120, 620, 10, "Mock Yard"), line(300, 620, 10, "Apprentice"),
				line(40, 590, 10, "Taught"), line(40, 575, 10, "Drawing of pipes, for two years and a half"),
			},
			[]string{
				"From Company Post", "12.2021 Example Steel-Works of Oslo Fitter, Pipes of all sorts", "", "08.2015 Sample Boilers Welder of the sixth grade", "",
				"05.2011 Mock Yard Apprentice", "", "Taught", "Drawing of pipes, for two years and a half",
			},
		},
		"dates that a narrow column breaks": {
			[][]layout.Glyph{
				column(40, 700, 12, 10, "Mar 2020 –", "Oct 2021"), column(140, 700, 12, 10, "Example Bank, engineer", "payments and all of their tests"),
				column(40, 671, 12, 10, "06/2018 –", "now"), column(140, 671, 12, 10, "Sample Yard, fitter", "pipes of many sorts"),
				line(40, 642, 10, "2011 –"), column(140, 642, 12, 10, "Mock Mill", "2012 was a good year there"),
			},
			[]string{
				"Mar 2020 – Oct 2021 Example Bank, engineer", "payments and all of their tests", "06/2018 – now Sample Yard, fitter", "pipes of many sorts",
				"2011 – Mock Mill", "2012 was a good year there",
			},
		},
		"grids under headings of a form": {
			[][]layout.Glyph{
				line(40, 700, 10, "Surname"), line(140, 700, 10, "Example"), line(240, 700, 10, "Name"), line(340, 700, 10, "Ann"),
				line(40, 680, 10, "1. Papers"),
				line(40, 660, 10, "Paper"), line(240, 660, 10, "Number"), line(340, 660, 10, "Until"),
				line(40, 640, 10, "First aid at sea"), line(240, 640, 10, "A-17"), line(340, 640, 10, "05.2027"),
				line(40, 620, 10, "Fire fighting"), line(240, 620, 10, "A-18"), line(340, 620, 10, "06.2028"),
				line(40, 600, 10, "2. Ships"),
				line(40, 580, 10, "Post"), line(140, 580, 10, "Owner"), line(240, 580, 10, "From"), line(340, 580, 10, "To"),
				line(40, 560, 10, "Mate"), line(140, 560, 10, "Mock Lines"), line(240, 560, 10, "01.2020"), line(340, 560, 10, "07.2020"),
				line(40, 540, 10, "Mate"), line(140, 540, 10, "Mock Lines"), line(240, 540, 10, "01.2021"), line(340, 540, 10, "09.2021"),
				line(40, 520, 10, "Cadet"), line(140, 520, 10, "Test Ships"), line(240, 520, 10, "03.2018"), line(340, 520, 10, "08.2018"),
				line(40, 500, 10, "Tongues"), line(140, 500, 10, "English, as one speaks it at sea and on land"),
			},
			[]string{
				"Surname Example Name Ann", "1. Papers", "", "Paper Number Until", "First aid at sea A-17 05.2027", "Fire fighting A-18 06.2028", "", "2. Ships", "", "Post Owner From To",
				"Mate Mock Lines 01.2020 07.2020", "Mate Mock Lines 01.2021 09.2021", "Cadet Test Ships 03.2018 08.2018", "Tongues English, as one speaks it at sea and on land",
			},
		},
		"years in a paragraph whose spaces stand one below the other": {
			[][]layout.Glyph{column(40, 700, 14, 10, "a team 2022, rescue of all the divers of the sea, a course", "of 2024"), line(40, 650, 10, "Skills")},
			[]string{"a team 2022, rescue of all the divers of the sea, a course", "of 2024", "", "Skills"},
		},
		"labels under headings of one edge, close to each other": {
			[][]layout.Glyph{
				line(40, 700, 10, "2024"), line(40, 672, 10, "2019"), line(40, 640, 13, "Skills"), line(40, 616, 10, "Tongues"), line(40, 588, 10, "Skills"), line(40, 556, 13, "Driving"),
				column(160, 700, 14, 10, "Accounts of a plant", "School of Sums", "Money for all of us", "School of Coins"), column(160, 616, 14, 10, "Norwegian, native", "German, a little", "Excel, ledgers, taxes and reports"),
				column(40, 538, 14, 10, "A car of my own and the will to drive it"),
			},
			[]string{
				"2024 Accounts of a plant", "School of Sums", "2019 Money for all of us", "School of Coins", "Skills", "Tongues Norwegian, native", "German, a little",
				"Skills Excel, ledgers, taxes and reports", "", "Driving", "A car of my own and the will to drive it",
			},
		},
		"three columns without dates": {
			[][]layout.Glyph{
				column(40, 700, 14, 10, "Go", "SQL", "Docker", "Linux"), column(200, 700, 14, 10, "Figma", "Sketch", "Zeplin", "Miro"),
				column(360, 700, 14, 10, "Oslo", "Bergen", "Narvik", "Bodo"),
			},
			[]string{"Go Figma Oslo", "SQL Sketch Bergen", "Docker Zeplin Narvik", "Linux Miro Bodo"},
		},
		"dates close to each other": {
			[][]layout.Glyph{
				line(40, 700, 10, "2018 - now"), column(160, 700, 12, 10, "lecturer at the Example Institute of", "the Norwegian sea and its fish"),
				line(40, 672, 10, "2013 - 2018"), line(160, 672, 10, "assistant at the same place"),
				line(40, 656, 10, "2010 - 2013"), line(160, 656, 10, "student helper at the same place"),
			},
			[]string{
				"2018 - now lecturer at the Example Institute of", "the Norwegian sea and its fish", "2013 - 2018 assistant at the same place",
				"2010 - 2013 student helper at the same place",
			},
		},
		"letters set apart": {
			[][]layout.Glyph{line(40, 700, 10, "W O R K   H I S T O R Y"), column(40, 680, 14, 10, "Example Bank", "a b or c")},
			[]string{"WORK HISTORY", "Example Bank", "a b or c"},
		},
		"header over the text": {
			[][]layout.Glyph{line(40, 702, 8, "Ann Example, page two"), line(40, 699, 10, "English and Norwegian"), line(40, 685, 10, "and some German")},
			[]string{"Ann Example, page two", "English and Norwegian", "and some German"},
		},
		"words out of order": {
			[][]layout.Glyph{line(100, 700, 10, "world"), line(40, 700, 10, "hello")}, []string{"hello world"},
		},
		"raised letters": {
			[][]layout.Glyph{line(40, 700, 10, "the 1"), line(65, 703, 6, "st"), line(80, 700, 10, "place")}, []string{"the 1st place"},
		},
		"nothing": {nil, []string{""}},
		"wild numbers": {
			[][]layout.Glyph{line(40, 700, 10, "kept"), {{Text: "x", Left: math.NaN(), Size: 10}, {Text: "y", Left: 1e300, Size: 10}, {Text: "z", Size: -1}}},
			[]string{"kept"},
		},
	} {
		if got := layout.Text(slices.Concat(c.page...)); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, strings.Join(c.want, "\n"))
		}
	}
}

// TestTextKeepsWords sets words anywhere and expects each of them once, whole.
func TestTextKeepsWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var page []layout.Glyph
		var want []string
		taken := map[string]bool{}
		for i := range rapid.IntRange(0, 60).Draw(t, "words") {
			row, place := rapid.IntRange(0, 50).Draw(t, "row"), rapid.IntRange(0, 5).Draw(t, "place")
			cell := fmt.Sprint(row, place)
			if taken[cell] {
				continue
			}
			taken[cell] = true
			word := fmt.Sprintf("w%d", i)
			page = append(page, line(float64(40+place*90), float64(800-15*row), 10, word)...)
			want = append(want, word)
		}
		got := strings.Fields(layout.Text(page))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestTextOnHostilePage must end: the search for columns has a bound.
func TestTextOnHostilePage(t *testing.T) {
	t.Parallel()
	var page []layout.Glyph
	for i := range 20_000 {
		x := 40.0
		if i%2 == 1 {
			x = 400
		}
		page = append(page, layout.Glyph{Text: "x", Left: x, Right: x + 5, Base: -20 * float64(i/2), Size: 10})
	}
	if got := len(strings.Fields(layout.Text(page))); got != len(page) {
		t.Errorf("got %d words, want %d", got, len(page))
	}
}
