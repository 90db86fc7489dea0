// Package sdamgia is the adapter to the exam site: addresses, pages, and what a page says
// in the room's own words. Every selector stands in one versioned table. It keeps nothing
// and decides nothing: how often to ask is upstream's business, what to do with a problem
// is the room's.
package sdamgia

import (
	"strings"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// MaxPage is the largest page that is read, in bytes. The largest genuine one, a category
// of 90 problems scrolled to its end, has 1.14 MB; a print page of a whole category of 600
// is estimated at 5 MB.
const MaxPage = 16 << 20

// Problems reads a page that holds problems: one problem with those linked to it, a list
// of a category or of a search, a print page. at is the address the page came from, course
// whose problems it holds.
//
// On the page of one problem that problem comes first and the linked ones after it. A
// problem whose number the page keeps back is in Listing.Hidden; the page of one problem
// takes the number from its address. A search or a category that found nothing is an empty
// listing. Errors are faults that wrap a *PageError, or fault.TooLarge over MaxPage.
func Problems(course subject.Course, at string, html []byte) (problem.Listing, error) {
	p, err := open(course, at, html)
	if err != nil {
		return problem.Listing{}, err
	}
	s := p.survey()
	if len(s.blocks) == 0 {
		if p.asked == "" && (s.list != nil || p.isSearch()) && p.instead() == CodeNotFound {
			nothing := p.listing(s)
			nothing.Whole = true
			return nothing, nil
		}
		return problem.Listing{}, p.missing(selectors.block)
	}
	read, err := p.readAll(s)
	if err != nil {
		return problem.Listing{}, err
	}
	listing := p.listing(s)
	for _, r := range read {
		if r.problem.ID == "" {
			listing.Hidden = append(listing.Hidden, r.problem.Question)
			continue
		}
		listing.Problems = append(listing.Problems, r.problem)
	}
	return listing, nil
}

// VariantPage reads a test: its problems in order, those without a number marked Hidden.
// The position is the number beside the problem, else that after the one before. Errors are as
// those of Problems.
func VariantPage(course subject.Course, at string, html []byte) (problem.Variant, error) {
	p, err := open(course, at, html)
	if err != nil {
		return problem.Variant{}, err
	}
	s := p.survey()
	if len(s.blocks) == 0 {
		return problem.Variant{}, p.missing(selectors.block)
	}
	read, err := p.readAll(s)
	if err != nil {
		return problem.Variant{}, err
	}
	variant := problem.Variant{Course: course, ID: digits(p.at.Query().Get("id")), Title: s.title}
	last := 0
	for i, r := range read {
		item := problem.Item{Position: r.position, Ref: r.problem.Ref, Hidden: r.problem.ID == "", Problem: &read[i].problem}
		if item.Position == 0 {
			item.Position = last + 1
		}
		last = item.Position
		variant.Items = append(variant.Items, item)
	}
	return variant, nil
}

// readAll reads the blocks of a page in its order, each problem once, and what they lend
// one another: passages, answers of the key, links.
func (p *page) readAll(s *survey) ([]reading, error) {
	var list []reading
	seen := map[string]bool{}
	numbered := false
	for _, b := range s.blocks {
		r, err := p.read(b)
		if err != nil {
			return nil, err
		}
		name := r.problem.ID
		if name == "" {
			name = r.inner
		}
		if name != "" && seen[name] {
			continue
		}
		seen[name] = true
		numbered = numbered || r.numbered
		list = append(list, r)
	}
	if !numbered && !p.isVariant() {
		return nil, p.changed(selectors.number)
	}
	if p.asked != "" {
		list = p.askedFirst(list)
	}
	for i := range list {
		if list[i].problem.Answer == "" {
			list[i].problem.Answer = s.key[list[i].problem.ID]
		}
	}
	p.link(list, s.linked)
	return list, nil
}

// askedFirst moves the problem of the address to the front. A page of one problem that
// keeps the number back is about the number it was asked for.
func (p *page) askedFirst(list []reading) []reading {
	for i, r := range list {
		if r.problem.ID == p.asked {
			return append(append([]reading{r}, list[:i]...), list[i+1:]...)
		}
	}
	if first := &list[0].problem; first.ID == "" {
		p.name(first, p.asked)
	}
	return list
}

// mostLinked bounds the companions named to one problem; the site has groups of up to six.
const mostLinked = 100

// link names to each problem its companions: all on the page of one problem, those under
// the same passage in a list.
func (p *page) link(list []reading, also []string) {
	groups := map[string][]string{}
	group := func(r reading) string {
		if p.asked != "" {
			return p.asked
		}
		return r.passage
	}
	for _, r := range list {
		if g := group(r); g != "" && len(groups[g]) <= mostLinked {
			groups[g] = append(groups[g], r.problem.ID)
		}
	}
	for i := range list {
		own := &list[i]
		if own.problem.ID == "" {
			continue
		}
		ids := newSet(own.problem.ID)
		for _, id := range groups[group(*own)] {
			ids.add(id)
		}
		if own.problem.ID == p.asked {
			for _, id := range also {
				ids.add(id)
			}
		}
		own.problem.Linked = ids.list
	}
}

func (p *page) isSearch() bool { return strings.HasSuffix(p.at.Path, "/search") }

// isVariant tells the address of a test from that of a category, which shares its path.
func (p *page) isVariant() bool {
	return strings.HasSuffix(p.at.Path, "/test") && p.at.Query().Get("id") != ""
}
