package examweb

import (
	"context"
	"net/url"
	"strings"
	"unicode/utf8"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/subject"
	"kadry/internal/webui/kit"
)

// surely is the least similarity, in percent, of what the search box of every page shows: a word
// of a name is no piece of a problem.
const surely = 80

// lineLimit is how many characters of a problem a line shows.
const lineLimit = 90

func (w *web) cards() []kit.Card {
	return []kit.Card{{Title: "home.exam.bank", Path: examsPath, Order: 60, Show: w.held}}
}

// held are the courses with the most problems of the bank.
func (w *web) held(s *kit.Screen) (found kit.Findings, err error) {
	var counts map[subject.Course]int
	err = s.Run(opProblem, func(ctx context.Context) (err error) {
		counts, err = w.bank.Courses(ctx)
		return err
	})
	var o overview
	o.fill(counts)
	found.Total = o.total
	for _, c := range o.held[:min(len(o.held), kit.FoundAtOnce)] {
		found.Lines = append(found.Lines, kit.Line{Title: s.Say(c.Title()), Note: s.N("home.exam.problems", c.problems), Path: coursePath(c.Course)})
	}
	return found, err
}

func (w *web) finders() []kit.Finder {
	return []kit.Finder{{
		Title: "find.problems", Order: 40, May: func(s *kit.Screen) bool { return s.May(opFind) },
		Path: func(words string) string { return examsPath + "?" + fieldWords + "=" + url.QueryEscape(words) },
		Find: w.findProblems,
	}}
}

// findProblems looks in the bank alone: the search box of every page asks no other site.
func (w *web) findProblems(s *kit.Screen, words string) (kit.Findings, error) {
	if utf8.RuneCountInString(words) < wordsLowest {
		return kit.Findings{}, nil
	}
	var found bank.Matches
	err := s.Run(opFind, func(ctx context.Context) (err error) {
		found, err = w.bank.Find(ctx, bank.TextQuery{
			Course: subject.Course{Exam: subject.EGE, Subject: "math"}, Scope: bank.Everywhere,
			Text: words, Threshold: float64(surely) / 100, Limit: kit.FoundAtOnce, Local: true,
		})
		return err
	})
	list := kit.Findings{Total: found.Total}
	for _, m := range found.Items {
		list.Lines = append(list.Lines, kit.Line{
			Title: opening(m.Problem.Question.Text()), Note: s.Say(m.Ref.Course.Title()) + " · " + m.Ref.ID, Path: problemPath(m.Ref),
		})
	}
	return list, err
}

// opening is the beginning of a text, on one line.
func opening(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= lineLimit {
		return string(runes)
	}
	return string(runes[:lineLimit]) + "…"
}
