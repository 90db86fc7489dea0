package llm

import (
	"encoding/json"
	"errors"
	"strings"
)

var (
	errNoObject = errors.New("there is no JSON object")
	errCutOff   = errors.New("the JSON object is cut off")
	errTwo      = errors.New("there is more than one JSON object")
	errEmpty    = errors.New("the answer is empty")
)

// mostStarts bounds how many braces are tried as the beginning of an object: an answer has
// one, prose a few, and a megabyte of them is no answer.
const mostStarts = 256

// object finds the one JSON object of an answer among prose and Markdown fences.
//
// A second object, even a broken one, is an error and not a choice: a model that quotes what
// it was given before it answers must not have the quotation taken for its answer. Empty
// objects and braces without a key, which prose about code is full of, are no second object.
func object(text string) (json.RawMessage, error) {
	var found json.RawMessage
	for range mostStarts {
		start := strings.IndexByte(text, '{')
		if start < 0 {
			return only(found)
		}
		text = text[start:]
		one, read, err := leading(text)
		switch {
		case errors.Is(err, errCutOff):
			return nil, err
		case !keyed(text):
			if found == nil && err == nil {
				found = one // the empty object
			}
		case found != nil && keyed(string(found)):
			return nil, errTwo
		case err != nil:
			found = broken
		default:
			found = one
		}
		text = text[read:]
	}
	return nil, errNoObject
}

// broken stands for an object that was meant and cannot be read.
var broken = json.RawMessage(`{"`)

func only(found json.RawMessage) (json.RawMessage, error) {
	if found == nil || string(found) == string(broken) {
		return nil, errNoObject
	}
	return found, nil
}

// keyed reports whether the brace at the beginning of text is followed by a quoted key.
func keyed(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	return strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "“")
}

// leading reads the object at the beginning of text. Read is how much of the text is dealt
// with: of a broken object everything up to the break, since an object inside a broken one
// is not the answer either.
func leading(text string) (one json.RawMessage, read int, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	err = dec.Decode(&one)
	if err == nil {
		return one, int(dec.InputOffset()), nil
	}
	if at, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, min(max(int(at.Offset)-1, 1), len(text)), err
	}
	return nil, len(text), errCutOff // the text ended inside the object
}

// spoken strips what a reasoning model thinks aloud before it answers; objects in there are
// drafts.
func spoken(text string) string {
	if _, after, thought := strings.Cut(text, "</think>"); thought {
		text = after
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "<think>") {
		return "" // it was cut off thinking
	}
	return text
}
