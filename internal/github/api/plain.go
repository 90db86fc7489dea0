package api

import (
	"context"
	"errors"
	"strings"

	gh "github.com/google/go-github/v92/github"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// Without a token GitHub answers 60 requests an hour and no GraphQL. What is asked then: the
// user, the first hundred own repositories, the newest hundred commits that the search knows of
// (which finds work in organisations and in forks), and one page of commits for each repository looked into.

// plainProfile is Profile over REST. Years and calendar are not to be had.
func (s *Session) plainProfile(ctx context.Context, login string) (github.Profile, error) {
	u, _, err := s.rest.Users.Get(ctx, login)
	if err != nil {
		return github.Profile{}, s.refused(err, aUser(login))
	}
	if u.GetType() == "Organization" { // as GraphQL has it
		return github.Profile{}, absent(aUser(login), errors.New("api: an organisation"))
	}
	p := github.Profile{
		User: github.User{
			ID: u.GetNodeID(), Login: u.GetLogin(), Name: u.GetName(), CreatedAt: u.GetCreatedAt().Time, Followers: u.GetFollowers(),
		},
		Own: map[string][]github.YearOwn{}, Years: map[int]github.YearTotals{}, Missing: []string{"contributions by year", "calendar"},
	}
	owned, _, err := s.rest.Repositories.ListByUser(ctx, login, &gh.RepositoryListByUserOptions{
		Type: "owner", Sort: "pushed", Direction: "desc", ListOptions: gh.ListOptions{PerPage: 100},
	})
	if err != nil {
		return p, s.refused(err, aUser(login))
	}
	for _, r := range owned {
		if r.GetFork() {
			p.User.Forks++
			continue
		}
		p.User.Owned++
		p.Repositories = append(p.Repositories, plainRepository(r))
	}
	return p, s.widen(ctx, &p)
}

func plainRepository(r *gh.Repository) github.Repository {
	return github.Repository{
		FullName: r.GetFullName(), Description: r.GetDescription(), Organised: r.GetOwner().GetType() == "Organization",
		Fork: r.GetFork(), Parent: r.GetParent().GetFullName(), Archived: r.GetArchived(), Template: r.GetIsTemplate(), Mirror: r.GetMirrorURL() != "", Empty: r.GetSize() == 0,
		CreatedAt: r.GetCreatedAt().Time, PushedAt: r.GetPushedAt().Time, SizeKB: r.GetSize(), Stars: r.GetStargazersCount(), Forks: r.GetForksCount(),
		License: r.GetLicense().GetSPDXID(), Topics: r.Topics, Languages: mainLanguage(r.GetLanguage()),
	}
}

// mainLanguage stands for the languages that a list of repositories does not tell.
func mainLanguage(name string) map[string]int {
	if name == "" {
		return map[string]int{}
	}
	return map[string]int{name: 1}
}

// plainDetails is Details over REST. It ends at the limit, with what it has.
func (s *Session) plainDetails(ctx context.Context, login string, repositories []github.Repository) (list []github.Detail, failed []github.Failure, err error) {
	var limit error
	for _, r := range repositories {
		if limit != nil {
			failed = append(failed, github.Failure{Repository: r.FullName, Err: limit})
			continue
		}
		d, err := s.plainDetail(ctx, login, r)
		switch {
		case err != nil && ctx.Err() != nil:
			return list, failed, err
		case err != nil:
			if fault.KindOf(err) == fault.Limited {
				limit = err
			}
			failed = append(failed, github.Failure{Repository: r.FullName, Err: err})
		default:
			list = append(list, d)
		}
	}
	return list, failed, nil
}

// plainDetail is a repository with the person's share, over REST: one request, two for a
// repository that the profile did not list. Own commits over a hundred are told by the pages
// GitHub counts. An empty repository is no error.
func (s *Session) plainDetail(ctx context.Context, login string, r github.Repository) (github.Detail, error) {
	owner, name, _ := strings.Cut(r.FullName, "/")
	if r.CreatedAt.IsZero() {
		full, _, err := s.rest.Repositories.Get(ctx, owner, name)
		if err != nil {
			return github.Detail{}, s.refused(err, aRepository(r.FullName))
		}
		r = plainRepository(full)
		owner, name, _ = strings.Cut(r.FullName, "/") // another one after a rename
	}
	d := github.Detail{Repository: r}
	commits, res, err := s.rest.Repositories.ListCommits(ctx, owner, name, &gh.CommitsListOptions{Author: login, ListOptions: gh.ListOptions{PerPage: 100}})
	if err := s.refused(err, aRepository(r.FullName)); err != nil {
		if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Conflict {
			d.Empty = true
			return d, nil
		}
		return d, err
	}
	for _, c := range commits {
		d.Newest = append(d.Newest, github.Commit{ID: c.GetSHA(), At: c.GetCommit().GetAuthor().GetDate().Time})
	}
	d.Empty = false // a size of 0 is that of a small or a new repository as well
	d.Mine = len(commits)
	if res.LastPage > 1 {
		d.Mine = (res.LastPage - 1) * 100 // at least
	}
	return d, nil
}
