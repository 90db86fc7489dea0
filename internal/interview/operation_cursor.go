package interview

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"kadry/internal/fault"
)

// Cursors are self-contained, so that any process understands them after any restart. A
// digest binds them to the question they belong to; they hold nothing secret.

const cursorDigest = 12 // characters

// pageWire is what every list takes.
type pageWire struct {
	Limit  int    `json:"limit,omitzero" min:"1" max:"100" default:"20" doc:"On a page."`
	Cursor string `json:"cursor,omitzero" max:"300" doc:"next_cursor of the page before."`
}

// opened takes the cursor out of an input that w is part of. What is left, with the name
// of the operation, is the question its cursors are bound to; place is where the page
// begins, empty for the first.
func (w *pageWire) opened(name string, input any) (question, place string, err error) {
	cursor := w.Cursor
	w.Cursor = ""
	text, err := json.Marshal(input)
	if err != nil {
		return "", "", fmt.Errorf("interview: question of %s: %w", name, err)
	}
	question = name + string(text)
	if cursor == "" {
		return question, "", nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(packed) <= cursorDigest {
		return "", "", badCursor(err)
	}
	place = string(packed[cursorDigest:])
	if cursorAt(question, place) != cursor {
		return "", "", badCursor(nil)
	}
	return question, place, nil
}

// cursorAt makes the cursor of the page of a question that begins at a place.
func cursorAt(question, place string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(digest(question + "\x00" + place)[:cursorDigest] + place))
}

func badCursor(cause error) error {
	e := fault.E(fault.Invalid, fault.Say("cursor: not one that this question gave out.", "cursor: значение получено не от этого запроса."), cause)
	e.Fields = []fault.Field{{Path: "cursor", Text: fault.Say("unknown or damaged", "неизвестно или повреждено")}}
	return e.WithHint(fault.Say("Repeat the question without it.", "Повторите запрос без этого поля."))
}

// caseless is a text as it is compared: case and ё do not count.
func caseless(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ё", "е") }
