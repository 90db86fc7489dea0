package app

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"kadry/internal/fault"
)

// seats are places that tenants share: so many in all, and fewer for each of them, so that
// none can take what the others need.
type seats struct {
	what fault.Text // there are too many of, for the one who is refused
	each int64
	all  *semaphore.Weighted

	mu     sync.Mutex
	shares map[string]*semaphore.Weighted // by tenant; tenants are bounded by the tokens file
}

func newSeats(what fault.Text, each, all int64) *seats {
	return &seats{what: what, each: each, all: semaphore.NewWeighted(all), shares: map[string]*semaphore.Weighted{}}
}

// take gives a tenant a seat until leave, waiting for one as long as patience. A tenant that
// has its share is fault.Limited; everybody else is fault.Unavailable when all are taken.
func (s *seats) take(ctx context.Context, tenant string, patience time.Duration) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	sit := func(of *semaphore.Weighted) bool { return of.TryAcquire(1) || of.Acquire(ctx, 1) == nil }
	share := s.of(tenant)
	if !sit(share) {
		return nil, s.full(fault.Limited, patience)
	}
	if !sit(s.all) {
		share.Release(1)
		return nil, s.full(fault.Unavailable, patience)
	}
	return func() { s.all.Release(1); share.Release(1) }, nil
}

func (s *seats) of(tenant string) *semaphore.Weighted {
	s.mu.Lock()
	defer s.mu.Unlock()
	share := s.shares[tenant]
	if share == nil {
		share = semaphore.NewWeighted(s.each)
		s.shares[tenant] = share
	}
	return share
}

func (s *seats) full(kind fault.Kind, patience time.Duration) error {
	return fault.E(kind, s.what, nil).
		WithHint(fault.Say("Let some of them end, and try again.", "Дождитесь завершения части из них и повторите.")).
		After(max(patience, time.Second))
}
