package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

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

// errPartial keeps an answer from the cache that is not whole.
var errPartial = errors.New("api: a partial answer")

// query asks in GraphQL and decodes the data into out. What could not be had of it comes back
// as lost and is no error as long as something could. what names the thing asked for.
func (s *Session) query(ctx context.Context, kind upstream.Kind, text string, variables map[string]any, what fault.Text, out any) (lost []queryError, err error) {
	body, err := json.Marshal(map[string]any{"query": text, "variables": variables})
	if err != nil {
		return nil, fmt.Errorf("api: query: %w", err)
	}
	res, err := s.c.Upstream.Get(ctx, upstream.Request{
		URL: s.c.API + "/graphql", Kind: kind, Query: body,
		Header: http.Header{"Authorization": {"Bearer " + s.token}, "Content-Type": {"application/json"}},
		Accept: func(res upstream.Response) error { return whole(res, what) },
	})
	s.note(res)
	if limited := s.limit(res, err); limited != nil {
		return nil, limited
	}
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
	return got.Errors, nil
}

// whole accepts answers with data and without errors. That a user is not there is an answer too, and kept as
// long as a 404 is.
func whole(res upstream.Response, what fault.Text) error {
	var got answer
	if json.Unmarshal(res.Body, &got) != nil {
		return errPartial // which shows once more when it is read
	}
	for _, e := range got.Errors {
		if e.Type == notFound && e.root() {
			return absent(what, errors.Join(upstream.ErrAbsent, e))
		}
	}
	if len(got.Errors) > 0 || unusable(got.Data) {
		return errPartial
	}
	return nil
}

// unanswered makes a fault of a query that brought no answer.
func (s *Session) unanswered(res upstream.Response, err error, what fault.Text) error {
	if res.Status >= http.StatusBadRequest && fault.KindOf(err) != fault.Unavailable {
		return s.status(res.Status, what, err)
	}
	return s.refused(err, what)
}

// failed makes a fault of an answer whose errors leave nothing to use.
func (s *Session) failed(got answer, what fault.Text) error {
	var lost error
	for _, e := range got.Errors {
		switch {
		case e.Type == "RATE_LIMITED", e.Type == "RATE_LIMIT": // the second since 2025
			return s.limited(s.renewal(), e)
		case e.Type == notFound && e.root():
			return absent(what, e)
		case e.root(), lost == nil && unusable(got.Data):
			lost = e
		}
	}
	if lost == nil && unusable(got.Data) {
		lost = errors.New("api: an answer without data")
	}
	if lost == nil {
		return nil
	}
	return fault.E(fault.Upstream, fault.Say("GitHub could not answer a query.", "GitHub не смог ответить на запрос."), lost)
}

// unusable reports data that is no object.
func unusable(data json.RawMessage) bool { return len(data) == 0 || data[0] != '{' }

// notFound is the type of an error about what GitHub does not have, or does not show.
const notFound = "NOT_FOUND"

// Error implements error.
func (e queryError) Error() string { return "api: GraphQL: " + e.Type + " " + e.Message }

// root reports whether the error is about the thing that was asked for, all of it.
func (e queryError) root() bool {
	return len(e.Path) == 1 && (e.Path[0] == "user" || e.Path[0] == "repository")
}

// place is the path of the field that the error is about; where GitHub names none, what it
// says instead.
func (e queryError) place() string {
	if len(e.Path) == 0 {
		return fault.Clip(e.Message)
	}
	parts := make([]string, 0, len(e.Path))
	for _, p := range e.Path {
		parts = append(parts, fmt.Sprint(p))
	}
	return strings.Join(parts, ".")
}

// places are the paths of what was lost.
func places(lost []queryError) (paths []string) {
	for _, e := range lost {
		paths = append(paths, e.place())
	}
	return paths
}

// lostIn finds what an alias of a query lost: the errors at and below it by path.
func lostIn(errs []queryError, alias string) (lost []queryError) {
	for _, e := range errs {
		if len(e.Path) == 0 || e.Path[0] == alias {
			lost = append(lost, e)
		}
	}
	return lost
}
