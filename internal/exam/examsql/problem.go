// Package examsql keeps the bank of exam problems in SQL: its tables, queries and stored
// form, one text for SQLite and PostgreSQL. How a database is opened and locked is in store;
// what the data mean is in the room.
package examsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// Problems keeps the bank of exam problems, the tables of contents of the courses and how
// far the copying of each category has come. Problems are public: there are no tenants.
type Problems struct{ db *store.DB }

// NewProblems returns the bank of db.
func NewProblems(db *store.DB) *Problems { return &Problems{db: db} }

// problemTurn puts all writers of problems in one line. The turn comes first in a
// transaction and is held until its commit, so numbers of changes become visible in order,
// and no two writers can hold rows that the other waits for.
const problemTurn = "problem"

// Put keeps problems. A copy that is not newer than the kept one changes nothing.
func (s *Problems) Put(ctx context.Context, problems []problem.Stored) error {
	rows, err := encodeProblems(problems)
	if err != nil || len(rows) == 0 {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return s.put(ctx, tx, rows)
	})
	if err != nil {
		return fmt.Errorf("examsql: put %d problems: %w", len(rows), err)
	}
	return nil
}

func (s *Problems) put(ctx context.Context, tx *sql.Tx, rows []problemRow) (err error) {
	if err := s.db.Turn(ctx, tx, problemTurn); err != nil {
		return err
	}
	var last int64
	if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX(seq), 0) FROM problem").Scan(&last); err != nil {
		return err
	}
	const query = `
		INSERT INTO problem (exam, subject, grade, id, seq, types, text, record, record_version, fetched_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (exam, subject, grade, id) DO UPDATE SET
			seq = excluded.seq, types = excluded.types, text = excluded.text, record = excluded.record,
			record_version = excluded.record_version, fetched_at = excluded.fetched_at
		WHERE problem.fetched_at < excluded.fetched_at`
	statement, err := tx.PrepareContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	for i, r := range rows {
		_, err := statement.ExecContext(ctx, r.Exam, r.Subject, r.Grade, r.ID, last+int64(i)+1,
			r.types, r.text, r.record, problemVersion, r.fetchedAt)
		if err != nil {
			return err
		}
	}
	return nil
}

// refsAtOnce bounds the placeholders of one query.
const refsAtOnce = 200

// Get answers those of the problems that are kept.
func (s *Problems) Get(ctx context.Context, refs []problem.Ref) (map[problem.Ref]problem.Stored, error) {
	found := make(map[problem.Ref]problem.Stored, len(refs))
	courses := map[subject.Course][]string{}
	for _, ref := range refs {
		if store.IsKey(ref.ID) && store.IsKey(string(ref.Subject)) && store.IsKey(string(ref.Exam)) {
			courses[ref.Course] = append(courses[ref.Course], ref.ID)
		}
	}
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		clear(found)
		for course, ids := range courses {
			for part := range slices.Chunk(ids, refsAtOnce) {
				if err := getProblems(ctx, tx, course, part, found); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("examsql: get %d problems: %w", len(refs), err)
	}
	return found, nil
}

// selectProblems asks for n problems of a course.
func selectProblems(n int) string {
	return "SELECT id, record, record_version, fetched_at FROM problem " +
		"WHERE exam = $1 AND subject = $2 AND grade = $3 AND id IN (" + store.Placeholders(4, n) + ")"
}

func getProblems(ctx context.Context, tx *sql.Tx, course subject.Course, ids []string, into map[problem.Ref]problem.Stored) (err error) {
	args := []any{course.Exam, course.Subject, course.Grade}
	for _, id := range ids {
		args = append(args, id)
	}
	rows, err := tx.QueryContext(ctx, selectProblems(len(ids)), args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		ref := problem.Ref{Course: course}
		var record string
		var version int
		var at int64
		if err := rows.Scan(&ref.ID, &record, &version, &at); err != nil {
			return err
		}
		p, err := decodeProblem(ref, record, version)
		if err != nil {
			return err
		}
		into[ref] = problem.Stored{Problem: p, FetchedAt: time.UnixMicro(at).UTC()}
	}
	return rows.Err()
}

// Changes returns at most limit changes after seq, oldest first.
func (s *Problems) Changes(ctx context.Context, after int64, limit int) (changes []index.Change, err error) {
	if limit <= 0 {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changes, err = problemsAfter(ctx, tx, after, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("examsql: problems after %d: %w", after, err)
	}
	return changes, nil
}

func problemsAfter(ctx context.Context, tx *sql.Tx, after int64, limit int) (changes []index.Change, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT seq, exam, subject, grade, id, types, text, fetched_at "+
		"FROM problem WHERE seq > $1 ORDER BY seq LIMIT $2", after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var c index.Change
		var types string
		var at int64
		if err := rows.Scan(&c.Seq, &c.Ref.Exam, &c.Ref.Subject, &c.Ref.Grade, &c.Ref.ID, &types, &c.Text, &at); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(types), &c.Types); err != nil {
			return nil, fmt.Errorf("examsql: problem %s: %w", c.Ref, err)
		}
		c.FetchedAt = time.UnixMicro(at).UTC()
		changes = append(changes, c)
	}
	return changes, rows.Err()
}

