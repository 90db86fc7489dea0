package restapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Route is a route that is written by hand elsewhere, as the OpenAPI document tells of it.
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

const jsonType = "application/json"

// add describes a route in the document.
func (d *document) add(r Route) error {
	o := &operation{
		ID: r.ID, Summary: r.Summary, Description: r.Doc, Tags: []string{r.Tag},
		Parameters: slices.Concat(inPath(r.Path), parameters(r.Query, "query"), parameters(r.Header, "header")),
		Responses:  map[string]response{},
	}
	if len(r.Body) > 0 {
		o.Body = &body{Required: r.BodyNeeded, Content: d.contents(r.ID+"_body", r.Body, r.BodyExample)}
	}
	o.Responses[strconv.Itoa(r.Status)] = response{
		Description: "The answer.", Content: d.contents(r.ID+"_answer", r.Answer, r.AnswerExample),
	}
	for _, status := range r.Refusals {
		o.Responses[strconv.Itoa(status)] = refusalOf(status)
	}
	if !slices.Contains(d.Tags, tag{Name: r.Tag}) {
		d.Tags = append(d.Tags, tag{Name: r.Tag})
	}
	item := d.Paths[r.Path]
	place := map[string]**operation{
		http.MethodGet: &item.Get, http.MethodPut: &item.Put, http.MethodPost: &item.Post, http.MethodDelete: &item.Delete,
	}[r.Method]
	if place == nil || *place != nil {
		return fmt.Errorf("restapi: route %s %s cannot be described, or is described already", r.Method, r.Path)
	}
	*place = o
	d.Paths[r.Path] = item
	return nil
}

// contents describes a body by media type; the JSON one becomes a component of its own.
func (d *document) contents(name string, types map[string]*jsonschema.Schema, example json.RawMessage) map[string]media {
	all := map[string]media{}
	for kind, s := range types {
		content := media{Schema: s}
		if kind == jsonType {
			d.Components.Schemas[name] = s
			content.Schema = ref(name)
			if len(example) > 0 {
				content.Examples = map[string]sample{"example": {Summary: "An example", Value: example}}
			}
		}
		all[kind] = content
	}
	return all
}

// inPath lists the parameters of a pattern.
func inPath(pattern string) []parameter {
	var list []parameter
	for segment := range strings.SplitSeq(pattern, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			list = append(list, parameter{
				Name: strings.TrimSuffix(name, "}"), In: "path", Required: true, Schema: &jsonschema.Schema{Type: "string"},
			})
		}
	}
	return list
}

func parameters(s *jsonschema.Schema, in string) []parameter {
	if s == nil {
		return nil
	}
	var list []parameter
	for _, f := range fieldsOf(s) {
		list = append(list, parameter{Name: f.name, In: in, Description: f.schema.Description, Required: f.required, Schema: f.schema})
	}
	return list
}

// refusalOf describes the failures of a status.
func refusalOf(status int) response {
	var codes []string
	for code, known := range problemStatuses() {
		if known == status {
			codes = append(codes, code)
		}
	}
	if len(codes) > 0 {
		return response{Ref: "#/components/responses/" + slices.Min(codes)}
	}
	return response{
		Description: http.StatusText(status) + ".",
		Content:     map[string]media{"application/problem+json": {Schema: ref("problem")}},
	}
}
