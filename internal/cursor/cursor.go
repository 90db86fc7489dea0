// Package cursor makes the opaque cursors of lists. One holds the place after which the next
// page begins, so that any process understands it after any restart; its digest binds it to
// the question it belongs to. It holds nothing secret.
package cursor

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"

	"kadry/internal/fault"
)

const (
	digestBytes = 8
	longest     = 512 // characters
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

// After makes the cursor of the page that begins after a place.
func (q Question) After(place string) string {
	return base64.RawURLEncoding.EncodeToString(append(q.digest(place), place...))
}

// Place reads a cursor of the same question; an empty one is the first page. The place of an
// offset is its number of items.
func (q Question) Place(cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	if n, ok := Skip(cursor); ok {
		return strconv.Itoa(n), nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil && len(cursor) <= longest && len(packed) > digestBytes {
		place := string(packed[digestBytes:])
		if bytes.Equal(q.digest(place), packed[:digestBytes]) {
			return place, nil
		}
	}
	return "", Unknown(err)
}

// Offset reads a cursor whose place is a number of items.
func (q Question) Offset(cursor string) (int, error) {
	place, err := q.Place(cursor)
	if err != nil || place == "" {
		return 0, err
	}
	n, err := strconv.ParseUint(place, 10, 31)
	if err != nil {
		return 0, Unknown(err) // forged: the digest is no secret
	}
	return int(n), nil
}

// Unknown refuses a cursor that was not given out for the question.
func Unknown(cause error) error {
	e := fault.E(fault.Invalid, fault.Say("cursor: not one that this question gave out.", "cursor: значение получено не от этого запроса."), cause)
	e.Fields = []fault.Field{{Path: "cursor", Text: fault.Say("unknown or damaged", "неизвестно или повреждено")}}
	return e.WithHint(fault.Say("Repeat the question without it.", "Повторите запрос без этого поля."))
}

func (q Question) digest(place string) []byte {
	sum := sha256.Sum256([]byte(strings.Join([]string{"page", string(q), place}, "\x00")))
	return sum[:digestBytes]
}
