package replica

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// mostRepositories is GitHub's limit of maxRepositories.
const mostRepositories = 100

// contribution is one thing GitHub counts: a commit, a pull, a review, an issue or a new
// repository. Commits to a fork are none.
type contribution struct {
	kind   string // as RepositoryContributionType names it
	at     time.Time
	repo   *repository
	pull   *pull
	review *review
	place  int // of the review in its pull
	issue  *issue
}

const (
	kindCommit     = "COMMIT"
	kindIssue      = "ISSUE"
	kindPull       = "PULL_REQUEST"
	kindReview     = "PULL_REQUEST_REVIEW"
	kindRepository = "REPOSITORY"
)

// contributionsNode is a ContributionsCollection.
type contributionsNode struct {
	s        *Server
	a        *account
	from, to time.Time
	events   []contribution // newest first
}

func (s *Server) contributions(a *account, from, to time.Time) *contributionsNode {
	c := &contributionsNode{s: s, a: a, from: from, to: to}
	s.everything(a, func(e contribution) {
		if !e.at.Before(from) && !e.at.After(to) {
			c.events = append(c.events, e)
		}
	})
	slices.SortStableFunc(c.events, func(a, b contribution) int { return b.at.Compare(a.at) })
	return c
}

// everything visits all an account has ever contributed.
func (s *Server) everything(a *account, visit func(contribution)) {
	for _, k := range a.works {
		if k.repo.Fork {
			continue
		}
		for _, c := range k.commits {
			visit(contribution{kind: kindCommit, at: c.at, repo: k.repo})
		}
	}
	for _, p := range s.world.pulls {
		if p.who == a {
			visit(contribution{kind: kindPull, at: p.CreatedAt, repo: p.repo, pull: p})
			continue // one does not review oneself
		}
		for i := range p.Reviews {
			if p.Reviews[i].who == a {
				visit(contribution{kind: kindReview, at: p.Reviews[i].SubmittedAt, repo: p.repo, pull: p, review: &p.Reviews[i], place: i})
			}
		}
	}
	for _, i := range s.world.issues {
		if i.who == a {
			visit(contribution{kind: kindIssue, at: i.CreatedAt, repo: i.repo, issue: i})
		}
	}
	for _, k := range a.owned {
		if !k.Fork {
			visit(contribution{kind: kindRepository, at: k.CreatedAt, repo: k})
		}
	}
}

func (c *contributionsNode) StartedAt() dateTime                 { return stamp(c.from) }
func (c *contributionsNode) EndedAt() dateTime                   { return stamp(c.to) }
func (c *contributionsNode) HasAnyContributions() bool           { return len(c.events) > 0 }
func (c *contributionsNode) HasAnyRestrictedContributions() bool { return false }
func (c *contributionsNode) RestrictedContributionsCount() int32 { return 0 }
func (c *contributionsNode) User() *userNode                     { return &userNode{c.s, c.a} }

// ContributionYears are all years, not those of the collection, newest first.
func (c *contributionsNode) ContributionYears() []int32 {
	seen := map[int32]bool{}
	c.s.everything(c.a, func(e contribution) { seen[int32(e.at.UTC().Year())] = true })
	out := make([]int32, 0, len(seen))
	for y := range seen {
		out = append(out, y)
	}
	slices.SortFunc(out, func(a, b int32) int { return cmp.Compare(b, a) })
	return out
}

func (c *contributionsNode) of(kind string) []contribution {
	var out []contribution
	for _, e := range c.events {
		if e.kind == kind {
			out = append(out, e)
		}
	}
	return out
}

type firstArgs struct{ ExcludeFirst, ExcludePopular bool }

func (c *contributionsNode) TotalCommitContributions() int32 { return int32(len(c.of(kindCommit))) }

func (c *contributionsNode) TotalIssueContributions(firstArgs) int32 {
	return int32(len(c.of(kindIssue)))
}

func (c *contributionsNode) TotalPullRequestContributions(firstArgs) int32 {
	return int32(len(c.of(kindPull)))
}

func (c *contributionsNode) TotalPullRequestReviewContributions() int32 {
	return int32(len(c.of(kindReview)))
}

func (c *contributionsNode) TotalRepositoriesWithContributedCommits() int32 {
	return int32(len(byRepository(c.of(kindCommit))))
}

// share is the contributions of one kind to one repository.
type share struct {
	repo   *repository
	events []contribution // newest first
}

func byRepository(events []contribution) []share {
	at := map[*repository]int{}
	var out []share
	for _, e := range events {
		i, ok := at[e.repo]
		if !ok {
			i = len(out)
			at[e.repo] = i
			out = append(out, share{repo: e.repo})
		}
		out[i].events = append(out[i].events, e)
	}
	slices.SortFunc(out, func(a, b share) int {
		return cmp.Or(cmp.Compare(len(b.events), len(a.events)), strings.Compare(a.repo.FullName, b.repo.FullName))
	})
	return out
}

func most(list []share, n int32) ([]share, error) {
	if n < 0 || n > mostRepositories {
		return nil, &queryError{"ARGUMENT_LIMIT", "`maxRepositories` must be between 1 and 100."}
	}
	return list[:min(len(list), int(n))], nil
}

type maxArgs struct{ MaxRepositories int32 }

type maxFirstArgs struct {
	MaxRepositories int32
	firstArgs
}

func (c *contributionsNode) CommitContributionsByRepository(a maxArgs) ([]*commitShare, error) {
	list, err := most(byRepository(c.of(kindCommit)), a.MaxRepositories)
	out := make([]*commitShare, 0, len(list))
	for _, one := range list {
		out = append(out, &commitShare{c.s, one})
	}
	return out, err
}

