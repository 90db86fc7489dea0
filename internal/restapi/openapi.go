package restapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// The parts of an OpenAPI 3.1 document that this front has a use for,
// https://spec.openapis.org/oas/v3.1.1.html.
type (
	document struct {
		OpenAPI    string                `json:"openapi"`
		Info       info                  `json:"info"`
		Servers    []server              `json:"servers"`
		Security   []map[string][]string `json:"security"`
		Tags       []tag                 `json:"tags"`
		Paths      map[string]path       `json:"paths"`
		Components components            `json:"components"`
	}
	info struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Version     string `json:"version"`
	}
	server struct {
		URL string `json:"url"`
	}
	tag struct {
		Name string `json:"name"`
	}
	path struct {
		Get    *operation `json:"get,omitempty"`
		Put    *operation `json:"put,omitempty"`
		Post   *operation `json:"post,omitempty"`
		Delete *operation `json:"delete,omitempty"`
	}
	operation struct {
		ID          string              `json:"operationId"`
		Summary     string              `json:"summary"`
		Description string              `json:"description,omitempty"`
		Tags        []string            `json:"tags,omitempty"`
		Parameters  []parameter         `json:"parameters,omitempty"`
		Body        *body               `json:"requestBody,omitempty"`
		Responses   map[string]response `json:"responses"`
	}
	parameter struct {
		Name        string             `json:"name"`
		In          string             `json:"in"`
		Description string             `json:"description,omitempty"`
		Required    bool               `json:"required,omitempty"`
		Schema      *jsonschema.Schema `json:"schema,omitempty"`
		Content     map[string]media   `json:"content,omitempty"`
	}
	body struct {
		Required bool             `json:"required"`
		Content  map[string]media `json:"content"`
	}
	media struct {
		Schema   *jsonschema.Schema `json:"schema,omitempty"`
		Examples map[string]sample  `json:"examples,omitempty"`
	}
	sample struct {
		Summary string          `json:"summary"`
		Value   json.RawMessage `json:"value"`
	}
	response struct {
		Ref         string            `json:"$ref,omitempty"`
		Description string            `json:"description,omitempty"`
		Headers     map[string]header `json:"headers,omitempty"`
		Content     map[string]media  `json:"content,omitempty"`
	}
	header struct {
		Description string             `json:"description"`
		Schema      *jsonschema.Schema `json:"schema"`
	}
	components struct {
		Schemas   map[string]*jsonschema.Schema `json:"schemas"`
		Responses map[string]response           `json:"responses"`
		Security  map[string]securityScheme     `json:"securitySchemes"`
	}
	securityScheme struct {
		Type   string `json:"type"`
		Scheme string `json:"scheme"`
	}
)

// openAPIDocument describes the REST front of a registry, the same bytes on every run.
func openAPIDocument(registry *op.Registry, version string) ([]byte, error) {
	problemSchema, err := schema.For(reflect.TypeFor[problem]())
	if err != nil {
		return nil, fmt.Errorf("restapi: problem schema: %w", err)
	}
	schema.Open(problemSchema)
	d := document{
		OpenAPI: "3.1.0",
		Info: info{
			Title:       "kadry",
			Description: "Hiring on evidence. Every operation takes its arguments as a JSON object and answers one; a POST that accepts text/event-stream is answered with progress events and then the result.",
			Version:     version,
		},
		Servers:  []server{{URL: "/"}},
		Security: []map[string][]string{{}, {"token": {}}},
		Tags:     []tag{},
		Paths:    map[string]path{toolsPath: {Get: describeCatalogue()}},
		Components: components{
			Schemas:   map[string]*jsonschema.Schema{"problem": problemSchema},
			Responses: problemResponses(),
			Security:  map[string]securityScheme{"token": {Type: "http", Scheme: "bearer"}},
		},
	}
	for _, name := range registry.Toolsets() {
		d.Tags = append(d.Tags, tag{Name: name})
	}
	for _, o := range registry.All() {
		d.Components.Schemas[o.Name+"_input"] = o.Input
		d.Components.Schemas[o.Name+"_output"] = o.Output
		item := path{Post: describePost(o)}
		if o.Effect == op.Reads {
			item.Get = describeGet(o)
		}
		d.Paths[toolsPath+"/"+o.Name] = item
		if err := d.addRoutes(o); err != nil {
			return nil, err
		}
	}
	if err := d.addTasks(); err != nil {
		return nil, err
	}
	text, err := pretty(d)
	if err != nil {
		return nil, fmt.Errorf("restapi: OpenAPI: %w", err)
	}
	return text, nil
}

