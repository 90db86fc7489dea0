package interviewweb

import (
	"context"
	"encoding/json"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

// keptPerson is the download of everything kept of a candidate. The key of the survey is
// not in it: nobody who reviews may link what was said there to an interview.
type keptPerson struct {
	Exported   time.Time       `json:"exported_at"`
	UserID     string          `json:"user_id"`
	Interviews []keptInterview `json:"interviews"`
}

type keptInterview struct {
	ID          string           `json:"session_id"`
	ExternalID  string           `json:"external_id"`
	VacancyID   string           `json:"vacancy_id"`
	Vacancy     string           `json:"vacancy"`
	Version     int              `json:"vacancy_version"`
	Language    bank.Language    `json:"language"`
	Status      session.Status   `json:"status"`
	Stage       session.Stage    `json:"stage"`
	EndReason   string           `json:"end_reason"`
	Resume      string           `json:"resume_text"`
	Digest      string           `json:"resume_sha256"`
	Receiver    string           `json:"webhook_url"`
	Consent     string           `json:"consent_version"`
	ConsentAt   *time.Time       `json:"consent_at"`
	Notice      string           `json:"notice_version"`
	NoticeAt    *time.Time       `json:"notice_at"`
	Created     *time.Time       `json:"created_at"`
	Updated     *time.Time       `json:"updated_at"`
	Ended       *time.Time       `json:"ended_at"`
	Messages    []keptMessage    `json:"messages"`
	Marks       []keptMark       `json:"marks"`
	Overrides   []keptOverride   `json:"overrides"`
	Result      *analysis.Report `json:"analysis_result"`
	Reviewed    *analysis.Report `json:"reviewed_result"`
	Decision    *keptDecision    `json:"decision"`
	FailureCode string           `json:"failure_code"`
	Events      []keptEvent      `json:"events"`
}

type keptMessage struct {
	Seq      int        `json:"seq"`
	Sender   string     `json:"sender"`
	Kind     string     `json:"kind"`
	Text     string     `json:"text"`
	Raw      string     `json:"raw,omitempty"`
	Question string     `json:"question_id"`
	Pasted   int        `json:"pasted_characters"`
	FocusOut int        `json:"focus_lost"`
	Took     int        `json:"took_seconds"`
	At       *time.Time `json:"at"`
}

type keptMark struct {
	Question   string      `json:"question_id"`
	Through    int         `json:"through_message"`
	Anchor     int         `json:"anchor"`
	Score      float64     `json:"score"`
	Confidence float64     `json:"confidence"`
	Points     []keptPoint `json:"points"`
	RedFlags   []keptPoint `json:"red_flags"`
	Flags      []keptPoint `json:"flags"`
	Model      string      `json:"second_rater"`
	At         *time.Time  `json:"at"`
}

type keptPoint struct {
	ID      string  `json:"id"`
	Met     float64 `json:"met"`
	Quote   string  `json:"quote"`
	Message int     `json:"message"`
	Offset  int     `json:"offset"`
}

type keptOverride struct {
	Question   string     `json:"question_id"`
	Competency string     `json:"competency"`
	Anchor     int        `json:"anchor"`
	Score      int        `json:"score"`
	Who        string     `json:"who"`
	Reason     string     `json:"reason"`
	At         *time.Time `json:"at"`
}

type keptDecision struct {
	Selected bool       `json:"selected"`
	Who      string     `json:"who"`
	At       *time.Time `json:"at"`
}

type keptEvent struct {
	ID   string     `json:"id"`
	Seq  int        `json:"seq"`
	Type string     `json:"type"`
	At   *time.Time `json:"at"`
}

// exportInterview is everything kept of the candidate of an interview, as a file; of a
// candidate without an id it is this interview.
func (w *web) exportInterview(s *screen) error {
	state, err := w.loadInterview(s)
	if err != nil {
		return err
	}
	out := keptPerson{Exported: w.room.Now().UTC(), UserID: state.UserID, Interviews: []keptInterview{}}
	err = s.Run(opExport, func(ctx context.Context) error {
		list, err := w.dossiers(ctx, s, state)
		for _, d := range list {
			out.Interviews = append(out.Interviews, keptOf(d))
		}
		return err
	})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	return s.Send(op.File{Name: "interview-" + state.ID + ".json", Type: "application/json; charset=utf-8", Text: string(text)})
}

// eventPage is how many events one question to the room brings.
const eventPage = 200

func (w *web) dossiers(ctx context.Context, s *screen, state session.State) ([]interview.Dossier, error) {
	if state.UserID != "" {
		return w.room.Export(ctx, s.Caller.Tenant, state.UserID)
	}
	one := interview.Dossier{State: state}
	for {
		events, err := w.room.Events(ctx, s.Caller.Tenant, state.ID, len(one.Events), eventPage)
		one.Events = append(one.Events, events...)
		if err != nil || len(events) < eventPage {
			return []interview.Dossier{one}, err
		}
	}
}

func keptOf(d interview.Dossier) keptInterview {
	x := d.State
	out := keptInterview{
		ID: x.ID, ExternalID: x.ExternalID, VacancyID: x.Vacancy.ID, Vacancy: x.Vacancy.Title, Version: x.Vacancy.Version,
		Language: x.Language, Status: x.Status, Stage: x.Stage, EndReason: string(x.End),
		Resume: x.Resume, Digest: x.ResumeDigest, Receiver: x.WebhookURL,
		Consent: x.Consent.Version, ConsentAt: when(x.Consent.At), Notice: x.Consent.Notice, NoticeAt: when(x.Consent.NoticeAt),
		Created: when(x.CreatedAt), Updated: when(x.UpdatedAt), Ended: when(x.EndedAt),
		Messages: []keptMessage{}, Marks: []keptMark{}, Overrides: []keptOverride{}, Events: []keptEvent{},
		Result: reportOf(x.Analysis), Reviewed: reportOf(x.Reviewed),
	}
	if x.Decision != nil {
		out.Decision = &keptDecision{x.Decision.Selected, x.Decision.Who, when(x.Decision.At)}
	}
	if x.Failure != nil {
		out.FailureCode = string(x.Failure.Code)
	}
	for _, m := range x.Messages {
		out.Messages = append(out.Messages, keptMessage{
			m.Seq, string(m.Sender), string(m.Kind), m.Text, m.Raw, m.Question,
			m.Signals.Pasted, m.Signals.FocusOut, int(m.Signals.Took / time.Second), when(m.At),
		})
	}
	for _, m := range x.Marks {
		out.Marks = append(out.Marks, keptMarkOf(m))
	}
	for _, o := range x.Overrides {
		out.Overrides = append(out.Overrides, keptOverride{o.Question, string(o.Competency), o.Anchor, o.Score, o.Who, o.Reason, when(o.At)})
	}
	for _, e := range d.Events {
		out.Events = append(out.Events, keptEvent{e.ID, e.Seq, string(e.Type), when(e.At)})
	}
	return out
}

func keptMarkOf(m marking.Mark) keptMark {
	out := keptMark{
		Question: m.Question, Through: m.Through, Anchor: m.Anchor, Score: m.Score, Confidence: m.Confidence,
		Points: []keptPoint{}, RedFlags: []keptPoint{}, Flags: []keptPoint{}, At: when(m.At),
	}
	point := func(id string, met float64, q marking.Quote) keptPoint {
		return keptPoint{id, met, q.Text, q.Message, q.Offset}
	}
	for _, p := range m.Points {
		out.Points = append(out.Points, point(p.ID, p.Met, p.Quote))
	}
	for _, p := range m.RedFlags {
		out.RedFlags = append(out.RedFlags, point(p.ID, p.Met, p.Quote))
	}
	for _, f := range m.Flags {
		out.Flags = append(out.Flags, point(string(f.Kind), 1, f.Quote))
	}
	if m.Second != nil {
		out.Model = m.Second.Model
	}
	return out
}

func reportOf(a *analysis.Analysis) *analysis.Report {
	if a == nil {
		return nil
	}
	r := a.Report()
	return &r
}

// when is a time that may be missing.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
