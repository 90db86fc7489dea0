package restapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// entry is the declaration of an operation as others read it: an item of the catalogue and
// the golden file that guards the contract.
type entry struct {
	Name        string             `json:"name"`
	Aliases     []string           `json:"aliases,omitempty"`
	Toolset     string             `json:"toolset"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Effect      op.Effect          `json:"effect"`
	Scope       op.Scope           `json:"scope"`
	Fronts      []op.Front         `json:"fronts,omitempty"` // where it shows; everywhere when left out
	Long        bool               `json:"long"`
	Timeout     float64            `json:"timeout_s"`
	Hints       hints              `json:"hints"`
	Input       *jsonschema.Schema `json:"input_schema"`
	Output      *jsonschema.Schema `json:"output_schema"`
	Examples    []example          `json:"examples"`
}

// hints carries the names that MCP gives to what a call may do.
type hints struct {
	ReadOnly    bool `json:"read_only"`
	Destructive bool `json:"destructive"`
	Idempotent  bool `json:"idempotent"`
	OpenWorld   bool `json:"open_world"`
}

type example struct {
	Title string          `json:"title"`
	Input json.RawMessage `json:"input"`
}

func entryOf(o *op.Op) entry {
	e := entry{
		Name: o.Name, Aliases: o.Aliases, Toolset: o.Toolset, Title: o.Title, Description: o.Doc,
		Effect: o.Effect, Scope: o.Scope, Fronts: o.Fronts, Long: o.Long, Timeout: o.Timeout.Seconds(),
		Hints: hints{
			ReadOnly: o.Effect == op.Reads, Destructive: o.Effect == op.Destroys,
			Idempotent: o.Idempotent, OpenWorld: o.World,
		},
		Input: o.Input, Output: o.Output, Examples: []example{},
	}
	for _, x := range o.Examples {
		e.Examples = append(e.Examples, example{Title: x.Title, Input: json.RawMessage(x.Input)})
	}
	return e
}

// operationFile is the golden file of an operation: everything a client may rely on.
func operationFile(o *op.Op) ([]byte, error) {
	text, err := pretty(entryOf(o))
	if err != nil {
		return nil, fmt.Errorf("restapi: operation %s: %w", o.Name, err)
	}
	return text, nil
}

// catalogue lists the operations of this server, whether or not the caller may use them.
func (f *front) catalogue(w http.ResponseWriter, r *http.Request) {
	if !allowed(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	if r.URL.RawQuery != "" {
		WriteProblem(w, r, fault.E(fault.Invalid, fault.Say("The list takes no parameters.", "У списка нет параметров."), nil))
		return
	}
	list := struct {
		Items []entry `json:"items"`
		Total int     `json:"total"`
	}{Items: []entry{}}
	for _, o := range f.Registry.All() {
		list.Items = append(list.Items, entryOf(o))
	}
	list.Total = len(list.Items)
	text, err := json.Marshal(list)
	if err != nil {
		WriteProblem(w, r, fmt.Errorf("restapi: catalogue: %w", err))
		return
	}
	writeJSON(w, text)
}

// pretty writes JSON for a repository: indented, and the same on every run.
func pretty(v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// Generated returns every file that is written from the declarations, by its path in the
// repository. commandLine is as in reference.
func Generated(registry *op.Registry, version string, commandLine func(o *op.Op, input []byte) string) (map[string][]byte, error) {
	document, err := openAPIDocument(registry.On(op.REST), version)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"api/openapi.json":   document,
		"docs/operations.md": reference(registry, commandLine),
	}
	for _, o := range registry.All() {
		if files["api/ops/"+o.Name+".json"], err = operationFile(o); err != nil {
			return nil, err
		}
	}
	return files, nil
}
