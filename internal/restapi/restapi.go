// Package restapi is the REST front: every operation of a registry answers under
// /api/v1/tools/{name}, failures are RFC 9457 problems, long calls can be followed as a
// stream of server-sent events, and the OpenAPI document, the golden schema files and the
// reference page come from the same declarations. Routes that are written by hand
// (webhooks, downloads, health, the paths of the origin systems) live elsewhere and use
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
	Registry   *op.Registry
	Pipeline   *op.Pipeline
	Version    string           // of the server, for the OpenAPI document
	BodyLimit  int64            // bytes of a request body; 0 is defaultBodyLimit
	BodyLimits map[string]int64 // by operation, in place of BodyLimit
	Tasks      op.Tasks         // follows long calls; nil offers none
	Routes     []Route          // written by hand elsewhere, for the OpenAPI document alone
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
	document, err := openAPIDocument(c.Registry, c.Version, c.Routes...)
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
	WriteProblem(w, r, &refusal{
		status: http.StatusMethodNotAllowed, code: "method_not_allowed",
		fault: fault.E(fault.Invalid, fault.Say("The method %s does not apply here.", "Метод %s здесь не применим.", r.Method), nil).
			WithHint(fault.Say("Use %s.", "Используйте %s.", allow)),
	})
	return false
}

// writeJSON answers with a body that is about people more often than not, so nothing on
// the way may keep it.
func writeJSON(w http.ResponseWriter, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)+1))
	// A client that went away is the only reason to fail, and then nobody is left to tell.
	_, _ = w.Write(append(slices.Clip(body), '\n'))
}
