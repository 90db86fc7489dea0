// Package inmemory keeps vacancies, interviews and surveys in memory, with a queue of
// tasks, for tests and evaluation runs. It behaves as the stored ones do, down to
// compare-and-set and the order of lists, and forgets everything with the process.
package inmemory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// Store is every port of the interview room but the rater. It is safe for concurrent use.
type Store struct {
	mu        sync.Mutex
	vacancies map[place]vacancy.Vacancy
	saved     map[string]int // saves and removals by tenant
	states    map[place]session.State
	events    map[place][]session.Event
	keys      map[place]opened
	surveys   map[place]map[string]string
	tasks     []session.Task
	post      post
	fail      error
	commits   int
	breaks    map[int]error // what a commit with the number fails with
}

// place is something of a tenant by its id.
type place struct{ tenant, id string }

type opened struct {
	session string
	request string
	until   time.Time
}

// New returns an empty store.
func New() *Store {
	return &Store{
		vacancies: map[place]vacancy.Vacancy{}, saved: map[string]int{}, states: map[place]session.State{},
		events: map[place][]session.Event{}, keys: map[place]opened{}, surveys: map[place]map[string]string{},
		breaks: map[int]error{}, post: newPost(),
	}
}

// Fail makes every call fail with err until it is called with nil: storage out of reach.
func (s *Store) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// BreakNext makes the next commit fail with err and keep nothing: a process that died.
func (s *Store) BreakNext(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breaks[s.commits+1] = err
}

// enter begins a call; leave ends it.
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

func missing(what fault.Text) error { return fault.E(fault.NotFound, what, nil) }

func noSession(id string) error {
	return missing(fault.Say("There is no interview %q.", "Интервью %q нет.", fault.Clip(id)))
}

func noVacancy(id string) error {
	return missing(fault.Say("There is no vacancy %q.", "Вакансии %q нет.", fault.Clip(id)))
}

// Stamp changes with every save and removal.
func (s *Store) Stamp(ctx context.Context, tenant string) (string, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	for at := range s.vacancies {
		if at.tenant == tenant {
			return strconv.Itoa(s.saved[tenant]), nil
		}
	}
	return "", nil
}

// Vacancies returns all of a tenant.
func (s *Store) Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []vacancy.Vacancy
	for at, v := range s.vacancies {
		if at.tenant == tenant {
			list = append(list, v)
		}
	}
	return list, nil
}

// Vacancy returns one.
func (s *Store) Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return vacancy.Vacancy{}, err
	}
	defer leave()
	v, ok := s.vacancies[place{tenant, id}]
	if !ok {
		return vacancy.Vacancy{}, noVacancy(id)
	}
	return v, nil
}

// PutVacancy keeps a vacancy in the place of its version before.
func (s *Store) PutVacancy(ctx context.Context, v vacancy.Vacancy) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	at := place{v.Tenant, v.ID}
	if s.vacancies[at].Version != v.Version-1 {
		return interview.ErrMoved
	}
	for other, known := range s.vacancies {
		if v.ExternalID != "" && other != at && other.tenant == v.Tenant && known.ExternalID == v.ExternalID {
			return interview.ErrMoved
		}
	}
	s.vacancies[at] = v
	s.saved[v.Tenant]++
	return nil
}

// DropVacancy removes a vacancy.
func (s *Store) DropVacancy(ctx context.Context, tenant, id string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	at := place{tenant, id}
	if _, ok := s.vacancies[at]; !ok {
		return noVacancy(id)
	}
	delete(s.vacancies, at)
	s.saved[tenant]++
	return nil
}

// Create keeps a new session with its task, or returns the one created under its key.
func (s *Store) Create(ctx context.Context, o interview.Opening) (session.Session, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return session.Session{}, err
	}
	defer leave()
	key := place{o.Session.Tenant, o.Key}
	if known, ok := s.keys[key]; ok && o.Key != "" && o.Session.CreatedAt.Before(known.until) {
		if known.request != o.Request {
			return session.Session{}, interview.ErrKeyReused
		}
		if first, there := s.states[place{o.Session.Tenant, known.session}]; there {
			return first.Session, nil
		}
	}
	if o.Key != "" {
		s.keys[key] = opened{session: o.Session.ID, request: o.Request, until: o.Until}
	}
	s.states[place{o.Session.Tenant, o.Session.ID}] = session.State{Session: o.Session}
	s.tasks = append(s.tasks, o.Task)
	return o.Session, nil
}

