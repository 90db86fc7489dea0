package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlTree reads TOML. Of damaged text it returns the tables before the damage.
func tomlTree(text string) (*node, error) {
	places, deep := tomlLines(text)
	if deep {
		return nil, fmt.Errorf("toml: %w", ErrTooDeep)
	}
	var tree map[string]any
	_, err := toml.Decode(text, &tree)
	if err != nil {
		tree = beforeDamage(text, err)
	}
	root := places.node(nil, tree, 0)
	if err != nil {
		return root, fmt.Errorf("toml: %w", err)
	}
	return root, nil
}

// beforeDamage reads the lines before an error, or the tables before it.
func beforeDamage(text string, err error) map[string]any {
	var damage toml.ParseError
	if !errors.As(err, &damage) {
		return nil
	}
	before := firstLines(text, damage.Position.Line-1)
	for range 2 {
		var tree map[string]any
		if _, err := toml.Decode(before, &tree); err == nil {
			return tree
		}
		table := strings.LastIndex(before, "\n[")
		if table < 0 {
			return nil
		}
		before = before[:table+1]
	}
	return nil
}

// maxTable bounds the path of a table whose lines are known: it is hashed for every key.
const maxTable = 1000

// place is a key or a string in a table of a TOML file.
type place struct{ table, text string }

// tomlPlaces are the lines where they stand first: the library tells none.
type tomlPlaces map[place]int

func (p tomlPlaces) note(table, text string, line int) {
	if _, ok := p[place{table, text}]; !ok {
		p[place{table, text}] = line
	}
}

// find is the line of a text in a table, or in a table around it: the file may write
// [project.urls] or urls.home.
func (p tomlPlaces) find(path []string, text string) int {
	for n := len(path); n >= 0; n-- {
		if line, ok := p[place{strings.Join(path[:n], "."), text}]; ok {
			return line
		}
	}
	return 0
}

// node turns a decoded value into a tree, tables in the order of the file.
func (p tomlPlaces) node(path []string, value any, line int) *node {
	switch v := value.(type) {
	case map[string]any:
		return p.tableNode(path, v, line)
	case []any:
		n := &node{line: line}
		for _, item := range v {
			n.items = append(n.items, p.node(path, item, line))
		}
		return n
	case []map[string]any:
		n := &node{line: line}
		for _, item := range v {
			n.items = append(n.items, p.node(path, item, line))
		}
		return n
	case string:
		n := &node{line: line, scalar: true, text: v}
		if found := p.find(path, v); found > 0 {
			n.line = found
		}
		return n
	default:
		return &node{line: line, scalar: true, text: fmt.Sprint(v)}
	}
}

func (p tomlPlaces) tableNode(path []string, table map[string]any, line int) *node {
	n := &node{line: line}
	for key, value := range table {
		if len(key) > maxName { // nothing that a manifest would call so
			continue
		}
		at := p.find(path, key)
		if at == 0 {
			at = line
		}
		inner := append(slices.Clip(path), key)
		n.fields = append(n.fields, field{key: key, line: at, value: p.node(inner, value, at)})
	}
	slices.SortFunc(n.fields, func(a, b field) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.key, b.key)) })
	return n
}

// tomlLines notes where keys and strings stand and reports text that nests too deeply for
// the library, which recurses.
func tomlLines(text string) (places tomlPlaces, deep bool) {
	r := tomlScanner{text: text, line: 1, places: tomlPlaces{}}
	for r.pos < len(r.text) && !r.deep {
		r.statement()
	}
	return r.places, r.deep
}

type tomlScanner struct {
	text   string
	pos    int
	line   int
	table  string
	places tomlPlaces
	deep   bool
}

// statement takes a header, or a key and its value, or an empty line.
func (r *tomlScanner) statement() {
	switch c := r.text[r.pos]; {
	case c == '\n':
		r.line++
		r.pos++
	case c <= ' ':
		r.pos++
	case c == '#':
		r.skipLine()
	case c == '[':
		r.pos++
		if r.pos < len(r.text) && r.text[r.pos] == '[' { // an array of tables
			r.pos++
		}
		keys := r.keys("]")
		r.table = strings.Join(keys, ".")
		if len(r.table) > maxTable {
			r.table = ""
		}
		r.noteKeys("", keys)
		r.skipLine()
	default:
		keys := r.keys("=")
		r.noteKeys(r.table, keys)
		r.value(strings.TrimPrefix(r.table+"."+strings.Join(keys[:min(len(keys), maxDepth)], "."), "."))
	}
}

func (r *tomlScanner) noteKeys(table string, keys []string) {
	if len(keys) > maxDepth {
		r.deep = true
		return
	}
	for i, key := range keys {
		path := strings.Join(keys[:i], ".")
		if table != "" {
			path = strings.TrimSuffix(table+"."+path, ".")
		}
		r.places.note(path, key, r.line)
	}
}

// keys takes a dotted key up to one of the ends.
func (r *tomlScanner) keys(ends string) []string {
	var keys []string
	for r.pos < len(r.text) && len(keys) <= maxDepth {
		c := r.text[r.pos]
		switch {
		case c == '\n':
			return keys
		case strings.IndexByte(ends, c) >= 0:
			r.pos++
			return keys
		case c == '"' || c == '\'':
			keys = append(keys, r.quoted(c))
		case c == '.' || c <= ' ':
			r.pos++
		default:
			from := r.pos
			for r.pos < len(r.text) && strings.IndexByte(". \t\n\"'", r.text[r.pos]) < 0 && strings.IndexByte(ends, r.text[r.pos]) < 0 {
				r.pos++
			}
			keys = append(keys, r.text[from:r.pos])
		}
	}
	return keys
}

// value takes the value of a key to the end of its last line.
func (r *tomlScanner) value(key string) {
	if len(key) > maxTable {
		key = ""
	}
	depth := 0
	for r.pos < len(r.text) && !r.deep {
		switch c := r.text[r.pos]; c {
		case '\n':
			if depth <= 0 {
				return
			}
			r.line++
			r.pos++
		case '#':
			r.skipLine()
		case '"', '\'':
			line := r.line
			r.places.note(key, r.quoted(c), line)
		case '[', '{':
			depth++
			r.deep = depth > maxDepth
			r.pos++
		case ']', '}':
			depth--
			r.pos++
		default:
			r.pos++
		}
	}
}

// quoted takes a string and returns what stands between its quotes.
func (r *tomlScanner) quoted(quote byte) string {
	long := strings.Repeat(string(quote), 3)
	if strings.HasPrefix(r.text[r.pos:], long) {
		from := r.pos + 3
		end := strings.Index(r.text[from:], long)
		if end < 0 {
			end = len(r.text) - from
		}
		r.line += strings.Count(r.text[from:from+end], "\n")
		r.pos = min(len(r.text), from+end+3)
		return r.text[from : from+end]
	}
	r.pos++
	from := r.pos
	for r.pos < len(r.text) && r.text[r.pos] != quote && r.text[r.pos] != '\n' {
		if quote == '"' && r.text[r.pos] == '\\' && r.pos+1 < len(r.text) && r.text[r.pos+1] != '\n' {
			r.pos++
		}
		r.pos++
	}
	text := r.text[from:r.pos]
	if r.pos < len(r.text) && r.text[r.pos] == quote {
		r.pos++
	}
	return text
}

func (r *tomlScanner) skipLine() {
	if end := strings.IndexByte(r.text[r.pos:], '\n'); end >= 0 {
		r.pos += end
		return
	}
	r.pos = len(r.text)
}
