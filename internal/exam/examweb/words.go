package examweb

import (
	"strconv"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// heldText says how much the bank holds of what a page is about.
func (s *screen) heldText(n int) string {
	if n == 0 {
		return s.T("bank.empty")
	}
	return s.N("bank.held", n)
}

// counted is a count of problems; what nobody counted stays empty.
func (s *screen) counted(n int) string {
	if n == 0 {
		return ""
	}
	return s.Number(n)
}

// syncCommand fills the bank with a course.
func syncCommand(c subject.Course) string {
	line := "kadry sdamgia sync --subject " + string(c.Subject)
	if c.Exam != subject.EGE {
		line += " --exam " + string(c.Exam)
	}
	if c.Grade > 0 {
		line += " --grade " + strconv.Itoa(c.Grade)
	}
	return line
}

// hitName is the id of a problem in a list.
func hitName(r problem.Ref) string {
	return "hit-" + strings.NewReplacer("/", "-", ":", "-").Replace(r.String())
}

// before is the start of the page before one.
func before(from, size int) string {
	if from <= size {
		return ""
	}
	return strconv.Itoa(from - size)
}

// topicsID is the id of a heading over topics.
func topicsID(list []problem.Topic) string {
	if list[0].Supplementary {
		return "supplementary"
	}
	return "topics"
}

// categoryName is the name of a category, its number where nobody knows the name.
func (s *screen) categoryName(l categoryList) string {
	if l.name != "" {
		return l.name
	}
	return s.T("category.number", "ID", l.id)
}

func (s *screen) categoryAbout(l categoryList) string {
	if l.topic == "" {
		return s.Say(l.course.Title())
	}
	return s.Say(l.course.Title()) + " · " + l.topic
}

// listedText says which problems of how many a page shows.
func (s *screen) listedText(l categoryList) string {
	if len(l.answer.Refs) == 0 {
		return s.T("category.none")
	}
	if l.answer.Total == 0 {
		return s.T("category.range", "From", l.start+1, "To", l.last())
	}
	return s.N("category.of", l.answer.Total, "From", s.Number(l.start+1), "To", s.Number(l.last()))
}

// variantName is the title of a test of the site.
func (s *screen) variantName(id string) string { return s.T("variant.number", "ID", id) }

// fieldText says how one part of an answer was marked.
func (s *screen) fieldText(f answer.Field) string {
	text := s.T("verdict." + string(f.Outcome))
	if f.Mistakes > 0 {
		text += ", " + s.N("verdict.mistakes", f.Mistakes)
	}
	return text
}

func (s *screen) criteriaText(t task) string {
	if t.Points > 0 {
		return s.N("criteria.upTo", t.Points)
	}
	return s.T("criteria.title")
}

// keyText is the answer of a problem in the key of a test.
func (s *screen) keyText(p problem.Problem) string {
	if list := s.answers(p.Answer); len(list) > 0 {
		return strings.Join(list, " "+s.T("solution.or")+" ")
	}
	return s.T("compose.byCriteria")
}

// besides leaves out the findings that come with a next step, for a page that says why it is
// empty in its own words and offers the step as links.
func besides(list []problem.Warning) []fault.Text {
	var kept []fault.Text
	for _, w := range list {
		if w.Next == (fault.Text{}) {
			kept = append(kept, w.Text)
		}
	}
	return kept
}

// own reports a problem written for kadry: its address is a page of ours, no site has it,
// and so its copy cannot be out of date.
func own(p problem.Problem) bool { return strings.HasPrefix(p.URL, "/") }

// ownOnly reports a list of nothing but problems written for kadry.
func ownOnly(list map[problem.Ref]problem.Problem) bool {
	for _, p := range list {
		if !own(p) {
			return false
		}
	}
	return len(list) > 0
}
