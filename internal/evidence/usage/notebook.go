package usage

import (
	"encoding/json"
	"strings"
)

// longLine bounds a line that is put together from pieces, which would else cost a copy of
// it for each.
const longLine = 4096

// kernels are the languages of notebooks by the names that kernels give them.
var kernels = map[string]Language{
	"python": Python, "": Python, "ipython": Python, "r": R, "scala": Scala, "kotlin": Kotlin,
	"javascript": JavaScript, "typescript": TypeScript, "c#": CSharp, "ruby": Ruby, "go": Go, "rust": Rust, "java": Java,
}

// place is one level of the JSON around the value at hand.
type place struct {
	key   string
	array bool
	name  bool // the next text is a key
	cell  bool
}

// notebook collects the code of a notebook: its outputs and its prose are none.
type notebook struct {
	places   []place
	language string
	kind     string     // of the cell at hand
	source   []cellLine // of the cell at hand
	open     bool       // the last line of it goes on
	code     []cellLine // of all cells
}

// cellLine is a line of code and the line of the file that it stands on.
type cellLine struct {
	text string
	line int
}

// readNotebook reads the code cells of a notebook. Lines are those of the file. One that
// is cut or broken is read as far as it goes.
func readNotebook(body string) File {
	n := notebook{}
	n.read(body)
	lang, ok := kernels[n.language]
	if !ok {
		return File{}
	}
	var code strings.Builder
	for _, l := range n.code {
		code.WriteString(l.text)
		code.WriteByte('\n')
	}
	file := readerOf(lang)(code.String())
	file.Kernel = lang
	for i := range file.Imports {
		file.Imports[i].Line = n.code[file.Imports[i].Line-1].line
	}
	for i := range file.Symbols {
		file.Symbols[i].Line = n.code[file.Symbols[i].Line-1].line
	}
	return file
}

func (n *notebook) read(body string) {
	decoder := json.NewDecoder(strings.NewReader(body))
	line, seen := 1, 0
	for {
		t, err := decoder.Token()
		if err != nil {
			n.leave()
			return
		}
		at := min(int(decoder.InputOffset()), len(body))
		line += strings.Count(body[seen:at], "\n")
		seen = at
		switch t := t.(type) {
		case json.Delim:
			n.delimit(t)
		case string:
			n.text(t, line)
		default:
			n.valued()
		}
	}
}

func (n *notebook) top() *place {
	if len(n.places) == 0 {
		n.places = append(n.places, place{array: true})
	}
	return &n.places[len(n.places)-1]
}

// valued notes that a value has ended: in an object a key follows.
func (n *notebook) valued() {
	top := n.top()
	top.name = !top.array
}

func (n *notebook) delimit(d json.Delim) {
	switch d {
	case '[', '{':
		top := *n.top()
		cell := d == '{' && top.array && top.key == "cells"
		if cell {
			n.leave()
		}
		n.places = append(n.places, place{key: top.key, array: d == '[', name: d == '{', cell: cell})
	default:
		if n.top().cell {
			n.leave()
		}
		n.places = n.places[:len(n.places)-1]
		n.valued()
	}
}

func (n *notebook) text(s string, line int) {
	top := n.top()
	if top.name {
		top.key, top.name = s, false
		return
	}
	defer n.valued()
	owner := top
	if top.array && len(n.places) > 1 {
		owner = &n.places[len(n.places)-2]
	}
	switch {
	case owner.cell && (owner.key == "source" || owner.key == "input"):
		n.write(s, line)
	case top.cell && top.key == "cell_type":
		n.kind = s
	case len(n.places) == 4 && top.key == "language" && n.places[2].key == "kernelspec",
		len(n.places) == 4 && top.key == "name" && n.places[2].key == "language_info" && n.language == "":
		n.language = strings.ToLower(s)
	}
}

// write adds a piece of a source, which may end within a line.
func (n *notebook) write(s string, line int) {
	for i, l := range strings.Split(s, "\n") {
		if last := len(n.source) - 1; i == 0 && n.open && last >= 0 && len(n.source[last].text) < longLine {
			n.source[last].text += l
			continue
		}
		n.source = append(n.source, cellLine{l, line})
	}
	n.open = true
}

// leave ends a cell. The commands of a notebook itself are left out: %matplotlib, !pip,
// and a whole cell of another language.
func (n *notebook) leave() {
	kind, source := n.kind, n.source
	n.kind, n.source, n.open = "", nil, false
	if kind != "code" || len(source) == 0 {
		return
	}
	if head := strings.TrimSpace(source[0].text); strings.HasPrefix(head, "%%") {
		name, _, _ := strings.Cut(head[2:], " ")
		if !within("time timeit capture prun", name) {
			return
		}
	}
	for _, l := range source {
		if trimmed := strings.TrimSpace(l.text); trimmed != "" && strings.IndexByte("%!?", trimmed[0]) >= 0 {
			l.text = ""
		}
		n.code = append(n.code, l)
	}
}
