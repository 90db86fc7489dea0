package api

import (
	"context"
	"errors"
	"slices"
	"strings"

	gh "github.com/google/go-github/v92/github"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// Repository asks for one repository.
func (s *Session) Repository(ctx context.Context, full string) (github.Repository, error) {
	if s.Authenticated() {
		found, lost, err := s.details(ctx, "", []string{full})
		if err != nil {
			return github.Repository{}, err
		}
		if len(lost[0]) > 0 || found[0].FullName == "" {
			return found[0].Repository, withheld(lost[0], full)
		}
		return found[0].Repository, nil
	}
	owner, name, _ := strings.Cut(full, "/")
	r, _, err := s.rest.Repositories.Get(ctx, owner, name)
	if err != nil {
		return github.Repository{}, s.refused(err, aRepository(full))
	}
	return plainRepository(r), nil
}

// Contents returns the file at a path of a repository, or else the entries of the folder there.
// ref is a branch, tag or commit; "" is the default branch.
func (s *Session) Contents(ctx context.Context, full, path, ref string) (file *github.Content, folder []github.Content, err error) {
	if !plain(path) {
		return nil, nil, fault.E(fault.Invalid, fault.Say("%q is not a path in a repository.", "«%s» — не путь в репозитории.", fault.Clip(path)), nil)
	}
	owner, name, _ := strings.Cut(full, "/")
	one, many, _, err := s.rest.Repositories.GetContents(ctx, owner, name, path, &gh.RepositoryContentGetOptions{Ref: ref})
	if err != nil {
		return nil, nil, s.unshown(err, fault.Say("%s in %s", "%s в %s", fault.Clip("/"+path), full))
	}
	if one == nil {
		for _, c := range many {
			folder = append(folder, content(c))
		}
		return nil, folder, nil
	}
	c := content(one)
	if c.Text, err = one.GetContent(); err != nil {
		return nil, nil, overlarge(err)
	}
	return &c, nil, nil
}

// plain refuses a path that would lead to another address of the API.
func plain(path string) bool {
	return len(path) <= longestPath && !slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool { return part == "." || part == ".." })
}

// unshown makes a fault of a file that was not sent. GitHub refuses one over 100 MB as forbidden.
func (s *Session) unshown(err error, what fault.Text) error {
	if answered, ok := errors.AsType[*gh.ErrorResponse](err); ok {
		for _, e := range answered.Errors {
			if e.Code == "too_large" {
				return overlarge(err)
			}
		}
	}
	return s.refused(err, what)
}

func overlarge(cause error) error {
	return fault.E(fault.TooLarge, fault.Say("The file is over 1 MB: GitHub does not send it this way.",
		"Файл больше 1 МБ: так GitHub его не отдаёт."), cause)
}

func content(c *gh.RepositoryContent) github.Content {
	return github.Content{Type: c.GetType(), Path: c.GetPath(), Name: c.GetName(), SHA: c.GetSHA(), Size: c.GetSize(), URL: c.GetHTMLURL()}
}

// SearchCode asks GitHub's own code search for literal words in the repositories of a user. It
// needs a token, answers ten questions a minute, and knows default branches alone; so it only
// widens what archives show.
func (s *Session) SearchCode(ctx context.Context, login, words string) ([]github.Path, error) {
	hits, _, err := s.rest.Search.Code(ctx, `"`+strings.ReplaceAll(words, `"`, " ")+`" user:`+login, &gh.SearchOptions{ListOptions: gh.ListOptions{PerPage: 50}})
	if err != nil {
		return nil, s.refused(err, fault.Say("code", "код"))
	}
	var found []github.Path
	for _, h := range hits.CodeResults {
		found = append(found, github.Path{Repository: h.GetRepository().GetFullName(), Path: h.GetPath()})
	}
	return found, nil
}
