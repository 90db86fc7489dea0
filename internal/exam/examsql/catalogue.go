package examsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// onePage is more than the problems of any page, print pages of a category included.
const onePage = 100_000

// PutPage keeps the problems of a page of a category, their places in it and the progress
// they make, or nothing of it. Putting a page again leaves one of each.
func (s *Problems) PutPage(ctx context.Context, problems []problem.Stored, p bank.Progress) error {
	if !store.IsKey(p.Category) || p.Page < 0 || len(problems) >= onePage {
		return fault.E(fault.Invalid, fault.Say("A page needs a category and a number.", "Странице нужны категория и номер."), nil)
	}
	rows, err := encodeProblems(problems)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := s.put(ctx, tx, rows); err != nil {
			return err
		}
		if err := putMembers(ctx, tx, rows, p); err != nil {
			return err
		}
		return putProgress(ctx, tx, p)
	})
	if err != nil {
		return fmt.Errorf("examsql: page %d of category %s: %w", p.Page, p.Category, err)
	}
	return nil
}

// putMembers writes the places of a page over those it had. What the category held behind
// its last page is gone from the site and goes here.
func putMembers(ctx context.Context, tx *sql.Tx, rows []problemRow, p bank.Progress) error {
	first := int64(p.Page) * onePage
	end := first + onePage
	if p.Done {
		end = 1 << 62
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM problem_member WHERE exam = $1 AND subject = $2 AND grade = $3 AND category = $4 "+
		"AND position >= $5 AND position < $6", p.Course.Exam, p.Course.Subject, p.Course.Grade, p.Category, first, end)
	if err != nil {
		return err
	}
	for i, r := range rows {
		_, err := tx.ExecContext(ctx, "INSERT INTO problem_member (exam, subject, grade, category, position, id) VALUES ($1, $2, $3, $4, $5, $6)",
			p.Course.Exam, p.Course.Subject, p.Course.Grade, p.Category, first+int64(i), r.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

func putProgress(ctx context.Context, tx *sql.Tx, p bank.Progress) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO problem_progress (exam, subject, grade, category, page, done, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (exam, subject, grade, category) DO UPDATE SET page = excluded.page, done = excluded.done, at = excluded.at`,
		p.Course.Exam, p.Course.Subject, p.Course.Grade, p.Category, p.Page, p.Done, p.At.UnixMicro())
	return err
}

// Members answers the problems of a category in the order of the site, each once.
func (s *Problems) Members(ctx context.Context, course subject.Course, category string) (refs []problem.Ref, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		refs, err = members(ctx, tx, course, category)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("examsql: members of category %q: %w", category, err)
	}
	return refs, nil
}

func members(ctx context.Context, tx *sql.Tx, course subject.Course, category string) (refs []problem.Ref, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM problem_member WHERE exam = $1 AND subject = $2 AND grade = $3 AND category = $4 "+
		"ORDER BY position", course.Exam, course.Subject, course.Grade, store.Clean(category))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	seen := map[string]bool{}
	for rows.Next() {
		ref := problem.Ref{Course: course}
		if err := rows.Scan(&ref.ID); err != nil {
			return nil, err
		}
		if !seen[ref.ID] {
			seen[ref.ID] = true
			refs = append(refs, ref)
		}
	}
	return refs, rows.Err()
}

// Synced answers how far each category of a course has come.
func (s *Problems) Synced(ctx context.Context, course subject.Course) (synced map[string]bank.Progress, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		synced, err = progress(ctx, tx, course)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("examsql: progress of %s: %w", course, err)
	}
	return synced, nil
}

func progress(ctx context.Context, tx *sql.Tx, course subject.Course) (synced map[string]bank.Progress, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT category, page, done, at FROM problem_progress "+
		"WHERE exam = $1 AND subject = $2 AND grade = $3", course.Exam, course.Subject, course.Grade)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	synced = map[string]bank.Progress{}
	for rows.Next() {
		p := bank.Progress{Course: course}
		var at int64
		if err := rows.Scan(&p.Category, &p.Page, &p.Done, &at); err != nil {
			return nil, err
		}
		p.At = time.UnixMicro(at).UTC()
		synced[p.Category] = p
	}
	return synced, rows.Err()
}

// PutCatalogue keeps the table of contents of a course, unless a newer one is kept.
func (s *Problems) PutCatalogue(ctx context.Context, c problem.Catalogue, at time.Time) error {
	record, err := encodeTopics(c.Topics)
	if err != nil {
		return fmt.Errorf("examsql: catalogue of %s: %w", c.Course, err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO problem_catalogue (exam, subject, grade, record, at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (exam, subject, grade) DO UPDATE SET record = excluded.record, at = excluded.at
			WHERE problem_catalogue.at < excluded.at`,
			c.Course.Exam, c.Course.Subject, c.Course.Grade, record, at.UnixMicro())
		return err
	})
	if err != nil {
		return fmt.Errorf("examsql: catalogue of %s: %w", c.Course, err)
	}
	return nil
}

func encodeTopics(topics []problem.Topic) (string, error) {
	text, err := json.Marshal(store.Cleaned(topics))
	return string(text), err
}

// Catalogue answers the kept table of contents and when it was read; fault.NotFound when
// none was ever kept.
func (s *Problems) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, time.Time, error) {
	var record string
	var at int64
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT record, at FROM problem_catalogue WHERE exam = $1 AND subject = $2 AND grade = $3",
			course.Exam, course.Subject, course.Grade).Scan(&record, &at)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return problem.Catalogue{}, time.Time{}, fault.E(fault.NotFound, fault.Say(
			"The catalogue of %s is not kept here.", "Каталога %s здесь нет.", course.String()), nil)
	}
	if err != nil {
		return problem.Catalogue{}, time.Time{}, fmt.Errorf("examsql: catalogue of %s: %w", course, err)
	}
	c := problem.Catalogue{Course: course}
	if err := json.Unmarshal([]byte(record), &c.Topics); err != nil {
		return problem.Catalogue{}, time.Time{}, fmt.Errorf("examsql: catalogue of %s: %w", course, err)
	}
	return c, time.UnixMicro(at).UTC(), nil
}
