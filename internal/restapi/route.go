package restapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const jsonType = "application/json"

// route is a declared route of an operation, at work.
type route struct {
	op.Route
	op      *op.Op
	outside map[string]bool    // fields that the path and the headers bring
	fields  *jsonschema.Schema // of the query or the body: the other ones
}

func newRoute(o *op.Op, declared op.Route) route {
	rt := route{Route: declared, op: o, outside: map[string]bool{}}
	for _, name := range slices.AppendSeq(declared.Variables(), maps.Values(declared.Headers)) {
		rt.outside[name] = true
	}
	within := func(name string) bool { return !rt.outside[name] }
	rt.fields = &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, f := range fieldsOf(o.Input) {
		if within(f.name) {
			rt.fields.Properties[f.name] = f.schema
			rt.fields.PropertyOrder = append(rt.fields.PropertyOrder, f.name)
			if f.required {
				rt.fields.Required = append(rt.fields.Required, f.name)
			}
		}
	}
	return rt
}

// mountRoutes serves what the operations declare beside their generated paths.
func (f *front) mountRoutes(mux *http.ServeMux) {
	byPath := map[string]map[string]route{}
	for _, o := range f.Registry.All() {
		for _, declared := range o.Routes {
			if byPath[declared.Path] == nil {
				byPath[declared.Path] = map[string]route{}
			}
			byPath[declared.Path][declared.Method] = newRoute(o, declared)
		}
	}
	for path, methods := range byPath {
		valid := slices.Sorted(maps.Keys(methods))
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			rt, ok := methods[r.Method]
			if r.Method == http.MethodHead {
				rt, ok = methods[http.MethodGet]
			}
			if ok || allowed(w, r, valid...) {
				f.route(w, r, rt)
			}
		})
	}
}

// route answers one call by a declared route.
func (f *front) route(w http.ResponseWriter, r *http.Request, rt route) {
	result, err := f.callRoute(w, r, rt)
	if err != nil {
		WriteProblem(w, r, rt.promised(r, err))
		return
	}
	told, err := rt.Tell(result.JSON)
	if err != nil {
		WriteProblem(w, r, err)
		return
	}
	if told.Location != "" {
		w.Header().Set("Location", told.Location)
	}
	if told.Version != "" {
		w.Header().Set("ETag", `"`+told.Version+`"`)
	}
	if file := result.File; file != nil {
		w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
		write(w, told.Status, file.Type, []byte(file.Text))
		return
	}
	write(w, told.Status, jsonType, append(slices.Clip(result.JSON), '\n'))
}

// callRoute calls the operation. Arguments that cannot be read are a call too: access, rate
// and record are the pipeline's.
func (f *front) callRoute(w http.ResponseWriter, r *http.Request, rt route) (op.Result, error) {
	args, unread := f.gather(w, r, rt)
	if unread != nil {
		return op.Result{}, f.Pipeline.Run(r.Context(), rt.op, func(context.Context) error { return unread })
	}
	return f.call(r.Context(), rt.op, args)
}

// gather collects the arguments of a call from where the route takes them.
func (f *front) gather(w http.ResponseWriter, r *http.Request, rt route) ([]byte, error) {
	args := map[string]json.RawMessage{}
	for _, name := range rt.Variables() {
		value := r.PathValue(name)
		if value == "" || !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
			return nil, fault.E(fault.NotFound, fault.Say("There is nothing with this id.", "С этим идентификатором ничего нет."), nil)
		}
		args[name] = encode(value)
	}
	for header, field := range rt.Headers {
		values := r.Header.Values(header)
		if len(values) > 1 || !utf8.ValidString(strings.Join(values, "")) {
			return nil, wrong(header, fault.Say("must be given once, as a text", "должно быть указано один раз, текстом"))
		}
		if len(values) == 1 && values[0] != "" {
			args[field] = encode(values[0])
		}
	}
	if err := rt.query(r, args); err != nil {
		return nil, err
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && len(rt.fields.Properties) > 0 {
		if err := f.body(w, r, rt, args); err != nil {
			return nil, err
		}
	}
	return encode(args), nil
}

