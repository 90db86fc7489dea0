// Package webtest looks at pages as a browser does. The tests of every room's pages use it;
// the program does not.
package webtest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/webui"
	"kadry/internal/webui/kit"
)

// Everyone is a caller with every right.
var Everyone = op.Caller{Name: "local", Tenant: "default", Local: true, Admin: true}

// Russian are the headers of a person who chose Russian.
var Russian = []string{"Cookie", "kadry_lang=ru"}

// Pages is the handler of pages for a caller, with the request's own language.
func Pages(t *testing.T, registry *op.Registry, caller op.Caller, pages ...kit.Pages) http.Handler {
	t.Helper()
	return WithTasks(t, registry, nil, caller, pages...)
}

// WithTasks is Pages on a server that runs long operations.
func WithTasks(t *testing.T, registry *op.Registry, tasks op.Tasks, caller op.Caller, pages ...kit.Pages) http.Handler {
	t.Helper()
	front, err := webui.New(webui.Config{
		Registry: registry, Pipeline: &op.Pipeline{}, Tasks: tasks, Pages: pages, Version: "1.2.3", TokenCookie: "kadry_token",
	})
	if err != nil {
		t.Fatal(err)
	}
	return As(front, caller)
}

// As calls a handler for a caller, in a request with the id req-42.
func As(pages http.Handler, caller op.Caller) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := obs.WithRequestID(r.Context(), "req-42")
		pages.ServeHTTP(w, r.WithContext(op.WithCaller(ctx, caller)))
	})
}

// Serve runs pages on a loopback port until the test ends.
func Serve(t *testing.T, pages http.Handler) string {
	t.Helper()
	server := httptest.NewServer(pages)
	t.Cleanup(server.Close)
	return server.URL
}

// Answer is what a browser gets.
type Answer struct {
	*http.Response
	Page string
}

// Ask sends a request of a browser that has been here to the pages; headers come in pairs.
func Ask(t *testing.T, pages http.Handler, method, target, form string, headers ...string) Answer {
	t.Helper()
	r := request(t, method, target, form, headers...)
	r.AddCookie(&http.Cookie{Name: kit.VisitedCookie, Value: "1"})
	return Send(pages, r)
}

// AskFirst gets a page for a browser that has not been here.
func AskFirst(t *testing.T, pages http.Handler, target string, headers ...string) Answer {
	t.Helper()
	return Send(pages, request(t, http.MethodGet, target, "", headers...))
}

func request(t *testing.T, method, target, form string, headers ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(form))
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// Send sends a request to the pages.
func Send(pages http.Handler, r *http.Request) Answer {
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, r)
	return Answer{w.Result(), w.Body.String()}
}

// Text is what a person reads of a page, spaces folded.
func Text(page string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.TextToken {
			out.Write(z.Text())
		} else if name, _ := z.TagName(); kind == html.StartTagToken && !slices.Contains([]string{"mark", "span", "strong", "q"}, string(name)) {
			out.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(html.UnescapeString(out.String())), " ")
}

// Wants checks that a person reads all parts on a page.
func Wants(t *testing.T, page string, parts ...string) {
	t.Helper()
	read := Text(page)
	for _, part := range parts {
		if !strings.Contains(read, part) {
			t.Errorf("the page does not say %q:\n%s", part, read[:min(len(read), 900)])
		}
	}
}

var inlineStyle = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style`)

// KeepToThemselves checks what keeps a page from being kept, framed or made to act.
func KeepToThemselves(t *testing.T, pages http.Handler, targets ...string) {
	t.Helper()
	for _, target := range targets {
		got := AskFirst(t, pages, target)
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
		for _, style := range inlineStyle.FindAllStringSubmatch(got.Page, -1) {
			if sum := sha256.Sum256([]byte(style[1])); !strings.Contains(csp, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
				t.Errorf("%s: the page has styles that its own policy forbids: %.100s", target, style[1])
			}
		}
		for _, inline := range []string{" style=", "onclick=", "hx-on", "javascript:"} {
			if strings.Contains(got.Page, inline) {
				t.Errorf("%s: the page has %q, which its own policy forbids", target, inline)
			}
		}
	}
}

// weightLimit is what a page and everything it needs may weigh on the wire.
const weightLimit = 150_000

// paintLimit is what of that has to come before anything is painted, the page with its style sheets:
// at 1.6 Mbit/s it takes 0.3 s, beside a request of 0.15 s.
const paintLimit = 60_000

// AreLight weighs pages with every file they need.
func AreLight(t *testing.T, pages http.Handler, targets ...string) {
	t.Helper()
	static := regexp.MustCompile(`(rel="stylesheet" href=)?"(/static/[^"]+)"`)
	imports := regexp.MustCompile(`from '\./([^']+)'|url\("?([^")]+)"?\)`) // of scripts and of style sheets
	for _, target := range targets {
		page := AskFirst(t, pages, target)
		weight := compressed(t, page.Page)
		first := weight
		for _, m := range static.FindAllStringSubmatch(page.Page, -1) {
			file := Ask(t, pages, "GET", m[2], "").Page
			weight += compressed(t, file)
			if m[1] != "" {
				first += compressed(t, file)
			}
			for _, part := range imports.FindAllStringSubmatch(file, -1) {
				weight += compressed(t, Ask(t, pages, "GET", path.Dir(m[2])+"/"+path.Base(part[1]+part[2]), "").Page)
			}
		}
		t.Logf("%s weighs %d bytes", target, weight)
		if weight > weightLimit {
			t.Errorf("%s weighs %d bytes, more than %d", target, weight, weightLimit)
		}
		if first > paintLimit {
			t.Errorf("%s paints nothing before %d bytes have come, more than %d", target, first, paintLimit)
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

var hitID = regexp.MustCompile(`id="hit-([^"]+)"`)

// Hits are the ids of the results on a page, in order.
func Hits(page string) []string {
	var ids []string
	for _, m := range hitID.FindAllStringSubmatch(page, -1) {
		ids = append(ids, m[1])
	}
	return ids
}
