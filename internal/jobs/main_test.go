package jobs

import (
	"os"
	"testing"

	"kadry/internal/effort"
	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		os.Exit(child(url))
	}
	effort.Checks(30)
	os.Exit(pgtest.Tidy(m))
}
