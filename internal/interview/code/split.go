package code

import (
	"strings"
	"unicode"
)

// Split finds what is code in an answer: what stands in fences, else the longest run of lines
// that is a program and parses, else the lines and parts of lines that look like code rather than like a language that
// people speak.
func Split(task Task, text string) []Span {
	if spans := fenced(text); len(spans) > 0 {
		return spans
	}
	if whole := within(task, text); !whole.empty() {
		return []Span{whole}
	}
	s := splitter{lang: task.Language, text: text}
	start := 0
	for start < len(text) {
		end := start + lineEnd(text[start:])
		s.take(start, end)
		start = end + 1
	}
	if len(s.spans) == 0 && s.all > 0 && float64(s.like) >= codeShare*float64(s.all) {
		return []Span{{0, len(text)}} // nobody speaks like this
	}
	return s.spans
}

// codeShare is the share of words of a language from which a text is a try at code in it,
// although no part of it reads as code.
const codeShare = 0.4

// fenced are the parts between lines of ``` or ~~~.
func fenced(text string) []Span {
	var spans []Span
	open, from := "", 0
	for start := 0; start < len(text); {
		end := start + lineEnd(text[start:])
		line := strings.TrimSpace(text[start:end])
		switch {
		case open == "" && (strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")):
			if rest := strings.TrimLeft(line, "`~"); strings.HasSuffix(rest, "```") && len(rest) > 3 { // all in one line
				at := start + strings.Index(text[start:end], "```") + 3
				spans = append(spans, Span{at, start + strings.LastIndex(text[start:end], "```")})
				break
			}
			open, from = line[:3], min(end+1, len(text))
		case open != "" && strings.HasPrefix(line, open):
			if s := (Span{from, start}); !s.empty() {
				spans = append(spans, s)
			}
			open = ""
		}
		start = end + 1
	}
	if s := (Span{from, len(text)}); open != "" && !s.empty() {
		spans = append(spans, s)
	}
	return spans
}

// splitter goes over lines and keeps how deep in brackets the code before is.
type splitter struct {
	lang  Language
	text  string
	spans []Span
	depth int
	like  int // pieces that speak for code
	all   int
	doubt Span // a short line before, which may be code when this one is
}

// What a part of a line must have to be code, and how far its evidence may fall before it
// counts as over. A sign of code weighs two, a word of a spoken language takes half of one.
const (
	partFrom = 3.0
	lineFrom = 1.0
	overFrom = 3.0
)

// take reads one line.
func (s *splitter) take(start, end int) {
	pieces := s.pieces(start, end)
	if len(pieces) == 0 {
		return
	}
	if s.depth > 0 {
		if !spoken(pieces) {
			s.accept(Span{start, end})
			return
		}
		s.depth = 0
	}
	sum := 0.0
	for _, p := range pieces {
		sum += p.weight
		if s.all++; p.weight > 0.5 {
			s.like++
		}
	}
	doubt := s.doubt
	s.doubt = Span{}
	if foreign := foreignIn(pieces); sum >= lineFrom && foreign == 0 && !mostlyWords(pieces) {
		if !doubt.empty() {
			s.accept(doubt)
		}
		s.accept(Span{start, end})
		return
	}
	if doubtful(pieces) {
		s.doubt = Span{start, end}
	}
	if pieces[0].comment {
		s.accept(Span{start, end}) // a comment is no code, and belongs to it
		return
	}
	s.parts(pieces)
}

// parts takes the runs of a line in which signs of code outweigh words.
func (s *splitter) parts(pieces []piece) {
	sum, best, from, to := 0.0, 0.0, 0, -1
	flush := func() {
		if to >= from && best >= partFrom {
			s.accept(s.part(pieces, from, to))
		}
		sum, best, to = 0, 0, -1
	}
	for i, p := range pieces {
		if sum == 0 && p.weight <= 0 && to < 0 {
			from = i + 1
			continue
		}
		sum += p.weight
		if sum > best {
			best, to = sum, i
		}
		if sum < 0 || best-sum > overFrom {
			flush()
			from = i + 1
		}
	}
	flush()
}

// part is a run of pieces with the short names before it that belong to it ("g, err := ..."),
// and without the mark that ends the sentence it stands in.
func (s *splitter) part(pieces []piece, from, to int) Span {
	for range 2 {
		if from == 0 || pieces[from-1].foreign || pieces[from-1].comment {
			break
		}
		before := s.text[pieces[from-1].span.Start:pieces[from-1].span.End]
		if !strings.HasSuffix(before, ",") && len(before) > 1 {
			break
		}
		from--
	}
	at := Span{pieces[from].span.Start, pieces[to].span.End}
	if n := len(s.spans); n > 0 && s.spans[n-1].End > at.Start {
		at.Start = s.spans[n-1].End
	}
	if at.End-at.Start > 1 && strings.IndexByte(".,:", s.text[at.End-1]) >= 0 {
		at.End--
	}
	return at
}

func (s *splitter) accept(at Span) {
	s.spans = append(s.spans, at)
	quote := byte(0)
	for i := at.Start; i < at.End; i++ {
		switch c := s.text[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '/' && i+1 < at.End && s.text[i+1] == '/' && (s.lang == Go || s.lang == JavaScript || s.lang == PHP):
			i = at.End
		case c == '{' || c == '(' || c == '[':
			s.depth++
		case c == '}' || c == ')' || c == ']':
			s.depth = max(0, s.depth-1)
		}
	}
}

// piece is what stands between blanks of a line.
type piece struct {
	span    Span
	weight  float64
	foreign bool // in letters that code has only in strings
	sign    bool // a sign of code is in it
	comment bool
}

// pieces cuts a line. What follows the mark of a comment belongs to what is before it.
func (s *splitter) pieces(start, end int) []piece {
	var out []piece
	quote := byte(0)
	for i := start; i < end; {
		for i < end && (s.text[i] == ' ' || s.text[i] == '\t' || s.text[i] == '\r') {
			i++
		}
		from := i
		if from == end {
			break
		}
		if s.commentAt(from, end) && quote == 0 {
			return append(out, piece{span: Span{from, end}, comment: true})
		}
		inside := quote != 0
		for i < end && s.text[i] != ' ' && s.text[i] != '\t' && s.text[i] != '\r' {
			switch c := s.text[i]; {
			case quote != 0 && c == '\\':
				i++
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\'' && !between(s.text, i)) && strings.IndexByte(s.text[min(i+1, end):end], c) >= 0:
				quote = c
			}
			i++
		}
		i = min(i, end)
		p := piece{span: Span{from, i}}
		if !inside {
			s.weigh(&p, s.text[from:i])
		}
		out = append(out, p)
	}
	return out
}

