package code

import (
	goparser "go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
)

// mostParsed bounds what a parser of another hand is given.
const mostParsed = 32 << 10

// parse asks the parser of a language, where there is one, what is wrong with a text; empty
// is nothing. A piece of a program is read as what it may be a piece of.
func parse(lang Language, source string) string {
	if len(source) > mostParsed || deepest(source) > mostDepth {
		return "the code is too long to be parsed"
	}
	switch lang {
	case Go:
		return parseGo(source)
	case JavaScript:
		return parseScript(source)
	}
	return "" // brackets and strings were checked by the reader
}

// What bounds the search for a program in an answer: the lines at which it may begin, those where
// it may end, and the bytes that are parsed in all.
const (
	mostEdges  = 8
	mostTried  = 96 << 10
	longestRun = 12 // of the letters before a name that say that it is given
)

// within finds the longest run of lines that is a program in a language that has a parser here:
// functions at least, as one word of prose is an expression, the one that is asked for among them.
// It is empty where there is none.
func within(task Task, text string) Span {
	edges, ok := programEdges[task.Language]
	if !ok || len(text) > mostParsed || !edges.function.MatchString(text) {
		return Span{}
	}
	starts, ends := edges.begins.FindAllStringIndex(text, mostEdges), edges.ends.FindAllStringIndex(text, -1)
	ends = append(ends[max(0, len(ends)-mostEdges):], []int{0, len(text)})
	slices.Reverse(ends)
	left := mostTried
	for _, start := range append([][]int{{0, 0}}, starts...) {
		for _, end := range ends {
			if end[1] <= start[0] {
				continue
			}
			part := text[start[0]:end[1]]
			if !edges.function.MatchString(part) || !declares(task, part) {
				continue
			}
			if left -= len(part); left < 0 {
				return Span{}
			}
			if parse(task.Language, part) == "" {
				return Span{start[0], end[1]}
			}
		}
	}
	return Span{}
}

// declares says whether a text gives the function that is asked for its name.
func declares(task Task, text string) bool {
	for rest := text; task.Entry != ""; {
		_, after, ok := strings.Cut(rest, task.Entry)
		if !ok {
			return false
		}
		before := rest[:len(rest)-len(after)-len(task.Entry)]
		before = strings.TrimRight(before[max(0, len(before)-longestRun):], " \t*")
		ends := !longer.MatchString(after)
		if ends && (naming.MatchString(before) || strings.HasPrefix(strings.TrimLeft(after, " \t"), "=")) {
			return true
		}
		rest = after
	}
	return true
}

var (
	naming = regexp.MustCompile(`\b(?:func|function|const|let|var)$`) // before a name that is given
	longer = regexp.MustCompile(`^[\w$]`)                             // behind a part of a longer name
)

// programEdges are the lines at which programs begin and end, and what one has.
var programEdges = map[Language]struct{ function, begins, ends *regexp.Regexp }{
	Go: {
		regexp.MustCompile(`(?m)^[ \t]*func\b[^\n]*\{`),
		regexp.MustCompile(`(?m)^[ \t]*(?:package|import|func|type|var|const|//|/\*)`),
		regexp.MustCompile(`(?m)^[ \t]*[})]+[ \t\r]*$`),
	},
	JavaScript: {
		regexp.MustCompile(`\bfunction\b[^\n]*\(|=>|(?m:^\s*class\s)`),
		regexp.MustCompile(`(?m)^[ \t]*(?:export|import|const|let|var|(?:async[ \t]+)?function|class|module|//|/\*|["']use strict)`),
		regexp.MustCompile(`(?m)^[^\n]*(?:[})\]]+[ \t]*;?|;)[ \t\r]*$`),
	},
}

// deepest is how deep brackets stand in each other: parsers recurse.
func deepest(source string) int {
	depth, most := 0, 0
	for _, c := range []byte(source) {
		switch c {
		case '(', '[', '{':
			depth++
			most = max(most, depth)
		case ')', ']', '}':
			depth--
		}
	}
	return most
}

func parseGo(source string) string {
	first := ""
	for _, whole := range []string{source, "package p;" + source, "package p;func _() {" + source + "\n}"} {
		_, err := goparser.ParseFile(token.NewFileSet(), "", whole, goparser.SkipObjectResolution)
		if err == nil {
			return ""
		}
		if strings.Contains(whole, "func ") || first == "" {
			first = err.Error()
		}
	}
	return first
}

func parseScript(source string) string {
	_, err := parser.ParseFile(nil, "", source, 0, parser.WithDisableSourceMaps)
	if err == nil {
		return ""
	}
	if got := api.Transform(source, api.TransformOptions{Loader: api.LoaderTS, LogLevel: api.LogLevelSilent}); len(got.Errors) == 0 {
		return ""
	}
	return err.Error()
}
