package code

import (
	goparser "go/parser"
	"go/token"
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
