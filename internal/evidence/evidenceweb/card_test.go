package evidenceweb_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/evidence"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

const adaAsked = "/evidence/ada-example?skills=" + "Go%2C+PostgreSQL%2C+FastAPI%2C+React%2C+Kubernetes"

func TestStart_saysWhatItShowsAndWhatNot(t *testing.T) {
	t.Parallel()
	pages := house(t)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence", "").Page, "Public code", "An absence of public code says nothing about a person", "stars and followers are no part", "Answers are not kept")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence", "", webtest.Russian...).Page, "Открытый код", "Если открытого кода нет, это ничего не говорит о человеке")
}

func TestStart_leadsToTheCard(t *testing.T) {
	t.Parallel()
	pages := house(t)
	for given, want := range map[string]string{
		"login=ada-example&skills=&repos=5":                        "/evidence/ada-example",
		"login=+%40ada-example+&skills=Go%2C%2C+Rust&repos=10":     "/evidence/ada-example?repos=10&skills=Go%2C+Rust",
		"login=https%3A%2F%2Fgithub.com%2Fada-example&skills=C%23": "/evidence/ada-example?skills=C%23",
		"login=compare": "/evidence/@compare",
	} {
		if got := webtest.Ask(t, pages, "GET", "/evidence?"+given, ""); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", given, got.StatusCode, got.Header.Get("Location"), want)
		}
	}
	for _, bad := range []string{"/evidence?login=" + url.QueryEscape(evil), "/evidence/" + url.PathEscape(evil), "/evidence/a--b", "/evidence/compare?a=ada-example&b=" + url.QueryEscape("//evil.example")} {
		got := webtest.Ask(t, pages, "GET", bad, "")
		if got.StatusCode != http.StatusBadRequest || strings.Contains(got.Page, "<script>alert") {
			t.Errorf("%s: status %d", bad, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "is not a GitHub user name")
	}
}

func TestCard_quotesWhatAScoreRestsOn(t *testing.T) {
	t.Parallel()
	pages := house(t)
	got := webtest.Ask(t, pages, "GET", adaAsked, "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page,
		"Proven by code: Go, PostgreSQL", "Public code is silent on: Kubernetes", "The mark on the bars is at 0.5",
		"ada-example/ledger-kit", "own repository", "own commits", "used in code", "Connect", "began the files", "Depth", "Recency", "Breadth",
		"Languages by year", " of the last 52 weeks. Commits in 30 days: 24, in 90: 71, in 365: 312.", "Reasons to look twice", "Repositories read",
		"Not everything could be read", "ada-example/lost-archive: the archive broke off", "This answer took 12 requests to GitHub. Left of GitHub's limit: 4,876.", "20 Nov 2026, 12:25 UTC",
		"Silence is no answer: ask about the skill in a conversation.",
	)
	for _, part := range []string{
		`href="https://github.com/ada-example/ledger-kit/blob/5848186fe2ef7f831f175815532adccb305b617d/ledger/`, `rel="noopener noreferrer nofollow external"`,
		`class="bar bar-unknown"`, `class="proof-line"`, `<caption class="sr">Skills</caption>`, `href="/evidence/compare?a=ada-example&amp;skills=`, `class="lang-1"`, `class="day-4"`,
	} {
		if !strings.Contains(got.Page, part) {
			t.Errorf("no %s", part)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", adaAsked, "", webtest.Russian...).Page,
		"Подтверждено кодом: Go, PostgreSQL", "Открытый код молчит: Kubernetes", "подтверждён", "мы не знаем", "архив оборвался", "своих коммитов", "На этот ответ ушло 12 запросов")
}

func TestCard_withoutSkillsShowsWhatIsThere(t *testing.T) {
	t.Parallel()
	pages := house(t)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence/ada-example", "").Page, "Go", "proven")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence/finn-blank", "").Page, "The code that was read shows no skill. That says nothing of the person's other work.", "Empty profile", "None: there are no repositories with own commits")
}

func TestCard_saysWhatATokenWouldTell(t *testing.T) {
	t.Parallel()
	got := webtest.Ask(t, house(t), "GET", "/evidence/plain-demo?skills=Go", "")
	webtest.Wants(t, got.Page, "This server has no GitHub token, so less is known", "GITHUB_TOKEN", "We do not know the activity by day")
	if strings.Contains(webtest.Text(got.Page), "Active in") {
		t.Error("activity that nobody told is shown")
	}
}

