package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/turn"
)

// Run works the queue until ctx ends; a Queue runs once. Then nothing more is claimed, and
// handlers that run have the grace to come to their end; after it their contexts end and
// what they leave is given back. Run returns when all its goroutines have ended, and its
// error is nil but for a second Run: a database that is away is waited for.
func (q *Queue) Run(ctx context.Context) error {
	if q.ran.Swap(true) {
		return errRuns
	}
	// What is under way when ctx ends still needs the database.
	working, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	keeping, unkeep := context.WithCancel(working)
	defer unkeep()
	var keepers, workers sync.WaitGroup
	keepers.Go(func() { q.beat(keeping) })
	keepers.Go(func() { q.listen(ctx) })

	q.reclaim(ctx)
	defer q.compile(ctx)()
	q.dispatch(ctx, working, &workers)

	idle := make(chan struct{})
	keepers.Go(func() {
		workers.Wait()
		close(idle)
	})
	q.drain(idle, stop)
	unkeep()
	keepers.Wait()
	return nil
}

// lastWords is how long a worker may try to give back what it holds when the grace is over.
const lastWords = 3 * time.Second

// drain waits for the workers, and ends their handlers when the grace is over.
func (q *Queue) drain(idle <-chan struct{}, stop context.CancelCauseFunc) {
	grace := time.NewTimer(q.config.Grace)
	defer grace.Stop()
	select {
	case <-idle:
		return
	case <-grace.C:
	}
	q.mu.Lock()
	for h := range q.holds {
		h.end(ErrStopped)
	}
	q.mu.Unlock()
	words := time.NewTimer(lastWords)
	defer words.Stop()
	select {
	case <-idle:
		return
	case <-words.C:
		stop(ErrStopped) // no database either: the leases will run out
	}
	<-idle
}

// reclaim makes what this identity left at its last end ready again.
func (q *Queue) reclaim(ctx context.Context) {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, q.config.Poll) {
		_, err := q.synchronise(ctx)
		if err == nil {
			err = q.reclaimOnce(ctx)
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		q.trouble(ctx, "start", err)
		if !wait(ctx, pause) {
			return
		}
	}
}

// dispatch claims and starts work until ctx ends.
func (q *Queue) dispatch(ctx, working context.Context, workers *sync.WaitGroup) {
	var chores chores
	for ctx.Err() == nil {
		// Work goes on when only a chore fails.
		err := errors.Join(chores.do(ctx, q), q.fill(ctx, working, workers))
		next := time.Until(chores.next)
		if err != nil {
			q.trouble(ctx, "look for work", err)
			next = q.config.Poll
		}
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
		case <-q.wake:
			q.gather(ctx)
		case <-timer.C:
		}
		timer.Stop()
	}
}

// gathering is how long a busy queue waits at most for workers to come free, before it
// claims for those that are.
const gathering = time.Millisecond

// gather makes one claim of what would be many small ones. It costs a job that comes in
// while others run the millisecond at most; in a queue that has nothing to do nothing waits.
func (q *Queue) gather(ctx context.Context) {
	timer := time.NewTimer(gathering)
	defer timer.Stop()
	for room, _ := q.room(); room < q.config.Workers; room, _ = q.room() {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			return
		case <-q.wake: // one more came free
		}
	}
}

// fill claims what there is room for and starts a worker for each job.
func (q *Queue) fill(ctx, working context.Context, workers *sync.WaitGroup) error {
	room, limits := q.room()
	if room == 0 {
		return nil
	}
	// The claim is not broken off: what it got would be known to nobody until the lease ends.
	claimed, err := q.claim(working, room, limits)
	if err != nil {
		return err
	}
	if len(claimed) == 0 {
		q.tell(Event{What: Idle})
	}
	for _, h := range claimed {
		handling := q.hold(working, h)
		q.tell(Event{What: Claimed, ID: h.job.ID, Kind: h.job.Kind, Attempt: h.job.Attempt})
		workers.Go(func() {
			defer q.drop(h)
			if ctx.Err() != nil {
				q.settle(working, h, release())
				return
			}
			q.work(handling, working, h)
		})
	}
	return nil
}

// work runs one attempt to its outcome: the handler in the context of the lease, what it
// leads to in the longer one of the run.
func (q *Queue) work(handling, working context.Context, h *hold) {
	if h.job.Attempt > h.job.MaxAttempts {
		// Its processes vanished as often as it may be tried: it may be what kills them.
		q.settle(working, h, q.bury(h, nil, errors.New(vanished)))
		return
	}
	effect, err := q.attempt(handling, h)
	if err != nil && errors.Is(context.Cause(handling), ErrStopped) {
		q.settle(working, h, release())
		return
	}
	q.settle(working, h, q.judge(h, effect, err))
}

// attempt calls the handler, when its tenant's turn has come.
func (q *Queue) attempt(handling context.Context, h *hold) (effect Effect, err error) {
	handling = turn.With(handling, q.config.Turns, h.job.Tenant)
	if h.kind.Computes {
		done, err := turn.Take(handling)
		if err != nil {
			return nil, err
		}
		defer done()
	}
	ctx, cancel := context.WithTimeout(handling, h.kind.Timeout)
	defer cancel()
	err = guarded(func() (err error) {
		effect, err = h.kind.Work(ctx, h.job)
		return err
	})
	return effect, err
}

// listen turns the database's bell into wake-ups. Without it the queue is polled.
func (q *Queue) listen(ctx context.Context) {
	for ctx.Err() == nil {
		if err := q.db.Listen(ctx, bell, q.stir); err != nil {
			q.trouble(ctx, "listen", err)
		}
		wait(ctx, time.Second)
	}
}

// trouble logs a failure of the database, unless it is only that ctx is over.
func (q *Queue) trouble(ctx context.Context, what string, err error) {
	switch {
	case ctx.Err() != nil:
	case fault.KindOf(err) == fault.Unavailable:
		q.config.Log.Warn("queue waits for the database", "to", what, "error", err)
	default:
		q.config.Log.Error("queue cannot work", "to", what, "error", err)
	}
}

// wait reports false when ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
