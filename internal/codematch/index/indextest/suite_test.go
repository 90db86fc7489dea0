package indextest

import (
	"testing"

	"kadry/internal/codematch/index"
)

func TestReference(t *testing.T) {
	t.Parallel()
	Run(t, func(*testing.T) (index.Index, Put) {
		var r Reference
		return &r, r.Put
	})
}
