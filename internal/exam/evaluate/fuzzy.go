package evaluate

import (
	"context"
	"slices"
	"strconv"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/inmemory"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// deepest is how many matches of a query are looked at.
const deepest = 50

// filed is the bank of one subject, the problems of all its exams.
type filed struct {
	bank   *exam.Bank
	course subject.Course           // any of the bank
	refs   map[string][]problem.Ref // by the name queries use; a number may stand in two exams
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
			rank, err := subjects[q.Subject].rank(ctx, q)
			if err != nil {
				return err
			}
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

// file puts the problems into banks by subject. The banks number them anew: not all have a
// number of the site.
func file(ctx context.Context, known []record) (map[string]*filed, error) {
	subjects := map[string]*filed{}
	stored := map[string][]problem.Stored{}
	for i, p := range known {
		course := subject.Course{Exam: subject.Exam(p.Exam), Subject: subject.Subject(p.Subject)}
		ref := problem.Ref{Course: course, ID: strconv.Itoa(i + 1)}
		if subjects[p.Subject] == nil {
			subjects[p.Subject] = &filed{course: course, refs: map[string][]problem.Ref{}}
		}
		s := subjects[p.Subject]
		s.refs[p.name()] = append(s.refs[p.name()], ref)
		stored[p.Subject] = append(stored[p.Subject], problem.Stored{
			Problem:   problem.Problem{Ref: ref, Question: problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: p.Text}}}}}},
			FetchedAt: time.Now(),
		})
	}
	for subject, s := range subjects {
		shelf := inmemory.New()
		if err := shelf.Put(ctx, stored[subject]); err != nil {
			return nil, err
		}
		s.bank = exam.New(exam.Parts{Shelf: shelf, Now: time.Now, Alone: true})
		if err := s.bank.Load(ctx, nil); err != nil {
			return nil, err
		}
	}
	return subjects, nil
}

// rank is the place of the expected problem, 0 when it is not found. A subject without
// problems finds nothing.
func (f *filed) rank(ctx context.Context, q query) (int, error) {
	if f == nil {
		return 0, nil
	}
	found, err := f.bank.Find(ctx, exam.TextQuery{Course: f.course, Scope: exam.Everywhere, Text: q.Query, Limit: deepest, Local: true})
	if err != nil {
		return 0, err
	}
	for i, m := range found.Items {
		if slices.Contains(f.refs[q.Expect], m.Ref) {
			return i + 1, nil
		}
	}
	return 0, nil
}
