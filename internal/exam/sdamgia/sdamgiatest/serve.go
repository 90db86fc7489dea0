package sdamgiatest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Route is a sort of page, for counting and for breaking.
type Route string

// The routes.
const (
	ProblemPage   Route = "problem"
	SearchPage    Route = "search"
	ListPage      Route = "list"
	PrintPage     Route = "print"
	CataloguePage Route = "catalogue"
	Contents      Route = "contents" // the constructor's data
	VariantPage   Route = "variant"
	Generator     Route = "generator" // makes a test and sends there
	Files         Route = "file"
	Formulas      Route = "formula"
	Robots        Route = "robots"
	Other         Route = "other"
)

// routeOf names what a request asks for.
func routeOf(r *http.Request, at string) Route {
	query := r.URL.Query()
	switch {
	case at == "/robots.txt":
		return Robots
	case at == "/problem":
		return ProblemPage
	case at == "/search":
		return SearchPage
	case at == "/prob_catalog", at == "/prob-catalog":
		return CataloguePage
	case at == "/newapi/general":
		return Contents
	case at == "/test" && query.Get("a") == "generate":
		return Generator
	case at == "/test" && (query.Has("theme") || query.Has("category_id")) && query.Get("print") == "true":
		return PrintPage
	case at == "/test" && (query.Has("theme") || query.Has("category_id")):
		return ListPage
	case at == "/test":
		return VariantPage
	case strings.HasPrefix(at, "/formula/"):
		return Formulas
	case at == "/get_file", strings.HasPrefix(at, "/doc/"), strings.HasPrefix(at, "/audio/"):
		return Files
	}
	return Other
}

// ServeHTTP answers as the host in the path, /math-ege.sdamgia.ru/problem?id=1001, or else
// as the host that was called.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, at, prefix := hostOf(r)
	route := routeOf(r, at)
	done := f.ledger.open(route, r)
	defer done()
	if route == Robots {
		f.mu.Lock()
		text := f.robots
		f.mu.Unlock()
		answer(w, r, f.ledger, "text/plain; charset=utf-8", []byte(text))
		return
	}
	if !f.wait(r) || f.broken(w, r, route) {
		return
	}
	if route == Formulas { // content-addressed, on the host of the exam
		answer(w, r, f.ledger, "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="12"><path d="M0 6h40"/></svg>`))
		return
	}
	s, ok := f.stocks[host]
	if !ok {
		http.NotFound(w, r)
		return
	}
	f.serve(w, r, s, route, prefix)
}

func hostOf(r *http.Request) (host, at, prefix string) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if strings.HasSuffix(first, ".sdamgia.ru") || strings.HasSuffix(first, ".reshuct.by") {
		return first, "/" + rest, "/" + first
	}
	host, _, _ = strings.Cut(r.Host, ":")
	return host, r.URL.Path, ""
}

func (f *Fake) serve(w http.ResponseWriter, r *http.Request, s *shelf, route Route, prefix string) {
	f.mu.Lock()
	revision := s.revision
	f.mu.Unlock()
	query := r.URL.Query()
	number, _ := strconv.Atoi(query.Get("page"))
	category := query.Get("category_id") + query.Get("theme")
	const pages = "text/html; charset=UTF-8"
	switch route {
	case ProblemPage:
		answer(w, r, f.ledger, pages, []byte(s.anyProblem(query.Get("id"), revision)))
	case SearchPage:
		answer(w, r, f.ledger, pages, []byte(s.searchPage(query.Get("search"), number, revision)))
	case ListPage, PrintPage:
		answer(w, r, f.ledger, pages, []byte(s.anyList(category, number, revision, route)))
	case CataloguePage:
		answer(w, r, f.ledger, pages, []byte(s.cataloguePage()))
	case Contents:
		f.serveContents(w, r, s)
	case VariantPage:
		answer(w, r, f.ledger, pages, []byte(s.variantPage(query.Get("id"))))
	case Generator:
		w.Header().Set("Location", prefix+"/test?id=77")
		w.WriteHeader(http.StatusFound)
	case Files:
		serveFile(w, r, f.ledger)
	default:
		answer(w, r, f.ledger, pages, []byte(shellPage))
	}
}

func (s *shelf) anyProblem(id string, revision int) string {
	n, err := strconv.Atoi(id)
	if err != nil || n < FirstID || n >= FirstID+s.Total() {
		return s.emptyPage("Задание не найдено.")
	}
	return s.problemPage(n-FirstID, revision)
}

func (s *shelf) anyList(category string, number, revision int, route Route) string {
	switch {
	case len(s.members(category)) == 0:
		return s.emptyPage("Задания не найдены.")
	case route == PrintPage:
		return s.printPage(category, revision)
	}
	return s.listPage(category, number, revision)
}

func (f *Fake) serveContents(w http.ResponseWriter, r *http.Request, s *shelf) {
	raw, err := s.contents()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, r, f.ledger, "application/json; charset=utf-8", []byte(raw))
}

// png is a picture of one dot.
var png = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82")

// serveFile gives pictures as SVG unless a PNG is asked for, as the site does.
func serveFile(w http.ResponseWriter, r *http.Request, l *ledger) {
	switch {
	case strings.HasSuffix(r.URL.Path, ".mp3"):
		answer(w, r, l, "audio/mpeg", []byte("ID3\x03\x00\x00\x00\x00\x00\x00"))
	case strings.HasSuffix(r.URL.Path, ".txt"):
		answer(w, r, l, "application/octet-stream", []byte("3\n17\n25\n"))
	case r.URL.Query().Get("png") == "1":
		answer(w, r, l, "image/png", png)
	default:
		answer(w, r, l, "image/png", []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle r="5"/></svg>`)) // mislabelled, as the site's are
	}
}

// answer sends a body with its ETag, or says that nothing changed.
func answer(w http.ResponseWriter, r *http.Request, l *ledger, kind string, body []byte) {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Content-Type", kind)
	if r.Header.Get("If-None-Match") == tag {
		l.unchanged()
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) //nolint:gosec // a fake of a site that repeats what it is asked, on loopback
}

const shellPage = `<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"><title>СДАМ ГИА: РЕШУ ЕГЭ</title><script src="/static/js/main.3f1c.js" defer></script></head>` +
	`<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`

func captchaPage() string {
	return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Подтвердите, что вы не робот</title></head><body><form method="POST" action="/captcha">` +
		`<div class="g-recaptcha" data-sitekey="x"></div><p>Введите символы с картинки</p><input name="captcha_code"></form></body></html>`
}

func hugePage(bytes int) string {
	return fmt.Sprintf(`<!DOCTYPE html><html><body><div class="prob_maindiv"><p>%s</p></div></body></html>`, strings.Repeat("очень длинная страница ", bytes/43))
}
