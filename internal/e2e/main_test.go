package e2e

import (
	"context"
	"os"
	"testing"

	"kadry/internal/e2e/e2etest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(migrateURL); url != "" {
		os.Exit(migrateChild(context.Background(), url))
	}
	if os.Getenv(floodCall) != "" {
		os.Exit(floodChild())
	}
	e2etest.Main(m)
}