// Load returns a session with its conversation.
func (s *Store) Load(ctx context.Context, tenant, id string) (session.State, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return session.State{}, err
	}
	defer leave()
	state, ok := s.states[place{tenant, id}]
	if !ok {
		return session.State{}, noSession(id)
	}
	return state, nil
}

// Version returns the version of a session.
func (s *Store) Version(ctx context.Context, tenant, id string) (int, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	state, ok := s.states[place{tenant, id}]
	if !ok {
		return 0, noSession(id)
	}
	return state.Version, nil
}

// Commit keeps a change whole, or nothing of it.
func (s *Store) Commit(ctx context.Context, c session.Change) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	s.commits++
	if err := s.breaks[s.commits]; err != nil {
		return err
	}
	at := place{c.Session.Tenant, c.Session.ID}
	state, ok := s.states[at]
	switch {
	case !ok:
		return noSession(at.id)
	case state.Version != c.Session.Version-1:
		return interview.ErrMoved
	}
	s.states[at] = state.With(c)
	s.events[at] = append(s.events[at], c.Events...)
	s.announce(c)
	s.tasks = append(s.tasks, c.Tasks...)
	return nil
}

// Sessions lists sessions, newest first.
func (s *Store) Sessions(ctx context.Context, tenant string, f interview.Filter) ([]session.Session, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []session.Session
	for at, state := range s.states {
		if at.tenant == tenant && (f.UserID == "" || f.UserID == state.UserID) && (f.Vacancy == "" || f.Vacancy == state.Vacancy.ID) &&
			(f.Status == "" || f.Status == state.Status) && (f.Before == "" || state.ID < f.Before) &&
			(f.EndedBefore.IsZero() || !state.EndedAt.IsZero() && state.EndedAt.Before(f.EndedBefore)) {
			list = append(list, state.Session)
		}
	}
	slices.SortFunc(list, func(a, b session.Session) int { return cmp.Compare(b.ID, a.ID) })
	return list[:min(f.Limit, len(list))], nil
}

// Events lists the events of a session after a number.
func (s *Store) Events(ctx context.Context, tenant, id string, after, limit int) ([]session.Event, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []session.Event
	for _, e := range s.events[place{tenant, id}] {
		if e.Seq > after && len(list) < limit {
			list = append(list, e)
		}
	}
	return list, nil
}

// Erase removes sessions with everything kept of them.
func (s *Store) Erase(ctx context.Context, tenant string, ids []string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for _, id := range ids {
		at := place{tenant, id}
		delete(s.surveys, place{tenant, s.states[at].SurveyKey})
		delete(s.states, at)
		delete(s.events, at)
		delete(s.post.sent, at)
		maps.DeleteFunc(s.keys, func(key place, o opened) bool { return key.tenant == tenant && o.session == id })
		s.tasks = slices.DeleteFunc(s.tasks, func(t session.Task) bool { return t.Tenant == tenant && t.Session == id })
	}
	return nil
}

// PutSurvey keeps what somebody says of themself.
func (s *Store) PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for at, state := range s.states {
		if at.tenant == tenant && key != "" && state.SurveyKey == key {
			s.surveys[place{tenant, key}] = groups
			return nil
		}
	}
	return missing(fault.Say("There is no such survey.", "Такой анкеты нет."))
}

// Outcomes joins surveys with completed interviews.
func (s *Store) Outcomes(ctx context.Context, tenant, vacancy string) ([]bias.Outcome, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []bias.Outcome
	for at, state := range s.states {
		groups, answered := s.surveys[place{tenant, state.SurveyKey}]
		if at.tenant != tenant || !answered || state.Status != session.Completed || vacancy != "" && state.Vacancy.ID != vacancy {
			continue
		}
		o := bias.Outcome{Groups: groups, Score: state.Analysis.OverallScore}
		if state.Reviewed != nil {
			o.Score = state.Reviewed.OverallScore
		}
		if state.Decision != nil {
			o.Decided, o.Selected = true, state.Decision.Selected
		}
		list = append(list, o)
	}
	return list, nil
}

// Tasks returns the tasks that wait, in the order they were inserted.
func (s *Store) Tasks() []session.Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tasks)
}

// take removes the first task due at a time.
func (s *Store) take(now time.Time) (session.Task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, t := range s.tasks {
		if !t.At.After(now) {
			s.tasks = slices.Delete(s.tasks, i, i+1)
			return t, true
		}
	}
	return session.Task{}, false
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
		if err != nil {
			s.mu.Lock()
			s.tasks = append([]session.Task{t}, s.tasks...)
			s.mu.Unlock()
			if !errors.Is(err, interview.ErrMoved) {
				return fmt.Errorf("inmemory: work: %w", err)
			}
		}
	}
}
