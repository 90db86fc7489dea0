package e2e

import (
	"kadry/internal/e2e/e2etest"
	"path/filepath"
	"testing"
)

func TestScript(t *testing.T) {
	t.Parallel()
	e2etest.Scripts(t, filepath.Join("testdata", "script"), nil, nil)
}
