package github

import (
	"slices"
	"strings"
	"time"
)

// User is who a login belongs to.
type User struct {
	ID        string    `json:"id"`
	Login     string    `json:"login"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
	Followers int       `json:"followers"`
	Years     []int     `json:"years"` // with contributions, ascending
	Owned     int       `json:"owned"` // public repositories that are no forks
	Forks     int       `json:"forks"` // public repositories that are forks
	Opened    Totals    `json:"opened"`
}

// Totals are what a person opened since the account began.
type Totals struct {
	PullRequests   int `json:"pull_requests"`
	Merged         int `json:"merged"`
	Issues         int `json:"issues"`
	IssuesClosed   int `json:"issues_closed"`   // of those opened
	IssuesAnswered int `json:"issues_answered"` // of others, with a comment
}

// Repository is what GitHub says of a repository. Fields that the question did not ask for
// are zero.
type Repository struct {
	FullName    string         `json:"full_name"`
	Description string         `json:"description"`
	Organised   bool           `json:"organised"` // belongs to an organisation
	Fork        bool           `json:"fork"`
	Parent      string         `json:"parent"` // of a fork, by full name
	Archived    bool           `json:"archived"`
	Template    bool           `json:"template"`
	Mirror      bool           `json:"mirror"`
	Empty       bool           `json:"empty"`
	CreatedAt   time.Time      `json:"created_at"`
	PushedAt    time.Time      `json:"pushed_at"`
	SizeKB      int            `json:"size_kb"` // of the history
	Stars       int            `json:"stars"`
	Forks       int            `json:"forks"`
	License     string         `json:"license"` // SPDX
	Topics      []string       `json:"topics"`
	Languages   map[string]int `json:"languages"` // bytes
	Head        string         `json:"head"`      // commit of the default branch
}

// Owner is the account that a repository belongs to.
func (r Repository) Owner() string { owner, _, _ := strings.Cut(r.FullName, "/"); return owner }

// Name is the repository's name without its owner.
func (r Repository) Name() string { _, name, _ := strings.Cut(r.FullName, "/"); return name }

// Profile is a person's public work in outline.
type Profile struct {
	User         User
	Repositories []Repository         // owned, newest push first
	Forked       []Repository         // forks of their own that were pushed to, newest push first
	Own          map[string][]YearOwn // own commits in default branches, by full name of the repository
	InForks      map[string][]YearOwn // own commits that forks alone have, of the newest that the search knows; likewise
	Reviewed     map[string]Reviews   // pull requests of others, by full name of the repository
	Years        map[int]YearTotals
	Recent       Recent
	Calendar     []Day // the last year, oldest first
	// Missing are parts that GitHub left out of an answer, as paths of the query.
	Missing []string
	// Unsearched is why the commits of InForks, and those that no list of GitHub's tells, were not
	// looked for to the end; nil where they were.
	Unsearched error
}

// Reviews are the reviews of others' pull requests in one repository.
type Reviews struct {
	Count    int
	LastYear int
}

// YearOwn is what went into one repository in one calendar year (UTC).
type YearOwn struct {
	Year    int
	Commits int
}

// Recent are the contributions of the days before today.
type Recent struct{ Month, Quarter, Year YearTotals } // 30, 90 and 365 days

// YearTotals are the contributions of one calendar year.
type YearTotals struct{ Commits, Issues, PullRequests, Reviews int }

// Day is one day of the calendar of contributions.
type Day struct {
	Date          string `json:"date"` // 2026-11-22
	Contributions int    `json:"contributions"`
}

// Commits is how many own commits a repository has by the contributions of the years, a fork by
// the search.
func (p Profile) Commits(repository string) int {
	n := 0
	for _, y := range slices.Concat(p.Own[repository], p.InForks[repository]) {
		n += y.Commits
	}
	return n
}
