package interview

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/transfer"
	"kadry/internal/skill"
)

// mostQuestions bounds the questions of one tenant: all of them are kept ready.
const mostQuestions = 2000

// SavedQuestion is a question as it is kept now, and what would be better put differently.
type SavedQuestion struct {
	question.Question
	Status SaveStatus
	Advice []question.Advice
}

// SaveQuestion keeps a question. One with a known id gets its next version; interviews that
// have their plan go on with the one they began with. Version is the one that was edited, and
// refuses the change when another is there; 0 replaces whatever is there.
func (r *Room) SaveQuestion(ctx context.Context, tenant string, c question.Content, version int) (SavedQuestion, error) {
	c, advice, err := r.ExamineQuestion(ctx, c)
	if err != nil {
		return SavedQuestion{}, err
	}
	for range commitTries {
		q, status, err := r.drawQuestion(ctx, tenant, c, version)
		if err != nil {
			return SavedQuestion{}, err
		}
		saved := SavedQuestion{Question: q, Status: status, Advice: advice}
		if status == Unchanged {
			return saved, nil
		}
		switch err := r.Questions.PutQuestion(ctx, q); {
		case err == nil:
			return saved, nil
		case !errors.Is(err, ErrMoved):
			return SavedQuestion{}, fmt.Errorf("interview: save question: %w", err)
		}
	}
	return SavedQuestion{}, questionMoved()
}

// ExamineQuestion returns a question as it would be kept, and what would be better put
// differently; an error when it could not be asked or marked. Nothing is saved.
func (r *Room) ExamineQuestion(ctx context.Context, c question.Content) (question.Content, []question.Advice, error) {
	c, err := c.Completed(r.Skills)
	if err != nil {
		return question.Content{}, nil, err
	}
	advice, err := c.Examine(r.Marker)
	if err != nil {
		return c, nil, err
	}
	tried, err := r.tryModel(ctx, c)
	return c, append(advice, tried...), err
}

// tryModel runs the model answer of a question that asks for code on its examples: one that it
// does not pass asks for something else than the author thinks.
func (r *Room) tryModel(ctx context.Context, c question.Content) ([]question.Advice, error) {
	if r.Trials.Runner == nil {
		return nil, nil
	}
	lang := c.Languages()[0]
	q := c.Bank()
	turns := []marking.Turn{marking.NewTurn("", c.Model.In(lang), c.Model.In(lang), 1)}
	if err := r.Trials.Run(ctx, q, turns); err != nil {
		return nil, fmt.Errorf("interview: run code: %w", err)
	}
	return c.Tried(turns[0].Ran), nil
}

// drawQuestion makes the question to be kept from what is there.
func (r *Room) drawQuestion(ctx context.Context, tenant string, c question.Content, version int) (question.Question, SaveStatus, error) {
	s, err := r.ownShelf(ctx, tenant)
	if err != nil {
		return question.Question{}, "", err
	}
	q, found := s.find(c.ID)
	if version != 0 && version != q.Version {
		return question.Question{}, "", questionMoved()
	}
	if found && q.Same(c) {
		return q, Unchanged, nil
	}
	if !found && len(s.own) >= mostQuestions {
		return question.Question{}, "", fault.E(fault.TooLarge, fault.Say("There are %d questions of your own, and no room for more.", "Своих вопросов уже %d, больше не поместится.", mostQuestions), nil).
			WithHint(fault.Say("Delete those you do not ask.", "Удалите те, что не задаёте."))
	}
	q.Tenant, q.Content, q.UpdatedAt = tenant, c, r.now()
	q.Version++
	if found {
		return q, Updated, nil
	}
	q.CreatedAt = q.UpdatedAt
	if q.ID == "" {
		q.ID = question.NewID(c, c.Bank().Digest()) // the same content has the same id in every base
	}
	if _, taken := s.find(q.ID); taken {
		id, err := r.NewID()
		if err != nil {
			return question.Question{}, "", err
		}
		q.ID = question.NewID(c, id)
	}
	return q, Created, nil
}

