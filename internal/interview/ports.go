package interview

import (
	"context"
	"errors"
	"time"

	"kadry/internal/interview/bias"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/leadin"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// vacancies reads the vacancies of tenants.
type vacancies interface {
	// Stamp changes with every saved and every removed vacancy of the tenant; it is empty
	// exactly when there is none. It is asked at every start and must be cheap.
	Stamp(ctx context.Context, tenant string) (string, error)
	Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) // all, in any order
	Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error) // fault.NotFound when there is none
	// External returns the vacancy with the caller's own id; fault.NotFound when there is none.
	External(ctx context.Context, tenant, externalID string) (vacancy.Vacancy, error)
}

// catalogue changes them.
type catalogue interface {
	// PutVacancy keeps a vacancy in the place of its version before, none for version 1.
	// ErrMoved when another version is there, or the external id is another vacancy's.
	PutVacancy(ctx context.Context, v vacancy.Vacancy) error
	DropVacancy(ctx context.Context, tenant, id string) error // fault.NotFound when there is none
}

// questions keeps the questions of tenants' own. Nil in Parts: there are none.
type questions interface {
	// QuestionStamp changes with every saved and every removed question of the tenant; it is
	// empty exactly when there is none. It is asked for every plan and must be cheap.
	QuestionStamp(ctx context.Context, tenant string) (string, error)
	Questions(ctx context.Context, tenant string) ([]question.Question, error) // all, in any order
	// PutQuestion keeps a question in the place of its version before, none for version 1.
	// ErrMoved when another version is there.
	PutQuestion(ctx context.Context, q question.Question) error
	DropQuestion(ctx context.Context, tenant, id string) error // fault.NotFound when there is none
}

// drafter proposes questions; a model is behind it. It must end when ctx does.
type drafter interface {
	Draft(ctx context.Context, w question.Wish) (question.Proposal, error)
}

// sessions keeps sessions with their messages, marks, overrides, events and tasks.
type sessions interface {
	// Create keeps a new session and inserts its task in one transaction. When the tenant's
	// key is in use it returns the session that was created under it and keeps nothing, or
	// ErrKeyReused if that was for another request.
	Create(ctx context.Context, o Opening) (session.Session, error)
	Load(ctx context.Context, tenant, id string) (session.State, error) // fault.NotFound when there is none
	// Version is the version of the session that Load would return, and must be cheap: who
	// waits for a session asks again and again.
	Version(ctx context.Context, tenant, id string) (int, error)
	// Commit keeps a change whole: it replaces the session, adds the rest and inserts the
	// tasks in one transaction. ErrMoved unless the stored version is the one before.
	Commit(ctx context.Context, c session.Change) error
}

// archive looks over many sessions.
type archive interface {
	Sessions(ctx context.Context, tenant string, f Filter) ([]session.Session, error) // newest first
	Events(ctx context.Context, tenant, session string, after, limit int) ([]session.Event, error)
	Tenants(ctx context.Context) ([]string, error) // every tenant that has sessions or invitations
	// Erase removes sessions with everything kept of them; unknown ids are passed over.
	Erase(ctx context.Context, tenant string, ids []string) error
}

// surveys keeps what candidates said of themselves, apart from the interviews.
type surveys interface {
	PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error // fault.NotFound when no session has the key; replaces
	// Outcomes joins the surveys with completed interviews of a vacancy, of all vacancies
	// when it is empty. Nothing in a row leads back to a session.
	Outcomes(ctx context.Context, tenant, vacancy string) ([]bias.Outcome, error)
}

// invitations keeps invitations with the drafts of their candidates.
type invitations interface {
	// PutInvitation keeps an invitation in the place of its version before, none for version 1,
	// and records the action. ErrMoved when another version is there.
	PutInvitation(ctx context.Context, i invitation.Invitation, action InvitationAction) error
	Invitation(ctx context.Context, tenant, id string) (invitation.Invitation, error)                    // fault.NotFound when there is none
	InvitationBy(ctx context.Context, digest string) (invitation.Invitation, error)                      // of any tenant; fault.NotFound when there is none
	Invitations(ctx context.Context, tenant string, f InvitationFilter) ([]invitation.Invitation, error) // newest first
	EraseInvitations(ctx context.Context, tenant string, ids []string) error                             // without their interviews; unknown ids are passed over
	WithdrawInvitation(ctx context.Context, i invitation.Invitation) error                               // with its interview, both or nothing; ErrMoved as above
	PutDraft(ctx context.Context, tenant, id string, d invitation.Draft) error                           // in the place of the one before; without a text there is none
	Draft(ctx context.Context, tenant, id string) (invitation.Draft, error)                              // a zero one when there is none
}