// query reads the parameters of the address. One that is not known may be a filter with a
// slip of the pen, so it is refused.
func (rt route) query(r *http.Request, args map[string]json.RawMessage) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.E(fault.Invalid, fault.Say("The query of the address is malformed.", "Строка запроса в адресе некорректна."), err)
	}
	for key, given := range values {
		switch {
		case rt.Method != http.MethodGet || len(rt.fields.Properties) == 0:
			return wrong(fault.Clip(key), fault.Say("this address takes no parameters", "у этого адреса нет параметров"))
		case !utf8.ValidString(key + given[0]):
			return notUTF8()
		case rt.fields.Properties[key] == nil:
			valid := strings.Join(rt.fields.PropertyOrder, ", ")
			return wrong(fault.Clip(key), fault.Say("unknown field; valid ones: %s", "неизвестное поле; допустимые: %s", valid))
		case len(given) > 1 || strings.ContainsRune(given[0], 0):
			return wrong(fault.Clip(key), fault.Say("must be given once, as a text", "должно быть указано один раз, текстом"))
		}
		args[key] = encode(given[0])
	}
	return nil
}

// body reads the members of a JSON body, or the file that the body is.
func (f *front) body(w http.ResponseWriter, r *http.Request, rt route, args map[string]json.RawMessage) error {
	types := []string{jsonType}
	if len(rt.Takes) > 0 {
		types = types[:0]
		for _, media := range rt.Takes {
			types = append(types, media.Type)
		}
	}
	data, kind, err := readBody(w, r, f.bodyLimit(rt.op), types...)
	switch {
	case err != nil:
		return err
	case len(data) == 0 && len(rt.fields.Required) > 0:
		return fault.E(fault.Invalid, fault.Say("The body is empty.", "Тело запроса пустое."), nil)
	case len(data) == 0:
		return nil
	case len(rt.Takes) > 0:
		args["media_type"], args["text"] = encode(kind), encode(string(data))
		if kind == jsonType {
			return strict(bytes.TrimPrefix(data, []byte("\ufeff")))
		}
		return nil
	}
	members, err := object(rt.fields, data)
	maps.Copy(args, members)
	return err
}

// promised makes of a failure what the callers of a route are told: what they sent is wrong
// with 422, a refusal is known by its code, and a precondition that does not hold is 412.
func (rt route) promised(r *http.Request, err error) error {
	f := rt.renamed(fault.From(err))
	own, refused := (*refusal)(nil), op.Refusal(nil)
	switch {
	case errors.As(err, &own):
		return f
	case f.Kind == fault.Invalid:
		own = &refusal{status: http.StatusUnprocessableEntity}
	case f.Kind == fault.Conflict && errors.As(err, &refused):
		code, members := refused.Refusal()
		own = &refusal{status: cmp.Or(rt.Statuses[code], fault.AnswerTo(f.Kind).Status), code: code, members: members}
		if match := r.Header.Get(ifMatch); rt.Headers[ifMatch] != "" && match != "" && match != "*" {
			own.status = http.StatusPreconditionFailed
		}
	default:
		return f
	}
	told := *f
	told.Err = own
	return &told
}

// ifMatch is the header of a precondition (RFC 9110, 13.1.1).
const ifMatch = "If-Match"

// renamed returns the fault with the names of headers in the place of the fields they bring.
func (rt route) renamed(f *fault.Error) *fault.Error {
	as := *f
	as.Fields = slices.Clone(f.Fields)
	for header, field := range rt.Headers {
		for i := range as.Fields {
			if as.Fields[i].Path == field {
				as.Fields[i].Path = header
				as.Text.EN = strings.Replace(as.Text.EN, field+": ", header+": ", 1)
				as.Text.RU = strings.Replace(as.Text.RU, field+": ", header+": ", 1)
			}
		}
	}
	return &as
}

// wrong is a fault of one field.
func wrong(path string, text fault.Text) error {
	e := fault.E(fault.Invalid, fault.Text{EN: path + ": " + text.EN + ".", RU: path + ": " + text.RU + "."}, nil)
	e.Fields = []fault.Field{{Path: path, Text: text}}
	return e
}
