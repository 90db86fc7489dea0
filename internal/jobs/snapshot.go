package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Count is how one kind stands. The first four are of the database, the others are what
// this process did since it began.
type Count struct {
	Ready, Waiting, Running, Dead int64
	OldestReady                   time.Duration // how long the one that has been ready longest has been; 0 for none

	Done, Failed, Retried int64 // attempts
}

// Snapshot counts jobs by kind: the kinds of this queue, and any other the database has.
func (q *Queue) Snapshot(ctx context.Context) (map[string]Count, error) {
	counts := map[string]Count{}
	for name, k := range q.kinds {
		counts[name] = Count{Done: k.done.Load(), Failed: k.failed.Load(), Retried: k.retried.Load()}
	}
	err := q.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for name, c := range counts { // fn can run twice
			counts[name] = Count{Done: c.Done, Failed: c.Failed, Retried: c.Retried}
		}
		rows, err := tx.QueryContext(ctx, tallies)
		if err != nil {
			return err
		}
		return q.tally(rows, counts)
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: snapshot: %w", err)
	}
	return counts, nil
}

// tallies takes each state by itself, through that state's own small index.
const tallies = `
	SELECT state, kind, count(*), min(ready_at) FROM job WHERE state = 'ready' GROUP BY state, kind UNION ALL
	SELECT state, kind, count(*), 0 FROM job WHERE state = 'waiting' GROUP BY state, kind UNION ALL
	SELECT state, kind, count(*), 0 FROM job WHERE state = 'running' GROUP BY state, kind UNION ALL
	SELECT state, kind, count(*), 0 FROM job WHERE state = 'dead' GROUP BY state, kind`

// tally adds rows of tallies to counts.
func (q *Queue) tally(rows *sql.Rows, counts map[string]Count) error {
	return each(rows, func() error {
		var (
			state     State
			kind      string
			n, oldest int64
		)
		err := rows.Scan(&state, &kind, &n, &oldest)
		c := counts[kind]
		switch state {
		case Ready:
			c.Ready, c.OldestReady = n, max(0, q.clock.now().Sub(moment(oldest)))
		case Waiting:
			c.Waiting = n
		case Running:
			c.Running = n
		case Dead:
			c.Dead = n
		}
		counts[kind] = c
		return err
	})
}
