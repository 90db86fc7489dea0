package outbox

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"kadry/internal/store"
)

// group commits the beginnings of attempts. PostgreSQL takes many at once. SQLite has one
// writer and a flush for each commit, so there whoever gets the turn commits for all that
// wait; when one of them fails, each is committed alone.
type group struct {
	db      *store.DB
	turn    chan struct{}
	mu      sync.Mutex
	waiting []*beginning
}

// beginning is one attempt on its way into the database.
type beginning struct {
	fn        func(ctx context.Context, tx *sql.Tx) error
	err       error
	committed bool          // else it has to do so alone
	done      chan struct{} // closed once the others are told
}

func newGroup(db *store.DB) *group { return &group{db: db, turn: make(chan struct{}, 1)} }

// commit runs fn in a transaction, perhaps together with others, none of which can make it
// fail. A held letter is no failure.
func (g *group) commit(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	if g.db.Engine() != store.SQLite {
		return g.db.Write(ctx, fn)
	}
	mine := &beginning{fn: fn, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, mine)
	g.mu.Unlock()
	select {
	case <-mine.done:
	case g.turn <- struct{}{}:
		g.flush(ctx)
		<-mine.done
	}
	if !mine.committed {
		return g.db.Write(ctx, fn)
	}
	return mine.err
}

// flush commits for all that wait and gives the turn back, whatever becomes of it.
func (g *group) flush(ctx context.Context) {
	g.mu.Lock()
	together := g.waiting // none when who had the turn before took ours along
	g.waiting = nil
	g.mu.Unlock()
	committed := false
	defer func() {
		for _, b := range together {
			b.committed = committed
			close(b.done)
		}
		<-g.turn
	}()
	if len(together) == 0 {
		return
	}
	err := g.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, b := range together {
			b.err = b.fn(ctx, tx)
			if _, isHeld := errors.AsType[*held](b.err); b.err != nil && !isHeld {
				return b.err
			}
		}
		return nil
	})
	committed = err == nil
}
