package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"kadry/internal/store"
)

// statements are the texts that are put together once. What the two engines read
// differently is only how a row is picked.
type statements struct {
	insert, holder string
	claim          statement // $1-$6 as in its text, then kind, limit and first place for each kind
	advance        statement
	conclude       statement
	due, expired   string
}

// columns are those of Job, in the order of scanJob.
const columns = "id, kind, tenant, turn, payload, order_key, unique_key, state, attempt, max_attempts, error, due_at, created_at, finished_at"

// head is the condition that no older job of the same order key is unfinished and no
// younger one runs, which happens when an older one was requeued. It is written with min
// and LIMIT so that PostgreSQL looks into the indexes for each candidate and does not join.
const head = `(j.order_key = '' OR (
		j.id = (SELECT min(o.id + 0) FROM job o WHERE o.order_key = j.order_key AND o.order_key <> '' AND o.finished_at = 0)
		AND NOT EXISTS (SELECT 1 FROM job r WHERE r.order_key = j.order_key AND r.order_key <> '' AND r.state = 'running' LIMIT 1 OFFSET 0)))`

func write(db *store.DB, kinds int) statements {
	var heads []string
	for i := range kinds {
		heads = append(heads, fmt.Sprintf(
			"SELECT k.id, $%d + row_number() OVER (ORDER BY k.turn, k.id) AS place FROM (%s) k",
			9+3*i, nextText(db, 7+3*i, 8+3*i)))
	}
	over := `SELECT id, kind, tenant, attempt FROM job WHERE state = '%s' AND due_at <= $1 ORDER BY due_at LIMIT 1000` + db.SkipLocked()
	const ready = "UPDATE job SET state = 'ready', due_at = 0, span = 0, owner = '', token = '', ready_at = $1"
	return statements{
		insert: `INSERT INTO job (kind, payload, order_key, unique_key, unique_kept, state, due_at, span, attempt,
				max_attempts, owner, token, error, created_at, ready_at, finished_at, tenant, turn)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, '', '', '', $9, $9, 0, $10, ` + turnOf(db, "$1", "$10", "= 0") + `)
			ON CONFLICT DO NOTHING RETURNING id`,
		holder: `SELECT id FROM job WHERE kind = $1 AND unique_key = $2
			AND unique_key <> '' AND (unique_kept = 1 OR finished_at = 0)`,
		conclude: statement{text: conclude},
		claim: statement{text: "WITH picked AS MATERIALIZED (" + strings.Join(heads, " UNION ALL ") + ` ORDER BY place, id LIMIT $6)
			UPDATE job SET state = 'running', owner = $1, token = $2, due_at = $3, span = $4, attempt = attempt + $5
			WHERE id IN (SELECT id FROM picked) RETURNING ` + columns},
		advance: statement{text: "UPDATE job_turn SET turn = $1 WHERE kind IN (SELECT kind FROM job_turn WHERE kind = $2 AND turn < $1" + db.SkipLocked() + ")"},
		due: "WITH " + placed(db, fmt.Sprintf(over, Waiting)) + " " + ready + `, turn = placed.turn
			FROM placed WHERE job.id = placed.id RETURNING job.id, job.kind, job.attempt`,
		expired: "WITH picked AS MATERIALIZED (" + fmt.Sprintf(over, Running) + ") " + ready + ", " + lose + `
			WHERE id IN (SELECT id FROM picked) RETURNING id, kind, attempt`,
	}
}

// nextText picks the next jobs of a kind. It reads them in their order, and no more than it picks.
func nextText(db *store.DB, kind, limit int) string {
	return fmt.Sprintf("SELECT j.id, j.turn FROM job j WHERE j.state = 'ready' AND j.kind = $%d AND %s ORDER BY j.turn, j.id LIMIT $%d%s",
		kind, head, limit, db.SkipLocked())
}

// conclude takes a job out of running if it still is under the same token.
const conclude = `UPDATE job SET state = $1, due_at = $2, span = $3, attempt = attempt + $4, ready_at = $5, finished_at = $6,
		error = CASE WHEN $7 = '' THEN error ELSE $7 END, owner = '', token = ''
	WHERE id = $8 AND token = $9 AND state = 'running'`

// statement is a text that Run compiles for as long as it runs, where that helps.
type statement struct {
	text     string
	compiled *sql.Stmt
}

func (s *statement) query(ctx context.Context, tx *sql.Tx, args ...any) (*sql.Rows, error) {
	if s.compiled == nil {
		return tx.QueryContext(ctx, s.text, args...)
	}
	return tx.StmtContext(ctx, s.compiled).QueryContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
}

func (s *statement) exec(ctx context.Context, tx *sql.Tx, args ...any) (sql.Result, error) {
	if s.compiled == nil {
		return tx.ExecContext(ctx, s.text, args...)
	}
	return tx.StmtContext(ctx, s.compiled).ExecContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
}

// compile prepares what every job goes through. Without it the work is only slower.
func (q *Queue) compile(ctx context.Context) (release func()) {
	frequent := []*statement{&q.texts.claim, &q.texts.advance, &q.texts.conclude}
	for _, s := range frequent {
		compiled, err := q.db.Prepare(ctx, s.text)
		if err != nil {
			q.trouble(ctx, "compile", err)
		}
		s.compiled = compiled
	}
	return func() {
		for _, s := range frequent {
			if s.compiled != nil {
				_ = s.compiled.Close() // it is used no more
				s.compiled = nil
			}
		}
	}
}

// lose takes an attempt back whose process vanished, unless that has happened too often.
const lose = "error = '" + vanished + "', attempt = attempt - CASE WHEN lost < " + forgiven + " THEN 1 ELSE 0 END, lost = lost + 1"

// forgiven is how many vanished attempts of a job do not count: a machine that is restarted
// again and again must not use up the attempts of work that waits for it. A job that takes
// its process down each time is given up all the same.
const forgiven = "40"

// vanished is the last error of a job whose process stopped renewing its lease.
const vanished = "jobs: the process that worked on it vanished"
