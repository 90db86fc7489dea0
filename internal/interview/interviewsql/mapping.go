package interviewsql

import (
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

func sessionToWire(s interview.Session) sessionWire {
	consent := consentWire(s.Consent)
	consent.At = s.Consent.At.UTC() // the one time that a caller gives
	return sessionWire{
		ExternalID: s.ExternalID, ResumeDigest: s.ResumeDigest, WebhookURL: s.WebhookURL, Tryout: s.Tryout,
		Language: s.Language, VacancyTitle: s.Vacancy.Title, VacancyVersion: s.Vacancy.Version,
		End: s.End, Current: maybe(s.Current, askedToWire), Failure: maybe(s.Failure, failureToWire),
		Limits: limitsWire(s.Limits), Deadline: s.Deadline, PausedAt: s.PausedAt, Alarm: s.Alarm, Consent: consent,
		Decision:     maybe(s.Decision, func(d interview.Decision) decisionWire { return decisionWire(d) }),
		MessageCount: s.MessageCount, EventCount: s.EventCount, UpdatedAt: s.UpdatedAt,
	}
}

// fill puts what the document says into a session that has what the columns say.
func (w sessionWire) fill(s *interview.Session) {
	s.ExternalID, s.ResumeDigest, s.WebhookURL, s.Tryout = w.ExternalID, w.ResumeDigest, w.WebhookURL, w.Tryout
	s.Language, s.Vacancy.Title, s.Vacancy.Version = w.Language, w.VacancyTitle, w.VacancyVersion
	s.End, s.Current, s.Failure = w.End, maybe(w.Current, askedFromWire), maybe(w.Failure, failureFromWire)
	s.Limits, s.Deadline, s.PausedAt, s.Alarm = interview.Limits(w.Limits), w.Deadline, w.PausedAt, w.Alarm
	s.Consent = interview.Consent(w.Consent)
	s.Decision = maybe(w.Decision, func(d decisionWire) interview.Decision { return interview.Decision(d) })
	s.MessageCount, s.EventCount, s.UpdatedAt = w.MessageCount, w.EventCount, w.UpdatedAt
}

// maybe maps what may be absent.
func maybe[From, To any](in *From, fn func(From) To) *To {
	if in == nil {
		return nil
	}
	out := fn(*in)
	return &out
}

func askedToWire(a interview.Asked) askedWire {
	return askedWire{
		ID: a.ID, Question: a.Question, Probe: a.Probe, Number: a.Number, Gap: a.Gap, Text: a.Text,
		Expected: a.Expected, Options: each(a.Options, optionToWire), At: a.At, Deadline: a.Deadline, RemindAt: a.RemindAt,
	}
}

func askedFromWire(w askedWire) interview.Asked {
	return interview.Asked{
		ID: w.ID, Question: w.Question, Probe: w.Probe, Number: w.Number, Gap: w.Gap, Text: w.Text,
		Expected: w.Expected, Options: each(w.Options, optionFromWire), At: w.At, Deadline: w.Deadline, RemindAt: w.RemindAt,
	}
}

func optionToWire(o interview.Option) optionWire   { return optionWire(o) }
func optionFromWire(w optionWire) interview.Option { return interview.Option(w) }

func failureToWire(f interview.Failure) failureWire {
	return failureWire{Code: f.Code, Message: textWire(f.Message), Retryable: f.Retryable}
}

func failureFromWire(w failureWire) interview.Failure {
	return interview.Failure{Code: w.Code, Message: fault.Text(w.Message), Retryable: w.Retryable}
}

func planToWire(p interview.Plan, f interview.Fit) planWire {
	return planWire{
		Hash: p.Hash, Rules: p.Rules, Bank: p.Bank, Vacancy: pinWire(p.Vacancy), Language: p.Language,
		Core: each(p.Core, itemToWire), Gaps: each(p.Gaps, itemToWire),
		Fit: fitWire{
			Score: f.Score, Coverage: f.Coverage,
			Matched: each(f.Matched, shownToWire), Missing: each(f.Missing, needToWire),
		},
	}
}

func planFromWire(w planWire) (interview.Plan, interview.Fit) {
	plan := interview.Plan{
		Hash: w.Hash, Rules: w.Rules, Bank: w.Bank, Vacancy: interview.Pin(w.Vacancy), Language: w.Language,
		Core: each(w.Core, itemFromWire), Gaps: each(w.Gaps, itemFromWire),
	}
	fit := interview.Fit{
		Score: w.Fit.Score, Coverage: w.Fit.Coverage,
		Matched: each(w.Fit.Matched, shownFromWire), Missing: each(w.Fit.Missing, needFromWire),
	}
	return plan, fit
}

func itemToWire(i interview.Item) itemWire   { return itemWire(i) }
func itemFromWire(w itemWire) interview.Item { return interview.Item(w) }
func needToWire(n interview.Need) needWire   { return needWire(n) }
func needFromWire(w needWire) interview.Need { return interview.Need(w) }

func shownToWire(s interview.Shown) shownWire {
	return shownWire{
		Need: needWire(s.Need), By: s.By, How: s.How, Strength: s.Strength, Evidence: s.Evidence, Start: s.Start, End: s.End,
	}
}

func shownFromWire(w shownWire) interview.Shown {
	return interview.Shown{
		Need: interview.Need(w.Need), By: w.By, How: w.How, Strength: w.Strength, Evidence: w.Evidence, Start: w.Start, End: w.End,
	}
}

func messageToWire(m interview.Message) messageWire {
	w := messageWire{
		Sender: m.Sender, Kind: m.Kind, Text: m.Text, Raw: m.Raw, AskedID: m.AskedID,
		Question: m.Question, Probe: m.Probe, Signals: signalsWire(m.Signals), At: m.At,
	}
	if !utf8.ValidString(m.Raw) { // JSON would not give these bytes back
		w.Raw, w.RawBytes = "", []byte(m.Raw)
	}
	return w
}

func messageFromWire(w messageWire, seq int) interview.Message {
	m := interview.Message{
		Seq: seq, Sender: w.Sender, Kind: w.Kind, Text: w.Text, Raw: w.Raw, AskedID: w.AskedID,
		Question: w.Question, Probe: w.Probe, Signals: interview.Signals(w.Signals), At: w.At,
	}
	if w.RawBytes != nil {
		m.Raw = string(w.RawBytes)
	}
	return m
}

func eventToWire(e interview.Event) eventWire {
	return eventWire{
		ID: e.ID, UserID: e.UserID, Type: e.Type, Question: maybe(e.Question, questionToWire),
		Analysis: maybe(e.Analysis, analysisToWire), Failure: maybe(e.Failure, failureToWire), At: e.At,
	}
}

func eventFromWire(w eventWire, tenant, session string, seq int) interview.Event {
	return interview.Event{
		ID: w.ID, Tenant: tenant, Session: session, UserID: w.UserID, Seq: seq, Type: w.Type,
		Question: maybe(w.Question, questionFromWire), Analysis: maybe(w.Analysis, analysisFromWire),
		Failure: maybe(w.Failure, failureFromWire), At: w.At,
	}
}

func questionToWire(q interview.QuestionEvent) questionWire {
	return questionWire{
		ID: q.ID, Text: q.Text, Expected: q.Expected, Options: each(q.Options, optionToWire),
		Number: q.Number, Planned: q.Planned, Probe: q.Probe, Notice: q.Notice, Deadline: q.Deadline,
	}
}

func questionFromWire(w questionWire) interview.QuestionEvent {
	return interview.QuestionEvent{
		ID: w.ID, Text: w.Text, Expected: w.Expected, Options: each(w.Options, optionFromWire),
		Number: w.Number, Planned: w.Planned, Probe: w.Probe, Notice: w.Notice, Deadline: w.Deadline,
	}
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

// each maps a list; an absent list stays absent.
func each[From, To any](in []From, fn func(From) To) []To {
	if in == nil {
		return nil
	}
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = fn(v)
	}
	return out
}
