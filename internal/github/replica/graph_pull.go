package replica

import (
	"cmp"
	"slices"
	"strings"
	"time"

	graphql "github.com/graph-gophers/graphql-go"
)

// ticketArgs are those of a list of pulls or issues.
type ticketArgs struct {
	window
	States  *[]string
	OrderBy *order
}

// arrange applies states and orderBy to pulls or issues; without an order the oldest come
// first, as on GitHub.
func arrange[T interface{ comparable }](list []T, a ticketArgs, state func(T) string, key func(T) ticketed) []T {
	if a.States != nil && len(*a.States) > 0 {
		list = slices.DeleteFunc(list, func(v T) bool { return !slices.Contains(*a.States, state(v)) })
	}
	slices.SortStableFunc(list, func(x, y T) int {
		p, q := key(x), key(y)
		if a.OrderBy != nil && a.OrderBy.Direction == "DESC" {
			p, q = q, p
		}
		by := p.created.Compare(q.created)
		if a.OrderBy != nil && a.OrderBy.Field == "UPDATED_AT" {
			by = p.updated().Compare(q.updated())
		}
		if a.OrderBy != nil && a.OrderBy.Field == "COMMENTS" {
			by = cmp.Compare(len(p.comments), len(q.comments))
		}
		return cmp.Or(by, cmp.Compare(p.id, q.id))
	})
	return list
}

func (s *Server) pullsOf(list []*pull, a ticketArgs) (*pullConnection, error) {
	c, err := connect("pullRequests", arrange(list, a, (*pull).state, (*pull).ticketed), a.window)
	return &pullConnection{c, s}, err
}

func (s *Server) issuesOf(list []*issue, a ticketArgs) (*issueConnection, error) {
	c, err := connect("issues", arrange(list, a, (*issue).state, (*issue).ticketed), a.window)
	return &issueConnection{c, s}, err
}

type pullConnection struct {
	connection[*pull]
	s *Server
}

func (c *pullConnection) Nodes() (*[]*pullNode, error) {
	return shown(c.connection, func(p *pull) *pullNode { return &pullNode{c.s, p} })
}

func (c *pullConnection) Edges() (*[]*pullEdge, error) {
	at := c.from
	return shown(c.connection, func(p *pull) *pullEdge {
		at++
		return &pullEdge{cursor(at - 1), &pullNode{c.s, p}}
	})
}

type pullEdge struct {
	Cursor string
	Node   *pullNode
}

type pullNode struct {
	s *Server
	p *pull
}

func (n *pullNode) ID() graphql.ID        { return gid(n.p.nodeID()) }
func (n *pullNode) DatabaseID() *int32    { id := int32(n.p.id()); return &id }
func (n *pullNode) Number() int32         { return int32(n.p.Number) }
func (n *pullNode) Title() string         { return n.p.ticketed().title() }
func (n *pullNode) CreatedAt() dateTime   { return stamp(n.p.CreatedAt) }
func (n *pullNode) MergedAt() *dateTime   { return stampOrNull(n.p.MergedAt) }
func (n *pullNode) ClosedAt() *dateTime   { return stampOrNull(n.p.closed()) }
func (n *pullNode) Merged() bool          { return n.p.MergedAt != nil }
func (n *pullNode) Closed() bool          { return n.p.closed() != nil }
func (n *pullNode) IsDraft() bool         { return false }
func (n *pullNode) State() string         { return n.p.state() }
func (n *pullNode) URL() uri              { return uri(n.p.ticketed().html()) }
func (n *pullNode) Additions() int32      { return int32(n.p.Additions) }
func (n *pullNode) Deletions() int32      { return int32(n.p.Deletions) }
func (n *pullNode) ChangedFiles() int32   { return int32(n.p.Files) }
func (n *pullNode) Repository() *repoNode { return &repoNode{n.s, n.p.repo} }
func (n *pullNode) Author() *actorNode    { return n.s.actor(n.p.who) }
func (n *pullNode) MergedBy() *actorNode  { return n.s.actor(n.p.mergedBy) }

func (n *pullNode) Comments(w window) (*remarkConnection, error) {
	return n.s.remarksOf(n.p.nodeID(), n.p.Comments, w)
}

// Reviews come oldest first.
func (n *pullNode) Reviews(a struct {
	window
	States *[]string
	Author *string
},
) (*reviewConnection, error) {
	var list []*reviewNode
	for i := range n.p.Reviews {
		v := &n.p.Reviews[i]
		if (a.States == nil || len(*a.States) == 0 || slices.Contains(*a.States, v.State)) && (a.Author == nil || v.who.is(*a.Author)) {
			list = append(list, &reviewNode{n.s, n.p, v, i})
		}
	}
	slices.SortStableFunc(list, func(a, b *reviewNode) int { return a.v.SubmittedAt.Compare(b.v.SubmittedAt) })
	c, err := connect("reviews", list, a.window)
	return &reviewConnection{c}, err
}

