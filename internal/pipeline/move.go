package pipeline

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
)

// LongestComment bounds the words beside a move, in characters.
const LongestComment = 1000

// Change is a move that somebody asks for.
type Change struct {
	Vacancy, Candidate string

	To      Standing
	Version int  // that its author saw; 0 overwrites whatever is there
	Add     bool // puts in who is not there or was rejected, and leaves others where they are
	Author  string
	At      time.Time
}

// Status is what became of a change.
type Status string

// The statuses.
const (
	Added     Status = "added"
	Changed   Status = "moved"
	Reopened  Status = "reopened"
	Unchanged Status = "unchanged"
	Refused   Status = "refused"
)

// Enum implements the closed set of statuses.
func (Status) Enum() []string {
	return texts([]Status{Added, Changed, Reopened, Unchanged, Refused})
}

// Moved is what became of one change.
type Moved struct {
	Status      Status
	Application Application // as it is now; zero where there is none
	Err         error       // why it was refused
}

// Check tells what is missing for a stage, or what does not go with it, on a day.
func (s Standing) Check(today time.Time) error {
	var check fault.Check
	switch {
	case s.Stage == Rejected && s.Reason == "":
		check.Wrong("reason", fault.Say("say why: a rejection needs a reason", "укажите причину: без неё отказать нельзя"))
	case s.Stage != Rejected && s.Reason != "":
		check.Wrong("reason", fault.Say("goes with the stage rejected alone", "указывается только для отказа"))
	case s.Reason == Other && s.Comment == "":
		check.Wrong("comment", fault.Say("say in a few words what the other reason is", "напишите в двух словах, какая это причина"))
	}
	if n := utf8.RuneCountInString(s.Comment); n > LongestComment {
		check.Wrong("comment", fault.Say("has at most %d characters, got %d", "не длиннее %d знаков, передано %d", LongestComment, n))
	}
	day, err := time.Parse(time.DateOnly, s.Until)
	switch {
	case s.Stage != Postponed && s.Until != "":
		check.Wrong("until", fault.Say("goes with the stage postponed alone", "указывается только для отложенных"))
	case s.Stage != Postponed:
	case s.Until == "":
		check.Wrong("until", fault.Say("say until when: a day like 2026-12-01", "укажите, до какого дня: например, 2026-12-01"))
	case err != nil:
		check.Wrong("until", fault.Say("must be a day like 2026-12-01", "нужна дата вида 2026-12-01"))
	case day.Before(today.UTC().Truncate(24 * time.Hour)):
		check.Wrong("until", fault.Say("has passed", "этот день уже прошёл"))
	}
	return check.Err()
}

// trimmed is the standing with its words as they are kept.
func (s Standing) trimmed() Standing {
	s.Comment, s.Until = Clean(s.Comment), strings.TrimSpace(s.Until)
	return s
}

// Apply makes a change of an application as it stands, nil where there is none. Where the
// application changes it answers the step that says so.
func (c Change) Apply(now *Application) (Moved, *Step) {
	if now == nil {
		return c.begin()
	}
	if c.Version > 0 && c.Version != now.Version {
		return Moved{Status: Refused, Application: *now, Err: overtaken(*now)}, nil
	}
	if c.To == now.Standing || c.Add && now.Stage != Rejected {
		return Moved{Status: Unchanged, Application: *now}, nil
	}
	return c.next(*now)
}

func (c Change) begin() (Moved, *Step) {
	if !c.Add {
		return Moved{Status: Refused, Err: notHere()}, nil
	}
	a := Application{
		Vacancy: c.Vacancy, Candidate: c.Candidate, Standing: c.To, Version: 1, AddedAt: c.At, MovedAt: c.At, MovedBy: c.Author,
	}
	return Moved{Status: Added, Application: a}, c.step("", a.Version)
}

func (c Change) next(a Application) (Moved, *Step) {
	status, from := Changed, a.Stage
	if from == Rejected && c.To.Stage != Rejected {
		status, a.Again = Reopened, true
	}
	a.Standing, a.MovedAt, a.MovedBy = c.To, c.At, c.Author
	a.Version++
	return Moved{Status: status, Application: a}, c.step(from, a.Version)
}

func (c Change) step(from Stage, seq int) *Step {
	return &Step{Vacancy: c.Vacancy, Seq: seq, From: from, Standing: c.To, Author: c.Author, At: c.At}
}

// overtaken says who was faster.
func overtaken(a Application) error {
	at, stage := a.MovedAt.UTC().Format("2006-01-02 15:04 UTC"), a.Stage.Text()
	return fault.E(fault.Conflict, fault.Text{
		EN: fmt.Sprintf("Somebody was faster: %s moved this person to “%s” (%s).", a.MovedBy, stage.EN, at),
		RU: fmt.Sprintf("Вас опередили: теперь стадия «%s», автор изменения — %s (%s).", stage.RU, a.MovedBy, at),
	}, nil).WithHint(fault.Say("Look at it as it stands now, then move with version %d.", "Посмотрите, как всё стоит сейчас, и повторите с version %d.", a.Version))
}

func notHere() error {
	return fault.E(fault.NotFound, fault.Say("This person is not in this vacancy.", "Этого кандидата нет в этой вакансии."), nil).
		WithHint(fault.Say("shortlist_candidates adds people.", "Добавить можно через shortlist_candidates."))
}