// between says that an apostrophe stands between letters of a word.
func between(text string, i int) bool {
	return i > 0 && i+1 < len(text) && isWordByte(text[i-1]) && isWordByte(text[i+1])
}

func (s *splitter) commentAt(i, end int) bool {
	rest := s.text[i:end]
	switch s.lang {
	case Go, JavaScript, PHP:
		return strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") || strings.HasPrefix(rest, "* ") || s.lang == PHP && strings.HasPrefix(rest, "# ")
	case SQL:
		return strings.HasPrefix(rest, "-- ") || strings.HasPrefix(rest, "/*")
	default:
		return strings.HasPrefix(rest, "# ") || rest == "#"
	}
}

// weigh says how much a piece speaks for code.
func (s *splitter) weigh(p *piece, text string) {
	bare := strings.Trim(text, ",.;:!?()[]{}\"'`«»—")
	plain, quoted := 0, false
	for _, c := range text {
		switch {
		case c == '"' || c == '\'':
			quoted = true
		case c > unicode.MaxLatin1 && unicode.IsLetter(c):
			p.foreign = p.foreign || !quoted
		case unicode.IsLetter(c):
			plain++
		}
	}
	switch {
	case p.foreign:
		p.weight = -2
		return
	case signs(text):
		p.weight, p.sign = 2, true
		return
	}
	known := vocabulary[s.lang][strings.ToLower(bare)]
	switch {
	case s.lang == Dockerfile && instructions[strings.ToLower(bare)] && strings.ToUpper(bare) == bare && bare != "":
		p.weight, p.sign = 3, true
	case known && strings.ToUpper(bare) == bare && len(bare) > 1:
		p.weight = 1
	case known:
		p.weight = 0.6
	case bare == "":
		p.weight = 0.2
	case strings.Contains(bare, "_"), camel(bare), bare[0] == '-' && len(bare) > 1:
		p.weight = 1
	case strings.ContainsAny(bare, "./=@:") && plain > 0:
		p.weight = 0.7
	case plain == 0:
		p.weight = 0
	case strings.HasSuffix(text, ";"):
		p.weight = 0.5
	default:
		p.weight = -0.6
	}
}

