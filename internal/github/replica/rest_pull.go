package replica

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// listedIssue is an issue of a list or a search. A pull is one as well, with PullRequest.
type listedIssue struct {
	URL               string      `json:"url"`
	RepositoryURL     string      `json:"repository_url"`
	LabelsURL         string      `json:"labels_url"`
	CommentsURL       string      `json:"comments_url"`
	EventsURL         string      `json:"events_url"`
	HTMLURL           string      `json:"html_url"`
	ID                int64       `json:"id"`
	NodeID            string      `json:"node_id"`
	Number            int         `json:"number"`
	Title             string      `json:"title"`
	User              *simpleUser `json:"user"`
	Labels            []string    `json:"labels"`
	State             string      `json:"state"`
	Locked            bool        `json:"locked"`
	Assignee          *simpleUser `json:"assignee"`
	Assignees         []string    `json:"assignees"`
	Milestone         *string     `json:"milestone"`
	Comments          int         `json:"comments"`
	CreatedAt         time.Time   `json:"created_at"`
	UpdatedAt         time.Time   `json:"updated_at"`
	ClosedAt          *time.Time  `json:"closed_at"`
	AuthorAssociation string      `json:"author_association"`
	Draft             *bool       `json:"draft,omitempty"`
	PullRequest       *pullLinks  `json:"pull_request,omitempty"`
	Body              *string     `json:"body"`
	StateReason       *string     `json:"state_reason"`
	TimelineURL       string      `json:"timeline_url"`
	Score             *float64    `json:"score,omitempty"` // of a search
}

type pullLinks struct {
	URL      string     `json:"url"`
	HTMLURL  string     `json:"html_url"`
	DiffURL  string     `json:"diff_url"`
	PatchURL string     `json:"patch_url"`
	MergedAt *time.Time `json:"merged_at"`
}

// ticketed is what issues and pulls have in common, as lists and searches need it.
type ticketed struct {
	repo     *repository
	number   int
	author   *account
	created  time.Time
	closed   *time.Time
	comments []remark
	pull     *pull // nil for an issue
	id       int64
	nodeID   string
	given    string // its title, if the world has one
}

func (p *pull) ticketed() ticketed {
	return ticketed{p.repo, p.Number, p.who, p.CreatedAt, p.closed(), p.Comments, p, p.id(), p.nodeID(), p.Title}
}

func (i *issue) ticketed() ticketed {
	return ticketed{i.repo, i.Number, i.who, i.CreatedAt, i.ClosedAt, i.Comments, nil, i.id(), i.nodeID(), i.Title}
}

// title stands in for the one the world does not hold.
func (t ticketed) title() string {
	if t.given != "" {
		return t.given
	}
	if t.pull != nil {
		return fmt.Sprintf("Change %d", t.number)
	}
	return fmt.Sprintf("Issue %d", t.number)
}

func (t ticketed) state() string {
	if t.closed != nil {
		return "closed"
	}
	return "open"
}

// updated is the last moment anything is known to have happened.
func (t ticketed) updated() time.Time {
	last := t.created
	if t.closed != nil && t.closed.After(last) {
		last = *t.closed
	}
	for _, c := range t.comments {
		if c.CreatedAt.After(last) {
			last = c.CreatedAt
		}
	}
	return last
}

func (t ticketed) association() string {
	switch {
	case t.author == t.repo.owner:
		return "OWNER"
	case slices.ContainsFunc(t.repo.works, func(k *work) bool { return k.who == t.author && k.total > 0 }):
		return "CONTRIBUTOR"
	}
	return "NONE"
}

func (t ticketed) html() string {
	kind := "issues"
	if t.pull != nil {
		kind = "pull"
	}
	return fmt.Sprintf("https://github.com/%s/%s/%d", t.repo.FullName, kind, t.number)
}

func (t ticketed) listed(r *http.Request) listedIssue {
	repo := base(r) + "/repos/" + t.repo.FullName
	at := fmt.Sprintf("%s/issues/%d", repo, t.number)
	i := listedIssue{
		URL: at, RepositoryURL: repo, LabelsURL: at + "/labels{/name}", CommentsURL: at + "/comments", EventsURL: at + "/events", HTMLURL: t.html(),
		ID: t.id, NodeID: t.nodeID, Number: t.number, Title: t.title(), User: simple(r, t.author), Labels: []string{}, State: t.state(), Assignees: []string{},
		Comments: len(t.comments), CreatedAt: t.created, UpdatedAt: t.updated(), ClosedAt: t.closed, AuthorAssociation: t.association(), TimelineURL: at + "/timeline",
	}
	if t.pull != nil {
		i.Draft = new(bool)
		i.PullRequest = &pullLinks{fmt.Sprintf("%s/pulls/%d", repo, t.number), t.html(), t.html() + ".diff", t.html() + ".patch", t.pull.MergedAt}
	}
	return i
}

