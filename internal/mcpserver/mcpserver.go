// Package mcpserver is the MCP front: it derives tools, resources, prompts and
// completions from the declarations of package op and serves them over stdio and
// Streamable HTTP in every protocol revision a client may speak. It is the only package
// that knows the MCP SDK. Authentication, limits and metrics live outside: the caller
// travels in the context, and every call goes through the one pipeline.
package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// Config is what a Server needs. Registry and Pipeline are required.
type Config struct {
	Registry  *op.Registry
	OwnPath   []string // toolsets and operations of Registry that are listed on /mcp/{toolset}; /mcp takes calls of them without listing them
	Pipeline  *op.Pipeline
	Tasks     op.Tasks // runs calls of Long operations for clients that know tasks; nil: nobody is offered any
	Resources []op.Resource
	Prompts   []op.Prompt

	Version string
	About   string            // opens the instructions: what this server is for
	Guides  map[string]string // by toolset: when and in which order to use its tools
	Logger  *slog.Logger      // must not write to stdout; nil discards
	Local   op.Caller         // who calls over stdio

	AllowedHosts   []string      // Host values to answer; empty keeps the SDK's loopback guard
	AllowedOrigins []string      // web origins that may call from a browser, "https://host"
	SessionTimeout time.Duration // idle life of a session of the older revisions; 0 is 30 minutes
	MaxSessions    int           // of the older revisions at once; 0 is 4,096
	TenantSessions int           // of those, of one tenant; 0 is 512
	BodyLimit      int64         // bytes of a request; 0 is 4 MiB

	StateKey []byte           // 32 bytes that seal confirmations; replicas share it, nil is a fresh one
	Now      func() time.Time // nil is time.Now

	extend   func(*mcp.Server)        // fixtures of the conformance test
	tune     func(*mcp.ServerOptions) // and the options they need
	taskOnly map[string]bool          // and those of them that run as tasks alone
}

// Server serves MCP. It is safe for concurrent use.
type Server struct {
	cfg      Config
	log      *slog.Logger
	sdkLog   *slog.Logger
	offers   map[*op.Op]offer
	readings []reading
	prompts  []prompt
	sessions *sessions
	seal     *seal

	halt       func()                            // cancels every call in flight
	whenHalted func(func()) (forget func() bool) // registers what halt cancels

	mu      sync.Mutex
	closed  bool
	serving sync.WaitGroup // requests over HTTP; added to under mu while not closed
	ending  sync.WaitGroup // sessions being closed; added to while serving, or by Close
	scopes  map[string]*mcp.Server

	watching map[*mcp.Server]audience // by the server of a scope; written under mu
}

// audience is who subscribes at the server of a scope: sessions of one tenant.
type audience struct {
	tenant string
	uris   *watched
}

// New checks the declarations and builds the server, so that nothing can fail at the
// first request that could have failed at the start.
func New(cfg Config) (*Server, error) {
	if cfg.Registry == nil || cfg.Pipeline == nil {
		return nil, errors.New("mcpserver: registry and pipeline are required")
	}
	cfg.Registry = cfg.Registry.On(op.MCP)
	cfg.SessionTimeout = cmp.Or(cfg.SessionTimeout, 30*time.Minute)
	cfg.MaxSessions = cmp.Or(cfg.MaxSessions, 4096)
	cfg.TenantSessions = cmp.Or(cfg.TenantSessions, 512)
	cfg.BodyLimit = cmp.Or(cfg.BodyLimit, mcp.DefaultMaxRequestBodyBytes)
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	halted, halt := context.WithCancel(context.Background())
	s := &Server{
		cfg:        cfg,
		log:        cfg.Logger,
		sdkLog:     slog.New(warnings{cfg.Logger.Handler()}),
		scopes:     map[string]*mcp.Server{},
		watching:   map[*mcp.Server]audience{},
		halt:       halt,
		whenHalted: func(f func()) func() bool { return context.AfterFunc(halted, f) },
	}
	s.sessions = newSessions(cfg.SessionTimeout, s.endSession)
	var err error
	if s.seal, err = newSeal(cfg.StateKey, cfg.Now); err != nil {
		return nil, err
	}
	if s.offers, err = s.offer(); err != nil {
		return nil, err
	}
	if s.readings, err = newReadings(cfg.Resources); err != nil {
		return nil, err
	}
	if s.prompts, err = newPrompts(cfg.Prompts); err != nil {
		return nil, err
	}
	return s, nil
}

// offer makes the tool of every operation, checked once for all scopes.
func (s *Server) offer() (map[*op.Op]offer, error) {
	offers := map[*op.Op]offer{}
	for _, o := range s.cfg.Registry.All() {
		made, err := s.newOffer(o)
		if err != nil {
			return nil, err
		}
		offers[o] = made
	}
	return offers, nil
}

// Close refuses further requests, waits for those being answered, and ends every session.
// When ctx ends first, the calls in flight are cancelled, which they answer, and awaited.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	servers := make([]*mcp.Server, 0, len(s.scopes))
	for _, server := range s.scopes {
		servers = append(servers, server)
	}
	s.mu.Unlock()

	defer context.AfterFunc(ctx, s.halt)()
	// Answers go first: a session that is closing writes none.
	s.serving.Wait()
	for _, server := range servers {
		for session := range server.Sessions() {
			s.ending.Go(func() { s.close(session) })
		}
	}
	s.ending.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("mcpserver: calls were cut short: %w", err)
	}
	return nil
}

// enter counts a request in, unless the server is closing.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.serving.Add(1)
	return true
}

// warnings lets only warnings and errors of the SDK through, and errors as warnings: it
// reports every request of the stateless transport three times as information, and the
// mistakes of clients as errors.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, slog.LevelWarn)
}

func (h warnings) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelWarn
	return h.Handler.Handle(ctx, r)
}

func (h warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{h.Handler.WithAttrs(attrs)}
}

func (h warnings) WithGroup(name string) slog.Handler {
	return warnings{h.Handler.WithGroup(name)}
}
