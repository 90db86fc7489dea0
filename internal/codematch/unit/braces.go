package unit

import (
	"slices"

	"kadry/internal/codematch/lexer"
)

// braced cuts a text of a language with braces: what stands before an opening brace says
// what it opens. It answers false when brackets do not match.
func braced(lang lexer.Language, src []byte, tokens []lexer.Token) ([]span, bool) {
	b := braces{lang: lang, src: src, tokens: code(lang, src, tokens), frames: []frame{{}}}
	b.shut = make([]int32, len(b.tokens))
	for i := range b.tokens {
		b.step(i)
	}
	for len(b.frames) > 1 {
		b.unmatched = true
		b.close(len(b.tokens) - 1)
	}
	b.endArrows(len(b.tokens))
	return b.spans, !b.unmatched
}

// code leaves out comments and directives, and the other branches of a condition of the
// preprocessor whose first one opens or closes a brace: both would open it twice.
func code(lang lexer.Language, src []byte, tokens []lexer.Token) []lexer.Token {
	if lang != lexer.C && lang != lexer.CPP && lang != "" {
		return slices.DeleteFunc(slices.Clone(tokens), func(t lexer.Token) bool { return t.Kind == lexer.Comment })
	}
	out := make([]lexer.Token, 0, len(tokens))
	var open []branch
	skipped, curly := 0, 0
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.Kind == lexer.Comment {
			continue
		}
		if t.Kind != lexer.Operator || src[t.Start] != '#' || t.End-t.Start != 1 || !directive(tokens, i) {
			if skipped == 0 {
				out = append(out, t)
				curly += opens(src, t)
			}
			continue
		}
		switch n := len(open); string(tokens[i+1].Of(src)) {
		case "if", "ifdef", "ifndef":
			open = append(open, branch{curly: curly})
		case "else", "elif", "elifdef", "elifndef":
			if n > 0 && !open[n-1].skipped && open[n-1].curly != curly {
				open[n-1].skipped = true
				skipped++
			}
		case "endif":
			if n > 0 {
				if open[n-1].skipped {
					skipped--
				}
				open = open[:n-1]
			}
		}
		for i++; i < len(tokens) && tokens[i].Kind != lexer.Newline; i++ {
		}
	}
	return out
}

// branch is an open condition of the preprocessor.
type branch struct {
	curly   int // open braces where it begins
	skipped bool
}

// opens is by how much a token changes the number of open braces.
func opens(src []byte, t lexer.Token) int {
	if t.Kind == lexer.Operator {
		switch src[t.Start] {
		case '{':
			return 1
		case '}':
			return -1
		}
	}
	return 0
}

// directive tells whether the # at i begins a line and a name follows.
func directive(tokens []lexer.Token, i int) bool {
	return i+1 < len(tokens) && tokens[i+1].Kind == lexer.Word && (i == 0 || tokens[i-1].Line < tokens[i].Line)
}

// scope is what a bracket holds.
type scope uint8

const (
	top     scope = iota // declarations: the file, a namespace
	members              // of a class
	object               // members that commas part: a literal of JavaScript
	block                // statements, or what is not known
	group                // round and square brackets
)

// frame is an open bracket.
type frame struct {
	scope scope
	open  int  // token
	start int  // token at which the statement in it begins
	unit  span // that ends with the bracket; an empty kind is none
	alias bool // the name of the unit follows it: typedef
	lists bool // a constructor's list of initial values has begun
	value bool // it is one of those values
}

// braces is where the splitter stands.
type braces struct {
	lang      lexer.Language
	src       []byte
	tokens    []lexer.Token
	shut      []int32 // by an opening bracket, its closing one
	frames    []frame
	curly     int // open curly ones
	arrows    []arrow
	spans     []span
	unmatched bool
}

// arrow is a function whose body is an expression and ends with its statement.
type arrow struct {
	span
	depth int // of frames
}

// is tells whether a token is an operator of one byte, or the word.
func (b *braces) is(i int, s string) bool {
	return i >= 0 && i < len(b.tokens) && string(b.tokens[i].Of(b.src)) == s
}

// sign is the first byte of an operator; 0 is no operator.
func (b *braces) sign(i int) byte {
	if i < 0 || i >= len(b.tokens) || b.tokens[i].Kind != lexer.Operator {
		return 0
	}
	return b.src[b.tokens[i].Start]
}

// text is a token's text.
func (b *braces) text(i int) string {
	if i < 0 || i >= len(b.tokens) {
		return ""
	}
	return string(b.tokens[i].Of(b.src))
}

// step takes one token.
func (b *braces) step(i int) {
	t := b.tokens[i]
	f := &b.frames[len(b.frames)-1]
	if t.Kind == lexer.Newline {
		return
	}
	if b.breaks(i) {
		b.statement(i)
	}
	if t.Kind != lexer.Operator {
		return
	}
	switch string(t.Of(b.src)) {
	case "{":
		b.open(i)
	case "(", "[", "#[":
		b.frames = append(b.frames, frame{scope: group, open: i, start: i + 1})
	case ")", "]":
		b.closeGroup(i)
	case "}":
		b.closeCurly(i)
	case ";":
		b.statement(i + 1)
	case ",":
		if f.scope == group || f.scope == object {
			b.statement(i + 1)
		} else {
			b.endArrows(i)
		}
	case ":":
		if b.is(f.start, "case") || b.is(f.start, "default") {
			b.statement(i + 1)
		} else if b.lang == lexer.CPP && b.sign(i-1) == ')' {
			f.lists = true
		}
	case "=>", "->":
		if !b.is(i+1, "{") {
			b.arrow(i)
		}
	}
}

