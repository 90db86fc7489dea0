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
	db := storetest.SQLite(t, Schema()).Open(t)
	var plan []string
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+byIDs(2), acme, "a", "b")
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
	if len(plan) != 1 || !strings.Contains(plan[0], "(id=?)") {
		t.Errorf("plan %q, want one search by id", plan)
	}
}
