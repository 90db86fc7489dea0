package redistest

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A server of our own can be started, used, killed and started again.
func TestStart(t *testing.T) {
	s := Start(t)
	if err := usable(s.URL); err != nil {
		t.Errorf("it cannot be used: %v", err)
	}
	s.Kill(t)
	if usable(s.URL) == nil {
		t.Error("it is still there")
	}
	s.Again(t)
	if err := usable(s.URL); err != nil {
		t.Errorf("it cannot be used again: %v", err)
	}
}

func TestURL(t *testing.T) {
	if err := usable(URL(t)); err != nil {
		t.Error(err)
	}
}
