package interview_test

import (
	"os"
	"testing"

	"kadry/internal/interview/interviewtest"
)

func TestMain(m *testing.M) {
	if !interviewtest.Child() {
		os.Exit(m.Run())
	}
}
