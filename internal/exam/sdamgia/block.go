package sdamgia

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
)

// reading is a block read.
type reading struct {
	problem  problem.Problem
	position int
	inner    string // the site's inner number, which stays when the number is kept back
	passage  string // inner number of the shared text
	numbered bool   // the block has a header, with a number or without
}

// parts are the places of one block. Each element belongs to one of them, so that theory
// is never taken for the question nor a neighbour's answer for the own one.
type parts struct {
	number, card, question, fallback, solution, oldSolution, answer, criteria, footer *html.Node
	passages, entries                                                                 []*html.Node
}

// dissect finds the parts of a block without entering those found.
func dissect(n *html.Node, into *parts) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || unread(c) {
			continue
		}
		switch c.DataAtom {
		case atom.Span:
			if into.span(c) {
				continue
			}
		case atom.Div:
			if isBlock(c) || into.div(c) {
				continue
			}
		}
		dissect(c, into)
	}
}

func (into *parts) span(n *html.Node) bool {
	switch {
	case selectors.number.match(n):
		keep(&into.number, n)
	case selectors.entry.match(n) && labelOf(n) != noEntry:
		into.entries = append(into.entries, n)
	default:
		return false
	}
	return true
}

func (into *parts) div(n *html.Node) bool {
	if attr(n, "class") == "" {
		return false
	}
	switch {
	case selectors.card.match(n):
		keep(&into.card, n)
	case selectors.passage.match(n):
		into.passages = append(into.passages, n)
	case selectors.solution.match(n):
		keep(&into.solution, n)
	case selectors.oldSolution.match(n):
		keep(&into.oldSolution, n)
	case selectors.criteria.match(n):
		keep(&into.criteria, n)
	case selectors.answer.match(n):
		keep(&into.answer, n)
	case selectors.footer.match(n):
		keep(&into.footer, n)
	case selectors.question.match(n):
		keep(&into.question, n)
	case selectors.anyBody.match(n):
		if !folded(n) {
			keep(&into.fallback, n)
		}
	default:
		return false
	}
	return true
}

// folded reports an element that it or a frame around it hides within its block, as theory
// is hidden.
func folded(n *html.Node) bool {
	for ; n != nil && !isBlock(n); n = n.Parent {
		if hiddenInline(n) {
			return true
		}
	}
	return false
}

func keep(place **html.Node, n *html.Node) {
	if *place == nil {
		*place = n
	}
}

// read reads one block. A block without a place for the question is a changed page.
func (p *page) read(at blockAt) (reading, error) {
	var found parts
	dissect(at.node, &found)
	if found.question == nil {
		found.question = found.fallback
	}
	if found.question == nil {
		return reading{}, p.changed(selectors.question)
	}
	if len(found.passages) == 0 && at.passage != nil {
		found.passages = append(found.passages, at.passage)
	}
	if found.solution == nil {
		found.solution = found.oldSolution
	}
	r := reading{
		position: at.position,
		inner:    strings.TrimPrefix(attr(at.node, "id"), "maindiv"),
		numbered: found.number != nil,
	}
	p.header(&r.problem, found.number)
	p.texts(&r, &found)
	p.card(&r.problem, &found)
	r.problem.Answer = p.answerOf(&found)
	r.problem.Analogs = analogs(found.footer, r.problem.ID)
	return r, nil
}

// texts reads the bodies of a block and gathers what they offer to download and hear.
func (p *page) texts(r *reading, found *parts) {
	w := writer{page: p}
	r.problem.Question = w.body(found.question, atOnce)
	for _, n := range found.passages {
		if id := attr(n, "data-text_id"); id != "" && r.passage == "" {
			r.passage = id
		}
		text := w.passage(n)
		if !r.problem.Passage.Empty() {
			text.Blocks = slices.Concat(r.problem.Passage.Blocks, text.Blocks)
		}
		r.problem.Passage = text
	}
	if found.solution != nil {
		w.skip = solutionHeading(found.solution)
		r.problem.Solution = w.body(found.solution, everything)
	}
	r.problem.Files, r.problem.Audio = w.files.list, w.audio.list
	if found.criteria != nil {
		r.problem.Criteria = w.body(inside(found.criteria, selectors.anyBody), everything)
		r.problem.Points = points(r.problem.Criteria)
	}
}

// inside is the element of a frame that holds its text, the frame itself where there is
// none.
func inside(frame *html.Node, s selector) *html.Node {
	if found := s.find(frame); found != nil {
		return found
	}
	return frame
}

// solutionHeading is the word "Решение" or "Пояснение" set before a solution.
func solutionHeading(solution *html.Node) *html.Node {
	var heading *html.Node
	walk(solution, func(n *html.Node) bool {
		if n.DataAtom == atom.B && headingWords.MatchString(textOf(n)) {
			heading = n
		}
		return heading == nil && n.DataAtom != atom.B
	})
	return heading
}

var headingWords = regexp.MustCompile(`^(Решение|Пояснение)( \([^)]*\))? ?[.:]?$`)

// header reads the kind and the number: "Тип 9 № 1001", "Задание 4 № 1001",
// "Тип Д1 Тип 3 № 1001", in tests of teachers "Тип 9" alone.
func (p *page) header(problem *problem.Problem, n *html.Node) {
	id := ""
	if n != nil {
		if link := selectors.problemLink.find(n); link != nil {
			id = problemID(attr(link, "href"))
		}
		kinds, shown, _ := strings.Cut(textOf(n), "№")
		if id == "" {
			id = digits(leadingDigits.FindString(strings.TrimSpace(shown)))
		}
		types := newSet("")
		for _, kind := range kindWord.Split(kinds, -1) {
			types.add(strings.Trim(kind, " ,;"))
		}
		if len(types.list) > 0 && kindWord.MatchString(kinds) {
			problem.Type = types.list[0]
			problem.Types = types.list
		}
	}
	p.name(problem, id)
}

var (
	kindWord      = regexp.MustCompile(`(?:Тип|Задани[ея])(?: |$)`)
	leadingDigits = regexp.MustCompile(`^\d+`)
)

// analogs are the numbers of problems of the same kind: the whole list where the page
// hides it behind dots, else those shown.
func analogs(footer *html.Node, own string) []string {
	if footer == nil {
		return nil
	}
	ids := newSet(own)
	if full := selectors.analogsFull.find(footer); full != nil {
		footer = full
	}
	selectors.problemLink.each(footer, func(a *html.Node) { ids.add(problemID(attr(a, "href"))) })
	return ids.list
}
