package licence_test

import (
	"testing"

	"kadry/internal/codematch/source/licence"
	"kadry/internal/growth"
)

// Licences and heads of files are written by others.
func TestGrowth(t *testing.T) {
	growth.Check(t, 128<<10, func(text string) {
		licence.Header([]byte(text))
		licence.Expression(text)
	})
}
