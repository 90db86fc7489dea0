package embedded

import (
	"errors"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/segment"
	"kadry/internal/codematch/mirror"
)

// corpus is all units of a tenant as they are searched together; it does not change. Units
// are numbered through all repositories in order of their places.
type corpus struct {
	parts []part // by repository
	units int
	means [feature.Fields]float64 // lengths of the units that have the field
	users int                     // the tenant and running searches; guarded by Index.mu
}

// part is a repository in a corpus.
type part struct {
	*held
	first int // number of its first unit
}

// held is an open segment; several corpora can share it.
type held struct {
	*segment.Segment
	users   int // corpora; guarded by Index.mu
	lengths [feature.Fields]struct {
		sum   uint64
		units int // that have the field
	}
}

func hold(s *segment.Segment) *held {
	h := &held{Segment: s}
	for f := range feature.Fields {
		at := &h.lengths[f]
		for _, n := range s.Lengths(f) {
			if n > 0 {
				at.sum += uint64(n)
				at.units++
			}
		}
	}
	return h
}

// newCorpus puts segments together, which come in order of their repositories. Index.mu is
// held.
func newCorpus(segments []*held) *corpus {
	c := &corpus{users: 1}
	var sums [feature.Fields]uint64
	var units [feature.Fields]int
	for _, h := range segments {
		h.users++
		c.parts = append(c.parts, part{h, c.units})
		c.units += h.Units()
		for f := range feature.Fields {
			sums[f] += h.lengths[f].sum
			units[f] += h.lengths[f].units
		}
	}
	for f := range feature.Fields {
		if units[f] > 0 {
			c.means[f] = float64(sums[f]) / float64(units[f])
		}
	}
	return c
}

// has says whether the corpus is of just these generations, which are in order.
func (c *corpus) has(wanted []mirror.Generation) bool {
	if len(wanted) != len(c.parts) {
		return false
	}
	for i, p := range c.parts {
		if p.generation() != wanted[i] {
			return false
		}
	}
	return true
}

func (h *held) generation() mirror.Generation {
	id := h.Identity()
	return mirror.Generation{Repository: id.Repository, Number: id.Generation}
}

// drop ends one use; the last gives up the segments that nobody else uses. Index.mu is held.
func (c *corpus) drop() error {
	if c.users--; c.users > 0 {
		return nil
	}
	var errs []error
	for _, p := range c.parts {
		if p.users--; p.users == 0 {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(errs...)
}

// frequency is how many units of a part have a term.
func (p part) frequency(f feature.Field, hash uint32) int32 {
	l, ok := p.Find(f, hash)
	if !ok {
		return 0
	}
	return int32(l.Units())
}

// place is where a unit stands, and of which generation that is.
func (c *corpus) place(u int) (index.Place, int64) {
	low, high := 0, len(c.parts)
	for high-low > 1 {
		if middle := (low + high) / 2; c.parts[middle].first <= u {
			low = middle
		} else {
			high = middle
		}
	}
	p := c.parts[low]
	return p.Place(u - p.first), p.Identity().Generation
}
