package resume

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// hostileTime is far above what linear work takes even on a loaded machine with the race
// detector on, and far below the minutes of work that grows with the square of the length.
const hostileTime = time.Minute

// TestLinearTime reads hostile texts of a quarter of a megabyte.
func TestLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("reads eight megabytes")
	}
	hostile := map[string]string{
		"one line of words": "word ", "lines of words": "some more words\n", "dates": "03/2019 - 04/2020 ", "reversed": "Apr 2020 - Mar 2019\n", "dates in lines": "Mar 2019 - Apr 2020\n", "half ranges": "Mar 2019 - ",
		"months": "march ", "digits": "1", "phones": "+7 900 ", "dashes": "- ", "commas": "Go, ", "at signs": "a@", "dots": "a.", "colons": "Skills: ", "headings": "Experience\n",
		"claims": "Python 5 years ", "labels": "Age: ", "born": "born in ", "brackets": "(", "languages": "English and ", "degrees": "b.s. ", "certificates": "aws certified ",
		"slashes": "http://", "spaces": " ", "line ends": "\n", "cyrillic": "опыт ", "bullets": "•\n", "years": "2019 ", "names": "Ann Example\n", "company": "company - x\n", "projects": "Projects\n\nx\n- Go\n",
	}
	for name, unit := range hostile {
		text := "Ann Example\nann@mail.example\nExperience\n" + strings.Repeat(unit, 1<<18/len(unit))
		start := time.Now()
		extract(text)
		if took := time.Since(start); took > hostileTime {
			t.Errorf("%s: %v for a quarter of a megabyte", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

// checkRecord states what holds for the record of any text.
func checkRecord(t interface{ Errorf(string, ...any) }, text string, rec Record) {
	inside := func(what string, start, end int) {
		if start < 0 || end < start || end > len(text) {
			t.Errorf("%s at %d..%d of %d bytes", what, start, end, len(text))
		}
	}
	sum := 0
	for _, p := range rec.Positions {
		inside("position", p.Start, p.End)
		if p.From > 0 && p.To > 0 {
			sum += int(p.To-p.From) + 1
			if p.From > p.To || p.To > rec.AsOf {
				t.Errorf("position from %v to %v as of %v", p.From, p.To, rec.AsOf)
			}
		}
	}
	if rec.TotalMonths > sum {
		t.Errorf("total %d is over the sum %d", rec.TotalMonths, sum)
	}
	for _, s := range rec.Skills {
		if len(s.Evidence) == 0 || len(s.Evidence) > maxEvidence {
			t.Errorf("%s has %d pieces of evidence", s.Skill, len(s.Evidence))
		}
		for _, e := range s.Evidence {
			inside("mention", e.Start, e.End)
			if text[e.QuoteStart:e.QuoteStart+len(e.Quote)] != e.Quote || text[e.Start:e.End] != e.Surface {
				t.Errorf("%q at %d is not in the text", e.Quote, e.QuoteStart)
			}
			if e.QuoteStart > e.Start || e.QuoteStart+len(e.Quote) < e.End || utf8.RuneCountInString(e.Quote) > maxQuote {
				t.Errorf("quote %q does not hold %q", e.Quote, e.Surface)
			}
			if e.Position >= len(rec.Positions) {
				t.Errorf("evidence of position %d of %d", e.Position, len(rec.Positions))
			}
		}
	}
	for _, s := range rec.Contacts.Spans {
		inside("contact", s.Start, s.End)
	}
	for _, s := range rec.Sections {
		inside("section", s.Start, s.End)
	}
	for _, c := range rec.Certificates {
		inside("certificate", c.Start, c.End)
	}
	for _, l := range rec.Languages {
		inside("language", l.Start, l.End)
	}
	for _, e := range rec.Education {
		inside("school", e.Start, e.End)
	}
	for _, p := range rec.Projects {
		inside("project", p.Start, p.End)
	}
}

func TestRecordHolds(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"Ann Example\n", "Experience\n", "Skills\n", "Summary\n", "Education\n", "\n", "Mar 2019 - Apr 2020\n", "2018 – 2021\n", "с марта 2019 г. по наст. время\n", "Acme Labs, Engineer\n",
		"Used Python and Go.\n", "Python (5 years), ", "No experience with Rust.\n", "Мужчина, 34 года\n", "Date of birth: 1990 ", "+7 900 123-45-67 ", "ann@mail.example\n", "Apr 2020 - Mar 2019\n",
		"Languages: English (C1)\n", "Опыт работы — 5 лет\n", "Желаемая должность и зарплата\n", "• ", "— ", "é", "\u200b", "\xff", "Company Details\ncompany - Acme\n", "Projects\n", "10 years of experience ",
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(rt, "pieces"), "")
		text = strings.ToValidUTF8(text, "?")
		rec := extract(text)
		checkRecord(rt, text, rec)
		if again := extract(text); !reflect.DeepEqual(rec, again) {
			rt.Fatalf("two readings of one text differ")
		}
	})
}

func TestUnionOfMonths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		spans := rapid.SliceOf(rapid.Custom(func(rt *rapid.T) interval {
			from := rapid.IntRange(24000, 24100).Draw(rt, "from")
			return interval{from: Month(from), to: Month(from + rapid.IntRange(0, 60).Draw(rt, "length"))}
		})).Draw(rt, "spans")
		sum, longest, lived := 0, 0, map[Month]bool{}
		for _, s := range spans {
			n := int(s.to-s.from) + 1
			sum, longest = sum+n, max(longest, n)
			for m := s.from; m <= s.to; m++ {
				lived[m] = true
			}
		}
		got := unionMonths(spans)
		if got != len(lived) || got > sum || got < longest {
			rt.Fatalf("union %d of %v, want %d", got, spans, len(lived))
		}
		shuffled := rapid.Permutation(spans).Draw(rt, "order")
		if again := unionMonths(shuffled); again != got {
			rt.Fatalf("order changes the union: %d and %d", got, again)
		}
	})
}

func FuzzExtract(f *testing.F) {
	f.Add(headHunter)
	f.Add("Ann Example\nExperience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nUsed Python.\n\nSkills\nGo (5 years)")
	f.Add("Skill Details\nPython- Exprience - 24 monthsCompany Details\ncompany - Acme\ndescription - From February 2015 till present")
	f.Add("Date of birth: 12.03.1990 | Married\n'15 – '19\n1 кв. 2019 – 2 квартал 2020")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		rec := extract(text)
		checkRecord(t, text, rec)
		if _, err := json.Marshal(rec); err != nil {
			t.Fatal(err)
		}
	})
}
