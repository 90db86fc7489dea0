// Package webui is the pages: what a person sees in a browser, in Russian or English, made
// on the server. It reads through the rooms' own functions, changes things through the same
// operations as every front, and decides nothing: a page shows evidence. Reading works
// without JavaScript; scripts only make it quicker.
package webui

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"kadry/internal/exam"
	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/interview"
	"kadry/internal/op"
	"kadry/internal/talent"
)

// Paths that the caller mounts apart: neither needs a token.
const (
	StaticPath = "/static/"
	SignInPath = "/sign-in"
)

// Config is what the pages are made from.
type Config struct {
	Registry    *op.Registry
	Pipeline    *op.Pipeline
	Words       *i18n.Catalogue
	People      *talent.Base
	Exams       *exam.Bank      // nil leaves the exam room out
	Interviews  *interview.Room // nil leaves the interview room out
	Tokens      func() bool     // whether this server asks for a token now; nil never does
	Version     string
	UploadLimit int64  // bytes of one upload
	TokenCookie string // the cookie that carries the token
	// WebhookRisks are settings of this server that make its webhooks less safe; their page
	// names them.
	WebhookRisks []fault.Text
}

// The operations the pages stand for. A page whose operation is not served, or not covered
// by the caller's access, is refused, and actions that need one are not offered.
const (
	opSearch  = "search_by_skills"
	opDetails = "get_candidate_details"
	opCompare = "compare_candidates"
	opIngest  = "ingest_cv"
	opDelete  = "delete_candidate"
)

// site is the pages of one server.
type site struct {
	Config
	assets *assets
}

// New returns the handler of every page and of the files they need.
func New(c Config) (http.Handler, error) {
	if c.Registry == nil || c.Pipeline == nil || c.Words == nil || c.People == nil {
		return nil, errors.New("webui: registry, pipeline, words and people are all needed")
	}
	files, err := loadAssets()
	if err != nil {
		return nil, err
	}
	w := &site{Config: c, assets: files}
	mux := http.NewServeMux()
	mux.Handle("GET "+StaticPath, files)
	pages := map[string]func(*screen) error{
		"GET /{$}":                     w.home,
		"GET /candidates":              w.candidates,
		"GET /candidates/{id}":         w.candidate,
		"GET /candidates/{id}/delete":  w.deleting,
		"POST /candidates/{id}/delete": w.delete,
		"GET /find":                    w.find,
		"GET /compare":                 w.compare,
		"GET /upload":                  w.uploading,
		"POST /upload":                 w.upload,
		"GET /skills":                  w.skillNames,
		"GET /roles":                   w.roles,
		"GET /settings":                w.settings,
		"POST /settings":               w.choose,
		"GET " + SignInPath:            w.signIn,
		"POST " + SignInPath:           w.takeToken,
		"GET " + SignInPath + "/check": w.tokenWorks,
		"POST /sign-out":               w.signOut,
		"/":                            w.nowhere,
	}
	maps.Copy(pages, w.examPages())
	maps.Copy(pages, w.vacancyPages())
	maps.Copy(pages, w.interviewPages())
	for pattern, answer := range pages {
		mux.HandleFunc(pattern, w.page(answer))
	}
	return mux, nil
}

// page makes a handler of an answer: it sets the headers every page has and shows the
// error of an answer as a page, or as a fragment where a fragment was asked for.
func (w *site) page(answer func(*screen) error) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		s := newScreen(w, out, r)
		guard(out.Header())
		if err := answer(s); err != nil {
			s.fail(err) //nolint:contextcheck // the screen is of this one request and renders with its context
		}
	}
}

// guard sets the headers that keep a page to itself. Pages carry personal data, so no
// cache keeps them; nothing inline runs, so a CV cannot bring a script along.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "HX-Request, Cookie, Accept-Language")
}

// may reports whether the caller of s can use an operation, without running it.
func (s *screen) may(name string) bool {
	o, err := s.site.Registry.Lookup(name)
	if err != nil {
		return false
	}
	covered := len(s.caller.Toolsets) == 0 || slices.Contains(s.caller.Toolsets, o.Toolset)
	return covered && (!s.caller.ReadOnly || o.Effect == op.Reads)
}

// read runs a room's own function for a page: with the access, the rate, the deadline and
// the record in metrics and log of the operation that shows the same.
func (s *screen) read(name string, run func(context.Context) error) error {
	if !s.may(name) {
		return closed(name)
	}
	o, err := s.site.Registry.Lookup(name)
	if err != nil {
		return err
	}
	pipeline := s.site.Pipeline
	if pipeline.Limit != nil {
		if err := pipeline.Limit(s.r.Context(), s.caller, o); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(s.r.Context(), o.Timeout)
	defer cancel()
	start := time.Now()
	err = run(ctx)
	if pipeline.Observe != nil {
		pipeline.Observe(ctx, o, time.Since(start), err)
	}
	return err
}

// closed says that the access of the caller, or this server, leaves out the room an
// operation belongs to.
func closed(name string) error {
	what, toolset := fault.Say("candidates", "кандидатов"), "talent"
	switch {
	case strings.HasPrefix(name, "sdamgia_"):
		what, toolset = fault.Say("the exam bank", "банк заданий"), "sdamgia"
	case strings.Contains(name, "interview"), strings.Contains(name, "vacanc"):
		what, toolset = fault.Say("interviews", "интервью"), "interview"
	}
	return fault.E(fault.Denied, fault.Text{
		EN: "This access does not cover " + what.EN + ".", RU: "Этот доступ не включает " + what.RU + ".",
	}, nil).WithHint(fault.Say("Ask whoever gave you the token for the toolset %s.", "Попросите того, кто выдал токен, добавить набор %s.", toolset))
}

// home leads to the first room of the caller.
func (w *site) home(s *screen) error {
	s.redirect(s.links()[0].path)
	return nil
}

func (w *site) nowhere(s *screen) error {
	return fault.E(fault.NotFound, fault.Say("There is no page at this address.", "По этому адресу страницы нет."), nil)
}

// guarded reports whether callers need a token: then the pages speak of signing in and out.
func (w *site) guarded() bool { return w.Tokens != nil && w.Tokens() }
