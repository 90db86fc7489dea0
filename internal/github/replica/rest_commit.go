package replica

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

type signature struct {
	Name  string    `json:"name"`
	Email string    `json:"email"`
	Date  time.Time `json:"date"`
}

type object struct {
	SHA     string `json:"sha"`
	URL     string `json:"url"`
	HTMLURL string `json:"html_url,omitempty"`
}

type gitCommit struct {
	Author       signature    `json:"author"`
	Committer    signature    `json:"committer"`
	Message      string       `json:"message"`
	Tree         object       `json:"tree"`
	URL          string       `json:"url"`
	CommentCount int          `json:"comment_count"`
	Verification verification `json:"verification"`
}

type verification struct {
	Verified   bool    `json:"verified"`
	Reason     string  `json:"reason"`
	Signature  *string `json:"signature"`
	Payload    *string `json:"payload"`
	VerifiedAt *string `json:"verified_at"`
}

// listedCommit is a commit of a list.
type listedCommit struct {
	SHA         string      `json:"sha"`
	NodeID      string      `json:"node_id"`
	Commit      gitCommit   `json:"commit"`
	URL         string      `json:"url"`
	HTMLURL     string      `json:"html_url"`
	CommentsURL string      `json:"comments_url"`
	Author      *simpleUser `json:"author"`
	Committer   *simpleUser `json:"committer"`
	Parents     []object    `json:"parents"`
}

func (c *commit) nodeID() string { return "C_" + c.work.repo.NodeID + "_" + c.sha }

// message stands in for the one the world does not hold.
func (c *commit) message() string {
	if len(c.files) == 1 {
		return "Update " + c.files[0].Path
	}
	return fmt.Sprintf("Update %d files", c.total)
}

func listed(r *http.Request, c *commit) listedCommit {
	k := c.work.repo
	at := base(r) + "/repos/" + k.FullName
	by := signature{c.work.name(), c.work.email(), c.at}
	return listedCommit{
		SHA: c.sha, NodeID: c.nodeID(), URL: at + "/commits/" + c.sha, HTMLURL: "https://github.com/" + k.FullName + "/commit/" + c.sha,
		CommentsURL: at + "/commits/" + c.sha + "/comments", Author: simple(r, c.work.who), Committer: simple(r, c.work.who), Parents: []object{},
		Commit: gitCommit{
			Author: by, Committer: by, Message: c.message(), Tree: object{SHA: c.sha, URL: at + "/git/trees/" + c.sha},
			URL: at + "/git/commits/" + c.sha, Verification: verification{Reason: "unsigned"},
		},
	}
}

// history is what a query for commits asks for, REST's and GraphQL's.
type history struct {
	author       func(*work) bool // nil is everybody
	path         string
	since, until time.Time // zero is open
}

func (h history) of(k *repository) []*commit {
	out := []*commit{}
	for _, c := range k.commits {
		switch {
		case h.author != nil && !h.author(c.work),
			!h.since.IsZero() && c.at.Before(h.since),
			!h.until.IsZero() && c.at.After(h.until),
			!c.touches(h.path):
		default:
			out = append(out, c)
		}
	}
	return out
}

// writtenBy fits a login or an address, as the author of a REST query does.
func writtenBy(author string) func(*work) bool {
	return func(k *work) bool {
		return strings.EqualFold(k.email(), author) || (k.who != nil && strings.EqualFold(k.login, author))
	}
}

func (s *Server) commits(w http.ResponseWriter, r *http.Request, k *repository) {
	if k.Head == "" {
		writeError(w, http.StatusConflict, "Git Repository is empty.", docsREST+"/commits/commits#list-commits")
		return
	}
	q := r.URL.Query()
	if !k.at(q.Get("sha")) {
		notFound(w, r)
		return
	}
	h := history{path: q.Get("path"), since: moment(q.Get("since")), until: moment(q.Get("until"))}
	if author := q.Get("author"); author != "" {
		h.author = writtenBy(author)
	}
	out := []listedCommit{}
	for _, c := range page(w, r, k.place("/commits"), h.of(k)) {
		out = append(out, listed(r, c))
	}
	writeJSON(w, http.StatusOK, out)
}

// moment reads a time of a query; what cannot be read is no bound, as on GitHub.
func moment(s string) time.Time {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

type changedFile struct {
	SHA         string `json:"sha"`
	Filename    string `json:"filename"`
	Status      string `json:"status"`
	Additions   int    `json:"additions"`
	Deletions   int    `json:"deletions"`
	Changes     int    `json:"changes"`
	BlobURL     string `json:"blob_url"`
	RawURL      string `json:"raw_url"`
	ContentsURL string `json:"contents_url"`
}

type changes struct {
	Total     int `json:"total"`
	Additions int `json:"additions"`
	Deletions int `json:"deletions"`
}

func (s *Server) commit(w http.ResponseWriter, r *http.Request, k *repository) {
	c := s.world.commits[r.PathValue("sha")]
	if k.Head == "" {
		writeError(w, http.StatusConflict, "Git Repository is empty.", docsREST+"/commits/commits#get-a-commit")
		return
	}
	if c == nil || c.work.repo != k {
		writeError(w, http.StatusUnprocessableEntity, "No commit found for SHA: "+r.PathValue("sha"), docsREST+"/commits/commits#get-a-commit")
		return
	}
	files := make([]changedFile, 0, len(c.files))
	for _, f := range c.files {
		add, del := known(f.Additions), known(f.Deletions)
		at := "https://github.com/" + k.FullName
		files = append(files, changedFile{
			SHA: c.sha, Filename: f.Path, Status: "modified", Additions: add, Deletions: del, Changes: add + del,
			BlobURL: at + "/blob/" + c.sha + "/" + f.Path, RawURL: at + "/raw/" + c.sha + "/" + f.Path,
			ContentsURL: base(r) + "/repos/" + k.FullName + "/contents/" + f.Path + "?ref=" + c.sha,
		})
	}
	additions, deletions := c.changed()
	writeJSON(w, http.StatusOK, struct {
		listedCommit
		Stats changes       `json:"stats"`
		Files []changedFile `json:"files"`
	}{listed(r, c), changes{additions + deletions, additions, deletions}, files})
}
