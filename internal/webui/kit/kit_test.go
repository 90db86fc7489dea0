package kit_test

import (
	"testing"

	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, kit.Own().Files)
}
