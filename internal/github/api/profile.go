package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kadry/internal/github"
)

const userQuery = `query($login: String!, $answered: String!) {
  user(login: $login) {
    id login name createdAt
    followers { totalCount }
    contributionsCollection { contributionYears }
    repositories(first: 50, isFork: false, ownerAffiliations: [OWNER], privacy: PUBLIC, orderBy: {field: PUSHED_AT, direction: DESC}) {
      totalCount
      nodes { ` + repositoryFields + ` defaultBranchRef { target { oid } } }
    }
    forks: repositories(first: 10, isFork: true, ownerAffiliations: [OWNER], privacy: PUBLIC, orderBy: {field: PUSHED_AT, direction: DESC}) {
      totalCount
      nodes { ` + repositoryFields + ` defaultBranchRef { target { oid } } }
    }
    pullRequests(first: 1) { totalCount }
    merged: pullRequests(first: 1, states: [MERGED]) { totalCount }
    issues(first: 1) { totalCount }
    closed: issues(first: 1, states: [CLOSED]) { totalCount }
  }
  answered: search(type: ISSUE, query: $answered, first: 1) { issueCount }
}`

const repositoryFields = `nameWithOwner description isFork parent { nameWithOwner } isArchived isTemplate isMirror isEmpty createdAt pushedAt diskUsage
        stargazerCount forkCount owner { __typename } licenseInfo { spdxId }
        repositoryTopics(first: 10) { nodes { topic { name } } }
        languages(first: 10, orderBy: {field: SIZE, direction: DESC}) { edges { size node { name } } }`

type count struct {
	TotalCount int `json:"totalCount"`
}

// repositoryNode is a repository as GraphQL has it.
type repositoryNode struct {
	NameWithOwner  string
	Description    string
	IsFork         bool
	Parent         struct{ NameWithOwner string }
	IsArchived     bool
	IsTemplate     bool
	IsMirror       bool
	IsEmpty        bool
	CreatedAt      time.Time
	PushedAt       time.Time // null is left as the zero time
	DiskUsage      int
	StargazerCount int
	ForkCount      int
	Owner          struct {
		Typename string `json:"__typename"`
	}
	LicenseInfo      struct{ SpdxID string }
	RepositoryTopics struct {
		Nodes []struct{ Topic struct{ Name string } }
	}
	Languages struct {
		Edges []struct {
			Size int
			Node struct{ Name string }
		}
	}
	DefaultBranchRef struct {
		Target struct {
			Oid  string
			All  count
			Mine ownNodes
		}
	}
}

func (n repositoryNode) repository() github.Repository {
	r := github.Repository{
		FullName: n.NameWithOwner, Description: n.Description, Organised: n.Owner.Typename == "Organization",
		Fork: n.IsFork, Parent: n.Parent.NameWithOwner, Archived: n.IsArchived, Template: n.IsTemplate, Mirror: n.IsMirror, Empty: n.IsEmpty,
		CreatedAt: n.CreatedAt, PushedAt: n.PushedAt, SizeKB: n.DiskUsage, Stars: n.StargazerCount, Forks: n.ForkCount,
		License: n.LicenseInfo.SpdxID, Languages: map[string]int{}, Head: n.DefaultBranchRef.Target.Oid,
	}
	for _, t := range n.RepositoryTopics.Nodes {
		r.Topics = append(r.Topics, t.Topic.Name)
	}
	for _, l := range n.Languages.Edges {
		r.Languages[l.Node.Name] = l.Size
	}
	return r
}

// Profile asks who a login is and where their commits went, in three requests. Where the
// last, the search for commits, fails, the rest is told without it.
func (s *Session) Profile(ctx context.Context, login string) (github.Profile, error) {
	if !s.Authenticated() {
		return s.plainProfile(ctx, login)
	}
	p, err := s.user(ctx, login)
	if err == nil && len(p.User.Years) > 0 {
		err = s.years(ctx, &p)
	}
	if err != nil {
		return p, err
	}
	return p, s.widen(ctx, &p)
}

func (s *Session) user(ctx context.Context, login string) (github.Profile, error) {
	var got struct {
		User struct {
			ID, Login, Name         string
			CreatedAt               time.Time
			Followers               count
			ContributionsCollection struct{ ContributionYears []int }
			Repositories            struct {
				TotalCount int
				Nodes      []repositoryNode
			}
			Forks struct {
				TotalCount int
				Nodes      []repositoryNode
			}
			PullRequests, Merged, Issues, Closed count
		}
		Answered struct{ IssueCount int }
	}
	lost, err := s.query(ctx, userKind, userQuery, map[string]any{"login": login, "answered": answered(login)}, aUser(login), &got)
	if err != nil {
		return github.Profile{}, err
	}
	u := got.User
	if u.Login == "" {
		return github.Profile{}, absent(aUser(login), fmt.Errorf("api: an answer without the user %s", login))
	}
	p := github.Profile{
		User: github.User{
			ID: u.ID, Login: u.Login, Name: u.Name, CreatedAt: u.CreatedAt, Followers: u.Followers.TotalCount,
			Years: slices.Sorted(slices.Values(u.ContributionsCollection.ContributionYears)), Owned: u.Repositories.TotalCount, Forks: u.Forks.TotalCount,
			Opened: github.Totals{
				PullRequests: u.PullRequests.TotalCount, Merged: u.Merged.TotalCount, Issues: u.Issues.TotalCount,
				IssuesClosed: u.Closed.TotalCount, IssuesAnswered: got.Answered.IssueCount,
			},
		},
		Own: map[string][]github.YearOwn{}, Reviewed: map[string]github.Reviews{}, Years: map[int]github.YearTotals{}, Missing: places(lost),
	}
	for _, n := range u.Forks.Nodes {
		if r := n.repository(); r.PushedAt.After(r.CreatedAt) {
			p.Forked = append(p.Forked, r)
		}
	}
	for _, n := range u.Repositories.Nodes {
		p.Repositories = append(p.Repositories, n.repository())
	}
	return p, nil
}

