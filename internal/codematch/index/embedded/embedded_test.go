package embedded_test

import (
	"context"
	"iter"
	"sync"
	"testing"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/embedded"
	"kadry/internal/codematch/index/indextest"
)

// memory is a source that a test fills.
type memory struct {
	mu      sync.Mutex
	tenants map[string]map[int64]content
	read    int   // how often documents were asked for
	fails   error // what they end with
}

type content struct {
	number    int64
	documents []index.Document
}

func (m *memory) put(tenant string, repository, number int64, documents []index.Document) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tenants == nil {
		m.tenants = map[string]map[int64]content{}
	}
	if m.tenants[tenant] == nil {
		m.tenants[tenant] = map[int64]content{}
	}
	if documents == nil {
		delete(m.tenants[tenant], repository)
		return
	}
	m.tenants[tenant][repository] = content{number, documents}
}

func (m *memory) Repositories(_ context.Context, tenant string) (list []embedded.Generation, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for repository, c := range m.tenants[tenant] {
		list = append(list, embedded.Generation{Repository: repository, Number: c.number})
	}
	return list, nil
}

func (m *memory) Documents(_ context.Context, tenant string, g embedded.Generation) iter.Seq2[index.Document, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read++
	documents, fails := m.tenants[tenant][g.Repository].documents, m.fails
	return func(yield func(index.Document, error) bool) {
		for _, d := range documents {
			if !yield(d, nil) {
				return
			}
		}
		if fails != nil {
			yield(index.Document{}, fails)
		}
	}
}

func start(t testing.TB, folder string, m *memory) *embedded.Index {
	t.Helper()
	x, err := embedded.New(folder, 1, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func TestConformance(t *testing.T) {
	t.Parallel()
	indextest.Run(t, func(t *testing.T) (index.Index, indextest.Put) {
		var m memory
		return start(t, t.TempDir(), &m), m.put
	})
}
