package interview

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/trial"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

// Parts are what a Room is put together from. One adapter may be several of them.
type Parts struct {
	Vacancies vacancies
	Catalogue catalogue
	Sessions  sessions
	Archive   archive
	Surveys   surveys
	Questions questions   // nil: only those that came with the program are asked
	Invited   invitations // nil: nobody is invited
	Drafter   drafter     // nil: drafts are templates
	Rater     rater       // nil: the embedded grader works alone
	Phraser   phraser     // nil: questions go out as they stand in the plan

	Deliveries deliveries // nil: events are pulled, nothing is sent
	Endpoints  endpoints  // nil: only the form of an address is checked
	Inbox      inbox      // nil: there are no try-outs
	Receivers  receivers  // nil: there are no test receivers
	// Admit refuses new work, with fault.Unavailable, while too much of it waits; nil admits all.
	Admit func(ctx context.Context) error

	// Retention is how many days the interviews of a tenant are kept after their end, 0 for
	// ever; nil is for ever.
	Retention func(ctx context.Context, tenant string) (days int, err error)
	// Address is where clients reach this server, like https://kadry.example.org; empty or nil
	// is not known.
	Address func() string

	Bank   *bank.Bank
	Skills *skill.Graph
	Marker *marking.Marker // nil: one of its own by the bank
	Trials trial.Trials    // runs the code of answers

	// Patience is how long a call waits for the engine to have the next question or the result:
	// matching and marking take far less unless a model is asked. Zero is answerWait.
	Patience time.Duration

	Now   func() time.Time       // nil is the clock of the machine
	NewID func() (string, error) // nil makes UUIDs of version 7
}

// Room is the interview room. It is safe for concurrent use and keeps nothing that could
// not be read again.
type Room struct {
	Parts

	planner *plan.Planner

	mu      sync.Mutex
	indexes map[string]*vacancy.Index // by tenant
	shelves map[string]*shelf         // by tenant
}

// New returns the room. It prepares the bank for grading, which takes some tens of
// milliseconds.
func New(parts Parts) *Room {
	if parts.Now == nil {
		parts.Now = time.Now
	}
	if parts.NewID == nil {
		parts.NewID = newID
	}
	if parts.Admit == nil {
		parts.Admit = func(context.Context) error { return nil }
	}
	if parts.Marker == nil {
		parts.Marker = marking.NewMarker(parts.Bank)
	}
	if parts.Patience == 0 {
		parts.Patience = answerWait
	}
	return &Room{
		Parts:   parts,
		planner: plan.NewPlanner(parts.Bank, parts.Skills),
		indexes: map[string]*vacancy.Index{},
		shelves: map[string]*shelf{},
	}
}

func newID() (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("interview: id: %w", err)
	}
	return id.String(), nil
}

// now is the time as it is stored: UTC, microseconds.
func (r *Room) now() time.Time { return r.Now().UTC().Truncate(time.Microsecond) }

// Load returns a session with its conversation; fault.NotFound for an unknown id and for
// another tenant's alike.
func (r *Room) Load(ctx context.Context, tenant, id string) (session.State, error) {
	s, err := r.Sessions.Load(ctx, tenant, id)
	if err != nil {
		return session.State{}, fmt.Errorf("interview: load: %w", err)
	}
	return s, nil
}

// exists is fault.NotFound for a session that Load would not find; it reads next to nothing.
func (r *Room) exists(ctx context.Context, tenant, id string) error {
	if _, err := r.Sessions.Version(ctx, tenant, id); err != nil {
		return fmt.Errorf("interview: load: %w", err)
	}
	return nil
}

// commitTries bounds how often an input is tried against a session that keeps changing.
// Every loss of a race is somebody else's progress.
const commitTries = 20

