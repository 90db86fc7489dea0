package interviewapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
)

// Bounds of a request.
const (
	bodyLimit   = 1 << 20  // bytes
	importLimit = 16 << 20 // bytes of a list of vacancies
	spareBody   = 4 << 20  // bytes of a body over its limit that are taken and dropped
	depthLimit  = 32       // of objects and lists in each other
)

// readBody reads a body of one of the media types. It is empty only where none is needed.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, needed bool, types ...string) ([]byte, error) {
	if r.ContentLength > limit {
		// A client that sends all before it reads finds a closed connection instead of the
		// answer, unless somebody takes what it sends.
		_, _ = io.CopyN(io.Discard, r.Body, limit+spareBody)
		return nil, tooLarge(limit)
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, tooLarge(limit)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return nil, refused // by whoever guards the body in front
	}
	if err != nil {
		return nil, fault.E(fault.Invalid, fault.Say("The body of the request broke off.", "Тело запроса оборвалось."), err)
	}
	if len(data) == 0 {
		if needed {
			return nil, fault.E(fault.Invalid, fault.Say("The body is empty.", "Тело запроса пустое."), nil)
		}
		return nil, nil
	}
	if err := mediaType(r, types); err != nil {
		return nil, err
	}
	if !utf8.Valid(data) {
		return nil, notUTF8()
	}
	return data, nil
}

func tooLarge(limit int64) error {
	return fault.E(fault.TooLarge, fault.Say("The body is larger than %d MiB.", "Тело запроса больше %d МиБ.", limit>>20), nil)
}

func notUTF8() error {
	return fault.E(fault.Invalid, fault.Say("The request is not UTF-8 text.", "Запрос не в кодировке UTF-8."), nil)
}

// mediaType refuses a body of another kind. A browser sends the kinds of forms to foreign
// servers without asking first, so this also keeps pages of others out.
func mediaType(r *http.Request, types []string) error {
	given, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	coding := strings.ToLower(r.Header.Get("Content-Encoding"))
	switch {
	case err != nil || !slices.Contains(types, given), charset != "" && charset != "utf-8":
		return unsupported(fault.Text{
			EN: "The body must be " + strings.Join(types, " or ") + " in UTF-8.",
			RU: "Тело запроса должно быть " + strings.Join(types, " или ") + " в UTF-8.",
		})
	case coding != "" && coding != "identity":
		return unsupported(fault.Say("The body must not be compressed.", "Тело запроса не должно быть сжато."))
	}
	return nil
}

// decode reads a JSON object of a schema; no data give what stands when all is left out.
func decode[In any](s *jsonschema.Schema, data []byte) (In, error) {
	var in In
	standard, err := schema.Defaults(s)
	if err != nil {
		return in, fmt.Errorf("interviewapi: body: %w", err)
	}
	if err := json.Unmarshal(standard, &in); err != nil {
		return in, fmt.Errorf("interviewapi: body: %w", err)
	}
	if len(data) == 0 {
		return in, nil
	}
	if err := strict(data); err != nil {
		return in, err
	}
	if data = bytes.TrimSpace(data); data[0] != '{' {
		return in, fault.E(fault.Invalid, fault.Say("The body must be a JSON object.", "Тело запроса должно быть объектом JSON."), nil)
	}
	checked, err := schema.Input(s, nil, data)
	if err != nil {
		return in, err
	}
	if checked, err = known(s, checked); err != nil {
		return in, err
	}
	if err := json.Unmarshal(checked, &in); err != nil {
		return in, fault.E(fault.Invalid, fault.Say("The body holds a value that cannot be read.", "В теле запроса есть значение, которое не удалось прочитать."), err)
	}
	return in, nil
}

// known drops the members that a schema does not name. They were not checked, and the
// decoder would take "Max_Questions" for "max_questions".
func known(s *jsonschema.Schema, data json.RawMessage) (json.RawMessage, error) {
	switch {
	case s.Type == "object" && len(s.Properties) > 0:
		return knownMembers(s, data)
	case s.Type == "array" && s.Items != nil:
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, fmt.Errorf("interviewapi: checked list: %w", err)
		}
		for i := range list {
			var err error
			if list[i], err = known(s.Items, list[i]); err != nil {
				return nil, err
			}
		}
		return json.Marshal(list)
	}
	return data, nil
}

