package usage

import "strings"

// phpLexer cuts PHP. What stands outside of its tags is no code.
type phpLexer struct {
	*lexer
}

func lexPHP(body string) []token {
	p := phpLexer{lexer: newLexer(body)}
	p.outside()
	p.run(p.special)
	return p.tokens
}

// outside leaves out the text up to the next tag.
func (p *phpLexer) outside() {
	p.skip(p.until(p.at, "<?"))
	p.skip(p.at + len("<?"))
	switch {
	case p.sees("php"):
		p.at += len("php")
	case p.sees("="):
		p.at++
	}
}

func (p *phpLexer) special(c byte) bool {
	switch {
	case c == '?' && p.peek(1) == '>':
		p.tokens = append(p.tokens, token{kind: mark, text: ";", line: p.line, last: p.line})
		p.outside()
	case c == '#' && p.peek(1) != '[', c == '/' && p.peek(1) == '/':
		to := p.until(p.at, "\n")
		if tag := strings.Index(p.src[p.at:to], "?>"); tag >= 0 {
			to = p.at + tag
		}
		p.skip(to)
	case c == '/' && p.peek(1) == '*':
		p.skipBlock(false)
	case c == '\'':
		p.quote(1, literal{close: "'", escape: true, lines: true})
	case c == '"' || c == '`':
		p.quote(1, literal{close: string(c), escape: true, lines: true, open: "{$", back: '}'})
	case c == '<' && p.sees("<<<"):
		p.heredoc()
	case c == '?' && p.sees("?->"):
		p.add(mark, p.at, p.at+3)
	default:
		return false
	}
	return true
}

// heredoc leaves out <<<END up to the line that begins with END.
func (p *phpLexer) heredoc() {
	at := p.at + len("<<<")
	for at < len(p.src) && strings.IndexByte(" \t\"'", p.src[at]) >= 0 {
		at++
	}
	to := at
	for to < len(p.src) && continues(p.src[to]) {
		to++
	}
	if to == at {
		p.at += len("<<<")
		return
	}
	end := p.src[at:to]
	p.add(digit, p.at, to)
	for p.at < len(p.src) {
		p.skip(p.until(p.at, "\n") + 1)
		from := p.at
		for from < len(p.src) && (p.src[from] == ' ' || p.src[from] == '\t') {
			from++
		}
		if strings.HasPrefix(p.src[from:], end) {
			p.at = from + len(end)
			return
		}
	}
}

// phpReader reads use, require and the names written in full.
type phpReader struct {
	stream
	own   string
	whole map[string]int // the imports that are names in full
	depth []bool         // of each brace around: it is a class
}

func readPHP(body string) File {
	r := phpReader{stream: newStream(lexPHP(body)), whole: map[string]int{}}
	class := false
	for i, t := range r.tokens {
		switch {
		case t.is("{"):
			r.depth, class = append(r.depth, class), false
		case t.is("}"):
			r.depth = r.depth[:max(0, len(r.depth)-1)]
		case t.kind != word || r.skipped[i] || r.at(i-1).is("->") || r.at(i-1).is("$"):
		case within("class trait interface enum", t.text) && !r.at(i-1).is("::"):
			class = true
		default:
			r.word(i)
		}
	}
	return r.finish(grammar{members: `-> :: ?-> \`, equals: "=", declared: true, named: ":", own: "this"})
}

func (r *phpReader) word(i int) {
	switch r.tokens[i].text {
	case "namespace":
		path, _ := r.name(i + 1)
		r.own, _, _ = strings.Cut(path, `\`)
	case "use":
		if n := len(r.depth); (n == 0 || !r.depth[n-1]) && r.begins(i) {
			r.leave(i, r.use(i))
		}
	case "require", "require_once", "include", "include_once":
		r.require(i)
	default:
		if sign := r.at(i - 1); sign.is(`\`) && !(sign.joined && r.at(i-2).kind == word) {
			r.full(i)
		}
	}
}

// name reads A\B\C, with or without a sign before it.
func (r *phpReader) name(i int) (string, int) {
	if r.at(i).is(`\`) {
		i++
	}
	return r.path(i, `\`)
}

func (r *phpReader) use(i int) int {
	line, at := int(r.at(i).line), i+1
	if (r.at(at).word("function") || r.at(at).word("const")) && r.at(at+1).kind == word {
		at++
	}
	for {
		path, next := r.name(at)
		if path == "" {
			return i
		}
		at = next
		if r.at(at).is(`\`) && r.at(at+1).is("{") {
			at = r.group(at+2, line, path+`\`)
		} else {
			at = r.single(at, line, path)
		}
		if !r.at(at).is(",") {
			return at
		}
		at++
	}
}

func (r *phpReader) group(at, line int, prefix string) int {
	for ; !r.at(at).is("}"); at++ {
		if r.at(at).is(",") || (r.at(at).word("function") || r.at(at).word("const")) && r.at(at+1).kind == word {
			continue
		}
		path, next := r.name(at)
		if path == "" {
			return at
		}
		at = r.single(next, line, prefix+path) - 1
	}
	return at + 1
}

func (r *phpReader) single(at, line int, path string) int {
	symbol := lastPart(path, `\`)
	as := symbol
	if r.at(at).word("as") && r.at(at+1).kind == word {
		as, at = r.at(at+1).text, at+2
	}
	root, _, _ := strings.Cut(path, `\`)
	r.bind(r.add(Import{Path: path, Line: line, Local: r.own != "" && root == r.own}), as, symbol, symbol)
	return at
}

// require takes the files that are named by a text, behind __DIR__ or not.
func (r *phpReader) require(i int) {
	at := i + 1
	for at < i+8 && (r.at(at).is("(") || r.at(at).is(".") || r.at(at).is(")") || r.at(at).word("__DIR__") || r.at(at).word("dirname") || r.at(at).word("__FILE__")) {
		at++
	}
	if path := r.at(at); path.kind == text {
		r.add(Import{Path: strings.TrimLeft(path.text, "/"), Line: int(r.at(i).line), Local: true, Used: true})
	}
}

// full makes an import of a class that is named in full: \Foo\Bar, \PDO. A function of
// PHP's own is none.
func (r *phpReader) full(i int) {
	path, next := r.path(i, `\`)
	symbol := lastPart(path, `\`)
	if path == symbol && (r.at(next).is("(") && !r.at(i-2).word("new") || !capital(r.at(i)) || strings.ToUpper(symbol) == symbol && len(symbol) > 3) {
		return
	}
	root, _, _ := strings.Cut(path, `\`)
	number, ok := r.whole[path]
	if !ok {
		number = r.add(Import{Path: path, Line: int(r.at(i).line), Local: r.own != "" && root == r.own, Used: true})
		r.whole[path] = number
	}
	if number < 0 {
		return
	}
	if r.at(next).is("::") && r.at(next+1).kind == word {
		symbol += "." + r.at(next+1).text
	}
	r.count([]int{number}, symbol, r.at(i).line)
	r.leave(i, next)
}
