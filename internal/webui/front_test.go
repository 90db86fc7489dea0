package webui_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// registry holds one operation, of a toolset "pets".
func registry(t *testing.T) *op.Registry {
	t.Helper()
	type nothing struct{}
	list := op.New(op.Spec{
		Name: "list_pets", Toolset: "pets", Title: "Pets", Doc: "Lists pets.", Effect: op.Reads, Scope: op.ScopeRead,
	}, func(context.Context, nothing) (nothing, error) { return nothing{}, nil })
	cancel := op.New(op.Spec{
		Name: op.CancelTask, Toolset: "tasks", Title: "Cancel a task", Doc: "Ends a task.", Effect: op.Updates,
	}, func(context.Context, nothing) (nothing, error) { return nothing{}, nil })
	r, err := op.NewRegistry(list, cancel)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// guarded is the front of a server that asks for a token.
func guarded(t *testing.T) *webui.Front {
	t.Helper()
	front, err := webui.New(webui.Config{
		Registry: registry(t), Pipeline: &op.Pipeline{}, Tokens: func() bool { return true }, TokenCookie: "kadry_token",
	})
	if err != nil {
		t.Fatal(err)
	}
	return front
}

// pets is the pages of a small room.
func pets(change ...func(*kit.Pages)) kit.Pages {
	p := kit.Pages{
		Room: "pets", Fields: map[string]string{"animal_name": "pets.name"},
		Routes: map[string]func(*kit.Screen) error{
			"GET /pets": func(s *kit.Screen) error {
				return s.Run("list_pets", func(context.Context) error {
					return s.Show(http.StatusOK, kit.Heading(s.T("nav.pets"), s.T("pets.name")))
				})
			},
			"GET /pets/{id}": func(*kit.Screen) error {
				f := fault.E(fault.Invalid, fault.Say("No such pet.", "Нет такого питомца."), nil)
				f.Fields = []fault.Field{{Path: "animal_name[0]", Text: fault.Say("is unknown", "неизвестно")}}
				return f
			},
		},
		Links: func(s *kit.Screen) []kit.Link {
			if !s.May("list_pets") {
				return nil
			}
			return []kit.Link{{ID: "pets", Text: s.T("nav.pets"), Path: "/pets", Back: s.T("pets.back")}}
		},
		Jumps: func(s *kit.Screen) []kit.Jump {
			return []kit.Jump{{Kind: s.T("pets.find"), Path: "/pets?q=", Typed: true}, {Name: "Rex", Kind: s.T("nav.pets"), Path: "/pets/rex"}}
		},
		Facts: func(s *kit.Screen) []kit.Fact { return []kit.Fact{{Name: s.T("nav.pets"), Value: "7"}} },
		Files: fstest.MapFS{
			"words/en.json":   {Data: []byte(`{"nav.pets": "Pets", "pets.name": "Name of the pet", "pets.back": "To the pets", "pets.find": "find a pet"}`)},
			"words/ru.json":   {Data: []byte(`{"nav.pets": "Питомцы", "pets.name": "Кличка", "pets.back": "К питомцам", "pets.find": "найти питомца"}`)},
			"static/pets.css": {Data: []byte(`.pet { color: var(--ink) }`)},
			"static/pets.js":  {Data: []byte(`document.title`)},
		},
	}
	for _, f := range change {
		f(&p)
	}
	return p
}

func TestNew_showsWhatARoomBrings(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, pets())
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/pets", "", webtest.Russian...).Page, "Питомцы", "Кличка")
	settings := webtest.Ask(t, pages, "GET", "/settings", "").Page
	webtest.Wants(t, settings, "Pets 7")
	jumps := webtest.Ask(t, pages, "GET", "/jumps", "", "HX-Request", "true").Page
	plain, typed := strings.Index(jumps, `data-href="/pets/rex"`), strings.Index(jumps, `data-find="/pets?q="`)
	if plain < 0 || typed < plain {
		t.Errorf("the palette has its entries at %d and %d", plain, typed)
	}
	if got := webtest.Ask(t, pages, "GET", "/jumps", ""); got.Header.Get("Location") != "/search" {
		t.Errorf("the palette's entries without a script: %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if strings.Contains(settings, "pets.js") {
		t.Error("a page of no room loads the script of a room")
	}
	wrong := webtest.Ask(t, pages, "GET", "/pets/rex", "")
	if wrong.StatusCode != http.StatusBadRequest || !strings.Contains(wrong.Page, "/pets.js") || !strings.Contains(wrong.Page, `<a class="button" href="/pets">To the pets</a>`) {
		t.Errorf("an error page: %d %s", wrong.StatusCode, wrong.Page)
	}
	webtest.Wants(t, wrong.Page, "Name of the pet — is unknown")
	if of := sheetsOf(settings); len(of) != 1 {
		t.Errorf("a page of no room loads the sheets %q", of)
	}
	of := sheetsOf(wrong.Page)
	if len(of) != 2 {
		t.Fatalf("a page of a room loads the sheets %q", of)
	}
	if sheet := webtest.Ask(t, pages, "GET", of[1], "").Page; strings.TrimSpace(sheet) != ".pet{color:var(--ink)}" {
		t.Errorf("the sheet of the room: %q", sheet)
	}
}

// sheetsOf are the addresses of the style sheets of a page, whether it has their text as well or not.
func sheetsOf(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`rel="(?:stylesheet|prefetch)" href="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

// Who comes for the first time gets the styles in the page, allowed by its policy and nothing else;
// who has been here gets their addresses.
func TestSheets_standInThePageOfAFirstVisit(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, pets())
	webtest.KeepToThemselves(t, pages, "/pets/rex")
	first := webtest.AskFirst(t, pages, "/pets/rex")
	if n := strings.Count(first.Page, "<style>"); n != 2 || !strings.Contains(first.Page, ".pet{") || strings.Contains(first.Page, `rel="stylesheet"`) {
		t.Errorf("the page of a first visit has %d sheets in itself: %s", n, first.Page)
	}
	if !strings.Contains(first.Page, "url("+path.Dir(sheetsOf(first.Page)[0])+"/onest") {
		t.Error("the text of a sheet names fonts that the page does not find")
	}
	cookies := first.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].MaxAge > 24*60*60 {
		t.Fatalf("a first visit is remembered by %v", cookies)
	}
	for name, header := range map[string][2]string{"who comes again": {"Cookie", cookies[0].String()}, "a script": {"HX-Request", "true"}} {
		again := webtest.AskFirst(t, pages, "/pets/rex", header[0], header[1])
		if strings.Contains(again.Page, "<style") || strings.Contains(again.Header.Get("Content-Security-Policy"), "sha256") || len(again.Cookies()) > 0 {
			t.Errorf("%s: %v %s", name, again.Header, again.Page)
		}
		if of := sheetsOf(again.Page); name == "who comes again" && len(of) != 2 {
			t.Errorf("%s: the page loads the sheets %q", name, of)
		}
	}
}

// zoo is a room that has something to say of a person, whom no room of the test owns.
func zoo() kit.Pages {
	text := func(text string) templ.Component { return templ.Raw("<p>" + text + "</p>") }
	path := func(kind string) func(string) string { return func(id string) string { return "/" + kind + "/" + id } }
	return kit.Pages{
		Room: "zoo", Files: fstest.MapFS{
			"words/en.json": {Data: []byte(`{}`)}, "words/ru.json": {Data: []byte(`{}`)}, "static/zoo.css": {Data: []byte(`.cage { color: var(--ink) }`)},
		},
		Panels: []kit.Panel{
			{Kind: kit.Person, Order: 3, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) {
				return nil, fault.E(fault.Unavailable, fault.Say("The zoo is shut.", "Зоопарк закрыт."), nil)
			}},
			{Kind: kit.Person, Order: 2, Show: func(_ *kit.Screen, about kit.Subject) (templ.Component, error) {
				return text("second " + about.ID), nil
			}},
			{Kind: kit.Person, Order: 1, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) { return text("first"), nil }},
			{Kind: kit.Person, Side: true, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) { return text("aside"), nil }},
			{Kind: kit.Vacancy, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) { return text("of a vacancy"), nil }},
			{Kind: kit.Person, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) { return nil, kit.Denied() }},
			{Kind: kit.Person, Show: func(*kit.Screen, kit.Subject) (templ.Component, error) { return nil, nil }},
		},
		Tabs: []kit.Tab{
			{Kind: kit.Person, ID: "cage", Order: 2, Text: "nav.tasks", Path: path("cage")},
			{Kind: kit.Person, ID: "food", Order: 1, Text: "nav.settings", Path: path("food")},
			{Kind: kit.Person, ID: "shut", Text: "close", Path: path("shut"), May: func(*kit.Screen) bool { return false }},
		},
	}
}

func TestPanels_showWhatOtherRoomsSayOfAThing(t *testing.T) {
	t.Parallel()
	host := kit.Pages{Room: "host", Routes: map[string]func(*kit.Screen) error{"GET /person/{id}": func(s *kit.Screen) error {
		about := kit.Subject{Kind: kit.Person, ID: s.Request.PathValue("id"), Name: "Rex"}
		return s.Show(http.StatusOK, templ.Join(kit.Tabs(s, about, "food"), kit.Panels(s, about, true), templ.Raw("<hr>"), kit.Panels(s, about, false)))
	}}}
	page := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, host, zoo()), "GET", "/person/7", "").Page
	side, main, _ := strings.Cut(page, "<hr>")
	at := -1
	for _, want := range []string{`aria-label="Rex"`, `href="/food/7" aria-current="page"`, `href="/cage/7" aria-current="false"`, "aside"} {
		next := strings.Index(side, want)
		if next <= at {
			t.Errorf("%s stands at %d, what comes before it at %d, in %s", want, next, at, side)
		}
		at = next
	}
	at = -1
	for _, want := range []string{"first", "second 7", "The zoo is shut."} {
		next := strings.Index(main, want)
		if next <= at {
			t.Errorf("%s stands at %d, what comes before it at %d, in %s", want, next, at, main)
		}
		at = next
	}
	if of := sheetsOf(page); len(of) != 1 || !strings.HasSuffix(of[0], "/zoo.css") {
		t.Errorf("the page loads the sheets %q for the panels", of)
	}
	for _, never := range []string{"of a vacancy", "/shut/", "does not cover"} {
		if strings.Contains(page, never) {
			t.Errorf("%q is shown", never)
		}
	}
}

func TestTraces_areToldBeforeAThingIsDeleted(t *testing.T) {
	t.Parallel()
	trace := func(order int, text string, err error) kit.Trace {
		return kit.Trace{Kind: kit.Person, Order: order, Told: func(_ *kit.Screen, about kit.Subject) (string, error) {
			if text == "" {
				return "", err
			}
			return text + " of " + about.ID, err
		}}
	}
	traces := kit.Pages{Room: "traces", Traces: []kit.Trace{
		trace(3, "walks", nil), trace(2, "meals", nil), trace(4, "", nil), trace(5, "secrets", kit.Denied()),
		{Kind: kit.Vacancy, Told: func(*kit.Screen, kit.Subject) (string, error) { return "of a vacancy", nil }},
	}}
	host := kit.Pages{Room: "host", Routes: map[string]func(*kit.Screen) error{"GET /person/{id}": func(s *kit.Screen) error {
		told, err := s.Traces(kit.Subject{Kind: kit.Person, ID: s.Request.PathValue("id")})
		if err != nil {
			return err
		}
		return s.Show(http.StatusOK, templ.Raw(strings.Join(told, ", ")))
	}}}
	if page := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, host, traces), "GET", "/person/7", "").Page; page != "meals of 7, walks of 7" {
		t.Errorf("told %q", page)
	}
}

func TestReport_holdsWhatEveryRoomTells(t *testing.T) {
	t.Parallel()
	account := func(order int, id, text string, err error) kit.Account {
		return kit.Account{Kind: kit.Person, Order: order, ID: id, Tell: func(s *kit.Screen, about kit.Subject) (kit.Told, error) {
			if text == "" {
				return kit.Told{}, err
			}
			return kit.Told{Facts: map[string]any{"of": about.ID, "budget": s.Caller.Budget}, Text: text}, err
		}}
	}
	told := kit.Pages{Room: "told", Accounts: []kit.Account{
		account(3, "walks", "# Walks\n\n````\n# no heading\n```\n# still none\n````\n\n## Long ones\n<script>alert(1)</script>", nil),
		account(2, "meals", "# Meals\n", nil), account(1, "secrets", "", kit.Denied()), account(4, "nothing", "", nil),
		{Kind: kit.Vacancy, ID: "other", Tell: func(*kit.Screen, kit.Subject) (kit.Told, error) { return kit.Told{Facts: 1, Text: "# Other"}, nil }},
	}}
	broken := kit.Pages{Room: "broken", Accounts: []kit.Account{account(5, "broken", "", fault.E(fault.Unavailable, fault.Say("Gone.", "Нет."), nil))}}
	host := kit.Pages{Room: "host", Routes: map[string]func(*kit.Screen) error{"GET /person/{id}": func(s *kit.Screen) error {
		r, err := s.Report(kit.Subject{Kind: kit.Person, ID: s.Request.PathValue("id"), Name: "Rex *the* dog"})
		if err != nil {
			return err
		}
		if s.Request.URL.Query().Has("page") {
			prose, err := r.Prose()
			if err != nil {
				return err
			}
			return s.Show(http.StatusOK, prose)
		}
		file, err := r.File(s.Request.URL.Query().Get("form"))
		if err != nil {
			return err
		}
		return s.Send(file)
	}}}
	pages := webtest.Pages(t, registry(t), webtest.Everyone, host, told)
	text := webtest.Ask(t, pages, "GET", "/person/7", "").Page
	want := "# Rex \\*the\\* dog\n\n## Meals\n\n## Walks\n\n````\n# no heading\n```\n# still none\n````\n\n### Long ones\n<script>alert(1)</script>\n"
	if text != want {
		t.Errorf("the Markdown is %q, want %q", text, want)
	}
	facts := webtest.Ask(t, pages, "GET", "/person/7?form=json", "")
	if disposition := facts.Header.Get("Content-Disposition"); disposition != "attachment; filename=7.json" {
		t.Errorf("the file comes as %q", disposition)
	}
	for _, part := range []string{`"meals": {`, `"walks": {`, `"budget": -1`, `"of": "7"`} {
		if !strings.Contains(facts.Page, part) {
			t.Errorf("the JSON has no %s: %s", part, facts.Page)
		}
	}
	if strings.Contains(facts.Page, "secrets") || strings.Contains(facts.Page, "other") || strings.Contains(facts.Page, "nothing") {
		t.Errorf("the JSON holds what nobody told: %s", facts.Page)
	}
	page := webtest.Ask(t, pages, "GET", "/person/7?page", "").Page
	if strings.Contains(page, "<script") || strings.Contains(page, "<h1") || !strings.Contains(page, "<h3") || !strings.Contains(page, "# still none") {
		t.Errorf("the page is %s", page)
	}
	if got := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, host, told, broken), "GET", "/person/7", ""); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a room that fails: status %d, %s", got.StatusCode, got.Page)
	}
}

