// Package sample holds fictional vacancies and interviews written for kadry, so that a
// fresh installation has an interview room to look at: eight vacancies, twelve questions of
// the company's own for two of them, and four candidates, three of whom have finished. The firms, the people and their answers are made up. The
// files in files/ are made to be read and edited; what the rules make of them is the
// room's business.
package sample

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/interview/transfer"
)

//go:embed files
var files embed.FS

// Report says what a load has added; all zero when everything was there.
type Report struct {
	Questions  int
	Vacancies  int
	Interviews int // started
	Answers    int // given
}

// script is one candidate as written down.
type script struct {
	Key        string            `json:"key"`     // idempotency key of the start
	UserID     string            `json:"user_id"` // by which a later load knows the interview
	Name       string            `json:"name"`
	Vacancy    string            `json:"vacancy"` // external id; empty: the one that suits the resume
	Language   bank.Language     `json:"language"`
	Questions  int               `json:"max_questions"`
	Resume     string            `json:"resume"`
	Answers    map[string]string `json:"answers"`     // by the id of the question
	Otherwise  string            `json:"otherwise"`   // to every other question
	StopsAfter int               `json:"stops_after"` // answers; 0 goes to the end
}

// Load puts the sample into the room of a tenant. What is there already stays as people
// have left it, and an interview that was broken off in the middle goes on, so loading
// again is safe at any time. It moves the interviews on by itself and needs no worker; one
// that runs meanwhile does no harm.
func Load(ctx context.Context, room *interview.Room, tenant string) (Report, error) {
	var done Report
	var err error
	if done.Questions, err = putQuestions(ctx, room, tenant); err != nil {
		return done, err
	}
	if done.Vacancies, err = putVacancies(ctx, room, tenant); err != nil {
		return done, err
	}
	scripts, err := scripts()
	if err != nil {
		return done, err
	}
	for _, s := range scripts {
		p := player{room: room, tenant: tenant, script: s, done: &done}
		if err := p.play(ctx); err != nil {
			return done, fmt.Errorf("sample: interview %s: %w", s.Key, err)
		}
	}
	return done, nil
}

func putQuestions(ctx context.Context, room *interview.Room, tenant string) (added int, err error) {
	data, err := files.ReadFile("files/questions.json")
	if err != nil {
		return 0, fmt.Errorf("sample: %w", err)
	}
	rows, err := transfer.ReadQuestionsJSON(data)
	if err != nil {
		return 0, fmt.Errorf("sample: questions: %w", err)
	}
	for _, row := range rows {
		if row.Err != nil {
			return added, fmt.Errorf("sample: question %d: %w", row.Number, row.Err)
		}
		_, err := room.Question(ctx, tenant, row.Content.ID)
		if fault.KindOf(err) == fault.NotFound {
			_, err = room.SaveQuestion(ctx, tenant, row.Content, 0)
			added++
		}
		if err != nil {
			return added, fmt.Errorf("sample: question %s: %w", row.Content.ID, err)
		}
	}
	return added, nil
}

func putVacancies(ctx context.Context, room *interview.Room, tenant string) (added int, err error) {
	data, err := files.ReadFile("files/vacancies.json")
	if err != nil {
		return 0, fmt.Errorf("sample: %w", err)
	}
	rows, err := transfer.ReadJSON(data)
	if err != nil {
		return 0, fmt.Errorf("sample: vacancies: %w", err)
	}
	for _, row := range rows {
		if row.Err != nil {
			return added, fmt.Errorf("sample: vacancy %d: %w", row.Number, row.Err)
		}
		_, err := room.Vacancies.External(ctx, tenant, row.Saving.ExternalID)
		if fault.KindOf(err) == fault.NotFound {
			_, _, err = room.SaveVacancy(ctx, tenant, row.Saving)
			added++
		}
		if err != nil {
			return added, fmt.Errorf("sample: vacancy %s: %w", row.Saving.ExternalID, err)
		}
	}
	return added, nil
}

func scripts() ([]script, error) {
	data, err := files.ReadFile("files/interviews.json")
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	var written struct {
		Interviews []script `json:"interviews"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return nil, fmt.Errorf("sample: interviews: %w", err)
	}
	return written.Interviews, nil
}

// player conducts one interview by its script.
type player struct {
	room   *interview.Room
	tenant string
	script script
	done   *Report
}

// mostSteps bounds an interview: twenty questions with probes need far fewer.
const mostSteps = 500

func (p player) play(ctx context.Context) error {
	id, err := p.open(ctx)
	if err != nil {
		return err
	}
	for range mostSteps {
		s, err := p.room.Load(ctx, p.tenant, id)
		if err != nil {
			return fmt.Errorf("load: %w", err)
		}
		switch finished := p.finished(s); {
		case finished && s.Settled():
			return nil
		case s.Current != nil && !finished:
			err = p.answer(ctx, id, *s.Current)
		default:
			err = p.work(ctx, id)
		}
		if err != nil {
			return err
		}
	}
	return errors.New("it does not come to an end")
}

// finished tells an interview in which the candidate has nothing more to say.
func (p player) finished(s session.State) bool {
	return s.Over() || s.Paused() || p.script.StopsAfter > 0 && answers(s) >= p.script.StopsAfter
}

// open returns the interview of an earlier load, else starts it.
func (p player) open(ctx context.Context) (id string, err error) {
	known, err := p.room.Interviews(ctx, p.tenant, interview.Filter{UserID: p.script.UserID, Limit: 1})
	if err != nil {
		return "", fmt.Errorf("list: %w", err)
	}
	if len(known) > 0 {
		return known[0].ID, nil
	}
	in := interview.Start{
		Tenant: p.tenant, UserID: p.script.UserID, Name: p.script.Name, Resume: p.script.Resume, Language: p.script.Language,
		Limits: session.Limits{MaxQuestions: p.script.Questions}, Key: p.script.Key,
	}
	if p.script.Vacancy != "" {
		v, err := p.room.Vacancies.External(ctx, p.tenant, p.script.Vacancy)
		if err != nil {
			return "", fmt.Errorf("vacancy: %w", err)
		}
		in.VacancyID = v.ID
	}
	s, err := p.room.Start(ctx, in)
	if err != nil {
		return "", fmt.Errorf("start: %w", err)
	}
	p.done.Interviews++
	return s.ID, nil
}

// work does the one thing that is due, unless a worker is quicker.
func (p player) work(ctx context.Context, id string) error {
	c, err := p.room.Advance(ctx, session.Task{Tenant: p.tenant, Session: id})
	if err != nil {
		return fmt.Errorf("advance: %w", err)
	}
	if c.Empty() {
		return nil
	}
	if err := p.room.Sessions.Commit(ctx, c); err != nil && !errors.Is(err, interview.ErrMoved) {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (p player) answer(ctx context.Context, id string, asked session.Asked) error {
	text := cmp.Or(p.script.Answers[asked.ID], p.script.Otherwise)
	_, err := p.room.Answer(ctx, p.tenant, id, session.Reply{AskedID: asked.ID, Text: text})
	switch {
	case fault.KindOf(err) == fault.Conflict:
		return nil // somebody was quicker; the next look shows what is open now
	case err != nil:
		return fmt.Errorf("answer %s: %w", asked.ID, err)
	}
	p.done.Answers++
	return nil
}

// answers counts what the candidate has said.
func answers(s session.State) int {
	n := 0
	for _, m := range s.Messages {
		if m.Sender == session.Candidate {
			n++
		}
	}
	return n
}
