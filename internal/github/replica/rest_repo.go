package replica

import (
	"net/http"
	"strings"
	"time"
)

// minimalRepo is a repository as a search for commits or code shows it.
type minimalRepo struct {
	ID               int64       `json:"id"`
	NodeID           string      `json:"node_id"`
	Name             string      `json:"name"`
	FullName         string      `json:"full_name"`
	Private          bool        `json:"private"`
	Owner            *simpleUser `json:"owner"`
	HTMLURL          string      `json:"html_url"`
	Description      *string     `json:"description"`
	Fork             bool        `json:"fork"`
	URL              string      `json:"url"`
	ArchiveURL       string      `json:"archive_url"`
	BranchesURL      string      `json:"branches_url"`
	CommitsURL       string      `json:"commits_url"`
	ContentsURL      string      `json:"contents_url"`
	ContributorsURL  string      `json:"contributors_url"`
	EventsURL        string      `json:"events_url"`
	ForksURL         string      `json:"forks_url"`
	GitCommitsURL    string      `json:"git_commits_url"`
	IssuesURL        string      `json:"issues_url"`
	LanguagesURL     string      `json:"languages_url"`
	PullsURL         string      `json:"pulls_url"`
	StargazersURL    string      `json:"stargazers_url"`
	SubscribersURL   string      `json:"subscribers_url"`
	TagsURL          string      `json:"tags_url"`
	TreesURL         string      `json:"trees_url"`
	IssueCommentURL  string      `json:"issue_comment_url"`
	CollaboratorsURL string      `json:"collaborators_url"`
}

func minimal(r *http.Request, k *repository) minimalRepo {
	at := base(r) + "/repos/" + k.FullName
	return minimalRepo{
		ID: k.ID, NodeID: k.NodeID, Name: k.Name, FullName: k.FullName, Owner: simple(r, k.owner), HTMLURL: "https://github.com/" + k.FullName,
		Description: text(k.About), Fork: k.Fork, URL: at, ArchiveURL: at + "/{archive_format}{/ref}", BranchesURL: at + "/branches{/branch}",
		CommitsURL: at + "/commits{/sha}", ContentsURL: at + "/contents/{+path}", ContributorsURL: at + "/contributors", EventsURL: at + "/events",
		ForksURL: at + "/forks", GitCommitsURL: at + "/git/commits{/sha}", IssuesURL: at + "/issues{/number}", LanguagesURL: at + "/languages",
		PullsURL: at + "/pulls{/number}", StargazersURL: at + "/stargazers", SubscribersURL: at + "/subscribers", TagsURL: at + "/tags",
		TreesURL: at + "/git/trees{/sha}", IssueCommentURL: at + "/issues/comments{/number}", CollaboratorsURL: at + "/collaborators{/collaborator}",
	}
}

// fullRepo is a repository of a list.
type fullRepo struct {
	minimalRepo
	CreatedAt       time.Time `json:"created_at"`
	UpdatedAt       time.Time `json:"updated_at"`
	PushedAt        time.Time `json:"pushed_at"`
	GitURL          string    `json:"git_url"`
	SSHURL          string    `json:"ssh_url"`
	CloneURL        string    `json:"clone_url"`
	SVNURL          string    `json:"svn_url"`
	Homepage        *string   `json:"homepage"`
	Size            int       `json:"size"`
	StargazersCount int       `json:"stargazers_count"`
	WatchersCount   int       `json:"watchers_count"`
	Language        *string   `json:"language"`
	HasIssues       bool      `json:"has_issues"`
	HasProjects     bool      `json:"has_projects"`
	HasDownloads    bool      `json:"has_downloads"`
	HasWiki         bool      `json:"has_wiki"`
	HasPages        bool      `json:"has_pages"`
	HasDiscussions  bool      `json:"has_discussions"`
	ForksCount      int       `json:"forks_count"`
	MirrorURL       *string   `json:"mirror_url"`
	Archived        bool      `json:"archived"`
	Disabled        bool      `json:"disabled"`
	OpenIssuesCount int       `json:"open_issues_count"`
	License         *license  `json:"license"`
	AllowForking    bool      `json:"allow_forking"`
	IsTemplate      bool      `json:"is_template"`
	Topics          []string  `json:"topics"`
	Visibility      string    `json:"visibility"`
	Forks           int       `json:"forks"`
	OpenIssues      int       `json:"open_issues"`
	Watchers        int       `json:"watchers"`
	DefaultBranch   string    `json:"default_branch"`
}

