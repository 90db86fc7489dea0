package cursor_test

import (
	"testing"

	"kadry/internal/cursor"
	"kadry/internal/fault"
)

func TestPage_offsetStandsInForACursor(t *testing.T) {
	t.Parallel()
	q := cursor.Ask("list")
	whole := q.After("7")
	for _, c := range []struct {
		page cursor.Page
		want int
		kind fault.Kind
	}{
		{cursor.Page{}, 0, ""},
		{cursor.Page{Offset: 12}, 12, ""},
		{cursor.Page{Cursor: whole}, 7, ""},
		{cursor.Page{Offset: 1 << 40}, 1 << 20, ""},
		{cursor.Page{Cursor: whole, Offset: 12}, 0, fault.Invalid},
		{cursor.Page{Cursor: "+"}, 0, fault.Invalid},
		{cursor.Page{Cursor: "+-3"}, 0, fault.Invalid},
		{cursor.Page{Cursor: "+99999999999999999999"}, 0, fault.Invalid},
	} {
		given, err := c.page.Given()
		got := 0
		if err == nil {
			got, err = q.Offset(given)
		}
		if got != c.want || fault.KindOf(err) != c.kind {
			t.Errorf("%+v: %d, %v", c.page, got, err)
		}
		if n, ok := cursor.Skip(given); ok != (c.page.Offset > 0 && c.kind == "") || ok && n != c.want {
			t.Errorf("%+v skips %d, %t", c.page, n, ok)
		}
	}
}
