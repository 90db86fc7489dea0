package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"kadry/internal/store"
)

// hold is a job that this process has the lease of.
type hold struct {
	job      Job
	token    string
	kind     *kind
	end      context.CancelCauseFunc // of the handler's context
	funerals int                     // that failed
}

// room is how many jobs can be started, in all and of each kind.
func (q *Queue) room() (room int, limits []int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	room = q.config.Workers - len(q.holds)
	for _, k := range q.order {
		limits = append(limits, min(room, k.AtOnce-k.running))
	}
	if len(limits) == 0 || slices.Max(limits) <= 0 {
		return 0, nil
	}
	return room, limits
}

// claim leases at most room jobs, of each kind at most its limit, by their turns.
func (q *Queue) claim(ctx context.Context, room int, limits []int) (claimed []*hold, err error) {
	token := rand.Text()
	var counts, turns map[string]int64 // by kind
	err = q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		args := []any{q.config.Identity, token, q.clock.micros() + q.config.Lease.Microseconds(), q.config.Lease.Microseconds(), 1, room}
		for i, k := range q.order {
			args = append(args, k.Name, max(0, limits[i]), q.rotation.first(k.Name)-1)
		}
		jobs, err := scanJobs(q.texts.claim.query(ctx, tx, args...))
		if err != nil {
			return err
		}
		claimed, counts, turns = claimed[:0], map[string]int64{}, map[string]int64{}
		for _, j := range jobs {
			claimed = append(claimed, &hold{job: j, token: token, kind: q.kinds[j.Kind]})
			counts[j.Kind]++
			turns[j.Kind] = max(turns[j.Kind], j.turn)
		}
		return q.advance(ctx, tx, turns)
	})
	if errors.Is(err, store.ErrDuplicate) {
		// Another process claimed an older, requeued job of one of the keys meanwhile.
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("jobs: claim: %w", err)
	}
	q.rotation.claimed(counts)
	for kind := range turns {
		q.begun[kind] = true
	}
	slices.SortFunc(claimed, func(a, b *hold) int {
		return cmp.Or(cmp.Compare(a.job.turn, b.job.turn), cmp.Compare(a.job.ID, b.job.ID))
	})
	return claimed, nil
}

// hold takes h among the leases that are renewed. The context is that of its handler.
func (q *Queue) hold(working context.Context, h *hold) context.Context {
	ctx, end := context.WithCancelCause(working)
	h.end = end
	q.mu.Lock()
	defer q.mu.Unlock()
	q.holds[h] = struct{}{}
	h.kind.running++
	return ctx
}

// drop makes room for another job.
func (q *Queue) drop(h *hold) {
	h.end(nil)
	q.mu.Lock()
	delete(q.holds, h)
	h.kind.running--
	q.mu.Unlock()
	q.stir()
}

// beat renews the leases of this process until ctx ends, three times in their length.
func (q *Queue) beat(ctx context.Context) {
	for wait(ctx, q.config.Lease/3) {
		if err := q.renew(ctx); err != nil {
			q.trouble(ctx, "renew leases", err)
		}
	}
}

// renew prolongs every lease that is held, and ends the contexts of those that are lost.
func (q *Queue) renew(ctx context.Context) error {
	q.mu.Lock()
	held := make([]*hold, 0, len(q.holds))
	for h := range q.holds {
		held = append(held, h)
	}
	q.mu.Unlock()
	for part := range slices.Chunk(held, 500) {
		kept, err := q.prolong(ctx, part)
		if err != nil {
			return err
		}
		for _, h := range part {
			// One that was concluded meanwhile is among them, and its context has no use any more.
			if !kept[h.token][h.job.ID] {
				h.end(ErrLost)
			}
		}
	}
	return nil
}

// leases are ids of jobs by the token they are leased under.
type leases map[string]map[int64]bool

// prolong returns what is still leased.
func (q *Queue) prolong(ctx context.Context, part []*hold) (kept leases, err error) {
	text := fmt.Sprintf(`UPDATE job SET due_at = $1, span = $2 WHERE state = 'running' AND owner = $3
		AND id IN (%s) RETURNING id, token`, store.Placeholders(4, len(part)))
	err = q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		args := []any{q.clock.micros() + q.config.Lease.Microseconds(), q.config.Lease.Microseconds(), q.config.Identity}
		for _, h := range part {
			args = append(args, h.job.ID)
		}
		kept, err = scanLeases(tx.QueryContext(ctx, text, args...))
		return err
	})
	return kept, err
}

func scanLeases(rows *sql.Rows, err error) (kept leases, _ error) {
	if err != nil {
		return nil, err
	}
	kept = leases{}
	err = each(rows, func() error {
		var (
			id    int64
			token string
		)
		err := rows.Scan(&id, &token)
		if kept[token] == nil {
			kept[token] = map[int64]bool{}
		}
		kept[token][id] = true
		return err
	})
	return kept, err
}

// each runs fn for each row and closes the rows.
func each(rows *sql.Rows, fn func() error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := fn(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanJobs reads rows of columns.
func scanJobs(rows *sql.Rows, err error) (jobs []Job, _ error) {
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var (
			j                      Job
			payload                string
			due, created, finished int64
		)
		err := rows.Scan(&j.ID, &j.Kind, &j.Tenant, &j.turn, &payload, &j.OrderKey, &j.UniqueKey, &j.State, &j.Attempt, &j.MaxAttempts,
			&j.Error, &due, &created, &finished)
		j.Payload = json.RawMessage(payload)
		j.Due, j.Created, j.Finished = moment(due), moment(created), moment(finished)
		jobs = append(jobs, j)
		return err
	})
	return jobs, err
}
