package codematchsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// A file is read only for the tenant whose repository it is of.
const (
	fileColumns = "f.place, f.path, f.digest, f.language, f.size, f.skipped, f.licence, f.units"
	fileTables  = " FROM code_file f JOIN code_repository r ON r.id = f.repository WHERE r.tenant = $1 AND f.repository = $2 AND f.generation = $3"
)

func (m *Mirror) scanFile(row scanner) (f mirror.File, place int, err error) {
	var units []byte
	if err := row.Scan(&place, &f.Path, &f.Digest, &f.Language, &f.Size, &f.Skipped, &f.Licence, &units); err != nil {
		return f, 0, err
	}
	if len(units) == 0 {
		return f, place, nil
	}
	plain, err := m.reader.DecodeAll(units, nil)
	if err == nil {
		err = json.Unmarshal(plain, &f.Units)
	}
	if err != nil {
		return f, 0, fmt.Errorf("units of %q: %w", f.Path, err)
	}
	return f, place, nil
}

// Files implements mirror.Keeper.
func (m *Mirror) Files(ctx context.Context, tenant string, g mirror.Generation, after, limit int) (list []mirror.File, err error) {
	err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, "SELECT "+fileColumns+fileTables+" AND f.place > $4 ORDER BY f.place LIMIT $5", []any{tenant, g.Repository, g.Number, after, limit}, func(row *sql.Rows) error {
			f, _, err := m.scanFile(row)
			list = append(list, f)
			return err
		})
	})
	return list, wrap("files", err)
}

// File implements mirror.Keeper.
func (m *Mirror) File(ctx context.Context, tenant string, g mirror.Generation, path string) (f mirror.File, place int, err error) {
	err = m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		f, place, err = m.scanFile(tx.QueryRowContext(ctx, "SELECT "+fileColumns+fileTables+" AND f.path = $4", tenant, g.Repository, g.Number, store.Clean(path)))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return f, 0, fault.E(fault.NotFound, fault.Say("There is no file %q in the repository.", "В репозитории нет файла «%s».", fault.Clip(path)), err)
	}
	return f, place, wrap("file", err)
}

// At implements mirror.Keeper.
func (m *Mirror) At(ctx context.Context, tenant string, g mirror.Generation, places []int) (map[int]mirror.File, error) {
	found := map[int]mirror.File{}
	for part := range slices.Chunk(places, atOnce) {
		args := append([]any{tenant, g.Repository, g.Number}, with(part[0], part[1:])...)
		err := m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return store.Each(ctx, tx, "SELECT "+fileColumns+fileTables+" AND f.place IN ("+store.Placeholders(4, len(part))+")", args, func(row *sql.Rows) error {
				f, place, err := m.scanFile(row)
				found[place] = f
				return err
			})
		})
		if err != nil {
			return nil, wrap("files by place", err)
		}
	}
	return found, nil
}

// Texts implements mirror.Keeper.
func (m *Mirror) Texts(ctx context.Context, tenant string, digests []string) (map[string][]byte, error) {
	found := map[string][]byte{}
	for part := range slices.Chunk(digests, atOnce) {
		err := m.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return store.Each(ctx, tx, "SELECT digest, body FROM code_text WHERE tenant = $1 AND digest IN ("+store.Placeholders(2, len(part))+")", with(tenant, part), func(row *sql.Rows) error {
				var digest string
				var body []byte
				err := row.Scan(&digest, &body)
				if err == nil {
					body, err = m.reader.DecodeAll(body, nil)
				}
				found[digest] = body
				return err
			})
		})
		if err != nil {
			return nil, wrap("texts", err)
		}
	}
	return found, nil
}

// Delete implements mirror.Keeper. Everything of the repository goes: files, texts that no
// other repository has, answers that show its code and verdicts on it.
func (m *Mirror) Delete(ctx context.Context, tenant, url string) (gone bool, err error) {
	if !store.IsKey(url) {
		return false, nil
	}
	err = m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var id int64
		err := tx.QueryRowContext(ctx, "SELECT id FROM code_repository WHERE tenant = $1 AND url = $2", tenant, url).Scan(&id)
		if gone = err == nil; !gone {
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			return err
		}
		for _, statement := range []struct {
			text string
			args []any
		}{
			{"DELETE FROM code_search_candidate WHERE tenant = $1 AND search IN (SELECT search FROM code_search_repository WHERE tenant = $1 AND repository = $2)", []any{tenant, id}},
			{"DELETE FROM code_search WHERE tenant = $1 AND id IN (SELECT search FROM code_search_repository WHERE tenant = $1 AND repository = $2)", []any{tenant, id}},
			{"DELETE FROM code_search_repository WHERE tenant = $1 AND search IN (SELECT search FROM code_search_repository WHERE tenant = $1 AND repository = $2)", []any{tenant, id}},
			{"DELETE FROM code_verdict WHERE tenant = $1 AND pair IN (SELECT pair FROM code_verdict_repository WHERE tenant = $1 AND repository = $2)", []any{tenant, id}},
			{"DELETE FROM code_verdict_repository WHERE tenant = $1 AND pair IN (SELECT pair FROM code_verdict_repository WHERE tenant = $1 AND repository = $2)", []any{tenant, id}},
			{`DELETE FROM code_text WHERE tenant = $1 AND digest IN (SELECT digest FROM code_file WHERE repository = $2)
				AND digest NOT IN (SELECT f.digest FROM code_file f JOIN code_repository r ON r.id = f.repository WHERE r.tenant = $1 AND r.id <> $2)`, []any{tenant, id}},
			{"DELETE FROM code_file WHERE repository = $1", []any{id}},
			{"DELETE FROM code_replaced WHERE repository = $1", []any{id}},
			{"DELETE FROM code_repository WHERE id = $1", []any{id}},
		} {
			if _, err := tx.ExecContext(ctx, statement.text, statement.args...); err != nil {
				return err
			}
		}
		return nil
	})
	return gone, wrap("delete", err)
}

// Sweep implements mirror.Keeper.
func (m *Mirror) Sweep(ctx context.Context, before time.Time) error {
	return wrap("sweep", m.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM code_file WHERE EXISTS (SELECT 1 FROM code_replaced p WHERE p.repository = code_file.repository AND p.generation = code_file.generation AND p.replaced_at < $1)`,
			`DELETE FROM code_replaced WHERE replaced_at < $1`,
			`DELETE FROM code_text WHERE seen_at < $1 AND NOT EXISTS (
				SELECT 1 FROM code_file f JOIN code_repository r ON r.id = f.repository WHERE f.digest = code_text.digest AND r.tenant = code_text.tenant)`,
		} {
			if _, err := tx.ExecContext(ctx, statement, before.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	}))
}
