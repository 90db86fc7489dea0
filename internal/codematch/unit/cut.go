package unit

import "kadry/internal/codematch/lexer"

// lexed cuts a text by its tokens alone. It answers false when brackets or words that
// belong together do not match; what was found then may be rough.
func lexed(lang lexer.Language, src []byte, tokens []lexer.Token) ([]span, bool) {
	switch lang {
	case lexer.Python:
		return indented(src, tokens), true
	case lexer.Ruby:
		return ended(src, tokens)
	}
	return braced(lang, src, tokens)
}

// goUnits cuts a text of Go by its parser, or by its tokens when it has errors.
func goUnits(src []byte, tokens []lexer.Token) ([]span, bool) {
	if spans, ok := parsed(src); ok {
		return spans, true
	}
	return lexed(lexer.Go, src, tokens)
}
