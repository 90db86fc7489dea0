package sdamgia

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
)

// mostSpan bounds what a cell may claim to cover; browsers do the same.
const mostSpan = 1000

// table writes a table. One that holds tables or listings in its cells only lays them out
// side by side: its cells are written one after another.
func (w *writer) table(n *html.Node) {
	var trs []*html.Node
	tableRows(n, &trs)
	rows := make([]tableRow, 0, len(trs))
	layout, empty := false, true
	for _, tr := range trs {
		row := w.row(tr)
		if len(row.cells) == 0 {
			continue
		}
		for _, blocks := range row.blocks {
			layout = layout || slices.ContainsFunc(blocks, manyLines)
			empty = empty && len(blocks) == 0
		}
		rows = append(rows, row)
	}
	if layout {
		w.laidOut(rows)
		return
	}
	if empty {
		return
	}
	block := problem.Block{Kind: problem.TableRows}
	for i, row := range rows {
		for k, blocks := range row.blocks {
			row.cells[k].Spans = oneLine(blocks)
		}
		if row.head && block.Head == i {
			block.Head++
		}
		block.Rows = append(block.Rows, row.cells)
	}
	w.blocks = append(w.blocks, block)
}

// tableRows gathers the rows of a table, not those of tables inside it.
func tableRows(n *html.Node, rows *[]*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			*rows = append(*rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			tableRows(c, rows)
		}
	}
}

// tableRow is a row read: what its cells hold, still as blocks, and how far they reach.
type tableRow struct {
	blocks [][]problem.Block
	cells  []problem.Cell
	head   bool // all of headings
}

func (w *writer) row(tr *html.Node) tableRow {
	row := tableRow{head: true}
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
			continue
		}
		row.head = row.head && (c.DataAtom == atom.Th || tr.Parent.DataAtom == atom.Thead)
		row.blocks = append(row.blocks, w.apart(c))
		row.cells = append(row.cells, problem.Cell{Cols: covers(c, "colspan"), Rows: covers(c, "rowspan")})
	}
	return row
}

func covers(cell *html.Node, name string) int {
	if n := min(number(attr(cell, name)), mostSpan); n > 1 {
		return n
	}
	return 0
}

// apart writes the content of an element as blocks of its own.
func (w *writer) apart(n *html.Node) []problem.Block {
	inner := writer{page: w.page, extent: w.extent, skip: w.skip, files: w.files, audio: w.audio}
	inner.children(n, problem.Plain)
	inner.flush()
	w.files, w.audio = inner.files, inner.audio
	return inner.blocks
}

// laidOut writes the cells of a layout one after another. A row of names over a row of
// listings is read by columns: each name goes before what it names.
func (w *writer) laidOut(rows []tableRow) {
	var names [][]problem.Block
	for _, row := range rows {
		cells := row.blocks
		listings := slices.ContainsFunc(cells, func(blocks []problem.Block) bool { return slices.ContainsFunc(blocks, manyLines) })
		if !listings {
			w.add(names)
			names = cells
			continue
		}
		if len(names) == len(cells) {
			for i := range cells {
				cells[i] = append(names[i], cells[i]...)
			}
			names = nil
		}
		w.add(names)
		w.add(cells)
		names = nil
	}
	w.add(names)
}

func (w *writer) add(cells [][]problem.Block) {
	for _, blocks := range cells {
		w.blocks = append(w.blocks, blocks...)
	}
}

// manyLines tells blocks that do not fit the cell of a table.
func manyLines(b problem.Block) bool { return b.Kind == problem.TableRows || b.Kind == problem.Program }

// oneLine joins the lines of a cell with spaces.
func oneLine(blocks []problem.Block) []problem.Span {
	if len(blocks) == 1 {
		return blocks[0].Spans
	}
	var w writer
	for _, b := range blocks {
		w.gap = true
		for _, s := range b.Spans {
			if s.Text == "" {
				w.put(s)
				continue
			}
			w.text(s.Text, s.Style)
		}
	}
	w.endRun()
	return w.spans
}

