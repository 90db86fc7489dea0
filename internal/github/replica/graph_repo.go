package replica

import (
	"slices"
	"strings"

	graphql "github.com/graph-gophers/graphql-go"
)

// repoNode is a Repository.
type repoNode struct {
	s *Server
	k *repository
}

func (n *repoNode) ID() graphql.ID         { return gid(n.k.NodeID) }
func (n *repoNode) DatabaseID() *int32     { id := int32(n.k.ID); return &id }
func (n *repoNode) NameWithOwner() string  { return n.k.FullName }
func (n *repoNode) Name() string           { return n.k.Name }
func (n *repoNode) Owner() *actorNode      { return &actorNode{n.s, n.k.owner} }
func (n *repoNode) URL() uri               { return uri("https://github.com/" + n.k.FullName) }
func (n *repoNode) Description() *string   { return text(n.k.About) }
func (n *repoNode) IsFork() bool           { return n.k.Fork }
func (n *repoNode) IsArchived() bool       { return n.k.Archived }
func (n *repoNode) IsTemplate() bool       { return n.k.Template }
func (n *repoNode) IsMirror() bool         { return n.k.Mirror }
func (n *repoNode) IsEmpty() bool          { return n.k.Head == "" }
func (n *repoNode) IsDisabled() bool       { return n.k.Disabled }
func (n *repoNode) IsPrivate() bool        { return false }
func (n *repoNode) IsInOrganization() bool { return n.k.owner.Type == typeOrg }
func (n *repoNode) CreatedAt() dateTime    { return stamp(n.k.CreatedAt) }
func (n *repoNode) UpdatedAt() dateTime    { return stamp(n.k.PushedAt) }
func (n *repoNode) PushedAt() *dateTime    { return stampOrNull(&n.k.PushedAt) }
func (n *repoNode) DiskUsage() *int32      { size := int32(n.k.SizeKB); return &size }
func (n *repoNode) StargazerCount() int32  { return int32(n.k.stars()) }
func (n *repoNode) ForkCount() int32       { return int32(n.k.forks()) }

func (n *repoNode) Parent() *repoNode {
	if !n.k.Fork || n.k.parent == nil {
		return nil
	}
	return &repoNode{n.s, n.k.parent}
}

func (n *repoNode) LicenseInfo() *licenseNode {
	id := n.k.spdx()
	switch id {
	case "":
		return nil
	case "NOASSERTION":
		return &licenseNode{"other", "Other", &id}
	}
	return &licenseNode{strings.ToLower(id), id, &id}
}

type licenseNode struct {
	Key, Name string
	SpdxID    *string
}

func (n *repoNode) PrimaryLanguage() *languageNode {
	list := n.k.languages()
	if len(list) == 0 {
		return nil
	}
	return &languageNode{list[0].Name}
}

type languageNode struct{ Name string }

func (n *languageNode) ID() graphql.ID { return gid(nodeID("LA_", number("language", n.Name, 0))) }

// Languages come by name unless SIZE is asked for.
func (n *repoNode) Languages(a struct {
	window
	OrderBy *order
},
) (*languageConnection, error) {
	list := n.k.languages()
	switch {
	case a.OrderBy == nil:
		slices.SortFunc(list, func(a, b language) int { return strings.Compare(a.Name, b.Name) })
	case a.OrderBy.Direction == "ASC":
		slices.Reverse(list)
	}
	sum := int64(0)
	for _, l := range list {
		sum += l.Size
	}
	c, err := connect("languages", list, a.window)
	return &languageConnection{c, sum}, err
}

type languageConnection struct {
	connection[language]
	sum int64
}

func (c *languageConnection) TotalSize() int32 { return int32(c.sum) }

func (c *languageConnection) Nodes() (*[]*languageNode, error) {
	return shown(c.connection, func(l language) *languageNode { return &languageNode{l.Name} })
}

func (c *languageConnection) Edges() (*[]*languageEdge, error) {
	at := c.from
	return shown(c.connection, func(l language) *languageEdge {
		at++
		return &languageEdge{cursor(at - 1), &languageNode{l.Name}, int32(l.Size)}
	})
}

type languageEdge struct {
	Cursor string
	Node   *languageNode
	Size   int32
}

func (n *repoNode) RepositoryTopics(w window) (*topicConnection, error) {
	c, err := connect("repositoryTopics", n.k.Topics, w)
	return &topicConnection{c}, err
}

type topicConnection struct{ connection[string] }

func (c *topicConnection) Nodes() (*[]*topicLink, error) {
	return shown(c.connection, func(name string) *topicLink { return &topicLink{&topicNode{name}} })
}

type topicLink struct{ Topic *topicNode }

func (n *topicLink) ID() graphql.ID {
	return gid(nodeID("RT_", number("topic link", n.Topic.Name, 0)))
}
func (n *topicLink) URL() uri { return uri("https://github.com/topics/" + n.Topic.Name) }

type topicNode struct{ Name string }

func (n *topicNode) ID() graphql.ID { return gid(nodeID("T_", number("topic", n.Name, 0))) }

func (n *repoNode) DefaultBranchRef() *refNode {
	if n.k.Head == "" {
		return nil
	}
	return &refNode{n.s, n.k}
}

type refNode struct {
	s *Server
	k *repository
}

func (n *refNode) ID() graphql.ID     { return gid("REF_" + n.k.NodeID) }
func (n *refNode) Name() string       { return n.k.Branch }
func (n *refNode) Prefix() string     { return "refs/heads/" }
func (n *refNode) Target() *gitObject { return &gitObject{s: n.s, k: n.k, c: n.s.head(n.k)} }

// head is the commit at the head; the world need not hold it among its authors' commits.
func (s *Server) head(k *repository) *commit {
	if c := s.world.commits[k.Head]; c != nil {
		return c
	}
	return &commit{sha: k.Head, at: k.PushedAt, work: &work{repo: k, login: "unknown"}}
}

// Object takes an expression as git does: a ref, or "ref:path" for a file or a folder.
func (n *repoNode) Object(a struct {
	Expression *string
	Oid        *objectID
},
) *gitObject {
	if n.k.Head == "" {
		return nil
	}
	if a.Oid != nil {
		return n.named(string(*a.Oid))
	}
	if a.Expression == nil {
		return nil
	}
	ref, path, deeper := strings.Cut(*a.Expression, ":")
	if !deeper {
		if n.k.at(ref) && ref != "" {
			return &gitObject{s: n.s, k: n.k, c: n.s.head(n.k)}
		}
		return n.named(ref)
	}
	if !n.k.at(ref) || n.k.archive == nil {
		return nil
	}
	if e := n.k.archive.byPath[strings.Trim(path, "/")]; e != nil {
		return &gitObject{s: n.s, k: n.k, e: e}
	}
	return nil
}

func (n *repoNode) named(hash string) *gitObject {
	if hash == n.k.Head {
		return &gitObject{s: n.s, k: n.k, c: n.s.head(n.k)}
	}
	if c := n.s.world.commits[hash]; c != nil && c.work.repo == n.k {
		return &gitObject{s: n.s, k: n.k, c: c}
	}
	if n.k.archive != nil && n.k.archive.byHash[hash] != nil {
		return &gitObject{s: n.s, k: n.k, e: n.k.archive.byHash[hash]}
	}
	return nil
}

func (n *repoNode) PullRequests(a ticketArgs) (*pullConnection, error) {
	return n.s.pullsOf(slices.Clone(n.k.pulls), a)
}

func (n *repoNode) Issues(a ticketArgs) (*issueConnection, error) {
	return n.s.issuesOf(slices.Clone(n.k.issues), a)
}
