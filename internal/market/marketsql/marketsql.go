// Package marketsql keeps snapshots of postings and the credential of their source in SQL, one
// text for SQLite and PostgreSQL. What postings mean is in the room.
package marketsql

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/posting"
	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the market room.
func Schema() store.Schema { return store.Schema{Name: "market", Files: tables} }

// What is kept of a tenant. Older and further snapshots are forgotten.
const (
	mostKept  = 500
	keptFor   = 400 * 24 * time.Hour // trends compare with a year ago
	largest   = 256 << 20            // bytes of one snapshot, decompressed
	mostSeen  = 12                   // snapshots of one query that trends look at
	idBytes   = 8
	sameAsDay = "2006-01-02"
)

// Snapshots implements archive.Keeper.
type Snapshots struct{ db *store.DB }

// NewSnapshots returns the snapshots of db.
func NewSnapshots(db *store.DB) *Snapshots { return &Snapshots{db} }

// idOf makes importing the same file twice a day, and asking the same twice a day, one snapshot.
// Most files do not tell when they were taken; they are of the day of the import.
func idOf(name, query string, s posting.Snapshot) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00%s\x00%s", name, s.Source, query, s.Taken.UTC().Format(sameAsDay))
	if name != "" {
		if err := json.NewEncoder(h).Encode(s.Postings); err != nil {
			return "", fmt.Errorf("marketsql: postings: %w", err)
		}
	}
	return "s_" + hex.EncodeToString(h.Sum(nil)[:idBytes]), nil
}

// Put implements archive.Keeper.
func (s *Snapshots) Put(ctx context.Context, tenant, name string, snapshot posting.Snapshot) (archive.Kept, error) {
	snapshot = store.Cleaned(snapshot)
	query, err := json.Marshal(snapshot.Query.Timeless())
	if err != nil {
		return archive.Kept{}, fmt.Errorf("marketsql: query of a snapshot: %w", err)
	}
	body, err := store.Pack(snapshot)
	if err != nil {
		return archive.Kept{}, fmt.Errorf("marketsql: snapshot: %w", err)
	}
	id, err := idOf(name, string(query), snapshot)
	if err != nil {
		return archive.Kept{}, err
	}
	kept := archive.Kept{
		ID: id, Name: store.Clean(name), Source: snapshot.Source, Query: snapshot.Query.Timeless(),
		Taken: snapshot.Taken.UTC(), Found: snapshot.Found, Complete: snapshot.Complete, Postings: len(snapshot.Postings),
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const insert = `INSERT INTO market_snapshot (tenant, id, name, source, query, taken_at, found, complete, count, body)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			ON CONFLICT (tenant, id) DO UPDATE SET taken_at = excluded.taken_at, found = excluded.found,
				complete = excluded.complete, count = excluded.count, body = excluded.body`
		if _, err := tx.ExecContext(ctx, insert, tenant, kept.ID, kept.Name, string(kept.Source), string(query), kept.Taken.UnixMicro(),
			kept.Found, flag(kept.Complete), kept.Postings, body); err != nil {
			return err
		}
		return forget(ctx, tx, tenant, kept.Taken)
	})
	if err != nil {
		return archive.Kept{}, fmt.Errorf("marketsql: put a snapshot: %w", err)
	}
	return kept, nil
}

// forget drops what is too old, and what is too much.
func forget(ctx context.Context, tx *sql.Tx, tenant string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM market_snapshot WHERE tenant = $1 AND (taken_at < $2 OR id IN (
		SELECT id FROM market_snapshot WHERE tenant = $1 ORDER BY taken_at DESC, id LIMIT 1000 OFFSET $3))`,
		tenant, now.Add(-keptFor).UnixMicro(), mostKept)
	return err
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// List implements archive.Keeper.
func (s *Snapshots) List(ctx context.Context, tenant string) (list []archive.Kept, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil
		rows, err := tx.QueryContext(ctx, `SELECT id, name, source, query, taken_at, found, complete, count
			FROM market_snapshot WHERE tenant = $1 ORDER BY taken_at DESC, id`, tenant)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var (
				k        archive.Kept
				query    string
				taken    int64
				complete int
			)
			if err := rows.Scan(&k.ID, &k.Name, &k.Source, &query, &taken, &k.Found, &complete, &k.Postings); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(query), &k.Query); err != nil {
				return err
			}
			k.Taken, k.Complete = time.UnixMicro(taken).UTC(), complete == 1
			list = append(list, k)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("marketsql: list snapshots: %w", err)
	}
	return list, nil
}

// Load implements archive.Keeper.
func (s *Snapshots) Load(ctx context.Context, tenant, id string) (posting.Snapshot, error) {
	if !store.IsKey(id) {
		return posting.Snapshot{}, unknown(id, nil)
	}
	var body []byte
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT body FROM market_snapshot WHERE tenant = $1 AND id = $2", tenant, id).Scan(&body)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return posting.Snapshot{}, unknown(id, err)
	case err != nil:
		return posting.Snapshot{}, fmt.Errorf("marketsql: load a snapshot: %w", err)
	}
	return unpack(body)
}

func unknown(id string, cause error) error {
	return fault.E(fault.NotFound, fault.Say("There is no snapshot %s.", "Снимка %s нет.", fault.Clip(id)), cause)
}

func unpack(body []byte) (posting.Snapshot, error) {
	snapshot, err := store.Unpack[posting.Snapshot](body, largest)
	if err != nil {
		return posting.Snapshot{}, fmt.Errorf("marketsql: snapshot: %w", err)
	}
	return snapshot, nil
}

// Earlier implements archive.Keeper.
func (s *Snapshots) Earlier(ctx context.Context, tenant string, source posting.Source, q posting.Query) ([]posting.Snapshot, error) {
	query, err := json.Marshal(store.Cleaned(q.Timeless()))
	if err != nil {
		return nil, fmt.Errorf("marketsql: query: %w", err)
	}
	var bodies [][]byte
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		bodies = nil
		rows, err := tx.QueryContext(ctx, `SELECT body FROM market_snapshot WHERE tenant = $1 AND source = $2 AND query = $3
			ORDER BY taken_at DESC, id LIMIT $4`, tenant, string(source), string(query), mostSeen)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var body []byte
			if err := rows.Scan(&body); err != nil {
				return err
			}
			bodies = append(bodies, body)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("marketsql: earlier snapshots: %w", err)
	}
	list := make([]posting.Snapshot, len(bodies))
	for i, body := range bodies {
		if list[len(bodies)-1-i], err = unpack(body); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Delete implements archive.Keeper.
func (s *Snapshots) Delete(ctx context.Context, tenant, id string) (gone bool, err error) {
	if !store.IsKey(id) {
		return false, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM market_snapshot WHERE tenant = $1 AND id = $2", tenant, id)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		gone = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("marketsql: delete a snapshot: %w", err)
	}
	return gone, nil
}
