package webui

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"
)

// htmxDigest is the SHA-256 of dist/htmx.min.js of the npm package htmx.org 4.0.1.
const htmxDigest = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"

func TestAssets_htmxIsThePinnedOne(t *testing.T) {
	t.Parallel()
	data, err := static.ReadFile("static/htmx.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != htmxDigest {
		t.Errorf("static/htmx.min.js has the digest %x, want %s", sum, htmxDigest)
	}
}

func TestAssets_nothingComesFromElsewhere(t *testing.T) {
	t.Parallel()
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	foreign := regexp.MustCompile(`https?://[^\s"')]+`)
	for name, data := range a.files {
		if name == "htmx.min.js" {
			continue
		}
		for _, found := range foreign.FindAllString(string(data), -1) {
			if found != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names %s", name, found)
			}
		}
	}
}

// Colours live in the tokens: a colour written anywhere else has no pair in the dark theme.
func TestSheets_takeColoursFromTheTokens(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)
	for _, sheet := range sheets[1:] {
		data, err := static.ReadFile("static/" + sheet)
		if err != nil {
			t.Fatal(err)
		}
		if found := colour.FindString(string(data)); found != "" {
			t.Errorf("%s has the colour %s", sheet, found)
		}
	}
	data, err := static.ReadFile("static/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if colour.MatchString(line) && !strings.Contains(line, "light-dark(") {
			t.Errorf("a colour without its pair: %s", strings.TrimSpace(line))
		}
	}
}
