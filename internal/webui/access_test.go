package webui_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent/sample"
	"kadry/internal/webui"
)

func TestPages_keepToThemselves(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	keepToThemselves(t, pages, "/candidates", "/roles", "/settings", "/upload", "/sign-in", "/no-such-page", "/compare")
}

// keepToThemselves checks what keeps a page from being kept, framed or made to act.
func keepToThemselves(t *testing.T, pages http.Handler, targets ...string) {
	t.Helper()
	for _, target := range targets {
		got := ask(t, pages, "GET", target, "")
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			if have := got.Header.Get(header); have != want {
				t.Errorf("%s: %s is %q, want %q", target, header, have, want)
			}
		}
		csp := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", target, csp)
		}
		for _, inline := range []string{"<style", " style=", "onclick=", "hx-on", "javascript:"} {
			if strings.Contains(got.body, inline) {
				t.Errorf("%s: the page has %q, which its own policy forbids", target, inline)
			}
		}
	}
}

func TestStatic_isKeptForGood(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	page := ask(t, pages, "GET", "/settings", "").body
	_, rest, _ := strings.Cut(page, `rel="stylesheet" href="`)
	address, _, _ := strings.Cut(rest, `"`)
	got := ask(t, pages, "GET", address, "")
	if got.StatusCode != http.StatusOK || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/css") {
		t.Errorf("%s: %d %v", address, got.StatusCode, got.Header)
	}
	if old := ask(t, pages, "GET", "/static/0123456789ab/app.js", ""); old.StatusCode != http.StatusOK || old.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("another version: %d %q", old.StatusCode, old.Header.Get("Cache-Control"))
	}
	if got := ask(t, pages, "GET", "/static/x/../../webui.go", ""); got.StatusCode == http.StatusOK {
		t.Error("a file outside of the static ones is served")
	}
}

func TestReadOnly_offersAndDoesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages := h.pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	list := ask(t, pages, "GET", "/candidates", "")
	wants(t, list.body, "24 candidates", "This access is for reading only.")
	id := found(list.body)[0]
	page := ask(t, pages, "GET", "/candidates/"+id, "").body
	for _, offer := range []string{`href="/upload"`, "/delete", "Add CVs"} {
		if strings.Contains(list.body+page, offer) {
			t.Errorf("a reader is offered %s", offer)
		}
	}
	for _, got := range []answer{
		ask(t, pages, "GET", "/upload", ""), ask(t, pages, "GET", "/candidates/"+id+"/delete", ""),
		ask(t, pages, "POST", "/candidates/"+id+"/delete", ""), send(t, pages, []sample.File{{Name: "a.txt", Data: []byte("Go")}}, nil),
	} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("status %d, want 403", got.StatusCode)
		}
	}
}

func TestScopes_closeTheRoom(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	id := found(ask(t, h.pages(t, everyone), "GET", "/candidates", "").body)[0]
	pages := h.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"hr"}})
	for _, target := range []string{"/candidates?must=Go", "/candidates/" + id, "/compare?id=" + id + "&id=x", "/roles", "/skills?q=go", "/find?q=go"} {
		got := ask(t, pages, "GET", target, "")
		if strings.Contains(got.body, "Liam") || got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", target, got.StatusCode)
		}
	}
	if got := ask(t, pages, "GET", "/settings", ""); got.StatusCode != http.StatusOK || strings.Contains(got.body, `href="/candidates"`) {
		t.Errorf("settings: %d, or a link to a closed room", got.StatusCode)
	}
}

func TestSettings_keepTheChoice(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	got := ask(t, pages, "POST", "/settings", "lang=ru&theme=dark", "Referer", "http://example.com/candidates?must=Go")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/candidates?must=Go" {
		t.Errorf("%d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	for _, c := range got.Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("cookie %s is open", c.Name)
		}
	}
	page := ask(t, pages, "GET", "/settings", "", "Cookie", "kadry_lang=ru; kadry_theme=dark")
	if !strings.Contains(page.body, `<html lang="ru" data-theme="dark">`) {
		t.Error("the choice is not shown from the first byte")
	}
	wants(t, page.body, "Подключить помощника", "claude mcp add --transport http kadry http://example.com/mcp", "Версия 1.2.3")
	if got := ask(t, pages, "POST", "/settings", "lang=ru", "Referer", "https://evil.example/"); got.Header.Get("Location") != "/settings" {
		t.Errorf("led to %q", got.Header.Get("Location"))
	}
	if got := ask(t, pages, "POST", "/settings", "lang=xx&theme=pink"); len(got.Cookies()) != 0 {
		t.Errorf("kept %v", got.Cookies())
	}
}

