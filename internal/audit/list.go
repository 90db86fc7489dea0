package audit

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// longestList bounds what List returns.
const longestList = 200

// Filter selects entries; an empty field selects any.
type Filter struct {
	Actor, Action, Subject string
	Before                 int64 // only entries with a lower number
	Limit                  int   // at most so many; 1-200, 0 is 200
}

// List returns sealed entries of a tenant, newest first.
func (l *Log) List(ctx context.Context, tenant string, f Filter) ([]Sealed, error) {
	where, values := []string{"tenant = $1"}, []any{tenant}
	for _, c := range []struct{ column, value string }{{"actor", f.Actor}, {"action", f.Action}, {"subject", f.Subject}} {
		if c.value != "" {
			values = append(values, c.value)
			where = append(where, c.column+" = $"+strconv.Itoa(len(values)))
		}
	}
	if f.Before > 0 {
		values = append(values, f.Before)
		where = append(where, "seq < $"+strconv.Itoa(len(values)))
	}
	limit := f.Limit
	if limit < 1 || limit > longestList {
		limit = longestList
	}
	text := "SELECT " + columns + " FROM audit_entry WHERE " + strings.Join(where, " AND ") + " ORDER BY seq DESC LIMIT " + strconv.Itoa(limit)
	var found []row
	err := l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		found, err = readRows(tx.QueryContext(ctx, text, values...))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("audit: list: %w", err)
	}
	list := make([]Sealed, len(found))
	for i, r := range found {
		list[i] = r.Sealed
	}
	return list, nil
}
