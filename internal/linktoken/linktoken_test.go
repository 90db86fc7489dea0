package linktoken_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/linktoken"
)

// A token cannot be guessed, is never printed, and fits its own digest alone.
func TestToken(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		token, err := linktoken.New()
		if err != nil {
			t.Fatal(err)
		}
		if text := token.Reveal(); len(text) != 43 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" || seen[text] {
			t.Fatalf("%q is no token for an address", text)
		}
		seen[token.Reveal()] = true
		if shown := fmt.Sprintf("%v %s", token, token); strings.Contains(shown, token.Reveal()) {
			t.Errorf("a token was printed: %s", shown)
		}
		digest := token.Digest()
		if !token.Fits(digest) || (token + "x").Fits(digest) || linktoken.Token("").Fits(digest) || token.Fits("") || strings.Contains(digest, token.Reveal()) {
			t.Fatal("a token fits what it should not, or not what it should")
		}
	}
}

func TestGuesses_oneAddressDoesNotSlowAnother(t *testing.T) {
	t.Parallel()
	g := linktoken.NewGuesses()
	allowed := 0
	for range 60 {
		if g.Allow("192.0.2.1") {
			allowed++
		}
	}
	if allowed < 20 || allowed > 30 || !g.Allow("192.0.2.2") {
		t.Errorf("%d of sixty guesses at once are taken", allowed)
	}
}
