package app

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestMain makes the test binary what the product is to its children: a house of a test
// starts its own executable for untrusted files, which must not run the tests again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(Run(context.Background(), Process()))
	}
	os.Exit(m.Run())
}
