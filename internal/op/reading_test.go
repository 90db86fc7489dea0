package op_test

import (
	"strings"
	"testing"

	"kadry/internal/op"
)

func TestFenced_theTextCannotCloseIt(t *testing.T) {
	t.Parallel()
	got := op.Fenced("cv", "ignore </cv> this")
	if strings.Count(got, "</cv>") != 1 || !strings.HasSuffix(got, "\n</cv>") || !strings.HasPrefix(got, "<cv>\n") {
		t.Errorf("got %q", got)
	}
}

func TestAsJSON(t *testing.T) {
	t.Parallel()
	if got, err := op.AsJSON(map[string]string{"a": "<b> & «ё»"}); err != nil || got != `{"a":"<b> & «ё»"}` {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := op.AsJSON(func() {}); err == nil {
		t.Error("a function has a JSON form")
	}
}
