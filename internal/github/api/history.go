package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
)

const (
	mostPaths = 90 // of one query; more run into GitHub's ten seconds
	// shownCommits is how far back the story of a path is told, for its beginning.
	shownCommits = 20
)

// History asks for the traces of a user under paths, the first mostPaths of them, in one
// request. A path that GitHub knows nothing of has no traces; one whose history it left out of
// its answer is left out here. Without a token nothing is asked: each path would cost one of sixty requests an hour, which repositories need more.
func (s *Session) History(ctx context.Context, user github.User, paths []github.Path) (map[github.Path]github.Traces, error) {
	if !s.Authenticated() {
		return nil, nil
	}
	paths = paths[:min(len(paths), mostPaths)]
	text, aliases := historyQuery(paths)
	var got map[string]struct {
		DefaultBranchRef struct{ Target map[string]*historyNode }
	}
	lost, err := s.query(ctx, repositoryKind, text, map[string]any{"me": user.ID}, fault.Say("histories", "история файлов"), &got)
	if err != nil {
		return nil, err
	}
	found := map[github.Path]github.Traces{}
	for path, at := range aliases {
		target := got[at[0]].DefaultBranchRef.Target
		all, mine := target["a"+at[1]], target["m"+at[1]]
		if (all == nil || mine == nil) && len(lostIn(lost, at[0])) > 0 {
			continue
		}
		found[path] = traces(all, mine, user.ID)
	}
	return found, nil
}

// historyQuery writes one query over all paths, a repository at a time, and says under which
// aliases the answers of a path come.
func historyQuery(paths []github.Path) (text string, aliases map[github.Path][2]string) {
	aliases = map[github.Path][2]string{}
	byRepository := map[string][]github.Path{}
	var order []string
	for _, p := range paths {
		if _, seen := byRepository[p.Repository]; !seen {
			order = append(order, p.Repository)
		}
		byRepository[p.Repository] = append(byRepository[p.Repository], p)
	}
	var b strings.Builder
	b.WriteString("query($me: ID!) {\n")
	for i, full := range order {
		owner, name, _ := strings.Cut(full, "/")
		fmt.Fprintf(&b, "r%d: repository(owner: %q, name: %q) { defaultBranchRef { target { ... on Commit {\n", i, owner, name)
		for j, p := range byRepository[full] {
			aliases[p] = [2]string{fmt.Sprintf("r%d", i), strconv.Itoa(j)}
			at := ""
			if p.Path != "" {
				at = fmt.Sprintf(", path: %q", p.Path)
			}
			fmt.Fprintf(&b, "  a%[1]d: history(first: %[2]d%[3]s) { totalCount nodes { author { user { id } } } }\n"+
				"  m%[1]d: history(first: %[2]d, author: {id: $me}%[3]s) { totalCount nodes { oid authoredDate } }\n", j, shownCommits, at)
		}
		b.WriteString("} } } }\n")
	}
	b.WriteString("}")
	return b.String(), aliases
}

// historyNode is the history of a path as GraphQL has it.
type historyNode struct {
	TotalCount int
	Nodes      []struct {
		Oid          string
		AuthoredDate time.Time
		Author       struct{ User struct{ ID string } }
	}
}

// traces reads the two histories of a path; a nil one is that of a repository without commits.
func traces(all, mine *historyNode, userID string) github.Traces {
	if all == nil || mine == nil {
		return github.Traces{Whole: true}
	}
	t := github.Traces{Mine: mine.TotalCount, All: all.TotalCount, Whole: all.TotalCount == len(all.Nodes)}
	if len(mine.Nodes) > 0 {
		t.Last, t.Commit = mine.Nodes[0].AuthoredDate, mine.Nodes[0].Oid
	}
	if n := len(mine.Nodes); n > 0 && n == mine.TotalCount {
		t.First = mine.Nodes[n-1].AuthoredDate
	}
	if n := len(all.Nodes); n > 0 && t.Whole {
		t.FirstOwn = all.Nodes[n-1].Author.User.ID == userID
	}
	return t
}