// answered finds the issues of others that a person commented on.
func answered(login string) string { return "is:issue commenter:" + login + " -author:" + login }

// mostYears bounds the years of one query: GitHub began in 2008.
const mostYears = 20

// years asks for the contributions of every year, since one collection spans one year at
// most, and for the calendar of the last.
func (s *Session) years(ctx context.Context, p *github.Profile) error {
	list := p.User.Years
	if len(list) > mostYears {
		list = list[len(list)-mostYears:]
	}
	var b strings.Builder
	b.WriteString("query($login: String!) { user(login: $login) {\n")
	b.WriteString("  calendar: contributionsCollection { contributionCalendar { weeks { contributionDays { date contributionCount } } } }\n")
	today := s.c.Now().UTC().Truncate(24 * time.Hour) // of the day, so that the question is the same all day
	for _, span := range recent {
		fmt.Fprintf(&b, "  %s: contributionsCollection(from: %q, to: %q) { %s }\n", span.alias,
			today.AddDate(0, 0, -span.days+1).Format(time.RFC3339), today.AddDate(0, 0, 1).Add(-time.Second).Format(time.RFC3339), totalFields)
	}
	for _, year := range list {
		fmt.Fprintf(&b, "  y%[1]d: contributionsCollection(from: \"%[1]d-01-01T00:00:00Z\", to: \"%[1]d-12-31T23:59:59Z\") {\n"+
			"    %[2]s\n    commitContributionsByRepository(maxRepositories: 100) { repository { nameWithOwner } contributions { totalCount } }\n"+
			"    pullRequestReviewContributionsByRepository(maxRepositories: 25) { repository { nameWithOwner } contributions { totalCount } } }\n", year, totalFields)
	}
	b.WriteString("} }")
	var got struct{ User map[string]*collection } // nil is one that GitHub left out
	lost, err := s.query(ctx, userKind, b.String(), map[string]any{"login": p.User.Login}, aUser(p.User.Login), &got)
	if err != nil {
		return err
	}
	p.Missing = append(p.Missing, places(lost)...)
	p.Recent = github.Recent{Month: got.User["month"].totals(), Quarter: got.User["quarter"].totals(), Year: got.User["year"].totals()}
	for _, year := range list {
		if c := got.User[fmt.Sprintf("y%d", year)]; c != nil {
			add(p, year, c)
		}
	}
	if got.User["calendar"] == nil {
		return nil
	}
	for _, week := range got.User["calendar"].ContributionCalendar.Weeks {
		for _, d := range week.ContributionDays {
			p.Calendar = append(p.Calendar, github.Day{Date: d.Date, Contributions: d.ContributionCount})
		}
	}
	return nil
}

// recent are the spans before today, under their aliases.
var recent = []struct {
	alias string
	days  int
}{{"month", 30}, {"quarter", 90}, {"year", 365}}

// contributed is how much of something went to one repository.
type contributed struct {
	Repository    struct{ NameWithOwner string }
	Contributions count
}

// collection is the contributions of a span of time as GraphQL has them.
type collection struct {
	TotalCommitContributions                   int
	TotalIssueContributions                    int
	TotalPullRequestContributions              int
	TotalPullRequestReviewContributions        int
	CommitContributionsByRepository            []contributed
	PullRequestReviewContributionsByRepository []contributed
	ContributionCalendar                       struct {
		Weeks []struct {
			ContributionDays []struct {
				Date              string
				ContributionCount int
			}
		}
	}
}

const totalFields = "totalCommitContributions totalIssueContributions totalPullRequestContributions totalPullRequestReviewContributions"

func (c *collection) totals() github.YearTotals {
	if c == nil {
		return github.YearTotals{}
	}
	return github.YearTotals{
		Commits: c.TotalCommitContributions, Issues: c.TotalIssueContributions,
		PullRequests: c.TotalPullRequestContributions, Reviews: c.TotalPullRequestReviewContributions,
	}
}

func add(p *github.Profile, year int, c *collection) {
	p.Years[year] = c.totals()
	for _, r := range c.PullRequestReviewContributionsByRepository {
		was := p.Reviewed[r.Repository.NameWithOwner]
		p.Reviewed[r.Repository.NameWithOwner] = github.Reviews{Count: was.Count + r.Contributions.TotalCount, LastYear: year}
	}
	for _, r := range c.CommitContributionsByRepository {
		name := r.Repository.NameWithOwner
		p.Own[name] = append(p.Own[name], github.YearOwn{Year: year, Commits: r.Contributions.TotalCount})
	}
}
