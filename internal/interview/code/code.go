// Package code judges answers that are code by what the code is, not by the words in it. It
// finds the code in an answer, reads it tolerantly into a tree of tokens and brackets, takes
// out what never runs, and looks for patterns: pieces of code with holes, see Pattern.
// Comments are no code, and what stands in a string is only a string. Nothing is run.
//
// It knows no question and no mark: the patterns come with the question, and what they are
// worth is decided by marking.
package code

import (
	"slices"
	"strings"
)

// Language is the language an answer is asked in.
type Language string

// The languages that are read.
const (
	Go         Language = "go"
	JavaScript Language = "javascript"
	PHP        Language = "php"
	Python     Language = "python"
	SQL        Language = "sql"
	Shell      Language = "shell"
	Dockerfile Language = "dockerfile"
)

// Languages lists the languages.
func Languages() []Language {
	return []Language{Go, JavaScript, PHP, Python, SQL, Shell, Dockerfile}
}

// Name is the language as people write it.
func (l Language) Name() string {
	switch l {
	case Go:
		return "Go"
	case JavaScript:
		return "JavaScript"
	case PHP:
		return "PHP"
	case Python:
		return "Python"
	case SQL:
		return "SQL"
	case Shell:
		return "shell"
	case Dockerfile:
		return "Dockerfile"
	}
	return string(l)
}

// Runs says whether code in the language can be tried on examples.
func (l Language) Runs() bool { return l == Go || l == JavaScript }

// Span is a part of an answer, in bytes.
type Span struct{ Start, End int }

func (s Span) empty() bool { return s.End <= s.Start }

// Task says how the code of an answer is to be read.
type Task struct {
	Language Language
	Entry    string // the function that is asked for; what it does not reach is dead. Empty where none is.
}

// Answer is the code of an answer.
type Answer struct {
	Code  []Span // what is code, comments included
	Prose string // the answer with blanks in the place of code; comments stay, as prose
	// Parsed says that the code has the syntax of its language; where it has not, Trouble is
	// what the parser said.
	Parsed  bool
	Trouble string
	Dead    bool // some of it never runs

	task  Task
	text  string
	nodes []node
	size  int // tokens
	end   int
}

// mostBytes bounds what is read of an answer; one that is longer is read from its beginning.
const mostBytes = 64 << 10

// Read reads the code of an answer.
func Read(task Task, text string) *Answer {
	read := text[:min(len(text), mostBytes)]
	a := &Answer{task: task, text: read, Prose: text}
	a.Code = Split(task, read)
	if len(a.Code) == 0 {
		return a
	}
	source := only(read, a.Code)
	r := reader{lang: task.Language, src: source}
	a.nodes = r.read()
	a.size = r.count
	a.Prose = blank(text, r.code)
	if n := len(r.code); n > 0 {
		a.end = r.code[n-1].End
	}
	a.Parsed, a.Trouble = true, ""
	if r.trouble != "" {
		a.Parsed, a.Trouble = false, r.trouble
	} else if trouble := parse(task.Language, source); trouble != "" {
		a.Parsed, a.Trouble = false, trouble
	}
	before := size(a.nodes)
	if a.Empty() {
		a.Prose = unmarked(task, text)
		return a
	}
	a.nodes = live(task, a.nodes)
	a.Dead = size(a.nodes) < before
	return a
}

// mostSources bounds the ways in which the code of an answer is put together to be run.
const mostSources = 4

// Sources are the code of the answer as it may be meant: all of it, then each of its pieces in
// which the function that is asked for is named, the last before others.
func (a *Answer) Sources() []string {
	pieces := make([]string, len(a.Code))
	for i, s := range a.Code {
		pieces[i] = plainSpaces.Replace(a.text[s.Start:s.End])
	}
	sources := []string{strings.Join(pieces, "\n")}
	for _, piece := range slices.Backward(pieces) {
		if len(pieces) > 1 && len(sources) < mostSources && strings.Contains(piece, a.task.Entry) {
			sources = append(sources, piece)
		}
	}
	return sources
}

// plainSpaces undoes what a form or a word processor does to code.
var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u200b", "", "\ufeff", "")

// Head is the line that names the function that is asked for, else the first line of the code.
func (a *Answer) Head() Span {
	head := a.Code[0]
	for _, s := range a.Code {
		if i := strings.Index(a.text[s.Start:s.End], a.task.Entry); i >= 0 {
			begin := s.Start + strings.LastIndexByte(a.text[s.Start:s.Start+i], '\n') + 1
			head = Span{begin, s.End}
			break
		}
	}
	line := a.text[head.Start:head.End]
	begin := len(line) - len(strings.TrimLeft(line, " \t\r\n"))
	return Span{head.Start + begin, head.Start + begin + lineEnd(line[begin:])}
}

// End is where the last of the code ends, comments apart.
func (a *Answer) End() int { return a.end }

// Empty says that there is no code but comments.
func (a *Answer) Empty() bool { return len(a.nodes) == 0 }

// unmarked is an answer that is all comments as prose: without the marks of comments, and
// without code that was put behind them.
func unmarked(task Task, text string) string {
	plain := []byte(text)
	begin := true
	for i := range plain {
		switch c := plain[i]; {
		case c == '\n':
			begin = true
		case begin && strings.IndexByte("/*#- \t", c) >= 0:
			plain[i] = ' '
		default:
			begin = false
		}
	}
	return blank(string(plain), Split(task, string(plain)))
}

// only is a text with blanks for everything but some spans, so that places stay. What stands
// before prose and what stands behind it are on two lines.
func only(text string, spans []Span) string {
	out := []byte(text)
	at := 0
	for _, s := range append(slices.Clone(spans), Span{len(text), len(text)}) {
		for from := at; at < s.Start; at++ {
			switch {
			case out[at] == '\n':
			case at == from:
				out[at] = '\n'
			default:
				out[at] = ' '
			}
		}
		at = s.End
	}
	return string(out)
}

// blank is a text with blanks for some spans, which are in order.
func blank(text string, spans []Span) string {
	out := []byte(text)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

func size(nodes []node) int {
	n := len(nodes)
	for i := range nodes {
		n += size(nodes[i].kids)
	}
	return n
}

// longestOperand bounds the text of an operand, in bytes: nobody means the same long text twice.
const longestOperand = 300

// words joins tokens as they are compared; false when they are too long to be.
func words(nodes []node) (string, bool) {
	var b strings.Builder
	ok := write(&b, nodes)
	return b.String(), ok
}

func write(b *strings.Builder, nodes []node) bool {
	for i := range nodes {
		b.WriteString(nodes[i].text)
		b.WriteByte(' ')
		if b.Len() > longestOperand || nodes[i].kind == group && !write(b, nodes[i].kids) {
			return false
		}
		if nodes[i].kind == group {
			b.WriteByte(')')
		}
	}
	return true
}