type license struct {
	Key    string  `json:"key"`
	Name   string  `json:"name"`
	SPDXID string  `json:"spdx_id"`
	URL    *string `json:"url"`
	NodeID string  `json:"node_id"`
}

func licenseOf(r *http.Request, k *repository) *license {
	id := k.spdx()
	switch id {
	case "":
		return nil
	case "NOASSERTION":
		return &license{Key: "other", Name: "Other", SPDXID: id, NodeID: "MDc6TGljZW5zZTA="}
	}
	key := strings.ToLower(id)
	at := base(r) + "/licenses/" + key
	return &license{Key: key, Name: id, SPDXID: id, URL: &at, NodeID: nodeID("L_", number("license", key, 0))}
}

func full(r *http.Request, k *repository) fullRepo {
	open := 0
	for _, i := range k.issues {
		if i.ClosedAt == nil {
			open++
		}
	}
	for _, p := range k.pulls {
		if p.closed() == nil {
			open++
		}
	}
	f := fullRepo{
		minimalRepo: minimal(r, k), CreatedAt: k.CreatedAt, UpdatedAt: k.PushedAt, PushedAt: k.PushedAt, GitURL: "git://github.com/" + k.FullName + ".git",
		SSHURL: "git@github.com:" + k.FullName + ".git", CloneURL: "https://github.com/" + k.FullName + ".git", SVNURL: "https://github.com/" + k.FullName,
		Size: k.SizeKB, StargazersCount: k.stars(), WatchersCount: k.stars(), Watchers: k.stars(), HasIssues: true, HasProjects: true, HasDownloads: true,
		HasWiki: true, ForksCount: k.forks(), Forks: k.forks(), Archived: k.Archived, Disabled: k.Disabled, OpenIssuesCount: open, OpenIssues: open,
		License: licenseOf(r, k), AllowForking: true, IsTemplate: k.Template, Topics: k.Topics, Visibility: "public", DefaultBranch: k.Branch,
	}
	if f.Topics == nil {
		f.Topics = []string{}
	}
	if list := k.languages(); len(list) > 0 {
		f.Language = &list[0].Name
	}
	if k.Mirror {
		f.MirrorURL = text("https://git.example.org/" + k.FullName)
	}
	return f
}

// oneRepo is GET /repos/:owner/:repo.
type oneRepo struct {
	fullRepo
	Organization     *simpleUser `json:"organization,omitempty"`
	Parent           *fullRepo   `json:"parent,omitempty"`
	Source           *fullRepo   `json:"source,omitempty"`
	NetworkCount     int         `json:"network_count"`
	SubscribersCount int         `json:"subscribers_count"`
}

func (s *Server) repo(w http.ResponseWriter, r *http.Request, k *repository) {
	one := oneRepo{fullRepo: full(r, k), NetworkCount: k.forks()}
	if k.owner.Type == typeOrg {
		one.Organization = simple(r, k.owner)
	}
	if k.Fork && k.parent != nil {
		parent := full(r, k.parent)
		one.Parent, one.Source = &parent, &parent
	}
	writeJSON(w, http.StatusOK, one)
}

func (s *Server) languages(w http.ResponseWriter, _ *http.Request, k *repository) {
	bytes := k.Bytes
	if bytes == nil {
		bytes = map[string]int64{}
	}
	writeJSON(w, http.StatusOK, bytes)
}

// contributors tells the commits of each account and, when asked, of authors without one.
func (s *Server) contributors(w http.ResponseWriter, r *http.Request, k *repository) {
	if k.Head == "" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	type one struct {
		simpleUser
		Contributions int `json:"contributions"`
	}
	type anonymous struct {
		Email         string `json:"email"`
		Name          string `json:"name"`
		Type          string `json:"type"`
		Contributions int    `json:"contributions"`
	}
	list := []any{}
	for _, k := range k.works {
		switch {
		case k.total == 0:
		case k.who != nil:
			list = append(list, one{*simple(r, k.who), k.total})
		case r.URL.Query().Get("anon") == "1" || r.URL.Query().Get("anon") == "true":
			list = append(list, anonymous{k.email(), k.name(), "Anonymous", k.total})
		}
	}
	writeJSON(w, http.StatusOK, page(w, r, k.place("/contributors"), list))
}
