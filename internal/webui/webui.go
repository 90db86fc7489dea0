// Package webui is the front for people: it mounts the pages that the rooms bring, each with
// its words and files, and adds what belongs to no room: the first page, long work, the
// settings, signing in, the pages for developers, and refusals. It names no room. Reading works without JavaScript; scripts only
// make it quicker.
package webui

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/op"
	"kadry/internal/webui/developer"
	"kadry/internal/webui/kit"
)

// Paths that the caller mounts apart: neither needs a token.
const (
	StaticPath = kit.StaticPath
	SignInPath = kit.SignInPath
)

// Config is what the front is made from.
type Config struct {
	Registry    *op.Registry
	Pipeline    *op.Pipeline
	Pages       []kit.Pages // of the rooms, in the order of the rail
	Tokens      func() bool // whether this server asks for a token now; nil never does
	Tasks       op.Tasks    // runs long operations; nil runs none
	Version     string
	TokenCookie string               // the cookie that carries the token
	LateAfter   time.Duration        // see kit.Site
	Russian     func(*op.Op) op.Said // what an operation says of itself; nil leaves it in English
}

// Front is the pages of one server and the files they need.
type Front struct {
	Config
	kit *kit.Site
	mux *http.ServeMux
}

// New mounts the pages of all rooms. Two rooms that bring the same route, words or file are
// an error that names both.
func New(c Config) (*Front, error) {
	if c.Registry == nil || c.Pipeline == nil {
		return nil, errors.New("webui: registry and pipeline are both needed")
	}
	own := []kit.Pages{developer.New(c.Registry, c.Russian)}
	files, err := loadAssets(slices.Concat(own, c.Pages)) // a room may have the last word on how it looks
	if err != nil {
		return nil, err
	}
	c.Pages = slices.Concat(c.Pages, own)
	words, err := loadWords(c.Pages)
	if err != nil {
		return nil, err
	}
	w := &Front{Config: c, mux: http.NewServeMux(), kit: &kit.Site{
		Registry: c.Registry, Pipeline: c.Pipeline, Words: words, Pages: c.Pages, Tasks: c.Tasks, Tokens: c.Tokens, Address: files.address,
		Style: files.style, InlinePolicy: policy(files.styles()...), LateAfter: c.LateAfter,
	}}
	w.mux.Handle("GET "+StaticPath, files)
	if err := w.mount(); err != nil {
		return nil, err
	}
	return w, nil
}

func loadWords(rooms []kit.Pages) (*i18n.Catalogue, error) {
	own := kit.Own()
	sources := []i18n.Source{{Name: own.Room, Files: own.Files}}
	for _, room := range rooms {
		if room.Files != nil {
			sources = append(sources, i18n.Source{Name: room.Room, Files: room.Files})
		}
	}
	return i18n.Load(sources...)
}

// mount mounts the pages of no room and those of the rooms.
func (w *Front) mount() error {
	own := kit.Pages{Room: "webui", Routes: map[string]func(*kit.Screen) error{
		"GET /{$}":                     w.home,
		"POST /sample":                 w.loadSample,
		"GET " + kit.SearchPath:        w.search,
		"GET " + kit.JumpsPath:         jumps,
		"GET /settings":                w.settings,
		"POST /settings":               w.choose,
		"GET " + SignInPath:            w.signIn,
		"POST " + SignInPath:           w.takeToken,
		"GET " + SignInPath + "/check": w.tokenWorks,
		"POST /sign-out":               w.signOut,
		"/":                            w.nowhere,
	}}
	if w.Tasks != nil {
		own.Routes["GET "+kit.TasksPath] = w.tasks
		own.Routes["GET "+kit.TasksPath+"/{id}"] = w.task
		own.Routes["POST "+kit.TasksPath+"/{id}/cancel"] = w.cancelTask
	}
	owner := map[string]string{}
	for _, room := range append([]kit.Pages{own}, w.Pages...) {
		for pattern, answer := range room.Routes {
			if first, ok := owner[pattern]; ok {
				return fmt.Errorf("webui: %s and %s both bring the route %q", first, room.Room, pattern)
			}
			owner[pattern] = room.Room
			if err := w.handle(pattern, w.page(&room, answer)); err != nil {
				return fmt.Errorf("webui: the route %q of %s: %w", pattern, room.Room, err)
			}
		}
	}
	return nil
}

// handle mounts a handler. The multiplexer panics over a pattern that it cannot read or that
// conflicts with another; a room's mistake is an error like every other.
func (w *Front) handle(pattern string, h http.Handler) (err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("%v", thrown)
		}
	}()
	w.mux.Handle(pattern, h)
	return nil
}

func (w *Front) ServeHTTP(out http.ResponseWriter, r *http.Request) { w.mux.ServeHTTP(out, r) }

// page makes a handler of an answer: it sets the headers every page has and shows the
// error of an answer as a page, or as a fragment where a fragment was asked for.
func (w *Front) page(room *kit.Pages, answer func(*kit.Screen) error) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		s := w.kit.Screen(out, r, room)
		guard(out.Header())
		if err := answer(s); err != nil {
			s.Fail(err) //nolint:contextcheck // components get their context when they are written
		}
	}
}

// policy is the Content-Security-Policy of a page that has only these styles in itself. Nothing else
// inline works, so a CV cannot bring a script along.
func policy(styles ...string) string {
	allowed := []string{"'self'"}
	for _, text := range styles {
		sum := sha256.Sum256([]byte(text))
		allowed = append(allowed, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return "default-src 'none'; script-src 'self'; style-src " + strings.Join(allowed, " ") + "; img-src 'self' data:; " +
		"font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// guard sets the headers that keep a page to itself. Pages carry personal data, so no
// cache keeps them.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", policy())
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "HX-Request, Cookie, Accept-Language")
}

func (w *Front) nowhere(s *kit.Screen) error {
	if allow := w.methods(s.Request); len(allow) > 0 {
		s.Out.Header().Set("Allow", strings.Join(allow, ", "))
		http.Error(s.Out, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return nil
	}
	return fault.E(fault.NotFound, fault.Say("There is no page at this address.", "По этому адресу страницы нет."), nil)
}

// methods are those that the address of a request answers.
func (w *Front) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := w.mux.Handler(other); pattern != "/" {
			list = append(list, method)
		}
	}
	return list
}
