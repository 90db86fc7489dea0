package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"kadry/internal/store/pgtest"
)

// Where the tests find what they test: the checkout and the product built from it.
var (
	checkout = filepath.Join("..", "..")
	kadry    string // path of the binary
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
	}
	os.Exit(code)
}

// run builds the product once, as users do, and runs the tests over it.
func run(m *testing.M) (code int, err error) {
	folder, err := os.MkdirTemp("", "kadry-e2e-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(folder)
	kadry = filepath.Join(folder, "kadry")
	build := exec.Command("go", "build", "-race=false", "-o", kadry, "./cmd/kadry")
	build.Dir, build.Stderr = checkout, os.Stderr
	if err := build.Run(); err != nil {
		return 1, fmt.Errorf("build the product: %w", err)
	}
	return pgtest.Main(m), nil
}
