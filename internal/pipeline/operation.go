package pipeline

import (
	"context"
	"errors"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// toolset is that of the room's operations.
const toolset = "pipeline"

// callTimeout is under what clients mostly wait for an answer.
const callTimeout = 55 * time.Second

// handlers are the operations over the parts.
type handlers struct{ Parts }

// Operations declares the operations of the room. Over zero Parts they can be described and
// not called.
func Operations(p Parts) []*op.Op {
	h := &handlers{p}
	return []*op.Op{
		h.shortlist(), h.move(), h.moveMany(), h.list(), h.count(), h.history(),
		h.note(), h.deleteNote(), h.tag(), h.export(), h.forget(),
	}
}

func langOf(ctx context.Context) string {
	if lang := op.CallerFrom(ctx).Lang; lang != "" {
		return lang
	}
	return "en"
}

func tenantOf(ctx context.Context) string { return op.CallerFrom(ctx).Tenant }

// authorOf names who calls. A server that is open to whoever sits at it knows no names.
func authorOf(ctx context.Context) string {
	if name := op.CallerFrom(ctx).Name; name != "" {
		return name
	}
	return "anonymous"
}

// standingInput is a stage as callers name it.
type standingInput struct {
	Reason  Reason `json:"reason,omitzero" doc:"Needed to reject, and for nothing else."`
	Comment string `json:"comment,omitzero" max:"1000" doc:"In your words; needed for the reason other."`
	Until   string `json:"until,omitzero" format:"date" doc:"Needed to postpone, and for nothing else: YYYY-MM-DD."`
}

func (in standingInput) at(stage Stage) Standing {
	return Standing{Stage: stage, Reason: in.Reason, Comment: in.Comment, Until: in.Until}.trimmed()
}

// outcome is what became of one person of a call about many.
type outcome struct {
	Candidate string `json:"candidate_id"`
	Status    Status `json:"status"`
	Stage     Stage  `json:"stage,omitzero" doc:"They stand at now."`
	Version   int    `json:"version,omitzero"`
	Code      string `json:"code,omitzero" doc:"Of a refusal."`
	Message   string `json:"message,omitzero"`
}

type outcomes struct {
	Items   []outcome `json:"items" doc:"In the order asked."`
	Refused int       `json:"refused"`
}

func outcomeOf(candidate string, m Moved, lang string) outcome {
	o := outcome{Candidate: candidate, Status: m.Status, Stage: m.Application.Stage, Version: m.Application.Version}
	if m.Err != nil {
		f := fault.From(m.Err)
		o.Code, o.Message = string(f.Kind), f.Text.In(lang)
	}
	return o
}

func (o *outcomes) add(one outcome) {
	o.Items = append(o.Items, one)
	if one.Status == Refused {
		o.Refused++
	}
}

// known refuses a vacancy that nobody saved.
func (h *handlers) known(ctx context.Context, vacancy string) error {
	_, err := h.title(ctx, vacancy)
	if errors.Is(err, ErrAbsent) {
		return fault.E(fault.Unavailable, fault.Say("This server keeps no vacancies.", "На этом сервере нет вакансий."), err)
	}
	return err
}

// here refuses a person whom the base of CVs does not have.
func (h *handlers) here(ctx context.Context, candidate string) error {
	who, err := h.person(ctx, candidate, true)
	if err == nil && who.Deleted {
		return unknownPerson(candidate)
	}
	return err
}

func unknownPerson(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата «%s» нет.", fault.Clip(id)), nil).
		WithHint(fault.Say("search_by_skills and search_candidates answer ids.", "Идентификаторы возвращают search_by_skills и search_candidates."))
}

func confirmed(confirm bool) error {
	if confirm {
		return nil
	}
	return fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
}
