package e2e

import (
	"kadry/internal/e2e/e2etest"
	"testing"
)

func TestMain(m *testing.M) { e2etest.Main(m) }
