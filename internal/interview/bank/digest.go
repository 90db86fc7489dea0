package bank

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Digest is the version of the question: the SHA-256, in hex, of everything that is asked
// and graded. It changes with any word of it, and with nothing else.
func (q Question) Digest() string {
	if len(q.Choices) == 0 { // "choices: []" and no line at all are the same question
		q.Choices = nil
	}
	if q.Level == Middle { // a new name of the level is no new version of the question
		q.Level = formerMiddle
	}
	q.Revision = ""
	content, err := json.Marshal(q)
	if err != nil { // a struct of strings and numbers always has a JSON form
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Digest is the version of the bank: the SHA-256, in hex, of the ids and versions of its
// questions. The files they stand in and their order do not matter.
func (b *Bank) Digest() string { return b.digest }

func digestOf(sorted []Question) string {
	h := sha256.New()
	for _, q := range sorted {
		fmt.Fprintf(h, "%s %s\n", q.ID, q.Digest())
	}
	return hex.EncodeToString(h.Sum(nil))
}