// deliveries shows and repeats what is sent to receivers. Nil in Parts: nothing is sent.
type deliveries interface {
	// Deliveries returns those of a session in the order of its events, with bodies and
	// attempts; none in pull mode.
	Deliveries(ctx context.Context, tenant, session string) ([]delivery.Delivery, error)
	// LastDelivery returns the newest one of a session without body and attempts; a zero one
	// when there is none.
	LastDelivery(ctx context.Context, tenant, session string) (delivery.Delivery, error)
	// DeliveryLog returns deliveries of all sessions, the newest first, without bodies and attempts.
	DeliveryLog(ctx context.Context, tenant string, f delivery.Filter) ([]delivery.Delivery, error)
	// Redeliver sends an event of a session again, whatever became of it; fault.NotFound when
	// there is none, fault.Conflict while it is on its way anyhow.
	Redeliver(ctx context.Context, tenant, session, event string) error
	// RedeliverDead sends all dead ones again that were made since, and counts them.
	RedeliverDead(ctx context.Context, tenant string, since time.Time) (int, error)
	// Test makes one attempt to deliver a test event to an address, now, and says how it went.
	Test(ctx context.Context, tenant, url string) (delivery.Delivery, error)
}

// endpoints knows how a tenant's events are sent. Nil in Parts: only the form of an address
// is checked.
type endpoints interface {
	// Accept tells whether events may be sent to an address: fault.Invalid when the address
	// is forbidden, fault.Conflict with a *Refused of NoSecret when nothing can be signed.
	Accept(ctx context.Context, tenant, url string) error
	// Tryout is the address of this server's own receiver for a session; fault.Unavailable
	// when it has none.
	Tryout(ctx context.Context, tenant, session string) (string, error)
	Endpoint(ctx context.Context, tenant string) (delivery.Endpoint, error) // the defaults when none was saved
	SaveEndpoint(ctx context.Context, tenant string, e delivery.Endpoint) error
	// RotateSecret makes a new signing secret and returns it, the only time it is shown. For
	// the overlap the old one signs beside it.
	RotateSecret(ctx context.Context, tenant string, overlap time.Duration) (string, error)
}

// inbox holds what this server's own receiver got for sessions of try-outs.
type inbox interface {
	// Received returns what arrived for a session, one an event, in the order of its events.
	Received(ctx context.Context, tenant, session string) ([]delivery.Received, error)
}

// receivers are addresses of this server that keep what is sent to them, one a tenant.
type receivers interface {
	MakeReceiver(ctx context.Context, tenant string) (delivery.Receiver, error) // in the place of the one before
	// TestReceiver returns the one that works; fault.NotFound when there is none.
	TestReceiver(ctx context.Context, tenant string) (delivery.Receiver, error)
	SetReply(ctx context.Context, tenant string, reply delivery.Reply) error
	DropReceiver(ctx context.Context, tenant string) error
}

// rater proposes which points an answer makes; a model is behind it. An error means that
// the first rater goes on alone. It must end when ctx does.
type rater interface {
	Rate(ctx context.Context, r marking.Rating) (marking.Proposal, error)
}

// phraser words a courteous sentence before a question; a model is behind it. An error means
// that the question goes out as it stands in the plan. It must end when ctx does.
type phraser interface {
	Phrase(ctx context.Context, p leadin.Phrasing) (string, error)
}

// Opening is a session to be created.
type Opening struct {
	Session session.Session
	Key     string    // the caller's idempotency key; empty is none
	Request string    // digest of what was asked under the key
	Until   time.Time // how long the key is kept
	Task    session.Task
}

// Filter selects sessions; an empty field selects any.
type Filter struct {
	UserID  string
	Vacancy string
	Status  session.Status
	Before  string // id: only older sessions
	Skip    int    // so many of the selected are passed over
	// EndedBefore selects sessions that ended before a time; zero selects any.
	EndedBefore time.Time
	Limit       int // at most so many; 1-200
}

// ErrMoved is what a commit answers when the session was changed meanwhile: load, decide
// and commit again.
var ErrMoved = errors.New("interview: the session has moved on")
