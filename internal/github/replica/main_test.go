package replica

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "token-of-a-test"

// site is a server of the small world and a client of it.
type site struct {
	*Server
	t    testing.TB
	http *httptest.Server
	c    *http.Client
}

func open(t testing.TB, o Options) *site {
	t.Helper()
	if o.Tokens == nil {
		o.Tokens = []string{secret}
	}
	if o.Now == nil {
		o.Now = func() time.Time { return smallNow }
	}
	s := New(small(t), o)
	if s.damage != nil {
		t.Fatal(s.damage)
	}
	h := httptest.NewServer(s)
	c := &http.Client{
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(func() {
		c.CloseIdleConnections()
		h.Close()
	})
	return &site{s, t, h, c}
}

type reply struct {
	status int
	header http.Header
	body   []byte
	err    error // of reading the body
}

func (s *site) do(r *http.Request) reply {
	s.t.Helper()
	p, err := s.c.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer p.Body.Close()
	b, err := io.ReadAll(p.Body)
	return reply{p.StatusCode, p.Header, b, err}
}

// get asks for a path; headers are names and values in turn.
func (s *site) get(path string, headers ...string) reply {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.http.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(r)
}

func (s *site) known(path string, headers ...string) reply {
	s.t.Helper()
	return s.get(path, append(headers, "Authorization", "Bearer "+secret)...)
}

func (s *site) ask(query string, variables map[string]any) reply {
	s.t.Helper()
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		s.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.http.URL+"/graphql", bytes.NewReader(b))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "bearer "+secret)
	return s.do(r)
}

func (r reply) json(t testing.TB) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%d %s: %v", r.status, r.body, err)
	}
	return v
}

// at goes down an answer: names of objects and places in lists.
func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}
