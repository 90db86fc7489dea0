package github

import (
	"time"
)

// Participation is how a person works with others: pull requests and issues of their own, the
// newest hundred of each, and reviews of others'.
type Participation struct {
	Pulls         []Pull // newest first
	PullsTotal    int
	Issues        []Issue // newest first
	IssuesTotal   int
	Reviewed      []Review // others' pull requests, the newest fifty
	ReviewedTotal int
	Answered      int // others' issues with a comment of this person
	Missing       []string
}

// Pull is a pull request of the person's own.
type Pull struct {
	Repository string
	Number     int
	CreatedAt  time.Time
	MergedAt   time.Time // zero: not merged
	ClosedAt   time.Time // zero: open
	Voices     []Voice   // reviews and comments, oldest first
}

// Issue is an issue of the person's own.
type Issue struct {
	Repository string
	Number     int
	CreatedAt  time.Time
	ClosedAt   time.Time // zero: open
	Voices     []Voice
}

// Voice is one review or comment.
type Voice struct {
	By     string
	Bot    bool
	At     time.Time
	Review string // APPROVED, CHANGES_REQUESTED, COMMENTED; empty is a comment
}

// Review is somebody else's pull request that the person reviewed.
type Review struct {
	Repository string
	Number     int
	Author     string
	CreatedAt  time.Time
	States     []string    // of the person's reviews, oldest first
	At         []time.Time // likewise
}
