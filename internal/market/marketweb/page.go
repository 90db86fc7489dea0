package marketweb

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/place"
)

// keptShown is how many snapshots the first page names.
const keptShown = 4

// texts are names of a kind as plain text.
func texts[Name ~string](list []Name) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// examples are questions that the sample market answers.
func (s *screen) examples() []question {
	of := func(pairs ...string) question {
		v := url.Values{}
		for i := 0; i+1 < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		return newQuestion(marketPath, v)
	}
	moscow, kazan := s.T("market.moscow"), s.T("market.kazan")
	return []question{
		of(fieldRole, s.T("market.exampleRole1"), fieldPlace, moscow, fieldFrom, "250000", fieldTo, "300000", fieldBasis, "gross"),
		of(fieldRole, s.T("market.exampleRole2"), fieldPlace, kazan),
	}
}

// placeName is a place with what it lies in, and what was typed where that was something else.
func (s *screen) placeName(a area) string {
	name := visible(a.Name)
	if name == "" {
		return visible(a.Input)
	}
	if n := len(a.Path); n > 1 {
		name += " (" + visible(strings.Join(a.Path[:n-1], ", ")) + ")"
	}
	switch place.How(a.How) {
	case place.Typo, place.Layout, place.Translit, place.Alias:
		name += s.T("market.typed", "Words", visible(a.Input))
	}
	return name
}

// keptName is what a snapshot is known by: its file, or what was asked.
func (s *screen) keptName(k archive.Kept) string {
	if k.Name != "" {
		return visible(k.Name)
	}
	if k.Query.Text != "" {
		return visible(k.Query.Text)
	}
	return s.sourceName(k.Source)
}

// placeProblem says what is off with a place.
func (s *screen) placeProblem(f *fault.Error) string {
	text := s.Say(f.Text)
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// jobsExample is a search that the sample market answers.
func (s *screen) jobsExample() url.Values {
	return url.Values{fieldWords: {"Go"}, fieldPlace: {s.T("market.moscow")}, fieldSkills: {"Kubernetes, PostgreSQL"}, fieldSource: {string(kept)}}
}
