package restapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"

	"kadry/internal/fault"
	"kadry/internal/obs"
	"kadry/internal/op"
)

// problem is the body of a failure, RFC 9457 with members of our own.
type problem struct {
	Type       string       `json:"type" format:"uri-reference" doc:"Where the kind of failure is described: a component of the OpenAPI document."`
	Title      string       `json:"title" doc:"The kind of failure in a few words."`
	Status     int          `json:"status" doc:"The HTTP status."`
	Detail     string       `json:"detail" doc:"What is wrong with this call, in the caller's language."`
	Instance   string       `json:"instance,omitempty" doc:"The id of the request, to be named in a report."`
	Code       string       `json:"code" doc:"The kind of failure for a program."`
	Reason     string       `json:"reason,omitempty" doc:"What exactly was refused, where the code does not tell."`
	Hint       string       `json:"hint,omitempty" doc:"The next step."`
	RetryAfter int          `json:"retry_after_s,omitempty" doc:"Seconds after which a retry may help."`
	Candidates []string     `json:"candidates,omitempty" doc:"The nearest valid values, best first."`
	Errors     []fieldError `json:"errors,omitempty" doc:"What is wrong, field by field."`

	members map[string]string // further ones, of a particular failure
}

type fieldError struct {
	Field  string `json:"field" doc:"Path of the field, empty for the input as a whole."`
	Detail string `json:"detail" doc:"What is wrong with it."`
}

// refusal is the cause of a failure that has an answer of its own on HTTP; a zero status and
// an empty code are those of the kind.
type refusal struct {
	status  int
	code    string
	members map[string]string // further ones of the problem
}

func (r *refusal) Error() string { return strconv.Itoa(r.status) + " " + r.code }

// titles names every code: the kinds of fault and the refusals of this front.
var titles = map[string]fault.Text{
	string(fault.Invalid):         fault.Say("The input is not right", "Неверные входные данные"),
	string(fault.Unauthenticated): fault.Say("Access needs a token", "Нужен токен доступа"),
	string(fault.Denied):          fault.Say("Not allowed", "Действие не разрешено"),
	string(fault.NotFound):        fault.Say("Not found", "Не найдено"),
	string(fault.Conflict):        fault.Say("The present state forbids it", "Текущее состояние этого не допускает"),
	string(fault.TooLarge):        fault.Say("Too large", "Слишком большой объём"),
	string(fault.Limited):         fault.Say("Too many calls", "Слишком много вызовов"),
	string(fault.Timeout):         fault.Say("Out of time", "Время вызова истекло"),
	string(fault.Canceled):        fault.Say("Cancelled", "Вызов отменён"),
	string(fault.Upstream):        fault.Say("A foreign system answered badly", "Внешняя система ответила ошибкой"),
	string(fault.Unavailable):     fault.Say("Temporarily out of reach", "Временно недоступно"),
	string(fault.Internal):        fault.Say("Our own failure", "Внутренняя ошибка"),
	"method_not_allowed":          fault.Say("Wrong method", "Неподходящий метод"),
	"unsupported_media_type":      fault.Say("Wrong kind of body", "Неподходящий тип тела запроса"),
}

// WriteProblem answers a request with a failure, in the language of its caller. Routes
// written by hand and the check of tokens answer with it too, so that every failure of
// the server looks the same.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := describe(r, err)
	h := w.Header()
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	if p.Status == http.StatusUnauthorized && h.Get("WWW-Authenticate") == "" {
		h.Set("WWW-Authenticate", `Bearer realm="kadry"`)
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	// As in writeJSON, nobody is left to tell.
	_, _ = w.Write(append(p.body(), '\n')) //nolint:gosec // encoded JSON under a type that no browser takes for a page
}

func describe(r *http.Request, err error) problem {
	f, own := fault.From(err), &refusal{}
	_ = errors.As(err, &own) // most failures have no answer of their own
	kind := string(f.Kind)
	if _, known := titles[kind]; !known {
		kind = string(fault.Internal)
	}
	status, code := cmp.Or(own.status, fault.AnswerTo(f.Kind).Status), cmp.Or(own.code, kind)
	if _, known := titles[code]; known {
		kind = code
	}
	lang := op.CallerFrom(r.Context()).Lang
	p := problem{
		Type:       "/openapi.json#/components/responses/" + kind,
		Title:      titles[kind].In(lang),
		Status:     status,
		Detail:     f.Text.In(lang),
		Instance:   obs.RequestID(r.Context()),
		Code:       code,
		Reason:     op.ReasonOf(f),
		Hint:       f.Hint.In(lang),
		RetryAfter: int(math.Ceil(f.RetryAfter.Seconds())),
		Candidates: f.Candidates,
		members:    own.members,
	}
	for _, field := range f.Fields {
		p.Errors = append(p.Errors, fieldError{Field: field.Path, Detail: field.Text.In(lang)})
	}
	return p
}

// body is the problem with its further members behind its own.
func (p problem) body() []byte {
	text := encode(p)
	for _, name := range slices.Sorted(maps.Keys(p.members)) {
		text = slices.Concat(text[:len(text)-1], []byte{','}, encode(name), []byte{':'}, encode(p.members[name]), []byte{'}'})
	}
	return text
}

// encode writes a wire type of this front; types of texts and numbers always encode.
func encode(v any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimRight(text.Bytes(), "\n")
}
