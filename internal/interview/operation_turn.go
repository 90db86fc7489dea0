package interview

import (
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// turnFacts is where an interview stands: the open question, or why there is none.
type turnFacts struct {
	SessionID  string       `json:"session_id"`
	Status     string       `json:"status"`
	Stage      string       `json:"stage"`
	Paused     bool         `json:"paused"`
	Vacancy    *pinFacts    `json:"vacancy,omitempty"`
	Question   string       `json:"question,omitempty"`
	QuestionID string       `json:"question_id,omitempty"`
	Expected   string       `json:"expected_answer_type,omitempty"`
	Choices    []choiceFact `json:"choices,omitempty"`
	AnswerBy   string       `json:"answer_by,omitempty"`
	Asked      int          `json:"questions_asked"`
	Planned    int          `json:"questions_planned"`
	EndReason  string       `json:"end_reason,omitempty"`
	Failure    *failureFact `json:"failure,omitempty"`
	Next       string       `json:"next"`
}

type pinFacts struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type choiceFact struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type failureFact struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	Retryable bool   `json:"retryable"`
}

// fitFacts says how the resume answers the vacancy, in lines of the resume.
type fitFacts struct {
	Coverage float64     `json:"coverage"`
	Shown    []shownFact `json:"shown"`
	Missing  []string    `json:"not_in_resume"`
}

type shownFact struct {
	Skill    string  `json:"skill"`
	Strength float64 `json:"strength"`
	Evidence string  `json:"evidence"`
}

func turnOf(s session.State, lang string) turnFacts {
	f := turnFacts{
		SessionID: s.ID, Status: string(s.Status), Stage: string(s.Stage), Paused: s.Paused(), Vacancy: pinOf(s.Vacancy),
		Asked: s.QuestionsAsked(), Planned: s.Plan.Planned(), Next: nextStep(s.Session).In(lang),
	}
	if s.Over() {
		f.EndReason = string(s.End)
	}
	if q := s.Current; q != nil {
		f.Question, f.QuestionID, f.Expected, f.AnswerBy = q.Text, q.ID, string(q.Expected), stamp(q.Deadline)
		for _, o := range q.Options {
			f.Choices = append(f.Choices, choiceFact(o))
		}
	}
	if s.Failure != nil {
		f.Failure = &failureFact{Code: string(s.Failure.Code), Message: s.Failure.Message.In(lang), Retryable: s.Failure.Retryable}
	}
	return f
}

func pinOf(p vacancy.Pin) *pinFacts {
	if p.ID == "" {
		return nil
	}
	return &pinFacts{ID: p.ID, Title: p.Title}
}

// nextStep says what the caller of an interview does now.
func nextStep(s session.Session) fault.Text {
	switch {
	case s.Status == session.Completed:
		return fault.Say("The interview is over. The result is for the people who decide; get_interview shows the quotes behind it.",
			"Интервью закончено. Результат предназначен тем, кто принимает решение; цитаты к нему покажет get_interview.")
	case s.Status == session.Failed && s.End == session.EndCancelled:
		return fault.Say("The interview was cancelled and has no result.", "Интервью отменено, результата нет.")
	case s.Status == session.Failed && s.Failure != nil && s.Failure.Code == session.NoVacancySuits:
		return fault.Say("No interview was held. Name the vacancy: start_interview with a vacancy_id from list_vacancies, or save one that fits with save_vacancy.",
			"Интервью не состоялось. Укажите вакансию: start_interview с vacancy_id из list_vacancies, или добавьте подходящую через save_vacancy.")
	case s.Status == session.Failed:
		return fault.Say("The interview ended without a result; failure says why. start_interview begins a new one.",
			"Интервью закончилось без результата, причина в failure. Новое начинает start_interview.")
	case s.Paused():
		return fault.Say("The candidate's time stands still; continue_interview with action=resume goes on.",
			"Время кандидата остановлено; продолжить можно через continue_interview с action=resume.")
	case s.Status == session.Waiting && s.WebhookURL != "":
		return fault.Say("The question is on its way to the webhook; the answer comes in through continue_interview.",
			"Вопрос отправляется на вебхук; ответ передаётся через continue_interview.")
	case s.Status == session.Waiting:
		return fault.Say("Put the question to the candidate word for word, and pass the answer on unchanged: continue_interview with session_id, question_id and user_answer.",
			"Задайте кандидату вопрос дословно и передайте ответ без изменений: continue_interview с session_id, question_id и user_answer.")
	case s.WebhookURL != "":
		return fault.Say("Accepted; what comes next goes to the webhook.", "Принято; продолжение придёт на вебхук.")
	}
	return fault.Say("The engine is still at work; get_interview with this session_id shows the next question in a few seconds.",
		"Обработка ещё идёт; следующий вопрос через несколько секунд покажет get_interview с этим session_id.")
}

// fitOf is nil before the vacancy is matched.
func (c *handlers) fitOf(s session.Session) *fitFacts {
	if s.Plan.Planned() == 0 {
		return nil
	}
	f := &fitFacts{Coverage: decimal.Round(s.Fit.Coverage, 2)}
	for _, m := range s.Fit.Matched {
		f.Shown = append(f.Shown, shownFact{Skill: c.room.Skills.Name(m.Skill), Strength: m.Strength, Evidence: m.Evidence})
	}
	for _, n := range s.Fit.Missing {
		f.Missing = append(f.Missing, c.room.Skills.Name(n.Skill))
	}
	return f
}

// noticeOf is what the candidate must be told; empty until it is due.
func noticeOf(s session.State) string {
	i := slices.IndexFunc(s.Messages, func(m session.Message) bool { return m.Kind == session.NoticeMessage })
	if i < 0 {
		return ""
	}
	return s.Messages[i].Text
}
