package e2e

import (
	"path/filepath"
	"testing"

	"kadry/internal/e2e/e2etest"
)

func TestScript(t *testing.T) {
	t.Parallel()
	e2etest.Scripts(t, filepath.Join("testdata", "script"), nil, nil)
}
