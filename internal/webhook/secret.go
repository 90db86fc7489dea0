package webhook

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"kadry/internal/fault"
)

const (
	secretPrefix   = "whsec_"
	shortestSecret = 24 // bytes of key (Standard Webhooks)
	longestEncoded = 64 // bytes of key behind whsec_ (Standard Webhooks)
	longestRaw     = 256
	fewestLetters  = 8 // different bytes; fewer is a pattern, not a key
	generatedKey   = 32
)

// known are secrets that stand in published text, ours included; placeholders are words
// inside a text that say a secret was never set.
var (
	known = []string{
		"change-me-in-dot-env-file", "ваш_секретный_токен", "It's a Secret to Everybody",
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "kadry-test-secret-kadry-test-secret",
	}
	placeholders = []string{"change-me", "changeme", "change_me", "replace-me", "replace_me", "your-secret", "your_secret", "ваш_секрет"}
)

// Secret is the key that one receiver's events are signed with. It prints as *** everywhere;
// Reveal is for showing it to its owner once, and for storing it.
type Secret struct {
	*material // behind a pointer, since fmt prints fields of fields without asking them
}

type material struct{ key, text string }

// ParseSecret reads a secret as a person set it: whsec_ and base64 of 24 to 64 bytes, or
// any other text of 24 to 256 bytes, which is the key as it stands. It refuses secrets that
// are published or obviously no secret. The error is fault.Invalid and does not hold the
// secret.
func ParseSecret(text string) (Secret, error) {
	if slices.Contains(known, text) || slices.ContainsFunc(placeholders, func(p string) bool {
		return strings.Contains(strings.ToLower(text), p)
	}) {
		return Secret{}, poor(fault.Say("This secret is a published example.", "Этот секрет — опубликованный пример."))
	}
	key := text
	encoded, standard := strings.CutPrefix(text, secretPrefix)
	if standard {
		decoded, err := base64.StdEncoding.Strict().DecodeString(encoded)
		if err != nil || strings.ContainsAny(encoded, "\r\n") {
			return Secret{}, poor(fault.Say("After whsec_ a secret continues in base64, with padding.",
				"После whsec_ секрет продолжается в base64, с дополнением."))
		}
		key = string(decoded)
	}
	switch longest := longestOf(standard); {
	case len(key) < shortestSecret || len(key) > longest:
		return Secret{}, poor(fault.Say("The secret is %[1]d bytes long; it must be %[2]d to %[3]d.",
			"Длина секрета — %[1]d байт, а нужно от %[2]d до %[3]d.", len(key), shortestSecret, longest))
	case letters(key) < fewestLetters:
		return Secret{}, poor(fault.Say("The secret repeats a few characters and is easy to guess.",
			"Секрет повторяет несколько знаков, его легко угадать."))
	}
	return Secret{&material{key: key, text: text}}, nil
}

func longestOf(standard bool) int {
	if standard {
		return longestEncoded
	}
	return longestRaw
}

func letters(key string) int {
	seen := map[byte]bool{}
	for i := range len(key) {
		seen[key[i]] = true
	}
	return len(seen)
}

func poor(text fault.Text) *fault.Error {
	return fault.E(fault.Invalid, text, nil).WithHint(fault.Say(
		"Let the server make one, or take 32 random bytes: openssl rand -base64 32, with whsec_ before it.",
		"Дайте серверу создать секрет или возьмите 32 случайных байта: openssl rand -base64 32, и whsec_ перед ними."))
}

// NewSecret makes a random secret in the form of whsec_.
func NewSecret() (Secret, error) {
	key := make([]byte, generatedKey)
	if _, err := rand.Read(key); err != nil {
		return Secret{}, fmt.Errorf("webhook: random bytes: %w", err)
	}
	return Secret{&material{key: string(key), text: secretPrefix + base64.StdEncoding.EncodeToString(key)}}, nil
}

// Reveal returns the secret as it was given, "" for the zero Secret.
func (s Secret) Reveal() string {
	if s.material == nil {
		return ""
	}
	return s.text
}

// String keeps the secret out of messages.
func (s Secret) String() string { return "***" }

// GoString keeps the secret out of %#v.
func (s Secret) GoString() string { return "***" }

// MarshalText keeps the secret out of JSON and of configuration that is shown.
func (s Secret) MarshalText() ([]byte, error) { return []byte("***"), nil }

// LogValue keeps the secret out of the log.
func (s Secret) LogValue() slog.Value { return slog.StringValue("***") }
