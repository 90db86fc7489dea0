package developer_test

import (
	"testing"

	"kadry/internal/webui/developer"
	"kadry/internal/webui/webtest"
)

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, developer.New(served(t, &office{}), nil).Files)
}
