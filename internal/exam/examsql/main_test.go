package examsql

import (
	"os"
	"testing"
	"time"

	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Tidy(m))
}

// noon is when the tests read their pages.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
