package restapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
)

const (
	spareBody  = 4 << 20 // bytes of a body over its limit that are taken and dropped
	depthLimit = 32      // of objects and lists in each other
)

// readBody reads a body of one of the media types and tells which; there may be none.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, types ...string) (data []byte, kind string, err error) {
	if r.ContentLength > limit {
		// A client that sends all before it reads finds a closed connection instead of the
		// answer, unless somebody takes what it sends.
		_, _ = io.CopyN(io.Discard, r.Body, limit+spareBody)
		return nil, "", tooLarge(limit)
	}
	data, err = io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, "", tooLarge(limit)
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return nil, "", refused // by whoever guards the body in front
	}
	if err != nil {
		return nil, "", fault.E(fault.Invalid, fault.Say("The body of the request broke off.", "Тело запроса оборвалось."), err)
	}
	if len(data) == 0 {
		return nil, "", nil
	}
	if kind, err = mediaType(r, types); err != nil {
		return nil, "", err
	}
	if !utf8.Valid(data) {
		return nil, "", notUTF8()
	}
	return data, kind, nil
}

func tooLarge(limit int64) error {
	const mebibyte = 1 << 20
	if limit%mebibyte == 0 {
		return fault.E(fault.TooLarge, fault.Say("The body is larger than %d MiB.", "Тело запроса больше %d МиБ.", limit/mebibyte), nil)
	}
	return fault.E(fault.TooLarge, fault.Say("The body is larger than %d bytes.", "Тело запроса больше %d байт.", limit), nil)
}

func notUTF8() error {
	return fault.E(fault.Invalid, fault.Say("The arguments are not UTF-8 text.", "Аргументы не в кодировке UTF-8."), nil)
}

// mediaType refuses a body of another kind. A browser sends the kinds of forms to foreign
// servers without asking first, so this is also what keeps pages of others out.
func mediaType(r *http.Request, types []string) (string, error) {
	given, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	coding := strings.ToLower(r.Header.Get("Content-Encoding"))
	switch {
	case err != nil || !slices.Contains(types, given), charset != "" && charset != "utf-8":
		return "", unsupported(fault.Text{
			EN: "The body must be " + strings.Join(types, " or ") + " in UTF-8.",
			RU: "Тело запроса должно быть " + strings.Join(types, " или ") + " в UTF-8.",
		})
	case coding != "" && coding != "identity":
		return "", unsupported(fault.Say("The body must not be compressed.", "Тело запроса не должно быть сжато."))
	}
	return given, nil
}

func unsupported(text fault.Text) error {
	return fault.E(fault.Invalid, text, &refusal{status: http.StatusUnsupportedMediaType, code: "unsupported_media_type"})
}

// object reads the members of a JSON object that a schema names.
func object(s *jsonschema.Schema, data []byte) (map[string]json.RawMessage, error) {
	if err := strict(data); err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, fault.E(fault.Invalid, fault.Say("The body must be a JSON object.", "Тело запроса должно быть объектом JSON."), err)
	}
	dropUnknown(s, members)
	return members, nil
}

// dropUnknown takes out the members that a schema does not name, at every depth.
func dropUnknown(s *jsonschema.Schema, members map[string]json.RawMessage) {
	for name, value := range members {
		if property := s.Properties[name]; property != nil {
			members[name] = known(property, value)
			continue
		}
		delete(members, name)
	}
}

// known is a value without members that its schema does not name. A value of another type
// is left as it is, for the check to refuse.
func known(s *jsonschema.Schema, data json.RawMessage) json.RawMessage {
	switch {
	case s.Type == "object" && len(s.Properties) > 0:
		var members map[string]json.RawMessage
		if json.Unmarshal(data, &members) != nil || members == nil {
			return data
		}
		dropUnknown(s, members)
		return encode(members)
	case s.Type == "array" && s.Items != nil:
		var list []json.RawMessage
		if json.Unmarshal(data, &list) != nil || list == nil {
			return data
		}
		for i := range list {
			list[i] = known(s.Items, list[i])
		}
		return encode(list)
	}
	return data
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
