package evidenceroom

import (
	"encoding/json"
	"os"
	"testing"
)

func TestDev(t *testing.T) {
	dir := os.Getenv("WORLD")
	if dir == "" {
		t.Skip()
	}
	r, err := evaluateWorld(t.Context(), dir, 0, os.Stderr)
	out, _ := json.MarshalIndent(r, "", " ")
	t.Logf("%s %v", out, err)
}
