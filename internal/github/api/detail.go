package api

import (
	"context"
	"fmt"
	"slices"
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
// without a token in one for each. What GitHub does not show comes back among the failed, and
// so does what came in part; that one is in the list as well, unless it lacks the share.
func (s *Session) Details(ctx context.Context, user github.User, repositories []github.Repository) ([]github.Detail, []github.Failure, error) {
	repositories = repositories[:min(len(repositories), mostDetails)]
	if !s.Authenticated() {
		return s.plainDetails(ctx, user.Login, repositories)
	}
	var names []string
	for _, r := range repositories {
		names = append(names, r.FullName)
	}
	found, lost, err := s.details(ctx, user.ID, names)
	if err != nil {
		return nil, nil, err
	}
	var list []github.Detail
	var failed []github.Failure
	for i, d := range found {
		if len(lost[i]) > 0 || d.FullName == "" {
			failed = append(failed, github.Failure{Repository: names[i], Err: withheld(lost[i], names[i])})
		}
		if d.FullName != "" && !slices.ContainsFunc(lost[i], queryError.inBranch) {
			list = append(list, d)
		}
	}
	return list, failed, nil
}

// withheld says why a repository is not there or not whole.
func withheld(lost []queryError, name string) error {
	if len(lost) == 0 {
		return absent(aRepository(name), nil)
	}
	for _, e := range lost {
		switch {
		case e.Type == notFound && len(e.Path) == 1:
			return absent(aRepository(name), e)
		case e.Type == "FORBIDDEN" && len(e.Path) == 1:
			return denied(aRepository(name), e)
		}
	}
	return fault.E(fault.Upstream, fault.Say("GitHub left out of its answer: %s.", "GitHub не включил в ответ: %s.", strings.Join(places(lost), ", ")), lost[0])
}

// inBranch reports whether the error took away the commits, or where they are not known to be
// untouched.
func (e queryError) inBranch() bool { return len(e.Path) < 2 || e.Path[1] == "defaultBranchRef" }

// details are repositories in the order of their names, empty where GitHub shows none, each with
// what was lost of it. userID is empty for nobody's share.
func (s *Session) details(ctx context.Context, userID string, names []string) (found []github.Detail, lost [][]queryError, err error) {
	if len(names) == 0 {
		return nil, nil, nil
	}
	var got map[string]repositoryNode
	text, variables := detailQuery(names, userID)
	errs, err := s.query(ctx, repositoryKind, text, variables, fault.Say("repositories", "репозитории"), &got)
	if err != nil {
		return nil, nil, err
	}
	for i := range names {
		alias := fmt.Sprintf("r%d", i)
		found, lost = append(found, got[alias].detail()), append(lost, lostIn(errs, alias))
	}
	return found, lost, nil
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
