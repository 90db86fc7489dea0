package interview

import (
	"context"
	"errors"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

// handlers hold what the operations of the room work with.
type handlers struct{ room *Room }

const toolset = "interview"

// declared is an operation of the room; what it refuses carries its code, and an id that
// leads nowhere says where ids come from.
func declared[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Toolset = toolset
	return op.New(spec, func(ctx context.Context, in In) (Out, error) {
		out, err := run(ctx, in)
		return out, directed(spec.Name, coded(err))
	})
}

// coded puts the code of a refusal behind its hint: the texts are for people and change.
func coded(err error) error {
	refused := (*session.Refused)(nil)
	if !errors.As(err, &refused) {
		return err
	}
	f := *fault.From(err)
	f.Hint = fault.Text{
		EN: strings.TrimSpace(f.Hint.EN + " Code: " + string(refused.Code) + "."),
		RU: strings.TrimSpace(f.Hint.RU + " Код: " + string(refused.Code) + "."),
	}
	return &f
}

// directed names, where an operation found nothing under an id, the one that lists ids.
func directed(name string, err error) error {
	f := (*fault.Error)(nil)
	if !errors.As(err, &f) || f.Kind != fault.NotFound || f.Hint != (fault.Text{}) {
		return err
	}
	if name == "start_interview" || name == "save_vacancy" {
		return f.WithHint(fault.Say("list_vacancies has the ids.", "Идентификаторы есть в list_vacancies."))
	}
	return f.WithHint(fault.Say("list_interviews has the ids.", "Идентификаторы есть в list_interviews."))
}
