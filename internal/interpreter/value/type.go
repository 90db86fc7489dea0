// Package value holds the data that programs of different languages are given and give back:
// types written as text, values as JSON has them, and when two values are the same.
package value

import "strings"

// Type is a type that all languages here share, in a notation like Go's: "int", "float",
// "text", "char", "bool", "any", "[]T" and "map[text]T" (or "map[int]T"). The empty type is
// one that is not known.
type Type string

// The types without parts.
const (
	Unknown Type = ""
	Int     Type = "int"
	Float   Type = "float"
	Text    Type = "text"
	Char    Type = "char" // one character: a rune of Go's, a text of length one elsewhere
	Bool    Type = "bool"
	Any     Type = "any"
)

const (
	listMark    = "[]"
	textMapMark = "map[text]"
	intMapMark  = "map[int]"
)

// List is the type of a list of elements.
func List(elem Type) Type { return listMark + elem }

// Map is the type of a map from key, Text or Int, to elem.
func Map(key, elem Type) Type { return "map[" + key + "]" + elem }

// Elem is the type of the elements of a list, and whether it is one.
func (t Type) Elem() (Type, bool) {
	elem, ok := strings.CutPrefix(string(t), listMark)
	return Type(elem), ok
}

// Entry is the types of a map's keys and values, and whether it is one.
func (t Type) Entry() (key, elem Type, ok bool) {
	if elem, ok := strings.CutPrefix(string(t), textMapMark); ok {
		return Text, Type(elem), true
	}
	if elem, ok := strings.CutPrefix(string(t), intMapMark); ok {
		return Int, Type(elem), true
	}
	return Unknown, Unknown, false
}

// Join is the type whose values suit both, the narrower of the two, and whether there is one.
func Join(a, b Type) (Type, bool) {
	switch {
	case a == b, b == Unknown, b == Any && a != Unknown:
		return a, true
	case a == Unknown, a == Any:
		return b, true
	case oneOf(a, b, Int, Float):
		return Int, true
	case oneOf(a, b, Char, Text):
		return Char, true
	case oneOf(a, b, List(Char), Text):
		return List(Char), true
	}
	ea, la := a.Elem()
	eb, lb := b.Elem()
	if la && lb {
		elem, ok := Join(ea, eb)
		return List(elem), ok
	}
	ka, va, ma := a.Entry()
	kb, vb, mb := b.Entry()
	if ma && mb && ka == kb {
		elem, ok := Join(va, vb)
		return Map(ka, elem), ok
	}
	return Unknown, false
}

// oneOf says whether a and b are x and y, either way round.
func oneOf(a, b, x, y Type) bool { return a == x && b == y || a == y && b == x }
