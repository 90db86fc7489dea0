package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// page is what an answer is drawn on.
type page struct {
	width    int // cells in a line; 0 is unlimited
	lang     string
	markdown bool
}

const (
	// narrowest is how far a column of a table may shrink before the rows are
	// written one under another instead.
	narrowest = 12
	between   = "  "
)

// draw writes an answer for a person: scalars as pairs, lists of objects as tables, what
// is nested as sections.
func draw(v value, p page) string {
	var b strings.Builder
	p.section(&b, v, 0)
	return strings.TrimLeft(b.String(), "\n")
}

func (p page) section(b *strings.Builder, v value, depth int) {
	switch {
	case v.ofObjects():
		p.rows(b, v, depth)
	case v.kind == objectValue:
		p.object(b, v, depth)
	case v.compound():
		for _, inner := range v.list {
			p.section(b, inner, depth)
		}
	default:
		p.line(b, depth, v.cell(p.lang))
	}
}

// object writes the scalar fields first, so that a long table does not part them.
func (p page) object(b *strings.Builder, v value, depth int) {
	var names, cells []string
	for i, inner := range v.list {
		cell := inner.cell(p.lang)
		if inner.kind == listValue && len(inner.list) == 0 {
			cell = words(p.lang, "none", "нет")
		}
		if !inner.compound() && cell != "" {
			names, cells = append(names, label(v.keys[i])), append(cells, printable(cell))
		}
	}
	p.pairs(b, names, cells, depth)
	for i, inner := range v.list {
		if !inner.compound() {
			continue
		}
		title := label(v.keys[i])
		if inner.kind == listValue {
			title += fmt.Sprintf(" (%d)", len(inner.list))
		}
		b.WriteString("\n")
		if p.markdown {
			b.WriteString(strings.Repeat("#", min(depth+2, 6)) + " " + title + "\n\n")
		} else {
			p.line(b, depth, title)
		}
		p.section(b, inner, depth+1)
	}
}

func (p page) pairs(b *strings.Builder, names, cells []string, depth int) {
	longest := 0
	for _, name := range names {
		longest = max(longest, cellsOf(name))
	}
	for i, name := range names {
		if p.markdown {
			b.WriteString("- **" + name + "**: " + strings.ReplaceAll(cells[i], "\n", "\n  ") + "\n")
			continue
		}
		first := padRight(name, longest) + between
		indent := strings.Repeat(" ", 2*depth+longest+len(between))
		for j, line := range wrap(cells[i], p.width-len(indent)) {
			if j == 0 {
				p.line(b, depth, first+line)
			} else {
				b.WriteString(indent + line + "\n")
			}
		}
	}
}

func (p page) line(b *strings.Builder, depth int, s string) {
	if !p.markdown {
		b.WriteString(strings.Repeat("  ", depth))
	}
	b.WriteString(strings.TrimRight(printable(s), " ") + "\n")
}

// rows writes a list of objects as a table, or one under another where it is too wide.
func (p page) rows(b *strings.Builder, v value, depth int) {
	t := tabulate(v, p.lang)
	if p.markdown {
		t.markdown(b)
		return
	}
	if t.fit(p.width - 2*depth) {
		t.aligned(b, strings.Repeat("  ", depth))
		return
	}
	for i, inner := range v.list {
		if i > 0 {
			b.WriteString("\n")
		}
		p.line(b, depth, fmt.Sprintf("%d.", i+1))
		p.object(b, inner, depth+1)
	}
}

// table is a list of objects as columns; widths are in cells.
type table struct {
	head    []string
	rows    [][]string
	numeric []bool
	widths  []int
}

