package kinship

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestStoredFormKeepsBoundedCards(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		card := anyCard(t, "card")
		text, err := Encode(card)
		if err != nil {
			t.Fatal(err)
		}
		read, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		bounded := card.Bounded()
		if diff := cmp.Diff(bounded, read, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(bounded, bounded.Bounded(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("bounded twice: %s", diff)
		}
	})
}

func TestStoredFormRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing": "", "no JSON": "{", "another version": `{"v":2,"card":{}}`, "no version": `{"card":{}}`,
		"a list": `[]`, "words for counts": `{"v":1,"card":{"imports":{"a":"b"}}}`, "a count too large": `{"v":1,"card":{"files":1e99}}`,
		"two megabytes": `{"v":1,"card":{"readme":"` + strings.Repeat("x", 2<<20) + `"}}`,
	} {
		if _, err := Decode([]byte(text)); !errors.Is(err, ErrStored) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range []Card{
		{Repository: "a/weather", Paths: []string{"cmd/main.go"}, Imports: map[string]int{"net/http": 2}, Readme: "# Погода\n\nWeather."},
		{Symbols: []string{"Parse"}, Routes: []string{"/api/users"}, Dependencies: []string{"react"}, Extensions: map[string]int{"": 1}},
	} {
		text, err := Encode(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"v":1,"card":{"subtokens":{"\ud800":-1,"":3},"paths":["\u0000","../../etc"],"files":-1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		card, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Encode(card)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(again)
		if err != nil {
			t.Fatalf("what was encoded is refused: %v", err)
		}
		if diff := cmp.Diff(card, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if s := Compare(card, Card{Repository: "a/b"}, -1); !(s.Similarity >= 0 && s.Similarity <= 1) {
			t.Fatalf("likelihood %v", s.Similarity)
		}
		if !json.Valid(again) {
			t.Fatal("not JSON")
		}
	})
}
