package lexer_test

import (
	"strconv"
	"strings"
	"testing"

	"kadry/internal/codematch/lexer"
	"kadry/internal/effort"
	"kadry/internal/growth"
)

// hostile texts repeat what a lexer has to look ahead for.
var hostile = []string{
	"=/[", "(/a", "= /x\\", "`${", "`${`", "f'{", "f\"{x:{", "$\"{", "\"#{", "\"{$", "<<A", "<<~A\n", "x <<A1 ", "<<<A\n", "%w[", "%(", "/*", "/* /*", "R\"(", "R\"abcdefghijkl(", "r#\"",
	"r####\"", "'a", "'\\", "\"\\\n", "\"\"\"", "'''", "{{", "((", "#if\n", "\\\n", "?a", ":\"", "def f(\n", "  \n", "\n\n.", "a\n", "<?php ?>", "=begin\n", "@\"", "1.", "1e+", "1'", "//\\\n", "\xff", "\u00a0",
}

func TestGrowth(t *testing.T) {
	size := effort.Times(1) * (128 << 10)
	for _, lang := range append(lexer.Languages(), "") {
		t.Run(string(lang), func(t *testing.T) {
			growth.Check(t, size, func(text string) { lexer.Lex(nil, lang, []byte(text)) })
			for _, piece := range hostile {
				t.Run(strconv.Quote(piece), func(t *testing.T) {
					growth.Linear(t, size, func(n int) func() {
						text := []byte(strings.Repeat(piece, n/len(piece)+1))
						return func() { lexer.Lex(nil, lang, text) }
					})
				})
			}
		})
	}
}
