package interviewe2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
)

// candidates is how many are interviewed at any time of the crash loop.
const candidates = 8

// Servers that work interviews are killed again and again, at moments nobody chooses: every
// answer that was accepted is in the history once, every event arrives at least once and in
// order, and what comes twice comes with the same id and body. On SQLite one server is
// killed and started again, on PostgreSQL one of two at a time.
func TestInterview_killed(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		servers := 1
		if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "KADRY_DATABASE_URL=") }) {
			servers = 2
		}
		site := newReceiver(t)
		env = append(env, site.env()...)
		site.trust(t, env)
		e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
		flock := newFlock(t, env, servers)
		// A receiver has bad days too.
		site.answer = func(hook, bool) int {
			if rand.IntN(20) == 0 {
				return http.StatusInternalServerError
			}
			return http.StatusNoContent
		}
		c := &crowd{flock: flock, site: site, said: map[string]map[string]string{}, waits: map[string]chan hook{}}
		stop := c.work(t)
		kills := effort.Times(10)
		for range kills {
			flock.killOne(t)
		}
		stop()
		c.check(t)
		site.wantNothingWrong(t)
		t.Logf("%d kills, %d interviews, %d answers, longest wait for the next event %v", kills, len(c.said), c.answers.Load(), time.Duration(c.longest.Load()))
	})
}

// flock is servers on one database, each on an address of its own that it comes back to.
type flock struct {
	env []string

	mu    sync.Mutex
	alive []*e2etest.Server
	addrs []string
	turn  atomic.Uint64
}

func newFlock(t *testing.T, env []string, n int) *flock {
	t.Helper()
	f := &flock{env: env}
	for range n {
		f.addrs = append(f.addrs, freeAddress(t))
		f.alive = append(f.alive, nil)
	}
	for i := range n {
		f.rise(t, i)
	}
	t.Cleanup(func() {
		for _, s := range f.alive {
			_ = s.Process.Process.Kill()
			<-s.Log.End
			_ = s.Process.Wait()
		}
	})
	return f
}

// freeAddress is one that nobody listens on just now.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (f *flock) rise(t testing.TB, i int) {
	t.Helper()
	s, err := e2etest.Launch([]string{"serve", "--addr", f.addrs[i]}, f.env, "")
	if err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.alive[i] = s
}

// killOne lets a server work for a moment, kills it as nothing but the system can, and
// starts it again.
func (f *flock) killOne(t testing.TB) {
	t.Helper()
	i := rand.IntN(len(f.addrs))
	moment := time.NewTimer(time.Duration(rand.IntN(400)) * time.Millisecond)
	defer moment.Stop()
	<-moment.C
	f.mu.Lock()
	s := f.alive[i]
	f.mu.Unlock()
	if err := s.Process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.Log.End
	_ = s.Process.Wait() // killed is how it ends
	f.rise(t, i)
}

// some is one of the servers, dead or alive.
func (f *flock) some() api {
	return api{base: "http://" + f.addrs[f.turn.Add(1)%uint64(len(f.addrs))]}
}

// crowd is candidates in interviews over a flock.
type crowd struct {
	flock *flock
	site  *receiver

	mu      sync.Mutex
	said    map[string]map[string]string // by session: the accepted answer by question
	waits   map[string]chan hook         // by session
	answers atomic.Int64
	longest atomic.Int64
}

// work keeps candidates in interviews until stop is called, which lets them finish.
func (c *crowd) work(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var people, post sync.WaitGroup
	done := make(chan struct{})
	post.Go(func() {
		for {
			select {
			case h := <-c.site.news:
				c.wait(h.Session) <- h
			case <-done:
				return
			}
		}
	})
	for i := range candidates {
		people.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				c.interview(t, fmt.Sprintf("candidate-%d-%d", i, n))
			}
		})
	}
	return func() {
		cancel()
		people.Wait()
		close(done)
		post.Wait()
	}
}

func (c *crowd) wait(session string) chan hook {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waits[session] == nil {
		c.waits[session] = make(chan hook, 64)
	}
	return c.waits[session]
}

// interview goes through one interview, asking again whenever a server died over a call.
func (c *crowd) interview(t *testing.T, user string) {
	text := c.insist(t, "/api/v1/mcp/start_interview", map[string]any{
		"resume_text": resumeText, "webhook_url": c.site.url, "user_id": user, "max_questions": 3,
	}, "Idempotency-Key", user)
	var begun struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(text, &begun); err != nil {
		t.Errorf("start: %s", text)
		return
	}
	c.mu.Lock()
	c.said[begun.Session] = map[string]string{}
	c.mu.Unlock()
	news := c.wait(begun.Session)
	for asked := time.Now(); ; {
		limit := time.NewTimer(2 * e2etest.StartTime)
		var h hook
		select {
		case h = <-news:
			limit.Stop()
		case <-limit.C:
			t.Errorf("session %s: nothing came after %d answers", begun.Session, len(c.said[begun.Session]))
			return
		}
		if waited := int64(h.at.Sub(asked)); waited > c.longest.Load() && !h.refused {
			c.longest.Store(waited)
		}
		if h.Type != "question" {
			return
		}
		answer := fmt.Sprintf("%s: на вопрос %s отвечаю так: измеряю, читаю план запроса, проверяю гипотезу.", user, h.AskedID)
		c.insist(t, "/api/v1/mcp/continue_interview", map[string]any{"session_id": h.Session, "user_answer": answer, "question_id": h.AskedID})
		asked = time.Now()
		c.answers.Add(1)
		c.mu.Lock()
		c.said[h.Session][h.AskedID] = answer
		c.mu.Unlock()
	}
}

// insist repeats a call until a server accepts it.
func (c *crowd) insist(t *testing.T, path string, body any, header ...string) []byte {
	var text []byte
	e2etest.Await(t, func(ctx context.Context) bool {
		var status int
		status, text = c.flock.some().call(ctx, http.MethodPost, path, body, header...)
		if status != 0 && status != http.StatusAccepted && status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d: %s", path, status, text)
			return true
		}
		return status == http.StatusAccepted
	})
	return text
}

// check holds the histories and what arrived against what was said.
func (c *crowd) check(t *testing.T) {
	t.Helper()
	for session, said := range c.said {
		text := c.flock.some().want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews/"+session, nil)
		kept := e2etest.Decode[struct {
			Status  string                          `json:"status"`
			History []struct{ Sender, Text string } `json:"conversation_history"`
		}](t, text)
		if kept.Status != "completed" {
			t.Errorf("session %s is %s", session, kept.Status)
		}
		for question, answer := range said {
			times := 0
			for _, m := range kept.History {
				if m.Sender == "candidate" && m.Text == answer {
					times++
				}
			}
			if times != 1 {
				t.Errorf("session %s: the answer to %s stands %d times", session, question, times)
			}
		}
		events := c.site.accepted(session)
		for i, h := range events {
			if h.Seq != i+1 {
				t.Errorf("session %s: event %d arrived in place %d", session, h.Seq, i+1)
			}
		}
		if len(events) == 0 || events[len(events)-1].Type != "end" {
			t.Errorf("session %s: %d events, and no end", session, len(events))
		}
	}
}
