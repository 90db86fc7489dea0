package exam

import (
	"context"
	"slices"
	"strings"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/feed"
	"kadry/internal/retrieve"
)

// changesAtOnce bounds the memory of one pull.
const changesAtOnce = 500

// follower takes the changes of the shelf into one search structure.
func (b *Bank) follower(take func([]Change)) *feed.Follower[Change] {
	return feed.New(feed.Source[Change]{
		Read: b.Shelf.Changes, Number: func(c Change) int64 { return c.Seq }, Take: take, AtOnce: changesAtOnce,
	})
}

// Load takes in everything stored; searching does the same by itself. It reports the
// number of problems taken in so far.
func (b *Bank) Load(ctx context.Context, progress func(problems int)) error {
	return b.texts.Follow(ctx, progress)
}

// takeTexts puts changes into the index of damaged copies.
func (b *Bank) takeTexts(changes []Change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range changes {
		h := b.holding(c.Ref.Course)
		h.texts.Put(h.key(c), c.Text)
	}
}

// takeWords puts changes into the index of keywords. Words are cut before the lock is
// taken, so that a large import does not hold up searches.
func (b *Bank) takeWords(changes []Change) {
	cut := make([]retrieve.Document, len(changes))
	for i, c := range changes {
		cut[i] = retrieve.Cut(retrieve.Field{Text: c.Text, Weight: 1})
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, c := range changes {
		h := b.holding(c.Ref.Course)
		h.words.Put(int(h.key(c)), cut[i])
	}
}

// holding is what is held of a course. The caller holds the lock for writing.
func (b *Bank) holding(c subject.Course) *holding {
	h := b.holdings[c]
	if h == nil {
		h = newHolding()
		b.holdings[c] = h
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

// byType counts the problems of every type. The caller holds the lock.
func (h *holding) byType() map[string]int {
	counts := map[string]int{}
	for _, e := range h.entries {
		for _, t := range e.types {
			counts[t]++
		}
	}
	return counts
}

// ofType lists the problems of a type in the order they came. The caller holds the lock.
func (h *holding) ofType(course subject.Course, kind string) []problem.Ref {
	var refs []problem.Ref
	for _, e := range h.entries {
		if slices.Contains(e.types, kind) {
			refs = append(refs, problem.Ref{Course: course, ID: e.id})
		}
	}
	return refs
}
