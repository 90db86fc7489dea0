package interview

import (
	"context"
	"time"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
	"kadry/internal/skill"
)

func langOf(ctx context.Context) string { return op.CallerFrom(ctx).Lang }

func tenantOf(ctx context.Context) string { return op.CallerFrom(ctx).Tenant }

// The closed sets of values on the wire.
type (
	languageName string
	levelName    string
	statusName   string
	actionName   string
	part         string
	textFormat   string
)

// Enum implements the closed set of languages.
func (languageName) Enum() []string { return named(bank.Languages()) }

// Spellings lets people name a language as they say it.
func (languageName) Spellings() map[string]string {
	return map[string]string{
		"русский": "ru", "russian": "ru", "rus": "ru", "ru-ru": "ru",
		"английский": "en", "english": "en", "eng": "en", "en-us": "en", "en-gb": "en",
	}
}

// Enum implements the closed set of levels.
func (levelName) Enum() []string { return named(bank.Levels()) }

// Spellings lets people name a level as they speak.
func (levelName) Spellings() map[string]string { return skill.LevelSpellings() }

// Enum implements the closed set of statuses.
func (statusName) Enum() []string {
	return named([]session.Status{session.Active, session.Waiting, session.Completed, session.Failed})
}

// What continue_interview does.
const (
	doAnswer actionName = "answer"
	doPause  actionName = "pause"
	doResume actionName = "resume"
	doCancel actionName = "cancel"
)

// Enum implements the closed set of actions.
func (actionName) Enum() []string { return named([]actionName{doAnswer, doPause, doResume, doCancel}) }

// The parts of an interview that a caller chooses.
const (
	withTranscript part = "transcript"
	withMarks      part = "marks"
	withEvidence   part = "evidence"
	withDeliveries part = "deliveries"
)

// Enum implements the closed set of parts.
func (part) Enum() []string {
	return named([]part{withTranscript, withMarks, withEvidence, withDeliveries})
}

// Enum implements the closed set of forms of the text block.
func (textFormat) Enum() []string { return []string{"json", "markdown"} }

func named[T ~string](values []T) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	return names
}

// stamp writes a time as callers read it; no time is an empty text.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
