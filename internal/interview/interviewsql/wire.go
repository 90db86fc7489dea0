package interviewsql

import (
	"time"

	"kadry/internal/interview"
	questions "kadry/internal/interview/bank"
	"kadry/internal/skill"
)

// The stored form of an interview, version 1. Renaming a field of the room changes nothing
// here but the mapping; renaming a key here loses what is stored under the old one. Times
// are UTC and none is left out; durations are nanoseconds. Lists that are empty and lists
// that are not there stay apart. A struct that has the fields of the room's own is converted
// as a whole, so that a field which is added there does not compile until it is added here.

// interviewVersion numbers the documents of interviews and the needs of vacancies. A change
// that an older program would misread gets a new number and a decoder for the old.
const interviewVersion = 1

// sessionWire is what changes with every step, but for what stands in columns.
type sessionWire struct {
	ExternalID     string             `json:"external_id,omitzero"`
	ResumeDigest   string             `json:"resume_digest,omitzero"`
	WebhookURL     string             `json:"webhook_url,omitzero"`
	Tryout         bool               `json:"tryout,omitzero"`
	Language       interview.Language `json:"language,omitzero"`
	VacancyTitle   string             `json:"vacancy_title,omitzero"`
	VacancyVersion int                `json:"vacancy_version,omitzero"`

	End     interview.EndReason `json:"end,omitzero"`
	Current *askedWire          `json:"current,omitzero"`
	Failure *failureWire        `json:"failure,omitzero"`

	Limits   limitsWire  `json:"limits,omitzero"`
	Deadline time.Time   `json:"deadline,omitzero"`
	PausedAt time.Time   `json:"paused_at,omitzero"`
	Alarm    int         `json:"alarm,omitzero"`
	Consent  consentWire `json:"consent,omitzero"`

	Decision     *decisionWire `json:"decision,omitzero"`
	MessageCount int           `json:"message_count,omitzero"`
	EventCount   int           `json:"event_count,omitzero"`
	UpdatedAt    time.Time     `json:"updated_at,omitzero"`
}

type limitsWire struct {
	MaxQuestions int           `json:"max_questions,omitzero"`
	PerAnswer    time.Duration `json:"per_answer,omitzero"`
	Total        time.Duration `json:"total,omitzero"`
	RemindAfter  time.Duration `json:"remind_after,omitzero"`
}

type consentWire struct {
	Version  string    `json:"version,omitzero"`
	At       time.Time `json:"at,omitzero"`
	Notice   string    `json:"notice,omitzero"`
	NoticeAt time.Time `json:"notice_at,omitzero"`
}

type decisionWire struct {
	Selected bool      `json:"selected,omitzero"`
	Who      string    `json:"who,omitzero"`
	At       time.Time `json:"at,omitzero"`
}

type askedWire struct {
	ID       string               `json:"id"`
	Question string               `json:"question,omitzero"`
	Probe    int                  `json:"probe,omitzero"`
	Number   int                  `json:"number,omitzero"`
	Gap      bool                 `json:"gap,omitzero"`
	Text     string               `json:"text,omitzero"`
	Expected questions.AnswerType `json:"expected,omitzero"`
	Options  []optionWire         `json:"options,omitzero"`
	At       time.Time            `json:"at,omitzero"`
	Deadline time.Time            `json:"deadline,omitzero"`
	RemindAt time.Time            `json:"remind_at,omitzero"`
}

type optionWire struct {
	Label string `json:"label,omitzero"`
	Text  string `json:"text,omitzero"`
}

type failureWire struct {
	Code      interview.FailureCode `json:"code"`
	Message   textWire              `json:"message,omitzero"`
	Retryable bool                  `json:"retryable,omitzero"`
}

type textWire struct {
	EN string `json:"en,omitzero"`
	RU string `json:"ru,omitzero"`
}

// planWire is the plan with the fit that the gaps were chosen by.
type planWire struct {
	Hash     string             `json:"hash,omitzero"`
	Rules    string             `json:"rules,omitzero"`
	Bank     string             `json:"bank,omitzero"`
	Vacancy  pinWire            `json:"vacancy,omitzero"`
	Language interview.Language `json:"language,omitzero"`
	Core     []itemWire         `json:"core,omitzero"`
	Gaps     []itemWire         `json:"gaps,omitzero"`
	Fit      fitWire            `json:"fit,omitzero"`
}

type pinWire struct {
	ID      string `json:"id,omitzero"`
	Title   string `json:"title,omitzero"`
	Version int    `json:"version,omitzero"`
}

type itemWire struct {
	Question   string               `json:"question"`
	Digest     string               `json:"digest,omitzero"`
	Skill      skill.ID             `json:"skill,omitzero"`
	Theme      string               `json:"theme,omitzero"`
	For        skill.ID             `json:"for,omitzero"`
	Competency questions.Competency `json:"competency,omitzero"`
	Level      questions.Level      `json:"level,omitzero"`
	Weight     float64              `json:"weight,omitzero"`
}

type fitWire struct {
	Score    float64     `json:"score,omitzero"`
	Coverage float64     `json:"coverage,omitzero"`
	Matched  []shownWire `json:"matched,omitzero"`
	Missing  []needWire  `json:"missing,omitzero"`
}

type shownWire struct {
	Need     needWire  `json:"need"`
	By       skill.ID  `json:"by,omitzero"`
	How      skill.How `json:"how,omitzero"`
	Strength float64   `json:"strength,omitzero"`
	Evidence string    `json:"evidence,omitzero"`
	Start    int       `json:"start,omitzero"`
	End      int       `json:"end,omitzero"`
}

type needWire struct {
	Skill  skill.ID        `json:"skill"`
	Weight float64         `json:"weight,omitzero"`
	Level  questions.Level `json:"level,omitzero"`
	Quote  string          `json:"quote,omitzero"`
}

// messageWire is one line of the conversation; its number is a column.
type messageWire struct {
	Sender   interview.Sender      `json:"sender"`
	Kind     interview.MessageKind `json:"kind"`
	Text     string                `json:"text,omitzero"`
	Raw      string                `json:"raw,omitzero"`
	RawBytes []byte                `json:"raw_bytes,omitzero"` // in the place of Raw when that is no UTF-8
	AskedID  string                `json:"asked_id,omitzero"`
	Question string                `json:"question,omitzero"`
	Probe    int                   `json:"probe,omitzero"`
	Signals  signalsWire           `json:"signals,omitzero"`
	At       time.Time             `json:"at,omitzero"`
}

type signalsWire struct {
	Pasted   int           `json:"pasted,omitzero"`
	FocusOut int           `json:"focus_out,omitzero"`
	Took     time.Duration `json:"took,omitzero"`
}

// eventWire is one event; its number and whose it is are columns.
type eventWire struct {
	ID       string              `json:"id"`
	UserID   string              `json:"user_id,omitzero"`
	Type     interview.EventType `json:"type"`
	Question *questionWire       `json:"question,omitzero"`
	Analysis *analysisWire       `json:"analysis,omitzero"`
	Failure  *failureWire        `json:"failure,omitzero"`
	At       time.Time           `json:"at,omitzero"`
}

type questionWire struct {
	ID       string               `json:"id"`
	Text     string               `json:"text,omitzero"`
	Expected questions.AnswerType `json:"expected,omitzero"`
	Options  []optionWire         `json:"options,omitzero"`
	Number   int                  `json:"number,omitzero"`
	Planned  int                  `json:"planned,omitzero"`
	Probe    int                  `json:"probe,omitzero"`
	Notice   string               `json:"notice,omitzero"`
	Deadline time.Time            `json:"deadline,omitzero"`
}
