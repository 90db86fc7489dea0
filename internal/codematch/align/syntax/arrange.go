package syntax

import (
	"slices"
	"strings"
)

// arranged brings what may stand in any order into one order: functions beside each other,
// and assignments in a row of which none reads what another sets.
func arranged(all []*Node) []*Node {
	var functions, rest []*Node
	for _, n := range all {
		if n.Kind == Function {
			functions = append(functions, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(functions) > 1 {
		sortByShape(functions)
		all = slices.Concat(functions, rest)
	}
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && independent(all[from:to], all[to]) {
			to++
		}
		if to-from > 1 {
			sortByShape(all[from:to])
		}
		from = max(to, from+1)
	}
	return all
}

// independent tells whether an assignment may change places with all of a row.
func independent(row []*Node, n *Node) bool {
	if n.Kind != Assign || n.Value != "=" || len(n.Kids) != 2 || n.Kids[0].Kind != Name || !inert(n.Kids[1]) || len(row) > 20 {
		return false
	}
	for _, other := range row {
		if other.Kids[0].Value == n.Kids[0].Value || reads(other.Kids[1:], n.Kids[0].Value) || reads(n.Kids[1:], other.Kids[0].Value) {
			return false
		}
	}
	return true
}

// sortByShape sorts by the form without the names.
func sortByShape(all []*Node) {
	shapes := make(map[*Node]string, len(all))
	for _, n := range all {
		var b strings.Builder
		n.shape(&b)
		shapes[n] = b.String()
	}
	slices.SortStableFunc(all, func(a, b *Node) int { return strings.Compare(shapes[a], shapes[b]) })
}

func (n *Node) shape(b *strings.Builder) {
	b.WriteString(n.Kind.String())
	if n.Kind != Name && n.Kind != Function && n.Kind != Parameter {
		b.WriteString(n.Value)
	}
	b.WriteByte('(')
	for _, k := range n.Kids {
		if b.Len() > 2000 {
			return
		}
		k.shape(b)
	}
	b.WriteByte(')')
}
