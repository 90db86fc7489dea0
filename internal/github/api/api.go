// Package api asks GitHub what is public about a person and a repository: who they are,
// where their commits went, what a repository holds at one commit. It knows the API, its
// limits and its moods, and nothing of skills: what the answers prove is said elsewhere.
//
// The way through: a Client is opened once; a Session is the requests of one question and counts
// them. With a token a Session asks in GraphQL (profile.go, detail.go, history.go, participation.go), without
// one over REST alone (plain.go), which knows less. Archives (archive.go) come from the
// archive host, which costs none of the API's requests, and are kept on disk, since what a
// commit holds never changes.
package api

import (
	"context"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"kadry/internal/github"
	"kadry/internal/upstream"
)

// The addresses of GitHub itself.
const (
	API      = "https://api.github.com"
	Archives = "https://codeload.github.com"
)

// The kinds of answers, each with a lifetime of its own.
const (
	userKind       upstream.Kind = "github-user"
	repositoryKind upstream.Kind = "github-repository"
	searchKind     upstream.Kind = "github-search"
	archiveKind    upstream.Kind = "github-archive"
)

// Config is what a Client is made of.
type Config struct {
	Upstream *upstream.Client
	API      string                 // "" is GitHub's own
	Archives string                 // likewise
	Token    func() (string, error) // asked before each session; "" is none
	Folder   string                 // where archives are kept; "" keeps none
	Kept     int64                  // bytes of archives kept; 0 is 1 GiB
	Now      func() time.Time

	PerArchive Limits
}

// Client opens sessions. It is safe for concurrent use.
type Client struct {
	Config
	store *store

	mu     sync.Mutex
	limits map[string]github.Limit // by resource, as last told
}

// New makes a client.
func New(cfg Config) (*Client, error) {
	if cfg.API == "" {
		cfg.API = API
	}
	if cfg.Archives == "" {
		cfg.Archives = Archives
	}
	cfg.API, cfg.Archives = strings.TrimRight(cfg.API, "/"), strings.TrimRight(cfg.Archives, "/")
	cfg.PerArchive = cfg.PerArchive.orDefault()
	kept, err := openStore(cfg.Folder, cfg.Kept)
	return &Client{Config: cfg, store: kept, limits: map[string]github.Limit{}}, err
}

// Limits are the limits by resource as GitHub last told them.
func (c *Client) Limits() map[string]github.Limit {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.limits)
}

// Policies say how GitHub is asked at these addresses ("" is GitHub's own).
//
//   - ten requests in flight, a tenth of what GitHub allows one client; archives five at once;
//   - four tries, one, two and four seconds apart; a wait over half a minute is told to the
//     caller, who may have until the limit is renewed;
//   - what is known of a user keeps for an hour, of a repository for half an hour;
//   - the two searches have limits by the minute, each its own. Each is a policy, so that a
//     search at its limit holds up nothing but itself. They only widen an answer, which does
//     not wait for them for long.
func Policies(api, archives string) []upstream.Policy {
	asked := upstream.Policy{
		Name: "github", AtOnce: 10, Attempts: 4, Backoff: time.Second, Timeout: 20 * time.Second, LongestWait: 30 * time.Second,
		MaxBytes: 32 << 20, UserAgent: agent, Negative: 10 * time.Minute,
		Header: http.Header{"X-Github-Api-Version": {"2022-11-28"}},
		Lifetimes: map[upstream.Kind]time.Duration{
			userKind: time.Hour, repositoryKind: 30 * time.Minute, searchKind: 30 * time.Minute,
		},
	}
	commits, code := asked, asked
	commits.Name, commits.AtOnce, commits.LongestWait = "github-commit-search", 2, shortWait
	code.Name, code.AtOnce, code.LongestWait = "github-code-search", 2, shortWait
	loaded := upstream.Policy{
		Name: "github-archive", AtOnce: 5, Attempts: 3, Backoff: time.Second, Timeout: longestDownload, LongestWait: 30 * time.Second,
		MaxBytes: mostUnpacked, UserAgent: agent, // what is over Limits.Archive is cut, and not refused
	}
	return []upstream.Policy{
		under(at(commits, api, API), api, commitSearch), under(at(code, api, API), api, codeSearch), at(asked, api, API), at(loaded, archives, Archives),
	}
}

// The paths below the API of what is searched.
const (
	commitSearch = "/search/commits"
	codeSearch   = "/search/code"
)

// under narrows a policy to a path below an address.
func under(p upstream.Policy, address, path string) upstream.Policy {
	if u, err := url.Parse(address); err == nil {
		p.Below = strings.TrimRight(u.Path, "/") + path
	}
	return p
}

// shortWait is what an answer waits for a search at its limit.
const shortWait = 10 * time.Second

// agent is the name we give; GitHub refuses requests without one.
const agent = "kadry"

// at puts the host of an address into a policy. A host with a port is the operator's own and
// may lie on a private address.
func at(p upstream.Policy, address, usual string) upstream.Policy {
	if address == "" {
		address = usual
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		p.Suffixes = []string{address} // refused by name when the policy is checked
		return p
	}
	p.Suffixes = []string{strings.ToLower(u.Host)}
	if host, _, err := net.SplitHostPort(u.Host); err == nil {
		ip, err := netip.ParseAddr(host)
		p.Private = host == "localhost" || err == nil && (ip.IsPrivate() || ip.IsLoopback())
	}
	return p
}

// Session opens a session with the token of this moment.
func (c *Client) Session(context.Context) (*Session, error) {
	token := ""
	if c.Token != nil {
		var err error
		if token, err = c.Token(); err != nil {
			return nil, err
		}
	}
	return newSession(c, strings.TrimSpace(token))
}
