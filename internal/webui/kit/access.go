package kit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// May reports whether the caller of s can use an operation, without running it. An
// operation that this server does not serve is for nobody.
func (s *Screen) May(name string) bool {
	o, err := s.site.Registry.Lookup(name)
	return err == nil && s.Caller.May(o) == nil
}

// Run runs a room's own function in the place of an operation: with its access, rate,
// deadline and record.
func (s *Screen) Run(name string, run func(context.Context) error) error {
	o, err := s.site.Registry.Lookup(name)
	if err != nil {
		return Denied()
	}
	return s.site.Pipeline.Run(s.Request.Context(), o, run)
}

// Call runs an operation the way every front does.
func (s *Screen) Call(name string, in, out any) error {
	result, err := s.Answer(name, in)
	if err != nil {
		return err
	}
	return json.Unmarshal(result.JSON, out)
}

// Answer is Call for the answer as it is, with its text for a reader.
func (s *Screen) Answer(name string, in any) (op.Result, error) {
	o, err := s.site.Registry.Lookup(name)
	if err != nil {
		return op.Result{}, Denied()
	}
	args, err := json.Marshal(in)
	if err != nil {
		return op.Result{}, err
	}
	return s.site.Pipeline.Call(s.Request.Context(), o, args)
}

// WithBudget is s for answers of so many bytes, negative for any size, in the language of the page. s
// stays as it is, since a panel stands on a page of another room, and so does a budget without limit.
func (s *Screen) WithBudget(bytes int) *Screen {
	own := *s
	if own.Caller.Budget >= 0 {
		own.Caller.Budget = bytes
	}
	own.Caller.Lang = s.Lang
	own.Request = s.Request.WithContext(op.WithCaller(s.Request.Context(), own.Caller))
	return &own
}

// Submit begins a long operation and leads to the page where it is followed.
func (s *Screen) Submit(name string, in any) error {
	o, err := s.site.Registry.Lookup(name)
	if err != nil || s.site.Tasks == nil {
		return Denied()
	}
	args, err := json.Marshal(in)
	if err != nil {
		return err
	}
	task, err := s.site.Tasks.Submit(s.Request.Context(), o, args)
	if err != nil {
		return err
	}
	s.Redirect(TasksPath + "/" + task.ID)
	return nil
}

// styled is the work with answers that bring the styles of their room.
func (w Work) styled(room string) Work {
	if answer := w.Answer; answer != nil {
		w.Answer = func(s *Screen, body []byte) (templ.Component, error) {
			part, err := answer(s, body)
			if part == nil || err != nil {
				return nil, err
			}
			return styled(s, room, part), nil
		}
	}
	return w
}

// Work is how an operation is shown: as its room says, else under its own name.
func (s *Screen) Work(operation string) (title string, w Work) {
	for _, p := range s.site.Pages {
		if w, ok := p.Works[operation]; ok {
			return s.T(w.Title), w.styled(p.Room)
		}
	}
	if o, err := s.site.Registry.Lookup(operation); err == nil {
		return o.Title, Work{}
	}
	return operation, Work{}
}

// Denied says that an action is not for the caller.
func Denied() error {
	return fault.E(fault.Denied, fault.Say("This access does not cover this action.", "Этот доступ не включает это действие."), nil).
		WithHint(fault.Say("Ask whoever gave you the token.", "Обратитесь к тому, кто выдал токен."))
}

// Unreadable says why a form of at most limit bytes could not be read.
func Unreadable(err error, limit int64) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.E(fault.TooLarge, fault.Say("What you sent is larger than %d KB.", "Отправлено больше %d КБ.", limit>>10), err).
			WithHint(fault.Say("Send fewer or smaller files at a time.", "Отправляйте меньше файлов за раз."))
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused // by whoever guards the body in front
	}
	return fault.E(fault.Invalid, fault.Say("The upload could not be read.", "Загрузку не удалось прочитать."), err).
		WithHint(fault.Say("Choose the files and send them again.", "Выберите файлы и отправьте ещё раз."))
}