func knownMembers(s *jsonschema.Schema, data json.RawMessage) (json.RawMessage, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, fmt.Errorf("interviewapi: checked object: %w", err)
	}
	for name, value := range object {
		property := s.Properties[name]
		if property == nil {
			delete(object, name)
			continue
		}
		var err error
		if object[name], err = known(property, value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(object)
}

// strict refuses JSON that two readers may read differently: a key twice in one object,
// objects too deep in each other, more than one value.
func strict(data []byte) error {
	reader := json.NewDecoder(bytes.NewReader(data))
	reader.UseNumber()
	var open []level
	for {
		token, err := reader.Token()
		if err != nil {
			return notJSON(reader.InputOffset(), err)
		}
		open, err = step(open, token)
		if err != nil {
			return err
		}
		if len(open) == 0 {
			break
		}
	}
	if _, err := reader.Token(); !errors.Is(err, io.EOF) {
		return notJSON(reader.InputOffset(), errors.New("more than one value"))
	}
	return nil
}

// level is an object or a list that is being read.
type level struct {
	keys  map[string]bool // nil in a list
	key   string          // whose value is being read
	value bool            // a value is due, not a key
}

// step follows one token.
func step(open []level, token json.Token) ([]level, error) {
	delim, _ := token.(json.Delim)
	if delim == '}' || delim == ']' {
		open = open[:len(open)-1]
		return over(open), nil
	}
	if n := len(open); n > 0 && open[n-1].keys != nil && !open[n-1].value {
		top := &open[n-1]
		key, _ := token.(string)
		if top.keys[key] {
			return nil, twice(open, key)
		}
		top.keys[key], top.key, top.value = true, key, true
		return open, nil
	}
	if delim == 0 {
		return over(open), nil
	}
	if len(open) == depthLimit {
		return nil, fault.E(fault.Invalid, fault.Say("The body is nested more than %d deep.", "Вложенность тела запроса больше %d.", depthLimit), nil)
	}
	next := level{}
	if delim == '{' {
		next.keys = map[string]bool{}
	}
	return append(open, next), nil
}

// over notes that a value has been read.
func over(open []level) []level {
	if n := len(open); n > 0 {
		open[n-1].value = false
	}
	return open
}

func twice(open []level, key string) error {
	var path []string
	for _, l := range open[:len(open)-1] {
		if l.keys != nil {
			path = append(path, fault.Clip(l.key))
		}
	}
	field := strings.Join(append(path, fault.Clip(key)), ".")
	e := fault.E(fault.Invalid, fault.Say("%s: stands twice in one object.", "%s: встречается в одном объекте дважды.", field), nil)
	e.Fields = []fault.Field{{Path: field, Text: fault.Say("stands twice", "встречается дважды")}}
	return e
}

func notJSON(at int64, cause error) error {
	return fault.E(fault.Invalid, fault.Say("The body is not valid JSON, from byte %d on.", "Тело запроса — некорректный JSON, начиная с байта %d.", at), cause)
}

// readQuery reads the parameters of an address. One that is not known may be a filter with
// a slip of the pen, so it is refused.
func readQuery[Q any](s *jsonschema.Schema, r *http.Request) (Q, error) {
	var q Q
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, fault.E(fault.Invalid, fault.Say("The query of the address is malformed.", "Строка запроса в адресе некорректна."), err)
	}
	args := map[string]string{}
	for key, given := range values {
		if len(s.Properties) == 0 {
			return q, wrong(fault.Clip(key), fault.Say("this address takes no parameters", "у этого адреса нет параметров"))
		}
		if !utf8.ValidString(key + given[0]) {
			return q, notUTF8()
		}
		if len(given) > 1 || strings.ContainsRune(given[0], 0) {
			return q, wrong(fault.Clip(key), fault.Say("must be given once, as a text", "должно быть указано один раз, текстом"))
		}
		args[key] = given[0]
	}
	said, err := json.Marshal(args)
	if err != nil {
		return q, fmt.Errorf("interviewapi: query: %w", err)
	}
	checked, err := schema.Input(s, nil, said)
	if err != nil {
		return q, err
	}
	standard, err := schema.Defaults(s)
	if err != nil {
		return q, fmt.Errorf("interviewapi: query: %w", err)
	}
	for _, text := range [][]byte{standard, checked} {
		if err := json.Unmarshal(text, &q); err != nil {
			return q, fault.E(fault.Invalid, fault.Say("The query holds a value that cannot be read.", "В строке запроса есть значение, которое не удалось прочитать."), err)
		}
	}
	return q, nil
}

// writeJSON answers with a body that is about people, so nothing on the way may keep it,
// and no browser may take it for a page.
func writeJSON[T any](w http.ResponseWriter, status int, body T) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return fmt.Errorf("interviewapi: answer: %w", err)
	}
	write(w, status, jsonType, text.Bytes())
	return nil
}

func write(w http.ResponseWriter, status int, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away is the only reason to fail
}
