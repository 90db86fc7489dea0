package cursor

import (
	"strconv"
	"strings"

	"kadry/internal/fault"
)

// Page is what every list takes to go on: the cursor that the page before gave out, or a
// number of items to pass over.
type Page struct {
	Cursor string `json:"cursor,omitzero" max:"512" doc:"next_cursor of the page before."`
	Offset int    `json:"offset,omitzero" min:"0" doc:"In place of cursor."`
}

const (
	// skips begins a cursor that passes over items from the start. It fits every question.
	skips = "+"
	// farthest is an offset that no list reaches.
	farthest = 1 << 20
)

// Given is the cursor of the page asked for, which says the offset where that is given.
func (p Page) Given() (string, error) {
	switch {
	case p.Offset <= 0:
		return p.Cursor, nil
	case p.Cursor == "":
		return skips + strconv.Itoa(min(p.Offset, farthest)), nil
	}
	return "", fault.Wrong("offset", fault.Say("goes without a cursor", "передаётся без cursor"))
}

// Begin says where the page begins: after a place of the question, empty for the first page, or
// behind a number of items that are passed over.
func (p Page) Begin(q Question) (place string, skip int, err error) {
	given, err := p.Given()
	if err != nil {
		return "", 0, err
	}
	if n, ok := Skip(given); ok {
		return "", n, nil
	}
	place, err = q.Place(given)
	return place, 0, err
}

// Skip reads a cursor of Given that says an offset; ok is false for all others.
func Skip(cursor string) (items int, ok bool) {
	digits, ok := strings.CutPrefix(cursor, skips)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 31)
	return min(int(n), farthest), err == nil
}
