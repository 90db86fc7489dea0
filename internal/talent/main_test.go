package talent_test

import (
	"os"
	"testing"

	"kadry/internal/effort"
)

func TestMain(m *testing.M) {
	effort.Checks(25)
	os.Exit(m.Run())
}
