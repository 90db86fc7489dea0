package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// The client of GraphQL is these few lines and no library, because the one there is for Go
// (shurcooL/graphql) drops the type of an error, and by its type alone an answer with status
// 200 tells a limit from a missing user from one field that took too long.

// queryError is one of the errors of an answer.
type queryError struct {
	Type    string `json:"type"`
	Message string `json:"message"`
	Path    []any  `json:"path"`
}

// answer is what a query brought. Fields whose errors are listed are null in its data.
type answer struct {
	Data   json.RawMessage `json:"data"`
	Errors []queryError    `json:"errors"`
}

// errPartial refuses an answer to the cache that is not whole.
var errPartial = errors.New("api: a partial answer")

// query asks in GraphQL and decodes the data into out. What could not be had of it comes back
// as missing, by path, and is no error as long as something could. what names the thing asked for.
func (s *Session) query(ctx context.Context, kind upstream.Kind, text string, variables map[string]any, what fault.Text, out any) (missing []string, err error) {
	body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
	if err != nil {
		return nil, fmt.Errorf("api: query: %w", err)
	}
	res, err := s.c.Upstream.Get(ctx, upstream.Request{
		URL: s.c.API + "/graphql", Kind: kind, Query: body,
		Header: http.Header{"Authorization": {"Bearer " + s.token}, "Content-Type": {"application/json"}},
		Accept: whole,
	})
	s.note(res)
	if err != nil && !errors.Is(err, errPartial) {
		return nil, s.unanswered(res, err, what)
	}
	var got answer
	if err := json.Unmarshal(res.Body, &got); err != nil {
		return nil, s.refused(err, what)
	}
	if err := s.failed(got, what); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(got.Data, out); err != nil {
		return nil, s.refused(fmt.Errorf("api: data: %w", err), what)
	}
	for _, e := range got.Errors {
		missing = append(missing, dotted(e.Path))
	}
	return missing, nil
}

// whole accepts answers without errors.
func whole(res upstream.Response) error {
	var got answer
	if err := json.Unmarshal(res.Body, &got); err != nil {
		return fault.E(fault.Upstream, fault.Say("GitHub sent an answer that cannot be read.", "GitHub прислал ответ, который не удаётся прочесть."), err)
	}
	if len(got.Errors) > 0 {
		return errPartial
	}
	return nil
}

// unanswered makes a fault of a query that brought no answer. Limits of GraphQL come with
// statuses of their own as well.
func (s *Session) unanswered(res upstream.Response, err error, what fault.Text) error {
	kind := fault.KindOf(err)
	switch {
	case res.Status == http.StatusForbidden && kind != fault.Limited && strings.Contains(string(res.Body), "secondary rate limit"):
		return s.limited(unexplained, err)
	case res.Status >= http.StatusBadRequest && kind != fault.Limited && kind != fault.Unavailable:
		return s.status(res.Status, what, err)
	}
	return s.refused(err, what)
}

// failed makes a fault of an answer whose errors leave nothing to use.
func (s *Session) failed(got answer, what fault.Text) error {
	for _, e := range got.Errors {
		switch e.Type {
		case "RATE_LIMITED":
			return s.limited(s.renewal(), errors.New("api: "+e.Message))
		case "NOT_FOUND":
			if len(e.Path) == 1 && (e.Path[0] == "user" || e.Path[0] == "repository") {
				return absent(what, errors.New("api: "+e.Message))
			}
		}
	}
	if len(got.Data) > 0 && string(got.Data) != "null" {
		return nil
	}
	message := "no data"
	if len(got.Errors) > 0 {
		message = got.Errors[0].Message
	}
	return fault.E(fault.Upstream, fault.Say("GitHub could not answer a query.", "GitHub не смог ответить на запрос."), errors.New("api: "+message))
}

func dotted(path []any) string {
	parts := make([]string, 0, len(path))
	for _, p := range path {
		parts = append(parts, fmt.Sprint(p))
	}
	return strings.Join(parts, ".")
}

// renewal is how long until the points of GraphQL are counted anew.
func (s *Session) renewal() (wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := s.limits["graphql"].ResetAt; !at.IsZero() {
		wait = at.Sub(s.c.Now())
	}
	return wait
}
