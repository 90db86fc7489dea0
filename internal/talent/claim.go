package talent

import (
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// unclaimed are the places of a text that deny or only plan what they name.
func unclaimed(text string, skills *skill.Graph) []resume.Span {
	var spans []resume.Span
	for _, r := range skills.Unclaimed(text) {
		spans = append(spans, resume.Span(r))
	}
	return spans
}

// asides are the places that name things as somebody else's: the employer's name in the head
// of a job, whole sections of references and pastimes.
func asides(c Candidate) []resume.Span {
	var spans []resume.Span
	for _, s := range c.Record.Sections {
		if s.Kind == "other" && asideHeading(s.Heading) {
			spans = append(spans, resume.Span{Start: s.Start, End: s.End})
		}
	}
	for _, p := range c.Record.Positions {
		head := p.End - len(p.Text)
		if p.Company == "" || p.Start < 0 || head > len(c.Text) || head <= p.Start {
			continue
		}
		if at := strings.Index(c.Text[p.Start:head], p.Company); at >= 0 {
			spans = append(spans, resume.Span{Start: p.Start + at, End: p.Start + at + len(p.Company)})
		}
	}
	return spans
}

func asideHeading(heading string) bool {
	kinds := readVocabulary().kinds["aside"]
	var words []string
	for _, t := range retrieve.Tokens(heading) {
		words = append(words, t.Text)
	}
	for i := range words {
		if _, n := kinds.at(words, i); n > 0 {
			return true
		}
	}
	return false
}