func TestSignIn_keepsTheTokenFromScripts(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, op.Caller{}, func(c *webui.Config) { c.Tokens = func() bool { return true } })
	wants(t, ask(t, pages, "GET", "/sign-in?next=/roles", "", russian...).body, "Вход", "Токен доступа")
	got := ask(t, pages, "POST", "/sign-in", "token=kadry_SECRET&next=/roles", "X-Forwarded-Proto", "https")
	c := got.Cookies()
	if len(c) != 1 || c[0].Name != "kadry_token" || c[0].Value != "kadry_SECRET" || !c[0].HttpOnly || !c[0].Secure || c[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("cookies %v", c)
	}
	if to := got.Header.Get("Location"); to != "/sign-in/check?next=%2Froles" {
		t.Errorf("led to %q", to)
	}
	if strings.Contains(got.body, "SECRET") {
		t.Error("the token is in the answer")
	}
	for _, token := range []string{"", "a b", "x;y", strings.Repeat("x", 5000)} {
		got := ask(t, pages, "POST", "/sign-in", url.Values{"token": {token}}.Encode())
		if len(got.Cookies()) != 0 || !strings.Contains(got.Header.Get("Location"), "wrong=1") {
			t.Errorf("%.10q: cookies %v, to %q", token, got.Cookies(), got.Header.Get("Location"))
		}
	}
	if out := ask(t, pages, "POST", "/sign-out", ""); len(out.Cookies()) != 1 || out.Cookies()[0].MaxAge >= 0 {
		t.Errorf("signing out: %v", out.Cookies())
	}
}

func TestRefuse_leadsToTheSignInPage(t *testing.T) {
	t.Parallel()
	refuse := webui.Refuse(catalogue(t))
	unknown := fault.E(fault.Unauthenticated, fault.Say("A token is needed.", "Нужен токен."), nil)
	denied := fault.E(fault.Denied, fault.Say("A page of another site may not call this server.", "Страница другого сайта не может обращаться к этому серверу."), nil)
	for name, tt := range map[string]struct {
		method, target string
		err            error
		headers        []string
		status         int
		to             string
	}{
		"a page":              {"GET", "/candidates?must=Go", unknown, nil, 303, "/sign-in?next=%2Fcandidates%3Fmust%3DGo"},
		"the first page":      {"GET", "/", unknown, nil, 303, "/sign-in"},
		"a wrong token":       {"GET", "/sign-in/check?next=/roles", unknown, nil, 303, "/sign-in?next=%2Froles&wrong=1"},
		"an action":           {"POST", "/upload", unknown, nil, 401, ""},
		"a script":            {"GET", "/candidates?must=Go", unknown, []string{"HX-Request", "true"}, 401, ""},
		"another site's page": {"POST", "/upload", denied, nil, 403, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.target, nil)
		for i := 0; i+1 < len(tt.headers); i += 2 {
			r.Header.Set(tt.headers[i], tt.headers[i+1])
		}
		w := httptest.NewRecorder()
		refuse(w, r, tt.err)
		if w.Code != tt.status || w.Header().Get("Location") != tt.to {
			t.Errorf("%s: %d to %q, want %d to %q", name, w.Code, w.Header().Get("Location"), tt.status, tt.to)
		}
		if w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: no policy", name)
		}
	}
}

// weightLimit is what a page and everything it needs may weigh on the wire.
const weightLimit = 150_000

func TestPages_areLight(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	id := found(ask(t, pages, "GET", "/candidates", "").body)[0]
	areLight(t, pages, "/candidates?must=Kubernetes,+AWS&plus=Go,+Terraform,+Python&match=any", "/candidates/"+id+"?must=Go", "/roles")
}

// areLight weighs pages with every file they need.
func areLight(t *testing.T, pages http.Handler, targets ...string) {
	t.Helper()
	static := regexp.MustCompile(`"(/static/[^"]+)"`)
	imports := regexp.MustCompile(`from '\./([^']+)'`)
	for _, target := range targets {
		page := ask(t, pages, "GET", target, "")
		weight := compressed(t, page.body)
		for _, m := range static.FindAllStringSubmatch(page.body, -1) {
			file := ask(t, pages, "GET", m[1], "").body
			weight += compressed(t, file)
			for _, part := range imports.FindAllStringSubmatch(file, -1) {
				weight += compressed(t, ask(t, pages, "GET", path.Dir(m[1])+"/"+part[1], "").body)
			}
		}
		t.Logf("%s weighs %d bytes", target, weight)
		if weight > weightLimit {
			t.Errorf("%s weighs %d bytes, more than %d", target, weight, weightLimit)
		}
	}
}

func compressed(t *testing.T, body string) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
