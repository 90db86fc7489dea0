package app

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzhttp"
	"golang.org/x/net/html"

	"kadry/internal/access"
	"kadry/internal/op"
	"kadry/internal/webui"
	"kadry/internal/webui/developer"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// samples are the most addresses of one route that are looked at: the second shows what the first
// has no room for.
const samples = 2

// place is an address and the route that answers it.
type place struct {
	Route string `json:"route"`
	Path  string `json:"path"`
}

// openPages serves the pages of a house to somebody with every right.
func openPages(t *testing.T, h *house) http.Handler {
	t.Helper()
	front, err := webui.New(webui.Config{
		Registry: h.registry, Pipeline: h.pipeline, Tasks: h.tasks, Version: Version, TokenCookie: tokenCookie, Pages: h.pages(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return webtest.As(gzhttp.GzipHandler(front), webtest.Everyone)
}

// fill puts the sample into a house and calls what creates things with its examples.
func fill(t *testing.T, h *house) {
	t.Helper()
	if err := h.prepare(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	ctx := op.WithCaller(t.Context(), op.Caller{Name: "test", Tenant: access.DefaultTenant, Admin: true, Budget: -1})
	for _, o := range h.registry.All() {
		if o.Effect != op.Creates {
			continue
		}
		for _, example := range o.Examples {
			// An example may need what is not there; what it would have shown is then missed.
			_, _ = (&op.Pipeline{}).Call(ctx, o, []byte(example.Input))
		}
	}
}

// declared are the routes of pages: those that the rooms bring and those of no room.
func declared(h *house) []string {
	var routes []string
	for _, p := range slices.Concat(h.pages(), []kit.Pages{developer.New(h.registry, nil)}) {
		for pattern := range p.Routes {
			if strings.HasPrefix(pattern, "GET ") {
				routes = append(routes, pattern)
			}
		}
	}
	routes = append(routes, "GET /{$}", "GET "+kit.SearchPath, "GET /settings", "GET "+kit.TasksPath, "GET "+kit.TasksPath+"/{id}", "GET "+kit.SignInPath)
	slices.Sort(routes)
	return routes
}

// walk follows the links from every route without a parameter and returns addresses of pages, and the
// routes that no link leads to.
func walk(t *testing.T, pages http.Handler, routes []string) (found []place, missed []string) {
	t.Helper()
	mux := http.NewServeMux()
	var ahead []string
	for _, route := range routes {
		mux.HandleFunc(route, func(http.ResponseWriter, *http.Request) {})
		if path := strings.TrimSuffix(strings.TrimPrefix(route, "GET "), "{$}"); !strings.Contains(path, "{") {
			ahead = append(ahead, path)
		}
	}
	seen, of := map[string]bool{}, map[string]int{}
	for len(ahead) > 0 {
		target := ahead[0]
		ahead = ahead[1:]
		_, route := mux.Handler(httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
		path, _, _ := strings.Cut(target, "?")
		if route == "" || seen[route+path] || of[route] >= samples {
			continue
		}
		seen[route+path] = true
		got := webtest.Ask(t, pages, http.MethodGet, target, "")
		switch {
		case got.StatusCode >= http.StatusInternalServerError:
			t.Errorf("%s answers %d", target, got.StatusCode)
		case got.StatusCode >= http.StatusMultipleChoices && got.StatusCode < http.StatusBadRequest:
			ahead = append(ahead, got.Header.Get("Location"))
			of[route]++
		}
		if got.StatusCode != http.StatusOK {
			continue
		}
		of[route]++
		if !strings.Contains(got.Page, "<main") { // a file or a part of a page
			continue
		}
		found = append(found, place{route, target})
		ahead = append(ahead, linksOf(target, got.Page)...)
	}
	for _, route := range routes {
		if of[route] == 0 {
			missed = append(missed, route)
		}
	}
	return found, missed
}

// linksOf are the addresses of this site that a page leads to, by a link or by a form that asks with
// what it already holds.
func linksOf(at, page string) []string {
	base, err := url.Parse(at)
	if err != nil {
		return nil
	}
	var list []string
	add := func(to string, q url.Values) {
		if u, err := base.Parse(to); err == nil && u.Host == "" && u.Scheme == "" {
			u.Fragment = ""
			if q != nil {
				u.RawQuery = q.Encode()
			}
			list = append(list, u.String())
		}
	}
	form, action := url.Values(nil), ""
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		token := z.Token()
		attr := map[string]string{}
		for _, a := range token.Attr {
			attr[a.Key] = a.Val
		}
		switch {
		case kind == html.EndTagToken && token.Data == "form" && form != nil:
			add(action, form)
			form = nil
		case token.Data == "form" && kind == html.StartTagToken && !strings.EqualFold(attr["method"], "post"):
			form, action = url.Values{}, attr["action"]
		case token.Data == "input" && form != nil && attr["name"] != "":
			form.Add(attr["name"], attr["value"])
		case attr["href"] != "":
			add(attr["href"], nil)
		}
	}
	return list
}

// reached is the least share of routes that the walk has to look at: what is left needs an answer of
// another site or words that only a person types, and is looked at by the tests of its room. Without
// a room that others lead through, less is reached.
const reached = 0.6

// look walks a house with a sample or without and returns where it came.
func look(t *testing.T, h *house, full bool) (http.Handler, []place) {
	t.Helper()
	if full {
		fill(t, h)
	}
	pages, routes := openPages(t, h), declared(h)
	found, missed := walk(t, pages, routes)
	t.Logf("%d pages of %d routes; not reached: %s", len(found), len(routes), strings.Join(missed, ", "))
	if full && float64(len(missed)) > (1-reached)*float64(len(routes)) {
		t.Error("too many routes are not reached")
	}
	return pages, found
}

// TestPages looks at every page of a house with the sample and of an empty one.
func TestPages(t *testing.T) {
	for name, full := range map[string]bool{"sample": true, "empty": false} {
		t.Run(name, func(t *testing.T) {
			pages, found := look(t, openHouse(t), full)
			t.Run("weight", func(t *testing.T) {
				for _, one := range found {
					webtest.AreLight(t, pages, one.Path)
				}
			})
			t.Run("pointers", func(t *testing.T) { pointAtNoFile(t, pages, withReference(t, pages, found)) })
			t.Run("browser", func(t *testing.T) { walkInBrowser(t, pages, found) })
		})
	}
}

// walkInBrowser looks at pages in a browser: nothing is wider than the screen, fingers hit
// every target, axe has nothing to say, and without scripts a page can be read.
func walkInBrowser(t *testing.T, pages http.Handler, found []place) {
	webtest.Chromium(t)
	webtest.Walk(t, webtest.Serve(t, pages), found)
}
