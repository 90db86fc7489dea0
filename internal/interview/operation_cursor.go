package interview

import (
	"encoding/json"
	"fmt"
	"strings"

	"kadry/internal/cursor"
)

// pageWire is what every list takes.
type pageWire struct {
	Limit  int    `json:"limit,omitzero" min:"1" max:"100" default:"20" doc:"On a page."`
	Cursor string `json:"cursor,omitzero" max:"300" doc:"next_cursor of the page before."`
}

// opened takes the cursor out of an input that w is part of. What is left, with the name
// of the operation, is the question its cursors are bound to; place is where the page
// begins, empty for the first.
func (w *pageWire) opened(name string, input any) (asked cursor.Question, place string, err error) {
	given := w.Cursor
	w.Cursor = ""
	text, err := json.Marshal(input)
	if err != nil {
		return "", "", fmt.Errorf("interview: question of %s: %w", name, err)
	}
	asked = cursor.Ask(name, string(text))
	place, err = asked.Place(given)
	return asked, place, err
}

// caseless is a text as it is compared: case and ё do not count.
func caseless(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ё", "е") }
