package restapi

import (
	"encoding/json"
	"errors"
	"io"
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
	limit := f.BodyLimit
	if own, ok := f.BodyLimits[o.Name]; ok {
		limit = own
	}
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, tooLarge(limit)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return nil, refused // by whoever guards the body in front
	}
	if err != nil {
		return nil, fault.E(fault.Invalid, fault.Say("The body of the request broke off.", "Тело запроса оборвалось."), err)
	}
	if len(body) == 0 {
		return nil, nil
	}
	if err := mediaType(r); err != nil {
		return nil, err
	}
	if !utf8.Valid(body) {
		return nil, notUTF8()
	}
	return body, nil
}

func tooLarge(limit int64) error {
	return fault.E(fault.TooLarge, fault.Say(
		"The body is larger than %d bytes.", "Тело запроса больше %d байт.", limit), nil)
}

func notUTF8() error {
	return fault.E(fault.Invalid, fault.Say("The arguments are not UTF-8 text.", "Аргументы не в кодировке UTF-8."), nil)
}

// mediaType refuses a body that is not plain JSON. A browser sends other types to foreign
// servers without asking first, so this is also what keeps pages of others out.
func mediaType(r *http.Request) error {
	given, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	coding := strings.ToLower(r.Header.Get("Content-Encoding"))
	switch {
	case err != nil || given != "application/json", charset != "" && charset != "utf-8":
		return unsupported(fault.Say("The body must be application/json in UTF-8.", "Тело запроса должно быть application/json в UTF-8."))
	case coding != "" && coding != "identity":
		return unsupported(fault.Say("The body must not be compressed.", "Тело запроса не должно быть сжато."))
	}
	return nil
}

func unsupported(text fault.Text) error {
	return &refusal{status: http.StatusUnsupportedMediaType, code: "unsupported_media_type", fault: fault.E(fault.Invalid, text, nil)}
}

// acceptsEvents reports whether the client names the event stream among what it accepts.
func acceptsEvents(r *http.Request) bool {
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		if kind, params, err := mime.ParseMediaType(accepted); err == nil && kind == "text/event-stream" && params["q"] != "0" {
			return true
		}
	}
	return false
}
