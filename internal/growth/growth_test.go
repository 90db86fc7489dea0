package growth_test

import (
	"strings"
	"testing"

	"kadry/internal/growth"
)

func TestFamilies(t *testing.T) {
	names := map[string]bool{}
	for _, f := range growth.Families() {
		if n := len(f.Text(1000)); names[f.Name] || n < 1000 || n > 1100 {
			t.Errorf("%s: %d bytes, or a second of its name", f.Name, n)
		}
		names[f.Name] = true
	}
	if len(names) < 20 {
		t.Errorf("only %d families", len(names))
	}
}

func TestCheck_linear(t *testing.T) {
	growth.Check(t, 64<<10, func(text string) { _ = strings.ToUpper(text) })
}
