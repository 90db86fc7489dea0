//go:build !cgo

package unit

import "kadry/internal/codematch/lexer"

// cut finds the units of a text: those of Go by its own parser, all others by their tokens.
func cut(lang lexer.Language, src []byte, tokens []lexer.Token, _ Limits) ([]span, bool) {
	if lang == lexer.Go {
		return goUnits(src, tokens)
	}
	return lexed(lang, src, tokens)
}
