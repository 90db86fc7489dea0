package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
)

type ownNodes struct {
	TotalCount int
	Nodes      []struct {
		Oid                     string
		AuthoredDate            time.Time
		Additions, Deletions    int
		ChangedFilesIfAvailable int
	}
}

const (
	// mostDetails is how many histories one query counts: more of them run into GitHub's ten seconds.
	mostDetails   = 30
	newestCommits = 30
)

// Details asks for repositories and a user's share in them, at most mostDetails, in one request;
// without a token in one for each. What GitHub does not show comes back among the failed.
func (s *Session) Details(ctx context.Context, user github.User, repositories []github.Repository) ([]github.Detail, []github.Failure, error) {
	repositories = repositories[:min(len(repositories), mostDetails)]
	if !s.Authenticated() {
		return s.plainDetails(ctx, user.Login, repositories)
	}
	var names []string
	for _, r := range repositories {
		names = append(names, r.FullName)
	}
	found, err := s.details(ctx, user.ID, names)
	if err != nil {
		return nil, nil, err
	}
	var list []github.Detail
	var failed []github.Failure
	for i, d := range found {
		if d.FullName == "" {
			failed = append(failed, github.Failure{Repository: names[i], Err: absent(aRepository(names[i]), nil)})
			continue
		}
		list = append(list, d)
	}
	return list, failed, nil
}

// details are repositories in the order of their names, empty where GitHub shows none. userID is
// empty for nobody's share.
func (s *Session) details(ctx context.Context, userID string, names []string) ([]github.Detail, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var got map[string]repositoryNode
	text, variables := detailQuery(names, userID)
	if _, err := s.query(ctx, repositoryKind, text, variables, fault.Say("repositories", "репозитории"), &got); err != nil {
		return nil, err
	}
	found := make([]github.Detail, len(names))
	for i := range names {
		found[i] = got[fmt.Sprintf("r%d", i)].detail()
	}
	return found, nil
}

const ownFields = `... on Commit { all: history { totalCount }
  mine: history(first: 30, author: {id: $me}) { totalCount nodes { oid authoredDate additions deletions changedFilesIfAvailable } } }`

// detailQuery asks for repositories under the aliases r0, r1, ...; without a user for nobody's
// share in them.
func detailQuery(names []string, userID string) (text string, variables map[string]any) {
	head, own := "query {\n", ""
	if userID != "" {
		head, own, variables = "query($me: ID!) {\n", ownFields, map[string]any{"me": userID}
	}
	var b strings.Builder
	b.WriteString(head)
	for i, full := range names {
		owner, name, _ := strings.Cut(full, "/")
		fmt.Fprintf(&b, "r%d: repository(owner: %q, name: %q) { %s defaultBranchRef { target { oid %s } } }\n", i, owner, name, repositoryFields, own)
	}
	b.WriteString("}")
	return b.String(), variables
}

func (n repositoryNode) detail() github.Detail {
	at := n.DefaultBranchRef.Target
	d := github.Detail{Repository: n.repository(), All: at.All.TotalCount, Mine: at.Mine.TotalCount}
	for _, c := range at.Mine.Nodes {
		d.Newest = append(d.Newest, github.Commit{
			ID: c.Oid, At: c.AuthoredDate, Additions: c.Additions, Deletions: c.Deletions, Files: c.ChangedFilesIfAvailable,
		})
	}
	return d
}
