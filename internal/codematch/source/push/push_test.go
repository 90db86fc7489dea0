package push_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source/push"
	"kadry/internal/fault"
)

const (
	secret = "a shared secret"
	commit = "0123456789abcdef0123456789abcdef01234567"
	other  = "89abcdef0123456789abcdef0123456789abcdef"
	zero   = "0000000000000000000000000000000000000000"

	github = `{"ref":"refs/heads/feature/x","after":"` + commit + `","deleted":false,"repository":{"full_name":"o/n","html_url":"https://github.com/o/n","clone_url":"https://github.com/o/n.git","default_branch":"main"}}`
	gitlab = `{"object_kind":"push","ref":"refs/heads/main","after":"` + commit + `","checkout_sha":"` + commit + `","project":{"web_url":"https://gitlab.com/g/s/n","git_http_url":"https://gitlab.com/g/s/n.git","default_branch":"main"},"repository":{"git_http_url":"https://gitlab.com/g/s/n.git"}}`
)

func sum(body, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return hex.EncodeToString(mac.Sum(nil))
}

func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

func fromGitHub(event, body string) http.Header {
	return header("X-GitHub-Event", event, "X-Hub-Signature-256", "sha256="+sum(body, secret), "Content-Type", "application/json")
}

func fromGitLab(event string) http.Header {
	return header("X-Gitlab-Event", event, "X-Gitlab-Token", secret)
}

// told is a push in one line.
func told(p push.Push) string {
	parts := []string{string(p.Kind), p.Repository.String(), p.Branch, p.Tag, p.Commit}
	if p.Default {
		parts = append(parts, "default")
	}
	return strings.Join(parts, " ")
}

