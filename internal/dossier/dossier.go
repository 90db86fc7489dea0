// Package dossier is the room of the hiring report: a role and a list of people in, and a
// ranked report out in which every figure adds up and every skill names its source. It keeps
// no CV, reads no code and knows no vacancy: it asks the rooms that do.
//
// The way through: an operation (operation_*.go) makes an order of its input; the desk
// (desk.go) asks the sources about the people and the market (package source) and gathers a
// case; package report turns the case into the report in one language, by way of requirement
// (what is asked), proof (what a source says of a skill), verdict (what it comes to) and
// identity (who is one person). contract writes it as the REST paths of the former system have
// it, export as a document, script and outreach make texts of it. dossiersql keeps cases and
// what people decided, dossierweb shows them, dossierroom puts them together.
package dossier

import (
	"context"
	"time"

	"kadry/internal/dossier/report"
	"kadry/internal/dossier/source"
	"kadry/internal/dossier/verdict"
	"kadry/internal/skill"
)

// Kept is a report that is kept.
type Kept struct {
	ID       string    `json:"report_id"`
	Role     string    `json:"role"`
	At       time.Time `json:"made_at"`
	People   int       `json:"candidates"`
	Complete bool      `json:"complete" doc:"False while people are still being read, or where that was broken off."`
}

// Held is a person of the CV base whom a report of a tenant holds, by the key of their id.
type Held struct{ Tenant, Person string }

// Keeper keeps cases and what people decided about them, each tenant's apart.
type Keeper interface {
	// Put keeps a case in the place of one with the same id; decisions stay.
	Put(ctx context.Context, tenant, id string, c report.Case, complete bool) error
	// Get returns a case with the last decision on each person.
	Get(ctx context.Context, tenant, id string) (c report.Case, complete bool, err error)
	List(ctx context.Context, tenant string, skip, limit int) ([]Kept, error) // newest first
	// Holding are the reports with a person, by any id of theirs, newest first.
	Holding(ctx context.Context, tenant, person string) ([]Kept, error)
	Override(ctx context.Context, tenant, id, person string, o verdict.Override) error
	Delete(ctx context.Context, tenant, id string) (bool, error)
	// CVs are the people of the CV base in the reports of all tenants, in order, behind one.
	CVs(ctx context.Context, after Held, limit int) ([]Held, error)
	// Forget takes a person out of all reports, and tells out of how many.
	Forget(ctx context.Context, tenant, person string) (reports int, err error)
}

// Parts are what the operations work with.
type Parts struct {
	Skills  *skill.Graph
	Sources *source.Reader
	Keeper  Keeper
	// Ask calls an operation of the house: the batch paths are long work by another name.
	Ask    func(ctx context.Context, operation string, in, out any) error
	Engine string // name and version of the rules and data
	Now    func() time.Time
}