// statement begins one at a token.
func (b *braces) statement(i int) {
	b.endArrows(i)
	f := &b.frames[len(b.frames)-1]
	f.start, f.lists = i, false
}

// endArrows ends the functions whose expression stands in the innermost bracket.
func (b *braces) endArrows(i int) {
	for n := len(b.arrows); n > 0 && b.arrows[n-1].depth >= len(b.frames); n = len(b.arrows) {
		s := b.arrows[n-1].span
		b.arrows = b.arrows[:n-1]
		if i > 0 {
			last := i - 1
			if b.sign(last) == ';' && b.lang != lexer.CSharp || b.tokens[last].Kind == lexer.Newline {
				last--
			}
			s.end = int(b.tokens[max(0, last)].End)
		}
		if s.body < s.end {
			b.spans = append(b.spans, s)
		}
	}
}

// breaks tells whether a line of JavaScript begins a statement of its own, without a
// semicolon before it: a word behind a value.
func (b *braces) breaks(i int) bool {
	switch b.lang {
	case lexer.JavaScript, lexer.TypeScript:
	case lexer.Go:
		return i > 0 && b.tokens[i-1].Kind == lexer.Newline
	default:
		return false
	}
	if i == 0 || b.tokens[i].Line == b.tokens[i-1].Line {
		return false
	}
	if b.frames[len(b.frames)-1].scope == group {
		return false
	}
	switch b.tokens[i].Kind {
	case lexer.Word:
		switch b.text(i) {
		case "in", "of", "instanceof", "as", "satisfies", "extends", "implements":
			return false
		}
	case lexer.Operator:
		switch b.sign(i) {
		case '[', '*', '@': // a member whose name is computed, a generator, a decorator
			if b.frames[len(b.frames)-1].scope != members {
				return false
			}
		default:
			return false
		}
	default:
		return false
	}
	switch c := b.sign(i - 1); c {
	case 0, ')', ']', '}':
		return b.tokens[i-1].Kind != lexer.Word || !b.open4more(i-1)
	}
	return false
}

// open4more tells a keyword that a value or a name has to follow.
func (b *braces) open4more(i int) bool {
	switch b.text(i) {
	case "const", "let", "var", "function", "class", "extends", "implements", "new", "typeof", "async", "await", "export", "default", "import", "from",
		"static", "get", "set", "public", "private", "protected", "readonly", "abstract", "declare", "in", "of", "case", "delete", "void", "override":
		return true
	}
	return false
}

// closeGroup takes a closing round or square bracket. One that nothing opened is passed over.
func (b *braces) closeGroup(i int) {
	n := len(b.frames) - 1
	if n == 0 || b.frames[n].scope != group {
		b.unmatched = true
		return
	}
	b.endArrows(i)
	b.shut[b.frames[n].open] = int32(i)
	b.frames = b.frames[:n]
}

// closeCurly takes a closing brace, and with it what was left open since its opening one.
func (b *braces) closeCurly(i int) {
	if b.curly == 0 {
		b.unmatched = true
		for len(b.frames) > 1 {
			b.close(i)
		}
		b.statement(i + 1)
		return
	}
	for b.frames[len(b.frames)-1].scope == group {
		b.unmatched = true
		b.close(i)
	}
	value := b.frames[len(b.frames)-1].value
	b.close(i)
	f := &b.frames[len(b.frames)-1]
	if f.scope != group && !value && !b.continues(i+1) {
		b.statement(i + 1)
	}
}

// continues tells whether a statement goes on behind a brace: const f = {...}.x, a => {}).
func (b *braces) continues(i int) bool {
	switch b.sign(i) {
	case '.', ',', '?', ':':
		return true
	}
	return false
}

// close ends the innermost bracket at a token.
func (b *braces) close(i int) {
	b.endArrows(i)
	n := len(b.frames) - 1
	f := b.frames[n]
	b.frames = b.frames[:n]
	b.shut[f.open] = int32(i)
	if f.scope != group {
		b.curly--
	}
	if f.unit.kind == "" {
		return
	}
	f.unit.end = int(b.tokens[i].End)
	if f.alias && i+1 < len(b.tokens) && b.tokens[i+1].Kind == lexer.Word {
		f.unit.name = b.text(i + 1)
	}
	b.spans = append(b.spans, f.unit)
}

// open takes an opening brace.
func (b *braces) open(i int) {
	outer := &b.frames[len(b.frames)-1]
	f := frame{open: i, start: i + 1}
	if outer.lists && b.initial(i) || b.lang == lexer.Go && b.is(outer.start, "func") && (b.is(i-1, "struct") || b.is(i-1, "interface")) {
		f.scope, f.value = object, true
	} else {
		f.scope, f.unit, f.alias = b.heading(outer, i)
	}
	f.unit.body = int(b.tokens[i].Start)
	b.frames = append(b.frames, f)
	b.curly++
}

// initial tells a brace with an initial value in a constructor's list: x{1}.
func (b *braces) initial(i int) bool {
	if i < 2 || b.tokens[i-1].Kind != lexer.Word {
		return b.is(i-1, ">")
	}
	c := b.sign(i - 2)
	return c == ':' || c == ','
}
