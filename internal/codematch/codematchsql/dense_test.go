package codematchsql_test

import (
	"testing"

	"kadry/internal/codematch/codematchsql"
	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/dense/densetest"
	"kadry/internal/store/storetest"
)

func TestVectors(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s storetest.Bench) {
		densetest.Run(t, func(t *testing.T) dense.Store { return codematchsql.NewVectors(s.Open(t)) })
	}, codematchsql.Schema())
}
