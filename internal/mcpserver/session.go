package mcpserver

import (
	"context"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// sessions remembers who opened each session of the older revisions. A session runs with
// the rights of its opening request, so its id must not work for anyone else. It rides on
// the event store because the SDK tells that store of both ends of a session.
type sessions struct {
	*mcp.MemoryEventStore

	mu     sync.Mutex
	owners map[string]string
}

func newSessions() *sessions {
	return &sessions{MemoryEventStore: mcp.NewMemoryEventStore(nil), owners: map[string]string{}}
}

// Open notes the owner of a new session; later streams of it change nothing.
func (s *sessions) Open(ctx context.Context, session, stream string) error {
	s.mu.Lock()
	if _, known := s.owners[session]; !known {
		s.owners[session] = owner(ctx)
	}
	s.mu.Unlock()
	return s.MemoryEventStore.Open(ctx, session, stream)
}

// SessionClosed forgets the session.
func (s *sessions) SessionClosed(ctx context.Context, session string) error {
	s.mu.Lock()
	delete(s.owners, session)
	s.mu.Unlock()
	return s.MemoryEventStore.SessionClosed(ctx, session)
}

// belongs says whether the session was opened by the caller of ctx with the same rights
// and at the same address. An unknown session belongs to nobody.
func (s *sessions) belongs(ctx context.Context, session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	holder, known := s.owners[session]
	return known && holder == owner(ctx)
}

// open is the number of sessions alive.
func (s *sessions) open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.owners)
}

func owner(ctx context.Context) string {
	c := op.CallerFrom(ctx)
	return strings.Join([]string{c.Tenant, c.Name, chosenFrom(ctx).key}, "\x00")
}