func TestRead(t *testing.T) {
	t.Parallel()
	form := "payload=" + url.QueryEscape(github)
	formed := fromGitHub("push", form)
	formed.Set("Content-Type", "application/x-www-form-urlencoded")
	tag := strings.NewReplacer("refs/heads/feature/x", "refs/tags/v1", `"deleted":false`, `"head_commit":{"id":"`+other+`"}`).Replace(github)
	labTag := strings.NewReplacer("refs/heads/main", "refs/tags/v1", `"checkout_sha":"`+commit, `"checkout_sha":"`+other).Replace(gitlab)
	gone := strings.NewReplacer(`"deleted":false`, `"deleted":true`, commit, zero).Replace(github)
	note := strings.ReplaceAll(github, "refs/heads/feature/x", "refs/notes/commits")
	for name, c := range map[string]struct {
		header http.Header
		body   string
		want   string
	}{
		"github":                {fromGitHub("push", github), github, "push github.com/o/n feature/x  " + commit},
		"github, as a form":     {formed, form, "push github.com/o/n feature/x  " + commit},
		"github, a tag":         {fromGitHub("push", tag), tag, "push github.com/o/n  v1 " + other},
		"github, deleted":       {fromGitHub("push", gone), gone, "deleted github.com/o/n feature/x  "},
		"github, notes":         {fromGitHub("push", note), note, "other /   "},
		"github, ping":          {fromGitHub("ping", `{"zen":"x"}`), `{"zen":"x"}`, "ping /   "},
		"github, another event": {fromGitHub("issues", "{}"), "{}", "other /   "},
		"gitlab":                {fromGitLab("Push Hook"), gitlab, "push gitlab.com/g/s/n main  " + commit + " default"},
		"gitlab, a tag":         {fromGitLab("Tag Push Hook"), labTag, "push gitlab.com/g/s/n  v1 " + other},
		"gitlab, another event": {fromGitLab("Issue Hook"), "{}", "other /   "},
		"gitea":                 {header("X-Gitea-Event", "push", "X-Gitea-Signature", sum(github, secret)), github, "push github.com/o/n feature/x  " + commit},
	} {
		got, err := push.Read(c.header, []byte(c.body), secret)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := push.Read(c.header, []byte(c.body), secret)
		if diff := cmp.Diff(told(got), told(again)); diff != "" || err != nil {
			t.Errorf("%s, sent twice: %s, %v", name, diff, err)
		}
		if got.Repository.Name == "" {
			c.want = strings.Replace(c.want, "/", got.Repository.String(), 1)
		}
		if diff := cmp.Diff(c.want, told(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	signed := func(body string) http.Header { return fromGitHub("push", body) }
	both := fromGitLab("Push Hook")
	both.Set("X-Hub-Signature-256", "sha256="+sum(github, "another secret"))
	for name, c := range map[string]struct {
		header http.Header
		body   string
		secret string
		kind   fault.Kind
	}{
		"no signature":            {header("X-GitHub-Event", "push"), github, secret, fault.Unauthenticated},
		"another secret":          {fromGitHub("push", github), github, "another secret", fault.Unauthenticated},
		"another body":            {fromGitHub("push", github), github + " ", secret, fault.Unauthenticated},
		"no secret is set":        {header("X-GitHub-Event", "push", "X-Hub-Signature-256", "sha256="+sum(github, "")), github, "", fault.Unauthenticated},
		"no secret, no token":     {header("X-Gitlab-Event", "Push Hook"), gitlab, "", fault.Unauthenticated},
		"an empty token":          {header("X-Gitlab-Event", "Push Hook", "X-Gitlab-Token", ""), gitlab, secret, fault.Unauthenticated},
		"another token":           {header("X-Gitlab-Event", "Push Hook", "X-Gitlab-Token", secret+"x"), gitlab, secret, fault.Unauthenticated},
		"the beginning of it":     {header("X-Gitlab-Event", "Push Hook", "X-Gitlab-Token", secret[:5]), gitlab, secret, fault.Unauthenticated},
		"no hexadecimal":          {header("X-GitHub-Event", "push", "X-Hub-Signature-256", "sha256=zz"), github, secret, fault.Unauthenticated},
		"the old sum alone":       {header("X-GitHub-Event", "push", "X-Hub-Signature", "sha1="+sum(github, secret)), github, secret, fault.Unauthenticated},
		"a right and a wrong one": {both, github, secret, fault.Unauthenticated},
		"a ping unsigned":         {header("X-GitHub-Event", "ping"), "{}", secret, fault.Unauthenticated},
		"no JSON":                 {signed("<xml>"), "<xml>", secret, fault.Invalid},
		"nothing":                 {signed(""), "", secret, fault.Invalid},
		"no repository":           {signed(`{"ref":"refs/heads/main","after":"` + commit + `"}`), `{"ref":"refs/heads/main","after":"` + commit + `"}`, secret, fault.Invalid},
		"too large":               {header(), strings.Repeat(" ", push.Longest+1), secret, fault.TooLarge},
	} {
		if got, err := push.Read(c.header, []byte(c.body), c.secret); fault.KindOf(err) != c.kind || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.kind)
		}
	}
	for _, change := range [][2]string{
		{`"https://github.com/o/n.git"`, `"file:///etc"`},
		{`"https://github.com/o/n.git"`, `"/etc/passwd"`},
		{`"https://github.com/o/n.git"`, `"owner/name"`},
		{`"https://github.com/o/n.git"`, `"https://u:p@github.com/o/n"`},
		{`"https://github.com/o/n.git"`, `"https://github.com/x.zip"`},
		{commit, "main"},
		{commit, "../../x"},
		{`"refs/heads/feature/x"`, `17`},
	} {
		body := strings.Replace(github, change[0], change[1], 1)
		if got, err := push.Read(signed(body), []byte(body), secret); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %+v, %v", change[1], got, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(github, "push")
	f.Add(gitlab, "push")
	f.Add(`{"ref":1}`, "ping")
	f.Fuzz(func(t *testing.T, body, event string) {
		h := fromGitHub("push", body)
		h.Set("X-Github-Event", event)
		got, err := push.Read(h, []byte(body), secret)
		switch {
		case err != nil && fault.KindOf(err) != fault.Invalid:
			t.Fatal(err)
		case err == nil && got.Kind == push.Pushed && (got.Repository.Name == "" || len(got.Commit) < 40 || got.Branch == "" == (got.Tag == "")):
			t.Fatalf("%+v", got)
		}
		h.Set("X-Hub-Signature-256", "sha256="+sum(body, "x"))
		if _, err := push.Read(h, []byte(body), secret); fault.KindOf(err) != fault.Unauthenticated {
			t.Fatalf("another secret: %v", err)
		}
	})
}
