package sdamgia

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// CataloguePage reads the table of contents. Errors are as those of Problems; a catalogue
// without any topic is a changed page.
func CataloguePage(course subject.Course, at string, html []byte) (problem.Catalogue, error) {
	p, err := open(course, at, html)
	if err != nil {
		return problem.Catalogue{}, err
	}
	main := selectors.catalogue.find(p.root)
	if main == nil {
		return problem.Catalogue{}, p.missing(selectors.catalogue)
	}
	c := problem.Catalogue{Course: course, Topics: p.topics(main)}
	if len(c.Topics) == 0 {
		return problem.Catalogue{}, p.changed(selectors.topic)
	}
	return c, nil
}

// topics reads the topics in order. Everything after the heading of additional tasks is
// supplementary, and so is every number with a Д.
func (p *page) topics(main *html.Node) []problem.Topic {
	var list []problem.Topic
	additional := false
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode:
			case selectors.supplement.match(c):
				additional = additional || strings.Contains(textOf(c), "Дополнительные")
			case !selectors.topic.match(c):
				visit(c)
			case !selectors.topicHeader.match(c):
				if t, ok := p.topic(c); ok {
					t.Supplementary = t.Supplementary || additional
					list = append(list, t)
				}
			}
		}
	}
	visit(main)
	return list
}

func (p *page) topic(n *html.Node) (problem.Topic, bool) {
	name := selectors.topicName.find(n)
	if name == nil {
		return problem.Topic{}, false
	}
	t := problem.Topic{Count: countOf(n)}
	t.ID, t.Name = topicTitle(name)
	t.Supplementary = strings.HasPrefix(t.ID, "Д")
	if children := selectors.children.find(n); children != nil {
		selectors.topic.each(children, func(c *html.Node) {
			if category, ok := p.category(c); ok {
				t.Categories = append(t.Categories, category)
			}
		})
	} else if own, ok := p.category(n); ok { // a topic that is its own only category
		own.Name = t.Name
		t.Categories = []problem.Category{own}
	}
	if t.ID == "" {
		t.ID = digits(attr(n, "data-id"))
	}
	if t.ID == "" && len(t.Categories) > 0 {
		t.ID = t.Categories[0].ID
	}
	return t, t.Name != "" && t.ID != ""
}

// topicTitle splits the title of a topic: the number may stand in an element of its own, in
// the words, or be missing. A "Т" before it is a link to theory only where it is marked so:
// titles begin with that letter too.
func topicTitle(n *html.Node) (id, name string) {
	var out strings.Builder
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				out.WriteString(c.Data)
			case c.Type != html.ElementNode || selectors.theory.match(c) || unread(c):
			case selectors.topicNumber.match(c):
				id = textOf(c)
			case c.DataAtom == atom.Div:
			default:
				visit(c)
			}
		}
	}
	visit(n)
	name = clean(out.String())
	if id == "" {
		if m := titleNumber.FindStringSubmatch(name); m != nil {
			id, name = m[1]+m[2], name[len(m[0]):]
		}
	}
	return strings.Trim(id, ". "), strings.TrimLeft(name, ".: ")
}

// titleNumber is a number at the head of a title: "Задания Д1. ", "Задание Д A7 ", "12. ".
var titleNumber = regexp.MustCompile(`^(?:Задани[ея] (Д ?(?:[A-ZА-Я]?\d+|[A-ZА-Я])(?: [A-ZА-Я]\d+)?|[A-ZА-Я]?\d+)(?:[.:]| |$) *|(\d+)\. )`)

func (p *page) category(n *html.Node) (problem.Category, bool) {
	link := selectors.categoryLink.find(n)
	id := digits(attr(n, "data-id"))
	if link == nil && id == "" {
		return problem.Category{}, false
	}
	c := problem.Category{ID: id, Count: countOf(n)}
	if link != nil {
		c.Name = strings.TrimLeft(textOf(link), ". ")
		if address, err := url.Parse(attr(link, "href")); err == nil {
			for _, key := range []string{"category_id", "theme"} {
				if of := digits(address.Query().Get(key)); of != "" {
					c.ID = of
				}
			}
		}
	}
	return c, c.ID != "" && c.Name != ""
}

// countOf is the number of problems beside a name, not that of its parts.
func countOf(n *html.Node) int {
	found := 0
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil && found == 0; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode || selectors.children.match(c):
			case selectors.count.match(c):
				found = number(notDigit.ReplaceAllString(textOf(c), ""))
			default:
				visit(c)
			}
		}
	}
	visit(n)
	return found
}

var notDigit = regexp.MustCompile(`\D`)

// constructor is the site's own table of contents for its test constructor, as others
// describe it (modelled).
type constructor struct {
	Constructor []struct {
		ID        loose `json:"id"`
		Num       loose `json:"num"`
		Issue     loose `json:"issue"`
		Title     loose `json:"title"`
		Type      loose `json:"type"`
		Amount    loose `json:"amount"`
		Subtopics []struct {
			ID     loose `json:"id"`
			Title  loose `json:"title"`
			Amount loose `json:"amount"`
		} `json:"subtopics"`
	} `json:"constructor"`
}

// loose is a string, or a number written as one.
type loose string

// UnmarshalJSON takes strings and numbers; anything else is as if it were not there.
func (l *loose) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*l = loose(clean(s))
		return nil
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		*l = loose(n.String())
	}
	return nil
}

func (l loose) count() int {
	n, err := strconv.Atoi(string(l))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// ConstructorJSON reads the same contents from /newapi/general, which is much smaller than
// the page. Errors are as those of CataloguePage: pages sent instead of JSON are told apart
// the same way.
func ConstructorJSON(course subject.Course, at string, raw []byte) (problem.Catalogue, error) {
	if len(raw) > MaxPage {
		return problem.Catalogue{}, tooLarge(at, len(raw))
	}
	var read constructor
	if err := json.Unmarshal(raw, &read); err != nil {
		p, pageErr := open(course, at, raw)
		if pageErr != nil {
			return problem.Catalogue{}, pageErr
		}
		return problem.Catalogue{}, p.missing(selector{css: "constructor[]"})
	}
	c := problem.Catalogue{Course: course}
	for _, one := range read.Constructor {
		t := problem.Topic{ID: string(one.Num), Name: strings.TrimLeft(string(one.Title), ". "), Count: one.Amount.count()}
		for _, other := range []loose{one.Issue, one.ID} {
			if t.ID == "" {
				t.ID = string(other)
			}
		}
		t.Supplementary = one.Type == "extra" || strings.HasPrefix(t.ID, "Д")
		for _, sub := range one.Subtopics {
			if id := digits(string(sub.ID)); id != "" && sub.Title != "" {
				t.Categories = append(t.Categories, problem.Category{ID: id, Name: string(sub.Title), Count: sub.Amount.count()})
			}
		}
		if t.ID != "" && t.Name != "" {
			c.Topics = append(c.Topics, t)
		}
	}
	if len(c.Topics) == 0 {
		return problem.Catalogue{}, refuse(CodeChanged, "constructor[]", at, raw)
	}
	return c, nil
}
