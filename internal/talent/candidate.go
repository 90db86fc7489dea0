// Package talent is the room of people and their CVs: reading files into facts, finding
// candidates by skills with the evidence for every match, comparing them, forgetting them.
// It declares the ports it needs (a store of candidates, a feed of changes) and
// knows nothing of SQL, HTTP or protocols. Files are read in document, facts made in resume.
package talent

import (
	"context"
	"time"

	"kadry/internal/talent/correction"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

// Candidate is one CV that was read: its text, the facts made from it, where it came from.
// Two CVs are two candidates even when the names are equal; the same bytes are one.
type Candidate struct {
	ID     string // opaque, stable, unique over all tenants
	Source Source
	Text   string
	Lines  []layout.Line  // how the lines of Text look, where the file told; only while it is read, see candidateStore.Looks
	Fields []layout.Field // what the file itself says parts of Text are; likewise
	Record resume.Record
	Tags   []string // sorted
	// Rules is the version of the rules that made the record from the text; empty is older
	// than versions were kept.
	Rules string
	// Corrections are said apart from the record, oldest first, those taken back included.
	Corrections []correction.Entry
	// Links say of other candidates whether they are the same person, by the other's id.
	Links []Link
}

// Link is what somebody decided of two candidates.
type Link struct {
	Other  string // id
	Same   bool   // false: they are two people, whatever they have in common
	Author string
	Reason string
	At     time.Time
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
	// Looks returns how the texts look, by id, of those whose files told it. Nobody but a
	// rereading asks, so that candidates come without it.
	Looks(ctx context.Context, tenant string, ids []string) (map[string]layout.Page, error)
	// Remove deletes every trace of the candidate's data from storage and leaves one audit
	// line (time, tenant, actor, id). fault.NotFound when there is none.
	Remove(ctx context.Context, tenant, id, actor string) error
	// Amend adds and takes back corrections, all or none, and leaves an audit line without
	// what they say. fault.NotFound when there is no such candidate or correction.
	Amend(ctx context.Context, tenant, id string, a Amendment) error
	// Link keeps what was decided of two candidates in the place of what was decided before;
	// nil forgets it. fault.NotFound when one of them is not there.
	Link(ctx context.Context, tenant, id, other string, l *Link, actor string) error
	// Unread returns the ids, in order and at most limit of them, after an id, of the
	// candidates whose record other rules made than those named; of all where none are named.
	Unread(ctx context.Context, tenant, rules, after string, limit int) ([]string, error)
	// Reread puts other records in the place of those kept. Candidates that are gone are
	// left out; it returns how many were kept.
	Reread(ctx context.Context, tenant string, list []Candidate) (int, error)
}

// Amendment is a change of what is said of one candidate.
type Amendment struct {
	Add  []correction.Entry // their ids are given when they are kept
	Take []int64            // ids of corrections that are taken back
	Back correction.Back    // who takes them back
}

// changeFeed lets search structures follow what is stored, also by other processes.
type changeFeed interface {
	// Changes returns at most limit changes of a tenant after seq, oldest first. A candidate that
	// was kept and removed meanwhile appears once, as removed. A change is never returned before
	// an earlier one is visible.
	Changes(ctx context.Context, tenant string, after int64, limit int) ([]Change, error)
	// Tenants returns those that have changes.
	Tenants(ctx context.Context) ([]string, error)
}