// Count answers how many problems of each course are kept.
func (s *Problems) Count(ctx context.Context) (counts map[subject.Course]int, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		counts, err = countProblems(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("examsql: count problems: %w", err)
	}
	return counts, nil
}

func countProblems(ctx context.Context, tx *sql.Tx) (counts map[subject.Course]int, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT exam, subject, grade, COUNT(*) FROM problem GROUP BY exam, subject, grade")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	counts = map[subject.Course]int{}
	for rows.Next() {
		var course subject.Course
		var n int
		if err := rows.Scan(&course.Exam, &course.Subject, &course.Grade, &n); err != nil {
			return nil, err
		}
		counts[course] = n
	}
	return counts, rows.Err()
}

// encodeProblems makes rows, one a problem: of several copies the last one counts.
func encodeProblems(problems []problem.Stored) ([]problemRow, error) {
	rows := make([]problemRow, 0, len(problems))
	place := map[problem.Ref]int{}
	for _, p := range problems {
		if !store.IsKey(p.ID) || !store.IsKey(string(p.Subject)) || !store.IsKey(string(p.Exam)) {
			return nil, fault.E(fault.Invalid, fault.Say("A problem needs an exam, a subject and a number.",
				"Заданию нужны экзамен, предмет и номер."), nil)
		}
		r, err := encodeProblem(p)
		if err != nil {
			return nil, fmt.Errorf("examsql: problem %s: %w", p.Ref, err)
		}
		if at, ok := place[p.Ref]; ok {
			rows[at] = r
			continue
		}
		place[p.Ref] = len(rows)
		rows = append(rows, r)
	}
	return rows, nil
}

// problemRow is a problem as its table has it.
type problemRow struct {
	problem.Ref
	types, text, record string
	fetchedAt           int64
}

// problemVersion numbers the stored form of a problem. A change that an older program would
// misread gets a new number and a decoder for the old.
const problemVersion = 1

func encodeProblem(p problem.Stored) (problemRow, error) {
	record, err := json.Marshal(store.Cleaned(p.Problem))
	if err != nil {
		return problemRow{}, err
	}
	types, err := json.Marshal(store.Cleaned(append([]string{}, p.AllTypes()...)))
	if err != nil {
		return problemRow{}, err
	}
	text := strings.TrimSpace(store.Clean(p.Searchable()))
	return problemRow{Ref: p.Ref, types: string(types), text: text, record: string(record), fetchedAt: p.FetchedAt.UnixMicro()}, nil
}

func decodeProblem(ref problem.Ref, record string, version int) (problem.Problem, error) {
	if version != problemVersion {
		return problem.Problem{}, fmt.Errorf("examsql: problem %s is stored in form %d, this program reads %d", ref, version, problemVersion)
	}
	p := problem.Problem{Ref: ref}
	if err := json.Unmarshal([]byte(record), &p); err != nil {
		return problem.Problem{}, fmt.Errorf("examsql: problem %s: %w", ref, err)
	}
	return p, nil
}
