package kinship

import (
	"fmt"
	"os"
	"testing"

	"kadry/internal/codematch/lexer"
)

func BenchmarkBuilder(b *testing.B) {
	text, err := os.ReadFile("builder.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	builder := NewBuilder("a/b")
	for b.Loop() {
		builder.Add("builder.go", lexer.Go, string(text))
	}
}

func thousand(b *testing.B) []Card {
	b.Helper()
	var cards []Card
	for i := range 1000 {
		c := Card{Repository: fmt.Sprintf("o/%s", letters(i*7919)), Subtokens: map[string]int{}, Imports: map[string]int{}}
		for j := range 300 {
			c.Subtokens[letters((i*31+j*j*17)%5000)] = 1 + j
			c.Paths = append(c.Paths, letters((i+j*13)%3000)+"/"+letters(j*i%4000)+".go")
			c.Readme += letters((i*j)%6000) + " "
		}
		for j := range 40 {
			c.Imports[letters((i*3+j)%500)] = 1
		}
		cards = append(cards, c)
	}
	return cards
}

func BenchmarkNewCollection(b *testing.B) {
	cards := thousand(b)
	for b.Loop() {
		NewCollection(cards)
	}
}

func BenchmarkRank(b *testing.B) {
	cards := thousand(b)
	c := NewCollection(cards)
	for b.Loop() {
		c.Rank(cards[5], Options{Limit: 10})
	}
}
