// Package loose reads JSON of systems that keep no promise about types: a field of another type
// is one that was not told, and what is around it is read all the same. It knows no field.
package loose

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// largest is over any honest amount of money, and below what a float64 tells apart.
const largest = 1e12

// Decode reads a document as far as its types allow.
func Decode(body []byte, into any) error {
	err := json.Unmarshal(body, into)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		return nil // the field is skipped, the rest is read
	}
	if err != nil {
		return fmt.Errorf("loose: %w", err)
	}
	return nil
}

// Text is a string that may come as a number, as ids do, or be null.
type Text string

// UnmarshalJSON implements json.Unmarshaler.
func (w *Text) UnmarshalJSON(raw []byte) error {
	switch c := raw[0]; {
	case c == '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return fmt.Errorf("loose: %w", err)
		}
		*w = Text(strings.TrimSpace(s))
	case c == '-' || c >= '0' && c <= '9':
		*w = Text(raw)
	}
	return nil
}

// Number is a number that may come as a string, or be null. What is none, and what no amount or
// count can be, is 0.
type Number float64

// UnmarshalJSON implements json.Unmarshaler.
func (n *Number) UnmarshalJSON(raw []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(raw), `" `), 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > largest {
		v = 0
	}
	*n = Number(v)
	return nil
}

// List is an array, or one thing in the place of it.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *List[T]) UnmarshalJSON(raw []byte) error {
	if raw[0] == '[' {
		return Decode(raw, (*[]T)(l))
	}
	if string(raw) == "null" {
		return nil
	}
	var one T
	if err := Decode(raw, &one); err != nil {
		return err
	}
	*l = List[T]{one}
	return nil
}
