// Package libraryweb shows the made-up library in a browser.
package libraryweb

import (
	"embed"
	"io"
	"net/http"

	"kadry/internal/webui/kit"
)

//go:embed words
var files embed.FS

// New returns the pages of the library.
func New() kit.Pages {
	return kit.Pages{
		Room: "library", Files: files,
		Routes: map[string]func(*kit.Screen) error{
			"GET /library": func(s *kit.Screen) error {
				s.Out.WriteHeader(http.StatusOK)
				_, err := io.WriteString(s.Out, s.T("library.title"))
				return err
			},
		},
		Links: func(s *kit.Screen) []kit.Link {
			return []kit.Link{{ID: "library", Text: s.T("nav.library"), Path: "/library"}}
		},
	}
}
