package loose_test

import (
	"reflect"
	"testing"

	"kadry/internal/market/loose"
)

type document struct {
	ID    loose.Text         `json:"id"`
	Count loose.Number       `json:"count"`
	All   loose.List[string] `json:"all"`
	Flag  bool               `json:"flag"`
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]document{
		`{"id":" a ","count":2,"all":["x","y"],"flag":true}`: {"a", 2, loose.List[string]{"x", "y"}, true},
		`{"id":7,"count":"3.5","all":"x","flag":"true"}`:     {"7", 3.5, loose.List[string]{"x"}, false},
		`{"id":null,"count":null,"all":null,"flag":null}`:    {},
		`{"id":{},"count":-1,"all":{},"flag":1}`:             {"", 0, loose.List[string]{""}, false},
		`{"id":[],"count":"many","all":[1,"x"],"flag":true}`: {"", 0, loose.List[string]{"", "x"}, true},
		`{"count":1e13}`:  {},
		`{"count":1e400}`: {},
		`[]`:              {},
		`null`:            {},
	} {
		var got document
		if err := loose.Decode([]byte(in), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v, %v", in, got, want, err)
		}
	}
	for _, in := range []string{``, `{`, `{"id":}`, `x`, `{} {}`} {
		if err := loose.Decode([]byte(in), &document{}); err == nil {
			t.Errorf("%q is JSON", in)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":1,"count":"2","all":[1],"flag":0}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var d document
		if loose.Decode(body, &d) == nil && (d.Count < 0 || d.Count > 1e12) {
			t.Errorf("%v", d.Count)
		}
	})
}
