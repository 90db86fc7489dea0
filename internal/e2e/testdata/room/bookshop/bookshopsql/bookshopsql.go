// Package bookshopsql keeps the books of the made-up bookshop.
package bookshopsql

import (
	"context"
	"database/sql"
	"embed"

	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the table of books.
func Schema() store.Schema { return store.Schema{Name: "bookshop", Files: tables} }

// Books are the books of all tenants.
type Books struct{ DB *store.DB }

// Put shelves a book, and counts the tenant's books.
func (b Books) Put(ctx context.Context, tenant, title string) (n int, err error) {
	err = b.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO book (tenant, title) VALUES ($1, $2) ON CONFLICT DO NOTHING", tenant, title); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT count(*) FROM book WHERE tenant = $1", tenant).Scan(&n)
	})
	return n, err
}

// Count counts the books of all tenants.
func (b Books) Count(ctx context.Context) (n int, err error) {
	err = b.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT count(*) FROM book").Scan(&n)
	})
	return n, err
}
