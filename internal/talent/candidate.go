// Package talent is the room of people and their CVs: reading files into facts, finding
// candidates by skills with the evidence for every match, comparing them, forgetting them.
// It declares the ports it needs (a store of candidates, a feed of changes) and
// knows nothing of SQL, HTTP or protocols. Files are read in document, facts made in resume.
package talent

import (
	"context"
	"time"

	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// Candidate is one CV that was read: its text, the facts made from it, where it came from.
// Two CVs are two candidates even when the names are equal; the same bytes are one.
type Candidate struct {
	ID     string // opaque, stable, unique over all tenants
	Source Source
	Text   string
	Record resume.Record
	Tags   []string // sorted
}

// Source says where a candidate's text came from.
type Source struct {
	File       string // base name as given, empty for pasted text
	Format     document.Format
	SHA256     string // hex digest of the bytes as given; the identity of a file within a tenant
	Bytes      int64
	Pages      int
	Warnings   []document.Warning
	IngestedAt time.Time
}

// Change is one entry of the feed: a candidate that was kept, or one that is gone.
type Change struct {
	Seq       int64
	Tenant    string
	ID        string
	Removed   bool
	Candidate *Candidate // nil when Removed
}

// candidateStore keeps candidates. Every method is scoped to one tenant; another tenant's id is
// fault.NotFound like an id that never was.
type candidateStore interface {
	// Add keeps c and everything derived from it, or nothing. When the tenant has the same
	// digest already, it returns the id kept before and created=false.
	Add(ctx context.Context, tenant string, c Candidate) (id string, created bool, err error)
	// Known returns the id under which the tenant keeps a digest, "" when it does not.
	Known(ctx context.Context, tenant, sha256 string) (id string, err error)
	// Candidates returns the asked ones that exist, in the order asked.
	Candidates(ctx context.Context, tenant string, ids []string) ([]Candidate, error)
	// Remove deletes every trace of the candidate's data from storage and leaves one audit
	// line (time, tenant, actor, id). fault.NotFound when there is none.
	Remove(ctx context.Context, tenant, id, actor string) error
}

// changeFeed lets search structures follow what is stored, also by other processes.
type changeFeed interface {
	// Changes returns at most limit changes after seq, oldest first, over all tenants. A
	// candidate that was kept and removed meanwhile appears once, as removed. A change is
	// never returned before an earlier one is visible.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)
}
