// Package index holds in memory what searching needs of the problems of the bank: their texts
// for damaged copies, their words for keywords, their numbers and types. It follows the shelf,
// which other processes fill too, and keeps no whole problems.
package index

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/feed"
	"kadry/internal/retrieve"
)

// changesAtOnce bounds the memory of one pull.
const changesAtOnce = 500

// Change is one problem that came or changed: what searching needs of it. Whole problems
// are fetched for the few that are shown.
type Change struct {
	Seq       int64
	Ref       problem.Ref
	Types     []string // all of the problem's, also where it has one
	Text      string   // Stored.Searchable when it was kept
	FetchedAt time.Time
}

// Index is what is held of all courses. It is safe for concurrent use.
type Index struct {
	texts *feed.Follower[Change] // into the indexes of damaged copies
	words *feed.Follower[Change] // into the indexes of keywords, which few servers need and none at its start

	mu       sync.RWMutex
	holdings map[subject.Course]*holding
}

// New returns an index that takes in what read answers, oldest first, at the first call of
// Follow or FollowWords.
func New(read func(ctx context.Context, after int64, limit int) ([]Change, error)) *Index {
	x := &Index{holdings: map[subject.Course]*holding{}}
	follower := func(take func(context.Context, []Change)) *feed.Follower[Change] {
		return feed.New(feed.Source[Change]{
			Read: read, Number: func(c Change) int64 { return c.Seq }, Take: take, AtOnce: changesAtOnce,
		})
	}
	x.texts, x.words = follower(x.takeTexts), follower(x.takeWords)
	return x
}

// Follow takes in every change so far but for its keywords. It reports the number of
// problems taken in so far, where progress is given.
func (x *Index) Follow(ctx context.Context, progress func(problems int)) error {
	return x.texts.Follow(ctx, progress)
}

// FollowWords takes in the keywords of every change so far.
func (x *Index) FollowWords(ctx context.Context) error { return x.words.Follow(ctx, nil) }

// takeTexts puts changes into the index of damaged copies.
func (x *Index) takeTexts(_ context.Context, changes []Change) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range changes {
		h := x.holding(c.Ref.Course)
		h.texts.Put(h.key(c), c.Text)
	}
}

// takeWords puts changes into the index of keywords. Words are cut before the lock is
// taken, so that a large import does not hold up searches.
func (x *Index) takeWords(_ context.Context, changes []Change) {
	cut := make([]retrieve.Document, len(changes))
	for i, c := range changes {
		cut[i] = retrieve.Cut(retrieve.Field{Text: c.Text, Weight: 1})
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, c := range changes {
		h := x.holding(c.Ref.Course)
		h.words.Put(int(h.key(c)), cut[i])
	}
}

// holding is what is held of a course. The caller holds the lock for writing.
func (x *Index) holding(c subject.Course) *holding {
	h := x.holdings[c]
	if h == nil {
		h = newHolding()
		x.holdings[c] = h
	}
	return h
}

// holding is what the bank holds of one course in memory: words and numbers, never whole
// problems, which are fetched for the few that are shown.
type holding struct {
	texts   *fuzzy.Index    // by damaged copies
	words   *retrieve.Index // by keywords
	keys    map[string]uint32
	entries []entry // by key
	kinds   map[string][]string
}

// entry is one problem.
type entry struct {
	id    string
	types []string // shared between the problems of a type
}

func newHolding() *holding {
	return &holding{texts: fuzzy.New(), words: retrieve.NewIndex(), keys: map[string]uint32{}, kinds: map[string][]string{}}
}

// key is the number of a problem in the indexes; it takes in what a change says of it
// beside its text.
func (h *holding) key(c Change) uint32 {
	key, known := h.keys[c.Ref.ID]
	if !known {
		id := strings.Clone(c.Ref.ID)
		key = uint32(len(h.entries))
		h.keys[id] = key
		h.entries = append(h.entries, entry{id: id})
	}
	joined := strings.Join(c.Types, "\x00")
	if _, ok := h.kinds[joined]; !ok {
		h.kinds[joined] = slices.Clone(c.Types)
	}
	h.entries[key].types = h.kinds[joined]
	return key
}

// Numbers lists some of the numbers that begin so, of the problems of all courses.
func (x *Index) Numbers(prefix string, most int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	ids := map[string]bool{}
	for _, h := range x.holdings {
		for _, e := range h.entries {
			if strings.HasPrefix(e.id, prefix) && len(ids) < most {
				ids[e.id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// OnlyOwn reports whether the problems of a course are those that come with kadry.
func (x *Index) OnlyOwn(course subject.Course) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	h := x.holdings[course]
	return h != nil && !slices.ContainsFunc(h.entries, func(e entry) bool { return !(problem.Ref{ID: e.id}).Own() })
}

// Types counts the problems of every type of a course; it is nil where none is held.
func (x *Index) Types(course subject.Course) map[string]int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	h := x.holdings[course]
	if h == nil {
		return nil
	}
	counts := map[string]int{}
	for _, e := range h.entries {
		for _, t := range e.types {
			counts[t]++
		}
	}
	return counts
}

// OfType lists the problems of a type in the order they came.
func (x *Index) OfType(course subject.Course, kind string) []problem.Ref {
	x.mu.RLock()
	defer x.mu.RUnlock()
	h := x.holdings[course]
	if h == nil {
		return nil
	}
	var refs []problem.Ref
	for _, e := range h.entries {
		if slices.Contains(e.types, kind) {
			refs = append(refs, problem.Ref{Course: course, ID: e.id})
		}
	}
	return refs
}

// Held counts the problems of the courses that in admits.
func (x *Index) Held(in func(subject.Course) bool) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	held := 0
	for course, h := range x.holdings {
		if in(course) {
			held += len(h.entries)
		}
	}
	return held
}
