// Package linktoken is the secrets of links whose holder needs no account: how one is made, what
// is kept of it, and how fast links that do not work may be tried.
package linktoken

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// tokenBytes is 256 bits: none can be found by trying.
const tokenBytes = 32

// Token is the secret of a link. It is shown once and kept nowhere.
type Token string

// String keeps the token out of whatever prints it by mistake.
func (Token) String() string { return "[token]" }

// Reveal is the token as it stands in the link.
func (t Token) Reveal() string { return string(t) }

// New makes one.
func New() (Token, error) {
	raw := make([]byte, tokenBytes)
	if _, err := rand.Read(raw); err != nil {
		return "", fmt.Errorf("linktoken: %w", err)
	}
	return Token(base64.RawURLEncoding.EncodeToString(raw)), nil
}

// Digest is what is kept of a token: its SHA-256 in hex. A text that cannot be a token has one
// too, so that it costs the same to refuse.
func (t Token) Digest() string {
	sum := sha256.Sum256([]byte(t))
	return hex.EncodeToString(sum[:])
}

// Fits tells whether a digest is that of the token, in constant time.
func (t Token) Fits(digest string) bool {
	return subtle.ConstantTimeCompare([]byte(digest), []byte(t.Digest())) == 1
}
