package codematche2e_test

import (
	"testing"

	"kadry/internal/e2e/e2etest"
)

func TestMain(m *testing.M) { e2etest.Main(m) }
