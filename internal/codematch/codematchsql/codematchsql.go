// Package codematchsql keeps indexed repositories, answers of searches and what people said of
// matches in SQL, one text for SQLite and PostgreSQL. What they mean is in the room.
package codematchsql

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
	"kadry/internal/store"
)

//go:embed sqlite postgres
var tables embed.FS

// Schema is the tables of the code room.
func Schema() store.Schema { return store.Schema{Name: "codematch", Files: tables} }

// atOnce is how many values one statement names.
const atOnce = 200

// Mirror implements mirror.Keeper.
type Mirror struct {
	db     *store.DB
	now    func() time.Time
	packer *zstd.Encoder
	reader *zstd.Decoder
}

// largestText bounds one text, decompressed.
const largestText = 64 << 20

// NewMirror returns the repositories of db.
func NewMirror(db *store.DB, now func() time.Time) (*Mirror, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, fmt.Errorf("codematchsql: %w", err)
	}
	reader, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(largestText))
	if err != nil {
		return nil, fmt.Errorf("codematchsql: %w", err)
	}
	return &Mirror{db: db, now: now, packer: packer, reader: reader}, nil
}

const repositoryColumns = "id, url, state, generation, failure, snapshot, card"

// Begin implements mirror.Keeper.
func (m *Mirror) Begin(ctx context.Context, tenant, url string) (r mirror.Repository, next mirror.Generation, err error) {
	if !store.IsKey(url) {
		return r, next, fault.Wrong("repository_url", fault.Say("holds bytes that are no text", "содержит байты, которые не текст"))
	}
	err = m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		const begin = `INSERT INTO code_repository (tenant, url, state, generation, begun, failure, snapshot, card) VALUES ($1, $2, $3, 0, 1, '', '{}', '')
			ON CONFLICT (tenant, url) DO UPDATE SET state = excluded.state, begun = code_repository.begun + 1, failure = '' RETURNING id, begun`
		if err := tx.QueryRowContext(ctx, begin, tenant, url, string(mirror.Indexing)).Scan(&next.Repository, &next.Number); err != nil {
			return err
		}
		r, err = scanRepository(tx.QueryRowContext(ctx, "SELECT "+repositoryColumns+" FROM code_repository WHERE id = $1", next.Repository))
		return err
	})
	return r, next, wrap("begin", err)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("codematchsql: %s: %w", what, err)
}

// scanner is a row, alone or of many.
type scanner interface{ Scan(into ...any) error }

func scanRepository(row scanner) (r mirror.Repository, err error) {
	var failure, snapshot, card string
	if err := row.Scan(&r.ID, &r.URL, &r.State, &r.Generation, &failure, &snapshot, &card); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(snapshot), &r.Snapshot); err != nil {
		return r, fmt.Errorf("snapshot of repository %d: %w", r.ID, err)
	}
	if failure != "" {
		if err := json.Unmarshal([]byte(failure), &r.Failure); err != nil {
			return r, fmt.Errorf("failure of repository %d: %w", r.ID, err)
		}
	}
	r.Card = []byte(card)
	return r, nil
}

// Known implements mirror.Keeper.
func (m *Mirror) Known(ctx context.Context, tenant string, digests []string) (map[string]bool, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(digests, atOnce) {
		err := m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return store.Each(ctx, tx, "SELECT digest FROM code_text WHERE tenant = $1 AND digest IN ("+store.Placeholders(2, len(part))+")", with(tenant, part), func(row *sql.Rows) error {
				var digest string
				err := row.Scan(&digest)
				known[digest] = true
				return err
			})
		})
		if err != nil {
			return nil, wrap("known texts", err)
		}
	}
	return known, nil
}

// with are the arguments of a statement that names one thing and then a list.
func with[T any](first any, list []T) []any {
	args := []any{first}
	for _, v := range list {
		args = append(args, v)
	}
	return args
}

