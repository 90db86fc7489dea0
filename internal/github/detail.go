package github

import (
	"time"
)

// Detail is a repository together with what a person did in it.
type Detail struct {
	Repository
	All  int // commits of everybody in the default branch, bots' included
	Mine int // own commits in the default branch
	// Newest are the newest own commits, at most newestCommits, newest first.
	Newest []Commit
}

// Commit is one own commit without its files, which GraphQL does not tell.
type Commit struct {
	ID        string
	At        time.Time // authored
	Additions int       // lines
	Deletions int
	Files     int // changed
}

// Path is a file or folder of a repository whose history is asked for; "" is everything.
type Path struct{ Repository, Path string }

// Traces are what a person left under a path: commits that changed something there.
type Traces struct {
	Mine     int       // own commits
	All      int       // of everybody
	First    time.Time // own, authored; zero where there are more than were shown
	Last     time.Time // own
	Commit   string    // the newest own
	FirstOwn bool      // the oldest commit under the path that GitHub showed is the person's own
	Whole    bool      // so many commits that all of them were shown: FirstOwn is certain
}

// Failure is a repository that could not be had.
type Failure struct {
	Repository string
	Err        error
}