// act applies an input and commits it, anew whenever the session has moved on meanwhile.
func (r *Room) act(ctx context.Context, tenant, id string, decide func(session.State) (session.Input, error)) (session.State, session.Change, error) {
	for range commitTries {
		s, err := r.Load(ctx, tenant, id)
		if err != nil {
			return session.State{}, session.Change{}, err
		}
		in, err := decide(s)
		if err != nil {
			return s, session.Change{}, err
		}
		c, err := r.apply(s, in, r.now())
		if err != nil || c.Empty() {
			return s, c, err
		}
		switch err := r.Sessions.Commit(ctx, c); {
		case err == nil:
			return s.With(c), c, nil
		case !errors.Is(err, ErrMoved):
			return s, session.Change{}, fmt.Errorf("interview: commit: %w", err)
		}
	}
	return session.State{}, session.Change{}, fault.E(fault.Unavailable,
		fault.Say("The interview is changing too fast just now.", "Интервью сейчас меняется слишком быстро."), ErrMoved).After(time.Second)
}

// apply is Apply with ids for the events.
func (r *Room) apply(s session.State, in session.Input, now time.Time) (session.Change, error) {
	c, err := session.Apply(s, in, now)
	if err != nil {
		return session.Change{}, err
	}
	for i := range c.Events {
		if c.Events[i].ID, err = r.NewID(); err != nil {
			return session.Change{}, err
		}
	}
	return c, nil
}

func always(in session.Input) func(session.State) (session.Input, error) {
	return func(session.State) (session.Input, error) { return in, nil }
}

// Receipt acknowledges an answer.
type Receipt struct {
	Session   session.Session
	Duplicate bool // it had been accepted before; nothing changed
}

// Answer takes a message of the candidate. It is accepted when the Receipt returns: the
// answer is in the history once, and its task is in the queue. A fault.Conflict carries a
// *Refused.
func (r *Room) Answer(ctx context.Context, tenant, id string, reply session.Reply) (Receipt, error) {
	if err := r.Admit(ctx); err != nil {
		return Receipt{}, err
	}
	s, c, err := r.act(ctx, tenant, id, always(reply))
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{Session: s.Session, Duplicate: c.Duplicate}, nil
}

// Cancel ends an interview without a result. Cancelling again changes nothing.
func (r *Room) Cancel(ctx context.Context, tenant, id string) (session.Session, error) {
	s, _, err := r.act(ctx, tenant, id, always(session.Cancel{}))
	return s.Session, err
}

// Pause stops the candidate's time. Pausing again changes nothing.
func (r *Room) Pause(ctx context.Context, tenant, id string) (session.Session, error) {
	s, _, err := r.act(ctx, tenant, id, always(session.Pause{}))
	return s.Session, err
}

// Resume goes on after a pause; deadlines move by its length.
func (r *Room) Resume(ctx context.Context, tenant, id string) (session.Session, error) {
	s, _, err := r.act(ctx, tenant, id, always(session.Resume{}))
	return s.Session, err
}

// Extend gives the candidate more time: every deadline moves by as much.
func (r *Room) Extend(ctx context.Context, tenant, id string, by time.Duration) (session.Session, error) {
	s, _, err := r.act(ctx, tenant, id, always(session.Extend{By: by}))
	return s.Session, err
}

// Overrule records a person's word in the place of the engine's and returns the session
// with the analysis made anew beside the original.
func (r *Room) Overrule(ctx context.Context, tenant, id string, o analysis.Override) (session.Session, error) {
	s, _, err := r.act(ctx, tenant, id, func(s session.State) (session.Input, error) {
		said, err := s.CheckOverride(o)
		if err != nil {
			return nil, err
		}
		said.At = s.Clock(r.now())
		overrides := slices.Concat(s.Overrides, []analysis.Override{said})
		return session.Overrule{Override: said, Reviewed: analysis.New(s.Plan.Questions(r.Bank), r.Skills, s.Basis(overrides))}, nil
	})
	return s.Session, err
}

// Decide records what people decided after the interview, for the bias report.
func (r *Room) Decide(ctx context.Context, tenant, id string, d session.Decide) (session.Session, error) {
	d.Who = input.Clean(d.Who)
	s, _, err := r.act(ctx, tenant, id, always(d))
	return s.Session, err
}
