package code_test

import (
	"strings"
	"testing"

	"kadry/internal/growth"
	"kadry/internal/interview/code"
)

// sought are patterns that look far for what they want, by language.
var sought = map[code.Language][]code.Pattern{
	code.Go:         {"f(<... a ...>)", "for ... { <... go ...> }", "{ ;...; a() ;...; c() ;...; }", "$E := $E"},
	code.JavaScript: {"f(<... a ...>)", "if (...) { <... return ...> }"},
	code.PHP:        {`f("..." . $_)`},
	code.Python:     {"if x: { <... b = 2 ...> }", "f(..., a, ...)"},
	code.SQL:        {"select ... from ... where b = 1"},
	code.Shell:      {"sort ... | head", "awk ... ' <... print $1 ...> '"},
	code.Dockerfile: {"final from c { <... user =~/[1-9]/ ...> }", "run ..."},
}

// repeated are lines that parsers and patterns may begin at again and again.
var repeated = []string{
	"f(", "f(a, ", "a()\n", "for x {\n", "if x:\n  ", "if x:\n", "{\n", "x := y\n", "`", `"`, "'", "/*", "//\n", "select a from (", "a | ", "a && ", "FROM a\n", "RUN a \\\n",
	"<<E\n", "$(", "'''", "b = 2\n", "sort ", "return\n",
}

// Code that a candidate writes costs no more to read and to search than its size.
func TestGrowth(t *testing.T) {
	for lang, patterns := range sought {
		t.Run(string(lang), func(t *testing.T) {
			task := code.Task{Language: lang, Entry: "f"}
			work := func(text string) {
				code.Split(code.Task{Language: lang}, text)
				a := code.Read(task, "```\n"+text+"\n```")
				for _, p := range patterns {
					a.Find(code.Rule{Have: []code.Pattern{p}})
				}
				code.Read(task, text)
			}
			growth.Check(t, 32<<10, work)
			for _, unit := range repeated {
				t.Run(unit, func(t *testing.T) {
					growth.Linear(t, 32<<10, func(n int) func() {
						text := strings.Repeat(unit, n/len(unit))
						return func() { work(text) }
					})
				})
			}
		})
	}
}
