package session

import (
	"kadry/internal/fault"
)

// Code names a refusal that callers tell apart; it is the cause of the fault.
type Code string

// The codes.
const (
	AlreadyAnswered Code = "already_answered"         // the question has another answer
	NotWaiting      Code = "not_waiting"              // no question is open
	HasEnded        Code = "interview_over"           // the session has ended
	OnPause         Code = "paused"                   // the session is paused
	NotPaused       Code = "not_paused"               // there is nothing to resume
	NotFinished     Code = "not_finished"             // there is no result yet
	NoVacancies     Code = "no_vacancies"             // the tenant has none
	KeyReused       Code = "idempotency_key_reused"   // the same key with another request
	NoSecret        Code = "no_signing_secret"        //nolint:gosec // the name of a refusal: webhooks of the tenant cannot be signed yet
	OnItsWay        Code = "delivery_under_way"       // a redelivery of what is being delivered
	VacancyMoved    Code = "vacancy_version_changed"  // somebody else saved the vacancy meanwhile
	QuestionMoved   Code = "question_version_changed" // the same of a question
)

// Refused is the cause of a fault.Conflict of this room: errors.As finds it.
type Refused struct {
	Code   Code
	Status Status // of the session, where there is one
	Stage  Stage
}

func (r *Refused) Error() string { return string(r.Code) }

// Refusal tells programs the code, and where the interview stands. The member "status" of a
// failure may be that of a protocol, so that of the interview has a longer name.
func (r *Refused) Refusal() (code string, members map[string]string) {
	if r.Status == "" {
		return string(r.Code), nil
	}
	return string(r.Code), map[string]string{"session_status": string(r.Status), "stage": string(r.Stage)}
}

// Refuse is the conflict of an input with where the session stands.
func (s Session) Refuse(code Code, text fault.Text) *fault.Error {
	return fault.E(fault.Conflict, text, &Refused{Code: code, Status: s.Status, Stage: s.Stage})
}

// Refuse is a conflict in which no session stands.
func Refuse(code Code, text fault.Text) *fault.Error {
	return Session{}.Refuse(code, text)
}

// ended refuses an input that comes after the end.
func (s Session) ended() error {
	return s.Refuse(HasEnded, fault.Say("The interview is over.", "Интервью уже закончено.")).
		WithHint(fault.Say("Start a new one to go on.", "Чтобы продолжить, начните новое."))
}

// Unfinished refuses what takes the result of a session.
func (s Session) Unfinished() error {
	return s.Refuse(NotFinished, fault.Say("The interview has no result yet.", "У интервью ещё нет результата.")).
		WithHint(fault.Say("Wait until it is completed.", "Дождитесь его завершения."))
}
