package op

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"kadry/internal/fault"
)

// Cursors hold the place after which the next page begins, so that any process understands
// them after any restart. Their digest binds them to the question they belong to; they hold
// nothing secret.
const (
	cursorDigest = 8   // bytes
	maxCursor    = 400 // characters
)

// Question is what a list was asked for; pages of another one do not fit.
type Question string

// Ask makes a question of its parts.
func Ask(parts ...string) Question {
	var q []byte
	for _, p := range parts {
		q = append(binary.AppendUvarint(q, uint64(len(p))), p...)
	}
	return Question(q)
}

// Cursor makes the cursor of the page after a place.
func (q Question) Cursor(place string) string {
	return base64.RawURLEncoding.EncodeToString(append(q.digest(place), place...))
}

// Place reads a cursor of the same question; an empty one is the first page.
func (q Question) Place(cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil && len(cursor) <= maxCursor && len(packed) > cursorDigest {
		place := string(packed[cursorDigest:])
		if bytes.Equal(q.digest(place), packed[:cursorDigest]) {
			return place, nil
		}
	}
	e := fault.E(fault.Invalid, fault.Say("cursor: not one that this question gave out.", "cursor: значение получено не от этого запроса."), err)
	e.Fields = []fault.Field{{Path: "cursor", Text: fault.Say("unknown or damaged", "неизвестно или повреждено")}}
	return "", e.WithHint(fault.Say("Repeat the question without it.", "Повторите запрос без этого поля."))
}

func (q Question) digest(place string) []byte {
	sum := sha256.Sum256([]byte(strings.Join([]string{"page", string(q), place}, "\x00")))
	return sum[:cursorDigest]
}
