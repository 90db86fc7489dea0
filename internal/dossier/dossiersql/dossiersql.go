// Package dossiersql keeps hiring reports and what people decided, in SQL, one text for SQLite
// and PostgreSQL. What a report means is in the room.
package dossiersql

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/dossier"
	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the dossier room.
func Schema() store.Schema { return store.Schema{Name: "dossier", Files: tables} }

// largest is of one report, decompressed: a hundred people with a hundred skills are 30 MB.
const largest = 128 << 20

// Reports implements dossier.Keeper.
type Reports struct{ db *store.DB }

// NewReports returns the reports of db.
func NewReports(db *store.DB) *Reports { return &Reports{db} }

// Put implements dossier.Keeper.
func (r *Reports) Put(ctx context.Context, tenant, id string, c report.Case, complete bool) error {
	body, err := pack(c)
	if err != nil {
		return err
	}
	err = r.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return write(ctx, tx, tenant, id, c, complete, body)
	})
	if err != nil {
		return fmt.Errorf("dossiersql: put a report: %w", err)
	}
	return nil
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

func write(ctx context.Context, tx *sql.Tx, tenant, id string, c report.Case, complete bool, body []byte) error {
	const insert = `INSERT INTO dossier_report (tenant, id, role, made_at, people, complete, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (tenant, id) DO UPDATE SET made_at = excluded.made_at, people = excluded.people, complete = excluded.complete, body = excluded.body`
	if _, err := tx.ExecContext(ctx, insert, tenant, id, store.Clean(c.Role.Title), c.At.UnixMicro(), len(c.Subjects), flag(complete), body); err != nil {
		return err
	}
	for _, s := range c.Subjects {
		clean := store.Cleaned(s.Identity)
		for _, key := range clean.Keys() {
			if _, err := tx.ExecContext(ctx, "INSERT INTO dossier_person (tenant, report, person, cv) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
				tenant, id, key, flag(key == identity.Key(clean.CV))); err != nil {
				return err
			}
		}
	}
	return nil
}

// keyOf is the key of an id as it is kept.
func keyOf(id string) string { return identity.Key(store.Clean(id)) }

func pack(c report.Case) ([]byte, error) {
	body, err := store.Pack(c)
	if err != nil {
		return nil, fmt.Errorf("dossiersql: report: %w", err)
	}
	return body, nil
}

// Get implements dossier.Keeper.
func (r *Reports) Get(ctx context.Context, tenant, id string) (c report.Case, complete bool, err error) {
	var (
		body []byte
		done int
		said map[string]verdict.Override
	)
	if !store.IsKey(id) {
		return c, false, unknown(id, nil)
	}
	err = r.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if err := tx.QueryRowContext(ctx, "SELECT body, complete FROM dossier_report WHERE tenant = $1 AND id = $2", tenant, id).Scan(&body, &done); err != nil {
			return err
		}
		said, err = overrides(ctx, tx, tenant, id)
		return err
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c, false, unknown(id, err)
	case err != nil:
		return c, false, fmt.Errorf("dossiersql: read a report: %w", err)
	}
	if c, err = store.Unpack[report.Case](body, largest); err != nil {
		return c, false, fmt.Errorf("dossiersql: report: %w", err)
	}
	for i, person := range names(c) {
		if o, ok := said[person]; ok {
			c.Subjects[i].Override = &o
		}
	}
	return c, done == 1, nil
}

func unknown(id string, cause error) error {
	return fault.E(fault.NotFound, fault.Say("There is no report %q.", "Отчёта «%s» нет.", fault.Clip(id)), cause)
}

// overrides are the last ones, by the candidate's id.
func overrides(ctx context.Context, tx *sql.Tx, tenant, id string) (said map[string]verdict.Override, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT person, at, decision, reason, author FROM dossier_override WHERE tenant = $1 AND report = $2 ORDER BY at", tenant, id)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	said = map[string]verdict.Override{}
	for rows.Next() {
		var (
			person string
			at     int64
			o      verdict.Override
		)
		if err := rows.Scan(&person, &at, &o.Decision, &o.Reason, &o.Author); err != nil {
			return nil, err
		}
		o.At = time.UnixMicro(at).UTC()
		said[person] = o
	}
	return said, rows.Err()
}

// Holding implements dossier.Keeper.
func (r *Reports) Holding(ctx context.Context, tenant, person string) (ids []dossier.Kept, err error) {
	return r.list(ctx, `SELECT r.id, r.role, r.made_at, r.people, r.complete FROM dossier_report r JOIN dossier_person p ON p.tenant = r.tenant AND p.report = r.id
		WHERE r.tenant = $1 AND p.person = $2 ORDER BY r.made_at DESC, r.id LIMIT 200`, tenant, keyOf(person))
}

// List implements dossier.Keeper.
func (r *Reports) List(ctx context.Context, tenant string, skip, limit int) (list []dossier.Kept, err error) {
	return r.list(ctx, `SELECT id, role, made_at, people, complete FROM dossier_report WHERE tenant = $1 ORDER BY made_at DESC, id LIMIT $2 OFFSET $3`, tenant, limit, skip)
}

func (r *Reports) list(ctx context.Context, query string, args ...any) (list []dossier.Kept, err error) {
	err = r.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var (
				k    dossier.Kept
				at   int64
				done int
			)
			if err := rows.Scan(&k.ID, &k.Role, &at, &k.People, &done); err != nil {
				return err
			}
			k.At, k.Complete = time.UnixMicro(at).UTC(), done == 1
			list = append(list, k)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("dossiersql: list reports: %w", err)
	}
	return list, nil
}

