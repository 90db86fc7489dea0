// Package restapi is the REST front: every operation of a registry answers under
// /api/v1/tools/{name} and at the routes it declares, failures are RFC 9457 problems, long
// calls can be followed as a stream of server-sent events, and the OpenAPI document, the
// golden schema files and the reference page come from the same declarations. What is no
// operation (webhooks that come in, downloads, health) lives elsewhere and uses
// WriteProblem. Who the caller is was decided before a request gets here.
package restapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// defaultBodyLimit is the size of a request body in bytes where Config says nothing else.
const defaultBodyLimit = 4 << 20

// answerBudget is the size of an answer in bytes: a program reads what would crowd out a
// conversation, but not without end.
const answerBudget = 1 << 20

// Config is what the front needs.
type Config struct {
	Registry  *op.Registry
	Pipeline  *op.Pipeline
	Version   string   // of the server, for the OpenAPI document
	BodyLimit int64    // bytes of a request body where an operation declares none; 0 is defaultBodyLimit
	Tasks     op.Tasks // follows long calls; nil offers none
}

type front struct {
	Config
	document []byte
	tag      string // entity tag of the document
}

// New returns the handler of the front. It serves full paths and expects the op.Caller in
// the request's context.
func New(c Config) (http.Handler, error) {
	if c.BodyLimit == 0 {
		c.BodyLimit = defaultBodyLimit
	}
	c.Registry = c.Registry.On(op.REST)
	document, err := openAPIDocument(c.Registry, c.Version)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(document)
	f := &front{Config: c, document: document, tag: `"` + hex.EncodeToString(sum[:8]) + `"`}
	mux := http.NewServeMux()
	mux.HandleFunc(toolsPath, f.catalogue)
	mux.HandleFunc(toolsPath+"/{name}", f.operation)
	mux.HandleFunc("/openapi.json", f.openAPI)
	if f.Tasks != nil {
		f.taskRoutes(mux)
	}
	f.mountRoutes(mux)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		WriteProblem(w, r, fault.E(fault.NotFound, fault.Say("There is nothing at this path.", "По этому пути ничего нет."), nil).
			WithHint(fault.Say("The paths are listed in /openapi.json.", "Пути перечислены в /openapi.json.")))
	})
	return mux, nil
}

const toolsPath = "/api/v1/tools"

// operation answers one call.
func (f *front) operation(w http.ResponseWriter, r *http.Request) {
	o, err := f.Registry.Lookup(r.PathValue("name"))
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	if !allowed(w, r, methods(o)...) {
		return
	}
	args, err := f.arguments(w, r, o)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	if f.Tasks != nil && r.Method == http.MethodPost && prefersAsync(r) && o.IsLong(r.Context(), args) {
		f.submit(w, r, o, args)
		return
	}
	if r.Method == http.MethodPost && acceptsEvents(r) {
		f.stream(w, r, o, args)
		return
	}
	result, err := f.call(r.Context(), o, args)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	writeJSON(w, result.JSON)
}

func (f *front) call(ctx context.Context, o *op.Op, args []byte) (op.Result, error) {
	return f.Pipeline.Call(withBudget(ctx), o, args)
}

func (f *front) openAPI(w http.ResponseWriter, r *http.Request) {
	if !allowed(w, r, http.MethodGet, http.MethodHead) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", f.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.document))
}

// methods are the HTTP methods of an operation: what only reads may be asked by address.
func methods(o *op.Op) []string {
	if o.Effect == op.Reads {
		return []string{http.MethodGet, http.MethodHead, http.MethodPost}
	}
	return []string{http.MethodPost}
}

// allowed reports whether the method is one of those, and answers 405 when it is not.
func allowed(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	if slices.Contains(methods, r.Method) {
		return true
	}
	allow := strings.Join(methods, ", ")
	w.Header().Set("Allow", allow)
	WriteProblem(w, r, fault.E(fault.Invalid,
		fault.Say("The method %s does not apply here.", "Метод %s здесь не применим.", fault.Clip(r.Method)),
		&refusal{status: http.StatusMethodNotAllowed, code: "method_not_allowed"}).
		WithHint(fault.Say("Use %s.", "Используйте %s.", allow)))
	return false
}

func writeJSON(w http.ResponseWriter, body []byte) {
	write(w, http.StatusOK, jsonType, append(slices.Clip(body), '\n'))
}

// write answers with a body that is about people more often than not, so nothing on the
// way may keep it, and no browser may take it for a page.
func write(w http.ResponseWriter, status int, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away is the only reason to fail
}
