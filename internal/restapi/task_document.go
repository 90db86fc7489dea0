package restapi

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// taskSchema names the component that describes a task.
const taskSchema = "task"

var textSchema = &jsonschema.Schema{Type: "string"}

// numbersOf is an object schema of whole numbers, for the parameters of a query.
func numbersOf(fields ...[2]string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, f := range fields {
		s.Properties[f[0]] = &jsonschema.Schema{Type: "integer", Description: f[1]}
		s.PropertyOrder = append(s.PropertyOrder, f[0])
	}
	return s
}

// addTasks describes the routes of tasks.
func (d *document) addTasks() error {
	one, err := schema.For(reflect.TypeFor[op.TaskView]())
	if err != nil {
		return fmt.Errorf("restapi: task schema: %w", err)
	}
	list, err := schema.For(reflect.TypeFor[taskList]())
	if err != nil {
		return fmt.Errorf("restapi: task schema: %w", err)
	}
	schema.Open(one)
	schema.Open(list)
	d.Components.Schemas[taskSchema] = one
	pages := numbersOf([2]string{"limit", "At most so many; 20 when left out."})
	pages.Properties["cursor"] = &jsonschema.Schema{Type: "string", Description: "next_cursor of the answer before."}
	pages.PropertyOrder = append(pages.PropertyOrder, "cursor")
	wait := numbersOf([2]string{"wait_s", "Seconds to wait for news, at most 25."}, [2]string{"seen_revision", "revision of the answer before: news are later ones."})
	last := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
		"Last-Event-ID": {Type: "string", Description: "The last revision seen, to go on with events after it."},
	}, PropertyOrder: []string{"Last-Event-ID"}}
	events := &jsonschema.Schema{Type: "string", Description: "Events: task for each change, its id the revision; at the end result with the answer or error with the problem."}
	answer := map[string]*jsonschema.Schema{jsonType: {Type: "object"}}
	task := map[string]*jsonschema.Schema{jsonType: ref(taskSchema)}
	refusals := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusServiceUnavailable}
	for _, r := range []taskRoute{
		{
			Method: http.MethodGet, Path: tasksPath, ID: "tasks", Summary: "List your tasks", Query: pages, Status: http.StatusOK,
			Doc:    "Long calls made with Prefer: respond-async, newest first. A task is kept for a day after its end.",
			Answer: map[string]*jsonschema.Schema{jsonType: list}, Refusals: refusals,
		},
		{
			Method: http.MethodGet, Path: tasksPath + "/{id}", ID: "task_status", Summary: "How a task stands", Query: wait, Header: last, Status: http.StatusOK,
			Doc:    "Answers at once, or with wait_s as soon as there is news. A client that accepts text/event-stream is told of every change.",
			Answer: map[string]*jsonschema.Schema{jsonType: ref(taskSchema), "text/event-stream": events}, Refusals: refusals,
		},
		{
			Method: http.MethodDelete, Path: tasksPath + "/{id}", ID: "task_cancel", Summary: "Cancel a task", Status: http.StatusOK,
			Doc: "What it did stays done; a task that has ended stays as it is.", Answer: task, Refusals: append(refusals, http.StatusForbidden),
		},
		{
			Method: http.MethodGet, Path: tasksPath + "/{id}/result", ID: "task_answer", Summary: "The answer of a task", Status: http.StatusOK,
			Doc:    "What the call would have answered: 202 with the answer so far while the task runs, the failure of a failed task, 409 while there is nothing.",
			Answer: answer, Refusals: append(refusals, http.StatusConflict),
		},
	} {
		d.addTask(r)
	}
	return nil
}

// taskRoute is a route of tasks as the document tells of it.
type taskRoute struct {
	Method, Path, ID, Summary, Doc string
	Query, Header                  *jsonschema.Schema // objects whose properties are the parameters; nil is none
	Status                         int                // of success
	Answer                         map[string]*jsonschema.Schema
	Refusals                       []int
}

func (d *document) addTask(r taskRoute) {
	described := &operation{ID: r.ID, Summary: r.Summary, Description: r.Doc, Tags: []string{"tasks"}, Responses: map[string]response{}}
	if strings.Contains(r.Path, "{id}") {
		described.Parameters = append(described.Parameters, parameter{Name: "id", In: "path", Required: true, Schema: textSchema})
	}
	add := func(in string, fields *jsonschema.Schema) {
		if fields == nil {
			return
		}
		for _, f := range fieldsOf(fields) {
			described.Parameters = append(described.Parameters, parameter{Name: f.name, In: in, Description: f.schema.Description, Required: f.required, Schema: f.schema})
		}
	}
	add("query", r.Query)
	add("header", r.Header)
	content := map[string]media{}
	for kind, s := range r.Answer {
		content[kind] = media{Schema: s}
		if kind == jsonType {
			d.Components.Schemas[r.ID+"_answer"] = s
			content[kind] = media{Schema: ref(r.ID + "_answer")}
		}
	}
	described.Responses[strconv.Itoa(r.Status)] = response{Description: "The answer.", Content: content}
	for _, status := range r.Refusals {
		described.Responses[strconv.Itoa(status)] = refusalOf(status)
	}
	if !slices.Contains(d.Tags, tag{Name: "tasks"}) {
		d.Tags = append(d.Tags, tag{Name: "tasks"})
	}
	item := d.Paths[r.Path]
	if r.Method == http.MethodDelete {
		item.Delete = described
	} else {
		item.Get = described
	}
	d.Paths[r.Path] = item
}
