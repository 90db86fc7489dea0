package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/talent"
)

// Actions of audit lines about saved searches; what they ask, the lines do not tell.
const (
	SearchSaved   Action = "search.saved"
	SearchDeleted Action = "search.deleted"
)

// KeepSearch implements talent's port.
func (s *Candidates) KeepSearch(ctx context.Context, tenant string, saved talent.SavedSearch) error {
	if !store.IsKey(tenant) {
		return fault.E(fault.Invalid, fault.Say("The tenant has no usable name.", "У арендатора нет пригодного имени."), nil)
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var kept int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM saved_search WHERE tenant = $1", tenant).Scan(&kept); err != nil {
			return err
		}
		if kept >= talent.MaxSaved {
			return fault.E(fault.Limited, fault.Say("%d searches are saved already.", "Уже сохранено поисков: %d.", kept), nil).
				WithHint(fault.Say("Delete one that nobody needs.", "Удалите тот, что больше не нужен."))
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO saved_search (id, tenant, name, query, search_id, author, at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			saved.ID, tenant, store.Clean(saved.Name), store.Clean(saved.Text), saved.SearchID, store.Clean(saved.Author), saved.At.UnixMicro())
		if err != nil {
			return err
		}
		return Line{At: saved.At, Tenant: tenant, Actor: store.Clean(saved.Author), Action: SearchSaved, Subject: saved.ID}.insert(ctx, tx)
	})
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return fault.E(fault.Conflict, fault.Say("Another saved search has this name.", "Сохранённый поиск с таким названием уже есть."), err)
	case err != nil:
		return fmt.Errorf("talentsql: save a search: %w", err)
	}
	return nil
}

// Searches implements talent's port.
func (s *Candidates) Searches(ctx context.Context, tenant, reader string) (list []talent.SavedSearch, err error) {
	if !store.IsKey(tenant) {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil
		rows, err := tx.QueryContext(ctx, `
			SELECT s.id, s.name, s.query, s.search_id, s.author, s.at, COALESCE(e.at, s.at)
			FROM saved_search s LEFT JOIN saved_search_seen e ON e.search_id = s.id AND e.reader = $2
			WHERE s.tenant = $1 ORDER BY s.name, s.id`, tenant, store.Clean(reader))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var one talent.SavedSearch
			var at, seen int64
			if err := rows.Scan(&one.ID, &one.Name, &one.Text, &one.SearchID, &one.Author, &at, &seen); err != nil {
				return err
			}
			one.At, one.Seen = time.UnixMicro(at), time.UnixMicro(seen)
			list = append(list, one)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("talentsql: saved searches: %w", err)
	}
	return list, nil
}

// SeeSearch implements talent's port.
func (s *Candidates) SeeSearch(ctx context.Context, tenant, reader, id string, at time.Time) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := holdSearch(ctx, tx, tenant, id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO saved_search_seen (search_id, reader, at) VALUES ($1, $2, $3)
			ON CONFLICT (search_id, reader) DO UPDATE SET at = excluded.at WHERE saved_search_seen.at < excluded.at`, id, store.Clean(reader), at.UnixMicro())
		return err
	})
	if err != nil {
		return fmt.Errorf("talentsql: note that a search was opened: %w", err)
	}
	return nil
}

// holdSearch makes sure that a tenant keeps a search, and keeps it from being deleted meanwhile.
func holdSearch(ctx context.Context, tx *sql.Tx, tenant, id string) error {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return talent.NoSearch(store.Clean(id))
	}
	held, err := tx.ExecContext(ctx, "UPDATE saved_search SET name = name WHERE tenant = $1 AND id = $2", tenant, id)
	if err != nil {
		return err
	}
	if n, err := held.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, talent.NoSearch(id))
	}
	return nil
}

// DropSearch implements talent's port.
func (s *Candidates) DropSearch(ctx context.Context, tenant, id, actor string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := holdSearch(ctx, tx, tenant, id); err != nil {
			return err
		}
		for _, statement := range []string{"DELETE FROM saved_search_seen WHERE search_id = $1", "DELETE FROM saved_search WHERE id = $1"} {
			if _, err := tx.ExecContext(ctx, statement, id); err != nil {
				return err
			}
		}
		return Line{At: s.now(), Tenant: tenant, Actor: store.Clean(actor), Action: SearchDeleted, Subject: id}.insert(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("talentsql: delete a saved search: %w", err)
	}
	return nil
}
