package developer_test

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui"
	"kadry/internal/webui/webtest"
)

// office is the tokens and the log of a server without either's storage.
type office struct {
	mu     sync.Mutex
	tokens []token
}

type token struct {
	Name     string    `json:"name"`
	Tenant   string    `json:"tenant"`
	Toolsets []string  `json:"toolsets"`
	ReadOnly bool      `json:"read_only"`
	Admin    bool      `json:"admin"`
	Created  time.Time `json:"created_at"`
}

type (
	nothing struct{}
	tokens  struct {
		Items []token `json:"items"`
	}
	creation struct {
		Name     string   `json:"name"`
		Toolsets []string `json:"toolsets,omitempty"`
		ReadOnly bool     `json:"read_only,omitzero"`
		Admin    bool     `json:"admin,omitzero"`
	}
	created struct {
		Token string `json:"token"`
	}
	revocation struct {
		Name    string `json:"name"`
		Confirm bool   `json:"confirm,omitzero"`
	}
	asked struct {
		Actor   string `json:"actor,omitzero"`
		Action  string `json:"action,omitzero"`
		Subject string `json:"subject,omitzero"`
		Cursor  string `json:"cursor,omitzero"`
	}
	line struct {
		Seq     int64             `json:"seq"`
		At      time.Time         `json:"at"`
		Actor   string            `json:"actor"`
		Action  string            `json:"action"`
		Subject string            `json:"subject"`
		Detail  map[string]string `json:"detail"`
	}
	lines struct {
		Items []line `json:"items"`
		Next  string `json:"next_cursor,omitzero"`
	}
	verdict struct {
		Verified int64 `json:"verified"`
	}
	pet struct {
		Name string `json:"name" doc:"What it is called." max:"40"`
		Kind string `json:"kind" doc:"Of animal."`
	}
	search struct {
		Words string `json:"words" doc:"Of the name." min:"2" max:"80"`
		Limit int    `json:"limit,omitzero" min:"1" max:"50" default:"10" doc:"On a page."`
	}
	found struct {
		Pets []pet `json:"pets" doc:"The likest first."`
	}
)

// toolsets that the office knows.
var known = []string{"admin", "pets"}

func (o *office) operations() []*op.Op {
	admin := op.Spec{Toolset: "admin", Title: "Of the office", Doc: "Of the office.", Scope: op.ScopeAdmin, Effect: op.Reads}
	named := func(name string, effect op.Effect) op.Spec {
		spec := admin
		spec.Name, spec.Effect = name, effect
		return spec
	}
	at := time.Date(2026, time.November, 20, 9, 30, 0, 0, time.UTC)
	return []*op.Op{
		op.New(op.Spec{
			Name: "find_pets", Toolset: "pets", Title: "Find pets", Doc: "Finds pets by name.", Effect: op.Reads, Aliases: []string{"seek_pets"},
			Examples: []op.Example{{Title: "By a name", Input: `{"words":"Rex","limit":2}`}},
		}, func(context.Context, search) (found, error) { return found{}, nil }),
		op.New(op.Spec{Name: "adopt_pet", Toolset: "pets", Title: "Adopt a pet", Doc: "Takes one home.", Effect: op.Creates},
			func(context.Context, pet) (nothing, error) { return nothing{}, nil }),
		op.New(named("list_tokens", op.Reads), func(context.Context, nothing) (tokens, error) {
			o.mu.Lock()
			defer o.mu.Unlock()
			return tokens{slices.Clone(o.tokens)}, nil
		}),
		op.New(named("create_token", op.Creates), func(_ context.Context, in creation) (created, error) {
			o.mu.Lock()
			defer o.mu.Unlock()
			for _, name := range in.Toolsets {
				if !slices.Contains(known, name) {
					return created{}, fault.E(fault.Invalid, fault.Say("There is no toolset %q.", "Набора %q нет.", name), nil)
				}
			}
			o.tokens = append(o.tokens, token{Name: in.Name, Toolsets: in.Toolsets, ReadOnly: in.ReadOnly, Admin: in.Admin, Created: at})
			return created{"kadry_" + in.Name}, nil
		}),
		op.New(named("revoke_token", op.Destroys), func(_ context.Context, in revocation) (nothing, error) {
			o.mu.Lock()
			defer o.mu.Unlock()
			i := slices.IndexFunc(o.tokens, func(t token) bool { return t.Name == in.Name })
			switch {
			case i < 0:
				return nothing{}, fault.E(fault.NotFound, fault.Say("There is no such token.", "Такого токена нет."), nil)
			case !in.Confirm:
				return nothing{}, fault.E(fault.Invalid, fault.Say("Confirm it.", "Подтвердите."), nil)
			case len(o.tokens) == 1:
				return nothing{}, fault.E(fault.Conflict, fault.Say("It is the last token.", "Это последний токен."), nil)
			}
			o.tokens = slices.Delete(o.tokens, i, i+1)
			return nothing{}, nil
		}),
		op.New(named("list_audit_entries", op.Reads), func(_ context.Context, in asked) (lines, error) {
			list := lines{Items: []line{{2, at, "boss", "token.created", "ats", map[string]string{"admin": "false", "toolsets": ""}}}, Next: "older"}
			if in.Actor == "nobody" {
				return lines{}, nil
			}
			if in.Cursor == "older" {
				list = lines{Items: []line{{1, at, "cli", "sample.loaded", "acme", nil}}}
			}
			return list, nil
		}),
		op.New(named("verify_audit", op.Reads), func(context.Context, nothing) (verdict, error) { return verdict{2}, nil }),
	}
}

