// Package interviewtest is what tests of the interview room and of its adapters stand on: the
// room's storage over an SQLite file of the test's own, with a queue of tasks, a receiver of
// webhooks and a clock that only the test moves. It is imported by tests only.
package interviewtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/interviewsql"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store"
)

// Store is every port of the interview room but the rater and the phraser. It is safe for
// concurrent use.
type Store struct {
	*interviewsql.Interviews

	mu    sync.Mutex
	tasks []session.Task
	post  post
	fail  error // of every call
	dies  error // of the next commit
}

// migrated is a database file with the tables of the room. To copy it takes a small part of
// the time that it takes to make the tables.
var migrated = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "interviewtest")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "kadry.db")
	db, err := store.Open(context.Background(), store.Config{URL: path})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(db.Migrate(context.Background(), interviewsql.Schema()), db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// New returns an empty store in a folder of the test's own.
func New(t testing.TB) *Store {
	t.Helper()
	s, closeStore, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closeStore(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// Open returns an empty store in a folder, for what several tests share.
func Open(dir string) (s *Store, closeStore func() error, err error) {
	file, err := migrated()
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(dir, "kadry.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		return nil, nil, err
	}
	db, err := store.Open(context.Background(), store.Config{URL: path, Conns: 4, Patience: time.Minute})
	if err != nil {
		return nil, nil, err
	}
	return &Store{Interviews: interviewsql.NewInterviews(db, interviewsql.TxHooks{}), post: newPost()}, db.Close, nil
}

// Fail makes the calls that pages and operations begin with fail with err until it is called
// with nil: storage out of reach.
func (s *Store) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// BreakNext makes the next commit fail with err and keep nothing: a process that died.
func (s *Store) BreakNext(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dies = err
}

func (s *Store) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fail
}

// enter begins a call on what is kept beside the database; leave ends it.
func (s *Store) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	if s.fail != nil {
		defer s.mu.Unlock()
		return nil, s.fail
	}
	return s.mu.Unlock, nil
}

// Stamp changes with every save and removal.
func (s *Store) Stamp(ctx context.Context, tenant string) (string, error) {
	if err := s.failure(); err != nil {
		return "", err
	}
	return s.Interviews.Stamp(ctx, tenant)
}

// Vacancies returns all of a tenant.
func (s *Store) Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
	if err := s.failure(); err != nil {
		return nil, err
	}
	return s.Interviews.Vacancies(ctx, tenant)
}

// Vacancy returns one.
func (s *Store) Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) {
	if err := s.failure(); err != nil {
		return vacancy.Vacancy{}, err
	}
	return s.Interviews.Vacancy(ctx, tenant, id)
}

// Sessions lists sessions, newest first.
func (s *Store) Sessions(ctx context.Context, tenant string, f interview.Filter) ([]session.Session, error) {
	if err := s.failure(); err != nil {
		return nil, err
	}
	return s.Interviews.Sessions(ctx, tenant, f)
}

// Load returns a session with its conversation.
func (s *Store) Load(ctx context.Context, tenant, id string) (session.State, error) {
	if err := s.failure(); err != nil {
		return session.State{}, err
	}
	return s.Interviews.Load(ctx, tenant, id)
}

// Version returns the version of a session.
func (s *Store) Version(ctx context.Context, tenant, id string) (int, error) {
	if err := s.failure(); err != nil {
		return 0, err
	}
	return s.Interviews.Version(ctx, tenant, id)
}

// Create keeps a new session with its task, or returns the one created under its key.
func (s *Store) Create(ctx context.Context, o interview.Opening) (session.Session, error) {
	kept, err := s.Interviews.Create(ctx, o)
	if err == nil && kept.ID == o.Session.ID {
		s.add(o.Task)
	}
	return kept, err
}

// Commit keeps a change whole, or nothing of it.
func (s *Store) Commit(ctx context.Context, c session.Change) error {
	if err := s.death(); err != nil {
		return err
	}
	if err := s.Interviews.Commit(ctx, c); err != nil {
		return err
	}
	s.announce(c)
	s.add(c.Tasks...)
	return nil
}

// death is what the next commit dies of.
func (s *Store) death() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.dies
	s.dies = nil
	return err
}

// Erase removes sessions with everything kept of them.
func (s *Store) Erase(ctx context.Context, tenant string, ids []string) error {
	if err := s.Interviews.Erase(ctx, tenant, ids); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		delete(s.post.sent, place{tenant, id})
	}
	s.tasks = slices.DeleteFunc(s.tasks, func(t session.Task) bool { return t.Tenant == tenant && slices.Contains(ids, t.Session) })
	return nil
}

// Tasks returns the tasks that wait, in the order they were inserted.
func (s *Store) Tasks() []session.Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tasks)
}

func (s *Store) add(list ...session.Task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tasks = append(s.tasks, list...)
}

// take removes the first task due at a time.
func (s *Store) take(now time.Time) (session.Task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.tasks, func(t session.Task) bool { return !t.At.After(now) })
	if i < 0 {
		return session.Task{}, false
	}
	t := s.tasks[i]
	s.tasks = slices.Delete(s.tasks, i, i+1)
	return t, true
}

// Work does all tasks due at the time that now tells, and those they lead to, as a worker
// of the queue does: what could not be committed is done anew from what is kept.
func (s *Store) Work(ctx context.Context, room *interview.Room, now func() time.Time) error {
	for {
		t, ok := s.take(now())
		if !ok {
			return nil
		}
		c, err := room.Advance(ctx, t)
		if err == nil && !c.Empty() {
			err = s.Commit(ctx, c)
		}
		if err == nil {
			continue
		}
		s.mu.Lock()
		s.tasks = slices.Insert(s.tasks, 0, t)
		s.mu.Unlock()
		if !errors.Is(err, interview.ErrMoved) {
			return fmt.Errorf("interviewtest: work: %w", err)
		}
	}
}
