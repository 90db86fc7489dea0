package mcpserver

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/yosida95/uritemplate/v3"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// reading is a resource with its address taken apart; a nil template is a fixed address.
type reading struct {
	op.Resource
	template *uritemplate.Template
}

func newReadings(declared []op.Resource) ([]reading, error) {
	seen := map[string]bool{}
	readings := make([]reading, 0, len(declared))
	for _, r := range declared {
		switch {
		case seen[r.URI]:
			return nil, fmt.Errorf("mcpserver: two resources at %q", r.URI)
		case r.Name == "" || r.Doc == "" || r.Read == nil:
			return nil, fmt.Errorf("mcpserver: resource %q needs a name, a doc and a reader", r.URI)
		}
		seen[r.URI] = true
		made := reading{Resource: r}
		if strings.Contains(r.URI, "{") {
			template, err := uritemplate.New(r.URI)
			if err != nil {
				return nil, fmt.Errorf("mcpserver: resource %q: %w", r.URI, err)
			}
			made.template = template
		} else if u, err := url.Parse(r.URI); err != nil || u.Scheme == "" {
			return nil, fmt.Errorf("mcpserver: resource %q is not an absolute address", r.URI)
		}
		readings = append(readings, made)
	}
	return readings, nil
}

func (s *Server) readingsIn(visible scope) []reading {
	var kept []reading
	for _, r := range s.readings {
		if visible.has(r.Toolset) {
			kept = append(kept, r)
		}
	}
	return kept
}

func (s *Server) addReading(server *mcp.Server, r reading) {
	if r.template == nil {
		server.AddResource(&mcp.Resource{
			URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Doc, MIMEType: r.MIME,
		}, s.reader(r))
		return
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: r.URI, Name: r.Name, Title: r.Title, Description: r.Doc, MIMEType: r.MIME,
	}, s.reader(r))
}

func (s *Server) reader(r reading) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		vars := map[string]string{}
		if r.template != nil {
			for name, value := range r.template.Match(req.Params.URI) {
				vars[name] = value.String()
			}
		}
		var text string
		err := s.attend(ctx, op.Spec{Name: "resources_read", Toolset: r.Toolset}, func(ctx context.Context) (err error) {
			text, err = r.Read(ctx, vars)
			return err
		})
		switch {
		case fault.KindOf(err) == fault.NotFound:
			return nil, mcp.ResourceNotFoundError(req.Params.URI)
		case err != nil:
			return nil, protocolError(fault.From(err), op.CallerFrom(ctx).Lang)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
			{URI: req.Params.URI, MIMEType: r.MIME, Text: text},
		}}, nil
	}
}
