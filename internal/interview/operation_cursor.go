package interview

import (
	"encoding/json"
	"fmt"
	"strings"

	"kadry/internal/cursor"
)

// pageWire is what every list takes.
type pageWire struct {
	Limit int `json:"limit,omitzero" min:"1" max:"100" default:"20" doc:"On a page."`
	cursor.Page
}

// opened takes the cursor out of an input that w is part of. What is left, with the name
// of the operation, is the question its cursors are bound to; place and skip are where the page
// begins, as cursor.Page says it.
func (w *pageWire) opened(name string, input any) (asked cursor.Question, place string, skip int, err error) {
	page := w.Page
	w.Page = cursor.Page{}
	text, err := json.Marshal(input)
	if err != nil {
		return "", "", 0, fmt.Errorf("interview: question of %s: %w", name, err)
	}
	asked = cursor.Ask(name, string(text))
	place, skip, err = page.Begin(asked)
	return asked, place, skip, err
}

// caseless is a text as it is compared: case and ё do not count.
func caseless(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ё", "е") }
