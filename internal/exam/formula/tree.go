package formula

import "slices"

// node is a piece of a formula. The writers switch over the types of this file.
type node any

// row is pieces side by side.
type row []node

// number is a number as printed: decimal comma or point, groups of thousands apart by one
// space ("10 000").
type number string

// letter is one Latin letter, a variable or the name of a point.
type letter string

// caption is text inside a formula, printed upright as it stands.
type caption struct {
	text string
	role role
}

type role uint8

const (
	label   role = iota // "ср" in an index, "C" in °C
	unit                // apart from its number by a thin space
	prose               // "или", apart from both neighbours
	upright             // Latin letters of \mathrm
)

// gap is a wide space the author asked for.
type gap struct{}

type fraction struct {
	over, under node
	binomial    bool // in brackets and without the line
}

// root has a nil index when it is square.
type root struct{ index, body node }

// scripts has nil for a missing part, and a nil base before the symbol of a nucleus.
type scripts struct{ base, sub, sup node }

// fenced has brackets of any two kinds; "" is a side without one.
type fenced struct {
	open, close string
	body        node
}

// bracket is one that has no pair.
type bracket string

// accent is a mark over or under its body, named as in LaTeX: vec, overline.
type accent struct {
	mark string
	body node
}

// stacked is a label over or under a base, as over the arrow of a reaction.
type stacked struct{ base, over, under node }

// grid is lines one under another: a system, a union, a matrix.
type grid struct {
	look look
	rows [][]node
}

type look uint8

const (
	system look = iota
	union
	matrix
	determinant
	table
)

// tall reports whether brackets round the piece must grow.
func tall(n node) bool {
	switch n := n.(type) {
	case fraction, grid, stacked:
		return true
	case row:
		return slices.ContainsFunc(n, tall)
	case fenced:
		return tall(n.body)
	case scripts:
		s, ok := n.base.(*sign)
		return ok && s.class == large || tall(n.base)
	case root:
		return tall(n.body)
	case accent:
		return tall(n.body)
	}
	return false
}

// signOf is the sign a piece is, or the sign its indices hang on, or nil.
func signOf(n node) *sign {
	switch n := n.(type) {
	case *sign:
		return n
	case scripts:
		return signOf(n.base)
	case stacked:
		return signOf(n.base)
	}
	return nil
}

// applied reports a function whose argument follows.
func applied(n node) bool {
	s := signOf(n)
	return s != nil && s.class == function
}

// isUnit reports a unit of measurement, with its power or without.
func isUnit(n node) bool {
	switch n := n.(type) {
	case caption:
		return n.role == unit
	case scripts:
		return isUnit(n.base)
	}
	return false
}

// unitApart reports that a unit stands apart from what is before it: "5 м" but "м/с".
func unitApart(before node) bool {
	switch before := before.(type) {
	case nil, bracket:
		return false
	case *sign:
		return before.class == ordinary
	}
	return true
}

// infix reports a sign at i that has an operand on both sides.
func (r row) infix(i int) bool {
	return i > 0 && i < len(r)-1 && !joins(r[i-1]) && !isBracket(r[i-1])
}

func isBracket(n node) bool {
	_, ok := n.(bracket)
	return ok
}

// joins reports a sign that stands between two operands, after which a minus is unary.
func joins(n node) bool {
	switch n := n.(type) {
	case *sign:
		return n.class == binary || n.class == relation || n.class == punctuation && n.char != "." || n.class == prefix
	case stacked:
		return joins(n.base)
	case caption:
		return n.role == prose
	case gap:
		return true
	}
	return applied(n)
}
