package codematchsql_test

import (
	"context"
	"testing"
	"time"

	"kadry/internal/codematch/codematchsql"
	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/dense/densetest"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
	"kadry/internal/store/storetest"
)

func TestVectors(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s storetest.Bench) {
		densetest.Run(t, func(t *testing.T) dense.Store { return codematchsql.NewVectors(s.Open(t)) })
	}, codematchsql.Schema())
}

// lengths is an embedder for which texts are alike that are about as long.
type lengths struct{}

func (lengths) Query(_ context.Context, text string) ([]float32, error) {
	if len(text)%2 == 0 {
		return []float32{1, 0}, nil
	}
	return []float32{0.6, 0.8}, nil
}

func (l lengths) Documents(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	for _, text := range texts {
		v, _ := l.Query(ctx, text)
		vectors = append(vectors, v)
	}
	return vectors, nil
}

func (lengths) Space(int) string { return "lengths" }

// The vectors follow the mirror through indexing, indexing again and deletion.
func TestVectors_followTheMirror(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s storetest.Bench) {
		db := s.Open(t)
		kept, err := codematchsql.NewMirror(db, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		vectors := codematchsql.NewVectors(db)
		x := dense.New(lengths{}, vectors, kept)
		fill := func(want int) {
			t.Helper()
			filled, err := x.Fill(t.Context(), "a", dense.Budget{}, nil)
			if err != nil || filled.Made != want || filled.Left != 0 {
				t.Fatalf("%+v, %v", filled, err)
			}
		}
		putFunctions(t, kept, "odd", "even")
		fill(2)
		got, err := x.Near(t.Context(), "a", []byte("even"), index.Filter{}, 5)
		if err != nil || len(got.Near) != 2 || got.Near[0].Place.File != 1 || got.Near[0].Similarity != 1 {
			t.Errorf("%+v, %v", got, err)
		}
		putFunctions(t, kept, "even", "newer")
		fill(1)
		got, err = x.Near(t.Context(), "a", []byte("even"), index.Filter{}, 5)
		if err != nil || got.Covered != 2 || got.Near[0].Place.File != 0 || got.Generations[got.Near[0].Place.Repository] != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		if gone, err := kept.Delete(t.Context(), "a", "github.com/a/a"); err != nil || !gone {
			t.Fatal(err)
		}
		fill(0)
		if tenants, err := vectors.Tenants(t.Context()); err != nil || len(tenants) > 0 {
			t.Errorf("vectors of %v are left, %v", tenants, err)
		}
	}, codematchsql.Schema())
}

// putFunctions makes files, each of one function, the next generation of a repository.
func putFunctions(t *testing.T, kept *codematchsql.Mirror, texts ...string) {
	t.Helper()
	_, next, err := kept.Begin(t.Context(), "a", "github.com/a/a")
	if err != nil {
		t.Fatal(err)
	}
	var files []mirror.File
	var bodies []mirror.Text
	for i, text := range texts {
		digest := mirror.Digest([]byte(text))
		bodies = append(bodies, mirror.Text{Digest: digest, Body: []byte(text)})
		files = append(files, mirror.File{Path: string(rune('a'+i)) + ".go", Digest: digest, Units: []unit.Unit{{Kind: unit.Function, End: len(text)}}})
	}
	if err := kept.PutTexts(t.Context(), "a", bodies); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Finish(t.Context(), "a", next, mirror.Snapshot{}, files); err != nil {
		t.Fatal(err)
	}
}
