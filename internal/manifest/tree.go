package manifest

// node is a value of a structured file: JSON, YAML, TOML and XML become the same tree. A
// scalar has text, a list has items, a table has fields. The methods take nil, so that a
// path through a tree needs no checks.
type node struct {
	text   string
	line   int
	scalar bool
	fields []field
	items  []*node
}

// field is an entry of a table. Keys may repeat (XML elements).
type field struct {
	key   string
	line  int
	value *node
}

// at follows keys, the first of each name.
func (n *node) at(keys ...string) *node {
	for _, key := range keys {
		if n == nil {
			return nil
		}
		var next *node
		for _, f := range n.fields {
			if f.key == key {
				next = f.value
				break
			}
		}
		n = next
	}
	return n
}

// all is every value of a key.
func (n *node) all(key string) []*node {
	var found []*node
	for _, f := range n.table() {
		if f.key == key {
			found = append(found, f.value)
		}
	}
	return found
}

func (n *node) table() []field {
	if n == nil {
		return nil
	}
	return n.fields
}

func (n *node) list() []*node {
	if n == nil {
		return nil
	}
	return n.items
}

// str is the text of a scalar, or nothing.
func (n *node) str() string {
	if n == nil || !n.scalar {
		return ""
	}
	return n.text
}

// lineOf is the line of a node, 0 of none.
func (n *node) lineOf() int {
	if n == nil {
		return 0
	}
	return n.line
}

// truth reports the scalar true.
func (n *node) truth() bool { return n.str() == "true" }

// texts are the scalars of a list, or the one scalar itself.
func (n *node) texts() []*node {
	if n == nil {
		return nil
	}
	if n.scalar {
		return []*node{n}
	}
	var found []*node
	for _, item := range n.items {
		if item.scalar {
			found = append(found, item)
		}
	}
	return found
}
