package codematchsql

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"kadry/internal/codematch"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// Searches implements codematch.Searches.
type Searches struct{ db *store.DB }

// NewSearches returns the answers of db.
func NewSearches(db *store.DB) *Searches { return &Searches{db} }

// largestAnswer is of one answer, decompressed.
const largestAnswer = 64 << 20

// Put implements codematch.Searches.
func (s *Searches) Put(ctx context.Context, tenant string, found codematch.Search, of codematch.Owners) error {
	body, err := store.Pack(found)
	if err != nil {
		return wrap("search", err)
	}
	return wrap("put a search", s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO code_search (tenant, id, made_at, body) VALUES ($1, $2, $3, $4)
			ON CONFLICT (tenant, id) DO UPDATE SET made_at = excluded.made_at, body = excluded.body`, tenant, found.ID, found.At.UnixMicro(), body); err != nil {
			return err
		}
		if of.Candidate != "" {
			if _, err := tx.ExecContext(ctx, "INSERT INTO code_search_candidate (tenant, candidate, search) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", tenant, of.Candidate, found.ID); err != nil {
				return err
			}
		}
		for _, id := range of.Repositories {
			if _, err := tx.ExecContext(ctx, "INSERT INTO code_search_repository (tenant, search, repository) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", tenant, found.ID, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Get implements codematch.Searches.
func (s *Searches) Get(ctx context.Context, tenant, id string) (found codematch.Search, err error) {
	var body []byte
	if store.IsKey(id) {
		err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, "SELECT body FROM code_search WHERE tenant = $1 AND id = $2", tenant, id).Scan(&body)
		})
	}
	if errors.Is(err, sql.ErrNoRows) || err == nil && body == nil {
		return found, fault.E(fault.NotFound, fault.Say("There is no search %q; answers are kept for some weeks.", "Поиска «%s» нет; ответы хранятся несколько недель.", fault.Clip(id)), err)
	}
	if err == nil {
		found, err = store.Unpack[codematch.Search](body, largestAnswer)
	}
	return found, wrap("search", err)
}

// List implements codematch.Searches.
func (s *Searches) List(ctx context.Context, tenant, candidate string, limit int) (list []codematch.Search, err error) {
	if candidate != "" && !store.IsKey(candidate) {
		return nil, nil
	}
	const query = `SELECT body FROM code_search s WHERE tenant = $1 AND ($2 = '' OR EXISTS (SELECT 1 FROM code_search_candidate c
		WHERE c.tenant = s.tenant AND c.candidate = $2 AND c.search = s.id)) ORDER BY made_at DESC, id LIMIT $3`
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return store.Each(ctx, tx, query, []any{tenant, candidate, limit}, func(row *sql.Rows) error {
			var body []byte
			if err := row.Scan(&body); err != nil {
				return err
			}
			found, err := store.Unpack[codematch.Search](body, largestAnswer)
			list = append(list, found)
			return err
		})
	})
	return list, wrap("searches", err)
}

// Forget implements codematch.Searches.
func (s *Searches) Forget(ctx context.Context, before time.Time) error {
	return wrap("forget searches", s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{
			`DELETE FROM code_search_repository WHERE EXISTS (SELECT 1 FROM code_search s
				WHERE s.tenant = code_search_repository.tenant AND s.id = code_search_repository.search AND s.made_at < $1)`,
			`DELETE FROM code_search_candidate WHERE EXISTS (SELECT 1 FROM code_search s
				WHERE s.tenant = code_search_candidate.tenant AND s.id = code_search_candidate.search AND s.made_at < $1)`,
			"DELETE FROM code_search WHERE made_at < $1",
		} {
			if _, err := tx.ExecContext(ctx, statement, before.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	}))
}

// ForgetCandidate implements codematch.Searches.
func (s *Searches) ForgetCandidate(ctx context.Context, tenant, candidate string) error {
	if !store.IsKey(candidate) {
		return nil
	}
	const theirs = "(SELECT search FROM code_search_candidate WHERE tenant = $1 AND candidate = $2)"
	return wrap("forget the searches of a candidate", s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{
			"DELETE FROM code_search WHERE tenant = $1 AND id IN " + theirs,
			"DELETE FROM code_search_repository WHERE tenant = $1 AND search IN " + theirs,
			"DELETE FROM code_search_candidate WHERE tenant = $1 AND search IN " + theirs,
		} {
			if _, err := tx.ExecContext(ctx, statement, tenant, candidate); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Record implements codematch.Searches.
func (s *Searches) Record(ctx context.Context, tenant, pair string, v codematch.Verdict, repositories []int64) error {
	v = store.Cleaned(v)
	return wrap("record a verdict", s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO code_verdict (tenant, pair, at, said, note, author) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (tenant, pair, at) DO UPDATE SET said = excluded.said, note = excluded.note, author = excluded.author`,
			tenant, pair, v.At.UnixMicro(), v.Said, v.Note, v.Author); err != nil {
			return err
		}
		for _, id := range repositories {
			if _, err := tx.ExecContext(ctx, "INSERT INTO code_verdict_repository (tenant, pair, repository) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", tenant, pair, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Verdicts implements codematch.Searches.
func (s *Searches) Verdicts(ctx context.Context, tenant string, pairs []string) (map[string][]codematch.Verdict, error) {
	all := map[string][]codematch.Verdict{}
	for part := range slices.Chunk(pairs, atOnce) {
		err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return store.Each(ctx, tx, "SELECT pair, at, said, note, author FROM code_verdict WHERE tenant = $1 AND pair IN ("+store.Placeholders(2, len(part))+") ORDER BY at", with(tenant, part), func(row *sql.Rows) error {
				var (
					pair string
					at   int64
					v    codematch.Verdict
				)
				err := row.Scan(&pair, &at, &v.Said, &v.Note, &v.Author)
				v.At = time.UnixMicro(at).UTC()
				all[pair] = append(all[pair], v)
				return err
			})
		})
		if err != nil {
			return nil, wrap("verdicts", err)
		}
	}
	return all, nil
}
