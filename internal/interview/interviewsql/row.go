package interviewsql

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store"
)

// sessionRow is an interview as interview and interview_paper have it.
type sessionRow struct {
	number                     int64
	tenant, id                 string
	userID, surveyKey          string
	vacancyID, status, stage   string
	version                    int
	createdAt, endedAt         int64
	score                      int
	planHash                   string
	record                     string
	recordVersion              int
	plan, analysis             string
	planDigest, analysisDigest string
	resume                     string
}

// sessionColumns are what makes a session, but for the resume; of interview i and its paper p.
const sessionColumns = "i.number, i.tenant, i.id, i.user_id, i.survey_key, i.vacancy_id, i.status, i.stage, i.version, " +
	"i.created_at, i.ended_at, i.record, i.record_version, p.plan, p.analysis"

// targets are the fields in the order of sessionColumns.
func (r *sessionRow) targets() []any {
	return []any{
		&r.number, &r.tenant, &r.id, &r.userID, &r.surveyKey, &r.vacancyID, &r.status, &r.stage, &r.version,
		&r.createdAt, &r.endedAt, &r.record, &r.recordVersion, &r.plan, &r.analysis,
	}
}

func encodeSession(s session.Session) (r sessionRow, err error) {
	r = sessionRow{
		tenant: s.Tenant, id: s.ID, userID: s.UserID, surveyKey: s.SurveyKey, vacancyID: s.Vacancy.ID,
		status: string(s.Status), stage: string(s.Stage), version: s.Version,
		createdAt: micros(s.CreatedAt), endedAt: micros(s.EndedAt), planHash: s.Plan.Hash,
		recordVersion: interviewVersion, resume: store.Clean(s.Resume),
	}
	if shown := s.Shown(); shown != nil {
		r.score = shown.OverallScore
	}
	if r.record, err = encode(recordSession(s)); err != nil {
		return sessionRow{}, err
	}
	if r.plan, err = encodePlan(s); err != nil {
		return sessionRow{}, err
	}
	r.analysis, err = encodeAnalysis(s)
	r.planDigest, r.analysisDigest = digest(r.plan), digest(r.analysis)
	return r, err
}

// encode returns the stored form of a document.
func encode(record any) (string, error) {
	data, err := json.Marshal(record)
	if err != nil {
		return "", fmt.Errorf("interviewsql: encode %T: %w", record, err)
	}
	return string(data), nil
}

// decode reads a document back.
func decode(version int, data string, record any) error {
	if version != interviewVersion {
		return fmt.Errorf("record has version %d, this program knows %d", version, interviewVersion)
	}
	if err := json.Unmarshal([]byte(data), record); err != nil {
		return fmt.Errorf("decode %T: %w", record, err)
	}
	return nil
}

// encodePlan returns ” for a session whose vacancy is not matched yet.
func encodePlan(s session.Session) (string, error) {
	text, err := encode(planRecord{Plan: s.Plan, Fit: s.Fit})
	if text == "{}" {
		return "", err
	}
	return text, err
}

// encodeAnalysis returns ” for a session that has none.
func encodeAnalysis(s session.Session) (string, error) {
	if s.Analysis == nil && s.Reviewed == nil {
		return "", nil
	}
	return encode(outcomeRecord{Analysis: s.Analysis, Reviewed: s.Reviewed})
}

// digest tells two documents apart; that of nothing is nothing.
func digest(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func (r *sessionRow) decode() (session.Session, error) {
	s := session.Session{
		ID: r.id, Tenant: r.tenant, UserID: r.userID, SurveyKey: r.surveyKey, Resume: r.resume,
		Vacancy: vacancy.Pin{ID: r.vacancyID}, Status: session.Status(r.status), Stage: session.Stage(r.stage),
		Version: r.version, CreatedAt: fromMicros(r.createdAt), EndedAt: fromMicros(r.endedAt),
	}
	var kept sessionRecord
	if err := decode(r.recordVersion, r.record, &kept); err != nil {
		return session.Session{}, fmt.Errorf("interviewsql: interview %q: %w", r.id, err)
	}
	kept.fill(&s)
	if r.plan != "" {
		var p planRecord
		if err := decode(r.recordVersion, r.plan, &p); err != nil {
			return session.Session{}, fmt.Errorf("interviewsql: interview %q: %w", r.id, err)
		}
		s.Plan, s.Fit = p.Plan, p.Fit
	}
	if r.analysis != "" {
		var o outcomeRecord
		if err := decode(r.recordVersion, r.analysis, &o); err != nil {
			return session.Session{}, fmt.Errorf("interviewsql: interview %q: %w", r.id, err)
		}
		s.Analysis, s.Reviewed = o.Analysis, o.Reviewed
	}
	return s, nil
}
