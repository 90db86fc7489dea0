package codematchsql

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"kadry/internal/codematch/dense"
	"kadry/internal/store"
)

// Vectors implements dense.Store.
type Vectors struct{ db *store.DB }

// NewVectors returns the vectors of db.
func NewVectors(db *store.DB) *Vectors { return &Vectors{db} }

// Missing implements dense.Store.
func (v *Vectors) Missing(ctx context.Context, tenant, space string, digests []string) (missing []string, err error) {
	for part := range slices.Chunk(digests, atOnce) {
		known := map[string]bool{}
		args := append([]any{tenant}, with(space, part)...)
		err := v.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return store.Each(ctx, tx, "SELECT digest FROM code_vector WHERE tenant = $1 AND space = $2 AND digest IN ("+store.Placeholders(3, len(part))+")", args, func(row *sql.Rows) error {
				var digest string
				err := row.Scan(&digest)
				known[digest] = true
				return err
			})
		})
		if err != nil {
			return nil, wrap("missing vectors", err)
		}
		for _, digest := range part {
			if !known[digest] {
				missing = append(missing, digest)
			}
		}
	}
	return missing, nil
}

// Put implements dense.Store. The counter of the space is locked until the vectors can be
// seen, so changes appear in their order.
func (v *Vectors) Put(ctx context.Context, tenant, space string, vectors []dense.Vector) error {
	if len(vectors) == 0 {
		return nil
	}
	return wrap("put vectors", v.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		var last int64
		const count = `INSERT INTO code_vector_space (tenant, space, change) VALUES ($1, $2, $3)
			ON CONFLICT (tenant, space) DO UPDATE SET change = code_vector_space.change + excluded.change RETURNING change`
		if err := tx.QueryRowContext(ctx, count, tenant, space, len(vectors)).Scan(&last); err != nil {
			return err
		}
		insert, err := tx.PrepareContext(ctx, `INSERT INTO code_vector (tenant, space, digest, change, body) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (tenant, space, digest) DO UPDATE SET change = excluded.change, body = excluded.body`)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, insert.Close()) }()
		first := last - int64(len(vectors)) + 1
		for i, of := range vectors {
			if _, err := insert.ExecContext(ctx, tenant, space, of.Digest, first+int64(i), packVector(of.Values)); err != nil {
				return err
			}
		}
		return nil
	}))
}

func packVector(values []float32) []byte {
	body := make([]byte, 0, 4*len(values))
	for _, x := range values {
		body = binary.LittleEndian.AppendUint32(body, math.Float32bits(x))
	}
	return body
}

func unpackVector(body []byte) ([]float32, error) {
	if len(body)%4 != 0 {
		return nil, fmt.Errorf("a vector of %d bytes", len(body))
	}
	values := make([]float32, len(body)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[4*i:]))
	}
	return values, nil
}

// Load implements dense.Store.
func (v *Vectors) Load(ctx context.Context, tenant, space string, after int64, limit int) (list []dense.Vector, err error) {
	err = v.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, "SELECT digest, change, body FROM code_vector WHERE tenant = $1 AND space = $2 AND change > $3 ORDER BY change LIMIT $4", []any{tenant, space, after, limit}, func(row *sql.Rows) error {
			var of dense.Vector
			var body []byte
			err := row.Scan(&of.Digest, &of.Change, &body)
			if err == nil {
				of.Values, err = unpackVector(body)
			}
			list = append(list, of)
			return err
		})
	})
	return list, wrap("vectors", err)
}

// Retain implements dense.Store.
func (v *Vectors) Retain(ctx context.Context, tenant string, used func(digest string) bool) error {
	var gone []string
	err := v.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		gone = nil
		return store.Each(ctx, tx, "SELECT DISTINCT digest FROM code_vector WHERE tenant = $1", []any{tenant}, func(row *sql.Rows) error {
			var digest string
			err := row.Scan(&digest)
			if !used(digest) {
				gone = append(gone, digest)
			}
			return err
		})
	})
	for part := range slices.Chunk(gone, atOnce) {
		if err != nil {
			break
		}
		err = v.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, forgetVectors(len(part)), with(tenant, part)...)
			return err
		})
	}
	return wrap("forget vectors", err)
}

// Sweep implements dense.Store.
func (v *Vectors) Sweep(ctx context.Context, tenant, space string) error {
	return wrap("sweep vectors", v.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM code_vector WHERE tenant = $1 AND space <> $2", tenant, space)
		return err
	}))
}

// Tenants implements dense.Store.
func (v *Vectors) Tenants(ctx context.Context) (list []string, err error) {
	err = v.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, "SELECT DISTINCT tenant FROM code_vector ORDER BY tenant", nil, func(row *sql.Rows) error {
			var tenant string
			err := row.Scan(&tenant)
			list = append(list, tenant)
			return err
		})
	})
	return list, wrap("tenants of vectors", err)
}

// forgetVectors deletes a tenant's vectors of so many digests.
func forgetVectors(digests int) string {
	return "DELETE FROM code_vector WHERE tenant = $1 AND digest IN (" + store.Placeholders(2, digests) + ")"
}
