package kit

import (
	"bytes"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/turn"
)

// Cookies of what a person chose for the pages.
const (
	LangCookie  = i18n.Cookie
	ThemeCookie = "kadry_theme"
	ChoiceAge   = 365 * 24 * 60 * 60 // seconds
)

// VisitedCookie marks a browser that had a page with the style sheets in it and was asked to fetch
// them for the next ones. How long it keeps them nobody knows; a day is seldom too long.
const (
	VisitedCookie = "kadry_visited"
	visitedAge    = 24 * 60 * 60 // seconds
)

// Screen is one answer to one person: their language, theme and access, and the writer.
type Screen struct {
	i18n.Speaker
	Request *http.Request
	Out     http.ResponseWriter
	Caller  op.Caller

	site   *Site
	pages  *Pages // of the room that answers; nil for a page of no room
	theme  string // "light", "dark", or "" to follow the system
	clock  *clock
	styled map[string]bool // rooms whose style sheets the page has beside its own
}

// Screen returns the answer to r, by the pages of a room or, when they are nil, of none.
func (w *Site) Screen(out http.ResponseWriter, r *http.Request, pages *Pages) *Screen {
	ctx := turn.Together(r.Context())
	caller := op.CallerFrom(ctx)
	lang := caller.Lang
	if lang == "" {
		lang = i18n.Requested(r)
	}
	s := &Screen{Speaker: w.Words.In(lang), Request: r.WithContext(ctx), Out: out, Caller: caller, site: w, pages: pages, clock: newClock(r), styled: map[string]bool{}}
	if c, err := r.Cookie(ThemeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		s.theme = c.Value
	}
	return s
}

// Fragment reports that a script asked for a part of the page.
func (s *Screen) Fragment() bool { return s.Request.Header.Get("HX-Request") != "" }

// firstVisit reports that the browser has no style sheet yet. The page then has their text: nothing is
// painted before they are there, and another request takes a phone 150 ms.
func (s *Screen) firstVisit() bool {
	_, err := s.Request.Cookie(VisitedCookie)
	return err != nil && !s.Fragment()
}

// Speak puts the page into another language than the one that was asked for.
func (s *Screen) Speak(lang string) { s.Speaker = s.site.Words.In(lang) }

// Show writes a component whole or not at all: a page that breaks halfway would look like
// a complete one.
func (s *Screen) Show(status int, c templ.Component) error {
	var body bytes.Buffer
	if err := c.Render(s.Request.Context(), &body); err != nil {
		return err
	}
	s.begin(status, &body)
	return nil
}

// begin sends the head of a page and what there is of it.
func (s *Screen) begin(status int, body *bytes.Buffer) {
	s.Out.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.Out.Header().Set("Content-Language", s.Lang)
	if s.firstVisit() {
		s.Out.Header().Set("Content-Security-Policy", s.site.InlinePolicy)
		s.Keep(VisitedCookie, "1", visitedAge)
	}
	s.Out.WriteHeader(status)
	_, _ = body.WriteTo(s.Out) // the reader went away; there is nobody to tell
}

// Send hands out a file to keep.
func (s *Screen) Send(f op.File) error {
	h := s.Out.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("X-Content-Type-Options", "nosniff")
	s.Out.WriteHeader(http.StatusOK)
	_, _ = s.Out.Write([]byte(f.Text)) // the reader went away; there is nobody to tell
	return nil
}

// Redirect leads to a page of this site and nowhere else.
func (s *Screen) Redirect(to string) {
	http.Redirect(s.Out, s.Request, Local(to, "/"), http.StatusSeeOther) //nolint:gosec,nolintlint // local lets only own paths through; the taint analysis asks on some runs and not on others
}

// Back is the page the request came from, on this site; fallback when it is not known.
func (s *Screen) Back(fallback string) string {
	from, err := url.Parse(s.Request.Referer())
	if err != nil || from.Host != s.Request.Host {
		return fallback
	}
	return Local(from.RequestURI(), fallback)
}

// Local returns target when it is a path of this site, else fallback: a redirect must not
// lead anywhere else.
func Local(target, fallback string) string {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") || strings.ContainsAny(target, "\\\r\n") {
		return fallback
	}
	return target
}

// Keep sets a cookie of a choice. Scripts have no business with it.
func (s *Screen) Keep(name, value string, age int) {
	http.SetCookie(s.Out, &http.Cookie{ //nolint:gosec // Secure where the browser speaks TLS; a loopback server has none
		Name: name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteStrictMode,
	})
}

// Secure reports that the person's browser speaks TLS to us or to the proxy in front.
func (s *Screen) Secure() bool {
	return s.Request.TLS != nil || s.Request.Header.Get("X-Forwarded-Proto") == "https"
}

func (s *Screen) requestID() string { return obs.RequestID(s.Request.Context()) }

// asset is the address of a file, which changes with its content.
func (s *Screen) asset(name string) string { return s.site.Address(name) }

// Say is a room's text in the person's language.
func (s *Screen) Say(t fault.Text) string { return t.In(s.Lang) }

// Href joins a path and a query.
func Href(path string, q url.Values) templ.SafeURL {
	if len(q) == 0 {
		return templ.SafeURL(path)
	}
	return templ.SafeURL(path + "?" + q.Encode())
}

// Guarded reports whether callers need a token: then the pages speak of signing in and out.
func (s *Screen) Guarded() bool { return s.site.Tokens != nil && s.site.Tokens() }

// HasEmpty reports fields a plain form sent without a value; they only blur the address.
func HasEmpty(v url.Values) bool {
	for _, values := range v {
		if slices.Contains(values, "") {
			return true
		}
	}
	return false
}

// Count reads a small number that an address carries; what is none is zero.
func Count(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100_000 {
		return 0
	}
	return n
}
