//go:build cgo

package unit

import (
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit/treesitter"
)

// cut finds the units of a text by its grammar, or by its tokens when it has errors. Go has
// its own parser, which takes an eighth of the time of the grammar.
func cut(lang lexer.Language, src []byte, tokens []lexer.Token, l Limits) ([]span, bool) {
	if lang == lexer.Go {
		return goUnits(src, tokens)
	}
	rough, clean := lexed(lang, src, tokens)
	if !clean { // no grammar takes what has brackets without their match
		return rough, false
	}
	found, ok := treesitter.Units(lang, src, l.Nodes)
	if !ok {
		return rough, true
	}
	spans := make([]span, len(found))
	for i, u := range found {
		spans[i] = span{kind: Function, owner: u.Owner, name: u.Name, start: u.Start, end: u.End, body: u.Body}
		if u.Class {
			spans[i].kind = Class
		}
	}
	return spans, true
}
