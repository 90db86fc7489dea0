package kit

import (
	"cmp"

	"kadry/internal/fault"
)

// Trace is what a room keeps of a thing that belongs to another room: a person sees it before they
// delete the thing, and it goes with the thing.
type Trace struct {
	Kind  Kind
	Order int // ascending, over all rooms
	// Told says in words how much is kept, empty where nothing is. Denied is nothing to say.
	Told func(*Screen, Subject) (string, error)
}

// Traces are what goes with a thing, each in words.
func (s *Screen) Traces(about Subject) ([]string, error) {
	list := brought(s, func(p Pages) []Trace { return p.Traces }, func(a, b Trace) int { return cmp.Compare(a.Order, b.Order) })
	var told []string
	for _, t := range list {
		if t.Kind != about.Kind {
			continue
		}
		text, err := t.Told(s, about)
		switch {
		case fault.KindOf(err) == fault.Denied:
		case err != nil:
			return nil, err
		case text != "":
			told = append(told, text)
		}
	}
	return told, nil
}
