// Package pipelinesql keeps who stands where in which vacancy, and what people said of it, in
// SQL, one text for SQLite and PostgreSQL. What a move means is in the room.
package pipelinesql

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"kadry/internal/audit"
	"kadry/internal/pipeline"
	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the pipeline room.
func Schema() store.Schema { return store.Schema{Name: "pipeline", Files: tables} }

// Applications implements pipeline.Keeper.
type Applications struct {
	db  *store.DB
	log *audit.Log
}

// New returns the applications of db; what is done to them goes into log.
func New(db *store.DB, log *audit.Log) *Applications { return &Applications{db: db, log: log} }

// each reads every row of a query.
func each(ctx context.Context, tx *sql.Tx, scan func(rows *sql.Rows) error, query string, args ...any) (err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// affected runs a statement and tells how many rows it changed.
func affected(ctx context.Context, tx *sql.Tx, query string, args ...any) (int, error) {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Forget implements pipeline.Keeper.
func (a *Applications) Forget(ctx context.Context, tenant, candidate, author string) (gone pipeline.Forgotten, err error) {
	if !store.IsKey(candidate) {
		return gone, nil
	}
	var steps int
	tables := []struct {
		name  string
		count *int
	}{
		{"pipeline_application", &gone.Applications}, {"pipeline_step", &steps}, {"pipeline_note", &gone.Notes}, {"pipeline_tag", &gone.Tags},
	}
	err = a.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, t := range tables {
			n, err := affected(ctx, tx, "DELETE FROM "+t.name+" WHERE tenant = $1 AND candidate = $2", tenant, candidate)
			if err != nil {
				return err
			}
			*t.count = n
		}
		if gone == (pipeline.Forgotten{}) {
			return nil
		}
		return a.log.Append(ctx, tx, audit.Entry{Tenant: tenant, Actor: author, Action: "candidate.forgotten", Subject: candidate})
	})
	if err != nil {
		return pipeline.Forgotten{}, fmt.Errorf("pipelinesql: forget a person: %w", err)
	}
	return gone, a.wipe(ctx)
}

// wipe makes sure that erased bytes are not left in SQLite's files, whether or not the caller
// waits for it.
func (a *Applications) wipe(ctx context.Context) error {
	if _, err := a.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("pipelinesql: wipe what was deleted: %w", err)
	}
	return nil
}

// People implements pipeline.Keeper.
func (a *Applications) People(ctx context.Context, after pipeline.Held, limit int) (list []pipeline.Held, err error) {
	err = a.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return each(ctx, tx, func(rows *sql.Rows) error {
			var h pipeline.Held
			err := rows.Scan(&h.Tenant, &h.Candidate)
			list = append(list, h)
			return err
		}, `SELECT tenant, candidate FROM (
				SELECT tenant, candidate FROM pipeline_step UNION SELECT tenant, candidate FROM pipeline_note UNION SELECT tenant, candidate FROM pipeline_tag
			) AS held WHERE (tenant, candidate) > ($1, $2) ORDER BY tenant, candidate LIMIT $3`, after.Tenant, after.Candidate, limit)
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: people: %w", err)
	}
	return list, nil
}
