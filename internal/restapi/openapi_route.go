package restapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// addRoutes describes the declared routes of an operation.
func (d *document) addRoutes(o *op.Op) error {
	for i, declared := range o.Routes {
		rt := newRoute(o, declared)
		id := o.Name + "_by_path"
		if i > 0 {
			id += "_" + strconv.Itoa(i+1)
		}
		described, err := d.describeRoute(rt, id)
		if err != nil {
			return err
		}
		item := d.Paths[rt.Path]
		switch rt.Method {
		case http.MethodGet:
			item.Get = described
		case http.MethodPut:
			item.Put = described
		case http.MethodPost:
			item.Post = described
		case http.MethodDelete:
			item.Delete = described
		}
		d.Paths[rt.Path] = item
	}
	return nil
}

func (d *document) describeRoute(rt route, id string) (*operation, error) {
	described := &operation{
		ID: id, Summary: rt.op.Title, Description: rt.op.Doc, Tags: []string{rt.op.Toolset},
		Parameters: rt.parameters(), Responses: map[string]response{},
	}
	reads := rt.Method == http.MethodGet
	if bodied := !reads && len(rt.fields.Properties) > 0; bodied {
		content, err := d.contents(id+"_body", rt.Takes, rt.fields, rt.Body)
		if err != nil {
			return nil, err
		}
		described.Body = &body{Required: len(rt.fields.Required) > 0, Content: content}
	}
	content, err := d.contents(rt.op.Name+"_output", rt.Gives, rt.op.Output, rt.Answer)
	if err != nil {
		return nil, err
	}
	status := max(rt.Status, http.StatusOK)
	described.Responses[strconv.Itoa(status)] = response{Description: "The answer.", Content: content}
	if rt.Made != "" {
		described.Responses["200"] = response{Description: "The answer where nothing new was made.", Content: content}
	}
	for _, status := range rt.refusals(described.Body != nil) {
		described.Responses[strconv.Itoa(status)] = refusalOf(status)
	}
	return described, nil
}

// contents describes a body: a file by its media types, anything else as JSON, which is a
// component of its own.
func (d *document) contents(name string, files []op.Media, fields *jsonschema.Schema, example json.RawMessage) (map[string]media, error) {
	var samples map[string]sample
	if len(example) > 0 {
		samples = map[string]sample{"example": {Summary: "An example", Value: example}}
	}
	all := map[string]media{}
	for _, file := range files {
		content := media{Schema: &jsonschema.Schema{Type: "string"}}
		if file.Of != nil {
			inside, err := schema.For(file.Of)
			if err != nil {
				return nil, fmt.Errorf("restapi: %s: %w", name, err)
			}
			schema.Open(inside)
			content = media{Schema: inside, Examples: samples}
		}
		all[file.Type] = content
	}
	if len(files) == 0 {
		d.Components.Schemas[name] = fields
		all[jsonType] = media{Schema: ref(name), Examples: samples}
	}
	return all, nil
}

// parameters lists what the address and the headers bring.
func (rt route) parameters() []parameter {
	var list []parameter
	add := func(name, in, field string, required bool) {
		s := rt.op.Input.Properties[field]
		list = append(list, parameter{Name: name, In: in, Description: s.Description, Required: required, Schema: s})
	}
	for _, name := range rt.Variables() {
		add(name, "path", name, true)
	}
	if rt.Method == http.MethodGet {
		for _, f := range fieldsOf(rt.fields) {
			add(f.name, "query", f.name, f.required)
		}
	}
	for _, f := range fieldsOf(rt.op.Input) {
		for header, field := range rt.Headers {
			if field == f.name {
				add(header, "header", field, false)
			}
		}
	}
	return list
}

// refusals lists the statuses of failures that a route may answer with.
func (rt route) refusals(bodied bool) []int {
	statuses := []int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity,
		http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable,
	}
	if rt.Method != http.MethodGet {
		statuses = append(statuses, http.StatusConflict)
	}
	if rt.Headers[ifMatch] != "" {
		statuses = append(statuses, http.StatusPreconditionFailed)
	}
	if bodied {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return statuses
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