func served(t *testing.T, o *office) *op.Registry {
	t.Helper()
	r, err := op.NewRegistry(o.operations()...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func pages(t *testing.T) http.Handler {
	t.Helper()
	return webtest.Pages(t, served(t, &office{}), webtest.Everyone)
}

func TestReference_listsAndNarrows(t *testing.T) {
	t.Parallel()
	site := pages(t)
	all := webtest.Ask(t, site, "GET", "/developers", "").Page
	webtest.Wants(t, all, "7 operations.", "find_pets Find pets", "adopt_pet", "revoke_token")
	few := webtest.Ask(t, site, "GET", "/developers?q=PETS+name", "", webtest.Russian...).Page
	webtest.Wants(t, few, "1 операция.", "find_pets")
	if strings.Contains(few, "adopt_pet") {
		t.Error("an operation about something else is listed")
	}
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers?q=zebra", "").Page, "No operation is about “zebra”", "Show all")
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/search?q=adopt", "").Page, "Operations of the API1 adopt_pet")
}

func TestOperation_saysWhatItTakesAndHowItIsCalled(t *testing.T) {
	t.Parallel()
	site := pages(t)
	got := webtest.Ask(t, site, "GET", "/developers/find_pets", "").Page
	webtest.Wants(t, got, "Finds pets by name.", "Toolset pets", "Effect only reads", "GET /api/v1/tools/find_pets",
		"words text required Of the name. Characters: 2 to 80", "limit whole number On a page. When left out: 10 From 1 to 50",
		"pets list: object The likest first.", "pets[].name text", "By a name", "curl -sS 'http://example.com/api/v1/tools/find_pets'", `"words": "Rex"`)
	if strings.Contains(got, "KADRY_TOKEN") {
		t.Error("an open server's examples carry a token")
	}
	without := webtest.Ask(t, site, "GET", "/developers/adopt_pet", "", webtest.Russian...).Page
	webtest.Wants(t, without, "С обязательными полями", `"name": "..."`, "Действие создаёт", "name текст обязательно")
	if to := webtest.Ask(t, site, "GET", "/developers/seek_pets", "").Header.Get("Location"); to != "/developers/find_pets" {
		t.Errorf("an older name leads to %q", to)
	}
	if got := webtest.Ask(t, site, "GET", "/developers/find_pet", ""); got.StatusCode != http.StatusNotFound || !strings.Contains(got.Page, "find_pets") {
		t.Errorf("an unknown operation: %d", got.StatusCode)
	}
	reader := webtest.Pages(t, served(t, &office{}), op.Caller{Name: "hr", ReadOnly: true})
	webtest.Wants(t, webtest.Ask(t, reader, "GET", "/developers/adopt_pet", "").Page, "Your access does not cover this operation.")
}

func TestReference_speaksRussianWhereOperationsDo(t *testing.T) {
	t.Parallel()
	front, err := webui.New(webui.Config{Registry: served(t, &office{}), Pipeline: &op.Pipeline{}, Russian: func(o *op.Op) op.Said {
		if o.Name != "find_pets" {
			return op.Said{}
		}
		return op.Said{Title: "Найти питомцев", Doc: "Ищет по кличке.", Fields: map[string]string{"words": "из клички"}}
	}})
	if err != nil {
		t.Fatal(err)
	}
	site := webtest.As(front, webtest.Everyone)
	list := webtest.Ask(t, site, "GET", "/developers?q=питомцев", "", webtest.Russian...).Page
	webtest.Wants(t, list, "1 операция.", "find_pets Найти питомцев")
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/search?q=найти+питомцев", "", webtest.Russian...).Page, "find_pets Найти питомцев")
	one := webtest.Ask(t, site, "GET", "/developers/find_pets", "", webtest.Russian...).Page
	webtest.Wants(t, one, "Найти питомцев", "Ищет по кличке.", "words текст обязательно из клички", "pets список: объект The likest first.")
	if strings.Contains(one, "Finds pets") || strings.Contains(one, "Of the name.") {
		t.Error("English stands where Russian is known")
	}
	if !strings.Contains(one, `lang="en">On a page.`) || strings.Contains(one, `lang="en">Ищет`) {
		t.Error("the language of a text is not marked, or wrongly")
	}
	english := webtest.Ask(t, site, "GET", "/developers/find_pets", "").Page
	webtest.Wants(t, english, "Finds pets by name.", "Of the name.")
}

func TestOperation_examplesOfAGuardedServerCarryAToken(t *testing.T) {
	t.Parallel()
	front, err := webui.New(webui.Config{Registry: served(t, &office{}), Pipeline: &op.Pipeline{}, Tokens: func() bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	site := webtest.As(front, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/find_pets", "", "X-Forwarded-Proto", "https").Page,
		`-H "Authorization: Bearer $KADRY_TOKEN"`, "'https://example.com/api/v1/tools/find_pets'", "from the variable KADRY_TOKEN")
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/connect", "").Page, `--header "Authorization: Bearer YOUR_TOKEN"`)
}

func TestTokens_areMadeShownOnceAndRevoked(t *testing.T) {
	t.Parallel()
	site := pages(t)
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/tokens", "").Page, "There is no token yet.", "New token")
	post := func(form url.Values) webtest.Answer {
		return webtest.Ask(t, site, "POST", "/developers/tokens", form.Encode())
	}
	made := post(url.Values{"name": {" ats "}, "rights": {"write"}, "toolsets": {"pets"}})
	webtest.Wants(t, made.Page, "The token of ats is ready", "kadry_ats", "ats reading and changing pets 20 Nov 2026")
	if made.Header.Get("Cache-Control") != "no-store" {
		t.Error("a page with a token may be kept")
	}
	if list := webtest.Ask(t, site, "GET", "/developers/tokens", "").Page; strings.Contains(list, "kadry_ats") {
		t.Error("the token is shown twice")
	}
	wrong := post(url.Values{"name": {"odd"}, "rights": {"read"}, "toolsets": {"zebras"}})
	if wrong.StatusCode != http.StatusBadRequest || !strings.Contains(wrong.Page, `value="odd"`) {
		t.Errorf("a wrong toolset: %d, or the name is lost", wrong.StatusCode)
	}
	last := webtest.Ask(t, site, "POST", "/developers/tokens/ats/revoke", "")
	webtest.Wants(t, last.Page, "It is the last token.")
	post(url.Values{"name": {"boss"}, "rights": {"admin"}})
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/tokens/ats/revoke", "").Page, "Revoke the token of ats", "This cannot be undone")
	if to := webtest.Ask(t, site, "POST", "/developers/tokens/ats/revoke", "").Header.Get("Location"); to != "/developers/tokens?revoked=1" {
		t.Errorf("revoking leads to %q", to)
	}
	if list := webtest.Text(webtest.Ask(t, site, "GET", "/developers/tokens?revoked=1", "").Page); strings.Contains(list, "ats reading") || !strings.Contains(list, "boss everything") {
		t.Errorf("after revoking: %s", list)
	}
	if got := webtest.Ask(t, site, "POST", "/developers/tokens/nobody/revoke", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("revoking nobody's: %d", got.StatusCode)
	}
}

func TestPages_ofAdministratorsAreClosedToOthers(t *testing.T) {
	t.Parallel()
	site := webtest.Pages(t, served(t, &office{}), op.Caller{Name: "hr", Tenant: "default"})
	for target, method := range map[string]string{
		"/developers/tokens": "GET", "/developers/audit": "GET", "/developers/tokens/x/revoke": "GET",
		"/developers/tokens?": "POST", "/developers/tokens/x/revoke?": "POST",
	} {
		if got := webtest.Ask(t, site, method, target, ""); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s: %d", method, target, got.StatusCode)
		}
	}
	if page := webtest.Ask(t, site, "GET", "/developers", "").Page; strings.Contains(page, `href="/developers/tokens"`) || !strings.Contains(page, `href="/developers/docs"`) {
		t.Error("the tabs offer what is closed, or not what is open")
	}
}

func TestAudit_filtersLeafsAndVerifies(t *testing.T) {
	t.Parallel()
	site := pages(t)
	first := webtest.Ask(t, site, "GET", "/developers/audit?actor=boss", "").Page
	webtest.Wants(t, first, "20 Nov 2026, 09:30:00 UTC boss token.created ats admin false")
	if !strings.Contains(first, `href="/developers/audit?actor=boss&amp;cursor=older"`) {
		t.Error("the next page forgets the filter")
	}
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/audit?cursor=older", "").Page, "sample.loaded")
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/audit?verify=1", "").Page, "The log is intact: 2 entries")
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/audit?actor=nobody", "").Page, "Nothing like this is in the log.")
	if to := webtest.Ask(t, site, "GET", "/developers/audit?actor=boss&action=&subject=", "").Header.Get("Location"); to != "/developers/audit?actor=boss" {
		t.Errorf("empty fields lead to %q", to)
	}
}

// No link of a document leads to a file of a repository, and each of its own leads to a page.
func TestDocuments_leadToPagesAlone(t *testing.T) {
	t.Parallel()
	site := pages(t)
	link := regexp.MustCompile(`href="([^"]+)"`)
	list := webtest.Ask(t, site, "GET", "/developers/docs", "").Page
	seen := 0
	for _, m := range link.FindAllStringSubmatch(list, -1) {
		if !strings.HasPrefix(m[1], "/developers/docs/") {
			continue
		}
		seen++
		got := webtest.Ask(t, site, "GET", m[1], "")
		_, article, _ := strings.Cut(got.Page, "<article")
		article, _, _ = strings.Cut(article, "</article>")
		if got.StatusCode != http.StatusOK || strings.Count(got.Page, "<h1") != 1 {
			t.Errorf("%s: status %d, %d titles", m[1], got.StatusCode, strings.Count(got.Page, "<h1"))
		}
		for _, inside := range link.FindAllStringSubmatch(article, -1) {
			to, _, _ := strings.Cut(inside[1], "#")
			switch {
			case strings.HasPrefix(to, "https://"), to == "":
			case !strings.HasPrefix(to, "/developers"):
				t.Errorf("%s leads to %s", m[1], inside[1])
			default:
				if there := webtest.Ask(t, site, "GET", to, ""); there.StatusCode != http.StatusOK {
					t.Errorf("%s leads to %s, which answers %d", m[1], to, there.StatusCode)
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("%d documents", seen)
	}
	webtest.Wants(t, webtest.Ask(t, site, "GET", "/developers/docs/webhooks/receiver.py", "").Page, "receiver.py", "import")
	for _, target := range []string{"/developers/docs/nosuch", "/developers/docs/..%2Fgo", "/developers/docs/webhooks/nosuch.py", "/developers/docs/webhooks/..%2Fcode.md%2F..%2F..%2Fgo.mod"} {
		if got := webtest.Ask(t, site, "GET", target, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", target, got.StatusCode)
		}
	}
}

func TestPages_areLightAndKeepToThemselves(t *testing.T) {
	t.Parallel()
	site := pages(t)
	targets := []string{"/developers", "/developers/find_pets", "/developers/connect", "/developers/tokens", "/developers/audit", "/developers/docs", "/developers/docs/quality"}
	webtest.KeepToThemselves(t, site, targets...)
	webtest.AreLight(t, site, targets...)
}

func servers(t *testing.T) any {
	t.Helper()
	o := &office{tokens: []token{{Name: "ats", Toolsets: []string{"pets"}}, {Name: "boss", Admin: true}}}
	return map[string]string{"open": webtest.Serve(t, webtest.Pages(t, served(t, o), webtest.Everyone))}
}

func TestBrowser_isAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
