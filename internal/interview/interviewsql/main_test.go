package interviewsql

import (
	"context"
	"os"
	"testing"
	"time"

	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(crashURL); url != "" {
		os.Exit(crashChild(context.Background(), url))
	}
	os.Exit(pgtest.Tidy(m))
}

// noon is the time of the tests' clock.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// acme and globex are two tenants.
const (
	acme   = "acme"
	globex = "globex"
)
