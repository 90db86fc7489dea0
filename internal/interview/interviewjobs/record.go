package interviewjobs

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"kadry/internal/audit"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// engine is who acts when nobody called.
const engine = "engine"

// entry is one line of the audit log. It names ids, versions and hashes: no text of a
// candidate, of a vacancy or of a reviewer gets into the log, so that it can outlive them.
func (c *Hooks) entry(ctx context.Context, tenant, action, subject string, detail map[string]string) audit.Entry {
	return audit.Entry{
		Tenant: tenant, Actor: cmp.Or(c.Who(ctx), engine), Action: action, Subject: subject, Detail: detail, At: c.now(),
	}
}

func (c *Hooks) opened(ctx context.Context, o interview.Opening) audit.Entry {
	s := o.Session
	return c.entry(ctx, s.Tenant, "interview.accepted", s.ID, map[string]string{
		"vacancy": s.Vacancy.ID, "language": string(s.Language), "consent": s.Consent.Version,
		"tryout": strconv.FormatBool(s.Tryout),
	})
}

func (c *Hooks) savedVacancy(ctx context.Context, v vacancy.Vacancy) audit.Entry {
	return c.entry(ctx, v.Tenant, "vacancy.saved", v.ID, map[string]string{"version": strconv.Itoa(v.Version)})
}

func (c *Hooks) savedQuestion(ctx context.Context, q question.Question) audit.Entry {
	return c.entry(ctx, q.Tenant, "question.saved", q.ID, map[string]string{
		"version": strconv.Itoa(q.Version), "status": string(q.Status), "digest": q.Bank().Digest(),
	})
}

// invitation names neither the candidate nor the link.
func (c *Hooks) invitation(ctx context.Context, i invitation.Invitation, action interview.InvitationAction) audit.Entry {
	return c.entry(ctx, i.Tenant, "invitation."+string(action), i.ID, map[string]string{
		"vacancy": i.Vacancy.ID, "interview": i.Session, "consent": i.Consent, "more_time": strconv.Itoa(i.MoreTime),
	})
}

// changed says what a change did, in the order of its doing.
func (c *Hooks) changed(ctx context.Context, ch session.Change) []audit.Entry {
	s := ch.Session
	var entries []audit.Entry
	note := func(action string, detail map[string]string) {
		entries = append(entries, c.entry(ctx, s.Tenant, action, s.ID, detail))
	}
	for _, m := range ch.Messages {
		if action, known := messageActions[m.Kind]; known {
			note(action, map[string]string{"message": strconv.Itoa(m.Seq), "question": m.AskedID})
		}
	}
	for _, m := range ch.Marks {
		note("interview.marked", marked(s, m))
	}
	for _, o := range ch.Overrides {
		note("interview.overruled", map[string]string{
			"question": o.Question, "competency": string(o.Competency), "anchor": strconv.Itoa(o.Anchor), "score": strconv.Itoa(o.Score),
		})
	}
	for _, e := range ch.Events {
		switch {
		case e.Analysis != nil:
			note("interview.completed", concluded(s, *e.Analysis))
		case e.Failure != nil && e.Failure.Code == session.CancelledByOwner:
			note("interview.cancelled", nil)
		case e.Failure != nil:
			note("interview.failed", map[string]string{"code": string(e.Failure.Code), "reason": string(s.End)})
		case e.Type == session.EventReminder:
			note("interview.reminded", nil)
		}
	}
	if ch.Action != "" {
		note("interview."+string(ch.Action), did(s, ch.Action))
	}
	if len(entries) == 0 {
		note("interview.moved", map[string]string{"stage": string(s.Stage)})
	}
	return entries
}

var messageActions = map[session.MessageKind]string{
	session.NoticeMessage:   "interview.notice_shown",
	session.QuestionMessage: "interview.asked",
	session.ProbeMessage:    "interview.probed",
	session.AnswerMessage:   "interview.answered",
	session.StopMessage:     "interview.stopped",
}

func marked(s session.Session, m marking.Mark) map[string]string {
	detail := map[string]string{
		"question": m.Question, "through": strconv.Itoa(m.Through), "anchor": strconv.Itoa(m.Anchor),
		"score": strconv.FormatFloat(m.Score, 'f', 4, 64), "rules": s.Plan.Rules, "bank": s.Plan.Bank, "review": strconv.FormatBool(m.Review),
	}
	if m.Second != nil {
		detail["model"] = m.Second.Model // with the version of the prompt behind it
	}
	return detail
}

func concluded(s session.Session, a analysis.Analysis) map[string]string {
	return map[string]string{
		"score": strconv.Itoa(a.OverallScore), "plan_hash": a.Engine.PlanHash, "engine": a.Engine.Name + " " + a.Engine.Version,
		"model": a.Engine.Model, "reason": string(s.End), "review": strconv.FormatBool(a.HumanReview),
	}
}

// did tells more of a action.
func did(s session.Session, action session.Action) map[string]string {
	switch action {
	case session.ActionPlanned:
		return map[string]string{"plan_hash": s.Plan.Hash, "vacancy": s.Vacancy.ID, "version": strconv.Itoa(s.Vacancy.Version)}
	case session.ActionDecided:
		return map[string]string{"selected": strconv.FormatBool(s.Decision.Selected)}
	case session.ActionResumed, session.ActionExtended:
		return map[string]string{"deadline": s.Deadline.Format(time.RFC3339)}
	case session.ActionPaused, session.ActionTimedOut:
	}
	return nil
}
