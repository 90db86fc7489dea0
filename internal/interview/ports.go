package interview

import (
	"context"
	"time"
)

// vacancies reads the vacancies of tenants.
type vacancies interface {
	// Stamp changes with every saved and every removed vacancy of the tenant; it is empty
	// exactly when there is none. It is asked at every start and must be cheap.
	Stamp(ctx context.Context, tenant string) (string, error)
	Vacancies(ctx context.Context, tenant string) ([]Vacancy, error) // all, in any order
	Vacancy(ctx context.Context, tenant, id string) (Vacancy, error) // fault.NotFound when there is none
}

// catalogue changes them.
type catalogue interface {
	// PutVacancy keeps a vacancy in the place of its version before, none for version 1.
	// ErrMoved when another version is there, or the external id is another vacancy's.
	PutVacancy(ctx context.Context, v Vacancy) error
	DropVacancy(ctx context.Context, tenant, id string) error // fault.NotFound when there is none
}

// sessions keeps sessions with their messages, marks, overrides, events and tasks.
type sessions interface {
	// Create keeps a new session and inserts its task in one transaction. When the tenant's
	// key is in use it returns the session that was created under it and keeps nothing, or
	// ErrKeyReused if that was for another request.
	Create(ctx context.Context, o Opening) (Session, error)
	Load(ctx context.Context, tenant, id string) (State, error) // fault.NotFound when there is none
	// Commit keeps a change whole: it replaces the session, adds the rest and inserts the
	// tasks in one transaction. ErrMoved unless the stored version is the one before.
	Commit(ctx context.Context, c Change) error
}

// archive looks over many sessions.
type archive interface {
	Sessions(ctx context.Context, tenant string, f Filter) ([]Session, error) // newest first
	Events(ctx context.Context, tenant, session string, after, limit int) ([]Event, error)
	// Erase removes sessions with everything kept of them; unknown ids are passed over.
	Erase(ctx context.Context, tenant string, ids []string) error
}

// surveys keeps what candidates said of themselves, apart from the interviews.
type surveys interface {
	PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error // fault.NotFound when no session has the key; replaces
	// Outcomes joins the surveys with completed interviews of a vacancy, of all vacancies
	// when it is empty. Nothing in a row leads back to a session.
	Outcomes(ctx context.Context, tenant, vacancy string) ([]Outcome, error)
}

// rater proposes which points an answer makes; a model is behind it. An error means that
// the first rater goes on alone. It must end when ctx does.
type rater interface {
	Rate(ctx context.Context, r Rating) (Proposal, error)
}

// Opening is a session to be created.
type Opening struct {
	Session Session
	Key     string    // the caller's idempotency key; empty is none
	Request string    // digest of what was asked under the key
	Until   time.Time // how long the key is kept
	Task    Task
}

// Filter selects sessions; an empty field selects any.
type Filter struct {
	UserID  string
	Vacancy string
	Status  Status
	Before  string // id: only older sessions
	Limit   int    // at most so many; 1-200
}
