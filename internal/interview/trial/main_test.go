package trial_test

import (
	"testing"

	"kadry/internal/interview/interviewtest"
)

func TestMain(m *testing.M) { interviewtest.Main(m) }