func (c *contributionsNode) PullRequestContributionsByRepository(a maxFirstArgs) ([]*pullShare, error) {
	list, err := most(byRepository(c.of(kindPull)), a.MaxRepositories)
	out := make([]*pullShare, 0, len(list))
	for _, one := range list {
		out = append(out, &pullShare{c.s, one})
	}
	return out, err
}

func (c *contributionsNode) PullRequestReviewContributionsByRepository(a maxArgs) ([]*reviewShare, error) {
	list, err := most(byRepository(c.of(kindReview)), a.MaxRepositories)
	out := make([]*reviewShare, 0, len(list))
	for _, one := range list {
		out = append(out, &reviewShare{c.s, one})
	}
	return out, err
}

func (c *contributionsNode) IssueContributionsByRepository(a maxFirstArgs) ([]*issueShare, error) {
	list, err := most(byRepository(c.of(kindIssue)), a.MaxRepositories)
	out := make([]*issueShare, 0, len(list))
	for _, one := range list {
		out = append(out, &issueShare{c.s, one})
	}
	return out, err
}

type commitShare struct {
	s   *Server
	one share
}

func (h *commitShare) Repository() *repoNode { return &repoNode{h.s, h.one.repo} }

// Contributions are one a day; the total counts the commits of all days.
func (h *commitShare) Contributions(w window) (*dayConnection, error) {
	var list []*commitDay
	for _, e := range h.one.events {
		day := e.at.UTC().Truncate(24 * time.Hour)
		if n := len(list); n > 0 && list[n-1].day.Equal(day) {
			list[n-1].CommitCount++
			continue
		}
		list = append(list, &commitDay{day: day, CommitCount: 1, repo: &repoNode{h.s, h.one.repo}})
	}
	c, err := connect("contributions", list, w)
	c.total = len(h.one.events)
	return &dayConnection{c}, err
}

type dayConnection struct{ connection[*commitDay] }

func (c *dayConnection) Nodes() (*[]*commitDay, error) {
	return shown(c.connection, func(d *commitDay) *commitDay { return d })
}

type commitDay struct {
	day         time.Time
	repo        *repoNode
	CommitCount int32
}

func (d *commitDay) IsRestricted() bool    { return false }
func (d *commitDay) Repository() *repoNode { return d.repo }

// OccurredAt is the day alone: GitHub gives its midnight in California.
func (d *commitDay) OccurredAt() dateTime { return stamp(d.day.Add(8 * time.Hour)) }

type pullShare struct {
	s   *Server
	one share
}

func (h *pullShare) Repository() *repoNode { return &repoNode{h.s, h.one.repo} }

func (h *pullShare) Contributions(w window) (*oneConnection, error) {
	return ones(h.s, h.one.events, w)
}

type reviewShare struct {
	s   *Server
	one share
}

func (h *reviewShare) Repository() *repoNode { return &repoNode{h.s, h.one.repo} }

func (h *reviewShare) Contributions(w window) (*oneConnection, error) {
	return ones(h.s, h.one.events, w)
}

type issueShare struct {
	s   *Server
	one share
}

func (h *issueShare) Repository() *repoNode { return &repoNode{h.s, h.one.repo} }

func (h *issueShare) Contributions(w window) (*oneConnection, error) {
	return ones(h.s, h.one.events, w)
}

// oneConnection is of pulls, reviews or issues: the three types of the schema have the
// same fields but for the thing itself.
type oneConnection struct {
	connection[contribution]
	s *Server
}

func ones(s *Server, events []contribution, w window) (*oneConnection, error) {
	c, err := connect("contributions", events, w)
	return &oneConnection{c, s}, err
}

func (c *oneConnection) Nodes() (*[]*oneNode, error) {
	return shown(c.connection, func(e contribution) *oneNode { return &oneNode{c.s, e} })
}

type oneNode struct {
	s *Server
	e contribution
}

func (n *oneNode) IsRestricted() bool     { return false }
func (n *oneNode) OccurredAt() dateTime   { return stamp(n.e.at) }
func (n *oneNode) Repository() *repoNode  { return &repoNode{n.s, n.e.repo} }
func (n *oneNode) PullRequest() *pullNode { return &pullNode{n.s, n.e.pull} }
func (n *oneNode) Issue() *issueNode      { return &issueNode{n.s, n.e.issue} }

func (n *oneNode) PullRequestReview() *reviewNode {
	return &reviewNode{n.s, n.e.pull, n.e.review, n.e.place}
}

// ContributionCalendar has every day of the collection, in weeks from Sunday.
func (c *contributionsNode) ContributionCalendar() *calendar {
	count := map[string]int32{}
	for _, e := range c.events {
		count[e.at.UTC().Format(time.DateOnly)]++
	}
	out := &calendar{TotalContributions: int32(len(c.events))}
	for day := c.from.UTC().Truncate(24 * time.Hour); !day.After(c.to); day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Sunday || len(out.Weeks) == 0 {
			out.Weeks = append(out.Weeks, &week{FirstDay: calendarDate{day}})
		}
		last := out.Weeks[len(out.Weeks)-1]
		last.ContributionDays = append(last.ContributionDays, &calendarDay{count[day.Format(time.DateOnly)], calendarDate{day}, int32(day.Weekday())})
	}
	return out
}

type calendar struct {
	TotalContributions int32
	Weeks              []*week
}

type week struct {
	ContributionDays []*calendarDay
	FirstDay         calendarDate
}

type calendarDay struct {
	ContributionCount int32
	Date              calendarDate
	Weekday           int32
}
