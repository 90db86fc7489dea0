// Package talentsql keeps candidates in SQL: their tables, queries and stored form, one text
// for SQLite and PostgreSQL. How a database is opened and locked is in store; what the data
// mean is in the room.
package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/turn"
)

// Candidates keeps candidates and the feed of their changes.
type Candidates struct {
	db  *store.DB
	now func() time.Time
}

// NewCandidates returns the candidates of db. now dates changes and audit lines.
func NewCandidates(db *store.DB, now func() time.Time) *Candidates {
	return &Candidates{db: db, now: now}
}

// feedTurn names the order in which changes become visible; see store.DB.Turn.
const feedTurn = "candidate_change"

// Add keeps c, or finds that the tenant has the same digest already.
func (s *Candidates) Add(ctx context.Context, tenant string, c talent.Candidate) (id string, created bool, err error) {
	if !store.IsKey(tenant) || !store.IsKey(c.ID) || !store.IsKey(c.Source.SHA256) {
		return "", false, fault.E(fault.Invalid, fault.Say(
			"A candidate needs a tenant, an id and a digest.",
			"Кандидату нужны владелец, идентификатор и контрольная сумма."), nil)
	}
	row, err := encodeRow(c)
	if err != nil {
		return "", false, err
	}
	add := func(ctx context.Context, tx *sql.Tx) error {
		for created = false; !created; {
			if id, err = known(ctx, tx, tenant, row.sha256); err != nil || id != "" {
				return err
			}
			// Not created: another process was faster. Its row is committed by now and is
			// found, or removed again already and there is room for this one.
			if created, err = row.insert(ctx, tx, tenant); err != nil {
				return err
			}
		}
		id = row.id
		return s.announce(ctx, tx, change{tenant: tenant, id: id, at: s.now()})
	}
	err = s.db.Write(ctx, add)
	if errors.Is(err, store.ErrDuplicate) {
		// Ids follow from digests: a process that keeps the same bytes at this very moment
		// breaks the key of the id first. Its row is committed by now and is found.
		err = s.db.Write(ctx, add)
	}
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return "", false, fault.E(fault.Conflict, fault.Say(
			"Another CV is kept under this id.", "Под этим идентификатором хранится другое резюме."), err)
	case err != nil:
		return "", false, fmt.Errorf("talentsql: add candidate %q: %w", c.ID, err)
	}
	return id, created, nil
}

// Known returns the id under which the tenant keeps a digest, "" when it does not.
func (s *Candidates) Known(ctx context.Context, tenant, sha256 string) (id string, err error) {
	if !store.IsKey(tenant) || !store.IsKey(sha256) {
		return "", nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		id, err = known(ctx, tx, tenant, sha256)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("talentsql: find digest %q: %w", sha256, err)
	}
	return id, nil
}

func known(ctx context.Context, tx *sql.Tx, tenant, sha256 string) (id string, err error) {
	row := tx.QueryRowContext(ctx, "SELECT id FROM candidate WHERE tenant = $1 AND sha256 = $2", tenant, sha256)
	if err := row.Scan(&id); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	return id, nil
}

// batch bounds the placeholders of one query; both engines take many more.
const batch = 500

// Candidates returns the asked ones that exist, in the order asked.
func (s *Candidates) Candidates(ctx context.Context, tenant string, ids []string) ([]talent.Candidate, error) {
	if !store.IsKey(tenant) {
		return nil, nil
	}
	found := make(map[string]talent.Candidate, len(ids))
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for some := range slices.Chunk(ids, batch) {
			if err := load(ctx, tx, tenant, some, found); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("talentsql: load %d candidates: %w", len(ids), err)
	}
	out := make([]talent.Candidate, 0, len(found))
	for _, id := range ids {
		if c, ok := found[id]; ok {
			out = append(out, c)
		}
	}
	return out, nil
}

func load(ctx context.Context, tx *sql.Tx, tenant string, ids []string, into map[string]talent.Candidate) error {
	args := []any{tenant}
	for _, id := range ids {
		if store.IsKey(id) {
			args = append(args, id)
		}
	}
	if len(args) == 1 {
		return nil
	}
	list, err := queryRows(ctx, tx, byIDs(len(args)-1), args)
	if err != nil {
		return err
	}
	people, err := decodeAll(ctx, list)
	if err != nil {
		return err
	}
	if err := attach(ctx, tx, people); err != nil {
		return err
	}
	for i := range people {
		into[people[i].ID] = people[i]
	}
	return nil
}

