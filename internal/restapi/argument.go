package restapi

import (
	"cmp"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// arguments reads the arguments of a call: the body of a POST, the query of a GET. They
// are never mixed, because a second way to say a thing is a way past whoever checks the first.
func (f *front) arguments(w http.ResponseWriter, r *http.Request, o *op.Op) ([]byte, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.E(fault.Invalid, fault.Say("The query of the address is malformed.", "Строка запроса в адресе некорректна."), err)
	}
	if r.Method != http.MethodPost {
		return fromQuery(query)
	}
	if len(query) > 0 {
		return nil, fault.E(fault.Invalid, fault.Say("A POST takes its arguments from the body alone.", "Метод POST принимает аргументы только в теле запроса."), nil).
			WithHint(fault.Say("Move the query into the JSON body.", "Перенесите параметры из адреса в тело JSON."))
	}
	return f.fromBody(w, r, o)
}

// fromQuery writes a query as JSON: a repeated key is a list, and every value is left a
// text, which the kernel bends to the type its schema wants.
func fromQuery(query url.Values) ([]byte, error) {
	args := map[string]any{}
	for key, values := range query {
		if !utf8.ValidString(key + strings.Join(values, "")) {
			return nil, notUTF8()
		}
		if len(values) == 1 {
			args[key] = values[0]
			continue
		}
		args[key] = values
	}
	return json.Marshal(args)
}

func (f *front) fromBody(w http.ResponseWriter, r *http.Request, o *op.Op) ([]byte, error) {
	body, _, err := readBody(w, r, f.bodyLimit(o), jsonType)
	return body, err
}

// bodyLimit is the size of a body that calls an operation, in bytes.
func (f *front) bodyLimit(o *op.Op) int64 { return cmp.Or(o.BodyLimit, f.BodyLimit) }

// acceptsEvents reports whether the client names the event stream among what it accepts.
func acceptsEvents(r *http.Request) bool {
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		if kind, params, err := mime.ParseMediaType(accepted); err == nil && kind == "text/event-stream" && params["q"] != "0" {
			return true
		}
	}
	return false
}
