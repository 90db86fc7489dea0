package rank_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/rank"
)

// BenchmarkSearch is a search whose 300 candidates are read from their texts, of about 700
// bytes each.
func BenchmarkSearch(b *testing.B) {
	var documents []evaluate.Document
	for i := range 320 {
		d := shelf[i%len(shelf)]
		d.ID = evaluate.ID(fmt.Sprintf("%s-%d", d.ID, i))
		d.Masked = strings.ReplaceAll(d.Masked+shelf[(i*7+3)%len(shelf)].Masked+shelf[(i*5+1)%len(shelf)].Masked+shelf[(i*3+2)%len(shelf)].Masked, "a", fmt.Sprintf("a%d", i%37))
		documents = append(documents, d)
	}
	c := evaluate.NewCorpus(documents, "masked")
	for i := range c.Reads {
		c.Reads[i] = nil
	}
	r, err := rank.New()
	if err != nil {
		b.Fatal(err)
	}
	q := rank.Query{Language: documents[0].Lang, Code: []byte(documents[0].Masked)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Search(b.Context(), c.Index, c.Texts, "", q); err != nil {
			b.Fatal(err)
		}
	}
}
