package interview

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
	"kadry/internal/skill"
)

// handlers hold what the operations of the room work with.
type handlers struct{ room *Room }

const toolset = "interview"

// answerWait is how long a call waits for the engine to have the next question or the
// result: matching and marking take far less unless a model is asked.
const answerWait = 8 * time.Second

// Operations declares the operations of the room. Over a nil room they can be described
// and not called.
func Operations(room *Room) []*op.Op {
	c := &handlers{room: room}
	return []*op.Op{
		c.saveVacancy(), c.listVacancies(),
		c.startInterview(), c.continueInterview(), c.getInterview(), c.listInterviews(),

		c.submitInterview(), c.submitAnswer(), c.getInterviewStatus(),
		c.listSessions(), c.getSession(), c.deleteInterview(), c.cancelInterview(), c.pauseInterview(), c.resumeInterview(),
		c.extendInterview(), c.overruleMark(), c.decideInterview(), c.recomputeInterview(),
		c.pullEvents(), c.listDeliveries(), c.redeliverEvent(), c.redeliverDead(),
		c.exportPerson(), c.erasePerson(), c.saveSurvey(), c.biasReport(),
		c.browseVacancies(), c.submitVacancy(), c.getVacancy(), c.replaceVacancy(), c.deleteVacancy(), c.previewPlan(),
		c.importVacancies(), c.exportVacancies(),
		c.getWebhook(), c.saveWebhook(), c.rotateWebhookSecret(), c.testWebhook(),
	}
}

// declared is an operation of the room; what it refuses carries its code, and an id that
// leads nowhere says where ids come from.
func declared[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Toolset = toolset
	return op.New(spec, func(ctx context.Context, in In) (Out, error) {
		out, err := run(ctx, in)
		return out, directed(spec.Name, coded(err))
	})
}

// coded puts the code of a refusal behind its hint: the texts are for people and change.
func coded(err error) error {
	refused := (*session.Refused)(nil)
	if !errors.As(err, &refused) {
		return err
	}
	f := *fault.From(err)
	f.Hint = fault.Text{
		EN: strings.TrimSpace(f.Hint.EN + " Code: " + string(refused.Code) + "."),
		RU: strings.TrimSpace(f.Hint.RU + " Код: " + string(refused.Code) + "."),
	}
	return &f
}

// directed names, where an operation found nothing under an id, the one that lists ids.
func directed(name string, err error) error {
	f := (*fault.Error)(nil)
	if !errors.As(err, &f) || f.Kind != fault.NotFound || f.Hint != (fault.Text{}) {
		return err
	}
	if name == "start_interview" || name == "save_vacancy" {
		return f.WithHint(fault.Say("list_vacancies has the ids.", "Идентификаторы есть в list_vacancies."))
	}
	return f.WithHint(fault.Say("list_interviews has the ids.", "Идентификаторы есть в list_interviews."))
}

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

// proposals is how many ids a completion proposes.
const proposals = 100

// completeSession proposes finished interviews, the newest first.
func (c *handlers) completeSession(ctx context.Context, prefix string) ([]string, error) {
	list, err := c.room.Interviews(ctx, tenantOf(ctx), Filter{Status: session.Completed, Limit: proposals})
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return beginning(ids, prefix), nil
}

// completeVacancy proposes vacancies, the last saved first.
func (c *handlers) completeVacancy(ctx context.Context, prefix string) ([]string, error) {
	list, err := c.room.ListVacancies(ctx, tenantOf(ctx))
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, v := range list {
		ids[i] = v.ID
	}
	ids = beginning(ids, prefix)
	return ids[:min(proposals, len(ids))], nil
}

func beginning(ids []string, prefix string) []string {
	prefix = strings.ToLower(strings.TrimSpace(prefix))
	return slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, prefix) })
}