func queryRows(ctx context.Context, tx *sql.Tx, query string, args []any) (list []row, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var r row
		if err := rows.Scan(r.targets()...); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// byIDs asks for n ids of a tenant. An id is the key; the tenant only guards it. It stands
// in an expression because SQLite, which knows nothing of how many candidates a tenant has,
// would else take the index that begins with the tenant and read every one of them.
func byIDs(n int) string {
	return "SELECT " + rowColumns + " FROM candidate c WHERE c.tenant || '' = $1 AND c.id IN (" + store.Placeholders(2, n) + ")"
}

// Remove deletes the candidate, leaves an audit line and makes sure that the erased bytes
// are not left in SQLite's files. Where a long read of another process holds the log, that
// last step is done with the next write. PostgreSQL frees the rows with its next autovacuum,
// which the schema asks for after every single removal.
func (s *Candidates) Remove(ctx context.Context, tenant, id, actor string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if !store.IsKey(tenant) || !store.IsKey(id) {
			return unknown(id)
		}
		result, err := tx.ExecContext(ctx, "DELETE FROM candidate WHERE tenant = $1 AND id = $2", tenant, id)
		if err != nil {
			return err
		}
		if gone, err := result.RowsAffected(); err != nil || gone == 0 {
			return errors.Join(err, unknown(id))
		}
		linked, err := forget(ctx, tx, id)
		if err != nil {
			return err
		}
		line := Line{At: s.now(), Tenant: tenant, Actor: store.Clean(actor), Action: CandidateRemoved, Subject: id}
		if err := line.insert(ctx, tx); err != nil {
			return err
		}
		for _, other := range linked {
			if err := s.announce(ctx, tx, change{tenant: tenant, id: other, at: line.At}); err != nil {
				return err
			}
		}
		return s.announce(ctx, tx, change{tenant: tenant, id: id, removed: true, at: line.At})
	})
	if err != nil {
		return fmt.Errorf("talentsql: remove candidate %q: %w", id, err)
	}
	// The deletion is committed: the caller going away must not leave the bytes behind.
	if _, err := s.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("talentsql: remove candidate %q: %w", id, err)
	}
	return nil
}

func unknown(id string) error {
	return fault.E(fault.NotFound, fault.Say(
		"There is no candidate %q.", "Кандидата %q нет.", store.Clean(id)), nil)
}

// row is a candidate as its table has it.
type row struct {
	id, sha256, file, format string
	bytes                    int64
	pages                    int
	ingestedAt               int64
	tags, warnings           string
	text                     string
	record                   string
	recordVersion            int
	rules                    string
	look                     []byte // only on the way in
}

const rowColumns = "c.id, c.sha256, c.file, c.format, c.bytes, c.pages, c.ingested_at, " +
	"c.tags, c.warnings, c.text, c.record, c.record_version, c.rules"

// targets are the fields in the order of rowColumns.
func (r *row) targets() []any {
	return []any{
		&r.id, &r.sha256, &r.file, &r.format, &r.bytes, &r.pages, &r.ingestedAt,
		&r.tags, &r.warnings, &r.text, &r.record, &r.recordVersion, &r.rules,
	}
}

// insert stores the row unless the tenant has its digest.
func (r *row) insert(ctx context.Context, tx *sql.Tx, tenant string) (created bool, err error) {
	const query = `
		INSERT INTO candidate (tenant, id, sha256, file, format, bytes, pages, ingested_at,
			tags, warnings, text, record, record_version, rules, look)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (tenant, sha256) DO NOTHING`
	result, err := tx.ExecContext(ctx, query, tenant, r.id, r.sha256, r.file, r.format, r.bytes, r.pages,
		r.ingestedAt, r.tags, r.warnings, r.text, r.record, r.recordVersion, r.rules, r.look)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func encodeRow(c talent.Candidate) (row, error) {
	text := store.Clean(c.Text)
	record, err := encodeRecord(c.Record, text)
	if err != nil {
		return row{}, err
	}
	tags, warnings, err := encodeLists(c.Tags, c.Source.Warnings)
	if err != nil {
		return row{}, err
	}
	look, err := encodeLook(layout.Page{Lines: c.Lines, Fields: c.Fields})
	if err != nil {
		return row{}, err
	}
	return row{
		id: c.ID, sha256: c.Source.SHA256, file: store.Clean(c.Source.File), format: store.Clean(string(c.Source.Format)),
		bytes: c.Source.Bytes, pages: c.Source.Pages, ingestedAt: c.Source.IngestedAt.UnixMicro(),
		tags: tags, warnings: warnings, text: text, record: record, recordVersion: recordVersion,
		rules: store.Clean(c.Rules), look: look,
	}, nil
}

// decodeAll decodes rows on all processors that are free: it is most of the cost of a page and of a start.
func decodeAll(ctx context.Context, rows []row) ([]talent.Candidate, error) {
	people, failed := make([]talent.Candidate, len(rows)), make([]error, len(rows))
	turn.Each(ctx, len(rows), func(i int) { people[i], failed[i] = rows[i].decode() })
	if i := slices.IndexFunc(failed, func(err error) bool { return err != nil }); i >= 0 {
		return nil, failed[i]
	}
	return people, ctx.Err()
}

func (r *row) decode() (talent.Candidate, error) {
	record, err := decodeRecord(r.recordVersion, r.record, r.text)
	if err != nil {
		return talent.Candidate{}, fmt.Errorf("talentsql: candidate %q: %w", r.id, err)
	}
	tags, warnings, err := decodeLists(r.tags, r.warnings)
	if err != nil {
		return talent.Candidate{}, fmt.Errorf("talentsql: candidate %q: %w", r.id, err)
	}
	return talent.Candidate{
		ID: r.id, Text: r.text, Record: record, Tags: tags, Rules: r.rules,
		Source: talent.Source{
			File: r.file, Format: document.Format(r.format), SHA256: r.sha256, Bytes: r.bytes, Pages: r.pages,
			Warnings: warnings, IngestedAt: time.UnixMicro(r.ingestedAt).UTC(),
		},
	}, nil
}
