package interviewapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"kadry/internal/fault"
)

// Cursors hold the place after which the next page begins, so that any process understands
// them after any restart. Their digest binds them to the question they belong to.
const (
	digestBytes = 8
	maxCursor   = 400 // characters
)

// question is what a list was asked for; pages of another one do not fit.
func question(parts ...string) string {
	var q []byte
	for _, p := range parts {
		q = append(binary.AppendUvarint(q, uint64(len(p))), p...)
	}
	return string(q)
}

// cursorAt makes the cursor of the page of a question after a place.
func cursorAt(question, place string) string {
	return base64.RawURLEncoding.EncodeToString(append(digest(question, place), place...))
}

// placeOf reads a cursor of the same question; an empty one is the first page.
func placeOf(question, cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil && len(cursor) <= maxCursor && len(packed) > digestBytes {
		place := string(packed[digestBytes:])
		if bytes.Equal(digest(question, place), packed[:digestBytes]) {
			return place, nil
		}
	}
	e := fault.From(wrong("cursor", fault.Say("not one that this question gave out", "значение получено не от этого запроса")))
	return "", e.WithHint(fault.Say("Repeat the question without it.", "Повторите запрос без этого поля."))
}

func digest(question, place string) []byte {
	sum := sha256.Sum256([]byte(strings.Join([]string{"page", question, place}, "\x00")))
	return sum[:digestBytes]
}