func TestNew_closesAPageLikeItsOperation(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"hr"}}, pets())
	got := webtest.Ask(t, pages, "GET", "/pets", "")
	if got.StatusCode != http.StatusForbidden || strings.Contains(got.Page, `href="/pets"`) {
		t.Errorf("status %d, or a link to a closed room", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "This access does not cover the toolset pets.")
}

func TestNew_refusesWhatTwoRoomsBring(t *testing.T) {
	t.Parallel()
	bare := func(change func(*kit.Pages)) kit.Pages {
		return pets(func(p *kit.Pages) {
			p.Room, p.Routes, p.Files = "zoo", nil, nil
			change(p)
		})
	}
	words := func(static string, words string) fstest.MapFS {
		return fstest.MapFS{"words/en.json": {Data: []byte(words)}, "words/ru.json": {Data: []byte(words)}, "static/" + static: {}}
	}
	for name, tt := range map[string]struct {
		room kit.Pages
		want []string
	}{
		"a route": {bare(func(p *kit.Pages) { p.Routes = pets().Routes }), []string{"pets", "zoo", "/pets"}},
		"a route of the front": {
			bare(func(p *kit.Pages) { p.Routes = map[string]func(*kit.Screen) error{"GET /settings": nil} }),
			[]string{"webui", "zoo", "GET /settings"},
		},
		"a route that overlaps": {
			bare(func(p *kit.Pages) {
				p.Routes = map[string]func(*kit.Screen) error{"GET /pets/{name}": func(*kit.Screen) error { return nil }}
			}),
			[]string{"zoo", "GET /pets/{name}", "GET /pets/{id}"},
		},
		"words":       {bare(func(p *kit.Pages) { p.Files = words("zoo.css", `{"pets.name": "x"}`) }), []string{"pets", "zoo", "pets.name"}},
		"kit's words": {bare(func(p *kit.Pages) { p.Files = words("zoo.css", `{"cancel": "x"}`) }), []string{"webui", "zoo", "cancel"}},
		"a file":      {bare(func(p *kit.Pages) { p.Files = words("pets.js", `{}`) }), []string{"pets", "zoo", "pets.js"}},
		"kit's file":  {bare(func(p *kit.Pages) { p.Files = words("app.js", `{}`) }), []string{"webui", "zoo", "app.js"}},
	} {
		_, err := webui.New(webui.Config{Registry: registry(t), Pipeline: &op.Pipeline{}, Pages: []kit.Pages{pets(), tt.room}})
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, part := range tt.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v does not name %s", name, err, part)
			}
		}
	}
}

