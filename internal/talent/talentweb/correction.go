package talentweb

import (
	"math"
	"strconv"
	"strings"

	"kadry/internal/talent"
	"kadry/internal/talent/correction"
)

// corrected names what an entry is about.
func (s *screen) corrected(e correction.Entry) string {
	if e.Field == correction.Skill {
		return s.T("correct.field.skill") + ": " + s.web.base.Skills.Name(e.Value.Skill.Skill)
	}
	return s.T("correct.field." + string(e.Field))
}

// author is who says something: a person by name, or a model.
func (s *screen) author(e correction.Entry) string {
	if e.Engine == correction.Model {
		return s.T("history.model", "Model", e.Author)
	}
	return e.Author
}

func (s *screen) orNothing(text string) string {
	if text == "" {
		return s.T("history.nothing")
	}
	return text
}

// changes are the fields of a candidate that somebody said anew, in one line each.
func (s *screen) changes(d talent.Details) []string {
	var list []string
	for _, e := range d.Changed {
		field := s.T("correct.field." + string(e.Field)) // a skill is not named: a blind view has no values
		list = append(list, s.T("changed.line", "Field", field, "Who", s.author(e), "Date", s.Date(e.At)))
	}
	return list
}

// likeness says why a candidate may be the same person.
func (s *screen) likeness(r talent.Relative) string {
	var parts []string
	for _, l := range r.Because {
		text := s.T("likeness." + string(l))
		if l == talent.SameText {
			text += " (" + strconv.Itoa(int(math.Round(r.Overlap*100))) + " %)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// fileOf is the file of another candidate.
func (s *screen) fileOf(r talent.Relative) string {
	if r.File == "" {
		return s.T("side.pasted")
	}
	return r.File
}

// rowLabel names a field of a list's row, for those who do not see the row.
func (s *screen) rowLabel(field string, row int) string {
	return s.T("correct.row", "Field", s.T("correct.field."+field), "N", row+1)
}
