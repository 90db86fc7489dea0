package problem

import (
	"time"

	"kadry/internal/fault"
)

// Provenance says where an answer comes from and how old it is.
type Provenance struct {
	FetchedAt time.Time
	FromCache bool // no request was made for it
	Stale     bool // older than its lifetime, and the site could not be asked
	Sent      int  // requests that left for it; told beside an error too
}

// With adds an answer to what others said: as old as the oldest, cached only if all are, at
// the cost of both.
func (p Provenance) With(other Provenance) Provenance {
	if p.FetchedAt.IsZero() || other.FetchedAt.Before(p.FetchedAt) {
		p.FetchedAt = other.FetchedAt
	}
	p.FromCache = p.FromCache && other.FromCache
	p.Stale = p.Stale || other.Stale
	p.Sent += other.Sent
	return p
}

// Stored is a problem as the bank keeps it.
type Stored struct {
	Problem
	FetchedAt time.Time
}

// Warning is a finding about an answer. Text is for everybody; Next is what a caller of the
// operations can do about it, in their names and a tone no page would take, or nothing.
type Warning struct{ Text, Next fault.Text }
