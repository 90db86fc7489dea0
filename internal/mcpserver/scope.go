package mcpserver

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// listTTL is how long a client may keep a list. The lists are fixed for the life of the
// process, so the time only bounds how late a client notices a new release.
const listTTL = 5 * time.Minute

// scope is the part of the server one caller sees under one address.
type scope struct {
	key    string
	tenant string // subscribers of one tenant hear nothing of another's changes
	tools  []*op.Op
	more   []*op.Op // that can be called and are not listed: a short list leaves room for the work
}

// scopeOf narrows the operations under path ("" for all, else a toolset) to what the
// caller may call. It reports false where there is nothing to see: an unknown toolset and
// a forbidden one are not told apart.
func (s *Server) scopeOf(path string, c op.Caller) (scope, bool) {
	var visible scope
	var toolsets []string
	for _, o := range s.cfg.Registry.All() {
		switch {
		case path != "" && o.Toolset != path:
		case c.May(o) != nil:
		case path == "" && (slices.Contains(s.cfg.OwnPath, o.Toolset) || slices.Contains(s.cfg.OwnPath, o.Name)):
			visible.more = append(visible.more, o)
		default:
			visible.tools = append(visible.tools, o)
		}
	}
	for _, o := range slices.Concat(visible.tools, visible.more) {
		if !slices.Contains(toolsets, o.Toolset) {
			toolsets = append(toolsets, o.Toolset)
		}
	}
	visible.tenant = c.Tenant
	visible.key = strings.Join(append([]string{c.Tenant, path, mode(c)}, toolsets...), "\x00")
	return visible, path == "" || len(visible.tools) > 0
}

func mode(c op.Caller) string {
	switch {
	case c.ReadOnly:
		return "read"
	case c.Admin:
		return "admin"
	}
	return "all"
}

// has says whether what belongs to a toolset is seen; "" belongs to all.
func (v scope) has(toolset string) bool {
	return toolset == "" || slices.ContainsFunc(v.tools, func(o *op.Op) bool { return o.Toolset == toolset })
}

func (v scope) all() []*op.Op { return slices.Concat(v.tools, v.more) }

// nameOf is the name of an operation's tool: that of another one which it stands for where
// that one is not seen.
func (v scope) nameOf(o *op.Op) string {
	seen := slices.ContainsFunc(v.all(), func(other *op.Op) bool { return other.Name == o.StandsFor })
	if o.StandsFor == "" || seen {
		return o.Name
	}
	return o.StandsFor
}

// serve returns the SDK server of a scope, built at the first request for it. There are
// no more of them than tenants and combinations of toolsets the configuration hands out.
func (s *Server) serve(visible scope) *mcp.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	if server := s.scopes[visible.key]; server != nil {
		return server
	}
	server := s.build(visible)
	s.scopes[visible.key] = server
	return server
}

func (s *Server) build(visible scope) *mcp.Server {
	options := &mcp.ServerOptions{
		Instructions: s.instructions(visible),
		Logger:       s.sdkLog,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Logging: &mcp.LoggingCapabilities{}}, //nolint:staticcheck // clients of the older revisions ask for it
		SetCacheable: cacheable,
	}
	prompts, readings, uris := s.promptsIn(visible), s.readingsIn(visible), newWatched()
	if len(prompts) > 0 {
		options.Capabilities.Prompts = &mcp.PromptCapabilities{}
	}
	if len(readings) > 0 {
		options.Capabilities.Resources = &mcp.ResourceCapabilities{}
		options.SubscribeHandler, options.UnsubscribeHandler = uris.subscribe(readings), uris.unsubscribe
	}
	if len(prompts)+len(readings) > 0 {
		options.CompletionHandler = s.completer(prompts, readings)
	}
	if s.cfg.Tasks != nil {
		options.Capabilities.AddExtension(tasksExtension, nil)
	}
	if s.cfg.tune != nil {
		s.cfg.tune(options)
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "kadry", Title: "kadry", Version: s.cfg.Version}, options)
	s.watching[server] = audience{tenant: visible.tenant, uris: uris}
	for _, o := range visible.all() {
		tool := *s.offers[o].tool
		tool.Name = visible.nameOf(o)
		server.AddTool(&tool, s.offers[o].call)
	}
	for _, p := range prompts {
		server.AddPrompt(p.listed, s.renderer(p))
	}
	for _, r := range readings {
		s.addReading(server, r)
	}
	if s.cfg.extend != nil {
		s.cfg.extend(server)
	}
	if s.cfg.Tasks != nil {
		s.offerTasks(server)
	}
	server.AddReceivingMiddleware(unalias(visible), unlist(visible))
	server.AddReceivingMiddleware(s.guard)
	return server
}

// unalias lets calls name a tool by an older name. Only its name is listed: two tools that
// do the same make a model choose between them.
func unalias(visible scope) mcp.Middleware {
	names := map[string]string{}
	for _, o := range visible.all() {
		for _, other := range append([]string{o.Name}, o.Aliases...) {
			names[other] = visible.nameOf(o)
		}
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.(*mcp.CallToolRequest); ok && names[call.Params.Name] != "" {
				call.Params.Name = names[call.Params.Name]
			}
			return next(ctx, method, req)
		}
	}
}

// unlist leaves tools out of the list that a client reads.
func unlist(visible scope) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, req)
			if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
				list.Tools = slices.DeleteFunc(list.Tools, func(t *mcp.Tool) bool {
					return slices.ContainsFunc(visible.more, func(o *op.Op) bool { return visible.nameOf(o) == t.Name })
				})
			}
			return result, err
		}
	}
}

// cacheable keeps every answer out of shared caches: the lists depend on the token and
// the readings may be about a person.
func cacheable(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	c.CacheScope = "private"
	if _, reads := req.(*mcp.ReadResourceRequest); reads {
		c.TTLMs = 0
		return
	}
	c.TTLMs = int(listTTL.Milliseconds())
}

// instructions tells a model what this server is for and how its toolsets are used. It
// speaks of the toolsets in view only: a hint at a missing tool makes models call it.
func (s *Server) instructions(visible scope) string {
	var text strings.Builder
	line := func(words string) {
		if words != "" {
			text.WriteString(words + "\n")
		}
	}
	line(s.cfg.About)
	var last string
	for _, o := range visible.tools {
		if o.Toolset == last {
			continue
		}
		last = o.Toolset
		if guide := s.cfg.Guides[o.Toolset]; guide != "" {
			line(o.Toolset + ": " + guide)
			continue
		}
		line(o.Toolset + ": " + visible.titles(o.Toolset))
	}
	line("Lists answer has_more and next_cursor; pass next_cursor as cursor for the next page. " +
		"A failed call answers JSON with code, message and, where known, hint, retry_after_s and candidates.")
	return strings.TrimRight(text.String(), "\n")
}

func (v scope) titles(toolset string) string {
	var parts []string
	for _, o := range v.tools {
		if o.Toolset == toolset {
			parts = append(parts, o.Title+" ("+v.nameOf(o)+")")
		}
	}
	return strings.Join(parts, "; ")
}
