package talent

import (
	"context"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type savedWire struct {
	ID       string    `json:"saved_search_id"`
	Name     string    `json:"name"`
	Query    string    `json:"query,omitempty"`
	SearchID string    `json:"search_id,omitempty"`
	Author   string    `json:"author"`
	At       time.Time `json:"saved_at"`
	Seen     time.Time `json:"seen_at" doc:"When the caller last opened it, or it was saved."`
}

func wireSaved(s SavedSearch) savedWire {
	return savedWire{s.ID, s.Name, s.Text, s.SearchID, s.Author, s.At.UTC(), s.Seen.UTC()}
}

type saveInput struct {
	Name     string `json:"name" min:"1" max:"100" doc:"Unique among the saved searches."`
	Query    string `json:"query,omitzero" max:"2000" doc:"What is looked for, in plain words."`
	SearchID string `json:"search_id,omitzero" max:"16384" doc:"Of an answer: keeps its filter as it is; query is then a remark."`
}

func (d *handlers) saveSearch() *op.Op {
	return op.New(op.Spec{
		Name: "save_search", Toolset: talentToolset, Title: "Save a search of candidates", Effect: op.Creates, Fronts: savedFronts,
		Doc: "Keeps a question under a name, for everybody of the tenant. list_saved_searches says how many people are new since the caller last opened it. At most 100.",
	}, func(ctx context.Context, in saveInput) (savedWire, error) {
		caller := from(ctx)
		s, err := d.base.Save(ctx, caller.Tenant, SavedSearch{Name: in.Name, Text: in.Query, SearchID: in.SearchID, Author: caller.Name})
		return wireSaved(s), err
	})
}

// savedFronts leave the list of tools as it is: an assistant remembers questions itself.
var savedFronts = []op.Front{op.REST, op.CLI, op.Web}

type savedListOutput struct {
	Searches []savedCountWire `json:"saved_searches"`
}

type savedCountWire struct {
	savedWire

	Total int `json:"total"`
	New   int `json:"new" doc:"Of them taken in since seen_at."`
}

func (d *handlers) listSavedSearches() *op.Op {
	return op.New(op.Spec{
		Name: "list_saved_searches", Toolset: talentToolset, Title: "Saved searches and who is new", Effect: op.Reads, Fronts: savedFronts,
		Doc: "The saved searches by name, with how many people each finds now and how many of them came since the caller last opened it.",
	}, func(ctx context.Context, _ struct{}) (savedListOutput, error) {
		caller := from(ctx)
		list, err := d.base.Counted(ctx, caller.Tenant, caller.Name, true)
		out := savedListOutput{Searches: []savedCountWire{}}
		for _, s := range list {
			out.Searches = append(out.Searches, savedCountWire{wireSaved(s.SavedSearch), s.Total, s.New})
		}
		return out, err
	})
}

type openSavedInput struct {
	ID   string `json:"saved_search_id" min:"1" max:"100" doc:"As list_saved_searches shows it."`
	TopK int    `json:"top_k,omitzero" min:"1" max:"50" default:"5" doc:"Candidates on a page."`
	cursor.Page
	Redact bool      `json:"redact,omitzero" doc:"Blind review: no names or contacts."`
	Since  time.Time `json:"since,omitzero" doc:"seen_at of the first page, for the pages after it."`
}

type openSavedOutput struct {
	searchOutput

	Saved savedWire `json:"saved_search"`
	New   int       `json:"new" doc:"How many came since seen_at."`
	IDs   []string  `json:"new_candidates" doc:"Those of this page."`
}

// Condense implements op.Condenser for the embedded answer.
func (o openSavedOutput) Condense() (openSavedOutput, bool) {
	less, ok := o.searchOutput.Condense()
	o.searchOutput = less
	return o, ok
}

func (d *handlers) openSavedSearch() *op.Op {
	return op.New(op.Spec{
		Name: "open_saved_search", Toolset: talentToolset, Title: "Open a saved search", Effect: op.Reads, Fronts: savedFronts,
		Doc: "Runs a saved search, says who is new since the caller last opened it, and counts from now on.",
	}, func(ctx context.Context, in openSavedInput) (openSavedOutput, error) {
		caller := from(ctx)
		given, err := in.Given()
		if err != nil {
			return openSavedOutput{}, err
		}
		o, err := d.base.OpenSaved(ctx, caller.Tenant, caller.Name, in.ID, FreeQuery{TopK: in.TopK, Cursor: given, Redact: in.Redact}, in.Since)
		if err != nil {
			return openSavedOutput{}, err
		}
		out := openSavedOutput{Saved: wireSaved(o.Search), New: o.New, IDs: []string{}}
		for _, h := range o.Candidates {
			if h.TakenIn.After(o.Search.Seen) {
				out.IDs = append(out.IDs, h.CandidateID)
			}
		}
		out.searchOutput, err = wireAnswer(o.Answer, caller.Lang)
		return out, err
	})
}

type dropSavedInput struct {
	ID      string `json:"saved_search_id" min:"1" max:"100" doc:"As list_saved_searches shows it."`
	Confirm bool   `json:"confirm" doc:"true: it is gone for good"`
}

type dropSavedOutput struct {
	ID      string `json:"saved_search_id"`
	Deleted bool   `json:"deleted"`
}

func (d *handlers) deleteSavedSearch() *op.Op {
	return op.New(op.Spec{
		Name: "delete_saved_search", Toolset: talentToolset, Title: "Delete a saved search", Effect: op.Destroys, Idempotent: true, Fronts: savedFronts,
		Doc: "Forgets the question and who opened it. Candidates are not touched.",
	}, func(ctx context.Context, in dropSavedInput) (dropSavedOutput, error) {
		if !in.Confirm {
			return dropSavedOutput{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		}
		caller := from(ctx)
		if err := d.base.DropSaved(ctx, caller.Tenant, in.ID, caller.Name); err != nil {
			return dropSavedOutput{}, err
		}
		return dropSavedOutput{ID: in.ID, Deleted: true}, nil
	})
}
