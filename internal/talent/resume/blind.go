package resume

import (
	"regexp"
	"slices"
	"strings"
)

// BlindSpans returns what a blind review hides of a text beside the name and the contacts: what
// is protected, the schools, the years that tell an age, and the forms that tell a gender.
// Sorted and without overlaps. The dates of jobs stay: how long and how lately somebody did a
// thing is what a review is about.
func BlindSpans(text string, r Record) []Span {
	return merge(slices.Concat(ProtectedSpans(text), schools(text, r), agingYears(text, r), GenderedSpans(text)))
}

// schools are the places of a text that name the schools of a record.
func schools(text string, r Record) []Span {
	var spans []Span
	for _, e := range r.Education {
		if e.Institution == "" {
			continue
		}
		found := false
		for at := 0; ; {
			i := strings.Index(text[at:], e.Institution)
			if i < 0 {
				break
			}
			spans = append(spans, Span{at + i, at + i + len(e.Institution)})
			at += i + len(e.Institution)
			found = true
		}
		if !found && 0 <= e.Start && e.Start < e.End && e.End <= len(text) {
			spans = append(spans, Span{e.Start, e.End}) // the text spells it over lines, or in another way
		}
	}
	return spans
}

var (
	yearFigures = regexp.MustCompile(`\b(?:19[4-9]\d|20[0-3]\d)\b`)
	// studyWords stand in lines about school, birth or the army; a line of a job may hold them
	// as well ("лаборант, Горный университет"), and its dates stay.
	studyWords = regexp.MustCompile(`(?i)университет|институт|академи|колледж|техникум|училищ|гимнази|лице[йя]|школ|бакалавр|магистр|специалитет|аспирант|диплом|образовани|университ|\bвуз|\barmy\b|military service|universit|college|institute|academy|school|bachelor|master['’]?s|diploma|\bb\.?sc\b|\bm\.?sc\b|\bph\.?d\b|degree|education`)
	// lifeWords tell of a year of life wherever they stand.
	lifeWords = regexp.MustCompile(`(?i)родил|рожд|года?\s+р\.|г\.\s?р\.|окончил|закончил|окончани|выпуск\s+\d|выпускни|срочн|в армии|\bborn\b|\bbirth|graduat|class of`)
)

// agingYears are the years beside schools, births and the army: they tell an age.
func agingYears(text string, r Record) []Span {
	var spans []Span
	start := 0
	for line := range strings.Lines(text) {
		own := Span{start, start + len(line)}
		start = own.End
		study := studyWords.MatchString(line) || r.studies(own)
		if !lifeWords.MatchString(line) && !(study && !r.works(own)) {
			continue
		}
		for _, at := range yearFigures.FindAllStringIndex(line, -1) {
			spans = append(spans, Span{own.Start + at[0], own.Start + at[1]})
		}
	}
	return spans
}

// studies reports a stretch of text about a school.
func (r Record) studies(s Span) bool {
	return slices.ContainsFunc(r.Education, func(e Education) bool { return e.Start < s.End && s.Start < e.End })
}

// works reports a stretch of text about a job.
func (r Record) works(s Span) bool {
	return slices.ContainsFunc(r.Positions, func(p Position) bool { return p.Start < s.End && s.Start < p.End })
}
