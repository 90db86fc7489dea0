package source

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// Host is a host that code may be read from.
type Host struct {
	Name    string // in lower case, with a port that is not the usual one
	Plain   bool   // asked by http, as its operator wrote it
	Private bool   // may lie on a private address: written with its port
	Forge   Forge  // "" is what is known of the host
	Token   string // sent to this host alone; "" is none
}

// Hosts are those that code may be read from.
type Hosts []Host

// DefaultHosts are the hosts that everybody knows, as ReadHosts takes them.
func DefaultHosts() []string {
	return []string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"}
}

// ReadHosts reads hosts as an operator writes them: "git.example.org", with a port for one that
// may lie on a private address, with http:// for one without TLS, and "=gitlab", "=gitea",
// "=github", "=bitbucket" for what a host of one's own runs. tokens are by host.
func ReadHosts(written []string, tokens map[string]string) (Hosts, error) {
	var hosts Hosts
	for _, text := range written {
		h, err := readHost(text)
		if err != nil {
			return nil, fmt.Errorf("source: host %q: %w", text, err)
		}
		h.Token = tokens[h.Name]
		hosts = append(hosts, h)
	}
	for name := range tokens {
		if !slices.ContainsFunc(hosts, func(h Host) bool { return h.Name == name }) {
			return nil, fmt.Errorf("source: a token for %q, which is no host that code is read from", name)
		}
	}
	return hosts, nil
}

func readHost(text string) (Host, error) {
	address, forge, _ := strings.Cut(strings.TrimSpace(text), "=")
	h := Host{Forge: Forge(forge)}
	if address, h.Plain = strings.CutPrefix(address, "http://"); !h.Plain {
		address = strings.TrimPrefix(address, "https://")
	}
	u, err := url.Parse("https://" + strings.TrimSuffix(address, "/"))
	if err != nil || u.Path != "" || u.User != nil || u.RawQuery != "" {
		return h, errors.New("not a host, http://host or host:port")
	}
	if h.Name, err = hostOf(u); err != nil {
		return h, errors.New("not a host")
	}
	h.Private = u.Port() != ""
	if h.Forge == "" {
		h.Forge = known[h.Name]
	}
	if forge != "" && !slices.Contains([]Forge{GitHub, GitLab, Bitbucket, Gitea, Plain}, h.Forge) {
		return h, fmt.Errorf("%q is none of github, gitlab, bitbucket, gitea, git", forge)
	}
	return h, nil
}

func (h Hosts) find(name string) (Host, error) {
	for _, host := range h {
		if host.Name == name {
			return host, nil
		}
	}
	var names []string
	for _, host := range h {
		names = append(names, host.Name)
	}
	return Host{}, fault.E(fault.Denied, fault.Say("Code is not read from %[1]s.", "С узла %[1]s код не читается.", fault.Clip(name)), nil).
		WithHint(fault.Say("The operator lists the hosts in the settings.", "Список узлов администратор задаёт в настройках.")).
		WithCandidates(names[:min(len(names), fault.NearestKept)]...)
}

// Settle gives an address the forge that the operator says its host runs.
func (h Hosts) Settle(a Address) Address {
	if host, err := h.find(a.Host); err == nil && host.Forge != "" && a.Forge == Plain {
		a.Forge = host.Forge
	}
	return a
}

// ported is the host with its port, whichever it is.
func (h Host) ported() string {
	switch {
	case strings.Contains(strings.TrimPrefix(h.Name, "["), "]:"), !strings.HasPrefix(h.Name, "[") && strings.Contains(h.Name, ":"):
		return h.Name
	case h.Plain:
		return h.Name + ":80"
	}
	return h.Name + ":443"
}

func (h Host) base() string {
	if h.Plain {
		return "http://" + h.Name
	}
	return "https://" + h.Name
}

// users are the names beside which forges take a token for a password.
var users = map[Forge]string{GitHub: "x-access-token", GitLab: "oauth2", Bitbucket: "x-token-auth"}

// gitHeader is sent with requests of git.
func (h Host) gitHeader() http.Header {
	header := http.Header{}
	if h.Token != "" {
		user := users[h.Forge]
		if user == "" {
			user = "git"
		}
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+h.Token)))
	}
	return header
}

// fileHeader is sent with requests of files.
func (h Host) fileHeader() http.Header {
	header := http.Header{}
	switch {
	case h.Token == "":
	case h.Forge == GitLab:
		header.Set("Private-Token", h.Token)
	case h.Forge == Gitea, h.Forge == GitHub:
		header.Set("Authorization", "token "+h.Token)
	default:
		header.Set("Authorization", "Bearer "+h.Token)
	}
	return header
}

// Policies say how the hosts are asked: each has its own queue and breaker, and a redirect leads
// only to the same host or to where GitHub and Bitbucket keep their files. Nothing is cached: a
// commit is kept in the index. A host that the operator names with a port may lie on a private
// address; all others may not.
func (h Hosts) Policies(limits tree.Limits) []upstream.Policy {
	limits = limits.Filled()
	var policies []upstream.Policy
	for i, host := range h {
		p := upstream.Policy{
			Name: policyName(host.Name), Suffixes: append([]string{host.Name}, beside[host.Name]...), UserAgent: "kadry git", // GitLab and others ask for "git"
			AtOnce: 4, Attempts: 2, Timeout: limits.Timeout, LongestWait: time.Minute, MaxBytes: limits.Packed + 1<<20,
		}
		if host.Private {
			p.Private, p.Suffixes = true, []string{host.ported()}
		}
		if slices.ContainsFunc(policies, func(q upstream.Policy) bool { return q.Name == p.Name }) {
			p.Name = p.Name[:min(len(p.Name), 28)] + "-" + strconv.Itoa(i)
		}
		policies = append(policies, p)
	}
	return policies
}

// beside are the hosts to which a host sends on for files.
var beside = map[string][]string{
	"github.com":    {"raw.githubusercontent.com", "objects.githubusercontent.com", "release-assets.githubusercontent.com"},
	"bitbucket.org": {"api.bitbucket.org", "bbuseruploads.s3.amazonaws.com"},
}

// policyName is "code-" and the host in letters that names of policies have.
func policyName(host string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, "code-"+host)
	return strings.Trim(name[:min(len(name), 32)], "-")
}

func lengthOf(header http.Header) int64 {
	n, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
