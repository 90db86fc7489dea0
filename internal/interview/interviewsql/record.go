package interviewsql

import (
	"time"
	"unicode/utf8"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// The stored form of an interview, version 1, is that of the room's own types under the names
// of their tags. Here are those whose shape differs. Times are UTC; durations are nanoseconds.
// Lists that are empty and lists that are not there stay apart.

// interviewVersion numbers the documents of interviews and the needs of vacancies. A change
// that an older program would misread gets a new number and a decoder for the old.
const interviewVersion = 1

// sessionRecord is what changes with every step, but for what stands in columns.
type sessionRecord struct {
	ExternalID     string        `json:"external_id,omitzero"`
	ResumeDigest   string        `json:"resume_digest,omitzero"`
	WebhookURL     string        `json:"webhook_url,omitzero"`
	Tryout         bool          `json:"tryout,omitzero"`
	Language       bank.Language `json:"language,omitzero"`
	VacancyTitle   string        `json:"vacancy_title,omitzero"`
	VacancyVersion int           `json:"vacancy_version,omitzero"`

	End     session.EndReason `json:"end,omitzero"`
	Current *session.Asked    `json:"current,omitzero"`
	Failure *session.Failure  `json:"failure,omitzero"`

	Limits   limitsRecord  `json:"limits,omitzero"`
	Deadline time.Time     `json:"deadline,omitzero"`
	PausedAt time.Time     `json:"paused_at,omitzero"`
	Alarm    int           `json:"alarm,omitzero"`
	Consent  consentRecord `json:"consent,omitzero"`

	Decision     *session.Decision `json:"decision,omitzero"`
	MessageCount int               `json:"message_count,omitzero"`
	EventCount   int               `json:"event_count,omitzero"`
	UpdatedAt    time.Time         `json:"updated_at,omitzero"`

	Invitation string `json:"invitation,omitzero"`
	Name       string `json:"name,omitzero"`
}

// limitsRecord and consentRecord stand apart because the room's own types are part of a start:
// tags would change the digest by which a start that is sent again is known.
type limitsRecord struct {
	MaxQuestions int           `json:"max_questions,omitzero"`
	PerAnswer    time.Duration `json:"per_answer,omitzero"`
	Total        time.Duration `json:"total,omitzero"`
	RemindAfter  time.Duration `json:"remind_after,omitzero"`
}

type consentRecord struct {
	Version  string    `json:"version,omitzero"`
	At       time.Time `json:"at,omitzero"`
	Notice   string    `json:"notice,omitzero"`
	NoticeAt time.Time `json:"notice_at,omitzero"`
}

func recordSession(s session.Session) sessionRecord {
	consent := consentRecord(s.Consent)
	consent.At = s.Consent.At.UTC() // the one time that a caller gives
	return sessionRecord{
		ExternalID: s.ExternalID, ResumeDigest: s.ResumeDigest, WebhookURL: s.WebhookURL, Tryout: s.Tryout,
		Invitation: s.Invitation, Name: s.Name,
		Language: s.Language, VacancyTitle: s.Vacancy.Title, VacancyVersion: s.Vacancy.Version,
		End: s.End, Current: s.Current, Failure: s.Failure,
		Limits: limitsRecord(s.Limits), Deadline: s.Deadline, PausedAt: s.PausedAt, Alarm: s.Alarm, Consent: consent,
		Decision: s.Decision, MessageCount: s.MessageCount, EventCount: s.EventCount, UpdatedAt: s.UpdatedAt,
	}
}

// fill puts what the document says into a session that has what the columns say.
func (r sessionRecord) fill(s *session.Session) {
	s.ExternalID, s.ResumeDigest, s.WebhookURL, s.Tryout = r.ExternalID, r.ResumeDigest, r.WebhookURL, r.Tryout
	s.Invitation, s.Name = r.Invitation, r.Name
	s.Language, s.Vacancy.Title, s.Vacancy.Version = r.Language, r.VacancyTitle, r.VacancyVersion
	s.End, s.Current, s.Failure = r.End, r.Current, r.Failure
	s.Limits, s.Deadline, s.PausedAt, s.Alarm = session.Limits(r.Limits), r.Deadline, r.PausedAt, r.Alarm
	s.Consent, s.Decision = session.Consent(r.Consent), r.Decision
	s.MessageCount, s.EventCount, s.UpdatedAt = r.MessageCount, r.EventCount, r.UpdatedAt
}

// planRecord is the plan with the fit that the gaps were chosen by.
type planRecord struct {
	plan.Plan
	Fit vacancy.Fit `json:"fit,omitzero"`
}

// outcomeRecord is what interview_paper.analysis holds.
type outcomeRecord struct {
	Analysis *analysis.Analysis `json:"analysis,omitzero"`
	Reviewed *analysis.Analysis `json:"reviewed,omitzero"`
}

// messageRecord is a message whose number is a column. RawBytes stand in the place of Raw when
// that is no UTF-8, because JSON would not give these bytes back.
type messageRecord struct {
	session.Message
	RawBytes []byte `json:"raw_bytes,omitzero"`
}

func recordMessage(m session.Message) messageRecord {
	r := messageRecord{Message: m}
	if !utf8.ValidString(m.Raw) {
		r.Raw, r.RawBytes = "", []byte(m.Raw)
	}
	return r
}

func (r messageRecord) message(seq int) session.Message {
	m := r.Message
	m.Seq = seq
	if r.RawBytes != nil {
		m.Raw = string(r.RawBytes)
	}
	return m
}

// micros is how a column has a time: microseconds since 1970, 0 for none.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}