// tabulate makes a column of every field that is not empty throughout; an object in a
// field gives its own fields as columns.
func tabulate(v value, lang string) *table {
	var columns []string
	filled := make([]map[string]string, len(v.list))
	numbers := map[string]bool{}
	for i, inner := range v.list {
		filled[i] = map[string]string{}
		flatten(inner, "", true, func(name string, field value) {
			cell := strings.Join(strings.Fields(printable(field.cell(lang))), " ")
			if cell == "" {
				return
			}
			if !slices.Contains(columns, name) {
				columns = append(columns, name)
				numbers[name] = true
			}
			numbers[name] = numbers[name] && field.kind == numberValue
			filled[i][name] = cell
		})
	}
	t := &table{widths: make([]int, len(columns))}
	for _, name := range columns {
		t.head = append(t.head, label(name))
		t.numeric = append(t.numeric, numbers[name])
	}
	for _, cells := range filled {
		row := make([]string, len(columns))
		for i, name := range columns {
			row[i] = cells[name]
		}
		t.rows = append(t.rows, row)
	}
	for i := range columns {
		t.widths[i] = cellsOf(t.head[i])
		for _, row := range t.rows {
			t.widths[i] = max(t.widths[i], cellsOf(row[i]))
		}
	}
	return t
}

func flatten(v value, prefix string, deeper bool, visit func(name string, field value)) {
	for i, inner := range v.list {
		if inner.kind == objectValue && deeper {
			flatten(inner, prefix+v.keys[i]+".", false, visit)
			continue
		}
		visit(prefix+v.keys[i], inner)
	}
}

// fit shrinks the widest columns until the table is at most so wide, and reports whether
// that went without making one too narrow to read. 0 and less is any width.
func (t *table) fit(most int) bool {
	if most <= 0 {
		return true
	}
	for {
		total, widest := len(between)*(len(t.widths)-1), 0
		for i, w := range t.widths {
			total += w
			if w > t.widths[widest] {
				widest = i
			}
		}
		switch {
		case total <= most:
			return true
		case t.widths[widest] <= narrowest:
			return false
		}
		t.widths[widest]--
	}
}

func (t *table) aligned(b *strings.Builder, indent string) {
	rule := make([]string, len(t.head))
	for i, w := range t.widths {
		rule[i] = strings.Repeat("-", w)
	}
	for _, row := range append([][]string{t.head, rule}, t.rows...) {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(between)
			}
			cell = clip(cell, t.widths[i])
			if t.numeric[i] {
				line.WriteString(strings.Repeat(" ", t.widths[i]-cellsOf(cell)) + cell)
				continue
			}
			line.WriteString(padRight(cell, t.widths[i]))
		}
		b.WriteString(strings.TrimRight(indent+line.String(), " ") + "\n")
	}
}

func (t *table) markdown(b *strings.Builder) {
	rule := make([]string, len(t.head))
	for i := range rule {
		rule[i] = "---"
		if t.numeric[i] {
			rule[i] = "---:"
		}
	}
	for _, row := range append([][]string{t.head, rule}, t.rows...) {
		b.WriteString("|")
		for _, cell := range row {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
}

// label is a field's name for people, on one line: the keys of a map come from data.
func label(key string) string {
	return strings.Join(strings.Fields(printable(strings.ReplaceAll(key, "_", " "))), " ")
}

// cellsOf is the width of a text on a terminal.
func cellsOf(s string) int {
	n := 0
	for _, r := range s {
		n += cellsOfRune(r)
	}
	return n
}

func cellsOfRune(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func padRight(s string, to int) string {
	return s + strings.Repeat(" ", max(0, to-cellsOf(s)))
}

// clip cuts a text to so many cells and marks the cut.
func clip(s string, most int) string {
	if cellsOf(s) <= most {
		return s
	}
	n := 0
	for i, r := range s {
		if n += cellsOfRune(r); n > most-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// wrap breaks a text into lines of at most so many cells at its spaces; a longer word
// stays whole. 0 and less is any width.
func wrap(s string, most int) []string {
	lines := strings.Split(s, "\n")
	if most <= 0 {
		return lines
	}
	var wrapped []string
	for _, line := range lines {
		current, used := "", 0
		for i, word := range strings.Split(line, " ") {
			n := cellsOf(word)
			switch {
			case i == 0:
				current, used = word, n
			case used+1+n > most:
				wrapped = append(wrapped, current)
				current, used = word, n
			default:
				current, used = current+" "+word, used+1+n
			}
		}
		wrapped = append(wrapped, current)
	}
	return wrapped
}