type reviewConnection struct{ connection[*reviewNode] }

func (c *reviewConnection) Nodes() (*[]*reviewNode, error) {
	return shown(c.connection, func(n *reviewNode) *reviewNode { return n })
}

type reviewNode struct {
	s  *Server
	p  *pull
	v  *review
	at int
}

func (n *reviewNode) ID() graphql.ID {
	return gid(nodeID("PRR_", number("review", n.p.nodeID(), n.at)))
}
func (n *reviewNode) Author() *actorNode     { return n.s.actor(n.v.who) }
func (n *reviewNode) State() string          { return n.v.State }
func (n *reviewNode) SubmittedAt() *dateTime { return stampOrNull(&n.v.SubmittedAt) }
func (n *reviewNode) CreatedAt() dateTime    { return stamp(n.v.SubmittedAt) }

func (s *Server) remarksOf(of string, list []remark, w window) (*remarkConnection, error) {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b remark) int { return a.CreatedAt.Compare(b.CreatedAt) })
	c, err := connect("comments", sorted, w)
	return &remarkConnection{c, s, of}, err
}

type remarkConnection struct {
	connection[remark]
	s  *Server
	of string
}

func (c *remarkConnection) Nodes() (*[]*remarkNode, error) {
	at := c.from
	return shown(c.connection, func(m remark) *remarkNode {
		at++
		return &remarkNode{c.s, m, gid(nodeID("IC_", number("comment", c.of, at)))}
	})
}

type remarkNode struct {
	s  *Server
	m  remark
	ID graphql.ID
}

func (n *remarkNode) Author() *actorNode  { return n.s.actor(n.m.who) }
func (n *remarkNode) CreatedAt() dateTime { return stamp(n.m.CreatedAt) }

type issueConnection struct {
	connection[*issue]
	s *Server
}

func (c *issueConnection) Nodes() (*[]*issueNode, error) {
	return shown(c.connection, func(i *issue) *issueNode { return &issueNode{c.s, i} })
}

func (c *issueConnection) Edges() (*[]*issueEdge, error) {
	at := c.from
	return shown(c.connection, func(i *issue) *issueEdge {
		at++
		return &issueEdge{cursor(at - 1), &issueNode{c.s, i}}
	})
}

type issueEdge struct {
	Cursor string
	Node   *issueNode
}

type issueNode struct {
	s *Server
	i *issue
}

func (n *issueNode) ID() graphql.ID        { return gid(n.i.nodeID()) }
func (n *issueNode) DatabaseID() *int32    { id := int32(n.i.id()); return &id }
func (n *issueNode) Number() int32         { return int32(n.i.Number) }
func (n *issueNode) Title() string         { return n.i.ticketed().title() }
func (n *issueNode) CreatedAt() dateTime   { return stamp(n.i.CreatedAt) }
func (n *issueNode) ClosedAt() *dateTime   { return stampOrNull(n.i.ClosedAt) }
func (n *issueNode) Closed() bool          { return n.i.ClosedAt != nil }
func (n *issueNode) State() string         { return n.i.state() }
func (n *issueNode) URL() uri              { return uri(n.i.ticketed().html()) }
func (n *issueNode) Repository() *repoNode { return &repoNode{n.s, n.i.repo} }
func (n *issueNode) Author() *actorNode    { return n.s.actor(n.i.who) }

func (n *issueNode) Comments(w window) (*remarkConnection, error) {
	return n.s.remarksOf(n.i.nodeID(), n.i.Comments, w)
}

// TimelineItems holds who closed the issue, which GitHub tells nowhere else in GraphQL.
func (n *issueNode) TimelineItems(a struct {
	window
	Last      *int32
	Before    *string
	ItemTypes *[]string
},
) (*timelineConnection, error) {
	if a.First == nil {
		a.First = a.Last // one item at most: both ends are the same
	}
	var list []*closedEvent
	if n.i.ClosedAt != nil {
		list = []*closedEvent{{n.s, n.i, *n.i.ClosedAt}}
	}
	c, err := connect("timelineItems", list, a.window)
	return &timelineConnection{c}, err
}

type timelineConnection struct{ connection[*closedEvent] }

func (c *timelineConnection) Nodes() (*[]*timelineItem, error) {
	return shown(c.connection, func(e *closedEvent) *timelineItem { return &timelineItem{e} })
}

type timelineItem struct{ e *closedEvent }

func (t *timelineItem) ToClosedEvent() (*closedEvent, bool) { return t.e, true }

type closedEvent struct {
	s  *Server
	i  *issue
	at time.Time
}

func (e *closedEvent) ID() graphql.ID      { return gid(strings.Replace(e.i.nodeID(), "I_", "CE_", 1)) }
func (e *closedEvent) Actor() *actorNode   { return e.s.actor(e.i.closedBy) }
func (e *closedEvent) CreatedAt() dateTime { return stamp(e.at) }
