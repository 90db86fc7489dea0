package interviewsql

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// memory keeps what Interviews keeps, in plain maps: what the tables are held against, down
// to compare-and-set and the order of lists. It is safe for concurrent use.
type memory struct {
	mu        sync.Mutex
	vacancies map[place]vacancy.Vacancy
	questions map[place]question.Question
	asked     map[string]int // changes of questions, by tenant
	saved     map[string]int // saves and removals by tenant
	states    map[place]session.State
	events    map[place][]session.Event
	keys      map[place]opened
	surveys   map[place]map[string]string
	tasks     tasks
}

// place is something of a tenant by its id.
type place struct{ tenant, id string }

type opened struct {
	session string
	request string
	until   time.Time
}

func newMemory() *memory {
	return &memory{
		vacancies: map[place]vacancy.Vacancy{}, questions: map[place]question.Question{}, asked: map[string]int{}, saved: map[string]int{}, states: map[place]session.State{},
		events: map[place][]session.Event{}, keys: map[place]opened{}, surveys: map[place]map[string]string{},
	}
}

// enter begins a call; leave ends it.
func (s *memory) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	return s.mu.Unlock, nil
}

// Stamp changes with every save and removal.
func (s *memory) Stamp(ctx context.Context, tenant string) (string, error) {
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
func (s *memory) Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
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
func (s *memory) Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) {
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
func (s *memory) PutVacancy(ctx context.Context, v vacancy.Vacancy) error {
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
func (s *memory) DropVacancy(ctx context.Context, tenant, id string) error {
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
func (s *memory) Create(ctx context.Context, o interview.Opening) (session.Session, error) {
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
	s.tasks.add(o.Task)
	return o.Session, nil
}

// Load returns a session with its conversation.
func (s *memory) Load(ctx context.Context, tenant, id string) (session.State, error) {
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
func (s *memory) Version(ctx context.Context, tenant, id string) (int, error) {
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
func (s *memory) Commit(ctx context.Context, c session.Change) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
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
	s.tasks.add(c.Tasks...)
	return nil
}

// Sessions lists sessions, newest first.
func (s *memory) Sessions(ctx context.Context, tenant string, f interview.Filter) ([]session.Session, error) {
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
	list = list[min(f.Skip, len(list)):]
	return list[:min(f.Limit, len(list))], nil
}

// Events lists the events of a session after a number.
func (s *memory) Events(ctx context.Context, tenant, id string, after, limit int) ([]session.Event, error) {
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
func (s *memory) Erase(ctx context.Context, tenant string, ids []string) error {
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
		maps.DeleteFunc(s.keys, func(key place, o opened) bool { return key.tenant == tenant && o.session == id })
	}
	return nil
}

// PutSurvey keeps what somebody says of themself.
func (s *memory) PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error {
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
	return fault.E(fault.NotFound, fault.Say("There is no such survey.", "Такой анкеты нет."), nil)
}

// Outcomes joins surveys with completed interviews.
func (s *memory) Outcomes(ctx context.Context, tenant, vacancy string) ([]bias.Outcome, error) {
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

// External returns a tenant's vacancy by the caller's own id.
func (s *memory) External(ctx context.Context, tenant, externalID string) (vacancy.Vacancy, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return vacancy.Vacancy{}, err
	}
	defer leave()
	for at, v := range s.vacancies {
		if at.tenant == tenant && externalID != "" && v.ExternalID == externalID {
			return v, nil
		}
	}
	return vacancy.Vacancy{}, noVacancy(externalID)
}

// Tenants lists those that have sessions.
func (s *memory) Tenants(ctx context.Context) ([]string, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	tenants := map[string]bool{}
	for at := range s.states {
		tenants[at.tenant] = true
	}
	return slices.Sorted(maps.Keys(tenants)), nil
}

// QuestionStamp changes with every saved and removed question.
func (s *memory) QuestionStamp(ctx context.Context, tenant string) (string, error) {
	list, err := s.Questions(ctx, tenant)
	if err != nil || len(list) == 0 {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return strconv.Itoa(s.asked[tenant]), nil
}

// Questions returns all of a tenant.
func (s *memory) Questions(ctx context.Context, tenant string) ([]question.Question, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []question.Question
	for at, q := range s.questions {
		if at.tenant == tenant {
			list = append(list, q)
		}
	}
	return list, ctx.Err()
}

// PutQuestion keeps a question in the place of its version before.
func (s *memory) PutQuestion(ctx context.Context, q question.Question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := place{q.Tenant, q.ID}
	if s.questions[at].Version != q.Version-1 {
		return interview.ErrMoved
	}
	s.questions[at] = q
	s.asked[q.Tenant]++
	return ctx.Err()
}

// DropQuestion removes a question.
func (s *memory) DropQuestion(ctx context.Context, tenant, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.questions[place{tenant, id}]; !ok {
		return noQuestion(id)
	}
	delete(s.questions, place{tenant, id})
	s.asked[tenant]++
	return ctx.Err()
}
