package audit

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"kadry/internal/store"
)

// turn is what processes that change the chain take turns for.
const turn = "audit chain"

// Seal chains the entries that wait, in the order they were appended, and counts them. Any
// number of processes may call it at any time; one that dies in the middle leaves whole
// pages behind, or nothing. It has nothing to do when it returns 0.
func (l *Log) Seal(ctx context.Context) (sealed int, err error) {
	for {
		n := 0
		err := l.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			n, err = l.sealPage(ctx, tx)
			return err
		})
		if err != nil {
			return sealed, fmt.Errorf("audit: seal: %w", err)
		}
		sealed += n
		if n < sealedAtOnce {
			return sealed, nil
		}
	}
}

// waiting is an entry that is not sealed yet.
type waiting struct {
	id     int64
	detail string
	Entry
}

func (l *Log) sealPage(ctx context.Context, tx *sql.Tx) (int, error) {
	if err := l.db.Turn(ctx, tx, turn); err != nil {
		return 0, err
	}
	list, err := readWaiting(ctx, tx)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	ends, err := readEdges(ctx, tx)
	if err != nil {
		return 0, err
	}
	head := ends.head
	var values []any
	for _, w := range list {
		hash := sum(head.Seq+1, head.Hash, w.Entry)
		values = append(values, head.Seq+1, w.At.UnixMicro(), w.Tenant, w.Actor, w.Action, w.Subject, w.detail, head.Hash, hash)
		head = Mark{Seq: head.Seq + 1, Hash: hash}
	}
	insert := "INSERT INTO audit_entry (" + columns + ") VALUES " + places(len(list), 9) //nolint:gosec // constants and placeholders
	if _, err := tx.ExecContext(ctx, insert, values...); err != nil {
		return 0, fmt.Errorf("insert: %w", err)
	}
	if err := forget(ctx, tx, list); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE audit_chain SET head_seq = $1, head_hash = $2", head.Seq, head.Hash); err != nil {
		return 0, fmt.Errorf("head: %w", err)
	}
	return len(list), nil
}

func readWaiting(ctx context.Context, tx *sql.Tx) (list []waiting, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, at, tenant, actor, action, subject, detail FROM audit_pending ORDER BY id LIMIT $1", sealedAtOnce)
	if err != nil {
		return nil, fmt.Errorf("waiting: %w", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of Err
	for rows.Next() {
		var w waiting
		var at int64
		if err := rows.Scan(&w.id, &at, &w.Tenant, &w.Actor, &w.Action, &w.Subject, &w.detail); err != nil {
			return nil, fmt.Errorf("waiting: %w", err)
		}
		w.At = time.UnixMicro(at)
		var odd bool
		if w.Detail, odd = decodeDetail(w.detail); odd { // somebody changed it before it was sealed: what is readable stays
			if w.detail, err = encodeDetail(w.Detail); err != nil {
				return nil, err
			}
		}
		list = append(list, w)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("waiting: %w", err)
	}
	return list, nil
}

// forget removes exactly the entries that were read: ids below the last one may belong to
// transactions that commit only now.
func forget(ctx context.Context, tx *sql.Tx, list []waiting) error {
	ids := make([]any, len(list))
	for i, w := range list {
		ids[i] = w.id
	}
	remove := "DELETE FROM audit_pending WHERE id IN (" + store.Placeholders(1, len(ids)) + ")" //nolint:gosec // constants and placeholders
	done, err := tx.ExecContext(ctx, remove, ids...)
	if err != nil {
		return fmt.Errorf("waiting: %w", err)
	}
	n, err := done.RowsAffected()
	if err == nil && n != int64(len(ids)) {
		err = fmt.Errorf("%d of %d entries are gone meanwhile", int64(len(ids))-n, len(ids))
	}
	return err
}
