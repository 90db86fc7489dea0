package kit

import (
	"cmp"
	"context"
	"net/http"
	"slices"
)

// Card is what a room shows on the first page: a few lines of what there is to do, or to know.
type Card struct {
	Title string // key of the words
	Path  string // of the page where all of it stands
	Order int    // ascending from the top, over all rooms
	Eye   bool   // a person has to look: such cards stand first
	// Show answers no lines where there is nothing to show. It asks for no more than it shows, and
	// ends when the context of the request does. Denied is nothing to show.
	Show func(*Screen) (Findings, error)
}

// Line is a thing on a card or among what was found.
type Line struct {
	Title string
	Note  string // what is known of it in a few words; may be empty
	Path  string
}

// Finder looks for things of one kind by the words of the search box.
type Finder struct {
	Title string // key of the words: what it finds
	Order int    // ascending from the top, over all rooms
	// May reports whether the caller can use it; nil is everybody.
	May func(*Screen) bool
	// Path is the page with all that the words find.
	Path func(words string) string
	// Find answers the best few, FoundAtOnce at most, and ends when the context of the request does.
	Find func(s *Screen, words string) (Findings, error)
}

// FoundAtOnce is how many things of one kind a search shows.
const FoundAtOnce = 5

// linesUnfolded is how many lines of a card a phone shows at first; the style sheet has the same number.
const linesUnfolded = 2

// Findings are the best of what was found.
type Findings struct {
	Lines []Line
	Total int    // of all that was found; 0 of a source that does not count it
	More  bool   // there is more than Lines, whether or not Total says how much
	Note  string // what to know of all of it; may be empty
}

// Count is how many there are, as a heading says it.
func (f Findings) Count(s *Screen) string {
	if f.Total == 0 && f.More {
		return s.Number(len(f.Lines)) + "+"
	}
	return s.Number(max(f.Total, len(f.Lines)))
}

// Finders are those that the caller can use, in order.
func (s *Screen) Finders() []Finder {
	list := brought(s, func(p Pages) []Finder { return p.Find }, func(a, b Finder) int { return cmp.Compare(a.Order, b.Order) })
	return slices.DeleteFunc(list, func(f Finder) bool { return f.May != nil && !f.May(s) })
}

// Cards are those of all rooms: what a person has to look at first, each group in order.
func (s *Screen) Cards() []Card {
	return brought(s, func(p Pages) []Card { return p.Home }, func(a, b Card) int {
		if a.Eye != b.Eye {
			if a.Eye {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Order, b.Order)
	})
}

// For is the same answer under another context and with a writer that goes nowhere: parts of
// a page that are made at one time do not share what they change.
func (s *Screen) For(ctx context.Context) *Screen {
	one := *s
	one.Request, one.Out = s.Request.WithContext(ctx), nowhere{}
	return &one
}

// nowhere is the writer of a part, which has no say in how the page is answered.
type nowhere struct{}

func (nowhere) Header() http.Header            { return http.Header{} }
func (nowhere) Write(text []byte) (int, error) { return len(text), nil }
func (nowhere) WriteHeader(int)                {}
