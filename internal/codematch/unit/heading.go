package unit

import (
	"strings"

	"kadry/internal/codematch/lexer"
)

// heading says what a brace opens, by the statement before it.
func (b *braces) heading(outer *frame, brace int) (scope, span, bool) {
	from := brace
	if brace-outer.start <= longHeading {
		from = b.bare(outer.start, brace)
	}
	if from >= brace {
		return b.plain(outer, brace), span{}, false
	}
	h := header{braces: b, outer: outer, from: from, to: brace, paren: -1, keyword: -1, class: -1, equals: -1}
	h.read()
	s, found := h.function()
	if found {
		return block, s, false
	}
	switch {
	case h.space:
		return top, span{}, false
	case h.class >= 0 && (h.equals < 0 || h.script()):
		return h.ofClass()
	case h.created && (b.lang == lexer.Java || b.lang == lexer.PHP): // an anonymous class
		return members, span{}, false
	}
	return b.plain(outer, brace), span{}, false
}

// script tells JavaScript and TypeScript, whose forms are the same.
func (b *braces) script() bool { return b.lang == lexer.JavaScript || b.lang == lexer.TypeScript }

// plain is what a brace opens that heads no unit.
func (b *braces) plain(outer *frame, brace int) scope {
	switch b.lang {
	case lexer.JavaScript, lexer.TypeScript:
		switch b.sign(brace - 1) {
		case '=', '(', '[', ',', ':', '?', '|', '&':
			if !b.is(brace-1, "=>") {
				return object
			}
		case 0:
			if b.is(brace-1, "return") || b.is(brace-1, "default") {
				return object
			}
		}
	case lexer.C, lexer.CPP:
		if outer.scope == top && b.tokens[max(0, brace-1)].Kind == lexer.Text { // extern "C"
			return top
		}
	}
	return block
}

// bare passes over what wraps a declaration: export, template<...>, attributes of Rust,
// labels of access.
func (b *braces) bare(i, to int) int {
	for i < to {
		switch t := b.text(i); {
		case b.tokens[i].Kind == lexer.Newline:
			i++
		case (t == "#" && b.is(i+1, "[")) || t == "#!" && b.is(i+1, "["):
			i = max(i+1, int(b.shut[i+1])) + 1
		case t == "@" && b.script():
			i = b.decorated(i+1, to)
		case (t == "export" || t == "default" || t == "declare") && b.script():
			i++
		case t == "template" && b.lang == lexer.CPP:
			i = b.angled(i+1, to)
		case (t == "public" || t == "private" || t == "protected") && b.is(i+1, ":") && b.lang == lexer.CPP:
			i += 2
		default:
			return i
		}
	}
	return i
}

// decorated is the place behind a decorator: @name.name(...).
func (b *braces) decorated(i, to int) int {
	for i < to {
		switch {
		case b.sign(i) == '(':
			return max(i, int(b.shut[i])) + 1
		case b.tokens[i].Kind == lexer.Word && b.sign(i+1) == '.':
			i += 2
		case b.tokens[i].Kind == lexer.Word && b.sign(i+1) == '(':
			i++
		default:
			return i + 1
		}
	}
	return i
}

