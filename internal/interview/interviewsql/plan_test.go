package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// Everything that is asked often goes through an index, in the order of the index where it
// is a list, however many interviews there are.
func TestInterviews_goThroughIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		crowd(t, db)
		list := func(f interview.Filter) string {
			f.Limit = 20
			query, _ := selectSessions(acme, f)
			return query
		}
		args := func(f interview.Filter) []any {
			f.Limit = 20
			_, args := selectSessions(acme, f)
			return args
		}
		type filter = interview.Filter
		for _, c := range []struct {
			name, query string
			args        []any
			index       string // one of these words
			sorted      bool
		}{
			{"load", sessionByID, []any{acme, "s000100"}, "interview_tenant_id_key|(tenant=? AND id=?)", false},
			{"conversation", conversation, []any{1}, "interview_message_pkey|interview_message USING INDEX", false},
			{"events", eventsAfter, []any{acme, "s000100", 3, 10}, "interview_event_pkey|interview_event|e USING INDEX", false},
			{"all", list(filter{}), args(filter{}), "interview_tenant_id_key|(tenant=?)", true},
			{"the next page", list(filter{Before: "s000100"}), args(filter{Before: "s000100"}), "interview_tenant_id_key|(tenant=? AND id<?)", true},
			{"a person", list(filter{UserID: "u1"}), args(filter{UserID: "u1"}), "interview_user", true},
			{"a vacancy", list(filter{Vacancy: "v1"}), args(filter{Vacancy: "v1"}), "interview_vacancy", true},
			{"a status", list(filter{Status: "waiting_for_answer"}), args(filter{Status: "waiting_for_answer"}), "interview_status", true},
			{"ended", list(filter{EndedBefore: noon}), args(filter{EndedBefore: noon}), "interview_ended", false},
			{"tenants", allTenants, nil, "interview_tenant_id_key|USING COVERING INDEX", false},
			{"outcomes", outcomes, []any{acme, "completed", ""}, "interview_survey_key|interview_status (tenant=? AND status=?)", false},
		} {
			plan := explained(t, b, db, c.query, c.args)
			found := false
			for word := range strings.SplitSeq(c.index, "|") {
				found = found || strings.Contains(plan, word)
			}
			// A scan of what a recursion made is none of a table.
			scans := strings.Contains(plan, "Seq Scan on interview") || strings.Contains(plan, "SCAN i\n") || strings.Contains(plan, "SCAN interview\n")
			sorts := c.sorted && (strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort"))
			if !found || scans || sorts {
				t.Errorf("%s: index found: %v, scans: %v, sorts: %v\n%s", c.name, found, scans, sorts, plan)
			}
		}
	}, Schema())
}

// crowd keeps 1,500 interviews of three tenants, most of them over, a few of each person.
func crowd(t *testing.T, db *store.DB) {
	t.Helper()
	const all, once = 1500, 100
	k := NewInterviews(db, TxHooks{})
	for first := 0; first < all; first += once {
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			for i := first; i < first+once; i++ {
				if err := k.crowdOne(ctx, tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if db.Engine() == store.PostgreSQL { // SQLite is not analysed in use either
		perform(t, db, "ANALYZE")
	}
}

func (s *Interviews) crowdOne(ctx context.Context, tx *sql.Tx, i int) error {
	n := aSession([]string{acme, globex, "third"}[i%3], fmt.Sprintf("s%06d", i))
	n.UserID, n.Vacancy.ID = fmt.Sprint("u", i%250), fmt.Sprint("v", i%50)
	n.Status, n.EndedAt = session.Completed, noon.Add(time.Duration(i)*time.Hour)
	if i%50 == 0 {
		n.Status, n.EndedAt = session.Waiting, time.Time{}
	}
	row, err := encodeSession(n)
	if err != nil {
		return err
	}
	if err := s.insert(ctx, tx, &row); err != nil {
		return err
	}
	for seq := 1; seq <= 5; seq++ {
		if err := s.exec(ctx, tx, insertMessage, row.number, seq, "{}", 1); err != nil {
			return err
		}
	}
	if i%10 == 0 {
		_, err = tx.ExecContext(ctx, "INSERT INTO interview_survey (tenant, survey_key, said) VALUES ($1, $2, '{}')", n.Tenant, n.SurveyKey)
	}
	return errors.Join(err, s.exec(ctx, tx, insertEvent, row.number, 1, "{}", 1))
}

func explained(t *testing.T, b storetest.Bench, db *store.DB, query string, args []any) string {
	t.Helper()
	explain, columns := "EXPLAIN QUERY PLAN ", 4
	if b.Engine == store.PostgreSQL {
		explain, columns = "EXPLAIN ", 1
	}
	var plan strings.Builder
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		if b.Engine == store.PostgreSQL { // the tables of a test are so small that an index hardly pays
			for _, way := range []string{"seqscan", "bitmapscan", "hashjoin", "sort"} {
				if _, err := tx.ExecContext(ctx, "SET LOCAL enable_"+way+" = off"); err != nil {
					return err
				}
			}
		}
		rows, err := tx.QueryContext(ctx, explain+query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		row := make([]any, columns) // of texts, the last of which tells
		for i := range row {
			row[i] = new(string)
		}
		for rows.Next() {
			if err := rows.Scan(row...); err != nil {
				return err
			}
			fmt.Fprintln(&plan, *row[columns-1].(*string))
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// A list reads none of the resumes: they lie behind what it reads, on pages of their own.
func TestInterviews_listReadsNoResume(t *testing.T) {
	t.Parallel()
	for _, f := range []interview.Filter{{Limit: 1}, {UserID: "u", Vacancy: "v", Status: "s", Before: "b", EndedBefore: noon, Limit: 1}} {
		if query, _ := selectSessions(acme, f); strings.Contains(query, "resume") || strings.Contains(query, "message") || strings.Contains(query, "*") {
			t.Errorf("%s", query)
		}
	}
}