func describePost(o *op.Op) *operation {
	content := media{Schema: ref(o.Name + "_input")}
	for i, x := range o.Examples {
		if content.Examples == nil {
			content.Examples = map[string]sample{}
		}
		content.Examples["example_"+strconv.Itoa(i+1)] = sample{Summary: x.Title, Value: json.RawMessage(x.Input)}
	}
	responses := responsesOf(o)
	responses["200"].Content["text/event-stream"] = media{Schema: &jsonschema.Schema{
		Type:        "string",
		Description: "Events: any number of progress {done, total, message}, then result with the answer or error with the problem.",
	}}
	describeAsync(o, responses)
	return &operation{
		ID: o.Name, Summary: o.Title, Description: o.Doc, Tags: []string{o.Toolset},
		Body:      &body{Required: len(o.Input.Required) > 0, Content: map[string]media{"application/json": content}},
		Responses: responses,
	}
}

func describeGet(o *op.Op) *operation {
	get := &operation{
		ID: o.Name + "_by_query", Summary: o.Title, Tags: []string{o.Toolset}, Responses: responsesOf(o),
		Description: "The same as POST, with the arguments in the query; a list repeats its key.",
	}
	for _, f := range fieldsOf(o.Input) {
		p := parameter{Name: f.name, In: "query", Description: f.schema.Description, Required: f.required}
		if f.flat() {
			p.Schema = f.schema
		} else {
			p.Content = map[string]media{"application/json": {Schema: f.schema}}
		}
		get.Parameters = append(get.Parameters, p)
	}
	return get
}

func describeCatalogue() *operation {
	text := &jsonschema.Schema{Type: "string"}
	anyObject := &jsonschema.Schema{Type: "object"}
	item := &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"name": text, "toolset": text, "title": text, "description": text, "effect": text,
			"async": {Type: "boolean"}, "timeout_s": {Type: "number"}, "hints": anyObject,
			"input_schema": anyObject, "output_schema": anyObject,
			"examples": {Type: "array", Items: anyObject},
		},
		Required: []string{"name", "toolset", "title", "description", "effect", "async", "timeout_s", "hints", "input_schema", "output_schema", "examples"},
	}
	list := &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"items": {Type: "array", Items: item}, "total": {Type: "integer"},
		},
		Required: []string{"items", "total"},
	}
	return &operation{
		ID: "tools", Summary: "List the operations",
		Responses: map[string]response{"200": {
			Description: "Every operation of this server with its schemas.",
			Content:     map[string]media{"application/json": {Schema: list}},
		}},
	}
}

func responsesOf(o *op.Op) map[string]response {
	all := map[string]response{"200": {
		Description: "The answer.",
		Content:     map[string]media{"application/json": {Schema: ref(o.Name + "_output")}},
	}}
	for code, status := range problemStatuses() {
		if code == "method_not_allowed" || code == string(fault.Canceled) {
			continue // the one cannot happen to a described method, the other has no reader
		}
		all[strconv.Itoa(status)] = response{Ref: "#/components/responses/" + code}
	}
	return all
}

// problemStatuses is the HTTP status of every code in titles.
func problemStatuses() map[string]int {
	statuses := map[string]int{}
	for code := range titles {
		statuses[code] = fault.AnswerTo(fault.Kind(code)).Status
	}
	statuses["method_not_allowed"] = http.StatusMethodNotAllowed
	statuses["unsupported_media_type"] = http.StatusUnsupportedMediaType
	return statuses
}

func problemResponses() map[string]response {
	all := map[string]response{}
	for code, title := range titles {
		all[code] = response{
			Description: title.EN + ".",
			Content:     map[string]media{"application/problem+json": {Schema: ref("problem")}},
		}
	}
	for _, code := range []fault.Kind{fault.Limited, fault.Unavailable} {
		described := all[string(code)]
		described.Headers = map[string]header{"Retry-After": {
			Description: "Seconds after which a retry may help.", Schema: &jsonschema.Schema{Type: "integer"},
		}}
		all[string(code)] = described
	}
	return all
}

func ref(name string) *jsonschema.Schema {
	return &jsonschema.Schema{Ref: "#/components/schemas/" + name}
}
