package kit

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"testing"
)

// htmxDigest is the SHA-256 of dist/htmx.min.js of the npm package htmx.org 4.0.1.
const htmxDigest = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"

func TestAssets_htmxIsThePinnedOne(t *testing.T) {
	t.Parallel()
	data, err := fs.ReadFile(Own().Files, "static/htmx.min.js")
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != htmxDigest {
		t.Errorf("static/htmx.min.js has the digest %x, want %s", sum, htmxDigest)
	}
}
