package pipeline

import "kadry/internal/fault"

// Stage is how far a person is in a vacancy.
type Stage string

// The stages, in the order in which people mostly pass them. Any may follow any: people
// correct mistakes.
const (
	New         Stage = "new"
	Shortlist   Stage = "shortlist"
	Invited     Stage = "invited"
	Interviewed Stage = "interviewed"
	Offer       Stage = "offer"
	Rejected    Stage = "rejected"
	Postponed   Stage = "postponed"
)

// Stages lists the stages in order.
func Stages() []Stage {
	return []Stage{New, Shortlist, Invited, Interviewed, Offer, Rejected, Postponed}
}

// Enum implements the closed set of stages.
func (Stage) Enum() []string { return texts(Stages()) }

// Text names the stage. The Russian words name the stage and not the person, who may be of
// either sex.
func (s Stage) Text() fault.Text {
	switch s {
	case New:
		return fault.Say("New", "Новые")
	case Shortlist:
		return fault.Say("Shortlist", "Шорт-лист")
	case Invited:
		return fault.Say("Invited", "Приглашение")
	case Interviewed:
		return fault.Say("Interviewed", "После интервью")
	case Offer:
		return fault.Say("Offer", "Оффер")
	case Rejected:
		return fault.Say("Rejected", "Отказ")
	case Postponed:
		return fault.Say("Postponed", "Отложено")
	}
	return fault.Text{EN: string(s), RU: string(s)}
}

// Reason is why somebody is rejected, as a code that can be counted.
type Reason string

// The reasons.
const (
	Skills     Reason = "skills"
	Experience Reason = "experience"
	Salary     Reason = "salary"
	Location   Reason = "location"
	Withdrew   Reason = "withdrew"
	Silent     Reason = "no_reply"
	Closed     Reason = "closed"
	Other      Reason = "other"
)

// Reasons lists the reasons in the order in which they are offered.
func Reasons() []Reason {
	return []Reason{Skills, Experience, Salary, Location, Withdrew, Silent, Closed, Other}
}

// Enum implements the closed set of reasons.
func (Reason) Enum() []string { return texts(Reasons()) }

// Text names the reason.
func (r Reason) Text() fault.Text {
	switch r {
	case Skills:
		return fault.Say("Skills do not fit", "Не подходят навыки")
	case Experience:
		return fault.Say("Too little experience", "Мало опыта")
	case Salary:
		return fault.Say("Pay expectations differ", "Не сошлись в деньгах")
	case Location:
		return fault.Say("Place or format of work", "Место или формат работы")
	case Withdrew:
		return fault.Say("Declined by the candidate", "Отказ со стороны кандидата")
	case Silent:
		return fault.Say("No reply", "Нет ответа")
	case Closed:
		return fault.Say("The vacancy is closed", "Вакансия закрыта")
	case Other:
		return fault.Say("Another reason", "Другая причина")
	}
	return fault.Text{EN: string(r), RU: string(r)}
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = string(one)
	}
	return out
}
