package talent

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/resume"
)

// shown is a stored candidate as everybody sees it: what was read with what was said of it
// laid over, and a warning where that is too little to know the person by.
func (b *Base) shown(c Candidate) Candidate {
	c.Record, _ = b.corrected(c)
	c.Record.Warnings = append(slices.Clone(c.Record.Warnings), shortfalls(c.Record)...)
	return c
}

// corrected is a stored record with the corrections laid over, and those that took effect.
func (b *Base) corrected(c Candidate) (resume.Record, []correction.Entry) {
	return correction.Apply(c.Record, c.Text, c.Corrections, b.Skills.Name)
}

// shortfalls are warnings of a record that does not tell who the person is.
func shortfalls(r resume.Record) []resume.Warning {
	if r.Name != "" {
		return nil
	}
	if slices.ContainsFunc(r.Positions, func(p resume.Position) bool { return p.From > 0 }) {
		return []resume.Warning{{Code: "no_name", Text: fault.Say(
			"No name was found in this file. Look at its text and put it right: correct_candidate, or “Correct” on the candidate's page.",
			"В файле не найдено имя. Посмотрите текст и исправьте: correct_candidate или «Исправить» на странице кандидата.")}}
	}
	return []resume.Warning{{Code: "no_name_no_work", Text: fault.Say(
		"Neither a name nor dated work was found in this file. Look at its text and put it right: correct_candidate, or “Correct” on the candidate's page.",
		"В файле не найдены ни имя, ни места работы с датами. Посмотрите текст и исправьте: correct_candidate или «Исправить» на странице кандидата.")}}
}

// maxCorrections bounds the history of one candidate.
const maxCorrections = 500

// Correct keeps what a person says of a candidate, and takes back what was said before. What
// holds already is not said again.
func (b *Base) Correct(ctx context.Context, tenant, id string, a Amendment) error {
	c, err := b.stored(ctx, tenant, id)
	if err != nil {
		return err
	}
	var check checker
	for _, e := range a.Add {
		e.Value.Check(e.Field, resume.MonthOf(b.Now()), check.Wrong)
	}
	if err := check.Err(); err != nil {
		return err
	}
	a.Add = slices.DeleteFunc(slices.Clone(a.Add), func(e correction.Entry) bool { return says(c.Corrections, a.Take, e) })
	if len(a.Add) == 0 && len(a.Take) == 0 {
		return nil
	}
	if len(c.Corrections)+len(a.Add) > maxCorrections {
		return fault.E(fault.Limited, fault.Say("A candidate has at most %d corrections.", "У кандидата не больше %d правок.", maxCorrections), nil)
	}
	if err := b.Store.Amend(ctx, tenant, id, a); err != nil {
		return fmt.Errorf("talent: correct a candidate: %w", err)
	}
	return b.settle(ctx, tenant)
}

// says reports that an entry which holds, and will not be taken back, says the same.
func says(entries []correction.Entry, taken []int64, e correction.Entry) bool {
	return slices.ContainsFunc(correction.Holding(entries), func(h correction.Entry) bool {
		return h.Engine == e.Engine && h.Field == e.Field && !slices.Contains(taken, h.ID) && reflect.DeepEqual(h.Value, e.Value)
	})
}

// stored is one candidate as it is kept.
func (b *Base) stored(ctx context.Context, tenant, id string) (Candidate, error) {
	list, err := b.Store.Candidates(ctx, tenant, []string{id})
	if err != nil {
		return Candidate{}, fmt.Errorf("talent: candidate: %w", err)
	}
	if len(list) == 0 {
		return Candidate{}, noCandidate(id)
	}
	return list[0], nil
}

// History is everything that was said of a candidate apart from what was read.
type History struct {
	Stored    Candidate          // as it was read
	Shown     resume.Record      // with what holds
	Effective []correction.Entry // what holds and changes something
	Relatives
}

// History answers who said what of a candidate.
func (b *Base) History(ctx context.Context, tenant, id string) (History, error) {
	if err := b.follow(ctx, tenant); err != nil {
		return History{}, err
	}
	c, err := b.stored(ctx, tenant, id)
	if err != nil {
		return History{}, err
	}
	h := History{Stored: c}
	h.Shown, h.Effective = b.corrected(c)
	h.Relatives, err = b.relatives(ctx, tenant, c)
	return h, err
}

// secondOpinion asks a model, where there is one, for what the rules did not find, and keeps
// what it says. That it says nothing is no failure: the rules' record stands.
func (b *Base) secondOpinion(ctx context.Context, tenant string, c Candidate) (Candidate, error) {
	if b.Second == nil {
		return c, nil
	}
	q, worth := questionOf(c)
	if !worth {
		return c, nil
	}
	said, err := b.Second(ctx, q)
	if err != nil {
		return c, context.Cause(ctx)
	}
	entries := b.proven(c, q, said)
	if len(entries) == 0 {
		return c, nil
	}
	if err := b.Store.Amend(ctx, tenant, c.ID, Amendment{Add: entries}); err != nil {
		return c, fmt.Errorf("talent: keep what a model read: %w", err)
	}
	c.Corrections = append(slices.Clone(c.Corrections), entries...)
	return c, nil
}

// personSays makes an entry of a person.
func personSays(f correction.Field, v correction.Value, author, reason string, at time.Time) correction.Entry {
	return correction.Entry{Field: f, Value: v, Engine: correction.Person, Author: author, Reason: reason, At: at}
}
