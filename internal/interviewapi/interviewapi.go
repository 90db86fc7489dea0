// Package interviewapi is the hand-written REST front of the interview room: the paths that
// the first system promised its callers (/api/v1/mcp/start_interview and its two
// neighbours), and beside them all that a system around interviews needs: lists, deletion,
// people's words on the result, pulled events, deliveries, vacancies in bulk, webhook
// settings. It reads requests, calls the room and writes what the contract names.
//
// Rules of interviews live in the room. Who calls was decided before a request gets here;
// how a failure looks is given in Config; the operations that models use are generated
// elsewhere from their declarations.
package interviewapi

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/op"
)

// toolset is what an access must cover to use these routes.
const toolset = "interview"

// Config is what the front needs.
type Config struct {
	Room *interview.Room
	// Problem answers a request with a failure. The error may have the method
	// Problem() (status int, code string, members map[string]string), which tells what the
	// contract of these routes adds to the kind of the fault.
	Problem func(http.ResponseWriter, *http.Request, error)
	// Limit refuses a caller that calls too often; nil limits nobody.
	Limit func(context.Context, op.Caller) error
	// Observe is told of every finished request, by the id of its route; nil tells nobody.
	Observe func(ctx context.Context, route string, took time.Duration, err error)
	Now     func() time.Time // nil is the clock of the machine
}

type front struct {
	Config
}

// New returns the handler. It serves full paths and expects the op.Caller in the request's
// context.
func New(c Config) http.Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	f := &front{c}
	byPath := map[string]map[string]route{}
	for _, rt := range f.routes() {
		if byPath[rt.Path] == nil {
			byPath[rt.Path] = map[string]route{}
		}
		byPath[rt.Path][rt.Method] = rt
	}
	mux := http.NewServeMux()
	for path, methods := range byPath {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { f.dispatch(w, r, methods) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		f.Problem(w, r, fault.E(fault.NotFound, fault.Say("There is nothing at this path.", "По этому пути ничего нет."), nil).
			WithHint(fault.Say("The paths are listed in /openapi.json.", "Пути перечислены в /openapi.json.")))
	})
	return mux
}

// Mounts are the patterns under which a server hands requests to this front.
func Mounts() []string {
	var paths []string
	for _, root := range []string{
		"/api/v1/mcp", "/api/v1/interviews", "/api/v1/people", "/api/v1/surveys", "/api/v1/bias-report", "/api/v1/vacancies", "/api/v1/webhook",
	} {
		paths = append(paths, root, root+"/")
	}
	return paths
}

// dispatch answers a request for a path that has these methods.
func (f *front) dispatch(w http.ResponseWriter, r *http.Request, methods map[string]route) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	rt, ok := methods[method]
	if !ok {
		f.Problem(w, r, wrongMethod(w.Header(), r.Method, slices.Sorted(maps.Keys(methods))))
		return
	}
	began := f.Now()
	ctx, cancel := context.WithTimeout(r.Context(), rt.patience)
	defer cancel()
	err := f.serve(w, r.WithContext(ctx), rt)
	if f.Observe != nil {
		f.Observe(ctx, rt.ID, f.Now().Sub(began), err)
	}
	if err != nil {
		f.Problem(w, r, tell(err))
	}
}

func (f *front) serve(w http.ResponseWriter, r *http.Request, rt route) error {
	caller := op.CallerFrom(r.Context())
	if err := may(caller, rt); err != nil {
		return err
	}
	if f.Limit != nil {
		if err := f.Limit(r.Context(), caller); err != nil {
			return err
		}
	}
	for segment := range strings.SplitSeq(rt.Path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			if err := findable(r.PathValue(strings.TrimSuffix(name, "}"))); err != nil {
				return err
			}
		}
	}
	return rt.serve(w, r, &visit{caller: caller, request: r, header: w.Header(), status: rt.Status})
}

// may refuses what an access does not cover.
func may(c op.Caller, rt route) error {
	switch {
	case len(c.Toolsets) > 0 && !slices.Contains(c.Toolsets, toolset):
		return fault.E(fault.Denied, fault.Say("This access does not cover the toolset %s.", "Этот доступ не включает набор %s.", toolset), nil)
	case c.ReadOnly && rt.changes:
		return fault.E(fault.Denied, fault.Say("This request changes data and the access is read-only.", "Этот запрос меняет данные, а доступ только для чтения."), nil)
	}
	return nil
}

// findable refuses an id that nothing can have: databases do not even take it as a text.
func findable(id string) error {
	if id == "" || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
		return fault.E(fault.NotFound, fault.Say("There is nothing with this id.", "С этим идентификатором ничего нет."), nil)
	}
	return nil
}
