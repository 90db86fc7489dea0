package sdamgia

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
)

// card reads the lines about a problem. The card behind the header and the lines under the
// problem repeat one another; the card goes first and the lines fill what it lacks.
func (p *page) card(problem *problem.Problem, found *parts) {
	c := card{page: p, problem: problem}
	if found.card != nil {
		selectors.entry.each(found.card, c.entry)
	}
	for _, n := range found.entries {
		c.entry(n)
	}
}

// card is the lines about a problem on their way into its fields.
type card struct {
	page    *page
	problem *problem.Problem
	codes   once
}

func labelOf(n *html.Node) entryLabel {
	text := strings.TrimLeft(firstText(n), " \u00a0\u202f\n")
	if text == "" {
		return noEntry
	}
	text = clean(text)
	for _, l := range entryLabels {
		if strings.HasPrefix(text, l.begins) && (strings.Contains(text, ":") || strings.Contains(textOf(n), ":")) {
			return l.label
		}
	}
	return noEntry
}

func firstText(n *html.Node) string {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return c.Data
		}
		if c.Type == html.ElementNode {
			return firstText(c)
		}
	}
	return ""
}

// entry reads one line. Its value stands inside the span, or in the elements after it.
func (c *card) entry(span *html.Node) {
	label := labelOf(span)
	_, value, _ := strings.Cut(textOf(span), ":")
	value = strings.TrimSpace(value)
	switch label {
	case noEntry:
	case sourceEntry:
		c.source(span, value)
	case relevanceEntry:
		fill(&c.problem.Relevant, value)
	case levelEntry:
		fill(&c.problem.Level, value)
	case areaEntry:
		fill(&c.problem.Area, value)
	case codeEntry:
		c.codifier(span, value)
	case ruleEntry:
		c.rule(span, value)
	}
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func (c *card) source(span *html.Node, value string) {
	if c.problem.Source != "" {
		return
	}
	for _, a := range linksOf(span) {
		if value == "" {
			value = textOf(a)
		}
		if at := c.page.absolute(attr(a, "href")); c.problem.SourceAt == "" {
			c.problem.SourceAt = at
		}
	}
	c.problem.Source = strings.TrimRight(value, "; ")
}

// codifier adds the entries of the codifier, each once.
func (c *card) codifier(span *html.Node, value string) {
	links := linksOf(span)
	if len(links) == 0 {
		for one := range strings.SplitSeq(value, ";") {
			c.code(one)
		}
		return
	}
	for _, a := range links {
		if selectors.searchLink.match(a) {
			c.code(textOf(a))
		}
	}
}

func (c *card) code(text string) {
	code := problem.Code{Name: strings.Trim(text, " .;")}
	if m := codeShape.FindStringSubmatch(code.Name); m != nil {
		code = problem.Code{Code: strings.TrimSuffix(m[1], "."), Name: m[2]}
	}
	if code.Name != "" && c.codes.first(code.Code+" "+code.Name) {
		c.problem.Codes = append(c.problem.Codes, code)
	}
}

var codeShape = regexp.MustCompile(`^(\d+(?:\.\d+)*\.?) (.+)$`)

// linksOf are the links of a line: in the span, else in what follows it up to the next
// line.
func linksOf(span *html.Node) []*html.Node {
	var links []*html.Node
	collect := func(n *html.Node) bool {
		if n.DataAtom == atom.A {
			links = append(links, n)
		}
		return true
	}
	walk(span, collect)
	if len(links) > 0 {
		return links
	}
	for _, n := range after(span) {
		collect(n)
		walk(n, collect)
	}
	return links
}

func after(span *html.Node) []*html.Node {
	var list []*html.Node
	for c := span.NextSibling; c != nil && c.DataAtom != atom.Span; c = c.NextSibling {
		if c.Type == html.ElementNode {
			list = append(list, c)
		}
	}
	return list
}

// rule reads the theory folded under a line, its name first.
func (c *card) rule(span *html.Node, name string) {
	if !c.problem.Rule.Empty() {
		return
	}
	if name != "" {
		heading := problem.Span{Text: name, Style: problem.Bold}
		c.problem.Rule.Blocks = []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{heading}}}
	}
	w := writer{page: c.page}
	for _, n := range after(span) {
		if body := selectors.anyBody.find(n); body != nil {
			c.problem.Rule.Blocks = append(c.problem.Rule.Blocks, w.body(body, everything).Blocks...)
		}
	}
}