// columns writes a matching task, which the site sets as columns with a name each, as a
// table: the names are its heading, the lines of the columns its rows.
func (w *writer) columns(n *html.Node) {
	var names []problem.Cell
	var lines [][]problem.Block
	named, longest, layout := false, 0, false
	selectors.flexColumn.each(n, func(column *html.Node) {
		var name []problem.Span
		content := column
		if head := selectors.columnName.find(column); head != nil {
			name = oneLine(w.apart(head))
		}
		if body := selectors.columnBody.find(column); body != nil {
			content = body
		}
		blocks := w.apart(content)
		layout = layout || slices.ContainsFunc(blocks, manyLines)
		named = named || len(name) > 0
		longest = max(longest, len(blocks))
		names, lines = append(names, problem.Cell{Spans: name}), append(lines, blocks)
	})
	switch {
	case len(lines) == 0:
		w.children(n, problem.Plain)
		w.flush()
	case layout:
		for i, blocks := range lines {
			if len(names[i].Spans) > 0 {
				w.blocks = append(w.blocks, problem.Block{Kind: problem.Paragraph, Spans: names[i].Spans})
			}
			w.blocks = append(w.blocks, blocks...)
		}
	case longest > 0 || named:
		w.blocks = append(w.blocks, zip(names, lines, named, longest))
	}
}

func zip(names []problem.Cell, lines [][]problem.Block, named bool, longest int) problem.Block {
	block := problem.Block{Kind: problem.TableRows}
	if named {
		block.Head = 1
		block.Rows = append(block.Rows, names)
	}
	for i := range longest {
		row := make([]problem.Cell, len(lines))
		for c, column := range lines {
			if i < len(column) {
				row[c].Spans = column[i].Spans
			}
		}
		block.Rows = append(block.Rows, row)
	}
	return block
}

// program writes a listing with its line breaks and indents.
func (w *writer) program(n *html.Node) {
	w.flush()
	l := listing{raw: n.DataAtom == atom.Pre}
	l.raw = l.raw || !l.breaks(n)
	l.write(n)
	lines := strings.Split(l.out.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	w.blocks = append(w.blocks, problem.Block{Kind: problem.Program, Text: text, Lang: language(n)})
}

// language is the language of a listing by its class: "lang_python".
func language(n *html.Node) string {
	for class := range strings.FieldsSeq(attr(n, "class")) {
		for _, prefix := range []string{"lang_", "lang-", "language-"} {
			if lang, ok := strings.CutPrefix(class, prefix); ok {
				return lang
			}
		}
	}
	return ""
}

// listing collects the lines of a program. Line breaks of the file count only where the
// page marks no lines itself.
type listing struct {
	out strings.Builder
	raw bool
}

func (l *listing) breaks(n *html.Node) bool {
	found := false
	walk(n, func(c *html.Node) bool {
		found = found || c.DataAtom == atom.Br || c.DataAtom == atom.P || c.DataAtom == atom.Div
		return !found
	})
	return found
}

func (l *listing) write(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			l.text(c.Data)
		case c.Type != html.ElementNode || unread(c):
		case c.DataAtom == atom.Br:
			l.out.WriteByte('\n')
		case c.DataAtom == atom.P || c.DataAtom == atom.Div:
			l.line()
			l.write(c)
			l.line()
		default:
			l.write(c)
		}
	}
}

func (l *listing) line() {
	if s := l.out.String(); s != "" && !strings.HasSuffix(s, "\n") {
		l.out.WriteByte('\n')
	}
}

func (l *listing) text(s string) {
	for _, r := range s {
		switch {
		case r == '\n' && l.raw:
			l.out.WriteByte('\n')
		case r == '\n':
			// white space of the file, not of the program
		case r == '\t':
			l.out.WriteByte('\t')
		default:
			if r = fold(r); r != invisible {
				l.out.WriteRune(r)
			}
		}
	}
}
