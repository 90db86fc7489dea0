package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/store"
)

// Turns are start-time fair queuing with an equal share for every tenant (P. Goyal, H. Vin,
// H. Cheng, "Start-time Fair Queueing", 1996): a turn is the start tag of a job, and the last
// turn of a kind that was claimed is the kind's virtual time.

// turnOf is the turn of a job that gets ready: one after the last ready one of its line, and
// none that has gone by. The line of a tenant's first attempts is apart from that of its
// repeated ones. Kind and
// tenant are expressions, attempts is a condition.
func turnOf(db *store.DB, kind, tenant, attempts string) string {
	maximum := "max"
	if db.Engine() == store.PostgreSQL {
		maximum = "greatest"
	}
	return fmt.Sprintf(`%s(coalesce((SELECT v.turn FROM job_turn v WHERE v.kind = %s), 1), 1 + coalesce((SELECT max(l.turn) FROM job l
		WHERE l.state = 'ready' AND l.attempt %s AND l.kind = %s AND l.tenant = %s), 0))`, maximum, kind, attempts, kind, tenant)
}

// placed is a list of common table expressions, the last of which has the id and the turn of
// each job that the query picks. The query gives id, kind, tenant and attempt.
func placed(db *store.DB, picks string) string {
	return fmt.Sprintf(`picked AS MATERIALIZED (%s), placed AS MATERIALIZED (SELECT id,
		CASE WHEN attempt = 0 THEN %s ELSE %s END
		+ row_number() OVER (PARTITION BY kind, tenant, attempt > 0 ORDER BY id) - 1 AS turn FROM picked p)`,
		picks, turnOf(db, "p.kind", "p.tenant", "= 0"), turnOf(db, "p.kind", "p.tenant", "> 0"))
}

// advance moves the virtual time of the kinds that were claimed. It waits for nobody: when
// another process is at it the time stays behind for one claim, and who comes in meanwhile
// stands a little further in front.
func (q *Queue) advance(ctx context.Context, tx *sql.Tx, turns map[string]int64) error {
	for _, kind := range slices.Sorted(maps.Keys(turns)) {
		result, err := q.texts.advance.exec(ctx, tx, turns[kind], kind)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n > 0 || q.begun[kind] {
			return err
		}
		const begin = "INSERT INTO job_turn (kind, turn) VALUES ($1, $2) ON CONFLICT DO NOTHING"
		if _, err := tx.ExecContext(ctx, begin, kind, turns[kind]); err != nil {
			return err
		}
	}
	return nil
}

// rotation shares the claims of a process between its kinds, as turns do between tenants.
type rotation struct {
	now  int64            // the place of the job that was claimed last
	next map[string]int64 // the first place that a kind has not used
}

// first is the place of the first job that is claimed of a kind.
func (r *rotation) first(kind string) int64 { return max(r.now, r.next[kind]) }

// claimed moves on after claims of so many jobs of each kind.
func (r *rotation) claimed(counts map[string]int64) {
	last := r.now
	for kind, n := range counts {
		r.next[kind] = r.first(kind) + n
		last = max(last, r.next[kind]-1)
	}
	r.now = last
}
