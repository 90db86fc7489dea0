package mcpserver

import (
	"context"
	"maps"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// watched remembers which addresses the sessions of one SDK server have subscribed to.
type watched struct {
	mu   sync.Mutex
	uris map[*mcp.ServerSession]map[string]bool
}

func newWatched() *watched { return &watched{uris: map[*mcp.ServerSession]map[string]bool{}} }

// subscribe accepts a subscription to what can be read here. Changes that calls in this
// process make are told, see Changed; those of another process show at the next reading.
func (w *watched) subscribe(readings []reading) func(context.Context, *mcp.SubscribeRequest) error {
	return func(_ context.Context, req *mcp.SubscribeRequest) error {
		if readingAt(readings, req.Params.URI) == nil {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "there is no resource at this address"}
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.uris[req.Session] == nil {
			w.uris[req.Session] = map[string]bool{}
		}
		w.uris[req.Session][req.Params.URI] = true
		return nil
	}
}

func (w *watched) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.uris[req.Session], req.Params.URI)
	return nil
}

// of returns the addresses that the living sessions watch, and forgets the dead.
func (w *watched) of(server *mcp.Server) map[string]bool {
	alive := map[*mcp.ServerSession]bool{}
	for session := range server.Sessions() {
		alive[session] = true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[string]bool{}
	for session, uris := range w.uris {
		if !alive[session] {
			delete(w.uris, session)
			continue
		}
		for uri := range uris {
			all[uri] = true
		}
	}
	return all
}

func readingAt(readings []reading, uri string) *reading {
	for i, r := range readings {
		if r.URI == uri || r.template != nil && r.template.Match(uri) != nil {
			return &readings[i]
		}
	}
	return nil
}

// Changed tells the subscribers of the tenant of ctx that what the toolset of an operation
// shows may have changed. Whoever runs the pipeline calls it after every success of an
// operation that does not only read, by whatever front the call came.
func (s *Server) Changed(ctx context.Context, o *op.Op) {
	tenant := op.CallerFrom(ctx).Tenant
	s.mu.Lock()
	audiences := maps.Clone(s.watching)
	s.mu.Unlock()
	for server, a := range audiences {
		if a.tenant != tenant {
			continue
		}
		for uri := range a.uris.of(server) {
			if r := readingAt(s.readings, uri); r == nil || r.Toolset != o.Toolset {
				continue
			}
			if err := server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
				s.log.DebugContext(ctx, "mcp subscriber not told", "uri", uri, "error", err)
			}
		}
	}
}

// tell sends a line to the log of a client that asked for its level; the SDK sends nothing
// to who did not ask. A client that stopped listening loses only its log.
func tell(ctx context.Context, req *mcp.CallToolRequest, level, name string, text fault.Text) {
	line := &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(level), Logger: name, Data: text.In(op.CallerFrom(ctx).Lang)} //nolint:staticcheck // clients of the older revisions read it
	_ = req.Session.Log(ctx, line)                                                                                          //nolint:staticcheck // the same
}
