// Package bookshopweb shows the made-up bookshop in a browser.
package bookshopweb

import (
	"embed"
	"io"
	"net/http"

	"kadry/internal/webui/kit"
)

//go:embed words
var files embed.FS

// New returns the pages of the bookshop.
func New() kit.Pages {
	return kit.Pages{
		Room: "bookshop", Files: files,
		Routes: map[string]func(*kit.Screen) error{
			"GET /bookshop": func(s *kit.Screen) error {
				s.Out.WriteHeader(http.StatusOK)
				_, err := io.WriteString(s.Out, s.T("bookshop.title"))
				return err
			},
		},
		Links: func(s *kit.Screen) []kit.Link {
			return []kit.Link{{ID: "bookshop", Text: s.T("nav.bookshop"), Path: "/bookshop"}}
		},
	}
}
