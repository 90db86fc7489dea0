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
	pages := numbersOf([2]string{"limit", "At most so many; 20 when left out."}, [2]string{"offset", "In place of cursor."})
	pages.Properties["cursor"] = &jsonschema.Schema{Type: "string", Description: "next_cursor of the answer before."}
	pages.PropertyOrder = append(pages.PropertyOrder, "cursor")
	wait := numbersOf([2]string{"wait_s", "Seconds to wait for news, at most 25."}, [2]string{"seen_revision", "revision of the answer before: news are later ones."})
	last := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
		"Last-Event-ID": {Type: "string", Description: "The last revision seen, to go on with events after it."},
	}, PropertyOrder: []string{"Last-Event-ID"}}
	events := &jsonschema.Schema{Type: "string", Description: "Events: task for each change, its id the revision; at the end result with the answer or error with the problem."}
	d.Components.Schemas["tasks"] = list
	task := map[string]media{jsonType: {Schema: ref(taskSchema)}}
	refusals := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusServiceUnavailable}
	for _, r := range []struct {
		method, path  string
		operation     operation
		query, header *jsonschema.Schema
		answer        map[string]media
		refusals      []int
	}{
		{
			method: http.MethodGet, path: tasksPath, query: pages, answer: map[string]media{jsonType: {Schema: ref("tasks")}}, refusals: refusals,
			operation: operation{
				ID: "tasks", Summary: "List your tasks",
				Description: "Long calls made with Prefer: respond-async, newest first. A task is kept for a day after its end.",
			},
		},
		{
			method: http.MethodGet, path: tasksPath + "/{id}", query: wait, header: last, refusals: refusals,
			answer: map[string]media{jsonType: {Schema: ref(taskSchema)}, "text/event-stream": {Schema: events}},
			operation: operation{
				ID: "task_status", Summary: "How a task stands",
				Description: "Answers at once, or with wait_s as soon as there is news. A client that accepts text/event-stream is told of every change.",
			},
		},
		{
			method: http.MethodDelete, path: tasksPath + "/{id}", answer: task, refusals: append(refusals, http.StatusForbidden),
			operation: operation{ID: "task_cancel", Summary: "Cancel a task", Description: "What it did stays done; a task that has ended stays as it is."},
		},
		{
			method: http.MethodGet, path: tasksPath + "/{id}/result",
			answer: map[string]media{jsonType: {Schema: &jsonschema.Schema{Type: "object"}}}, refusals: append(refusals, http.StatusConflict),
			operation: operation{
				ID: "task_answer", Summary: "The answer of a task",
				Description: "What the call would have answered: 202 with the answer so far while the task runs, the failure of a failed task, 409 while there is nothing.",
			},
		},
	} {
		o := r.operation
		o.Tags = []string{"tasks"}
		if strings.Contains(r.path, "{id}") {
			o.Parameters = append(o.Parameters, parameter{Name: "id", In: "path", Required: true, Schema: textSchema})
		}
		o.Parameters = slices.Concat(o.Parameters, parametersIn("query", r.query), parametersIn("header", r.header))
		o.Responses = map[string]response{"200": {Description: "The answer.", Content: r.answer}}
		for _, status := range r.refusals {
			o.Responses[strconv.Itoa(status)] = refusalOf(status)
		}
		item := d.Paths[r.path]
		if r.method == http.MethodDelete {
			item.Delete = &o
		} else {
			item.Get = &o
		}
		d.Paths[r.path] = item
	}
	return nil
}

func parametersIn(place string, s *jsonschema.Schema) []parameter {
	if s == nil {
		return nil
	}
	var list []parameter
	for _, f := range fieldsOf(s) {
		list = append(list, parameter{Name: f.name, In: place, Description: f.schema.Description, Required: f.required, Schema: f.schema})
	}
	return list
}
