package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// Sessions lists sessions, newest first, without their resumes.
func (s *Interviews) Sessions(ctx context.Context, tenant string, f interview.Filter) ([]session.Session, error) {
	if !store.IsKey(tenant) || !areStorable(f.UserID, f.Vacancy, string(f.Status), f.Before) || f.Limit < 1 {
		return nil, nil
	}
	query, args := selectSessions(tenant, f)
	var rows []sessionRow
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		rows, err = sessionRows(ctx, tx, query, args)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: list interviews: %w", err)
	}
	var list []session.Session
	for i := range rows {
		one, err := rows[i].decode()
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// selectSessions asks for what a filter selects. Each way to look through a tenant's sessions
// has an index that gives them in order. Those that ended before a time are few or all old:
// they are found by that time and put in order then, which the expression in ORDER BY sees to.
func selectSessions(tenant string, f interview.Filter) (query string, args []any) {
	args = []any{tenant}
	var where strings.Builder
	where.WriteString(" WHERE i.tenant = $1")
	and := func(condition string, value any) {
		args = append(args, value)
		where.WriteString(" AND " + condition + " $" + strconv.Itoa(len(args)))
	}
	if f.UserID != "" {
		and("i.user_id =", f.UserID)
	}
	if f.Vacancy != "" {
		and("i.vacancy_id =", f.Vacancy)
	}
	if f.Status != "" {
		and("i.status =", string(f.Status))
	}
	if f.Before != "" {
		and("i.id <", f.Before)
	}
	order := "i.id"
	if !f.EndedBefore.IsZero() {
		// Times are kept in whole microseconds: one before a time is before the next of them.
		and("i.ended_at > 0 AND i.ended_at <", f.EndedBefore.Add(time.Microsecond-1).UnixMicro())
		order = "i.id || ''"
	}
	args = append(args, f.Limit, f.Skip)
	return "SELECT " + sessionColumns + " FROM interview i JOIN interview_paper p ON p.interview = i.number" +
		where.String() + " ORDER BY " + order + " DESC LIMIT $" + strconv.Itoa(len(args)-1) + " OFFSET $" + strconv.Itoa(len(args)), args
}

func sessionRows(ctx context.Context, tx *sql.Tx, query string, args []any) (list []sessionRow, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var r sessionRow
		if err := rows.Scan(r.targets()...); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

const eventsAfter = "SELECT e.seq, e.record, e.record_version FROM interview i JOIN interview_event e ON e.interview = i.number " +
	"WHERE i.tenant = $1 AND i.id = $2 AND e.seq > $3 ORDER BY e.seq LIMIT $4"

// Events lists at most limit events of a session after a number, in order.
func (s *Interviews) Events(ctx context.Context, tenant, id string, after, limit int) (events []session.Event, err error) {
	if !store.IsKey(tenant) || !store.IsKey(id) || limit < 1 {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		events, err = eventRows(ctx, tx, tenant, id, after, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: events of interview %q: %w", id, err)
	}
	return events, nil
}

func eventRows(ctx context.Context, tx *sql.Tx, tenant, id string, after, limit int) (list []session.Event, err error) {
	rows, err := tx.QueryContext(ctx, eventsAfter, tenant, id, after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var seq, version int
		var record string
		if err := rows.Scan(&seq, &record, &version); err != nil {
			return nil, err
		}
		e := session.Event{Tenant: tenant, Session: id, Seq: seq}
		if err := decode(version, record, &e); err != nil {
			return nil, fmt.Errorf("event %d: %w", seq, err)
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// allTenants goes from one tenant to the next along the index, past all their sessions.
const allTenants = `WITH RECURSIVE known (tenant) AS (
		SELECT MIN(tenant) FROM interview
		UNION ALL SELECT (SELECT MIN(i.tenant) FROM interview i WHERE i.tenant > k.tenant) FROM known k WHERE k.tenant IS NOT NULL)
	SELECT tenant FROM known WHERE tenant IS NOT NULL ORDER BY tenant`

// Tenants lists those that have sessions or invitations.
func (s *Interviews) Tenants(ctx context.Context) (tenants []string, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if tenants, err = column(ctx, tx, allTenants); err != nil {
			return err
		}
		inviting, err := column(ctx, tx, "SELECT DISTINCT tenant FROM invitation")
		tenants = slices.Compact(slices.Sorted(slices.Values(append(tenants, inviting...))))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: tenants of interviews: %w", err)
	}
	return tenants, nil
}

// column returns the one column of a query.
func column(ctx context.Context, tx *sql.Tx, query string, args ...any) (list []string, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var value string
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, rows.Err()
}