func questionMoved() error {
	return session.Refuse(session.QuestionMoved, fault.Say("Somebody else has changed this question.", "Этот вопрос изменил кто-то другой.")).
		WithHint(fault.Say("Load it again and repeat the change.", "Загрузите его заново и повторите правку."))
}

// ownShelf is the shelf of a tenant where questions of its own can be kept.
func (r *Room) ownShelf(ctx context.Context, tenant string) (*shelf, error) {
	if r.Questions == nil {
		return nil, fault.E(fault.Unavailable, fault.Say("This server keeps no questions.", "На этом сервере вопросы не хранятся."), nil)
	}
	s, err := r.shelf(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: questions: %w", err)
	}
	return s, nil
}

// Question returns a question of the tenant's own, or one that came with the program, whose
// version is 0; fault.NotFound when there is neither.
func (r *Room) Question(ctx context.Context, tenant, id string) (question.Question, error) {
	s, err := r.shelf(ctx, tenant)
	if err != nil {
		return question.Question{}, fmt.Errorf("interview: question: %w", err)
	}
	if q, ok := s.find(id); ok {
		return q, nil
	}
	if q, ok := r.Bank.Question(id); ok {
		return question.Question{Content: question.Of(q)}, nil
	}
	return question.Question{}, fault.E(fault.NotFound, fault.Say("There is no such question.", "Такого вопроса нет."), nil).
		WithHint(fault.Say("list_questions has the ids.", "Идентификаторы есть в list_questions."))
}

// QuestionFilter selects questions; an empty field selects any.
type QuestionFilter struct {
	About  string // skill or theme, in any spelling
	Level  bank.Level
	Status question.Status
	From   Origin
	Words  string // in the text, the id or the tags
}

// Origin says where a question comes from.
type Origin string

// The origins.
const (
	OwnQuestions  Origin = "own"
	BankQuestions Origin = "built_in"
)

// ListQuestions returns the questions of a tenant that fit, those of its own first, the last
// saved before others; the rest by id.
func (r *Room) ListQuestions(ctx context.Context, tenant string, f QuestionFilter) ([]question.Question, error) {
	s, err := r.shelf(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("interview: questions: %w", err)
	}
	if found := r.Skills.Resolve(f.About); found.Known {
		f.About = string(found.Skill)
	}
	var list []question.Question
	if f.From != BankQuestions {
		list = slices.Clone(s.own)
		slices.SortFunc(list, func(a, b question.Question) int {
			return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
		})
	}
	if f.From != OwnQuestions {
		for q := range r.Bank.All() {
			list = append(list, question.Question{Content: question.Of(q)})
		}
	}
	return slices.DeleteFunc(list, func(q question.Question) bool { return !f.takes(q) }), nil
}

func (f QuestionFilter) takes(q question.Question) bool {
	return (f.About == "" || f.About == q.Skill || caseless(f.About) == caseless(q.Theme)) &&
		(f.Level == "" || f.Level == q.Level) && (f.Status == "" || f.Status == q.Status) &&
		holdsWords(strings.Join(append([]string{q.ID, q.About(), q.Text.RU, q.Text.EN}, q.Tags...), "\n"), f.Words)
}

// DropQuestion removes a question of the tenant's own for good. Interviews that have their
// plan keep the copy in it.
func (r *Room) DropQuestion(ctx context.Context, tenant, id string) error {
	if _, err := r.ownShelf(ctx, tenant); err != nil {
		return err
	}
	if _, shipped := r.Bank.Question(id); shipped {
		return fault.E(fault.Invalid, fault.Say("This question came with the program and stays.", "Этот вопрос встроен в программу, удалить его нельзя."), nil).
			WithHint(fault.Say("A vacancy leaves it out with use=exclude.", "Исключить его можно в вакансии: use=exclude."))
	}
	if err := r.Questions.DropQuestion(ctx, tenant, id); err != nil {
		return fmt.Errorf("interview: drop question: %w", err)
	}
	return nil
}

