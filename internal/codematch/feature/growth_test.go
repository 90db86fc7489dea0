package feature_test

import (
	"testing"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
	"kadry/internal/growth"
)

// Files of foreign repositories hold whatever they hold.
func TestGrowth(t *testing.T) {
	for _, lang := range []lexer.Language{lexer.Python, lexer.TypeScript, lexer.Go, lexer.CPP, lexer.PHP} {
		t.Run(string(lang), func(t *testing.T) {
			growth.Check(t, 128<<10, func(text string) {
				src := []byte(text)
				feature.Of(lang, src)
				feature.FormOf(lang, src, feature.Tokens(lang, src))
			})
		})
	}
}
