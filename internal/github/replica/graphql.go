package replica

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"regexp"
	"time"

	graphql "github.com/graph-gophers/graphql-go"
	"github.com/graph-gophers/graphql-go/errors"
)

//go:embed schema.graphql
var schemaText string

const (
	// mostNodes is GitHub's limit of what a query may ask for.
	mostNodes = 500_000
	// deepestQuery and longestText bound what is parsed at all.
	deepestQuery = 40
	longestText  = 256 << 10
	// atOnce are the fields resolved at once in a query; all is in memory.
	atOnce = 4
)

// schemaOf parses the excerpt over a server's world.
func schemaOf(s *Server) (*graphql.Schema, error) {
	return graphql.ParseSchema(schemaText, &queryRoot{s}, graphql.UseFieldResolvers(), graphql.MaxDepth(deepestQuery),
		graphql.MaxQueryLength(longestText), graphql.MaxParallelism(atOnce), graphql.DisableFieldSelections())
}

// charge is what a query costs its caller, and what is left to them after it.
type charge struct {
	points, nodes int
	after         state
}

type chargeKey struct{}

func unix(seconds int64) time.Time { return time.Unix(seconds, 0) }

// graphqlError is an error as GitHub shows it: its type stands beside the message.
type graphqlError struct {
	Type       string            `json:"type,omitempty"`
	Path       []any             `json:"path,omitempty"`
	Extensions map[string]any    `json:"extensions,omitempty"`
	Locations  []errors.Location `json:"locations,omitempty"`
	Message    string            `json:"message"`
}

type graphqlAnswer struct {
	Data   json.RawMessage `json:"data,omitempty"`
	Errors []graphqlError  `json:"errors,omitempty"`
}

func (s *Server) graphql(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Query         string         `json:"query"`
		OperationName string         `json:"operationName"`
		Variables     map[string]any `json:"variables"`
	}
	w.Header().Set("X-Github-Media-Type", "github.v4; format=json")
	if err := json.NewDecoder(r.Body).Decode(&ask); err != nil {
		writeError(w, http.StatusBadRequest, "Problems parsing JSON", "https://docs.github.com/graphql")
		return
	}
	if ask.Query == "" {
		writeJSON(w, http.StatusOK, graphqlAnswer{Errors: []graphqlError{{Message: "A query attribute must be specified and must be a string."}}})
		return
	}
	caller, now := callerOf(r.Context()), s.options.Now()
	document := parseDocument(ask.Query)
	if errs := s.schema.ValidateWithVariables(ask.Query, ask.Variables); len(errs) > 0 {
		answer := graphqlAnswer{}
		for _, e := range errs {
			answer.Errors = append(answer.Errors, invalid(e))
		}
		writeJSON(w, http.StatusOK, answer)
		return
	}
	cost := document.cost(ask.OperationName, ask.Variables)
	if cost.nodes > mostNodes {
		writeJSON(w, http.StatusOK, graphqlAnswer{Errors: []graphqlError{tooMany(cost.nodes)}})
		return
	}
	if !s.limits.take(caller, GraphQL, cost.points, now) {
		writeJSON(w, http.StatusOK, graphqlAnswer{Errors: []graphqlError{{Type: "RATE_LIMITED", Message: exceeded(caller)}}})
		return
	}
	ctx := context.WithValue(r.Context(), chargeKey{}, charge{cost.points, cost.nodes, s.limits.state(caller, GraphQL, now)})
	done := s.schema.Exec(ctx, ask.Query, ask.OperationName, ask.Variables)
	answer := graphqlAnswer{Data: done.Data}
	for _, e := range done.Errors {
		answer.Errors = append(answer.Errors, document.explain(e, ask.OperationName))
	}
	writeJSON(w, http.StatusOK, answer)
}

// explain gives an error GitHub's type and the places of its path in the query.
func (d *document) explain(e *errors.QueryError, operation string) graphqlError {
	out := graphqlError{Path: e.Path, Message: e.Message, Locations: e.Locations}
	out.Type, _ = e.Extensions["type"].(string)
	if at, ok := d.locate(operation, e.Path); ok {
		out.Locations = []errors.Location{at}
	}
	return out
}

var unknownField = regexp.MustCompile(`^Cannot query field "(\w+)" on type "(\w+)"`)

// invalid is an error of a query that was not run; GitHub's words differ from the library's.
func invalid(e *errors.QueryError) graphqlError {
	out := graphqlError{Message: e.Message, Locations: e.Locations}
	if m := unknownField.FindStringSubmatch(e.Message); m != nil {
		out.Message = "Field '" + m[1] + "' doesn't exist on type '" + m[2] + "'"
		out.Extensions = map[string]any{"code": "undefinedField", "typeName": m[2], "fieldName": m[1]}
	}
	return out
}