// longestTry is in characters, as long as an answer may be.
const longestTry = 20_000

// TryQuestion marks an answer to a question that need not be saved, in a language it is
// written in; an empty one is the first of them. Nothing is kept.
func (r *Room) TryQuestion(ctx context.Context, c question.Content, lang bank.Language, answer string) (marking.Mark, bank.Language, error) {
	var err error
	if _, shipped := r.Bank.Question(c.ID); !shipped {
		if c, err = c.Completed(r.Skills); err != nil {
			return marking.Mark{}, "", err
		}
	}
	if lang = cmp.Or(lang, c.Languages()[0]); c.Text.In(lang) == "" {
		return marking.Mark{}, "", fault.Wrong("language", fault.Say("the question is not written in %s", "на языке %s вопроса нет", lang))
	}
	if n := len([]rune(answer)); n > longestTry {
		return marking.Mark{}, "", fault.E(fault.TooLarge, fault.Say("The answer has %d characters; at most %d are taken.", "В ответе %d знаков, принимается не больше %d.", n, longestTry), nil)
	}
	said := input.Clean(answer)
	if input.Blank(said) {
		return marking.Mark{}, "", fault.Wrong("answer", fault.Say("must not be empty", "не может быть пустым"))
	}
	q := r.asked(c)
	turns := []marking.Turn{marking.NewTurn(marking.Worded(q, lang), said, answer, 1)}
	if err := r.Trials.Run(ctx, q, turns); err != nil {
		return marking.Mark{}, "", fmt.Errorf("interview: run code: %w", err)
	}
	mark := r.Marker.Mark(q, lang, turns)
	mark.FollowUp = marking.NextProbe(q, mark, turns, nil)
	return mark, lang, nil
}

// asked is a question as the marker knows it: one that came with the program is itself.
func (r *Room) asked(c question.Content) bank.Question {
	if q, ok := r.Bank.Question(c.ID); ok {
		return q
	}
	return c.Bank()
}

// ImportedQuestion is what became of one row of an import.
type ImportedQuestion struct {
	Row    int // from 1, the header not counted
	Status SaveStatus
	ID     string
	Text   question.Text
	Advice []question.Advice
	Err    error // why the row was left out; the others were kept
}

// ImportQuestions saves rows one by one: a bad one is reported and stops no other. A row with
// the id of a row before it is refused, because one of the two would be lost.
func (r *Room) ImportQuestions(ctx context.Context, tenant string, rows []transfer.QuestionRow) ([]ImportedQuestion, error) {
	done := make([]ImportedQuestion, 0, len(rows))
	first := map[string]int{}
	for _, row := range rows {
		out := ImportedQuestion{Row: row.Number, Text: row.Content.Text, Err: row.Err}
		if at, taken := first[row.Content.ID]; row.Err == nil && row.Content.ID != "" && taken {
			out.Err = fault.Wrong("id", fault.Say("row %d has this id too", "этот же id у строки %d", at))
		}
		if out.Err == nil {
			saved, err := r.SaveQuestion(ctx, tenant, row.Content, 0)
			if err != nil && ctx.Err() != nil {
				return done, ctx.Err()
			}
			out.Status, out.ID, out.Advice, out.Err = saved.Status, saved.ID, saved.Advice, err
			first[row.Content.ID] = row.Number
		}
		done = append(done, out)
	}
	return done, nil
}

// needs of a vacancy that nothing asks about, heaviest first.
func (r *Room) unasked(ctx context.Context, tenant, vacancyID string) ([]skill.ID, error) {
	v, err := r.Vacancy(ctx, tenant, vacancyID)
	if err != nil {
		return nil, err
	}
	_, covered, err := r.Preview(ctx, tenant, v, v.Language, 0)
	if err != nil {
		return nil, err
	}
	var list []skill.ID
	for _, n := range v.Needs {
		if len(covered.Asked[n.Skill]) == 0 {
			list = append(list, n.Skill)
		}
	}
	return list, nil
}