// CVs implements dossier.Keeper.
func (r *Reports) CVs(ctx context.Context, after dossier.Held, limit int) (list []dossier.Held, err error) {
	err = r.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil
		rows, err := tx.QueryContext(ctx, `SELECT DISTINCT tenant, person FROM dossier_person
			WHERE cv = 1 AND (tenant > $1 OR tenant = $1 AND person > $2) ORDER BY tenant, person LIMIT $3`, after.Tenant, after.Person, limit)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var h dossier.Held
			if err := rows.Scan(&h.Tenant, &h.Person); err != nil {
				return err
			}
			list = append(list, h)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("dossiersql: people of the CV base: %w", err)
	}
	return list, nil
}

// Override implements dossier.Keeper.
func (r *Reports) Override(ctx context.Context, tenant, id, person string, o verdict.Override) error {
	if !store.IsKey(id) {
		return unknown(id, nil)
	}
	err := r.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var found int
		if err := tx.QueryRowContext(ctx, "SELECT 1 FROM dossier_report WHERE tenant = $1 AND id = $2", tenant, id).Scan(&found); err != nil {
			return err
		}
		return decide(ctx, tx, tenant, id, person, o)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return unknown(id, err)
	case err != nil:
		return fmt.Errorf("dossiersql: override: %w", err)
	}
	return nil
}

// Delete implements dossier.Keeper.
func (r *Reports) Delete(ctx context.Context, tenant, id string) (gone bool, err error) {
	if !store.IsKey(id) {
		return false, nil
	}
	err = r.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		gone, err = erase(ctx, tx, tenant, id)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("dossiersql: delete a report: %w", err)
	}
	return gone, r.wipe(ctx)
}

// wipe makes sure that erased bytes are not left in SQLite's files, whether or not the caller
// waits for it.
func (r *Reports) wipe(ctx context.Context) error {
	if _, err := r.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("dossiersql: wipe what was deleted: %w", err)
	}
	return nil
}

func erase(ctx context.Context, tx *sql.Tx, tenant, id string) (bool, error) {
	result, err := tx.ExecContext(ctx, "DELETE FROM dossier_report WHERE tenant = $1 AND id = $2", tenant, id)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return false, err
	}
	for _, query := range []string{
		"DELETE FROM dossier_person WHERE tenant = $1 AND report = $2", "DELETE FROM dossier_override WHERE tenant = $1 AND report = $2",
	} {
		if _, err := tx.ExecContext(ctx, query, tenant, id); err != nil {
			return false, err
		}
	}
	return n > 0, nil
}

// Forget implements dossier.Keeper.
func (r *Reports) Forget(ctx context.Context, tenant, person string) (reports int, err error) {
	person = keyOf(person)
	for {
		held, err := r.Holding(ctx, tenant, person) // the newest ones: those before them come next
		if err != nil || len(held) == 0 {
			return reports, errors.Join(err, r.wipe(ctx))
		}
		for _, k := range held {
			if err := r.without(ctx, tenant, k.ID, person); err != nil {
				return reports, err
			}
			reports++
		}
	}
}

// without takes one person out of a report, and deletes one that holds nobody else.
func (r *Reports) without(ctx context.Context, tenant, id, person string) error {
	c, complete, err := r.Get(ctx, tenant, id)
	if err != nil {
		return err
	}
	before := names(c)
	var gone, left []string // the others keep what was decided on them, under the names they have now
	for i, s := range c.Subjects {
		if s.IsNamed(person) {
			gone = append(gone, before[i])
		} else {
			left = append(left, before[i])
		}
	}
	c.Subjects = slices.DeleteFunc(c.Subjects, func(s report.Subject) bool { return s.IsNamed(person) })
	body, err := pack(c)
	if err != nil {
		return err
	}
	err = r.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if len(c.Subjects) == 0 {
			_, err := erase(ctx, tx, tenant, id)
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM dossier_person WHERE tenant = $1 AND report = $2", tenant, id); err != nil {
			return err
		}
		for _, name := range gone {
			if _, err := tx.ExecContext(ctx, "DELETE FROM dossier_override WHERE tenant = $1 AND report = $2 AND person = $3", tenant, id, name); err != nil {
				return err
			}
		}
		if err := rename(ctx, tx, tenant, id, left, names(c)); err != nil {
			return err
		}
		return write(ctx, tx, tenant, id, c, complete, body)
	})
	if err != nil {
		return fmt.Errorf("dossiersql: forget a person: %w", err)
	}
	return nil
}

// rename gives the decisions of a report to the names its people have now: who shared a name
// with somebody who is gone has it alone.
func rename(ctx context.Context, tx *sql.Tx, tenant, id string, before, now []string) error {
	for i := range before {
		if before[i] == now[i] {
			continue
		}
		if _, err := tx.ExecContext(ctx, "UPDATE dossier_override SET person = $4 WHERE tenant = $1 AND report = $2 AND person = $3", tenant, id, before[i], now[i]); err != nil {
			return err
		}
	}
	return nil
}

// names are what the report calls its people.
func names(c report.Case) []string {
	var people []identity.Identity
	for _, s := range c.Subjects {
		people = append(people, s.Identity)
	}
	return identity.IDs(people)
}

func decide(ctx context.Context, tx *sql.Tx, tenant, id, person string, o verdict.Override) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO dossier_override (tenant, report, person, at, decision, reason, author) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (tenant, report, person, at) DO UPDATE SET decision = excluded.decision, reason = excluded.reason, author = excluded.author`,
		tenant, id, store.Clean(person), o.At.UnixMicro(), string(o.Decision), store.Clean(o.Reason), store.Clean(o.Author))
	return err
}
