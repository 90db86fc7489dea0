// Package push reads what forges send when somebody pushes: GitHub's, GitLab's and Gitea's
// webhooks, believed only with the secret that the operator shares with the forge. The same
// delivery may come twice: who reads one does what is right for the newest commit, not for the
// one that is told.
package push

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"kadry/internal/codematch/source"
	"kadry/internal/fault"
)

// Kind is what a delivery tells of.
type Kind string

// The kinds of deliveries.
const (
	Pushed  Kind = "push"
	Deleted Kind = "deleted" // of a branch or tag
	Ping    Kind = "ping"    // that the forge reaches us
	Other   Kind = "other"   // of something that is not asked for
)

// Push is one delivery. Of a Ping and of Other, the rest is empty.
type Push struct {
	Kind       Kind
	Repository source.Address
	Branch     string // "" of a tag
	Tag        string // "" of a branch
	Commit     string // in hexadecimal; "" where it was deleted
	Default    bool   // the branch is the repository's default one
}

// Longest is how many bytes a delivery may have: GitHub's own limit.
const Longest = 25 << 20

// Read checks the signature of a delivery and reads it. Errors: Unauthenticated (no signature,
// another secret, or no secret is set), TooLarge, Invalid (signed, and yet not to be read).
func Read(header http.Header, body []byte, secret string) (Push, error) {
	if len(body) > Longest {
		return Push{}, fault.E(fault.TooLarge, fault.Say("The delivery has more than %[1]d MB.", "Уведомление больше %[1]d МБ.", Longest>>20), nil)
	}
	if secret == "" || !signed(header, body, secret) {
		return Push{}, fault.E(fault.Unauthenticated, fault.Say("The delivery is not signed with the secret of this server.",
			"Уведомление не подписано секретом этого сервера."), nil).
			WithHint(fault.Say("The secret of the webhook and the setting of the server have to be the same.",
				"Секрет вебхука и настройка сервера должны совпадать."))
	}
	kind := kindOf(header)
	if kind != Pushed {
		return Push{Kind: kind}, nil
	}
	text, err := payload(header, body)
	if err != nil {
		return Push{}, err
	}
	var d delivery
	if err := json.Unmarshal(text, &d); err != nil {
		return Push{}, unreadable(err)
	}
	return d.push()
}

func unreadable(cause error) error {
	return fault.E(fault.Invalid, fault.Say("The delivery cannot be read.", "Уведомление не удалось прочитать."), cause)
}

// signed compares in constant time. GitHub and Gitea sign the body with HMAC-SHA256; GitLab
// sends the secret itself. A delivery with both must be right by the stronger one.
func signed(header http.Header, body []byte, secret string) bool {
	told := strings.TrimPrefix(header.Get("X-Hub-Signature-256"), "sha256=")
	if told = cmp.Or(told, header.Get("X-Gitea-Signature")); told != "" {
		sum := hmac.New(sha256.New, []byte(secret))
		sum.Write(body)
		got, err := hex.DecodeString(told)
		return err == nil && hmac.Equal(got, sum.Sum(nil))
	}
	own, given := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(header.Get("X-Gitlab-Token")))
	return subtle.ConstantTimeCompare(own[:], given[:]) == 1 // of digests: the length is not told either
}

func kindOf(header http.Header) Kind {
	switch cmp.Or(header.Get("X-Github-Event"), header.Get("X-Gitea-Event"), header.Get("X-Gitlab-Event")) {
	case "push", "Push Hook", "Tag Push Hook":
		return Pushed
	case "ping":
		return Ping
	}
	return Other
}

// payload is the JSON of a body; GitHub can be told to send it as a field of a form.
func payload(header http.Header, body []byte) ([]byte, error) {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return body, nil //nolint:nilerr // what has no type is tried as JSON
	}
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, unreadable(err)
	}
	return []byte(fields.Get("payload")), nil
}

// delivery has the fields of all three forges that are read.
type delivery struct {
	Ref         string
	After       string
	CheckoutSHA string `json:"checkout_sha"` // GitLab: the commit of an annotated tag
	Deleted     bool
	Repository  struct {
		HTMLURL       string `json:"html_url"`
		CloneURL      string `json:"clone_url"`
		DefaultBranch string `json:"default_branch"`
		GitHTTPURL    string `json:"git_http_url"`
	}
	Project struct {
		WebURL        string `json:"web_url"`
		GitHTTPURL    string `json:"git_http_url"`
		DefaultBranch string `json:"default_branch"`
	}
	HeadCommit *struct{ ID string } `json:"head_commit"` // GitHub: the commit of an annotated tag
}

var hash = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

func (d delivery) push() (Push, error) {
	address := cmp.Or(d.Project.GitHTTPURL, d.Repository.CloneURL, d.Repository.GitHTTPURL, d.Project.WebURL, d.Repository.HTMLURL)
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return Push{}, unreadable(nil)
	}
	repository, err := source.Parse(address)
	if err != nil {
		return Push{}, err
	}
	if repository.Kind != source.Repository || !hash.MatchString(d.After) {
		return Push{}, unreadable(nil)
	}
	p := Push{Kind: Pushed, Repository: repository, Commit: d.After}
	branch, isBranch := strings.CutPrefix(d.Ref, "refs/heads/")
	tag, isTag := strings.CutPrefix(d.Ref, "refs/tags/")
	switch {
	case isBranch && branch != "":
		p.Branch, p.Default = branch, branch == cmp.Or(d.Repository.DefaultBranch, d.Project.DefaultBranch)
	case isTag && tag != "":
		p.Tag = tag
	default:
		return Push{Kind: Other}, nil // notes and the like
	}
	if d.Deleted || strings.Trim(d.After, "0") == "" {
		p.Kind, p.Commit = Deleted, ""
		return p, nil
	}
	for _, commit := range []string{d.CheckoutSHA, d.commitOfTag()} {
		if p.Tag != "" && hash.MatchString(commit) {
			p.Commit = commit
		}
	}
	return p, nil
}

func (d delivery) commitOfTag() string {
	if d.HeadCommit == nil {
		return ""
	}
	return d.HeadCommit.ID
}
