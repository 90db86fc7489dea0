package interview

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// Start asks for an interview.
type Start struct {
	Tenant     string
	UserID     string
	ExternalID string
	Resume     string
	WebhookURL string        // empty is pull mode
	VacancyID  string        // empty: the vacancy that suits the resume best
	Language   bank.Language // empty: told by the resume, then by the vacancy
	Limits     session.Limits
	Consent    session.Consent // Version and At; the notice is the room's
	Key        string          // idempotency key
	// Tryout sends the events to this server's own receiver, where a person plays the
	// candidate; WebhookURL is empty then.
	Tryout bool
	// Invitation is the id of the invitation that it comes of, which needs no resume; Name is
	// the candidate's, for people.
	Invitation string `json:",omitzero"`
	Name       string `json:",omitzero"`
}

// Bounds of a start.
const (
	maxResume = 200_000 // characters
	maxURL    = 2000    // bytes
	maxName   = 200     // characters of ids and keys
	keyKept   = 24 * time.Hour
)

// Start accepts an interview: when it returns, the session and its first task are kept.
// The same key with the same request gives the session of the first time.
func (r *Room) Start(ctx context.Context, in Start) (session.Session, error) {
	request, err := in.digest()
	if err != nil {
		return session.Session{}, err
	}
	if err := in.check(); err != nil {
		return session.Session{}, err
	}
	if err := r.Admit(ctx); err != nil {
		return session.Session{}, err
	}
	if err := r.receiver(ctx, in); err != nil {
		return session.Session{}, err
	}
	stamp, err := r.Vacancies.Stamp(ctx, in.Tenant)
	if err != nil {
		return session.Session{}, fmt.Errorf("interview: start: %w", err)
	}
	if stamp == "" {
		return session.Session{}, session.Refuse(session.NoVacancies, fault.Say("There is no vacancy to interview for.", "Нет ни одной вакансии для интервью.")).
			WithHint(fault.Say("Save a vacancy first.", "Сначала добавьте вакансию."))
	}
	s, err := r.session(ctx, in)
	if err != nil {
		return session.Session{}, err
	}
	kept, err := r.Sessions.Create(ctx, Opening{
		Session: s, Key: in.Key, Request: request, Until: s.CreatedAt.Add(keyKept),
		Task: session.Task{Tenant: s.Tenant, Session: s.ID},
	})
	if errors.Is(err, ErrKeyReused) {
		return session.Session{}, session.Refuse(session.KeyReused, fault.Say("This idempotency key belongs to another request.", "Этот ключ идемпотентности принадлежит другому запросу.")).
			WithHint(fault.Say("Use a new key for a new interview.", "Для нового интервью возьмите новый ключ."))
	}
	if err != nil {
		return session.Session{}, fmt.Errorf("interview: start: %w", err)
	}
	return kept, nil
}

// receiver refuses an address to which nothing may be sent. Whoever sends checks it again at
// each attempt.
func (r *Room) receiver(ctx context.Context, in Start) error {
	if r.Endpoints == nil || in.WebhookURL == "" {
		return nil
	}
	if err := r.Endpoints.Accept(ctx, in.Tenant, in.WebhookURL); err != nil {
		return fmt.Errorf("interview: start: %w", err)
	}
	return nil
}

// ErrKeyReused is what sessions.Create answers to a known key with another request.
var ErrKeyReused = errors.New("interview: the idempotency key was used for another request")

// session makes the new session.
func (r *Room) session(ctx context.Context, in Start) (session.Session, error) {
	s := session.Session{
		Tenant: in.Tenant, UserID: input.Clean(in.UserID), ExternalID: input.Clean(in.ExternalID),
		Resume: input.Clean(in.Resume), ResumeDigest: digest(in.Resume), WebhookURL: in.WebhookURL, Tryout: in.Tryout, Language: in.Language,
		Invitation: in.Invitation, Name: in.Name,
		Status: session.Active, Stage: session.StageMatching, Limits: in.Limits, Version: 1,
		Consent: session.Consent{Version: input.Clean(in.Consent.Version), At: in.Consent.At},
	}
	if in.VacancyID != "" {
		v, err := r.Vacancies.Vacancy(ctx, in.Tenant, in.VacancyID)
		if err != nil {
			return session.Session{}, fmt.Errorf("interview: start: %w", err)
		}
		s.Stage, s.Vacancy = session.StageQueued, vacancy.Pin{ID: v.ID, Title: v.Title, Version: v.Version}
	}
	if s.Language == "" {
		if told, ok := input.LanguageOf(s.Resume); ok {
			s.Language = told
		}
	}
	var err error
	if s.ID, err = r.NewID(); err != nil {
		return session.Session{}, err
	}
	if s.SurveyKey, err = r.NewID(); err != nil {
		return session.Session{}, err
	}
	if in.Tryout {
		if s.WebhookURL, err = r.tryout(ctx, s.Tenant, s.ID); err != nil {
			return session.Session{}, err
		}
	}
	s.CreatedAt = r.now()
	s.UpdatedAt, s.Deadline = s.CreatedAt, s.CreatedAt.Add(s.Limits.Total)
	return s, nil
}

// digest tells two requests under one key apart.
func (in Start) digest() (string, error) {
	content, err := json.Marshal(in)
	if err != nil { // a date out of the range of JSON
		return "", fault.E(fault.Invalid, fault.Say("consent.at: not a date.", "consent.at: не дата."), err)
	}
	return digest(string(content)), nil
}

// check reports everything wrong with a start and sets the defaults.
func (in *Start) check() error {
	if n := utf8.RuneCountInString(in.Resume); n > maxResume {
		return fault.E(fault.TooLarge, fault.Say("The resume has %d characters; at most %d are taken.", "В резюме %d знаков, принимается не больше %d.", n, maxResume), nil)
	}
	var c fault.Check
	if resume := input.Clean(in.Resume); indexLetter(resume) < 0 && in.Invitation == "" {
		c.Wrong("resume_text", fault.Say("must contain text", "должно содержать текст"))
	}
	for _, f := range []struct{ path, value string }{
		{"user_id", in.UserID},
		{"candidate_name", in.Name},
		{"external_id", in.ExternalID},
		{"vacancy_id", in.VacancyID},
		{"idempotency_key", in.Key},
		{"consent_version", in.Consent.Version},
	} {
		if utf8.RuneCountInString(f.value) > maxName || f.value != input.Clean(f.value) {
			c.Wrong(f.path, fault.Say("must have at most %d characters, none of them invisible", "не длиннее %d знаков и без невидимых знаков", maxName))
		}
	}
	if in.Tryout && in.WebhookURL != "" {
		c.Wrong("webhook_url", fault.Say("a try-out has its own receiver", "у пробного интервью свой получатель"))
	}
	checkURL(&c, in.WebhookURL)
	input.OneOf(&c, "language", in.Language, bank.Languages())
	in.Limits.Check(&c)
	return c.Err()
}

func indexLetter(text string) int {
	for i, r := range text {
		if unicode.IsLetter(r) {
			return i
		}
	}
	return -1
}

// checkURL checks the form of an address; where it leads is checked by whoever posts.
func checkURL(c *fault.Check, raw string) {
	if raw == "" {
		return
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || len(raw) > maxURL || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		c.Wrong("webhook_url", fault.Say("must be an http or https address", "должно быть адресом http или https"))
	case u.User != nil || u.Fragment != "":
		c.Wrong("webhook_url", fault.Say("must not hold a password or a fragment", "не должно содержать пароль или фрагмент"))
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
