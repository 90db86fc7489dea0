package main

import (
	"math/rand"
	"strconv"

	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
)

// renamed are documents whose own names are replaced by arbitrary ones, others in each, so
// that the model learns what to go by where names tell nothing, or lie.
func renamed(documents []evaluate.Document) []evaluate.Document {
	out := make([]evaluate.Document, len(documents))
	for i, d := range documents {
		d.Masked = rename(d.Lang, d.Masked, rand.New(rand.NewSource(int64(i))))
		out[i] = d
	}
	return out
}

func rename(lang lexer.Language, code string, chance *rand.Rand) string {
	src := []byte(code)
	tokens := feature.Tokens(lang, src)
	form := feature.FormOf(lang, src, tokens)
	own := map[string]string{}
	numbers := chance.Perm(40)
	style := chance.Intn(3)
	add := func(name string) {
		if own[name] != "" || name == "entry" || name == "Entry" || name == "" {
			return
		}
		n := len(own)
		if n < len(numbers) {
			n = numbers[n]
		}
		switch {
		case style == 0:
			own[name] = "v" + strconv.Itoa(n+1)
		case n < 26:
			own[name] = string(rune('a' + n))
		default:
			own[name] = "x" + strconv.Itoa(n)
		}
	}
	for _, p := range form.Params {
		add(string(src[p.Start:p.End]))
	}
	for _, s := range form.Symbols {
		t := tokens[s.Token]
		if s.Class != feature.Name || t.Kind != lexer.Word || s.Token > 0 && string(tokens[s.Token-1].Of(src)) == "." {
			continue
		}
		add(string(t.Of(src)))
	}
	var text []byte
	last := int32(0)
	for _, t := range tokens {
		text = append(text, src[last:t.Start]...)
		last = t.End
		if other := own[string(t.Of(src))]; other != "" && t.Kind == lexer.Word {
			text = append(text, other...)
			continue
		}
		text = append(text, t.Of(src)...)
	}
	return string(append(text, src[last:]...))
}
