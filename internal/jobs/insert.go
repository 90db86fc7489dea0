package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Spec is a job to be inserted. Only Kind is needed.
type Spec struct {
	Kind     string
	Tenant   string    // whom it is worked for; all of a kind without one are as of one tenant
	Payload  any       // becomes JSON; a json.RawMessage is taken as it is
	OrderKey string    // jobs with the same one run one at a time, in the order of insertion
	Unique   string    // while a job of the kind holds this key, inserting again gives its id
	Kept     bool      // the unique key is held until the job is purged, not just until it is finished
	RunAt    time.Time // not before; zero is now
	Attempts int       // at most; zero is what the kind's schedule has
}

// bell is the name under which processes tell each other of work.
const bell = "job"

// Insert adds a job in the caller's transaction and returns its id, or the id of the job
// that holds the unique key, whatever that one's payload is. Processes that work the queue
// are woken by the commit.
//
// On PostgreSQL it takes a turn for the order key (store.DB.Turn), so it comes after the
// row locks of the transaction; transactions that insert for several keys do it in one order.
func (q *Queue) Insert(ctx context.Context, tx *sql.Tx, spec Spec) (id int64, err error) {
	row, err := q.prepare(spec)
	if err != nil {
		return 0, err
	}
	if spec.OrderKey != "" {
		if err := q.db.Turn(ctx, tx, "job "+spec.OrderKey); err != nil {
			return 0, err
		}
	}
	// Not inserted: another job holds the key. It is found, or finished in between and
	// there is room for this one.
	for id == 0 {
		if id, err = scanID(tx.QueryRowContext(ctx, q.texts.insert, row...)); err == nil && id == 0 {
			id, err = scanID(tx.QueryRowContext(ctx, q.texts.holder, spec.Kind, spec.Unique))
		}
		if err != nil {
			return 0, fmt.Errorf("jobs: insert %s: %w", spec.Kind, err)
		}
	}
	return id, q.ring(ctx, tx)
}

// ring wakes every process that works the queue once tx has committed. On SQLite there is
// one connection that writes and tx has it: a claim that is made now waits for the commit.
func (q *Queue) ring(ctx context.Context, tx *sql.Tx) error {
	q.stir()
	return q.db.Ring(ctx, tx, bell)
}

// prepare checks a spec and returns the arguments of statements.insert.
func (q *Queue) prepare(spec Spec) ([]any, error) {
	kind := q.kinds[spec.Kind]
	if kind == nil {
		return nil, fmt.Errorf("jobs: insert: no kind %q in this queue", spec.Kind)
	}
	payload, err := json.Marshal(spec.Payload)
	if err != nil {
		return nil, fmt.Errorf("jobs: insert %s: payload: %w", spec.Kind, err)
	}
	for _, text := range []string{string(payload), spec.Tenant, spec.OrderKey, spec.Unique} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return nil, fmt.Errorf("jobs: insert %s: a text that cannot be stored", spec.Kind)
		}
	}
	if spec.Attempts < 0 || spec.Kept && spec.Unique == "" {
		return nil, fmt.Errorf("jobs: insert %s: %d attempts, or a key to keep and no key", spec.Kind, spec.Attempts)
	}
	now := q.clock.micros()
	state, due := Ready, int64(0)
	if !spec.RunAt.IsZero() && spec.RunAt.UnixMicro() > now {
		state, due = Waiting, spec.RunAt.UnixMicro()
	}
	kept := 0
	if spec.Kept {
		kept = 1
	}
	attempts := cmp.Or(spec.Attempts, kind.Retry.attempts())
	return []any{spec.Kind, string(payload), spec.OrderKey, spec.Unique, kept, string(state), due, attempts, now, spec.Tenant}, nil
}

// scanID returns 0 for no row.
func scanID(row *sql.Row) (id int64, err error) {
	if err = row.Scan(&id); errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}
