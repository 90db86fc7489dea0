package replica

import (
	"context"
	"strings"

	graphql "github.com/graph-gophers/graphql-go"
)

// queryRoot answers the fields of Query. The world is reached through the server.
type queryRoot struct{ s *Server }

type loginArgs struct{ Login string }

func (q queryRoot) User(a loginArgs) (*userNode, error) {
	who := q.s.world.account(a.Login)
	if who == nil || who.Type != typeUser {
		return nil, unresolved("Could not resolve to a User with the login of '%s'.", a.Login)
	}
	return &userNode{q.s, who}, nil
}

func (q queryRoot) Organization(a loginArgs) (*organizationNode, error) {
	who := q.s.world.account(a.Login)
	if who == nil || who.Type != typeOrg {
		return nil, unresolved("Could not resolve to an Organization with the login of '%s'.", a.Login)
	}
	return &organizationNode{q.s, who}, nil
}

func (q queryRoot) RepositoryOwner(a loginArgs) *actorNode {
	who := q.s.world.account(a.Login)
	if who == nil || who.Type == typeBot {
		return nil
	}
	return &actorNode{q.s, who}
}

func (q queryRoot) Repository(a struct {
	Owner, Name   string
	FollowRenames bool
},
) (*repoNode, error) {
	k := q.s.world.repository(a.Owner, a.Name)
	if k == nil {
		return nil, unresolved("Could not resolve to a Repository with the name '%s/%s'.", a.Owner, a.Name)
	}
	return &repoNode{q.s, k}, nil
}

func (q queryRoot) Node(a struct{ ID graphql.ID }) (*anyNode, error) {
	return q.node(string(a.ID))
}

func (q queryRoot) Nodes(ctx context.Context, a struct{ IDs []graphql.ID }) ([]*anyNode, error) {
	if len(a.IDs) > mostFirst {
		return nil, &queryError{"ARGUMENT_LIMIT", "You may not provide more than 100 node ids"}
	}
	out := make([]*anyNode, 0, len(a.IDs))
	for _, id := range a.IDs {
		n, err := q.node(string(id))
		if err != nil {
			n = nil // GitHub has null in its place, and an error we cannot give beside it
		}
		out = append(out, n)
	}
	return out, nil
}

func (q queryRoot) node(id string) (*anyNode, error) {
	v := q.s.world.nodes[id]
	if rest, ok := strings.CutPrefix(id, "C_"); v == nil && ok {
		if c := q.s.world.commits[rest[strings.LastIndexByte(rest, '_')+1:]]; c != nil && c.nodeID() == id {
			v = c
		}
	}
	if v == nil {
		return nil, unresolved("Could not resolve to a node with the global id of '%s'", id)
	}
	return &anyNode{q.s, gid(id), v}, nil
}

// anyNode is whatever an id names.
type anyNode struct {
	s    *Server
	name graphql.ID
	v    any
}

func (n *anyNode) ID() graphql.ID { return n.name }

func (n *anyNode) account() *actorNode {
	if a, ok := n.v.(*account); ok {
		return &actorNode{n.s, a}
	}
	return &actorNode{n.s, &account{}} // of no type
}

func (n *anyNode) ToUser() (*userNode, bool)                 { return n.account().ToUser() }
func (n *anyNode) ToBot() (*botNode, bool)                   { return n.account().ToBot() }
func (n *anyNode) ToOrganization() (*organizationNode, bool) { return n.account().ToOrganization() }

func (n *anyNode) ToRepository() (*repoNode, bool) {
	k, ok := n.v.(*repository)
	return &repoNode{n.s, k}, ok
}

func (n *anyNode) ToCommit() (*commitNode, bool) {
	c, ok := n.v.(*commit)
	return &commitNode{n.s, c}, ok
}

func (n *anyNode) ToPullRequest() (*pullNode, bool) {
	p, ok := n.v.(*pull)
	return &pullNode{n.s, p}, ok
}

func (n *anyNode) ToIssue() (*issueNode, bool) {
	i, ok := n.v.(*issue)
	return &issueNode{n.s, i}, ok
}

func (n *anyNode) ToTree() (*treeNode, bool) { return nil, false }
func (n *anyNode) ToBlob() (*blobNode, bool) { return nil, false }

// RateLimit is told after the query itself has been charged.
func (q queryRoot) RateLimit(ctx context.Context, _ struct{ DryRun bool }) *rateNode {
	c, _ := ctx.Value(chargeKey{}).(charge)
	return &rateNode{
		Cost: int32(c.points), NodeCount: int32(c.nodes), Limit: int32(c.after.Limit), Remaining: int32(c.after.Remaining), Used: int32(c.after.Used),
		ResetAt: stamp(unix(c.after.Reset)),
	}
}

type rateNode struct {
	Cost, Limit, NodeCount, Remaining, Used int32
	ResetAt                                 dateTime
}

func (q queryRoot) Search(a struct {
	Query string
	Type  string
	window
},
) (*searchConnection, error) {
	list := q.found(a.Type, parseQuery(a.Query))
	c, err := connect("search", list[:min(len(list), mostFound)], a.window)
	c.total = len(list)
	return &searchConnection{connection: c, s: q.s, kind: a.Type}, err
}

func (q queryRoot) found(kind string, asked query) []any {
	var out []any
	switch kind {
	case "ISSUE":
		for _, t := range q.s.tickets(asked) {
			if t.pull != nil {
				out = append(out, t.pull)
			} else if i := q.s.world.nodes[t.nodeID]; i != nil {
				out = append(out, i)
			}
		}
	case "REPOSITORY":
		for _, k := range q.s.repositoriesByName() {
			if asked.fitsRepository(k) {
				out = append(out, k)
			}
		}
	case "USER":
		for _, word := range asked.words {
			if a := q.s.world.account(word); a != nil && a.Type == typeUser {
				out = append(out, a)
			}
		}
	}
	return out
}

func (q query) fitsRepository(k *repository) bool {
	for _, one := range q.qualifiers {
		if fits, ours := one.in(k); !one.ignored() && (fits && ours) == one.not {
			return false
		}
	}
	for _, word := range q.words {
		if !strings.Contains(strings.ToLower(k.Name+" "+k.About), strings.ToLower(word)) {
			return false
		}
	}
	return true
}

type searchConnection struct {
	connection[any]
	s    *Server
	kind string
}

func (c *searchConnection) count(kind string) int32 {
	if c.kind != kind {
		return 0
	}
	return int32(c.total)
}

func (c *searchConnection) IssueCount() int32      { return c.count("ISSUE") }
func (c *searchConnection) RepositoryCount() int32 { return c.count("REPOSITORY") }
func (c *searchConnection) UserCount() int32       { return c.count("USER") }

func (c *searchConnection) Nodes() (*[]*anyNode, error) {
	return shown(c.connection, func(v any) *anyNode { return &anyNode{s: c.s, v: v} })
}
