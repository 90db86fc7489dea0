package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	gh "github.com/google/go-github/v92/github"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/upstream"
)

// Session is the requests of one question. It is safe for concurrent use.
type Session struct {
	c     *Client
	token string
	rest  *gh.Client

	mu       sync.Mutex
	requests int
	limits   map[string]github.Limit
}

func newSession(c *Client, token string) (*Session, error) {
	s := &Session{c: c, token: token, limits: map[string]github.Limit{}}
	base := c.API + "/"
	options := []gh.ClientOptionsFunc{
		gh.WithTransport(transport{s}), gh.WithURLs(&base, nil), gh.WithUserAgent(agent), gh.WithDisableRateLimitCheck(),
	}
	if token != "" {
		options = append(options, gh.WithAuthToken(token))
	}
	var err error
	if s.rest, err = gh.NewClient(options...); err != nil {
		return nil, fmt.Errorf("api: client: %w", err)
	}
	return s, nil
}

// Authenticated reports whether the session has a token, and with it GraphQL.
func (s *Session) Authenticated() bool { return s.token != "" }

// Budget is the cost so far, with the scarcest of the limits that GitHub told.
func (s *Session) Budget() github.Budget {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := github.Budget{Requests: s.requests, Remaining: -1}
	for _, resource := range slices.Sorted(maps.Keys(s.limits)) {
		if resource == "search" || resource == "code_search" {
			continue // renewed every minute: not what ends the hour's work
		}
		if l := s.limits[resource]; b.Remaining < 0 || l.Remaining < b.Remaining {
			b.Remaining, b.ResetAt = l.Remaining, l.ResetAt
		}
	}
	return b
}

// note counts the requests of an answer and reads what it says of the limits. A copy tells
// nothing of the present.
func (s *Session) note(res upstream.Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests += res.Requests
	if res.FromCache || res.Stale {
		return
	}
	resource := res.Header.Get("X-Ratelimit-Resource")
	remaining, err := strconv.Atoi(res.Header.Get("X-Ratelimit-Remaining"))
	if err != nil {
		return
	}
	of, _ := strconv.Atoi(res.Header.Get("X-Ratelimit-Limit"))
	limit := github.Limit{Of: of, Remaining: remaining}
	if at, err := strconv.ParseInt(res.Header.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
		limit.ResetAt = time.Unix(at, 0).UTC()
	}
	if resource == "" {
		resource = "core"
	}
	s.limits[resource] = limit
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	s.c.limits[resource] = limit
}

// transport is the way out for the REST library: everything it asks for is read over upstream,
// with its cache, queue and retries.
type transport struct{ s *Session }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return nil, fmt.Errorf("api: %s is not asked", req.Method)
	}
	header := http.Header{}
	for _, name := range []string{"Authorization", "Accept"} {
		if value := req.Header.Get(name); value != "" {
			header.Set(name, value)
		}
	}
	path := strings.TrimPrefix(req.URL.String(), t.s.c.API)
	res, err := t.s.c.Upstream.Get(req.Context(), upstream.Request{URL: req.URL.String(), Kind: kindOf(path), Header: header, Accept: complete})
	t.s.note(res)
	if limited := t.s.limit(res, err); limited != nil {
		return nil, limited
	}
	refused := res.Status >= http.StatusBadRequest && fault.KindOf(err) != fault.Unavailable // its status says more than err
	if err != nil && !refused && !errors.Is(err, errPartial) {
		return nil, err
	}
	return &http.Response{
		Status: strconv.Itoa(res.Status) + " " + http.StatusText(res.Status), StatusCode: res.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: res.Header, Request: req,
		Body: io.NopCloser(bytes.NewReader(res.Body)), ContentLength: int64(len(res.Body)),
	}, nil
}

// complete refuses a 202, since GitHub is still counting and what comes with it is no answer,
// and keeps from the cache a search that ended early.
func complete(res upstream.Response) error {
	if res.Status == http.StatusAccepted {
		return fault.E(fault.Unavailable, fault.Say("GitHub is still preparing the answer.", "GitHub ещё готовит ответ."), nil).After(computing)
	}
	var search struct {
		Incomplete bool `json:"incomplete_results"`
	}
	if json.Unmarshal(res.Body, &search) == nil && search.Incomplete {
		return errPartial
	}
	return nil
}

// computing is how long statistics take GitHub as a rule.
const computing = 5 * time.Second

// kindOf tells the kind of an answer by the path below the API.
func kindOf(path string) upstream.Kind {
	switch {
	case strings.HasPrefix(path, "/search/"):
		return searchKind
	case strings.HasPrefix(path, "/users/"):
		return userKind
	}
	return repositoryKind
}

// refused makes a fault of what the REST library or upstream returned. what names the thing
// that was asked for, in both languages.
func (s *Session) refused(err error, what fault.Text) error {
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("api: %w", err)
	}
	if answered, ok := errors.AsType[*gh.ErrorResponse](err); ok && answered.Response != nil {
		return s.status(answered.Response.StatusCode, what, err)
	}
	return fault.E(fault.Upstream, fault.Say("GitHub sent an answer that cannot be read.", "GitHub прислал ответ, который не удаётся прочесть."), err)
}

// status makes a fault of an HTTP status.
func (s *Session) status(status int, what fault.Text, cause error) error {
	switch status {
	case http.StatusUnauthorized:
		return fault.E(fault.Unavailable, fault.Say("GitHub does not accept this server's token.", "GitHub не принимает токен этого сервера."), cause).
			WithHint(fault.Say("The operator renews GITHUB_TOKEN; it may have been revoked or have run out.",
				"Администратору нужно обновить GITHUB_TOKEN: его могли отозвать или истёк срок."))
	case http.StatusForbidden, http.StatusUnavailableForLegalReasons:
		return denied(what, cause)
	case http.StatusNotFound, http.StatusGone:
		return absent(what, cause)
	case http.StatusConflict:
		return fault.E(fault.Conflict, fault.Text{EN: what.EN + " is empty.", RU: what.RU + ": пусто."}, cause)
	case http.StatusUnprocessableEntity:
		return fault.E(fault.Invalid, fault.Say("GitHub cannot make sense of the question.", "GitHub не понимает этот запрос."), cause)
	}
	return fault.E(fault.Upstream, fault.Say("GitHub answered with status %[1]d.", "GitHub ответил кодом %[1]d.", status), cause)
}

// absent is a thing that GitHub does not have, or does not show.
func absent(what fault.Text, cause error) error {
	return fault.E(fault.NotFound, fault.Text{
		EN: "GitHub has no " + what.EN + ".", RU: "На GitHub нет: " + what.RU + ".",
	}, cause)
}

// denied is a thing that GitHub has and does not show.
func denied(what fault.Text, cause error) error {
	return fault.E(fault.Denied, fault.Text{
		EN: "GitHub does not show " + what.EN + ": access is blocked.", RU: "GitHub не показывает " + what.RU + ": доступ закрыт.",
	}, cause)
}

// The things that are asked for.
func aUser(login string) fault.Text {
	return fault.Say("user %s", "пользователь %s", login)
}

func aRepository(name string) fault.Text {
	return fault.Say("repository %s", "репозиторий %s", name)
}
