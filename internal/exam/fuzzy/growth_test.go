package fuzzy_test

import (
	"testing"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/growth"
)

// Texts are put in from pages of others, and searched by whatever somebody types.
func TestGrowth(t *testing.T) {
	t.Run("query", func(t *testing.T) {
		x := fuzzy.New()
		for i, text := range []string{"Высота MH треугольника делит гипотенузу на отрезки", "I have worked with Go and 2019", "a"} {
			x.Put(uint32(i), text)
		}
		growth.Check(t, 64<<10, func(text string) { x.Search(text, 10) })
	})
	t.Run("text", func(t *testing.T) {
		growth.Check(t, 64<<10, func(text string) {
			x := fuzzy.New()
			x.Put(1, text)
			x.Search("высота делит гипотенузу, a Go 7", 10)
		})
	})
	t.Run("both", func(t *testing.T) {
		growth.Check(t, 64<<10, func(text string) {
			x := fuzzy.New()
			x.Put(1, text)
			x.Search(text, 10)
		})
	})
}
