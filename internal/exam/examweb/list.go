package examweb

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// listPage is how many problems one page of a category shows.
const listPage = 20

// coursePage is everything the page of a course shows.
type coursePage struct {
	course  subject.Course
	search  search
	topics  problem.Catalogue
	from    problem.Provenance
	missing *fault.Error // why there is no table of contents
	held    int          // problems of the course in the bank
}

// course is the page of a course: its table of contents, and a search.
func (w *web) course(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	p := coursePage{course: c, search: newSearch(s, c, bank.ThisSubject)}
	if done, err := w.begin(s, p.search); done || err != nil {
		return err
	}
	err = s.Run(opCatalogue, func(ctx context.Context) error {
		counts, err := w.bank.Courses(ctx)
		p.held = counts[c]
		return err
	})
	if err != nil {
		return err
	}
	return s.Late(func(results templ.Component) templ.Component { return courseScreen(s, p, results) }, func() (templ.Component, *fault.Error) {
		if s.shows(p.search) {
			return w.found(s, p.search)
		}
		return w.topics(s, p)
	})
}

// topics are the table of contents of a course; the search and the numbers work without one.
func (w *web) topics(s *screen, p coursePage) (templ.Component, *fault.Error) {
	err := s.Run(opCatalogue, func(ctx context.Context) (err error) {
		p.topics, p.from, err = w.bank.Catalogue(ctx, p.course)
		if err != nil && ctx.Err() == nil {
			p.missing, err = fault.From(err), nil
		}
		return err
	})
	if err != nil {
		return nil, fault.From(err)
	}
	return courseTopics(s, p), nil
}

// topicsThat are the topics of the exam itself, or the supplementary ones.
func (p coursePage) topicsThat(supplementary bool) []problem.Topic {
	var list []problem.Topic
	for _, t := range p.topics.Topics {
		if t.Supplementary == supplementary {
			list = append(list, t)
		}
	}
	return list
}

// categoryList is one page of the problems of a category.
type categoryList struct {
	course subject.Course
	id     string
	name   string // of the category, empty when nobody knows it
	topic  string
	answer bank.Listed
	start  int // how many problems come before the page
}

// category lists the problems of a category.
func (w *web) category(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	l := categoryList{course: c, id: s.Request.PathValue("id"), start: kit.Count(s.Request.URL.Query().Get(fieldFrom))}
	if strings.Trim(l.id, "0123456789") != "" {
		return fault.E(fault.NotFound, fault.Say("There is no such category.", "Такой категории нет."), nil).
			WithHint(fault.Say("All categories are on the page of the subject.", "Все категории — на странице предмета."))
	}
	// A category whose name nobody knows goes by its number.
	_ = s.Run(opCatalogue, func(ctx context.Context) error {
		kept, _, err := w.bank.Shelf.Catalogue(ctx, c)
		l.topic, l.name = named(kept, l.id)
		return err
	})
	return s.Late(func(part templ.Component) templ.Component { return insidePage(s, c, s.categoryName(l), part) }, func() (templ.Component, *fault.Error) {
		err := s.Run(opCategory, func(ctx context.Context) (err error) {
			l.answer, err = w.bank.Category(ctx, bank.ListQuery{Course: c, Category: l.id, Limit: listPage, Offset: l.start})
			if err != nil || l.name != "" {
				return err
			}
			if contents, _, err := w.bank.Catalogue(ctx, c); err == nil {
				l.topic, l.name = named(contents, l.id)
			}
			return nil
		})
		if err != nil {
			return nil, fault.From(err)
		}
		return categoryOf(s, l), nil
	})
}

// named finds the names of a category and of its topic.
func named(contents problem.Catalogue, id string) (topic, category string) {
	for _, t := range contents.Topics {
		for _, c := range t.Categories {
			if c.ID == id {
				return t.Name, c.Name
			}
		}
	}
	return "", ""
}

// last is the number of the last problem of the page.
func (l categoryList) last() int { return l.start + len(l.answer.Refs) }

func (l categoryList) page(from int) url.Values {
	if from <= 0 {
		return nil
	}
	return url.Values{fieldFrom: {strconv.Itoa(from)}}
}

// variantView is a test of the site as the page shows it.
type variantView struct {
	problem.Variant
	from problem.Provenance
}

// anyVariant leads from the field for a number to the test.
func (w *web) anyVariant(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	id := strings.TrimSpace(s.Request.URL.Query().Get("id"))
	if id == "" {
		s.Redirect(coursePath(c))
		return nil
	}
	s.Redirect(coursePath(c, "test", id))
	return nil
}

// variant shows a test of the site.
func (w *web) variant(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	id := s.Request.PathValue("id")
	return s.Late(func(part templ.Component) templ.Component { return insidePage(s, c, s.variantName(id), part) }, func() (templ.Component, *fault.Error) {
		var v variantView
		err := s.Run(opVariant, func(ctx context.Context) (err error) {
			v.Variant, v.from, err = w.bank.Variant(ctx, c, id)
			return err
		})
		if err != nil {
			return nil, fault.From(err)
		}
		return testOf(s, v), nil
	})
}
