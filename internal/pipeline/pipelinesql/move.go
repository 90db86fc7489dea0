package pipelinesql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/store"
)

// columns are those of an application, in the order in which it is scanned.
const columns = "vacancy, candidate, stage, reason, comment, until, again, version, author, added_at, moved_at"

// scanner is one row.
type scanner interface{ Scan(into ...any) error }

func scanApplication(row scanner) (a pipeline.Application, err error) {
	var again int
	var added, moved int64
	err = row.Scan(&a.Vacancy, &a.Candidate, &a.Stage, &a.Reason, &a.Comment, &a.Until, &again, &a.Version, &a.MovedBy, &added, &moved)
	a.Again, a.AddedAt, a.MovedAt = again == 1, time.UnixMicro(added).UTC(), time.UnixMicro(moved).UTC()
	return a, err
}

// Move implements pipeline.Keeper.
func (a *Applications) Move(ctx context.Context, tenant string, changes []pipeline.Change) (moved []pipeline.Moved, err error) {
	err = a.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		moved = make([]pipeline.Moved, len(changes))
		var entries []audit.Entry
		for i, c := range changes {
			step, err := a.move(ctx, tx, tenant, stored(c), &moved[i])
			if err != nil {
				return err
			}
			if step != nil {
				entries = append(entries, entryOf(tenant, c.Candidate, *step))
			}
		}
		return a.log.Append(ctx, tx, entries...)
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: move: %w", err)
	}
	return moved, nil
}

// stored is a change with its words as the engines take them, and its time as they keep it.
func stored(c pipeline.Change) pipeline.Change {
	c.To.Comment, c.Author, c.At = store.Clean(c.To.Comment), store.Clean(c.Author), c.At.UTC().Truncate(time.Microsecond)
	return c
}

// entryOf is a move in the audit log, without words of anybody.
func entryOf(tenant, candidate string, s pipeline.Step) audit.Entry {
	action := "application.moved"
	if s.From == "" {
		action = "application.added"
	}
	return audit.Entry{Tenant: tenant, Actor: s.Author, Action: action, Subject: candidate, At: s.At, Detail: map[string]string{
		"vacancy": s.Vacancy, "from": string(s.From), "to": string(s.Stage), "reason": string(s.Reason), "version": strconv.Itoa(s.Seq),
	}}
}

// attempts bound how often a move is tried anew because somebody else was faster.
const attempts = 5

// move makes one change. Who reads, decides and is overtaken before writing decides anew over
// what is there then: no move is lost and none goes unseen.
func (a *Applications) move(ctx context.Context, tx *sql.Tx, tenant string, c pipeline.Change, result *pipeline.Moved) (*pipeline.Step, error) {
	if !store.IsKey(c.Candidate) || !store.IsKey(c.Vacancy) {
		*result = pipeline.Moved{Status: pipeline.Refused, Err: fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата «%s» нет.", fault.Clip(store.Clean(c.Candidate))), nil)}
		return nil, nil
	}
	for range attempts {
		now, err := read(ctx, tx, tenant, c.Vacancy, c.Candidate)
		if err != nil {
			return nil, err
		}
		moved, step := c.Apply(now)
		*result = moved
		if step == nil {
			return nil, nil
		}
		done, err := write(ctx, tx, tenant, moved.Application, *step)
		if err != nil {
			return nil, err
		}
		if done {
			return step, nil
		}
	}
	return nil, fmt.Errorf("an application was changed %d times while it was moved", attempts)
}

// read answers nil where the person is not in the vacancy.
func read(ctx context.Context, tx *sql.Tx, tenant, vacancy, candidate string) (*pipeline.Application, error) {
	found, err := scanApplication(tx.QueryRowContext(ctx,
		"SELECT "+columns+" FROM pipeline_application WHERE tenant = $1 AND vacancy = $2 AND candidate = $3", tenant, vacancy, candidate))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &found, nil
}

// write keeps an application over its version before, and the step that made it. It is not done
// where another version stands there.
func write(ctx context.Context, tx *sql.Tx, tenant string, n pipeline.Application, s pipeline.Step) (done bool, err error) {
	values := []any{
		tenant, n.Vacancy, n.Candidate, string(n.Stage), string(n.Reason), n.Comment, n.Until, flag(n.Again), n.Version, n.MovedBy,
		n.AddedAt.UnixMicro(), n.MovedAt.UnixMicro(),
	}
	changed, err := affected(ctx, tx, `INSERT INTO pipeline_application (tenant, vacancy, candidate, stage, reason, comment, until, again, version, author, added_at, moved_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (tenant, vacancy, candidate) DO UPDATE SET stage = excluded.stage, reason = excluded.reason, comment = excluded.comment, until = excluded.until,
			again = excluded.again, version = excluded.version, author = excluded.author, moved_at = excluded.moved_at
		WHERE pipeline_application.version = excluded.version - 1`, values...)
	if err != nil || changed == 0 {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO pipeline_step (tenant, candidate, vacancy, seq, from_stage, stage, reason, comment, until, author, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		tenant, n.Candidate, s.Vacancy, s.Seq, string(s.From), string(s.Stage), string(s.Reason), s.Comment, s.Until, s.Author, s.At.UnixMicro())
	return true, err
}
