package webui

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
	"golang.org/x/text/language"

	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/obs"
	"kadry/internal/op"
)

// Cookies of what a person chose for the pages.
const (
	langCookie  = "kadry_lang"
	themeCookie = "kadry_theme"
	choiceAge   = 365 * 24 * 60 * 60 // seconds
)

// screen is one answer to one person: their language, theme and access, and the writer.
type screen struct {
	i18n.Speaker
	site   *site
	r      *http.Request
	out    http.ResponseWriter
	caller op.Caller
	theme  string // "light", "dark", or "" to follow the system
}

func newScreen(w *site, out http.ResponseWriter, r *http.Request) *screen {
	caller := op.CallerFrom(r.Context())
	lang := caller.Lang
	if lang == "" {
		lang = spokenIn(r)
	}
	s := &screen{Speaker: w.Words.In(lang), site: w, r: r, out: out, caller: caller}
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		s.theme = c.Value
	}
	return s
}

var spoken = language.NewMatcher([]language.Tag{language.English, language.Russian})

// spokenIn is the language of a request that nobody has judged yet.
func spokenIn(r *http.Request) string {
	if c, err := r.Cookie(langCookie); err == nil && (c.Value == "ru" || c.Value == "en") {
		return c.Value
	}
	if _, i := language.MatchStrings(spoken, r.Header.Get("Accept-Language")); i == 1 {
		return "ru"
	}
	return "en"
}

// fragment reports that a script asked for a part of the page.
func (s *screen) fragment() bool { return s.r.Header.Get("HX-Request") != "" }

// show writes a component whole or not at all: a page that breaks halfway would look like
// a complete one.
func (s *screen) show(status int, c templ.Component) error {
	var body bytes.Buffer
	if err := c.Render(s.r.Context(), &body); err != nil {
		return err
	}
	s.out.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.out.Header().Set("Content-Language", s.Lang)
	s.out.WriteHeader(status)
	_, _ = s.out.Write(body.Bytes()) // the reader went away; there is nobody to tell
	return nil
}

// redirect leads to a page of this site and nowhere else.
func (s *screen) redirect(to string) {
	http.Redirect(s.out, s.r, local(to, "/"), http.StatusSeeOther) //nolint:gosec,nolintlint // local lets only own paths through; the taint analysis asks on some runs and not on others
}

// back is the page the request came from, on this site; fallback when it is not known.
func (s *screen) back(fallback string) string {
	from, err := url.Parse(s.r.Referer())
	if err != nil || from.Host != s.r.Host {
		return fallback
	}
	return local(from.RequestURI(), fallback)
}

// local returns target when it is a path of this site, else fallback: a redirect must not
// lead anywhere else.
func local(target, fallback string) string {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") || strings.ContainsAny(target, "\\\r\n") {
		return fallback
	}
	return target
}

// keep sets a cookie of a choice. Scripts have no business with it.
func (s *screen) keep(name, value string, age int) {
	http.SetCookie(s.out, &http.Cookie{ //nolint:gosec // Secure where the browser speaks TLS; a loopback server has none
		Name: name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteStrictMode,
	})
}

// secure reports that the person's browser speaks TLS to us or to the proxy in front.
func (s *screen) secure() bool {
	return s.r.TLS != nil || s.r.Header.Get("X-Forwarded-Proto") == "https"
}

func (s *screen) requestID() string { return obs.RequestID(s.r.Context()) }

// asset is the address of a file, which changes with its content.
func (s *screen) asset(name string) string { return s.site.assets.address(name) }

// say is a room's text in the person's language.
func (s *screen) say(t fault.Text) string { return t.In(s.Lang) }

// href joins a path and a query.
func href(path string, q url.Values) templ.SafeURL {
	if len(q) == 0 {
		return templ.SafeURL(path)
	}
	return templ.SafeURL(path + "?" + q.Encode())
}
