package api

import (
	"context"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
)

const participationQuery = `query($login: String!, $reviewed: String!, $answered: String!) {
  user(login: $login) {
    pullRequests(first: 100, orderBy: {field: CREATED_AT, direction: DESC}) { totalCount nodes {
      number createdAt mergedAt closedAt repository { nameWithOwner }
      reviews(first: 10) { nodes { author { login __typename } state submittedAt } }
      comments(first: 10) { nodes { author { login __typename } createdAt } } } }
    issues(first: 100, orderBy: {field: CREATED_AT, direction: DESC}) { totalCount nodes {
      number createdAt closedAt repository { nameWithOwner }
      comments(first: 10) { nodes { author { login __typename } createdAt } } } }
  }
  reviewed: search(type: ISSUE, query: $reviewed, first: 50) { issueCount nodes { ... on PullRequest {
    number createdAt repository { nameWithOwner } author { login __typename }
    reviews(first: 20) { nodes { author { login __typename } state submittedAt } } } } }
  answered: search(type: ISSUE, query: $answered, first: 1) { issueCount }
}`

// threadNode is a pull request or an issue as GraphQL has it. Times that are null stay zero.
type threadNode struct {
	Number     int
	CreatedAt  time.Time
	MergedAt   time.Time
	ClosedAt   time.Time
	Repository struct{ NameWithOwner string }
	Author     actor
	Reviews    struct {
		Nodes []struct {
			Author      actor
			State       string
			SubmittedAt time.Time
		}
	}
	Comments struct {
		Nodes []struct {
			Author    actor
			CreatedAt time.Time
		}
	}
}

type actor struct {
	Login    string
	Typename string `json:"__typename"`
}

type threads struct {
	TotalCount int
	IssueCount int
	Nodes      []threadNode
}

// Participation asks for it in one request. It needs a token.
func (s *Session) Participation(ctx context.Context, login string) (github.Participation, error) {
	if !s.Authenticated() {
		return github.Participation{}, fault.E(fault.Unavailable, fault.Say("Pull requests and reviews need a GitHub token.", "Для pull request и ревью нужен токен GitHub."), nil).
			WithHint(fault.Say("The operator sets GITHUB_TOKEN.", "Администратору нужно задать GITHUB_TOKEN."))
	}
	var got struct {
		User struct {
			PullRequests, Issues threads
		}
		Reviewed, Answered threads
	}
	lost, err := s.query(ctx, userKind, participationQuery, map[string]any{
		"login": login, "reviewed": "is:pr reviewed-by:" + login + " -author:" + login, "answered": answered(login),
	}, aUser(login), &got)
	if err != nil {
		return github.Participation{}, err
	}
	p := github.Participation{
		PullsTotal: got.User.PullRequests.TotalCount, IssuesTotal: got.User.Issues.TotalCount,
		ReviewedTotal: got.Reviewed.IssueCount, Answered: got.Answered.IssueCount, Missing: places(lost),
	}
	for _, n := range got.User.PullRequests.Nodes {
		p.Pulls = append(p.Pulls, github.Pull{
			Repository: n.Repository.NameWithOwner, Number: n.Number, CreatedAt: n.CreatedAt, MergedAt: n.MergedAt, ClosedAt: n.ClosedAt, Voices: n.voices(),
		})
	}
	for _, n := range got.User.Issues.Nodes {
		p.Issues = append(p.Issues, github.Issue{
			Repository: n.Repository.NameWithOwner, Number: n.Number, CreatedAt: n.CreatedAt, ClosedAt: n.ClosedAt, Voices: n.voices(),
		})
	}
	for _, n := range got.Reviewed.Nodes {
		p.Reviewed = append(p.Reviewed, n.reviewOf(login))
	}
	return p, nil
}

func (a actor) bot() bool { return a.Typename == "Bot" || github.IsBot(a.Login) }

func (n threadNode) voices() []github.Voice {
	var all []github.Voice
	for _, r := range n.Reviews.Nodes {
		all = append(all, github.Voice{By: r.Author.Login, Bot: r.Author.bot(), At: r.SubmittedAt, Review: r.State})
	}
	for _, c := range n.Comments.Nodes {
		all = append(all, github.Voice{By: c.Author.Login, Bot: c.Author.bot(), At: c.CreatedAt})
	}
	slices.SortStableFunc(all, func(a, b github.Voice) int { return a.At.Compare(b.At) })
	return all
}

func (n threadNode) reviewOf(login string) github.Review {
	r := github.Review{Repository: n.Repository.NameWithOwner, Number: n.Number, Author: n.Author.Login, CreatedAt: n.CreatedAt}
	for _, given := range n.Reviews.Nodes {
		if strings.EqualFold(given.Author.Login, login) {
			r.States, r.At = append(r.States, given.State), append(r.At, given.SubmittedAt)
		}
	}
	return r
}
