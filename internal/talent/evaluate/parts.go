package evaluate

import (
	"slices"
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/talent"
)

// part is what a word of a question has to do with the person looked for.
type part string

const (
	noPart        part = "nothing"
	figurePart    part = "figure" // a level, years or a language: judged by what they came to, not by their words
	wantedPart    part = "wanted" // as a skill or as an occupation
	preferredPart part = "preferred"
	excludedPart  part = "excluded"
	placePart     part = "place"
	schoolPart    part = "education"
	personPart    part = "person"
	otherPart     part = "no condition" // said, but nothing filters on it
)

// misplaced compares word by word the group in which the words of a question stand with the
// one where the gold has them: where one name ends and what a table calls it count for nothing.
// It returns the words that stand elsewhere.
func misplaced(q question, got talent.Parsed) []string {
	want, have := q.parts(), partsOf(q.Text, got)
	var wrong []string
	for i, t := range retrieve.Tokens(q.Text) {
		w := want.of(retrieve.Base(t.Text))
		if !alike(w, have[i]) && !talent.Filler(t.Text) && strings.Trim(t.Text, "0123456789") != "" {
			wrong = append(wrong, t.Text+" as "+string(have[i])+", want "+string(w))
		}
	}
	return wrong
}

func alike(want, have part) bool {
	if want == figurePart || have == figurePart {
		return true
	}
	if want == schoolPart && have == wantedPart {
		return true // a school is looked for as it is written
	}
	return want == have || want == noPart && have == otherPart || want == otherPart && have == noPart
}

// partWords are the base forms of the words of the gold.
type partWords map[string]part

func (q question) parts() partWords {
	out := partWords{}
	add := func(p part, phrases ...string) {
		for _, word := range contentWords(phrases) {
			out[word] = p
		}
	}
	add(otherPart, slices.Concat(q.NotUnderstood, q.Other)...)
	add(wantedPart, append(slices.Clone(q.Required), q.Occupation)...)
	add(schoolPart, q.Education)
	add(placePart, q.Location)
	add(preferredPart, q.Preferred...)
	add(excludedPart, slices.Concat(q.Excluded, q.ExcludedOccupations)...)
	add(personPart, q.Person)
	return out
}

// of tells what a word is, one with a slip of two letters too.
func (p partWords) of(base string) part {
	if at, ok := p[base]; ok {
		return at
	}
	const leastToSlip = 5
	for word, at := range p {
		if len([]rune(base)) >= leastToSlip && len([]rune(word)) >= leastToSlip && slips(base, word) {
			return at
		}
	}
	return noPart
}

// slips reports two words that begin alike and are a slip or an ending apart.
func slips(a, b string) bool {
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	end := 0
	for end < min(len(x), len(y))-same && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	return max(len(x), len(y))-same-end <= 2 && same > 0
}

// partsOf is what a reading makes of each word of a question.
func partsOf(text string, got talent.Parsed) []part {
	tokens := retrieve.Tokens(text)
	out := make([]part, len(tokens))
	for i := range out {
		out[i] = noPart
	}
	give := func(list []talent.Phrase, part func(talent.Phrase) part) {
		from := 0
		for _, p := range list {
			at := strings.Index(text[from:], p.Words)
			if at < 0 {
				continue
			}
			start, end := from+at, from+at+len(p.Words)
			for i, t := range tokens {
				if t.Start >= start && t.End <= end {
					out[i] = part(p)
				}
			}
			from = end
		}
	}
	give(got.NotUnderstood, func(talent.Phrase) part { return otherPart })
	give(got.Understood, func(p talent.Phrase) part {
		switch p.Kind {
		case talent.PlacePhrase:
			return placePart
		case talent.PersonPhrase:
			return personPart
		case talent.EducationPhrase:
			return schoolPart
		case talent.LevelPhrase, talent.YearsPhrase, talent.LanguagePhrase:
			return figurePart
		case talent.SkillPhrase:
			if p.Preferred {
				return preferredPart
			}
		}
		return wantedPart
	})
	give(got.Excluded, func(p talent.Phrase) part {
		if p.Kind == talent.LevelPhrase {
			return figurePart
		}
		return excludedPart
	})
	return out
}
