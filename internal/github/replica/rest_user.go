package replica

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// simpleUser is an account as it stands in other objects.
type simpleUser struct {
	Login             string `json:"login"`
	ID                int64  `json:"id"`
	NodeID            string `json:"node_id"`
	AvatarURL         string `json:"avatar_url"`
	GravatarID        string `json:"gravatar_id"`
	URL               string `json:"url"`
	HTMLURL           string `json:"html_url"`
	FollowersURL      string `json:"followers_url"`
	FollowingURL      string `json:"following_url"`
	GistsURL          string `json:"gists_url"`
	StarredURL        string `json:"starred_url"`
	SubscriptionsURL  string `json:"subscriptions_url"`
	OrganizationsURL  string `json:"organizations_url"`
	ReposURL          string `json:"repos_url"`
	EventsURL         string `json:"events_url"`
	ReceivedEventsURL string `json:"received_events_url"`
	Type              string `json:"type"`
	UserViewType      string `json:"user_view_type"`
	SiteAdmin         bool   `json:"site_admin"`
}

func simple(r *http.Request, a *account) *simpleUser {
	if a == nil {
		return nil
	}
	at := base(r) + "/users/" + a.Login
	return &simpleUser{
		Login: a.Login, ID: a.ID, NodeID: a.NodeID, AvatarURL: fmt.Sprintf("https://avatars.githubusercontent.com/u/%d?v=4", a.ID),
		URL: at, HTMLURL: "https://github.com/" + a.Login, FollowersURL: at + "/followers", FollowingURL: at + "/following{/other_user}",
		GistsURL: at + "/gists{/gist_id}", StarredURL: at + "/starred{/owner}{/repo}", SubscriptionsURL: at + "/subscriptions",
		OrganizationsURL: at + "/orgs", ReposURL: at + "/repos", EventsURL: at + "/events{/privacy}",
		ReceivedEventsURL: at + "/received_events", Type: a.Type, UserViewType: "public",
	}
}

// publicUser is GET /users/:user.
type publicUser struct {
	*simpleUser
	Name            *string   `json:"name"`
	Company         *string   `json:"company"`
	Blog            string    `json:"blog"`
	Location        *string   `json:"location"`
	Email           *string   `json:"email"`
	Hireable        *bool     `json:"hireable"`
	Bio             *string   `json:"bio"`
	TwitterUsername *string   `json:"twitter_username"`
	PublicRepos     int       `json:"public_repos"`
	PublicGists     int       `json:"public_gists"`
	Followers       int       `json:"followers"`
	Following       int       `json:"following"`
	CreatedAt       time.Time `json:"created_at"`
	UpdatedAt       time.Time `json:"updated_at"`
}

// text is null when it is empty, as GitHub has it for what was not filled in.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (s *Server) user(w http.ResponseWriter, r *http.Request, a *account) {
	u := publicUser{
		simpleUser: simple(r, a), Name: text(a.Name), Company: text(a.Company), Blog: a.Blog, Location: text(a.Location), Bio: text(a.Bio),
		PublicRepos: len(a.owned), Followers: a.Followers, Following: a.Following, CreatedAt: a.CreatedAt, UpdatedAt: a.CreatedAt,
	}
	if a.Hireable {
		u.Hireable = &a.Hireable // GitHub has true or null
	}
	writeJSON(w, http.StatusOK, u)
}

// userRepos is GET /users/:user/repos: those owned; membership is not in the world.
func (s *Server) userRepos(w http.ResponseWriter, r *http.Request, a *account) {
	q := r.URL.Query()
	var list []*repository
	if kind := q.Get("type"); kind == "" || kind == "owner" || kind == "all" {
		list = slices.Clone(a.owned)
	}
	key, ascending := byFullName, true
	switch q.Get("sort") {
	case "created":
		key, ascending = func(a, b *repository) int { return a.CreatedAt.Compare(b.CreatedAt) }, false
	case "updated", "pushed":
		key, ascending = func(a, b *repository) int { return a.PushedAt.Compare(b.PushedAt) }, false
	}
	if d := q.Get("direction"); d != "" {
		ascending = d != "desc"
	}
	slices.SortStableFunc(list, func(a, b *repository) int {
		if ascending {
			return cmp.Or(key(a, b), byFullName(a, b))
		}
		return cmp.Or(key(b, a), byFullName(a, b))
	})
	out := []fullRepo{}
	for _, k := range page(w, r, a.place("/repos"), list) {
		out = append(out, full(r, k))
	}
	writeJSON(w, http.StatusOK, out)
}

func byFullName(a, b *repository) int {
	return cmp.Compare(strings.ToLower(a.FullName), strings.ToLower(b.FullName))
}
