package retrieve_test

import (
	"testing"

	"kadry/internal/effort"
	"kadry/internal/growth"
	"kadry/internal/retrieve"
)

func TestTokens_workGrowsWithTheText(t *testing.T) {
	growth.Check(t, effort.Times(1)*(128<<10), func(text string) { retrieve.Tokens(text) })
}

func TestIndex_workGrowsWithTheText(t *testing.T) {
	growth.Check(t, effort.Times(1)*(64<<10), func(text string) {
		x := retrieve.NewIndex()
		x.Put(0, retrieve.Cut(retrieve.Field{Text: text, Weight: 1}))
		x.Scores(retrieve.Terms(text))
		for range x.Phrase(text) {
			break
		}
		retrieve.Places(text, text)
	})
}