// PutTexts implements mirror.Keeper.
func (m *Mirror) PutTexts(ctx context.Context, tenant string, texts []mirror.Text) error {
	packed := make([][]byte, len(texts))
	for i, t := range texts {
		packed[i] = m.packer.EncodeAll(t.Body, nil)
	}
	seen := m.now().UnixMicro()
	return wrap("put texts", m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const insert = `INSERT INTO code_text (tenant, digest, seen_at, body) VALUES ($1, $2, $3, $4)
			ON CONFLICT (tenant, digest) DO UPDATE SET seen_at = excluded.seen_at`
		for i, t := range texts {
			if _, err := tx.ExecContext(ctx, insert, tenant, t.Digest, seen, packed[i]); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Finish implements mirror.Keeper.
func (m *Mirror) Finish(ctx context.Context, tenant string, next mirror.Generation, s mirror.Snapshot, files []mirror.File) (r mirror.Repository, err error) {
	card := string(s.Card)
	snapshot, err := json.Marshal(store.Cleaned(s))
	if err != nil {
		return r, wrap("snapshot", err)
	}
	packed := make([][]byte, len(files))
	for i, f := range files {
		if packed[i], err = m.packUnits(f); err != nil {
			return r, err
		}
	}
	err = m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, "SELECT "+repositoryColumns+" FROM code_repository WHERE tenant = $1 AND id = $2", tenant, next.Repository)
		if r, err = scanRepository(row); err != nil || r.Generation >= next.Number {
			return err
		}
		if err := m.replaced(ctx, tx, r); err != nil {
			return err
		}
		if err := putFiles(ctx, tx, next, files, packed); err != nil {
			return err
		}
		row = tx.QueryRowContext(ctx, "UPDATE code_repository SET generation = $1, state = $2, failure = '', snapshot = $3, card = $4 WHERE id = $5 AND generation < $1 RETURNING "+repositoryColumns,
			next.Number, string(mirror.Ready), string(snapshot), store.Clean(card), next.Repository)
		if r, err = scanRepository(row); err != nil {
			return err
		}
		return complete(ctx, tx, tenant, next)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return r, fault.E(fault.NotFound, fault.Say("The repository was deleted, or indexed anew, while it was indexed.", "Во время индексации репозиторий удалили или проиндексировали заново."), err)
	}
	return r, wrap("finish", err)
}

func (m *Mirror) packUnits(f mirror.File) ([]byte, error) {
	if len(f.Units) == 0 {
		return []byte{}, nil
	}
	plain, err := json.Marshal(store.Cleaned(f.Units))
	if err != nil {
		return nil, wrap("units", err)
	}
	return m.packer.EncodeAll(plain, nil), nil
}

// replaced notes that the generation of r is no longer the one that is read.
func (m *Mirror) replaced(ctx context.Context, tx *sql.Tx, r mirror.Repository) error {
	if r.Generation == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO code_replaced (repository, generation, replaced_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		r.ID, r.Generation, m.now().UnixMicro())
	return err
}

func putFiles(ctx context.Context, tx *sql.Tx, g mirror.Generation, files []mirror.File, units [][]byte) (err error) {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO code_file (repository, generation, place, path, digest, language, size, skipped, licence, units)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	for i, f := range files {
		_, err := insert.ExecContext(ctx, g.Repository, g.Number, i, store.Clean(f.Path), f.Digest, string(f.Language), f.Size, f.Skipped, store.Clean(f.Licence), units[i])
		if err != nil {
			return err
		}
	}
	return nil
}

// complete refuses a generation whose texts are not all there: one that it shared with another
// repository may have gone with that one.
func complete(ctx context.Context, tx *sql.Tx, tenant string, g mirror.Generation) error {
	var missing int
	err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM code_file f WHERE f.repository = $1 AND f.generation = $2 AND f.digest <> ''
		AND NOT EXISTS (SELECT 1 FROM code_text t WHERE t.tenant = $3 AND t.digest = f.digest)`, g.Repository, g.Number, tenant).Scan(&missing)
	if err == nil && missing > 0 {
		return fault.E(fault.Conflict, fault.Say("%d texts went while the repository was indexed.", "Во время индексации исчезло текстов: %d.", missing), nil)
	}
	return err
}

// Fail implements mirror.Keeper.
func (m *Mirror) Fail(ctx context.Context, tenant string, id int64, why fault.Text) error {
	text, err := json.Marshal(store.Cleaned(why))
	if err != nil {
		return wrap("failure", err)
	}
	return wrap("fail", m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE code_repository SET state = $1, failure = $2 WHERE tenant = $3 AND id = $4", string(mirror.Failed), string(text), tenant, id)
		return err
	}))
}

// Abandon implements mirror.Keeper.
func (m *Mirror) Abandon(ctx context.Context, tenant string, next mirror.Generation) (gone bool, err error) {
	err = m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM code_repository WHERE tenant = $1 AND id = $2 AND begun = $3 AND generation = 0", tenant, next.Repository, next.Number)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		gone = n > 0
		return err
	})
	return gone, wrap("abandon", err)
}

// Get implements mirror.Keeper.
func (m *Mirror) Get(ctx context.Context, tenant, url string) (r mirror.Repository, err error) {
	if store.IsKey(url) {
		err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			r, err = scanRepository(tx.QueryRowContext(ctx, "SELECT "+repositoryColumns+" FROM code_repository WHERE tenant = $1 AND url = $2", tenant, url))
			return err
		})
	}
	if errors.Is(err, sql.ErrNoRows) || err == nil && r.ID == 0 {
		return r, fault.E(fault.NotFound, fault.Say("The repository %q is not indexed.", "Репозиторий «%s» не проиндексирован.", fault.Clip(url)), err)
	}
	return r, wrap("repository", err)
}

// List implements mirror.Keeper.
func (m *Mirror) List(ctx context.Context, tenant string, cards bool) (list []mirror.Repository, err error) {
	columns := "id, url, state, generation, failure, snapshot, ''"
	if cards {
		columns = repositoryColumns
	}
	err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, "SELECT "+columns+" FROM code_repository WHERE tenant = $1 ORDER BY url", []any{tenant}, func(row *sql.Rows) error {
			r, err := scanRepository(row)
			list = append(list, r)
			return err
		})
	})
	return list, wrap("list", err)
}

// Tenants implements mirror.Keeper.
func (m *Mirror) Tenants(ctx context.Context) (list []string, err error) {
	err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, "SELECT DISTINCT tenant FROM code_repository ORDER BY tenant", nil, func(row *sql.Rows) error {
			var tenant string
			err := row.Scan(&tenant)
			list = append(list, tenant)
			return err
		})
	})
	return list, wrap("tenants", err)
}

// Generations implements mirror.Keeper.
func (m *Mirror) Generations(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	return m.generations(ctx, "SELECT id, generation FROM code_repository WHERE tenant = $1 AND generation > 0 ORDER BY id", tenant)
}

// Unfinished implements mirror.Keeper.
func (m *Mirror) Unfinished(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	return m.generations(ctx, "SELECT id, begun FROM code_repository WHERE tenant = $1 AND state = $2 ORDER BY id", tenant, string(mirror.Indexing))
}

func (m *Mirror) generations(ctx context.Context, query string, args ...any) (list []mirror.Generation, err error) {
	err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, query, args, func(row *sql.Rows) error {
			var g mirror.Generation
			err := row.Scan(&g.Repository, &g.Number)
			list = append(list, g)
			return err
		})
	})
	return list, wrap("generations", err)
}
