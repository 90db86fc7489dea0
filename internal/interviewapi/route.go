package interviewapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// Route is a route as documents tell of it.
type Route struct {
	Method, Path  string // as net/http has patterns: /api/v1/vacancies/{id}
	ID, Tag       string // of the operation in the document
	Summary, Doc  string
	Query, Header *jsonschema.Schema // objects whose properties are the parameters; nil is none

	Body        map[string]*jsonschema.Schema // by media type; nil takes none
	BodyNeeded  bool
	BodyExample json.RawMessage // of application/json

	Status        int                           // of success
	Answer        map[string]*jsonschema.Schema // by media type
	AnswerExample json.RawMessage               // of application/json
	Refusals      []int                         // statuses of failures
}

// Media types.
const (
	jsonType = "application/json"
	csvType  = "text/csv"
)

// Times that a request may take.
const (
	patience     = 30 * time.Second
	longPatience = 5 * time.Minute // thousands of vacancies
	pullMost     = 25              // seconds that a pull waits
)

// route is a Route with its work.
type route struct {
	Route
	changes  bool // what the path names
	patience time.Duration
	serve    func(http.ResponseWriter, *http.Request, *visit) error
}

// visit is one request on its way.
type visit struct {
	caller  op.Caller
	request *http.Request
	header  http.Header // of the answer
	status  int         // of the answer
}

func (v *visit) tenant() string { return v.caller.Tenant }

// id is a part of the path, as it was before it was written into an address.
func (v *visit) id(name string) string { return v.request.PathValue(name) }

// none is an input or a query that has nothing in it.
type none struct{}

// reads makes a route that only reads; the fields of Q are the parameters of its query.
func reads[Q, Out any](d Route, run func(context.Context, *visit, Q) (Out, error)) route {
	d.Method, d.Status = http.MethodGet, http.StatusOK
	query, queryErr := closed[Q]()
	if query != nil && len(query.Properties) > 0 {
		d.Query = query
	}
	answer, answerErr := opened[Out]()
	d.Answer = map[string]*jsonschema.Schema{jsonType: answer}
	d.Refusals = refusalsOf(d, false)
	return route{Route: d, patience: patience, serve: func(w http.ResponseWriter, r *http.Request, v *visit) error {
		if queryErr != nil || answerErr != nil {
			return fmt.Errorf("interviewapi: %s: %w, %w", d.ID, queryErr, answerErr)
		}
		q, err := readQuery[Q](query, r)
		if err != nil {
			return err
		}
		out, err := run(r.Context(), v, q)
		if err != nil {
			return err
		}
		return writeJSON(w, v.status, out)
	}}
}

// changing makes a route that changes something; the fields of In are the members of its body.
func changing[In, Out any](d Route, run func(context.Context, *visit, In) (Out, error)) route {
	if d.Status == 0 {
		d.Status = http.StatusOK
	}
	in, inErr := opened[In]()
	bodied := in != nil && len(in.Properties) > 0
	if bodied {
		d.Body = map[string]*jsonschema.Schema{jsonType: in}
		d.BodyNeeded = len(in.Required) > 0
	}
	answer, answerErr := opened[Out]()
	d.Answer = map[string]*jsonschema.Schema{jsonType: answer}
	d.Refusals = refusalsOf(d, true)
	return route{Route: d, patience: patience, changes: true, serve: func(w http.ResponseWriter, r *http.Request, v *visit) error {
		if inErr != nil || answerErr != nil {
			return fmt.Errorf("interviewapi: %s: %w, %w", d.ID, inErr, answerErr)
		}
		if _, err := readQuery[none](&jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}, r); err != nil {
			return err
		}
		var body In
		if bodied {
			data, err := readBody(w, r, bodyLimit, d.BodyNeeded, jsonType)
			if err != nil {
				return err
			}
			if body, err = decode[In](in, data); err != nil {
				return err
			}
		}
		out, err := run(r.Context(), v, body)
		if err != nil {
			return err
		}
		return writeJSON(w, v.status, out)
	}}
}

// closed is the schema of a query: a name it does not know is a mistake.
func closed[T any]() (*jsonschema.Schema, error) { return schema.For(reflect.TypeFor[T]()) }

// opened is the schema of a body: names it does not know are passed over.
func opened[T any]() (*jsonschema.Schema, error) {
	s, err := schema.For(reflect.TypeFor[T]())
	schema.Open(s)
	return s, err
}

// refusalsOf lists the statuses of failures that a route may answer with.
func refusalsOf(d Route, changes bool) []int {
	statuses := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if changes {
		statuses = append(statuses, http.StatusConflict)
	}
	if d.Body != nil {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return statuses
}