// signs says that a piece has what sentences lack: brackets behind names, operators.
func signs(text string) bool {
	if strings.ContainsAny(text, "{}[]=<>$|&*;") && !strings.HasSuffix(strings.TrimRight(text, ";"), "»") {
		return len(strings.Trim(text, "*")) > 0 && (len(text) > 1 || strings.ContainsAny(text, "{}=<>|&"))
	}
	open := strings.IndexByte(text, '(')
	return open > 0 || strings.HasPrefix(text, ")") || strings.HasPrefix(text, "((")
}

// camel says that a word has a capital inside.
func camel(w string) bool {
	return len(w) > 2 && strings.IndexFunc(w[1:], unicode.IsUpper) >= 0 && strings.IndexFunc(w, unicode.IsLower) >= 0
}

func foreignIn(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		if p.foreign {
			n++
		}
	}
	return n
}

// mostDoubtful is how many pieces a line has at most that the next one may make code of.
const mostDoubtful = 6

func doubtful(pieces []piece) bool {
	like := false
	for _, p := range pieces {
		like = like || p.weight > 0.5
	}
	return like && len(pieces) <= mostDoubtful && foreignIn(pieces) == 0 && !pieces[0].comment
}

// spoken says that a line inside of brackets is a sentence all the same.
func spoken(pieces []piece) bool {
	signed, plain := 0, 0
	for _, p := range pieces {
		switch {
		case p.comment:
			return false
		case p.sign:
			signed++
		case p.weight < 0:
			plain++
		}
	}
	return foreignIn(pieces) >= 2 && signed < 2 || plain >= 6 && signed == 0
}

// mostlyWords says that a line with some sign of code is a sentence.
func mostlyWords(pieces []piece) bool {
	plain := 0
	for _, p := range pieces {
		if p.weight < 0 {
			plain++
		}
	}
	return plain >= 5 && 2*plain > len(pieces)
}

// vocabulary are the words of each language that speak for code where they stand together.
var vocabulary = map[Language]map[string]bool{
	Go:         setOf("func return var defer go chan range select case struct error nil break continue if for context sync"),
	JavaScript: setOf("function return const let var if else new null undefined this typeof"),
	PHP:        setOf("if else echo exit return isset empty new use function foreach die"),
	Python:     setOf("def return import as in for if lambda print pd np"),
	SQL:        setOf("select from where order by partition over join on group having distinct as desc asc limit and or with max min row_number rank dense_rank exists not in null is union all left inner lateral cross using create index row_number() qualify fetch first rows only offset explain analyze"),
	Shell:      setOf("awk gawk grep egrep sort uniq head tail cut sed cat perl python xargs tee tr print end rev"),
	Dockerfile: setOf("from as run copy add cmd entrypoint workdir env arg user expose go build mod download"),
}
