package op

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Route is a path of an operation beside the one that follows from its name. Variables of
// the path are fields of the input. A GET takes the other fields from its query, every
// other method from a JSON body, where members that are no field are passed over. What is
// wrong with the input is answered with 422, a refusal with the code of its Refusal.
type Route struct {
	Method   string            // GET, POST, PUT or DELETE
	Path     string            // as net/http has patterns: /api/v1/vacancies/{id}
	Status   int               // of success; 0 is 200
	Headers  map[string]string // fields of the input by the header that brings them
	Statuses map[string]int    // of refusals by their code, where the kind has another

	Location string // where what was made is read: a path with members of the answer in braces
	Version  string // the member of the answer that is a version, sent as its ETag
	Made     string // the member of the answer that says "created"; with another word a 201 is a 200

	Takes []Media // of the body, where the input is a File
	Gives []Media // of the body, where the answer is a File

	Body, Answer json.RawMessage // an example of each
}

// Media is a kind of body that is a file.
type Media struct {
	Type string       // application/json
	Of   reflect.Type // what is in it; nil is plain text
}

// File is the input or the answer of an operation that is a file: the body of its routes,
// and this object everywhere else.
type File struct {
	Name string `json:"name,omitempty"`
	Type string `json:"media_type"`
	Text string `json:"text"`
}

// Refusal is the cause of a failure that programs tell apart by more than its kind.
type Refusal interface {
	error
	// Refusal returns the code, and what a program is told beside it.
	Refusal() (code string, members map[string]string)
}

// ReasonOf is the code of a Refusal among the causes of an error, empty where there is none.
func ReasonOf(err error) string {
	var refused Refusal
	if !errors.As(err, &refused) {
		return ""
	}
	code, _ := refused.Refusal()
	return code
}

var variable = regexp.MustCompile(`\{([^}]*)\}`)

// Variables lists the variables of the path in order.
func (r Route) Variables() []string {
	var names []string
	for _, found := range variable.FindAllStringSubmatch(r.Path, -1) {
		names = append(names, found[1])
	}
	return names
}

// checkRoutes says why the routes of an operation cannot be served.
func (o *Op) checkRoutes() error {
	for _, r := range o.Routes {
		if !slices.Contains([]string{"GET", "POST", "PUT", "DELETE"}, r.Method) || (r.Method == "GET") != (o.Effect == Reads) {
			return fmt.Errorf("op: %s: method %q of %s does not go with the effect %q", o.Name, r.Method, r.Path, o.Effect)
		}
		fields := r.Variables()
		for _, field := range r.Headers {
			fields = append(fields, field)
		}
		for _, field := range fields {
			if o.Input.Properties[field] == nil {
				return fmt.Errorf("op: %s: %s %s brings %q, which is no field of the input", o.Name, r.Method, r.Path, field)
			}
		}
	}
	return nil
}

// clash finds a route that two operations have. Paths that differ in the names of their
// variables alone cannot be told apart either.
func clash(ops []*Op) error {
	owners, spelling := map[string]string{}, map[string]string{}
	for _, o := range ops {
		for _, route := range o.Routes {
			shape := variable.ReplaceAllString(route.Path, "{}")
			if owner, taken := owners[route.Method+shape]; taken {
				return fmt.Errorf("op: %s and %s have the route %s %s", owner, o.Name, route.Method, route.Path)
			}
			owners[route.Method+shape] = o.Name
			if first := spelling[shape]; first != "" && first != route.Path {
				return fmt.Errorf("op: %s: the path %s stands elsewhere as %s", o.Name, route.Path, first)
			}
			spelling[shape] = route.Path
		}
	}
	return nil
}

// filled puts the members of an answer into the braces of a pattern.
func filled(pattern string, members map[string]json.RawMessage) string {
	return variable.ReplaceAllStringFunc(pattern, func(braced string) string {
		return plain(members[strings.Trim(braced, "{}")])
	})
}

// plain is a JSON text without its quotation marks, any other value as it is.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// Told is what a route says of an answer beside its body.
type Told struct {
	Status            int
	Location, Version string // empty where there is none
}

// Tell reads from an answer what the route says beside it.
func (r Route) Tell(answer []byte) (Told, error) {
	told := Told{Status: max(r.Status, 200)}
	if r.Location == "" && r.Version == "" && r.Made == "" {
		return told, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(answer, &members); err != nil {
		return Told{}, fmt.Errorf("op: answer of %s %s: %w", r.Method, r.Path, err)
	}
	if r.Location != "" {
		told.Location = filled(r.Location, members)
	}
	if r.Version != "" {
		told.Version = plain(members[r.Version])
	}
	if r.Made != "" && plain(members[r.Made]) != "created" {
		told.Status = 200
	}
	return told, nil
}
