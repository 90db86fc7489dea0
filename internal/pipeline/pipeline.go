// Package pipeline is people in vacancies, from new to decided: who stands at which stage,
// what people noted on them, and who moved them when and why. It keeps ids and what people
// said, and neither names nor facts of a CV: those belong to the base of CVs and are asked of
// it whenever somebody reads, so that nobody who was deleted there lives on here.
//
// stage.go has the stages, move.go the rules of a move, person.go notes and tags, ask.go what
// other rooms are asked, and the operations stand in operation*.go.
package pipeline

import (
	"context"
	"errors"
	"time"
)

// Application is one person in one vacancy.
type Application struct {
	Vacancy   string `json:"vacancy_id"`
	Candidate string `json:"candidate_id"`
	Standing
	Again   bool      `json:"again" doc:"Came back after a rejection in this vacancy."`
	Version int       `json:"version" doc:"Give it back with a move to overwrite nobody."`
	AddedAt time.Time `json:"added_at"`
	MovedAt time.Time `json:"moved_at"`
	MovedBy string    `json:"moved_by"`
}

// Standing is a stage with what makes it understood.
type Standing struct {
	Stage   Stage  `json:"stage"`
	Reason  Reason `json:"reason,omitzero" doc:"Of a rejection."`
	Comment string `json:"comment,omitzero"`
	Until   string `json:"until,omitzero" doc:"Of a postponement, YYYY-MM-DD."`
}

// Step is one move, as it was made: steps are added and never changed.
type Step struct {
	Vacancy string `json:"vacancy_id"`
	Seq     int    `json:"seq" doc:"From 1 in a vacancy; the version the move made."`
	From    Stage  `json:"from,omitzero" doc:"Left out where it began."`
	Standing
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

// Reopened reports a move out of a rejection.
func (s Step) Reopened() bool { return s.From == Rejected && s.Stage != Rejected }

// Event is an entry of a person's history: a move, or a note.
type Event struct {
	Step *Step
	Note *Note
}

// Filter says which applications are meant; zero fields do not matter.
type Filter struct {
	Vacancy    string
	Candidates []string
	Stages     []Stage
	Tag        string // in the form of Tags
}

// Place is where a list goes on: behind this application, in the order newest move first.
type Place struct {
	At                 int64 // microseconds since 1970 UTC
	Vacancy, Candidate string
}

// Held is a person whom something is kept of.
type Held struct{ Tenant, Candidate string }

// Forgotten counts what was deleted of a person.
type Forgotten struct {
	Applications int `json:"applications"`
	Notes        int `json:"notes"`
	Tags         int `json:"tags"`
}

// Keeper keeps applications, notes and tags. Every change is written down in the audit log in
// the transaction that makes it.
type Keeper interface {
	// Move makes every change by itself, all in one transaction; answers are in the order of the
	// changes.
	Move(ctx context.Context, tenant string, changes []Change) ([]Moved, error)
	// List answers the last moved first, at most so many behind a place and skipped ones.
	List(ctx context.Context, tenant string, f Filter, after *Place, skip, limit int) ([]Application, error)
	// Count counts by vacancy and stage.
	Count(ctx context.Context, tenant string, f Filter) (map[string]map[Stage]int, error)
	// History answers moves and notes of a person, the newest first, and how many there are.
	History(ctx context.Context, tenant, candidate string, skip, limit int) ([]Event, int, error)

	AddNote(ctx context.Context, tenant string, n Note) error
	// DeleteNote deletes a note of an author; it is NotFound to all others.
	DeleteNote(ctx context.Context, tenant, id, author string) error
	// Tag answers the tags a person has after the change.
	Tag(ctx context.Context, tenant string, t Tagging) ([]string, error)
	Tags(ctx context.Context, tenant string, candidates []string) (map[string][]string, error)

	Forget(ctx context.Context, tenant, candidate, author string) (Forgotten, error)
	// People answers who is held, of all tenants, in their order behind a place.
	People(ctx context.Context, after Held, limit int) ([]Held, error)
}

// ErrAbsent is what Ask answers of an operation that this server does not have.
var ErrAbsent = errors.New("pipeline: this server has no such operation")

// Parts are what the room works with.
type Parts struct {
	Keeper Keeper
	// Ask calls an operation of another room; see Asked.
	Ask func(ctx context.Context, operation string, in, out any) error
	Now func() time.Time
}
