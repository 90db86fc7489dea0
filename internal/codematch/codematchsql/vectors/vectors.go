// Package vectors is the index of code in a PostgreSQL with pgvector, for corpora that should
// not stand on the disk of one server. The database chooses units by the product of sparse
// vectors, those are then scored exactly: where the filter allows more units than First, mean
// and deviation of a field are estimates, and a unit that was not chosen is not found. It
// follows its source as package embedded does. The choice scans the vectors of the units that the
// filter allows, which is exact; no index of vectors is made. The way through: vectors (what is there), build
// (rows of a generation), search.
package vectors

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/vector"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// Index implements index.Index. It is safe for concurrent use.
type Index struct {
	db       *store.DB
	features uint32
	source   index.Source
	turn     chan struct{} // has room for one: who brings the tables up to date
}

// tables are made where the extension is to be had. A part is a generation of a
// repository.
var tables = []string{
	"CREATE EXTENSION IF NOT EXISTS vector",
	`CREATE TABLE IF NOT EXISTS code_part (
		id         BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
		tenant     TEXT    NOT NULL,
		repository BIGINT  NOT NULL,
		generation BIGINT  NOT NULL,
		features   BIGINT  NOT NULL, -- version of how features are taken out of code
		ready      BOOLEAN NOT NULL, -- all its units are there
		units      INTEGER NOT NULL,
		lengths    BIGINT[] NOT NULL, -- by field, summed up over the units
		holders    BIGINT[] NOT NULL  -- by field, how many units have it
	)`,
	"CREATE INDEX IF NOT EXISTS code_part_tenant ON code_part (tenant)",
	`CREATE TABLE IF NOT EXISTS code_part_unit (
		part     BIGINT  NOT NULL REFERENCES code_part ON DELETE CASCADE,
		file     INTEGER NOT NULL,
		unit     INTEGER NOT NULL,
		path     TEXT    NOT NULL,
		language TEXT    NOT NULL,
		kind     TEXT    NOT NULL,
		lot      INTEGER NOT NULL, -- spread evenly, to draw samples by
		terms    BYTEA   NOT NULL, -- all features, packed
		sketch   sparsevec(` + strconv.Itoa(vector.Dimensions) + `) NOT NULL,
		PRIMARY KEY (part, file, unit)
	)`,
	// A vector that stands beside its row is read several times as fast.
	"ALTER TABLE code_part_unit ALTER COLUMN sketch SET STORAGE MAIN, ALTER COLUMN terms SET STORAGE EXTERNAL",
	"CREATE INDEX IF NOT EXISTS code_part_unit_lot ON code_part_unit (part, lot)",
	`CREATE TABLE IF NOT EXISTS code_part_term (
		term  BIGINT  NOT NULL, -- field, then hash
		part  BIGINT  NOT NULL REFERENCES code_part ON DELETE CASCADE,
		units INTEGER NOT NULL, -- that have it
		PRIMARY KEY (term, part)
	)`,
	"CREATE INDEX IF NOT EXISTS code_part_term_part ON code_part_term (part)",
}

// New makes the tables where they are missing. A database without pgvector 0.7 or
// later is fault.Unavailable.
func New(ctx context.Context, db *store.DB, features uint32, source index.Source) (*Index, error) {
	if db.Engine() != store.PostgreSQL {
		return nil, missing(errors.New("the database is no PostgreSQL"))
	}
	err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := db.Turn(ctx, tx, "code_part"); err != nil {
			return err
		}
		for _, statement := range tables {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && fault.KindOf(err) != fault.Unavailable && ctx.Err() == nil {
		return nil, missing(err)
	}
	if err != nil {
		return nil, wrap("tables", err)
	}
	return &Index{db: db, features: features, source: source, turn: make(chan struct{}, 1)}, nil
}

func missing(err error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"This database has no pgvector of version 0.7 or later.",
		"В этой базе данных нет pgvector версии 0.7 или новее."), err).
		WithHint(fault.Say(
			"Install it and run CREATE EXTENSION vector, or use the index in files.",
			"Установите его и выполните CREATE EXTENSION vector или пользуйтесь индексом в файлах."))
}

// part is a generation of a repository as it stands in the tables.
type part struct {
	id, repository, generation int64
	ready                      bool
	current                    bool // of the version of features that is asked for
	units                      int
	lengths, having            []int64
}

// parts are those of a tenant, by repository.
func (x *Index) parts(ctx context.Context, tenant string) (list []part, err error) {
	err = x.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		const text = `SELECT id, repository, generation, ready, features = $2, units, array_to_string(lengths, ','), array_to_string(holders, ',')
			FROM code_part WHERE tenant = $1 ORDER BY repository, id`
		return store.Each(ctx, tx, text, []any{tenant, int64(x.features)}, func(row *sql.Rows) error {
			var p part
			var lengths, having string
			if err := row.Scan(&p.id, &p.repository, &p.generation, &p.ready, &p.current, &p.units, &lengths, &having); err != nil {
				return err
			}
			p.lengths, p.having = splitNumbers(lengths), splitNumbers(having)
			list = append(list, p)
			return nil
		})
	})
	return list, wrap("parts", err)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("vectors: %s: %w", what, err)
}

// Search implements index.Index.
func (x *Index) Search(ctx context.Context, tenant string, q index.Question) (index.Answer, error) {
	parts, err := x.current(ctx, tenant)
	if err != nil {
		return index.Answer{}, fmt.Errorf("vectors: %w", err)
	}
	s := &search{parts: parts, question: q}
	// One transaction sees one state of the tables: a part that is deleted meanwhile is whole.
	err = x.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error { return s.run(ctx, tx) })
	return s.answer, wrap("search", err)
}

// current are the parts of what the source has now; those that are missing are made.
func (x *Index) current(ctx context.Context, tenant string) ([]part, error) {
	if parts, done, err := x.look(ctx, tenant); err != nil || done {
		return parts, err
	}
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var failed error
	var before []mirror.Generation
	for {
		parts, done, err := x.look(ctx, tenant)
		if err != nil || done {
			return parts, err
		}
		wanted, err := x.wanted(ctx, tenant)
		if err != nil {
			return nil, errors.Join(failed, err)
		}
		if failed != nil && slices.Equal(wanted, before) {
			return nil, failed
		}
		before = wanted
		failed = x.follow(ctx, tenant, wanted)
	}
}

// look are the parts of a tenant, and whether they are just those that the source has.
func (x *Index) look(ctx context.Context, tenant string) (parts []part, done bool, err error) {
	wanted, err := x.wanted(ctx, tenant)
	if err != nil {
		return nil, false, err
	}
	parts, err = x.parts(ctx, tenant)
	if err != nil || len(parts) != len(wanted) {
		return nil, false, err
	}
	for i, p := range parts {
		if !p.ready || !p.current || p.repository != wanted[i].Repository || p.generation != wanted[i].Number {
			return nil, false, nil
		}
	}
	return parts, true, nil
}

// wanted are the generations of the source, in order.
func (x *Index) wanted(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	list, err := x.source.Generations(ctx, tenant)
	return slices.SortedFunc(slices.Values(list), func(a, b mirror.Generation) int { return cmp.Compare(a.Repository, b.Repository) }), err
}

// means are the mean lengths by field over all units that have it.
func means(parts []part) (out vector.Lengths) {
	for f := range feature.Fields {
		var sum, having int64
		for _, p := range parts {
			sum += p.lengths[f]
			having += p.having[f]
		}
		if having > 0 {
			out[f] = float64(sum) / float64(having)
		}
	}
	return out
}
