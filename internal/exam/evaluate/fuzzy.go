package evaluate

import (
	"context"
	"slices"
	"strconv"
	"time"

	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// deepest is how many matches of a query are looked at.
const deepest = 50

// filed are the problems of one subject, those of all its exams.
type filed struct {
	index   *index.Index
	changes []index.Change
	refs    map[string][]problem.Ref // by the name queries use; a number may stand in two exams
}

func (r *run) fuzzy(ctx context.Context, known []record) (*Fuzzy, error) {
	queries, err := lines[query](r, "corpus/queries_*.jsonl")
	if err != nil {
		return nil, err
	}
	if len(known) == 0 || len(queries) == 0 {
		r.note("corpus/problems.jsonl and queries_*.jsonl: not found, left out")
		return nil, nil
	}
	subjects, err := file(ctx, known)
	if err != nil {
		return nil, err
	}
	f := &Fuzzy{Queries: len(queries)}
	took, err := fastest(ctx, func() error {
		f.Top1, f.MRR = 0, 0
		for _, q := range queries {
			if err := ctx.Err(); err != nil {
				return err
			}
			rank := subjects[q.Subject].rank(q)
			if rank == 1 {
				f.Top1++
			}
			if rank > 0 {
				f.MRR += 1 / float64(rank)
			}
		}
		return nil
	})
	f.Top1 /= float64(len(queries))
	f.MRR /= float64(len(queries))
	f.MsPerQuery = float64(took) / float64(time.Millisecond) / float64(len(queries))
	return f, err
}

// file puts the problems into indexes by subject, under numbers of their own: not all have one
// of the site.
func file(ctx context.Context, known []record) (map[string]*filed, error) {
	subjects := map[string]*filed{}
	for i, p := range known {
		course := subject.Course{Exam: subject.Exam(p.Exam), Subject: subject.Subject(p.Subject)}
		ref := problem.Ref{Course: course, ID: strconv.Itoa(i + 1)}
		if subjects[p.Subject] == nil {
			subjects[p.Subject] = &filed{refs: map[string][]problem.Ref{}}
		}
		s := subjects[p.Subject]
		s.refs[p.name()] = append(s.refs[p.name()], ref)
		s.changes = append(s.changes, index.Change{Seq: int64(len(s.changes) + 1), Ref: ref, Text: p.Text})
	}
	for _, s := range subjects {
		s.index = index.New(s.read)
		if err := s.index.Follow(ctx, nil); err != nil {
			return nil, err
		}
	}
	return subjects, nil
}

// read answers the problems as a bank would tell them to its index.
func (f *filed) read(_ context.Context, after int64, limit int) ([]index.Change, error) {
	rest := f.changes[min(int(after), len(f.changes)):]
	return rest[:min(limit, len(rest))], nil
}

// rank is the place of the expected problem, 0 when it is not found. A subject without
// problems finds nothing.
func (f *filed) rank(q query) int {
	if f == nil {
		return 0
	}
	everywhere := func(subject.Course) bool { return true }
	for i, hit := range f.index.Resembling(everywhere, q.Query, deepest) {
		if hit.Score > 0 && slices.Contains(f.refs[q.Expect], hit.Ref) {
			return i + 1
		}
	}
	return 0
}