type listedPull struct {
	URL               string      `json:"url"`
	ID                int64       `json:"id"`
	NodeID            string      `json:"node_id"`
	HTMLURL           string      `json:"html_url"`
	DiffURL           string      `json:"diff_url"`
	PatchURL          string      `json:"patch_url"`
	IssueURL          string      `json:"issue_url"`
	Number            int         `json:"number"`
	State             string      `json:"state"`
	Locked            bool        `json:"locked"`
	Title             string      `json:"title"`
	User              *simpleUser `json:"user"`
	Body              *string     `json:"body"`
	CreatedAt         time.Time   `json:"created_at"`
	UpdatedAt         time.Time   `json:"updated_at"`
	ClosedAt          *time.Time  `json:"closed_at"`
	MergedAt          *time.Time  `json:"merged_at"`
	Draft             bool        `json:"draft"`
	Head              branch      `json:"head"`
	Base              branch      `json:"base"`
	AuthorAssociation string      `json:"author_association"`
}

type branch struct {
	Label string       `json:"label"`
	Ref   string       `json:"ref"`
	SHA   string       `json:"sha"`
	User  *simpleUser  `json:"user"`
	Repo  *minimalRepo `json:"repo"`
}

func listPull(r *http.Request, p *pull) listedPull {
	t := p.ticketed()
	i := t.listed(r)
	target := minimal(r, p.repo)
	change := fmt.Sprintf("change-%d", p.Number)
	from := branch{Ref: change, Label: p.Author + ":" + change, SHA: p.repo.Head, User: i.User} // the fork is gone
	return listedPull{
		URL: i.PullRequest.URL, ID: i.ID, NodeID: i.NodeID, HTMLURL: i.HTMLURL, DiffURL: i.PullRequest.DiffURL, PatchURL: i.PullRequest.PatchURL,
		IssueURL: i.URL, Number: i.Number, State: i.State, Title: i.Title, User: i.User, CreatedAt: i.CreatedAt, UpdatedAt: i.UpdatedAt,
		ClosedAt: i.ClosedAt, MergedAt: p.MergedAt, AuthorAssociation: i.AuthorAssociation, Head: from,
		Base: branch{p.repo.Owner + ":" + p.repo.Branch, p.repo.Branch, p.repo.Head, simple(r, p.repo.owner), &target},
	}
}

func (s *Server) pulls(w http.ResponseWriter, r *http.Request, k *repository) {
	list := []ticketed{}
	for _, p := range k.pulls {
		list = append(list, p.ticketed())
	}
	out := []listedPull{}
	for _, t := range page(w, r, k.place("/pulls"), selected(r, list)) {
		out = append(out, listPull(r, t.pull))
	}
	writeJSON(w, http.StatusOK, out)
}

// issues is GET /repos/:owner/:repo/issues, which lists pulls too.
func (s *Server) issues(w http.ResponseWriter, r *http.Request, k *repository) {
	list := []ticketed{}
	for _, p := range k.pulls {
		list = append(list, p.ticketed())
	}
	for _, i := range k.issues {
		list = append(list, i.ticketed())
	}
	out := []listedIssue{}
	for _, t := range page(w, r, k.place("/issues"), selected(r, list)) {
		out = append(out, t.listed(r))
	}
	writeJSON(w, http.StatusOK, out)
}

// selected applies state, creator, since, sort and direction.
func selected(r *http.Request, list []ticketed) []ticketed {
	q := r.URL.Query()
	state, creator, since := cmp.Or(q.Get("state"), "open"), q.Get("creator"), moment(q.Get("since"))
	list = slices.DeleteFunc(list, func(t ticketed) bool {
		return (state != "all" && t.state() != state) || t.updated().Before(since) ||
			(creator != "" && (t.author == nil || !strings.EqualFold(t.author.Login, creator)))
	})
	key := func(t ticketed) time.Time { return t.created }
	if q.Get("sort") == "updated" {
		key = ticketed.updated
	}
	slices.SortStableFunc(list, func(a, b ticketed) int {
		if q.Get("direction") == "asc" {
			a, b = b, a
		}
		return cmp.Or(key(b).Compare(key(a)), cmp.Compare(b.number, a.number))
	})
	return list
}
