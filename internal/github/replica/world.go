package replica

import (
	"slices"
	"strings"
	"time"
)

// World is a loaded folder. It is never written after Load.
type World struct {
	accounts     map[string]*account // by lower-cased login
	repositories map[string]*repository
	byNumber     map[int64]*repository
	accountIDs   map[int64]*account
	nodes        map[string]any // *account, *repository or *pull by node id
	commits      map[string]*commit
	pulls        []*pull // newest first
	issues       []*issue
}

// account is a user, a bot or an organisation.
type account struct {
	Login     string    `json:"login"`
	ID        int64     `json:"id"`
	NodeID    string    `json:"node_id"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
	Type      string    `json:"type"`
	Bio       string    `json:"bio"`
	Company   string    `json:"company"`
	Location  string    `json:"location"`
	Blog      string    `json:"blog"`
	Hireable  bool      `json:"hireable"`
	Followers int       `json:"followers"`
	Following int       `json:"following"`

	owned []*repository // by full name
	works []*work       // where it committed, by full name
}

const (
	typeUser = "User"
	typeBot  = "Bot"
	typeOrg  = "Organization"
)

// repository is one line of repos.jsonl with what hangs on it.
type repository struct {
	FullName  string           `json:"full_name"`
	ID        int64            `json:"id"`
	NodeID    string           `json:"node_id"`
	Owner     string           `json:"owner"`
	OwnerType string           `json:"owner_type"`
	Name      string           `json:"name"`
	About     string           `json:"description"`
	Topics    []string         `json:"topics"`
	Fork      bool             `json:"fork"`
	Archived  bool             `json:"archived"`
	Mirror    bool             `json:"mirror"`
	Template  bool             `json:"template"`
	Disabled  bool             `json:"disabled"`
	Parent    string           `json:"parent"`
	Branch    string           `json:"default_branch"`
	Head      string           `json:"head_sha"` // empty: no commit yet
	CreatedAt time.Time        `json:"created_at"`
	PushedAt  time.Time        `json:"pushed_at"`
	SizeKB    int              `json:"size_kb"`
	License   string           `json:"license_spdx"`
	Bytes     map[string]int64 `json:"languages"`
	Stars     *int             `json:"stargazers_count"`
	Forks     *int             `json:"forks_count"`

	owner   *account
	parent  *repository // nil when it is none or not in the world
	works   []*work     // by commits, most first
	commits []*commit   // of listed logins, newest first
	all     int         // commits reachable from the head, unknown authors' included
	archive *archive    // nil: none in the world
	pulls   []*pull     // newest first
	issues  []*issue
}

// language is one of a repository's, ordered by bytes.
type language struct {
	Name string
	Size int64
}

func (k *repository) languages() []language {
	out := make([]language, 0, len(k.Bytes))
	for name, size := range k.Bytes {
		out = append(out, language{name, size})
	}
	slices.SortFunc(out, func(a, b language) int {
		if a.Size != b.Size {
			return int(max(-1, min(1, b.Size-a.Size)))
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

func (k *repository) stars() int { return known(k.Stars) }
func (k *repository) forks() int { return known(k.Forks) }

// known reads a figure the world may not have; GitHub has no null there.
func known(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// spdx is the licence as GitHub names it: an expression of several is none it knows.
func (k *repository) spdx() string {
	if strings.Contains(k.License, " ") {
		return "NOASSERTION"
	}
	return k.License
}

// work is one login's commits to one repository.
type work struct {
	login   string
	who     *account // nil: no account is known by that login
	repo    *repository
	total   int
	years   []year
	commits []*commit // newest first
}

type year struct {
	year, commits int
	first, last   time.Time
}

// commit is one of a work's. Files are shared by those that were filled in (fill).
type commit struct {
	sha   string
	at    time.Time
	work  *work
	files []file
	total int // of files; the list may be shorter
}

// file is a changed file; a null count means that it is binary.
type file struct {
	Path      string `json:"path"`
	Additions *int   `json:"additions"`
	Deletions *int   `json:"deletions"`
}

// touches says whether a commit changed a path or something below it, as git log does.
func (c *commit) touches(path string) bool {
	path = strings.Trim(path, "/")
	if path == "" {
		return true
	}
	for _, f := range c.files {
		if rest, ok := strings.CutPrefix(f.Path, path); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

func (c *commit) changed() (additions, deletions int) {
	for _, f := range c.files {
		additions += known(f.Additions)
		deletions += known(f.Deletions)
	}
	return additions, deletions
}

// email is the address GitHub gives a commit made on its pages; the world holds no other.
func (w *work) email() string { return w.login + "@users.noreply.github.com" }

func (w *work) name() string {
	if w.who != nil && w.who.Name != "" {
		return w.who.Name
	}
	return w.login
}

// remark is a comment on a pull or an issue.
type remark struct {
	Author    string    `json:"author"`
	CreatedAt time.Time `json:"created_at"`
	who       *account
}

type review struct {
	Author      string    `json:"author"`
	State       string    `json:"state"`
	SubmittedAt time.Time `json:"submitted_at"`
	who         *account
}

// pull is one line of pulls.jsonl.
type pull struct {
	FullName  string     `json:"full_name"`
	Number    int        `json:"number"`
	Author    string     `json:"author"`
	CreatedAt time.Time  `json:"created_at"`
	MergedAt  *time.Time `json:"merged_at"`
	ClosedAt  *time.Time `json:"closed_at"`
	MergedBy  string     `json:"merged_by"`
	Title     string     `json:"title"`
	Additions int        `json:"additions"`
	Deletions int        `json:"deletions"`
	Files     int        `json:"changed_files"`
	Reviews   []review   `json:"reviews"`
	Comments  []remark   `json:"comments"`

	repo     *repository
	who      *account
	mergedBy *account
}

func (p *pull) id() int64      { return number("pull", p.FullName, p.Number) }
func (p *pull) nodeID() string { return nodeID("PR_", p.id()) }

func (p *pull) state() string {
	switch {
	case p.MergedAt != nil:
		return "MERGED"
	case p.ClosedAt != nil:
		return "CLOSED"
	}
	return "OPEN"
}

// closed is when it was closed; GitHub closes what it merges.
func (p *pull) closed() *time.Time {
	if p.ClosedAt == nil {
		return p.MergedAt
	}
	return p.ClosedAt
}

// issue is one line of issues.jsonl.
type issue struct {
	FullName  string     `json:"full_name"`
	Number    int        `json:"number"`
	Author    string     `json:"author"`
	CreatedAt time.Time  `json:"created_at"`
	ClosedAt  *time.Time `json:"closed_at"`
	ClosedBy  string     `json:"closed_by"`
	Title     string     `json:"title"`
	Comments  []remark   `json:"comments"`

	repo     *repository
	who      *account
	closedBy *account
}

func (i *issue) id() int64      { return number("issue", i.FullName, i.Number) }
func (i *issue) nodeID() string { return nodeID("I_", i.id()) }

func (i *issue) state() string {
	if i.ClosedAt != nil {
		return "CLOSED"
	}
	return "OPEN"
}

func (w *World) account(login string) *account { return w.accounts[strings.ToLower(login)] }

func (w *World) repository(owner, name string) *repository {
	return w.repositories[strings.ToLower(owner+"/"+name)]
}
