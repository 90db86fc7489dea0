package skill

import (
	"sync"
	"testing"
)

// loaded shares one graph among the tests: it never changes.
var loaded = sync.OnceValues(Load)

func load(t testing.TB) *Graph {
	t.Helper()
	g, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return g
}
