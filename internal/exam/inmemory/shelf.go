// Package inmemory keeps problems in memory: a shelf for evaluation runs and tests. It
// behaves as the stored one does, down to the order of changes and of the problems of a
// category, and forgets everything with the process.
package inmemory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Shelf is a shelf of problems. It is safe for concurrent use.
type Shelf struct {
	mu         sync.Mutex
	problems   map[problem.Ref]shelved
	seq        int64
	catalogues map[subject.Course]dated
	progress   map[place]exam.Progress
	members    map[place]map[int][]problem.Ref // by page
	fail       error
	writes     int   // that still succeed, when breaks is set
	breaks     error // what every later write fails with
}

type shelved struct {
	seq int64
	problem.Stored
}

type dated struct {
	problem.Catalogue
	at time.Time
}

// place is a category of a course.
type place struct {
	course   subject.Course
	category string
}

// New returns an empty shelf.
func New() *Shelf {
	return &Shelf{
		problems: map[problem.Ref]shelved{}, catalogues: map[subject.Course]dated{},
		progress: map[place]exam.Progress{}, members: map[place]map[int][]problem.Ref{},
	}
}

// Fail makes every call fail with err until it is called with nil: storage out of reach.
func (s *Shelf) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// BreakAfter lets so many writes succeed and fails every later one with err, until it is
// called with nil: a process killed at that point.
func (s *Shelf) BreakAfter(writes int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes, s.breaks = writes, err
}

func (s *Shelf) reading(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.fail
}

func (s *Shelf) writing(ctx context.Context) error {
	if err := s.reading(ctx); err != nil || s.breaks == nil {
		return err
	}
	if s.writes == 0 {
		return s.breaks
	}
	s.writes--
	return nil
}

// Put keeps problems; a copy that is not newer changes nothing.
func (s *Shelf) Put(ctx context.Context, problems []problem.Stored) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writing(ctx); err != nil {
		return err
	}
	s.put(problems)
	return nil
}

func (s *Shelf) put(problems []problem.Stored) {
	for _, p := range problems {
		if old, ok := s.problems[p.Ref]; ok && !p.FetchedAt.After(old.FetchedAt) {
			continue
		}
		s.seq++
		s.problems[p.Ref] = shelved{s.seq, p}
	}
}

// Get returns the asked problems that are kept.
func (s *Shelf) Get(ctx context.Context, refs []problem.Ref) (map[problem.Ref]problem.Stored, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return nil, err
	}
	found := map[problem.Ref]problem.Stored{}
	for _, ref := range refs {
		if p, ok := s.problems[ref]; ok {
			found[ref] = p.Stored
		}
	}
	return found, nil
}

// Changes returns at most limit changes after a number, oldest first.
func (s *Shelf) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return nil, err
	}
	var changes []index.Change
	for ref, p := range s.problems {
		if p.seq > after {
			changes = append(changes, index.Change{Seq: p.seq, Ref: ref, Types: p.AllTypes(), Text: p.Searchable(), FetchedAt: p.FetchedAt})
		}
	}
	slices.SortFunc(changes, func(a, b index.Change) int { return cmp.Compare(a.Seq, b.Seq) })
	return changes[:min(limit, len(changes))], nil
}

// Count counts the problems of every course.
func (s *Shelf) Count(ctx context.Context) (map[subject.Course]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return nil, err
	}
	counts := map[subject.Course]int{}
	for ref := range s.problems {
		counts[ref.Course]++
	}
	return counts, nil
}

// Catalogue returns the kept catalogue of a course, fault.NotFound when there is none.
func (s *Shelf) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return problem.Catalogue{}, time.Time{}, err
	}
	kept, ok := s.catalogues[course]
	if !ok {
		return problem.Catalogue{}, time.Time{}, fault.E(fault.NotFound,
			fault.Say("The catalogue of %s was never kept.", "Каталог курса %s ещё не сохраняли.", course), nil)
	}
	return kept.Catalogue, kept.at, nil
}

// PutCatalogue keeps a catalogue, unless a newer one is kept.
func (s *Shelf) PutCatalogue(ctx context.Context, c problem.Catalogue, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writing(ctx); err != nil {
		return err
	}
	if old, ok := s.catalogues[c.Course]; !ok || at.After(old.at) {
		s.catalogues[c.Course] = dated{c, at}
	}
	return nil
}

// Synced returns the progress of every category of a course that was begun.
func (s *Shelf) Synced(ctx context.Context, course subject.Course) (map[string]exam.Progress, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return nil, err
	}
	begun := map[string]exam.Progress{}
	for at, p := range s.progress {
		if at.course == course {
			begun[at.category] = p
		}
	}
	return begun, nil
}

// PutPage keeps the problems of one page of a category, their place in it and the progress
// they make, all or nothing. A page put again takes the place of what it was, and what the
// category held behind its last page is gone.
func (s *Shelf) PutPage(ctx context.Context, problems []problem.Stored, progress exam.Progress) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writing(ctx); err != nil {
		return err
	}
	s.put(problems)
	at := place{progress.Course, progress.Category}
	if s.members[at] == nil {
		s.members[at] = map[int][]problem.Ref{}
	}
	s.members[at][progress.Page] = nil
	for _, p := range problems {
		s.members[at][progress.Page] = append(s.members[at][progress.Page], p.Ref)
	}
	maps.DeleteFunc(s.members[at], func(page int, _ []problem.Ref) bool { return progress.Done && page > progress.Page })
	s.progress[at] = progress
	return nil
}

// Members returns the problems of a category in the order of the site, each once.
func (s *Shelf) Members(ctx context.Context, course subject.Course, category string) ([]problem.Ref, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reading(ctx); err != nil {
		return nil, err
	}
	var refs []problem.Ref
	pages := s.members[place{course, category}]
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		for _, ref := range pages[page] {
			if !slices.Contains(refs, ref) {
				refs = append(refs, ref)
			}
		}
	}
	return refs, nil
}

// All returns everything kept, for tests that hold two shelves side by side.
func (s *Shelf) All() map[problem.Ref]problem.Stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[problem.Ref]problem.Stored{}
	for ref, p := range s.problems {
		all[ref] = p.Stored
	}
	return all
}
