package kit

import (
	"cmp"
	"slices"

	"github.com/a-h/templ"

	"kadry/internal/fault"
)

// Kind is a kind of thing that more than one room has something to say of.
type Kind string

// Things that rooms share. Each has one page, which its own room brings.
const (
	Person  Kind = "person"  // by the id of a candidate of the CV base
	Vacancy Kind = "vacancy" // by the id of a saved vacancy
	// Developers is the pages for those who call this server from their own system; there is
	// one such thing, without an id.
	Developers Kind = "developers"
)

// Subject is the thing that a page is about.
type Subject struct {
	Kind  Kind
	ID    string
	Name  string // as the page shows it
	Blind bool   // the page hides who it is, and so must its panels
}

// Panel is a part that a room shows on the page of a thing, which may belong to another room.
type Panel struct {
	Kind  Kind
	Side  bool // in the column where people decide, else below the facts
	Order int  // ascending from the top, over all rooms
	// Show answers nil where there is nothing to say. Denied is nothing to say.
	Show func(*Screen, Subject) (templ.Component, error)

	room string // that brings it; set where panels are gathered
}

// Tab is a page about a thing, which every page about that thing leads to.
type Tab struct {
	Kind  Kind
	ID    string // the page names it to mark where the person is
	Order int    // ascending from the left, over all rooms
	Text  string // key of the words
	Path  func(id string) string
	May   func(*Screen) bool // whether the caller can open it; nil is everybody
}

// brought is what all rooms bring of something, in an order over all of them.
func brought[T any](s *Screen, of func(Pages) []T, order func(a, b T) int) []T {
	var list []T
	for _, p := range s.site.Pages {
		list = append(list, of(p)...)
	}
	slices.SortStableFunc(list, order)
	return list
}

// panels are those of the room, which they name.
func (p Pages) panels() []Panel {
	list := slices.Clone(p.Panels)
	for i := range list {
		list[i].room = p.Room
	}
	return list
}

// panels are what the rooms have to say of a thing in one place of its page. One that fails
// says so in its place: the page is still of use.
func (s *Screen) panels(about Subject, side bool) []templ.Component {
	list := brought(s, Pages.panels, func(a, b Panel) int { return cmp.Compare(a.Order, b.Order) })
	var shown []templ.Component
	for _, p := range list {
		if p.Kind != about.Kind || p.Side != side {
			continue
		}
		part, err := p.Show(s, about)
		switch {
		case err != nil && fault.KindOf(err) == fault.Denied:
		case err != nil:
			shown = append(shown, Problem(s, fault.From(err)))
		case part != nil:
			shown = append(shown, styled(s, p.room, part))
		}
	}
	return shown
}

// tabs are the pages about a kind of thing that the caller can open.
func (s *Screen) tabs(kind Kind) []Tab {
	list := brought(s, func(p Pages) []Tab { return p.Tabs }, func(a, b Tab) int { return cmp.Compare(a.Order, b.Order) })
	return slices.DeleteFunc(list, func(t Tab) bool { return t.Kind != kind || t.May != nil && !t.May(s) })
}
