package outbox_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"kadry/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		os.Exit(child(url))
	}
	code := pgtest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		code = 1
	}
	os.Exit(code)
}
