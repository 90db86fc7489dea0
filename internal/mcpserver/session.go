package mcpserver

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// sessions remembers who opened each session of the older revisions, and ends those that
// nobody uses. A session runs with the rights of its opening request, so its id must not
// work for anyone else. It rides on the event store because the SDK tells that store of
// both ends of a session. The time is kept here because the SDK's own ends sessions under
// the stream that their client listens on.
type sessions struct {
	*mcp.MemoryEventStore
	idle time.Duration   // life of a session without a request
	end  func(id string) // closes a session, which SessionClosed then tells

	mu   sync.Mutex
	held map[string]*holding
}

// holding is one session.
type holding struct {
	owner  string
	tenant string
	uses   int // requests that last, streams included
	idle   *time.Timer
}

func newSessions(idle time.Duration, end func(id string)) *sessions {
	return &sessions{MemoryEventStore: mcp.NewMemoryEventStore(nil), idle: idle, end: end, held: map[string]*holding{}}
}

// Open notes the owner of a new session; later streams of it change nothing.
func (s *sessions) Open(ctx context.Context, session, stream string) error {
	s.mu.Lock()
	if s.held[session] == nil {
		s.held[session] = &holding{owner: owner(ctx), tenant: op.CallerFrom(ctx).Tenant, idle: time.AfterFunc(s.idle, func() { s.expire(session) })}
	}
	s.mu.Unlock()
	return s.MemoryEventStore.Open(ctx, session, stream)
}

// Append keeps an event for a client that comes back for it. The answer to a call that was
// cancelled is kept for nobody.
func (s *sessions) Append(ctx context.Context, session, stream string, data []byte) error {
	if isUnanswered(data) {
		return nil
	}
	return s.MemoryEventStore.Append(ctx, session, stream, data)
}

// SessionClosed forgets the session.
func (s *sessions) SessionClosed(ctx context.Context, session string) error {
	s.mu.Lock()
	if h := s.held[session]; h != nil {
		h.idle.Stop()
		delete(s.held, session)
	}
	s.mu.Unlock()
	return s.MemoryEventStore.SessionClosed(ctx, session)
}

// use counts a request in, until leave, if the session was opened by the caller of ctx with
// the same rights and at the same address. An unknown session belongs to nobody.
func (s *sessions) use(ctx context.Context, session string) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.held[session]
	if h == nil || h.owner != owner(ctx) {
		return nil, false
	}
	h.uses++
	h.idle.Stop()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if h.uses--; h.uses == 0 && s.held[session] == h {
			h.idle.Reset(s.idle)
		}
	}, true
}

// expire ends a session whose time is over, unless a request came in at the last moment.
func (s *sessions) expire(session string) {
	s.mu.Lock()
	h := s.held[session]
	unused := h != nil && h.uses == 0
	s.mu.Unlock()
	if unused {
		s.end(session)
	}
}

// open is the number of sessions alive.
func (s *sessions) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held)
}

// of is the number of sessions alive of a tenant.
func (s *sessions) of(tenant string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, h := range s.held {
		if h.tenant == tenant {
			n++
		}
	}
	return n
}

// endSession closes a session of the older revisions.
func (s *Server) endSession(id string) {
	if !s.enter() {
		return // Close ends them all
	}
	defer s.serving.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, server := range s.scopes {
		for session := range server.Sessions() {
			if session.ID() == id {
				s.ending.Go(func() { s.close(session) })
				return
			}
		}
	}
}

func (s *Server) close(session *mcp.ServerSession) {
	if err := session.Close(); err != nil {
		s.log.Debug("mcp session ended with an error", "error", err)
	}
}

func owner(ctx context.Context) string {
	c := op.CallerFrom(ctx)
	return strings.Join([]string{c.Tenant, c.Name, chosenFrom(ctx).key}, "\x00")
}
