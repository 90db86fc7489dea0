package pipelinee2e_test

import (
	"path/filepath"
	"testing"

	"kadry/internal/e2e/e2etest"
)

func TestMain(m *testing.M) { e2etest.Main(m) }

func TestScript(t *testing.T) {
	t.Parallel()
	e2etest.Scripts(t, filepath.Join("testdata", "script"), nil, nil)
}
