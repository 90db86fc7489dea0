package app

import (
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/webui/webtest"
)

// documentRoute is of the pages that show the documents of the checkout.
const documentRoute = "GET /developers/docs/"

// filePath is a text that may be the path of a file.
var filePath = regexp.MustCompile(`[\pL\pN_-][\pL\pN_./-]*[\pL\pN_]`)

// pointers are the links and the words of a page that lead to a file of the checkout. Whoever reads a page
// may have the program alone. A document may tell how its figures are made: its code is not looked at.
// Quoted programs and pages are somebody else's text.
func pointers(page string, document bool) (list []string) {
	closed := map[string]bool{"pre": true, "script": true, "style": true, "blockquote": true, "code": document}
	inside := 0
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		token := z.Token()
		switch {
		case kind == html.StartTagToken && closed[token.Data]:
			inside++
		case kind == html.EndTagToken && closed[token.Data]:
			inside--
		case kind == html.TextToken && inside == 0:
			for _, name := range filePath.FindAllString(token.Data, -1) {
				if inCheckout(name) {
					list = append(list, name)
				}
			}
		}
		for _, a := range token.Attr {
			if u, err := url.Parse(a.Val); err == nil && a.Key == "href" && u.Host == "" && path.Ext(u.Path) == ".md" {
				list = append(list, a.Val)
			}
		}
	}
	return list
}

// inCheckout reports whether a text is the path of a document or of something below a folder here.
func inCheckout(name string) bool {
	if path.Ext(name) != ".md" && !strings.Contains(name, "/") {
		return false
	}
	for _, folder := range []string{".", "docs"} {
		if _, err := os.Stat(filepath.Join("..", "..", folder, filepath.FromSlash(name))); err == nil {
			return true
		}
	}
	return false
}

func TestPointers(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		`<p>See docs/report.md.</p>`:                   "docs/report.md",
		`<p>README.md, internal/app/rooms.go</p>`:      "README.md internal/app/rooms.go",
		`<a href="market.md#pay">pay</a>`:              "market.md#pay",
		`<a href="/developers/docs/market">Market</a>`: "",
		`<pre>go test ./internal/app</pre>`:            "",
		`<p>CI/CD, src/main.go, notes.md</p>`:          "",
		`<p><code>docs/report.md</code></p>`:           "docs/report.md",
	} {
		if got := strings.Join(pointers(page, false), " "); got != want {
			t.Errorf("%s points at %q, want %q", page, got, want)
		}
	}
	if got := pointers(`<p><code>internal/app</code> docs/report.md</p>`, true); len(got) != 1 {
		t.Errorf("a document points at %q", got)
	}
}

// withReference adds all documents and all operations, of which a walk looks at a few.
func withReference(t *testing.T, pages http.Handler, found []place) []place {
	t.Helper()
	for _, index := range []string{"/developers", "/developers/docs"} {
		before := len(found)
		for _, link := range linksOf(index, webtest.Ask(t, pages, http.MethodGet, index, "").Page) {
			if strings.HasPrefix(link, index+"/") {
				found = append(found, place{"GET " + link, link})
			}
		}
		if len(found) < before+5 {
			t.Errorf("%s leads to %d pages", index, len(found)-before)
		}
	}
	return found
}

// pointAtNoFile reads pages in both languages: what they name, the server has.
func pointAtNoFile(t *testing.T, pages http.Handler, found []place) {
	t.Helper()
	for _, one := range found {
		for _, headers := range [][]string{nil, webtest.Russian} {
			got := webtest.Ask(t, pages, http.MethodGet, one.Path, "", headers...)
			if list := pointers(got.Page, strings.HasPrefix(one.Route, documentRoute)); len(list) > 0 {
				t.Errorf("%s sends to %q", one.Path, list)
			}
		}
	}
}