func TestCard_failuresAreStates(t *testing.T) {
	t.Parallel()
	pages := house(t)
	for login, want := range map[string]struct {
		status int
		says   []string
	}{
		"gone-demo":   {404, []string{"GitHub has no user gone-demo.", "Check the name", "says nothing of the person's skills"}},
		"limit-demo":  {429, []string{"GitHub's request limit is used up.", "GitHub answers again at about 20 Nov 2026, 12:37 UTC.", "Try again"}},
		"silent-demo": {503, []string{"GitHub does not answer.", "So far we know nothing of this person", "Try again"}},
		"slow-demo":   {504, []string{"Choose fewer repositories", "Try again"}},
		"broken-demo": {500, []string{"Something broke on our side", "Try again"}},
	} {
		got := webtest.Ask(t, pages, "GET", "/evidence/"+login+"?skills=Go", "")
		if got.StatusCode != want.status {
			t.Errorf("%s: status %d, want %d", login, got.StatusCode, want.status)
		}
		webtest.Wants(t, got.Page, append(want.says, "Show the evidence")...)
		if strings.Contains(got.Page, "secret cause") {
			t.Errorf("%s: the page tells the cause", login)
		}
	}
	if got := webtest.Ask(t, pages, "GET", "/evidence/limit-demo", ""); got.Header.Get("Retry-After") != "2220" {
		t.Errorf("to come again in %q", got.Header.Get("Retry-After"))
	}
	skills := "/evidence/ada-example?skills=" + strings.Repeat("x", 101)
	got := webtest.Ask(t, pages, "GET", skills, "")
	webtest.Wants(t, got.Page, "Skills — a skill has 1 to 100 characters")
	if got.StatusCode != http.StatusBadRequest {
		t.Errorf("too long a skill: status %d", got.StatusCode)
	}
}

func TestCard_hostileContentStaysText(t *testing.T) {
	t.Parallel()
	pages := house(t)
	for _, target := range []string{
		"/evidence/hostile-demo", "/evidence/hostile-demo?skills=" + url.QueryEscape("Go,PostgreSQL,"+evil), "/evidence/compare?a=hostile-demo&b=ada-example&skills=" + url.QueryEscape("Go,"+evil),
		"/evidence/gone-demo?skills=" + url.QueryEscape(evil) + "&repos=" + url.QueryEscape(evil),
	} {
		got := webtest.Ask(t, pages, "GET", target, "")
		for _, live := range []string{"<script>alert", "<img src=x", "javascript:", " style=", `onerror="`, "\u202e", "\u200b"} {
			if strings.Contains(got.Page, live) {
				t.Errorf("%s: the page has %q", target, live)
			}
		}
		for _, href := range strings.Split(got.Page, `href="`)[1:] {
			if to, _, _ := strings.Cut(href, `"`); !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "https://github.com/") && !strings.HasPrefix(to, "#") {
				t.Errorf("%s: a link leads to %.80s", target, to)
			}
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence/hostile-demo?skills=Go", "").Page, "alert(1)")
}

func TestCompare_putsTwoSideBySide(t *testing.T) {
	t.Parallel()
	pages := house(t)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence/compare", "").Page, "Name two people", "does not decide who fits")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/evidence/compare?a=ada-example&skills=Go", "").Page, "Name two people")
	got := webtest.Ask(t, pages, "GET", "/evidence/compare?a=ada-example&b=bora-sample&skills=Go%2CFastAPI%2CKubernetes", "", webtest.Russian...)
	if got.StatusCode != http.StatusOK {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "ada-example", "bora-sample", "FastAPI", "ada-example/ledger-kit/ledger/", "bora-sample/tide-table/app/main.py", "На что взглянуть ещё раз", "Код добавлен разом")
	if n := strings.Count(got.Page, `class="duo-row"`); n != 3 {
		t.Errorf("%d skills", n)
	}
	one := webtest.Ask(t, pages, "GET", "/evidence/compare?a=ada-example&b=gone-demo&skills=Go", "")
	webtest.Wants(t, one.Page, "GitHub has no user gone-demo.", "ada-example/ledger-kit")
	if one.StatusCode != http.StatusOK {
		t.Errorf("one of two: status %d", one.StatusCode)
	}
	for target, status := range map[string]int{"a=gone-demo&b=limit-demo": 404, "a=ada-example&b=Ada-Example": 400} {
		if got := webtest.Ask(t, pages, "GET", "/evidence/compare?"+target, ""); got.StatusCode != status {
			t.Errorf("%s: status %d, want %d", target, got.StatusCode, status)
		}
	}
}

func TestPages_areForWhoMay(t *testing.T) {
	t.Parallel()
	nobody := newHouse(t, func(context.Context) (evidence.Hub, error) { return &hub{}, nil }, op.Caller{Name: "guest", Tenant: "default", Toolsets: []string{"exam"}})
	for _, target := range []string{"/evidence", "/evidence/ada-example", "/evidence/compare", "/evidence/compare?a=ada-example&b=bora-sample"} {
		got := webtest.Ask(t, nobody, "GET", target, "")
		if got.StatusCode != http.StatusForbidden || strings.Contains(got.Page, "ledger-kit") {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
	}
}

func TestPages_keepToThemselvesAndAreLight(t *testing.T) {
	t.Parallel()
	pages := house(t)
	targets := []string{"/evidence", adaAsked, "/evidence/compare?a=ada-example&b=bora-sample"}
	webtest.KeepToThemselves(t, pages, targets...)
	webtest.AreLight(t, pages, targets...)
}
