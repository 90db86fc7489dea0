package store

import (
	"context"
	"database/sql"
	"sync"

	"kadry/internal/fault"
)

// Group commits many small transactions. PostgreSQL takes them at once and groups their
// flushes itself. SQLite has one writer and a flush for each commit, so there whoever gets
// the turn commits for all that wait; when one of them fails, each is committed alone.
type Group struct {
	db       *DB
	harmless func(error) bool
	turn     chan struct{} // has room for one
	mu       sync.Mutex
	waiting  []*member
}

// member is one transaction on its way into the database.
type member struct {
	fn    func(ctx context.Context, tx *sql.Tx) error
	err   error
	alone bool          // it has to be committed by its own caller
	done  chan struct{} // closed when the other fields are final
}

// NewGroup returns a group. An error that is harmless means that the function which
// returned it has changed nothing: its caller gets the error, and the others are committed.
func (db *DB) NewGroup(harmless func(error) bool) *Group {
	return &Group{db: db, harmless: harmless, turn: make(chan struct{}, 1)}
}

// Write is DB.Write, perhaps together with others, none of which can make it fail.
func (g *Group) Write(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	if g.db.engine != SQLite {
		return g.db.Write(ctx, fn)
	}
	mine := &member{fn: fn, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, mine)
	g.mu.Unlock()
	select {
	case <-mine.done:
	case g.turn <- struct{}{}:
		g.flush(ctx)
		<-mine.done
	}
	if mine.alone {
		return g.db.Write(ctx, fn)
	}
	return mine.err
}

// flush commits for all that wait and gives the turn back, whatever becomes of it.
func (g *Group) flush(ctx context.Context) {
	g.mu.Lock()
	together := g.waiting // none when who had the turn before took ours along
	g.waiting = nil
	g.mu.Unlock()
	alone := true
	defer func() {
		for _, m := range together {
			m.alone = alone
			close(m.done)
		}
		<-g.turn
	}()
	if len(together) == 0 {
		return
	}
	var own error // what a function returned, before the database had its say
	err := g.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, m := range together {
			if m.err = m.fn(ctx, tx); m.err != nil && !g.harmless(m.err) {
				own = m.err
				return own
			}
		}
		own = nil
		return nil
	})
	// A database that is away is so for everybody, unless a function says that by itself.
	away := fault.KindOf(err) == fault.Unavailable && fault.KindOf(own) != fault.Unavailable
	if alone = err != nil && len(together) > 1 && !away; alone || err == nil {
		return
	}
	for _, m := range together {
		m.err = err
	}
}
