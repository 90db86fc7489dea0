// Package kit is what every page is made with: the answer to one person with their
// language, theme and access, the frame around a page, the components that more than one
// room shows, and the declaration of what a room brings. It names no room and holds no
// rule.
package kit

import (
	"io/fs"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/i18n"
	"kadry/internal/op"
)

// Paths that the caller mounts apart: neither needs a token.
const (
	StaticPath = "/static/"
	SignInPath = "/sign-in"
)

// TasksPath is where the caller's long work is followed.
const TasksPath = "/tasks"

// Pages is what a room shows in a browser. A room without something leaves it nil.
type Pages struct {
	Room   string                         // its name, and that of its script: talent loads talent.js
	Routes map[string]func(*Screen) error // by net/http pattern: "GET /candidates/{id}"
	Links  func(*Screen) []Link           // entries of the rail that the caller may use, in order
	Jumps  func(*Screen) []Jump           // entries of the command palette beside the links
	Facts  func(*Screen) []Fact           // what the settings page says of the room
	Fields map[string]string              // key of the words for a field that a finding names
	Works  map[string]Work                // how it shows its long operations, by name
	Panels []Panel                        // what it shows on pages about things that rooms share
	Tabs   []Tab                          // its pages about things that rooms share
	Traces []Trace                        // what it keeps of things that belong to other rooms
	// Accounts are what it tells of things that rooms share, for a file about one.
	Accounts []Account
	// Linked are the beginnings of paths, like "/i/", whose pages are for whoever has their
	// address: no token is asked for, and nothing there may rest on a caller.
	Linked []string
	Home   []Card   // what it shows on the first page
	Find   []Finder // what it finds by the words of the search box
	Roles  []Role   // whom it is for; nil is everybody
	Door   *Door    // where somebody of a role begins; of several rooms the first is taken
	Sample string   // key of the words for what the sample has of it
	Files  fs.FS    // words/en.json and words/ru.json, style sheets and scripts in static
}

// Link is an entry of the rail. It is also the way back from an error page below its path
// or one of the paths beside it.
type Link struct {
	ID     string // the frame of a page names it to mark where the person is
	Text   string
	Path   string
	Back   string   // what a link from an error page says
	Beside []string // paths of pages that belong to it and lie elsewhere
	Seldom bool     // has no tab of its own on a phone
	Aside  bool     // of a room for other roles than the person's; set by Links
}

// Jump is an entry of the command palette.
type Jump struct {
	Name, Kind, Path string
	Typed            bool // what is typed is added to the path; the entry needs no name
}

// Fact is a line of the settings page.
type Fact struct{ Name, Value string }

// Work is a long operation as its room shows it.
type Work struct {
	Title  string                                         // key of the words
	Answer func(*Screen, []byte) (templ.Component, error) // of what it answered, or has so far; nil shows none
}

// Site is the pages of one server.
type Site struct {
	Registry *op.Registry
	Pipeline *op.Pipeline
	Words    *i18n.Catalogue
	Pages    []Pages
	Tasks    op.Tasks                 // runs long operations; nil runs none
	Tokens   func() bool              // whether this server asks for a token now; nil never does
	Address  func(name string) string // of a static file, which changes with its content; empty where there is none
	Style    func(name string) string // the text of a style sheet
	// InlinePolicy is the Content-Security-Policy of pages that have style sheets in themselves.
	InlinePolicy string
	// LateAfter is how long a page waits for a part of Late before it goes out without it; 0 is as
	// long as it takes.
	LateAfter time.Duration
}

// Routes gives a room's pages a screen of its own: the room's functions take the screen
// that wrap makes.
func Routes[S any](wrap func(*Screen) S, pages map[string]func(S) error) map[string]func(*Screen) error {
	routes := map[string]func(*Screen) error{}
	for pattern, answer := range pages {
		routes[pattern] = func(s *Screen) error { return answer(wrap(s)) }
	}
	return routes
}
