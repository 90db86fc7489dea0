package interviewapi

import (
	"errors"
	"net/http"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

// told is a failure with what the contract of these routes adds to its kind.
type told struct {
	error
	status  int    // 0 is that of the kind
	code    string // empty is that of the kind
	members map[string]string
}

func (t *told) Unwrap() error { return t.error }

// Problem tells a writer of problems what to write beside the fault.
func (t *told) Problem() (status int, code string, members map[string]string) {
	return t.status, t.code, t.members
}

// tell makes of a failure what callers of these routes are told: what they sent is wrong
// with 422, a refusal of the room by its code and with where the interview stands.
func tell(err error) error {
	if own := (*told)(nil); errors.As(err, &own) {
		return err
	}
	f := renamed(fault.From(err))
	refused := (*interview.Refused)(nil)
	switch {
	case f.Kind == fault.Invalid:
		return &told{error: f, status: http.StatusUnprocessableEntity}
	case f.Kind == fault.Conflict && errors.As(err, &refused):
		return &told{error: f, status: statusOf(refused.Code), code: string(refused.Code), members: standing(refused)}
	}
	return f
}

func statusOf(code interview.Code) int {
	if code == interview.KeyReused {
		return http.StatusUnprocessableEntity
	}
	return http.StatusConflict
}

// standing is where the interview stands. The member "status" of a problem is the one of
// HTTP, so that of the interview has a longer name.
func standing(refused *interview.Refused) map[string]string {
	if refused.Status == "" {
		return nil
	}
	return map[string]string{"session_status": string(refused.Status), "stage": string(refused.Stage)}
}

// members are the names on these routes of what the room calls otherwise.
var members = map[string]string{
	"consent_version": "consent.version",
	"total_limit":     "total_limit_s",
	"answer_limit":    "answer_limit_s",
	"remind_after":    "remind_after_s",
	"by":              "by_s",
	"overlap":         "overlap_s",
	"idempotency_key": "Idempotency-Key",
}

// renamed returns the fault with its fields as callers of these routes write them.
func renamed(f *fault.Error) *fault.Error {
	if len(f.Fields) == 0 {
		return f
	}
	as := *f
	as.Fields = make([]fault.Field, len(f.Fields))
	for i, field := range f.Fields {
		if name, ok := members[field.Path]; ok {
			as.Text.EN = strings.Replace(as.Text.EN, field.Path+": ", name+": ", 1)
			as.Text.RU = strings.Replace(as.Text.RU, field.Path+": ", name+": ", 1)
			field.Path = name
		}
		as.Fields[i] = field
	}
	return &as
}

// wrong is a fault of one field.
func wrong(path string, text fault.Text) error {
	e := fault.E(fault.Invalid, fault.Text{EN: path + ": " + text.EN + ".", RU: path + ": " + text.RU + "."}, nil)
	e.Fields = []fault.Field{{Path: path, Text: text}}
	return e
}

func unsupported(text fault.Text) error {
	return &told{error: fault.E(fault.Invalid, text, nil), status: http.StatusUnsupportedMediaType, code: "unsupported_media_type"}
}

func wrongMethod(h http.Header, method string, valid []string) error {
	allow := strings.Join(valid, ", ")
	h.Set("Allow", allow)
	return &told{
		error: fault.E(fault.Invalid, fault.Say("The method %s does not apply here.", "Метод %s здесь не применим.", fault.Clip(method)), nil).
			WithHint(fault.Say("Use %s.", "Используйте %s.", allow)),
		status: http.StatusMethodNotAllowed, code: "method_not_allowed",
	}
}

// unfinished refuses what needs a result.
func unfinished(s interview.Session) error {
	refused := &interview.Refused{Code: interview.NotFinished, Status: s.Status, Stage: s.Stage}
	return fault.E(fault.Conflict, fault.Say("The interview has no result.", "У интервью нет результата."), refused).
		WithHint(fault.Say("Only a completed interview has one.", "Он есть только у завершённого интервью."))
}
