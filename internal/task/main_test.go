package task

import (
	"os"
	"testing"

	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		os.Exit(child(url))
	}
	os.Exit(pgtest.Tidy(m))
}
