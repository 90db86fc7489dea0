package kit_test

import (
	"testing"

	"kadry/internal/webui/kit"
)

func TestBand(t *testing.T) {
	t.Parallel()
	for score, want := range map[int]string{
		0: "weak", 24: "weak", 25: "partial", 49: "partial", 50: "good", 74: "good", 75: "strong", 100: "strong",
	} {
		if got := kit.Band(score); got != "band."+want {
			t.Errorf("%d: %s, want %s", score, got, want)
		}
	}
}
