package store_test

import (
	"strings"
	"testing"

	"kadry/internal/store"
)

func TestPack(t *testing.T) {
	t.Parallel()
	body, err := store.Pack(map[string][]string{"a": {"б", strings.Repeat("long ", 1000)}})
	if err != nil || len(body) > 200 {
		t.Fatalf("%d bytes, %v", len(body), err)
	}
	got, err := store.Unpack[map[string][]string](body, 1<<20)
	if err != nil || got["a"][0] != "б" || len(got["a"][1]) != 5000 {
		t.Errorf("%v, %v", got["a"][:1], err)
	}
	for name, bad := range map[string][]byte{"nothing": nil, "no zstd": []byte("{}"), "cut": body[:len(body)/2]} {
		if _, err := store.Unpack[map[string][]string](bad, 1<<20); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	if _, err := store.Unpack[map[string][]string](body, 100); err == nil {
		t.Error("more than may be is read")
	}
}
