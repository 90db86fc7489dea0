// Package audit keeps the audit log: who did what to which thing, and when, as a chain of
// hashes in which nothing can be changed, removed, moved or slipped in unseen. It knows no
// room; what an action means, its callers know. Personal data does not belong here: a
// subject is an id, and details are versions, digests and numbers.
//
// Append puts entries into the caller's transaction, unchained, so that commits do not wait
// for each other. Seal, called every few seconds, gives them their numbers and hashes, one
// process at a time. Until then an entry is protected by its transaction alone.
//
// # The chain
//
// The hash of an entry is the SHA-256 of these texts, each behind its length in bytes as
// eight bytes, big end first: "kadry audit 1", number, hash of the entry before (empty for
// the first), tenant, actor, action, subject, count of details, each detail's key and value
// in the order of keys, time in microseconds since 1970 UTC. Numbers are decimal, hashes
// are lower hex.
//
// Whoever can write to the database can make the whole chain anew. That shows against a
// Mark (number and hash of an entry) that an operator wrote down elsewhere; see Verify.
package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"kadry/internal/store"
)

// Engine is the Actor of what the program does by itself.
const Engine = "engine"

// Entry is one thing that was done.
type Entry struct {
	Tenant  string            `json:"tenant"`
	Actor   string            `json:"actor" doc:"The name of a token; engine is the program itself."`
	Action  string            `json:"action" doc:"interview.started for instance."`
	Subject string            `json:"subject" doc:"Id of what it was done to."`
	Detail  map[string]string `json:"detail"`
	At      time.Time         `json:"at"` // zero is now
}

// Sealed is an entry in its place of the chain.
type Sealed struct {
	Entry

	Seq  int64  `json:"seq" doc:"From 1, without gaps."`
	Prev string `json:"previous_hash" doc:"Of the entry before."`
	Hash string `json:"hash"`
}

// Mark is a place in the chain to be written down outside of it. The zero one is before
// the first entry.
type Mark struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// Bounds of an entry. What is longer is cut: an action that happened is logged in any case.
const (
	longestText   = 200 // characters of every text but a detail's key
	longestKey    = 40  // characters
	mostDetails   = 16
	longestDetail = 200 // characters of a value
)

// Log is the audit log. It is safe for concurrent use, also by several processes.
type Log struct {
	db  *store.DB
	now func() time.Time
}

// New returns the log in a database.
func New(db *store.DB, now func() time.Time) *Log { return &Log{db: db, now: now} }

// Append adds entries in the caller's transaction: they are logged if and only if it
// commits. Texts are cleaned of control characters and cut to their bounds.
func (l *Log) Append(ctx context.Context, tx *sql.Tx, entries ...Entry) error {
	for some := range slices.Chunk(entries, page) {
		var values []any
		for _, e := range some {
			e = l.fit(e)
			detail, err := encodeDetail(e.Detail)
			if err != nil {
				return err
			}
			values = append(values, e.At.UnixMicro(), e.Tenant, e.Actor, e.Action, e.Subject, detail)
		}
		text := "INSERT INTO audit_pending (at, tenant, actor, action, subject, detail) VALUES " + places(len(some), 6) //nolint:gosec // placeholders
		if _, err := tx.ExecContext(ctx, text, values...); err != nil {
			return fmt.Errorf("audit: append: %w", err)
		}
	}
	return nil
}

// fit makes an entry fit for the log.
func (l *Log) fit(e Entry) Entry {
	if e.At.IsZero() {
		e.At = l.now()
	}
	e.Tenant, e.Actor = tidy(e.Tenant, longestText), tidy(e.Actor, longestText)
	e.Action, e.Subject = tidy(e.Action, longestText), tidy(e.Subject, longestText)
	fitted := map[string]string{}
	for _, key := range sortedKeys(e.Detail) {
		if len(fitted) == mostDetails {
			break
		}
		fitted[tidy(key, longestKey)] = tidy(e.Detail[key], longestDetail)
	}
	e.Detail = fitted
	return e
}

// tidy makes one line of printable characters, of at most so many.
func tidy(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsGraphic(r):
			return r
		}
		return -1
	}, strings.ToValidUTF8(text, "\uFFFD"))
	runes := []rune(strings.TrimSpace(text))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

func sortedKeys(detail map[string]string) []string {
	keys := make([]string, 0, len(detail))
	for key := range detail {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// encodeDetail writes details in the one form in which they are stored.
func encodeDetail(detail map[string]string) (string, error) {
	if detail == nil {
		detail = map[string]string{}
	}
	content, err := json.Marshal(detail) // sorts the keys
	if err != nil {
		return "", fmt.Errorf("audit: detail: %w", err)
	}
	return string(content), nil
}
