package replica

import (
	"cmp"
	"slices"
	"strings"
	"time"

	graphql "github.com/graph-gophers/graphql-go"
)

// actorNode is an Actor or a RepositoryOwner: an account of any type.
type actorNode struct {
	s *Server
	a *account
}

// actor is null for who has no account (GitHub's ghost).
func (s *Server) actor(a *account) *actorNode {
	if a == nil {
		return nil
	}
	return &actorNode{s, a}
}

func (n *actorNode) ID() graphql.ID { return gid(n.a.NodeID) }

// Login is without the suffix REST gives a bot's.
func (n *actorNode) Login() string { return strings.TrimSuffix(n.a.Login, "[bot]") }

func (n *actorNode) URL() uri {
	if n.a.Type == typeBot {
		return uri("https://github.com/apps/" + n.Login())
	}
	return uri("https://github.com/" + n.a.Login)
}

func (n *actorNode) ToUser() (*userNode, bool) { return &userNode{n.s, n.a}, n.a.Type == typeUser }

func (n *actorNode) ToBot() (*botNode, bool) { return &botNode{n}, n.a.Type == typeBot }

func (n *actorNode) ToOrganization() (*organizationNode, bool) {
	return &organizationNode{n.s, n.a}, n.a.Type == typeOrg
}

func (n *actorNode) DatabaseID() *int32 { id := int32(n.a.ID); return &id }

func (n *actorNode) CreatedAt() dateTime { return stamp(n.a.CreatedAt) }

type botNode struct{ *actorNode }

type organizationNode struct {
	s *Server
	a *account
}

func (n *organizationNode) actor() *actorNode    { return &actorNode{n.s, n.a} }
func (n *organizationNode) ID() graphql.ID       { return n.actor().ID() }
func (n *organizationNode) Login() string        { return n.a.Login }
func (n *organizationNode) URL() uri             { return n.actor().URL() }
func (n *organizationNode) DatabaseID() *int32   { return n.actor().DatabaseID() }
func (n *organizationNode) Name() *string        { return text(n.a.Name) }
func (n *organizationNode) Description() *string { return text(n.a.Bio) }
func (n *organizationNode) CreatedAt() dateTime  { return stamp(n.a.CreatedAt) }

func (n *organizationNode) Repositories(a struct {
	window
	IsFork            *bool
	OwnerAffiliations []*string
	Privacy           *string
	OrderBy           *order
},
) (*repoConnection, error) {
	return repositories(n.s, "repositories", choose(n.a.owned, a.IsFork, nil, a.OwnerAffiliations, a.Privacy), a.OrderBy, a.window)
}

type userNode struct {
	s *Server
	a *account
}

func (n *userNode) actor() *actorNode   { return &actorNode{n.s, n.a} }
func (n *userNode) ID() graphql.ID      { return n.actor().ID() }
func (n *userNode) Login() string       { return n.a.Login }
func (n *userNode) URL() uri            { return n.actor().URL() }
func (n *userNode) DatabaseID() *int32  { return n.actor().DatabaseID() }
func (n *userNode) Name() *string       { return text(n.a.Name) }
func (n *userNode) Bio() *string        { return text(n.a.Bio) }
func (n *userNode) Company() *string    { return text(n.a.Company) }
func (n *userNode) Location() *string   { return text(n.a.Location) }
func (n *userNode) CreatedAt() dateTime { return stamp(n.a.CreatedAt) }
func (n *userNode) IsHireable() bool    { return n.a.Hireable }

func (n *userNode) Followers(window) *followers { return &followers{int32(n.a.Followers)} }

type followers struct{ TotalCount int32 }

type order struct{ Field, Direction string }

func (n *userNode) Repositories(a struct {
	window
	IsFork, IsArchived *bool
	OwnerAffiliations  []*string
	Privacy            *string
	OrderBy            *order
},
) (*repoConnection, error) {
	return repositories(n.s, "repositories", choose(n.a.owned, a.IsFork, a.IsArchived, a.OwnerAffiliations, a.Privacy), a.OrderBy, a.window)
}

// choose keeps what the arguments ask for. Only ownership is in the world.
func choose(list []*repository, fork, archived *bool, affiliations []*string, privacy *string) []*repository {
	owner := len(affiliations) == 0
	if !owner {
		for _, a := range affiliations {
			owner = owner || (a != nil && *a == "OWNER")
		}
	}
	if !owner || (privacy != nil && *privacy == "PRIVATE") {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(list), func(k *repository) bool {
		return (fork != nil && k.Fork != *fork) || (archived != nil && k.Archived != *archived)
	})
}

