package pipelinesql

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/store"
)

// History implements pipeline.Keeper. Moves and notes are merged here: both lists are short,
// and neither engine would read less by a union.
func (a *Applications) History(ctx context.Context, tenant, candidate string, skip, limit int) (list []pipeline.Event, total int, err error) {
	if !store.IsKey(candidate) {
		return nil, 0, nil
	}
	err = a.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		const count = "SELECT (SELECT count(*) FROM pipeline_step WHERE tenant = $1 AND candidate = $2) + (SELECT count(*) FROM pipeline_note WHERE tenant = $1 AND candidate = $2)"
		if err := tx.QueryRowContext(ctx, count, tenant, candidate).Scan(&total); err != nil {
			return err
		}
		if err := steps(ctx, tx, tenant, candidate, skip+limit, &list); err != nil {
			return err
		}
		return notes(ctx, tx, tenant, candidate, skip+limit, &list)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("pipelinesql: history: %w", err)
	}
	slices.SortStableFunc(list, func(a, b pipeline.Event) int { return at(b).Compare(at(a)) })
	return list[min(skip, len(list)):min(skip+limit, len(list))], total, nil
}

func at(e pipeline.Event) time.Time {
	if e.Note != nil {
		return e.Note.At
	}
	return e.Step.At
}

func steps(ctx context.Context, tx *sql.Tx, tenant, candidate string, most int, list *[]pipeline.Event) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		var s pipeline.Step
		var at int64
		err := rows.Scan(&s.Vacancy, &s.Seq, &s.From, &s.Stage, &s.Reason, &s.Comment, &s.Until, &s.Author, &at)
		s.At = time.UnixMicro(at).UTC()
		*list = append(*list, pipeline.Event{Step: &s})
		return err
	}, `SELECT vacancy, seq, from_stage, stage, reason, comment, until, author, at FROM pipeline_step
		WHERE tenant = $1 AND candidate = $2 ORDER BY at DESC, vacancy, seq DESC LIMIT $3`, tenant, candidate, most)
}

func notes(ctx context.Context, tx *sql.Tx, tenant, candidate string, most int, list *[]pipeline.Event) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		n := pipeline.Note{Candidate: candidate}
		var at int64
		err := rows.Scan(&n.ID, &n.Author, &n.Text, &at)
		n.At = time.UnixMicro(at).UTC()
		*list = append(*list, pipeline.Event{Note: &n})
		return err
	}, "SELECT id, author, body, at FROM pipeline_note WHERE tenant = $1 AND candidate = $2 ORDER BY at DESC, id LIMIT $3", tenant, candidate, most)
}

// AddNote implements pipeline.Keeper.
func (a *Applications) AddNote(ctx context.Context, tenant string, n pipeline.Note) error {
	n = store.Cleaned(n)
	err := a.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var have int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM pipeline_note WHERE tenant = $1 AND candidate = $2", tenant, n.Candidate).Scan(&have); err != nil {
			return err
		}
		if have >= pipeline.MostNotes {
			return fault.E(fault.Conflict, fault.Say("There are %d notes on this person already; delete one first.", "Заметок об этом человеке уже %d; сначала удалите одну.", have), nil)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO pipeline_note (tenant, id, candidate, author, body, at) VALUES ($1, $2, $3, $4, $5, $6)",
			tenant, n.ID, n.Candidate, n.Author, n.Text, n.At.UnixMicro()); err != nil {
			return err
		}
		return a.log.Append(ctx, tx, audit.Entry{
			Tenant: tenant, Actor: n.Author, Action: "candidate.noted", Subject: n.Candidate, At: n.At, Detail: map[string]string{"note": n.ID},
		})
	})
	if err != nil {
		return fmt.Errorf("pipelinesql: add a note: %w", err)
	}
	return nil
}

// DeleteNote implements pipeline.Keeper.
func (a *Applications) DeleteNote(ctx context.Context, tenant, id, author string) error {
	none := fault.E(fault.NotFound, fault.Say("You have no note %q.", "У вас нет заметки «%s».", fault.Clip(store.Clean(id))), nil)
	if !store.IsKey(id) {
		return none
	}
	author = store.Clean(author)
	err := a.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := affected(ctx, tx, "DELETE FROM pipeline_note WHERE tenant = $1 AND id = $2 AND author = $3", tenant, id, author)
		if err != nil {
			return err
		}
		if n == 0 {
			return none
		}
		return a.log.Append(ctx, tx, audit.Entry{Tenant: tenant, Actor: author, Action: "note.deleted", Subject: id})
	})
	if err != nil {
		return fmt.Errorf("pipelinesql: delete a note: %w", err)
	}
	return a.wipe(ctx)
}

// Tag implements pipeline.Keeper.
func (a *Applications) Tag(ctx context.Context, tenant string, t pipeline.Tagging) (tags []string, err error) {
	t = store.Cleaned(t)
	err = a.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		have, err := tagsOf(ctx, tx, tenant, t.Candidate)
		if err != nil {
			return err
		}
		if tags, err = t.After(have[t.Candidate]); err != nil || slices.Equal(tags, have[t.Candidate]) {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM pipeline_tag WHERE tenant = $1 AND candidate = $2", tenant, t.Candidate); err != nil {
			return err
		}
		for _, tag := range tags {
			if _, err := tx.ExecContext(ctx, "INSERT INTO pipeline_tag (tenant, candidate, tag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", tenant, t.Candidate, tag); err != nil {
				return err
			}
		}
		return a.log.Append(ctx, tx, audit.Entry{
			Tenant: tenant, Actor: t.Author, Action: "candidate.tagged", Subject: t.Candidate, Detail: map[string]string{"tags": strconv.Itoa(len(tags))},
		})
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: tag: %w", err)
	}
	return tags, nil
}

// Tags implements pipeline.Keeper.
func (a *Applications) Tags(ctx context.Context, tenant string, candidates []string) (tags map[string][]string, err error) {
	err = a.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		tags = map[string][]string{}
		for some := range slices.Chunk(candidates, tagsAtOnce) {
			found, err := tagsOf(ctx, tx, tenant, some...)
			if err != nil {
				return err
			}
			maps.Copy(tags, found)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: tags: %w", err)
	}
	return tags, nil
}

// tagsAtOnce bounds the operands of one query.
const tagsAtOnce = 500

// tagsOf reads the tags of persons, sorted as bytes, whatever order the engine has.
func tagsOf(ctx context.Context, tx *sql.Tx, tenant string, candidates ...string) (map[string][]string, error) {
	tags := map[string][]string{}
	args := []any{tenant}
	for _, c := range candidates {
		if store.IsKey(c) {
			args = append(args, c)
		}
	}
	if len(args) == 1 {
		return tags, nil
	}
	err := each(ctx, tx, func(rows *sql.Rows) error {
		var candidate, tag string
		err := rows.Scan(&candidate, &tag)
		tags[candidate] = append(tags[candidate], tag)
		return err
	}, "SELECT candidate, tag FROM pipeline_tag WHERE tenant = $1 AND candidate IN ("+store.Placeholders(2, len(args)-1)+")", args...)
	for _, list := range tags {
		slices.Sort(list)
	}
	return tags, err
}
