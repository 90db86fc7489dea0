package interview

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/leadin"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// Advance works one task: it loads the session, does the one thing that is due and returns
// the change for the caller to commit, together with the end of the task. An empty change
// means that nothing was due: the task is stale, came twice, or its session is gone.
func (r *Room) Advance(ctx context.Context, t session.Task) (session.Change, error) {
	s, err := r.Load(ctx, t.Tenant, t.Session)
	if fault.KindOf(err) == fault.NotFound {
		return session.Change{}, nil
	}
	if err != nil {
		return session.Change{}, err
	}
	if t.Alarm != 0 && t.Alarm != s.Alarm {
		return session.Change{}, nil
	}
	now := r.now()
	due := session.Next(s, now)
	if t.Alarm != 0 && due.HasTask() {
		return session.Change{}, nil // it would be done twice
	}
	in, err := r.perform(ctx, s, due, t)
	if err != nil || in == nil {
		return session.Change{}, err
	}
	return r.apply(s, in, now)
}

// Fail returns the change that fails a session whose task was given up after its retries. It
// loads nothing, because the caller commits the change in the transaction in which it reads
// the session. It is empty when the session can go on without that task.
func (r *Room) Fail(s session.State, t session.Task) (session.Change, error) {
	now := r.now()
	if t.Alarm != 0 && t.Alarm != s.Alarm || session.Next(s, now) == session.NothingDue {
		return session.Change{}, nil
	}
	return r.apply(s, session.Broken{Failure: session.Failure{
		Code: session.EngineBroke, Retryable: true,
		Message: fault.Say("The interview could not go on because of a failure on our side.", "Интервью не смогло продолжиться из-за сбоя на нашей стороне."),
	}}, now)
}

// perform does what is due and returns the input it makes; nil when nothing is due.
func (r *Room) perform(ctx context.Context, s session.State, due session.Due, t session.Task) (session.Input, error) {
	switch due {
	case session.DueMatch:
		return r.match(ctx, s)
	case session.DueAsk:
		return r.ask(ctx, s)
	case session.DueGrade:
		return r.grade(ctx, s)
	case session.DueFinish:
		return session.Concluded{Analysis: analysis.New(s.Plan.Questions(r.Bank), r.Skills, s.Basis(nil))}, nil
	case session.DueReminder:
		return session.Reminded{}, nil
	case session.DueExpiry:
		return session.Expired{}, nil
	case session.NothingDue:
	}
	if t.Alarm != 0 {
		return session.Rearmed{}, nil // before its time
	}
	return nil, nil //nolint:nilnil // nothing due is no input and no error
}

// match finds the vacancy, unless the start named one, and makes the plan.
func (r *Room) match(ctx context.Context, s session.State) (session.Input, error) {
	resume := vacancy.ReadResume(r.Skills, s.Resume)
	var v vacancy.Vacancy
	var f vacancy.Fit
	if s.Stage == session.StageQueued {
		named, err := r.Vacancies.Vacancy(ctx, s.Tenant, s.Vacancy.ID)
		if fault.KindOf(err) == fault.NotFound {
			return broken(session.VacancyGone, fault.Say("The vacancy was removed before the interview began.", "Вакансию удалили до начала интервью.")), nil
		}
		if err != nil {
			return nil, fmt.Errorf("interview: match: %w", err)
		}
		v, f = named, resume.Fit(named)
		f.Score = f.Coverage
		if s.Resume == "" { // nothing is known of the candidate, which is no gap
			f = vacancy.Fit{}
		}
	} else {
		d, err := r.index(ctx, s.Tenant)
		if err != nil {
			return nil, err
		}
		if d.Empty() {
			return broken(session.NoVacancyLeft, fault.Say("There is no vacancy to interview for.", "Нет ни одной вакансии для интервью.")), nil
		}
		var ok bool
		if v, f, ok = d.Best(resume); !ok {
			return broken(session.NoVacancySuits, fault.Say("No vacancy suits this resume.", "Ни одна вакансия не подходит к этому резюме.")), nil
		}
	}
	lang := s.Language
	if lang == "" {
		lang = v.Language
	}
	shelf, err := r.shelf(ctx, s.Tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: match: %w", err)
	}
	return session.Matched{Fit: f, Plan: shelf.planner(lang).Plan(v, lang, s.Limits.MaxQuestions, f)}, nil
}

