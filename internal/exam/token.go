package exam

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"kadry/internal/fault"
)

// Cursors are self-contained, so that any process understands them after any restart.
// Their digest binds them to the question they belong to; they hold nothing secret.

const (
	digestBytes = 8
	maxCursor   = 200 // characters
	maxOffset   = 1 << 20
)

// cursorAt makes the cursor of the page of a question that starts at an offset.
func cursorAt(question string, offset int) string {
	body := binary.AppendUvarint(nil, uint64(offset))
	return base64.RawURLEncoding.EncodeToString(append(digest(question, body), body...))
}

// cursorSaid reads a cursor of the same question; an empty one is the first page.
func cursorSaid(question, cursor string) (offset int, err error) {
	if cursor == "" {
		return 0, nil
	}
	if len(cursor) > maxCursor {
		return 0, badCursor(nil)
	}
	packed, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(packed) <= digestBytes {
		return 0, badCursor(err)
	}
	body := packed[digestBytes:]
	n, size := binary.Uvarint(body)
	if size != len(body) || n > maxOffset || !bytes.Equal(digest(question, body), packed[:digestBytes]) {
		return 0, badCursor(nil)
	}
	return int(n), nil
}

func digest(question string, body []byte) []byte {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64([]byte(question), uint64(len(question))), body...))
	return sum[:digestBytes]
}

func badCursor(cause error) error {
	e := fault.E(fault.Invalid, fault.Say("cursor: not one that this question gave out.", "cursor: значение получено не от этого запроса."), cause)
	e.Fields = []fault.Field{{Path: "cursor", Text: fault.Say("unknown or damaged", "неизвестно или повреждено")}}
	return e.WithHint(fault.Say("Repeat the question without it.", "Повторите запрос без этого поля."))
}
