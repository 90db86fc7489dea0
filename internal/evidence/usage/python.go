package usage

import "strings"

// block is a suite of Python that does not run, or runs for the type checker only.
type block struct {
	indent int32
	dead   bool
	typing bool
}

// pythonReader reads the imports of Python's tokens.
type pythonReader struct {
	stream
	blocks []block
	inline block // of the one-line suite at hand
}

func pythonGrammar() grammar {
	return grammar{members: ".", equals: "= :=", typed: true, managed: true, named: "=", own: "self cls", quoted: true}
}

func readPython(body string) File {
	b := newBook()
	tokens := lexPython(body)
	b.python(tokens)
	return b.done(tokens)
}

func (b *book) python(tokens []token) {
	r := pythonReader{stream: stream{book: b, tokens: tokens, skipped: make([]bool, len(tokens))}}
	depth := 0
	for i, t := range tokens {
		switch t.kind {
		case newline:
			depth = 0
			r.line(i)
		case mark:
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		case word:
			if depth != 0 || r.skipped[i] || t.text != "import" && t.text != "from" {
				continue
			}
			if before := r.at(i - 1); before.kind == newline || before.is(";") || before.is(":") {
				r.statement(i)
			}
		}
	}
	r.exported()
	r.walk(pythonGrammar())
}

// line notes which blocks the logical line is in, and which it begins.
func (r *pythonReader) line(i int) {
	indent := r.tokens[i].last
	r.inline = block{}
	for n := len(r.blocks); n > 0 && r.blocks[n-1].indent >= indent; n-- {
		r.blocks = r.blocks[:n-1]
	}
	r.inline = r.condition(i + 1)
	r.inline.indent = indent
	if n := len(r.blocks); n > 0 {
		r.inline.dead = r.inline.dead || r.blocks[n-1].dead
		r.inline.typing = r.inline.typing || r.blocks[n-1].typing
	}
	if r.inline.dead || r.inline.typing {
		r.blocks = append(r.blocks, r.inline)
	}
}

// condition reads "if False:", "while 0 and x:", "if typing.TYPE_CHECKING:".
func (r *pythonReader) condition(i int) block {
	if t := r.at(i); !t.word("if") && !t.word("while") && !t.word("elif") {
		return block{}
	}
	i++
	for r.at(i).is("(") {
		i++
	}
	if r.at(i).kind == word && r.at(i+1).is(".") {
		i += 2
	}
	t, after := r.at(i), r.at(i+1)
	if !after.is(":") && !after.is(")") && !after.word("and") {
		return block{}
	}
	switch {
	case t.word("False"), t.word("None"), t.kind == digit && t.text == "0":
		return block{dead: true}
	case t.word("TYPE_CHECKING"):
		return block{typing: true}
	}
	return block{}
}

func (r *pythonReader) statement(i int) {
	from := i
	if r.tokens[i].text == "import" {
		i = r.modules(i + 1)
	} else {
		i = r.members(i + 1)
	}
	r.leave(from, i)
}

// entry is an import as the blocks around it have it.
func (r *pythonReader) entry(path string, line int32) Import {
	return Import{
		Path: path, Line: int(line), Local: strings.HasPrefix(path, "."),
		Dead: r.inline.dead, Typing: r.inline.typing, Used: path == "__future__",
	}
}

// dottedName reads a.b.c.
func (r *pythonReader) dottedName(i int) (string, int) {
	if r.at(i).kind != word || r.tokens[i].text == "import" {
		return "", i
	}
	path := r.tokens[i].text
	for i++; r.at(i).is(".") && r.at(i+1).kind == word && len(path) <= maxName; i += 2 {
		path += "." + r.tokens[i+1].text
	}
	return path, i
}

// modules reads what follows "import".
func (r *pythonReader) modules(i int) int {
	line := r.at(i - 1).line
	for {
		path, next := r.dottedName(i)
		if path == "" {
			return i
		}
		number := r.add(r.entry(path, line))
		if i = next; r.at(i).word("as") && r.at(i+1).kind == word {
			r.bind(number, r.tokens[i+1].text, "", "")
			i += 2
		} else {
			r.bind(number, path, "", "")
		}
		if !r.at(i).is(",") {
			return i
		}
		i++
	}
}

// members reads what follows "from".
func (r *pythonReader) members(i int) int {
	line, dots := r.at(i-1).line, ""
	for ; (r.at(i).is(".") || r.at(i).is("..")) && len(dots) <= maxName; i++ {
		dots += r.tokens[i].text
	}
	path, i := r.dottedName(i)
	if dots+path == "" || !r.at(i).word("import") {
		return i
	}
	number := r.add(r.entry(dots+path, line))
	if i++; r.at(i).is("*") {
		if number >= 0 {
			r.file.Imports[number].Names = []string{"*"}
			r.file.Imports[number].Used = true
		}
		return i + 1
	}
	if r.at(i).is("(") {
		i++
	}
	for r.at(i).kind == word {
		symbol := r.tokens[i].text
		as := symbol
		if i++; r.at(i).word("as") && r.at(i+1).kind == word {
			if as = r.tokens[i+1].text; as == symbol && number >= 0 { // handed on, by the convention of stub files
				r.file.Imports[number].Used = true
			}
			i += 2
		}
		r.bind(number, as, symbol, symbol)
		if !r.at(i).is(",") {
			break
		}
		i++
	}
	return i
}

// exported marks the names that __all__ hands on as used.
func (r *pythonReader) exported() {
	for i, t := range r.tokens {
		if !t.word("__all__") {
			continue
		}
		for i++; r.at(i).kind == mark || r.at(i).kind == text; i++ {
			if n := r.names[r.tokens[i].text]; n != nil && r.tokens[i].kind == text {
				n.used = true
			}
		}
	}
}