func TestPages_keepToThemselves(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone)
	webtest.KeepToThemselves(t, pages, "/", "/search?q=x", "/settings", "/sign-in", "/no-such-page")
	webtest.AreLight(t, pages, "/", "/search?q=x", "/settings", "/sign-in")
}

func TestStatic_isKeptForGood(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone)
	page := webtest.Ask(t, pages, "GET", "/settings", "").Page
	address := sheetsOf(page)[0]
	got := webtest.Ask(t, pages, "GET", address, "")
	if got.StatusCode != http.StatusOK || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/css") {
		t.Errorf("%s: %d %v", address, got.StatusCode, got.Header)
	}
	if old := webtest.Ask(t, pages, "GET", "/static/0123456789ab/app.js", ""); old.StatusCode != http.StatusOK || old.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("another version: %d %q", old.StatusCode, old.Header.Get("Cache-Control"))
	}
	if got := webtest.Ask(t, pages, "GET", "/static/x/../../webui.go", ""); got.StatusCode == http.StatusOK {
		t.Error("a file outside of the static ones is served")
	}
}

func TestSettings_keepTheChoice(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone)
	got := webtest.Ask(t, pages, "POST", "/settings", "lang=ru&theme=dark", "Referer", "http://example.com/candidates?must=Go")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/candidates?must=Go" {
		t.Errorf("%d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	for _, c := range got.Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("cookie %s is open", c.Name)
		}
	}
	page := webtest.Ask(t, pages, "GET", "/settings", "", "Cookie", "kadry_lang=ru; kadry_theme=dark; kadry_zone=Europe/Moscow")
	if !strings.Contains(page.Page, `<html lang="ru" data-theme="dark" data-zone="Europe/Moscow">`) {
		t.Error("the choice is not shown from the first byte")
	}
	webtest.Wants(t, page.Page, "Помощники и другие системы", "Версия 1.2.3")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/developers/connect", "", webtest.Russian...).Page, "claude mcp add --transport http kadry http://example.com/mcp")
	if got := webtest.Ask(t, pages, "POST", "/settings", "lang=ru", "Referer", "https://evil.example/"); got.Header.Get("Location") != "/settings" {
		t.Errorf("led to %q", got.Header.Get("Location"))
	}
	if got := webtest.Ask(t, pages, "POST", "/settings", "lang=xx&theme=pink"); len(got.Cookies()) != 0 {
		t.Errorf("kept %v", got.Cookies())
	}
}

