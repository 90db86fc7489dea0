package pipelinesql

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/pipeline"
	"kadry/internal/store"
)

// condition is a WHERE clause that grows, with its operands.
type condition struct {
	text strings.Builder
	args []any
}

// and adds a condition in which every ? is the next operand.
func (c *condition) and(text string, args ...any) {
	for _, arg := range args {
		c.args = append(c.args, arg)
		text = strings.Replace(text, "?", "$"+strconv.Itoa(len(c.args)), 1)
	}
	if c.text.Len() > 0 {
		c.text.WriteString(" AND ")
	}
	c.text.WriteString(text)
}

// where is the condition of a filter; ok is false where nothing can fit.
func where(tenant string, f pipeline.Filter) (c *condition, ok bool) {
	c = &condition{}
	c.and("tenant = ?", tenant)
	if f.Vacancy != "" {
		if !store.IsKey(f.Vacancy) {
			return c, false
		}
		c.and("vacancy = ?", f.Vacancy)
	}
	people := slices.DeleteFunc(slices.Clone(f.Candidates), func(id string) bool { return !store.IsKey(id) })
	if len(f.Candidates) > 0 && len(people) == 0 {
		return c, false
	}
	oneOf(c, "candidate", people)
	oneOf(c, "stage", f.Stages)
	if f.Tag != "" {
		c.and("EXISTS (SELECT 1 FROM pipeline_tag t WHERE t.tenant = pipeline_application.tenant AND t.candidate = pipeline_application.candidate AND t.tag = ?)", store.Clean(f.Tag))
	}
	return c, true
}

// oneOf adds a condition on a column; a single value as an equality, so that an index gives the
// order too.
func oneOf[T ~string](c *condition, column string, values []T) {
	var args []any
	for _, v := range values {
		args = append(args, string(v))
	}
	switch len(args) {
	case 0:
	case 1:
		c.and(column+" = ?", args...)
	default:
		c.and(column+" IN (?"+strings.Repeat(", ?", len(args)-1)+")", args...)
	}
}

// List implements pipeline.Keeper.
func (a *Applications) List(ctx context.Context, tenant string, f pipeline.Filter, after *pipeline.Place, skip, limit int) (list []pipeline.Application, err error) {
	c, ok := where(tenant, f)
	if !ok {
		return nil, nil
	}
	if after != nil {
		if !store.IsStorable(after.Vacancy) || !store.IsStorable(after.Candidate) {
			return nil, nil
		}
		c.and("(moved_at, vacancy, candidate) < (?, ?, ?)", after.At, after.Vacancy, after.Candidate)
	}
	n := len(c.args)
	query := "SELECT " + columns + " FROM pipeline_application WHERE " + c.text.String() +
		" ORDER BY moved_at DESC, vacancy DESC, candidate DESC LIMIT $" + strconv.Itoa(n+1) + " OFFSET $" + strconv.Itoa(n+2)
	err = a.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return each(ctx, tx, func(rows *sql.Rows) error {
			one, err := scanApplication(rows)
			list = append(list, one)
			return err
		}, query, append(c.args, limit, skip)...)
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: list: %w", err)
	}
	return list, nil
}

// Count implements pipeline.Keeper.
func (a *Applications) Count(ctx context.Context, tenant string, f pipeline.Filter) (count map[string]map[pipeline.Stage]int, err error) {
	c, ok := where(tenant, f)
	if !ok {
		return nil, nil
	}
	query := "SELECT vacancy, stage, count(*) FROM pipeline_application WHERE " + c.text.String() + " GROUP BY vacancy, stage"
	err = a.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		count = map[string]map[pipeline.Stage]int{}
		return each(ctx, tx, func(rows *sql.Rows) error {
			var vacancy string
			var stage pipeline.Stage
			var n int
			if err := rows.Scan(&vacancy, &stage, &n); err != nil {
				return err
			}
			if count[vacancy] == nil {
				count[vacancy] = map[pipeline.Stage]int{}
			}
			count[vacancy][stage] = n
			return nil
		}, query, c.args...)
	})
	if err != nil {
		return nil, fmt.Errorf("pipelinesql: count: %w", err)
	}
	return count, nil
}
