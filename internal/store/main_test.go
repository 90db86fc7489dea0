package store_test

import (
	"os"
	"testing"

	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Tidy(m))
}
