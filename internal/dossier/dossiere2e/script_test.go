package dossiere2e_test

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kadry/internal/e2e/e2etest"
)

// Every script asks made-up foreign systems, which all of them share.
func TestScript(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	e2etest.Scripts(t, filepath.Join("testdata", "script"), func(env *testscript.Env) { env.Vars = append(env.Vars, o.env...) }, nil)
}
