package unit_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/codematch/unit"
	"kadry/internal/effort"
	"kadry/internal/growth"
)

// hostile texts repeat what a splitter has to look around for.
var hostile = []string{
	"f(){", "class A{", "(", "[", "{", "{}", "({", "x{1},", "f() : a{", "def a(", "def a(\n", "class A:\n  ", "def a\n", "def a; ", "if a\n", "begin ", "end\n", "=> ", "a => b, ", "const a = b => ",
	"a = function(", "template<", "a<", "impl<", "@a(", "#[a]", "#if a\n{\n#else\n", "struct a ", "a::", "operator", "fn a() {", "func (a) b() {", "func a(x func(", "case a: ", "}", ")",
}

// share is how many pieces one is tried of in a run, others each time; with more effort all.
const share = 6

func TestGrowth(t *testing.T) {
	shift := rand.IntN(share)
	size := effort.Times(1) * (24 << 10)
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			growth.Check(t, size, func(text string) { unit.Split(path, []byte(text), unit.Limits{}) })
			for i, piece := range hostile {
				if effort.Times(1) < 10 && (i+shift)%share != 0 {
					continue
				}
				t.Run(strconv.Quote(piece), func(t *testing.T) {
					growth.Linear(t, size, func(n int) func() {
						text := []byte(strings.Repeat(piece, n/len(piece)+1))
						return func() { unit.Split(path, text, unit.Limits{}) }
					})
				})
			}
		})
	}
}