func TestSignIn_keepsTheTokenFromScripts(t *testing.T) {
	t.Parallel()
	pages := webtest.As(guarded(t), op.Caller{})
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/sign-in?next=/roles", "", webtest.Russian...).Page, "Вход", "Токен доступа")
	got := webtest.Ask(t, pages, "POST", "/sign-in", "token=kadry_SECRET&next=/roles", "X-Forwarded-Proto", "https")
	c := got.Cookies()
	if len(c) != 1 || c[0].Name != "kadry_token" || c[0].Value != "kadry_SECRET" || !c[0].HttpOnly || !c[0].Secure || c[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("cookies %v", c)
	}
	if to := got.Header.Get("Location"); to != "/sign-in/check?next=%2Froles" {
		t.Errorf("led to %q", to)
	}
	if strings.Contains(got.Page, "SECRET") {
		t.Error("the token is in the answer")
	}
	for _, token := range []string{"", "a b", "x;y", strings.Repeat("x", 5000)} {
		got := webtest.Ask(t, pages, "POST", "/sign-in", url.Values{"token": {token}}.Encode())
		if len(got.Cookies()) != 0 || !strings.Contains(got.Header.Get("Location"), "wrong=1") {
			t.Errorf("%.10q: cookies %v, to %q", token, got.Cookies(), got.Header.Get("Location"))
		}
	}
	if out := webtest.Ask(t, pages, "POST", "/sign-out", ""); len(out.Cookies()) != 1 || out.Cookies()[0].MaxAge >= 0 {
		t.Errorf("signing out: %v", out.Cookies())
	}
}

func TestRefuse_leadsToTheSignInPage(t *testing.T) {
	t.Parallel()
	refuse := guarded(t).Refuse
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

// servers are the addresses of an open server, of one that asks for a token, and of one with
// long work.
func servers(t *testing.T) any {
	t.Helper()
	return map[string]string{
		"open":    webtest.Serve(t, webtest.Pages(t, registry(t), webtest.Everyone)),
		"guarded": webtest.Serve(t, webtest.As(guarded(t), op.Caller{})),
		"busy":    webtest.Serve(t, webtest.WithTasks(t, registry(t), someTasks(), webtest.Everyone, pets(busyPets))),
	}
}

func TestBrowser_frontIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
