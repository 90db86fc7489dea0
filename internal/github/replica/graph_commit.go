package replica

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	graphql "github.com/graph-gophers/graphql-go"
)

// gitObject is a GitObject: a commit, a folder or a file.
type gitObject struct {
	s *Server
	k *repository
	c *commit
	e *entry
}

func (o *gitObject) oid() string {
	if o.c != nil {
		return o.c.sha
	}
	return o.e.hash
}

func (o *gitObject) ID() graphql.ID {
	if o.c != nil {
		return gid(o.c.nodeID())
	}
	return gid("GO_" + o.k.NodeID + "_" + o.e.hash)
}

func (o *gitObject) Oid() objectID          { return objectID(o.oid()) }
func (o *gitObject) AbbreviatedOid() string { return o.oid()[:min(7, len(o.oid()))] }

func (o *gitObject) ToCommit() (*commitNode, bool) { return &commitNode{o.s, o.c}, o.c != nil }

func (o *gitObject) ToTree() (*treeNode, bool) { return &treeNode{o}, o.e != nil && o.e.folder }

func (o *gitObject) ToBlob() (*blobNode, bool) { return &blobNode{o}, o.e != nil && !o.e.folder }

type treeNode struct{ *gitObject }

func (t *treeNode) Entries() *[]*entryNode {
	out := make([]*entryNode, 0, len(t.e.children))
	for _, e := range t.e.children {
		out = append(out, &entryNode{t.s, t.k, e})
	}
	return &out
}

type entryNode struct {
	s *Server
	k *repository
	e *entry
}

func (n *entryNode) Name() string       { return n.e.name() }
func (n *entryNode) Type() string       { return n.e.kind() }
func (n *entryNode) Path() *string      { return &n.e.path }
func (n *entryNode) Size() int32        { return int32(len(n.e.content)) }
func (n *entryNode) Oid() objectID      { return objectID(n.e.hash) }
func (n *entryNode) Object() *gitObject { return &gitObject{s: n.s, k: n.k, e: n.e} }

// Mode is git's, as a number.
func (n *entryNode) Mode() int32 {
	switch {
	case n.e.folder:
		return 0o040000
	case n.e.runs:
		return 0o100755
	}
	return 0o100644
}

type blobNode struct{ *gitObject }

func (b *blobNode) ByteSize() int32   { return int32(len(b.e.content)) }
func (b *blobNode) IsBinary() *bool   { v := b.e.isBinary(); return &v }
func (b *blobNode) IsTruncated() bool { return len(b.e.content) > mostText }

// mostText is where GitHub cuts a text.
const mostText = 512 << 10

// Text is null for a binary file.
func (b *blobNode) Text() *string {
	if b.e.isBinary() || !utf8.Valid(b.e.content) {
		return nil
	}
	v := strings.ToValidUTF8(string(b.e.content[:min(len(b.e.content), mostText)]), "")
	return &v
}

type commitNode struct {
	s *Server
	c *commit
}

func (n *commitNode) ID() graphql.ID          { return gid(n.c.nodeID()) }
func (n *commitNode) Oid() objectID           { return objectID(n.c.sha) }
func (n *commitNode) AbbreviatedOid() string  { return n.c.sha[:min(7, len(n.c.sha))] }
func (n *commitNode) AuthoredDate() dateTime  { return stamp(n.c.at) }
func (n *commitNode) CommittedDate() dateTime { return stamp(n.c.at) }
func (n *commitNode) MessageHeadline() string { return n.c.message() }
func (n *commitNode) Additions() int32        { added, _ := n.c.changed(); return int32(added) }
func (n *commitNode) Deletions() int32        { _, deleted := n.c.changed(); return int32(deleted) }

func (n *commitNode) ChangedFilesIfAvailable() *int32 { total := int32(n.c.total); return &total }

func (n *commitNode) URL() uri {
	return uri("https://github.com/" + n.c.work.repo.FullName + "/commit/" + n.c.sha)
}

func (n *commitNode) Author() *gitActor { return &gitActor{n.s, n.c} }

type gitActor struct {
	s *Server
	c *commit
}

func (n *gitActor) Name() *string   { v := n.c.work.name(); return &v }
func (n *gitActor) Email() *string  { v := n.c.work.email(); return &v }
func (n *gitActor) Date() *dateTime { return stampOrNull(&n.c.at) }

func (n *gitActor) User() *userNode {
	if n.c.work.who == nil || n.c.work.who.Type != typeUser {
		return nil
	}
	return &userNode{n.s, n.c.work.who}
}

// Parents are one, the next older commit the world knows, or none for the oldest.
func (n *commitNode) Parents(w window) (*parentConnection, error) {
	k := n.c.work.repo
	var list []*commit
	older, _ := slices.BinarySearchFunc(k.commits, n.c, func(a, b *commit) int { return b.at.Compare(a.at) })
	for _, c := range k.commits[older:] {
		if c != n.c && !c.at.After(n.c.at) && c.sha != n.c.sha && (c.at.Before(n.c.at) || c.sha > n.c.sha) {
			list = []*commit{c}
			break
		}
	}
	c, err := connect("parents", list, w)
	return &parentConnection{c, n.s}, err
}

type parentConnection struct {
	connection[*commit]
	s *Server
}

func (c *parentConnection) Nodes() (*[]*commitNode, error) {
	return shown(c.connection, func(one *commit) *commitNode { return &commitNode{c.s, one} })
}

// History is the commits up to this one. Without an author it is everybody's: the world
// holds only those of its logins, so the total is the repository's own and a part of it is
// told in proportion.
func (n *commitNode) History(a struct {
	window
	Author *struct {
		Emails *[]string
		ID     *graphql.ID
	}
	Path         *string
	Since, Until *dateTime
},
) (*historyConnection, error) {
	k := n.c.work.repo
	h := history{until: n.c.at}
	if n.c.sha == k.Head {
		h.until = h.until.AddDate(1000, 0, 0) // author dates may lie after the head's
	}
	if a.Path != nil {
		h.path = *a.Path
	}
	if a.Since != nil {
		h.since = a.Since.Time
	}
	if a.Until != nil && a.Until.Before(h.until) {
		h.until = a.Until.Time
	}
	if a.Author != nil {
		h.author = func(w *work) bool {
			if a.Author.ID != nil {
				return w.who != nil && w.who.NodeID == string(*a.Author.ID)
			}
			return a.Author.Emails == nil || slices.ContainsFunc(*a.Author.Emails, func(e string) bool { return strings.EqualFold(e, w.email()) })
		}
	}
	list := h.of(k)
	c, err := connect("history", list, a.window)
	if a.Author == nil && len(k.commits) > 0 && len(list) > 0 {
		c.total = max(1, int(math.Round(float64(len(list))*float64(k.all)/float64(len(k.commits)))))
	} else if a.Author == nil && h.path == "" && a.Since == nil && a.Until == nil {
		c.total = k.all
	}
	return &historyConnection{c, n.s}, err
}

type historyConnection struct {
	connection[*commit]
	s *Server
}

func (c *historyConnection) Nodes() (*[]*commitNode, error) {
	return shown(c.connection, func(one *commit) *commitNode { return &commitNode{c.s, one} })
}

func (c *historyConnection) Edges() (*[]*commitEdge, error) {
	at := c.from
	return shown(c.connection, func(one *commit) *commitEdge {
		at++
		return &commitEdge{cursor(at - 1), &commitNode{c.s, one}}
	})
}

type commitEdge struct {
	Cursor string
	Node   *commitNode
}
