// Package assignment is a test that a teacher gives out by a link, and what pupils answer to it:
// what is kept of both, for how long, and how a paper is marked. Who keeps them and who shows them
// is decided elsewhere.
package assignment

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/check"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Shows is what a pupil sees after sending.
type Shows string

// The values of Shows.
const (
	ShowsNothing Shows = "nothing"
	ShowsScore   Shows = "score"
	ShowsAnswers Shows = "answers" // the score, and the right answers
)

// Enum implements the closed set.
func (Shows) Enum() []string {
	return []string{string(ShowsNothing), string(ShowsScore), string(ShowsAnswers)}
}

// Bounds of assignments and papers.
const (
	DaysMost   = 90
	PapersMost = 300 // of one link: no class is larger
	AnswerMost = 500 // characters
	NameMost   = 80  // characters of a title or a name
	// Kept is how long an assignment and its papers are kept after the link is over.
	Kept = 180 * 24 * time.Hour
)

// Terms are what a teacher decides.
type Terms struct {
	Title string `json:"title"`
	Pupil string `json:"pupil,omitzero"` // whom the link is for; empty is a whole class
	// Candidate is who of the CV base the pupil is; empty is nobody of it.
	Candidate string         `json:"-"`
	Shows     Shows          `json:"shows"`
	Course    subject.Course `json:"course"`
	Problems  []string       `json:"problems"` // ids, in the order of the test
}

// Assignment is a test out by a link. Times are UTC. The link is not kept: Digest is of its token.
type Assignment struct {
	ID, Tenant, Digest string
	Terms
	CreatedAt, ExpiresAt time.Time
	WithdrawnAt          time.Time // zero until then
}

// Clean makes texts one line of what can be seen.
func (t Terms) Clean() Terms {
	t.Title, t.Pupil = Line(t.Title), Line(t.Pupil)
	return t
}

// Line is a text as one line without control signs.
func Line(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)), " ")
}

// Check reports what is wrong with cleaned terms.
func (t Terms) Check(c *fault.Check) {
	if t.Title == "" || utf8.RuneCountInString(t.Title) > NameMost {
		c.Wrong("title", fault.Say("must have 1-%d characters", "должно быть от 1 до %d знаков", NameMost))
	}
	if utf8.RuneCountInString(t.Pupil) > NameMost {
		c.Wrong("pupils", fault.Say("a name has at most %d characters", "в имени не больше %d знаков", NameMost))
	}
}

// Live reports whether the link leads anywhere at a time.
func (a Assignment) Live(now time.Time) bool {
	return a.WithdrawnAt.IsZero() && now.Before(a.ExpiresAt)
}

// OverAt is when the link is over, as far as is known: retention counts from then.
func (a Assignment) OverAt() time.Time {
	if !a.WithdrawnAt.IsZero() {
		return a.WithdrawnAt
	}
	return a.ExpiresAt
}

// Paper is what one pupil answers: a name and answers, nothing else of the pupil. Digest is of the
// token of its own address, by which the pupil comes back.
type Paper struct {
	ID, Tenant, Assignment, Digest string
	Version                        int // grows by one with each change; the ground of compare-and-set
	Name                           string
	Answers                        map[string]string // by problem id
	BegunAt, SentAt                time.Time
	Marks                          []Mark // of a sent paper, in the order of the test
}

// Mark is what an answer was worth when the paper was sent.
type Mark struct {
	Problem string         `json:"problem_id"`
	Outcome answer.Outcome `json:"outcome,omitzero"` // empty where the problem was not in the bank any more
	Given   string         `json:"given"`
}

// Right counts the right answers, of those that can be marked by the exam's rules.
func (p Paper) Right() (right, of int) {
	for _, m := range p.Marks {
		switch m.Outcome {
		case answer.Correct:
			right, of = right+1, of+1
		case answer.Form, answer.Partly, answer.Wrong:
			of++
		case answer.Uncheckable, "":
		}
	}
	return right, of
}

// Edit is what was done to one answer on a page: what it was when the page was made, and what it
// is. An answer that was left alone changes nothing, so two pages of one pupil do not undo each other.
type Edit struct{ Was, Is string }

// Apply takes edits into a paper that is not sent.
func (p *Paper) Apply(edits map[string]Edit, problems []string) error {
	if !p.SentAt.IsZero() {
		return fault.E(fault.Conflict, fault.Say("The paper is sent already.", "Работа уже сдана."), nil)
	}
	answers := map[string]string{}
	for _, id := range problems {
		edit, edited := edits[id]
		if !edited || edit.Is == edit.Was {
			edit.Is = p.Answers[id]
		}
		edit.Is = Line(edit.Is)
		if utf8.RuneCountInString(edit.Is) > AnswerMost {
			return fault.E(fault.TooLarge, fault.Say("An answer has at most %d characters.", "В ответе не больше %d знаков.", AnswerMost), nil)
		}
		if edit.Is != "" {
			answers[id] = edit.Is
		}
	}
	p.Answers = answers
	return nil
}

// Send marks the answers by the problems that are there and closes the paper.
func (p *Paper) Send(ids []string, known map[string]problem.Problem, now time.Time) {
	p.SentAt, p.Marks = now, nil
	for _, id := range ids {
		m := Mark{Problem: id, Given: p.Answers[id]}
		if one, ok := known[id]; ok {
			m.Outcome = answer.Uncheckable
			if one.Answer != "" {
				m.Outcome = answer.Wrong
			}
			if strings.TrimSpace(m.Given) != "" {
				m.Outcome = check.Answer(one, m.Given).Verdict.Outcome
			}
		}
		p.Marks = append(p.Marks, m)
	}
}
