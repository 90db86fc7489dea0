package vectors

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/vector"
	"kadry/internal/codematch/mirror"
	"kadry/internal/store"
)

const (
	unitsAtOnce = 200    // rows of one statement
	termsAtOnce = 20_000 // rows of one statement
)

// follow deletes the parts that are no longer wanted and makes those that are missing.
func (x *Index) follow(ctx context.Context, tenant string, wanted []mirror.Generation) error {
	parts, err := x.parts(ctx, tenant)
	if err != nil {
		return err
	}
	have := map[mirror.Generation]bool{}
	for _, p := range parts {
		g := mirror.Generation{Repository: p.repository, Number: p.generation}
		if p.ready && p.current && !have[g] && slices.Contains(wanted, g) {
			have[g] = true
			continue
		}
		if err := x.remove(ctx, p.id); err != nil {
			return err
		}
	}
	for _, g := range wanted {
		if !have[g] {
			if err := x.build(ctx, tenant, g); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove deletes a part: at once for those who search, row by row after that.
func (x *Index) remove(ctx context.Context, part int64) error {
	if _, err := x.exec(ctx, "UPDATE code_part SET ready = FALSE WHERE id = $1", part); err != nil {
		return err
	}
	for _, table := range []string{"code_part_unit", "code_part_term"} {
		for {
			n, err := x.exec(ctx, "DELETE FROM "+table+" WHERE ctid = ANY (ARRAY(SELECT ctid FROM "+table+" WHERE part = $1 LIMIT 20000))", part)
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
		}
	}
	_, err := x.exec(ctx, "DELETE FROM code_part WHERE id = $1", part)
	return err
}

func (x *Index) exec(ctx context.Context, text string, args ...any) (n int64, err error) {
	err = x.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, text, args...)
		if err == nil {
			n, err = result.RowsAffected()
		}
		return err
	})
	return n, wrap("build", err)
}

// builder writes the units of a part as they come.
type builder struct {
	index   *Index
	part    part
	terms   map[int64]int32 // how many units have a term
	mean    vector.Lengths  // of the first units, which stand for all in the sketches
	waiting []index.Document
}

// build makes the part of a generation. Until its last statement nobody sees it.
func (x *Index) build(ctx context.Context, tenant string, g mirror.Generation) error {
	b := &builder{index: x, terms: map[int64]int32{}}
	b.part.lengths, b.part.having = make([]int64, feature.Fields), make([]int64, feature.Fields)
	err := x.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const text = `INSERT INTO code_part (tenant, repository, generation, features, ready, units, lengths, holders)
			VALUES ($1, $2, $3, $4, FALSE, 0, '{}', '{}') RETURNING id`
		return tx.QueryRowContext(ctx, text, tenant, g.Repository, g.Number, int64(x.features)).Scan(&b.part.id)
	})
	if err != nil {
		return wrap("build", err)
	}
	for d, err := range x.source.Documents(ctx, tenant, g) {
		if err != nil {
			return fmt.Errorf("repository %d: %w", g.Repository, err)
		}
		if err := b.add(ctx, d); err != nil {
			return err
		}
	}
	if err := b.flush(ctx); err != nil {
		return err
	}
	if err := b.writeTerms(ctx); err != nil {
		return err
	}
	_, err = x.exec(ctx, "UPDATE code_part SET ready = TRUE, units = $2, lengths = $3, holders = $4 WHERE id = $1",
		b.part.id, b.part.units, b.part.lengths, b.part.having)
	return err
}

func (b *builder) add(ctx context.Context, d index.Document) error {
	b.part.units++
	for f, terms := range d.Vector {
		for _, t := range terms {
			b.part.lengths[f] += int64(t.Count)
			b.terms[termKey(feature.Field(f), t.Hash)]++
		}
		if len(terms) > 0 {
			b.part.having[f]++
		}
	}
	if b.waiting = append(b.waiting, d); len(b.waiting) == unitsAtOnce {
		return b.flush(ctx)
	}
	return nil
}

func termKey(f feature.Field, hash uint32) int64 { return int64(f)<<32 | int64(hash) }

// flush writes the units that wait.
func (b *builder) flush(ctx context.Context) error {
	if b.mean == (vector.Lengths{}) {
		b.mean = means([]part{b.part})
	}
	n := len(b.waiting)
	var (
		files, units, lots                = make([]int32, n), make([]int32, n), make([]int32, n)
		paths, languages, kinds, sketches = make([]string, n), make([]string, n), make([]string, n), make([]string, n)
		terms                             = make([][]byte, n)
	)
	for i, d := range b.waiting {
		files[i], units[i], lots[i] = d.Place.File, d.Place.Unit, lot(d.Place)
		paths[i], languages[i], kinds[i] = store.Clean(d.Path), string(d.Language), string(d.Kind)
		sketches[i], terms[i] = vector.OfUnit(d.Vector, b.mean).String(), vector.Pack(d.Vector)
	}
	b.waiting = b.waiting[:0]
	_, err := b.index.exec(ctx, `INSERT INTO code_part_unit (part, file, unit, lot, path, language, kind, terms, sketch)
		SELECT $1, file, unit, lot, path, language, kind, terms, sketch::sparsevec
		FROM unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::text[])
			AS u (file, unit, lot, path, language, kind, terms, sketch)`,
		b.part.id, files, units, lots, paths, languages, kinds, terms, sketches)
	return err
}

// lot is a number that a place always has and that tells nothing of it.
func lot(p index.Place) int32 {
	sum := fnv.New32a()
	fmt.Fprint(sum, p.Repository, p.File, p.Unit)
	return int32(sum.Sum32() & math.MaxInt32)
}

// writeTerms writes how many units have each term.
func (b *builder) writeTerms(ctx context.Context) error {
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(b.terms)), termsAtOnce) {
		units := make([]int32, len(keys))
		for i, key := range keys {
			units[i] = b.terms[key]
		}
		_, err := b.index.exec(ctx, "INSERT INTO code_part_term (part, term, units) SELECT $1, * FROM unnest($2::bigint[], $3::int[])", b.part.id, keys, units)
		if err != nil {
			return err
		}
	}
	return nil
}

// splitNumbers reads what array_to_string wrote.
func splitNumbers(text string) []int64 {
	out := make([]int64, feature.Fields)
	for i, part := range strings.Split(text, ",") {
		if i < len(out) {
			out[i], _ = strconv.ParseInt(part, 10, 64) // a part that is not ready has none
		}
	}
	return out
}
