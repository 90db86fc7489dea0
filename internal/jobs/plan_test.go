package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// A claim goes through the small indexes of what is ready and unfinished, however many
// finished jobs are kept.
func TestClaim_goesThroughIndexes(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"), noting("b"))
		for range 10 {
			write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
				for i := range 200 {
					if _, err := p.Insert(ctx, tx, Spec{Kind: "a", OrderKey: fmt.Sprint(i % 10)}); err != nil {
						return err
					}
				}
				return nil
			})
		}
		perform(t, db, "UPDATE job SET state = 'done', finished_at = 1 WHERE id < 1900")
		perform(t, db, "ANALYZE job")
		text := planOf(t, db, p.texts.claim.text, "owner", "token", 1, 1, 1, 8, "a", 8, 0, "b", 8, 0)
		for _, index := range []string{"job_ready", "job_order"} {
			if n := strings.Count(text, index+" "); n < 2 {
				t.Errorf("%s is used %d times for two kinds", index, n)
			}
		}
		for _, scan := range []string{"Seq Scan", "SCAN job", "SCAN j", "SCAN o", "SCAN r"} {
			if strings.Contains(text, scan+"\n") || strings.Contains(text, scan+" on job") {
				t.Errorf("the plan has a %s", scan)
			}
		}
		if t.Failed() {
			t.Log(text)
		}
	})
}

// Erasing a key reads the jobs of that key alone, however many finished ones are kept.
func TestErase_goesThroughAnIndex(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
			for i := range 1000 {
				if _, err := p.Insert(ctx, tx, Spec{Kind: "a", OrderKey: fmt.Sprint(i)}); err != nil {
					return err
				}
			}
			return nil
		})
		perform(t, db, "UPDATE job SET state = 'done', finished_at = 1")
		perform(t, db, "ANALYZE job")
		if text := planOf(t, db, eraseText(2), "7", "8"); !strings.Contains(text, "job_key") {
			t.Errorf("the plan is:\n%s", text)
		}
	})
}

// planOf is how an engine would perform a statement.
func planOf(t *testing.T, db *store.DB, text string, args ...any) string {
	t.Helper()
	explain, columns := "EXPLAIN QUERY PLAN ", 4
	if db.Engine() == store.PostgreSQL {
		explain, columns = "EXPLAIN ", 1
	}
	var plan []string
	row := make([]any, columns) // of texts, the last of which tells
	for i := range row {
		row[i] = new(string)
	}
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, explain+text, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(row...); err != nil {
				return err
			}
			plan = append(plan, *row[columns-1].(*string))
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}
