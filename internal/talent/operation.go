package talent

import (
	"context"

	"kadry/internal/op"
)

// Roots says which folders of this machine the operations may read.
type Roots struct {
	Ingest string // for callers that are not local; empty allows them no path at all
}

// handlers hold what the operations of the room work with.
type handlers struct {
	base  *Base
	roots Roots
}

// The toolsets of the room's operations.
const (
	talentToolset = "talent"
	hrToolset     = "hr"
)

// Operations declares the operations of the room. Over a nil base they can be described
// and not called.
func Operations(base *Base, roots Roots) []*op.Op {
	d := &handlers{base: base, roots: roots}
	return []*op.Op{
		d.searchBySkills(), d.searchByProfile(), d.searchCandidates(),
		d.saveSearch(), d.listSavedSearches(), d.openSavedSearch(), d.deleteSavedSearch(),
		d.candidateDetails(), d.compareCandidates(), d.ingestCV(), d.ingestUpload(), d.deleteCandidate(), d.revealCandidate(),
		d.correctCandidate(), d.linkCandidates(), d.candidateHistory(), d.reextractCandidates(),
		d.parseResume(), d.skillTaxonomy(),
	}
}

// from returns who calls: the tenant whose candidates are meant, and the language.
func from(ctx context.Context) op.Caller { return op.CallerFrom(ctx) }