func broken(code session.FailureCode, message fault.Text) session.Input {
	return session.Broken{Failure: session.Failure{Code: code, Message: message}}
}

// maxDesks bounds the tenants whose vacancies are kept ready.
const maxDesks = 64

// index returns the vacancies of a tenant ready to be searched, made anew when they changed.
func (r *Room) index(ctx context.Context, tenant string) (*vacancy.Index, error) {
	stamp, err := r.Vacancies.Stamp(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: match: %w", err)
	}
	r.mu.Lock()
	d := r.indexes[tenant]
	r.mu.Unlock()
	if d != nil && d.Stamp == stamp {
		return d, nil
	}
	list, err := r.Vacancies.Vacancies(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: match: %w", err)
	}
	d = vacancy.NewIndex(stamp, list)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.indexes) >= maxDesks {
		clear(r.indexes)
	}
	r.indexes[tenant] = d
	return d, nil
}

// ask puts what comes next, with a lead-in where somebody words one.
func (r *Room) ask(ctx context.Context, s session.State) (session.Input, error) {
	put, ok := s.NextQuestion(s.Plan.Questions(r.Bank))
	if !ok {
		return session.Exhausted{}, nil
	}
	var err error
	put.Asked, err = r.introduce(ctx, s, put.Asked)
	return put, err
}

// grade marks the last answer together with what was said on its question before.
func (r *Room) grade(ctx context.Context, s session.State) (session.Input, error) {
	last := s.LastAnswer()
	id := last.Question
	q, ok := s.Plan.Questions(r.Bank).Question(id)
	turns, used := s.Turns(id, q)
	if !ok || len(turns) == 0 { // the bank has dropped the question: a person must read it
		return session.Graded{Mark: marking.Mark{Question: id, Through: last.Seq, Review: true}}, nil
	}
	if err := r.Trials.Run(ctx, q, turns); err != nil {
		return nil, fmt.Errorf("interview: run code: %w", err)
	}
	m := r.Marker.Mark(q, s.Language, turns)
	if r.Rater != nil {
		proposal, err := r.Rater.Rate(ctx, marking.NewRating(q, s.Language, turns))
		switch {
		case ctx.Err() != nil: // the attempt is over, not the rater at fault
			return nil, fmt.Errorf("interview: second rating: %w", ctx.Err())
		case err != nil: // the first rater goes on alone; the report says so
			m.Second = &marking.Second{Model: proposal.Model, Trouble: "unavailable"}
		default:
			r.Marker.Weigh(&m, proposal, q, s.Language, turns)
		}
	}
	m.FollowUp = marking.NextProbe(q, m, turns, used)
	return session.Graded{Mark: m}, nil
}

// phraseIn is how long a question waits for its lead-in.
const phraseIn = 4 * time.Second

// introduce puts a lead-in before the text of a question. The text itself stays as it is
// for everybody; whenever there is any doubt about the lead-in, the text goes out alone.
func (r *Room) introduce(ctx context.Context, s session.State, a session.Asked) (session.Asked, error) {
	q, ok := s.Plan.Questions(r.Bank).Question(a.Question)
	if r.Phraser == nil || !ok {
		return a, nil
	}
	hurried, cancel := context.WithTimeout(ctx, phraseIn)
	defer cancel()
	lead, err := r.Phraser.Phrase(hurried, leadin.Phrasing{Language: s.Language, Question: a.Text, Probe: a.Probe > 0, First: s.MessageCount == 0})
	if ctx.Err() != nil {
		return session.Asked{}, ctx.Err() // the attempt is over, not the phraser at fault
	}
	if err == nil && leadin.Courteous(lead, s.Language, a.Text, s.LastAnswer().Text, q) {
		a.Text = leadin.With(lead, a.Text)
	}
	return a, nil
}