// angled is the place behind <...>.
func (b *braces) angled(i, to int) int {
	depth := 0
	for ; i < to; i++ {
		switch t := b.text(i); {
		case b.sign(i) == '(' || b.sign(i) == '[':
			i = max(i, int(b.shut[i]))
		case t == "<":
			depth++
		case strings.Trim(t, ">") == "" && b.tokens[i].Kind == lexer.Operator:
			if depth -= len(t); depth <= 0 {
				return i + 1
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// header is a statement up to the brace that it ends in.
type header struct {
	*braces
	outer    *frame
	from, to int
	paren    int  // first round bracket
	keyword  int  // function, fn, func
	class    int  // class, struct, ...
	equals   int  // the last = before a value
	created  bool // new
	control  bool // if, for, ...
	space    bool // namespace
	arrow    bool // ends in =>
}

// read looks over the header once; what stands in brackets is passed over.
func (h *header) read() {
	for i := h.from; i < h.to; i++ {
		if c := h.sign(i); c == '(' || c == '[' || c == '{' {
			if c == '(' && h.paren < 0 && !h.is(i-1, "pub") {
				h.paren = i
			}
			i = max(i, int(h.shut[i]))
			continue
		}
		switch h.tokens[i].Kind {
		case lexer.Operator:
			if h.is(i, "=") && h.paren < 0 || h.is(i, "=") && h.script() || h.is(i, ":=") {
				h.equals = i
			}
		case lexer.Word:
			h.word(i)
		}
	}
	h.arrow = h.is(h.to-1, "=>")
}

// word looks at one of the header.
func (h *header) word(i int) {
	switch h.text(i) {
	case "function":
		if h.script() || h.lang == lexer.PHP || h.lang == "" {
			h.keyword = i
		}
	case "fn":
		if h.lang == lexer.Rust || h.lang == "" {
			h.keyword = i
		}
	case "func":
		if (h.lang == lexer.Go || h.lang == "") && (h.keyword < 0 || h.keyword < h.equals) {
			h.keyword = i
		}
	case "fun", "def", "sub":
		if h.lang == "" {
			h.keyword = i
		}
	case "class", "struct", "interface", "trait", "impl", "union", "record", "enum":
		if h.class < 0 && h.paren < 0 && h.heads(i) {
			h.class = i
		}
	case "namespace", "mod", "module":
		if i <= h.from+1 && i+1 < h.to && h.sign(i+1) != '.' && h.sign(i+1) != '=' && h.sign(i+1) != '(' {
			h.space = true
		}
	case "new":
		h.created = true
	case "if", "for", "while", "switch", "catch", "foreach", "using", "lock", "fixed", "synchronized", "with", "match", "return", "else", "do", "try",
		"throw", "case", "elseif", "loop", "select", "await", "when", "unless", "until", "assert", "sizeof", "yield", "echo":
		if h.paren < 0 && h.keyword < 0 && !h.is(i-1, ".") && (i == h.from || !h.named(i)) {
			h.control = true
		}
	}
}

// named tells a word that the header uses as the name of a member: delete(x) { in a class.
func (h *header) named(i int) bool {
	return (h.outer.scope == members || h.outer.scope == object) && i > h.from && h.tokens[i-1].Kind == lexer.Word
}

// heads tells whether a word heads a class in the language at hand.
func (h *header) heads(i int) bool {
	if h.script() && (h.sign(i+1) == ':' || h.sign(i+1) == '=') {
		return false
	}
	if i+1 < h.to && h.sign(i+1) == '(' && h.text(i) != "class" || h.is(i-1, ".") || h.is(i-1, "::") {
		return false
	}
	switch h.text(i) {
	case "trait":
		return h.lang == lexer.Rust || h.lang == lexer.PHP || h.lang == ""
	case "impl":
		return h.lang == lexer.Rust
	case "record":
		return (h.lang == lexer.Java || h.lang == lexer.CSharp) && i+1 < h.to && h.tokens[i+1].Kind == lexer.Word
	case "enum":
		return h.lang == lexer.Java || h.lang == lexer.PHP
	case "interface":
		return h.lang != lexer.C && h.lang != lexer.CPP
	case "struct", "union":
		return h.lang != lexer.JavaScript && h.lang != lexer.TypeScript && h.lang != lexer.Java && h.lang != lexer.PHP && (h.text(i) == "struct" || h.lang != lexer.Go)
	case "class":
		return h.lang != lexer.C && h.lang != lexer.Rust && h.lang != lexer.Go && !h.is(i-1, "enum")
	}
	return false
}

// ofClass is the class that the header begins.
func (h *header) ofClass() (scope, span, bool) {
	s := span{kind: Class, start: int(h.tokens[h.from].Start)}
	i := h.class + 1
	switch h.lang {
	case lexer.Rust:
		if h.is(h.class, "impl") {
			s.name = h.implemented(i)
			return members, s, false
		}
	case lexer.Go: // type Name struct, or Name struct in a group of types
		name := h.from
		if h.is(name, "type") {
			name++
		} else if h.outer.scope != group || !h.is(h.outer.open-1, "type") {
			return block, span{}, false
		}
		s.name, s.start = h.text(name), int(h.tokens[name].Start)
		return block, s, false
	case lexer.C, lexer.CPP:
		return h.ofStruct(s, i)
	}
	if i < h.to && h.tokens[i].Kind == lexer.Word && !h.is(i, "extends") && !h.is(i, "implements") {
		s.name = h.text(i)
	}
	if s.name == "" { // an anonymous one is no unit, its methods are
		return members, span{}, false
	}
	if h.script() && !h.is(h.class-1, "abstract") {
		s.start = int(h.tokens[h.class].Start)
	}
	return members, s, false
}

// ofStruct is the struct or class of C and C++ whose name begins at i or later.
func (h *header) ofStruct(s span, i int) (scope, span, bool) {
	alias := h.is(h.from, "typedef") // its name is that of a struct without one
	for ; i < h.to; i++ {
		if c := h.sign(i); c == ':' && !h.is(i, "::") || c == '<' {
			break
		} else if c == '(' || c == '[' {
			i = max(i, int(h.shut[i]))
			continue
		}
		switch {
		case h.is(i, "::"):
			s.name += "."
		case h.is(i, "final"):
		case h.tokens[i].Kind == lexer.Word && strings.HasSuffix(s.name, "."):
			s.name += h.text(i)
		case h.tokens[i].Kind == lexer.Word: // macros may stand before the name
			s.name = h.text(i)
		}
	}
	if !alias || s.name != "" {
		s.start = int(h.tokens[h.class].Start)
	}
	if s.name == "" && !alias {
		return members, span{}, false
	}
	return members, s, alias && s.name == ""
}

// implemented is the type that an impl of Rust is for.
func (h *header) implemented(i int) string {
	if h.sign(i) == '<' {
		i = h.angled(i, h.to)
	}
	name := ""
	for ; i < h.to; i++ {
		switch c := h.sign(i); {
		case c == '<':
			i = max(i, h.angled(i, h.to)-1)
		case h.is(i, "for"):
			name = ""
		case h.is(i, "where"):
			return name
		case h.tokens[i].Kind == lexer.Word && !h.is(i, "dyn") && !h.is(i, "mut") && h.text(i)[0] != '\'':
			name = h.text(i)
		}
	}
	return name
}

// function is the function that the header begins, if it does.
func (h *header) function() (span, bool) {
	if h.keyword >= 0 {
		return h.worded()
	}
	if h.arrow {
		if h.script() {
			return h.bound(h.equals)
		}
		return span{}, false
	}
	if h.paren <= h.from || h.control || h.created || h.class >= 0 && h.class < h.paren && !h.returnsStruct() {
		return span{}, false
	}
	switch h.lang {
	case lexer.Go, lexer.Rust, lexer.PHP:
		return span{}, false
	case lexer.JavaScript, lexer.TypeScript:
		if h.outer.scope != members && h.outer.scope != object || h.equals >= 0 {
			return span{}, false
		}
	case lexer.Java:
		if h.outer.scope == block || h.outer.scope == group || h.equals >= 0 {
			return span{}, false
		}
	case lexer.C, lexer.CPP:
		if h.outer.scope == block || h.outer.scope == group || h.equals >= 0 && !h.is(h.equals-1, "operator") {
			return span{}, false
		}
	default:
		if h.outer.scope == group || h.equals >= 0 || h.outer.scope == block && !h.typed() {
			return span{}, false
		}
	}
	return h.called()
}

// returnsStruct tells struct name f(...) of C from a struct.
func (h *header) returnsStruct() bool {
	return (h.lang == lexer.C || h.lang == lexer.CPP) && h.is(h.class, "struct") && h.sign(h.to-1) == ')'
}

// typed tells a function in a function of C#: its type stands before its name.
func (h *header) typed() bool {
	if h.paren-h.from < 2 || h.lang != lexer.CSharp {
		return false
	}
	for i := h.from; i < h.paren; i++ {
		if h.is(i, ".") && h.tokens[h.from].Kind == lexer.Word && i == h.from+1 && h.paren == h.from+3 {
			return false
		}
	}
	return true
}

// called is a function by the word before its round bracket.
func (h *header) called() (span, bool) {
	i := h.paren - 1
	if h.sign(i) == '>' {
		i = h.opening(i)
	}
	s := span{kind: Function, start: int(h.tokens[h.from].Start)}
	switch {
	case i < h.from:
		return s, false
	case h.sign(i) == ']' && h.script():
		s.name = h.computed(i)
		return s, s.name != ""
	case h.tokens[i].Kind == lexer.Text && h.outer.scope != top: // "a name"() {
		s.name = strings.Trim(h.text(i), "\"'")
		return s, s.name != ""
	}
	at := i
	for at > h.from && h.tokens[at].Kind == lexer.Operator && h.lang == lexer.CPP && !h.is(at, "::") {
		at--
	}
	if h.is(at-1, "operator") && at == i { // a conversion
		at--
	}
	if h.is(at, "operator") && h.lang == lexer.CPP {
		s.name = "operator"
		for k := at + 1; k <= i; k++ {
			s.name += h.text(k)
		}
		if at == i && h.sign(h.paren+1) == ')' { // operator()(...)
			s.name = "operator()"
		}
		h.scoped(&s, at)
		return s, true
	}
	if h.tokens[i].Kind != lexer.Word || lexer.IsKeyword(h.lang, h.text(i)) && !h.script() {
		return s, false
	}
	s.name = h.text(i)
	if h.lang == lexer.CPP {
		if h.is(i-1, "~") {
			s.name, i = "~"+s.name, i-1
		}
		h.scoped(&s, i)
	}
	return s, true
}

// scoped puts what stands before a name of C++ before it: Cache::get.
func (h *header) scoped(s *span, i int) {
	for i-2 >= h.from && h.is(i-1, "::") {
		i -= 2
		if h.sign(i) == '>' {
			i = h.opening(i)
		}
		if i < h.from || h.tokens[i].Kind != lexer.Word {
			return
		}
		if s.owner == "" {
			s.owner = h.text(i)
		} else {
			s.owner = join(h.text(i), s.owner)
		}
	}
}

// opening is the token before the < that a > closes.
func (h *header) opening(i int) int {
	depth := 0
	for ; i >= h.from; i-- {
		switch h.sign(i) {
		case '>':
			depth += int(h.tokens[i].End - h.tokens[i].Start)
		case '<':
			if depth -= int(h.tokens[i].End - h.tokens[i].Start); depth <= 0 {
				return i - 1
			}
		}
	}
	return i
}

// computed is a name in square brackets that end at i: [Symbol.iterator].
func (h *header) computed(i int) string {
	name := ""
	for i--; i >= h.from && h.sign(i) != '['; i-- {
		name = h.text(i) + name
	}
	return strings.Trim(name, "\"'`")
}

// worded is a function by its keyword: fn name, function name, func (c *Cache) name. One
// without a name has that which it is bound to.
func (h *header) worded() (span, bool) {
	i := h.keyword + 1
	s := span{kind: Function, start: int(h.tokens[h.from].Start)}
	if h.sign(i) == '*' || h.sign(i) == '&' {
		i++
	}
	if h.lang == lexer.Go && h.sign(i) == '(' && int(h.shut[i]) > 0 {
		end := int(h.shut[i])
		if end+1 >= h.to || h.tokens[end+1].Kind != lexer.Word || h.equals >= 0 || h.sign(end+2) != '(' && h.sign(end+2) != '[' {
			return h.bound(h.equals)
		}
		s.owner = h.receiver(i, end)
		i = end + 1
	}
	if i < h.to && h.tokens[i].Kind == lexer.Word {
		s.name = h.text(i)
		if h.script() {
			s.start = int(h.tokens[h.keyword].Start)
			if h.is(h.keyword-1, "async") {
				s.start = int(h.tokens[h.keyword-1].Start)
			}
		}
		return s, true
	}
	if h.lang == lexer.Rust {
		return s, false
	}
	return h.bound(h.equals)
}

// receiver is the type of a method of Go.
func (h *header) receiver(from, to int) string {
	name := ""
	for i := from + 1; i < to && h.sign(i) != '['; i++ {
		if h.tokens[i].Kind == lexer.Word {
			name = h.text(i)
		}
	}
	return name
}

// bound is a function without a name by what it is assigned to: const f =, f:, this.f =.
func (h *header) bound(equals int) (span, bool) {
	s := span{kind: Function}
	if equals < 0 {
		if h.outer.scope != object || h.sign(h.from+1) != ':' {
			return s, false
		}
		s.start = int(h.tokens[h.from].Start)
		s.name = strings.Trim(h.text(h.from), "\"'")
		return s, s.name != "" && h.tokens[h.from].Kind != lexer.Operator && h.simple(h.from+2)
	}
	if !h.simple(equals + 1) {
		return s, false
	}
	name := equals - 1
	for i := h.from; i < equals; i++ { // const f: Type = ..., the name is before the colon
		if h.sign(i) == ':' {
			name = i - 1
			break
		}
	}
	if h.is(name, "?") || h.is(name, "!") {
		name--
	}
	if name < h.from || h.tokens[name].Kind != lexer.Word {
		return s, false
	}
	first := name
	for h.sign(first-1) == '.' && first-2 >= h.from || h.is(first-1, "->") && first-2 >= h.from {
		first -= 2
	}
	s.name, s.start = strings.TrimPrefix(h.text(name), "$"), int(h.tokens[first].Start)
	if first > h.from && h.outer.scope == members {
		s.start = int(h.tokens[h.from].Start)
	}
	return s, true
}

// simple tells whether a value is the function itself and not what a call makes of it.
func (h *header) simple(i int) bool {
	if h.is(i, "async") || h.is(i, "static") {
		i++
	}
	if h.is(i, "function") || h.is(i, "fn") || h.is(i, "func") {
		return true
	}
	if !h.arrow {
		return false
	}
	if h.sign(i) == '<' {
		i = h.angled(i, h.to)
	}
	if h.sign(i) == '(' {
		i = int(h.shut[i]) + 1
		return h.sign(i) == ':' || h.is(i, "=>")
	}
	return h.is(i+1, "=>")
}

// arrow takes a function whose body is the expression behind the token.
func (b *braces) arrow(i int) {
	f := &b.frames[len(b.frames)-1]
	if i-f.start > longHeading {
		return
	}
	from := b.bare(f.start, i)
	if from >= i || i+1 >= len(b.tokens) || len(b.arrows) > 0 && b.arrows[len(b.arrows)-1].depth == len(b.frames) {
		return
	}
	h := header{braces: b, outer: f, from: from, to: i + 1, paren: -1, keyword: -1, class: -1, equals: -1}
	h.read()
	var s span
	found := false
	switch b.lang {
	case lexer.JavaScript, lexer.TypeScript:
		if h.keyword >= 0 || !h.arrow {
			return
		}
		s, found = h.bound(h.equals)
	case lexer.PHP:
		if h.is(h.equals+1, "fn") || h.is(h.equals+2, "fn") {
			s, found = h.bound(h.equals)
		}
	case lexer.CSharp:
		if h.arrow && h.paren > h.from && !h.control && !h.created && h.equals < 0 && (f.scope == members || f.scope == top || h.typed()) {
			s, found = h.called()
		}
	}
	if !found {
		return
	}
	s.body = int(b.tokens[i+1].Start)
	b.arrows = append(b.arrows, arrow{span: s, depth: len(b.frames)})
}
