// Package developer is the pages for those who call kadry from their own system: the reference
// of every operation with examples, access tokens, the audit log, how assistants connect, and
// the documents. It belongs to no room; whatever needs data goes through operations.
package developer

import (
	"embed"
	"net/url"

	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Paths of the pages.
const (
	referencePath = kit.DevelopersPath
	tokensPath    = referencePath + "/tokens"
	auditPath     = referencePath + "/audit"
	connectPath   = referencePath + "/connect"
	docsPath      = referencePath + "/docs"
)

// Pages about the subject kit.Developers, by which they are marked.
const (
	tabReference = "reference"
	tabConnect   = "connect"
	tabTokens    = "tokens"
	tabAudit     = "audit"
	tabDocs      = "docs"
)

// Operations that the pages stand for.
const (
	opListTokens  = "list_tokens"
	opCreateToken = "create_token"
	opRevokeToken = "revoke_token"
	opAudit       = "list_audit_entries"
	opVerify      = "verify_audit"
)

// New returns the pages over what a server serves. russian is what an operation says of itself in
// that language; nil knows English alone.
func New(served *op.Registry, russian func(*op.Op) op.Said) kit.Pages {
	w := &web{served: served.On(op.REST), russian: map[string]op.Said{}}
	if russian != nil {
		for _, o := range w.served.All() {
			w.russian[o.Name] = russian(o)
		}
	}
	return kit.Pages{
		Room: "developer", Files: files, Roles: []kit.Role{kit.Integrate},
		Links: func(s *kit.Screen) []kit.Link {
			return []kit.Link{{ID: kit.DevelopersLink, Text: s.T("nav.developers"), Path: referencePath, Back: s.T("dev.back")}}
		},
		Door:   &kit.Door{Role: kit.Integrate, Text: "dev.door", Path: referencePath},
		Jumps:  w.jumps,
		Find:   []kit.Finder{{Title: "find.operations", Order: 90, Path: searchAddress, Find: w.find}},
		Fields: map[string]string{"name": "dev.token.name", "toolsets": "dev.token.toolsets"},
		Tabs: []kit.Tab{
			tab(tabReference, 10, referencePath, ""), tab(tabConnect, 20, connectPath, ""), tab(tabTokens, 30, tokensPath, opListTokens),
			tab(tabAudit, 50, auditPath, opAudit), tab(tabDocs, 60, docsPath, ""),
		},
		Routes: map[string]func(*kit.Screen) error{
			"GET " + referencePath:                    w.reference,
			"GET " + referencePath + "/{operation}":   w.operation,
			"GET " + connectPath:                      w.connect,
			"GET " + tokensPath:                       w.tokens,
			"POST " + tokensPath:                      w.createToken,
			"GET " + tokensPath + "/{name}/revoke":    w.revoking,
			"POST " + tokensPath + "/{name}/revoke":   w.revoke,
			"GET " + auditPath:                        w.audit,
			"GET " + docsPath:                         w.documents,
			"GET " + docsPath + "/{name}":             w.document,
			"GET " + docsPath + "/{folder}/{example}": w.example,
		},
	}
}

// web is the pages of one server.
type web struct {
	served  *op.Registry
	russian map[string]op.Said // by the name of the operation
}

func tab(id string, order int, path, operation string) kit.Tab {
	t := kit.Tab{Kind: kit.Developers, ID: id, Order: order, Text: "dev.tab." + id, Path: func(string) string { return path }}
	if operation != "" {
		t.May = func(s *kit.Screen) bool { return s.May(operation) }
	}
	return t
}

// subject is what all pages of this package are about.
func subject(s *kit.Screen) kit.Subject {
	return kit.Subject{Kind: kit.Developers, Name: s.T("dev.title")}
}

// jumps lead the command palette to the pages beside the reference.
func (w *web) jumps(s *kit.Screen) []kit.Jump {
	list := []kit.Jump{
		{Name: s.T("connect.title"), Kind: s.T("palette.page"), Path: connectPath},
		{Name: s.T("dev.tab.docs"), Kind: s.T("palette.page"), Path: docsPath},
	}
	if s.May(opListTokens) {
		list = append(list, kit.Jump{Name: s.T("dev.tab.tokens"), Kind: s.T("palette.page"), Path: tokensPath})
	}
	return list
}

// here is the address under which this server was asked, without a path.
func here(s *kit.Screen) *url.URL {
	scheme := "http"
	if s.Secure() {
		scheme = "https"
	}
	return &url.URL{Scheme: scheme, Host: s.Request.Host}
}
