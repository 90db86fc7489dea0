package talentsql

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"kadry/internal/store/storetest"
)

// A page of candidates is read by id. The unique index on (tenant, sha256) is usable too,
// and reads everybody a tenant has.
func TestPageIsReadByID(t *testing.T) {
	t.Parallel()
	if plan := planOf(t, byIDs(2), acme, "a", "b"); len(plan) != 1 || !strings.Contains(plan[0], "(id=?)") {
		t.Errorf("plan %q, want one search by id", plan)
	}
}

// A tenant's changes are read without a look at those of others.
func TestChangesAreReadByTenant(t *testing.T) {
	t.Parallel()
	if plan := planOf(t, changesQuery, acme, 0, 10); !strings.Contains(plan[0], "(tenant=? AND seq>?)") || strings.Contains(strings.Join(plan, "\n"), "TEMP B-TREE") {
		t.Errorf("plan %q, want a search by tenant and number, in order", plan)
	}
}

// planOf is how SQLite answers a query.
func planOf(t *testing.T, query string, args ...any) (plan []string) {
	t.Helper()
	db := storetest.SQLite(t, Schema()).Open(t)
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				return err
			}
			plan = append(plan, step)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