func repositories(s *Server, name string, list []*repository, o *order, w window) (*repoConnection, error) {
	slices.SortStableFunc(list, func(a, b *repository) int { return cmp.Compare(a.ID, b.ID) })
	if o != nil {
		key := map[string]func(a, b *repository) int{
			"CREATED_AT": func(a, b *repository) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"PUSHED_AT":  func(a, b *repository) int { return a.PushedAt.Compare(b.PushedAt) },
			"UPDATED_AT": func(a, b *repository) int { return a.PushedAt.Compare(b.PushedAt) },
			"NAME":       func(a, b *repository) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) },
			"STARGAZERS": func(a, b *repository) int { return cmp.Compare(a.stars(), b.stars()) },
		}[o.Field]
		slices.SortStableFunc(list, func(a, b *repository) int {
			if o.Direction == "DESC" {
				a, b = b, a
			}
			return key(a, b)
		})
	}
	c, err := connect(name, list, w)
	return &repoConnection{c, s, list}, err
}

type repoConnection struct {
	connection[*repository]
	s     *Server
	whole []*repository
}

func (c *repoConnection) Nodes() (*[]*repoNode, error) {
	return shown(c.connection, func(k *repository) *repoNode { return &repoNode{c.s, k} })
}

func (c *repoConnection) Edges() (*[]*repoEdge, error) {
	at := c.from
	return shown(c.connection, func(k *repository) *repoEdge {
		at++
		return &repoEdge{cursor(at - 1), &repoNode{c.s, k}}
	})
}

func (c *repoConnection) TotalDiskUsage() int32 {
	sum := 0
	for _, k := range c.whole {
		sum += k.SizeKB
	}
	return int32(sum)
}

type repoEdge struct {
	Cursor string
	Node   *repoNode
}

// RepositoriesContributedTo looks back a year, as GitHub does.
func (n *userNode) RepositoriesContributedTo(a struct {
	window
	ContributionTypes       *[]*string
	IncludeUserRepositories *bool
	Privacy                 *string
	OrderBy                 *order
},
) (*repoConnection, error) {
	now := n.s.options.Now()
	c := n.s.contributions(n.a, now.AddDate(-1, 0, 0), now)
	wanted := func(kind string) bool {
		if a.ContributionTypes == nil || len(*a.ContributionTypes) == 0 {
			return true
		}
		return slices.ContainsFunc(*a.ContributionTypes, func(t *string) bool { return t != nil && *t == kind })
	}
	seen := map[*repository]bool{}
	for _, e := range c.events {
		if wanted(e.kind) && (e.repo.owner != n.a || (a.IncludeUserRepositories != nil && *a.IncludeUserRepositories)) {
			seen[e.repo] = true
		}
	}
	list := make([]*repository, 0, len(seen))
	for k := range seen {
		list = append(list, k)
	}
	if a.Privacy != nil && *a.Privacy == "PRIVATE" {
		list = nil
	}
	return repositories(n.s, "repositoriesContributedTo", list, a.OrderBy, a.window)
}

func (n *userNode) ContributionsCollection(a struct {
	From, To       *dateTime
	OrganizationID *graphql.ID
},
) (*contributionsNode, error) {
	from, to, err := spanOf(a.From, a.To, n.s.options.Now())
	if err != nil {
		return nil, err
	}
	c := n.s.contributions(n.a, from, to)
	if a.OrganizationID != nil {
		c.events = slices.DeleteFunc(c.events, func(e contribution) bool { return e.repo.owner.NodeID != string(*a.OrganizationID) })
	}
	return c, nil
}

// spanOf completes the bounds of a collection, which is of a year at most.
func spanOf(from, to *dateTime, now time.Time) (time.Time, time.Time, error) {
	var begin, end time.Time
	switch {
	case from == nil && to == nil:
		begin, end = now.AddDate(-1, 0, 0), now
	case from == nil:
		begin, end = to.AddDate(-1, 0, 0), to.Time
	case to == nil:
		begin, end = from.Time, from.AddDate(1, 0, 0)
		if end.After(now) {
			end = now
		}
	default:
		begin, end = from.Time, to.Time
	}
	switch {
	case end.Before(begin):
		return begin, end, &queryError{"VALIDATION", "The 'to' time must be later than the 'from' time"}
	case end.After(begin.AddDate(1, 0, 0)):
		return begin, end, &queryError{"VALIDATION", "The total time spanned by 'from' and 'to' must not exceed 1 year"}
	}
	return begin, end, nil
}

func (n *userNode) PullRequests(a ticketArgs) (*pullConnection, error) {
	var list []*pull
	for _, p := range n.s.world.pulls {
		if p.who == n.a {
			list = append(list, p)
		}
	}
	return n.s.pullsOf(list, a)
}

func (n *userNode) Issues(a ticketArgs) (*issueConnection, error) {
	var list []*issue
	for _, i := range n.s.world.issues {
		if i.who == n.a {
			list = append(list, i)
		}
	}
	return n.s.issuesOf(list, a)
}
