package e2e_test

import (
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/webui/webtest"
)

// TestTasks does in a browser what people come for and counts their clicks and fields.
func TestTasks(t *testing.T) {
	t.Parallel()
	webtest.Chromium(t)
	webtest.Drive(t, "browser/tasks.mjs", e2etest.Serve(t, e2etest.Options{}).URL)
}
