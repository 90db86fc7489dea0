package interview

import (
	"context"
	"strconv"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/op"
)

// questionToolset is a list of tools of its own: who conducts interviews has no use for it.
const questionToolset = "questions"

// asking is an operation on questions of a tenant's own.
func asking[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Toolset, spec.BodyLimit = questionToolset, routeBody
	return op.New(spec, func(ctx context.Context, in In) (Out, error) {
		out, err := run(ctx, in)
		return out, coded(err)
	})
}

// adviceFact is what would be better put differently.
type adviceFact struct {
	Code  string `json:"code"`
	Field string `json:"field"`
	Text  string `json:"text"`
}

func advised(list []question.Advice, lang string) []adviceFact {
	facts := make([]adviceFact, len(list))
	for i, a := range list {
		facts[i] = adviceFact{string(a.Code), a.Path, a.Text.In(lang)}
	}
	return facts
}

type questionSave struct {
	question.Content
	Version   int  `json:"version,omitzero" min:"0" doc:"The version you edited; refused when it has moved on."`
	CheckOnly bool `json:"check_only,omitzero" doc:"Checks without saving."`
}

type questionSaved struct {
	ID       string       `json:"id"`
	Saved    string       `json:"saved" doc:"created, updated, unchanged or checked."`
	Status   string       `json:"status"`
	Version  int          `json:"version"`
	Skill    string       `json:"skill,omitempty"`
	Theme    string       `json:"theme,omitempty"`
	Warnings []adviceFact `json:"warnings" doc:"What would be better put differently; it is kept all the same."`
	Next     string       `json:"next"`
}

func (c *handlers) saveQuestion() *op.Op {
	return asking(op.Spec{
		Name: "save_question", Title: "Save a question of your own", Effect: op.Updates,
		Doc: "Keeps a question that interviews for your vacancies may ask, and says what would be better put differently. Interviews under way keep the version they were planned with. Saving a draft with status=ready accepts it: only a person may decide that.",
		Examples: []op.Example{{
			Title: "A question for welders",
			Input: `{"skill":"welding","level":"junior","kind":"situational","competency":"quality","text":{"ru":"Перед сваркой ответственного шва электроды лежали в открытой пачке. Что вы сделаете?","en":"The electrodes for a critical weld lay in an open pack. What do you do?"},"points":[{"weight":3,"text":{"ru":"Прокаливаю электроды в печи по режиму с пачки.","en":"I bake the electrodes in an oven as the pack says."},"also":{"ru":["просушить в печке перед работой"],"en":["dry them in the oven first"]},"misconceptions":{"ru":["Электроды прокаливать не нужно, влага выгорит в дуге."],"en":["Electrodes need no baking, the moisture burns off in the arc."]}},{"weight":2,"text":{"ru":"Держу прокалённые электроды в термопенале до самой сварки.","en":"I keep the baked electrodes in a heated quiver until I weld."}}],"check_only":true}`,
		}},
	}, func(ctx context.Context, in questionSave) (questionSaved, error) {
		lang := langOf(ctx)
		if in.CheckOnly {
			done, advice, err := c.room.ExamineQuestion(ctx, in.Content)
			if err != nil {
				return questionSaved{}, err
			}
			return questionSaved{
				ID: done.ID, Saved: "checked", Status: string(done.Status), Version: in.Version, Skill: done.Skill, Theme: done.Theme, Warnings: advised(advice, lang),
				Next: fault.Say("Nothing was saved: the same call without check_only saves.", "Ничего не сохранено: повторите вызов без check_only.").In(lang),
			}, nil
		}
		saved, err := c.room.SaveQuestion(ctx, tenantOf(ctx), in.Content, in.Version)
		if err != nil {
			return questionSaved{}, err
		}
		next := fault.Say("try_question shows how an answer would be marked; save_vacancy pins the question.", "try_question покажет, как будет оценён ответ; закрепить вопрос можно в save_vacancy.")
		if saved.Question.Status == question.Draft {
			next = fault.Say("It is a draft and nobody is asked it, until a person saves it with status=ready.", "Это черновик: его не задают, пока человек не сохранит его со status=ready.")
		}
		return questionSaved{
			ID: saved.ID, Saved: string(saved.Status), Status: string(saved.Question.Status), Version: saved.Version, Skill: saved.Skill, Theme: saved.Theme,
			Warnings: advised(saved.Advice, lang), Next: next.In(lang),
		}, nil
	})
}

// originName is a closed set.
type originName string

// Enum implements the closed set of origins.
func (originName) Enum() []string { return []string{string(OwnQuestions), string(BankQuestions)} }

type questionsInput struct {
	About  string          `json:"about,omitzero" max:"100" doc:"Skill, in any spelling, or theme."`
	Level  levelName       `json:"level,omitzero" doc:"Only of this level."`
	Status question.Status `json:"status,omitzero" doc:"Only drafts, or only those that may be asked."`
	Origin originName      `json:"origin,omitzero" doc:"own, or built_in: those that came with the program."`
	Query  string          `json:"query,omitzero" max:"200" doc:"Words of the text, an id or a tag."`
	Whole  bool            `json:"whole,omitzero" doc:"With points and everything else, as save_question takes it."`
	pageWire
}

type questionsOutput struct {
	Items      []questionFact `json:"items" doc:"Your own first, the last saved before others."`
	Total      int            `json:"total"`
	HasMore    bool           `json:"has_more"`
	NextCursor string         `json:"next_cursor,omitempty"`
	Note       string         `json:"note,omitempty"`
}

type questionFact struct {
	ID      string            `json:"id"`
	Origin  string            `json:"origin"`
	Status  string            `json:"status"`
	About   string            `json:"about" doc:"Skill or theme."`
	Level   string            `json:"level"`
	Type    string            `json:"type"`
	Text    string            `json:"text"`
	Points  int               `json:"points" doc:"How many."`
	Minutes int               `json:"minutes,omitzero"`
	Tags    []string          `json:"tags,omitempty"`
	Version int               `json:"version" doc:"0 of one that came with the program."`
	Whole   *question.Content `json:"whole,omitempty"`
}

// Condense drops the points.
func (o questionsOutput) Condense() (questionsOutput, bool) {
	dropped := false
	for i := range o.Items {
		dropped = dropped || o.Items[i].Whole != nil
		o.Items[i].Whole = nil
	}
	o.Note = "Shortened to fit: without points; a smaller limit keeps them."
	return o, dropped
}

func (c *handlers) listQuestions() *op.Op {
	return asking(op.Spec{
		Name: "list_questions", Title: "List questions", Effect: op.Reads,
		Doc:      "Questions that interviews may ask: your own, drafts among them, and those that came with the program. whole=true gives what save_question takes.",
		Examples: []op.Example{{Title: "Everything on welding", Input: `{"about":"сварка","limit":3}`}},
	}, func(ctx context.Context, in questionsInput) (questionsOutput, error) {
		asked, place, skip, err := in.opened("list_questions", &in)
		if err != nil {
			return questionsOutput{}, err
		}
		list, err := c.room.ListQuestions(ctx, tenantOf(ctx), QuestionFilter{
			About: in.About, Level: bank.Level(in.Level), Status: in.Status, From: Origin(in.Origin), Words: in.Query,
		})
		if err != nil {
			return questionsOutput{}, err
		}
		from, _ := strconv.Atoi(place) // a cursor of ours, or none
		from = min(from+skip, len(list))
		to := min(from+in.Limit, len(list))
		out := questionsOutput{Total: len(list), HasMore: to < len(list)}
		for _, q := range list[from:to] {
			out.Items = append(out.Items, questionFactOf(q, langOf(ctx), in.Whole))
		}
		if out.HasMore {
			out.NextCursor = asked.After(strconv.Itoa(to))
		}
		if len(list) == 0 {
			out.Note = fault.Say("No question is like this; draft_questions proposes some, save_question keeps one.", "Таких вопросов нет; предложить их может draft_questions, сохранить — save_question.").In(langOf(ctx))
		}
		return out, nil
	})
}

func questionFactOf(q question.Question, lang string, whole bool) questionFact {
	fact := questionFact{
		ID: q.ID, Origin: string(BankQuestions), Status: string(q.Status), About: q.About(), Level: string(q.Level), Type: string(q.Type),
		Text: q.Text.Any(lang), Points: len(q.Points), Minutes: q.Minutes, Tags: q.Tags, Version: q.Version,
	}
	if q.Version > 0 {
		fact.Origin = string(OwnQuestions)
	}
	if whole {
		fact.Whole = &q.Content
	}
	return fact
}

type questionDelete struct {
	ID      string `json:"id" min:"1" max:"80" doc:"Of a question of your own."`
	Confirm bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

type questionDeleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

func (c *handlers) deleteQuestion() *op.Op {
	return asking(op.Spec{
		Name: "delete_question", Title: "Delete a question of your own", Effect: op.Destroys,
		Doc: "Deletes it for good. Interviews that have their plan keep the copy in it until they are deleted themselves.",
	}, func(ctx context.Context, in questionDelete) (questionDeleted, error) {
		if !in.Confirm {
			return questionDeleted{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		}
		return questionDeleted{in.ID, true}, c.room.DropQuestion(ctx, tenantOf(ctx), in.ID)
	})
}

type draftInput struct {
	Skills  []string  `json:"skills,omitempty" max:"10" doc:"In any spelling."`
	Vacancy string    `json:"vacancy_id,omitzero" max:"200" doc:"Instead of skills: the needs of this vacancy that nothing asks about."`
	Level   levelName `json:"level,omitzero" doc:"mid when left out."`
	Count   int       `json:"count,omitzero" min:"1" max:"5" default:"1" doc:"For each skill."`
}

type draftOutput struct {
	Items    []draftFact `json:"items"`
	Warnings []string    `json:"warnings"`
	Next     string      `json:"next"`
}

type draftFact struct {
	ID       string           `json:"id"`
	Engine   string           `json:"engine" doc:"The model that proposes it, or template."`
	Question question.Content `json:"question"`
	Warnings []adviceFact     `json:"warnings"`
}

func (c *handlers) draftQuestions() *op.Op {
	return asking(op.Spec{
		Name: "draft_questions", Title: "Draft questions", Effect: op.Creates, World: true, Timeout: draftTime,
		Doc:      "Proposes questions with points and misconceptions for skills that nothing asks about, and keeps them as drafts, which nobody is asked. A person reads and corrects them; save_question with status=ready accepts one. Without a model they are templates for the kind of skill.",
		Examples: []op.Example{{Title: "For a skill without questions", Input: `{"skills":["kubernetes"],"count":1}`}},
	}, func(ctx context.Context, in draftInput) (draftOutput, error) {
		lang := langOf(ctx)
		level := bank.Level(in.Level)
		drafts, trouble, err := c.room.DraftQuestions(ctx, tenantOf(ctx), DraftOrder{Skills: in.Skills, Vacancy: in.Vacancy, Level: level, Count: in.Count})
		if err != nil {
			return draftOutput{}, err
		}
		var out draftOutput
		for _, d := range drafts {
			out.Items = append(out.Items, draftFact{d.ID, d.Engine, d.Content, advised(d.Advice, lang)})
		}
		for _, text := range trouble {
			out.Warnings = append(out.Warnings, text.In(lang))
		}
		next := fault.Say("Have a person who knows the subject read and correct each; save_question with its id and status=ready accepts it.",
			"Пусть каждый черновик прочтёт и поправит знающий человек; принять его можно через save_question с его id и status=ready.")
		if len(drafts) == 0 {
			next = fault.Say("There is nothing to draft: every need is asked about, or the templates for these skills are drafts already.",
				"Составлять нечего: о каждом требовании уже спрашивают или шаблоны для этих навыков уже есть в черновиках.")
		}
		out.Next = next.In(lang)
		return out, nil
	})
}

type tryInput struct {
	ID       string            `json:"id,omitzero" max:"80" doc:"Of a question that is kept, own or built in."`
	Question *question.Content `json:"question,omitempty" doc:"Or one that is not kept."`
	Answer   string            `json:"answer" min:"1" max:"20000" doc:"In the candidate's words."`
	Language languageName      `json:"language,omitzero" doc:"Of the interview; the first that the question is written in when left out."`
}

type tryOutput struct {
	Engine     string       `json:"engine"`
	Language   string       `json:"language"`
	Score      int          `json:"score" doc:"0-100."`
	Anchor     int          `json:"anchor" doc:"Grade, 0-4."`
	Meaning    string       `json:"meaning" doc:"What answers of this grade show."`
	Confidence float64      `json:"confidence"`
	Key        string       `json:"key,omitempty" doc:"right, wrong or unclear."`
	Points     []triedPoint `json:"points"`
	RedFlags   []triedPoint `json:"red_flags"`
	Reasons    []string     `json:"reasons"`
	Probe      string       `json:"probe,omitempty" doc:"What would be asked further."`
}

type triedPoint struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Met   float64 `json:"met" doc:"0-1; from 0.5 on it is made."`
	Quote string  `json:"quote,omitempty" doc:"The words that prove it."`
}

func (c *handlers) tryQuestion() *op.Op {
	return asking(op.Spec{
		Name: "try_question", Title: "Try a question on an answer", Effect: op.Reads,
		Doc:      "Marks one answer against a question by the rules, as an interview would, with the words that prove each point. Nothing is kept.",
		Examples: []op.Example{{Title: "A built-in question", Input: `{"id":"welding-porosity","language":"ru","answer":"Сначала смотрю, есть ли газ и какой расход, не сдувает ли его сквозняк. Потом зачищаю кромки от ржавчины и масла."}`}},
	}, func(ctx context.Context, in tryInput) (tryOutput, error) {
		content, err := c.tried(ctx, in)
		if err != nil {
			return tryOutput{}, err
		}
		mark, lang, err := c.room.TryQuestion(ctx, content, bank.Language(in.Language), in.Answer)
		if err != nil {
			return tryOutput{}, err
		}
		return triedOf(content.Bank(), mark, lang, langOf(ctx)), nil
	})
}

// tried is the question that is to be tried, completed where it is not kept.
func (c *handlers) tried(ctx context.Context, in tryInput) (question.Content, error) {
	switch {
	case (in.ID == "") == (in.Question == nil):
		return question.Content{}, fault.Wrong("id", fault.Say("give an id or a question, one of them", "укажите id или question, что-то одно"))
	case in.ID != "":
		q, err := c.room.Question(ctx, tenantOf(ctx), in.ID)
		return q.Content, err
	}
	given := *in.Question
	given.ID = ""
	return given.Completed(c.room.Skills)
}

func triedOf(q bank.Question, m marking.Mark, lang bank.Language, reader string) tryOutput {
	out := tryOutput{
		Engine: "rules", Language: string(lang), Score: int(m.Score*100 + 0.5), Anchor: m.Anchor, Meaning: lang.Of(q.Anchors[m.Anchor].Text),
		Confidence: m.Confidence, Key: m.Key,
	}
	for _, p := range m.Points {
		ref, _ := q.Point(p.ID)
		out.Points = append(out.Points, triedPoint{p.ID, lang.Of(ref.Text), p.Met, p.Text})
	}
	for _, p := range m.RedFlags {
		for _, f := range q.RedFlags {
			if f.ID == p.ID {
				out.RedFlags = append(out.RedFlags, triedPoint{p.ID, lang.Of(f.Text), p.Met, p.Text})
			}
		}
	}
	for _, reason := range m.Reasons {
		out.Reasons = append(out.Reasons, reason.In(reader))
	}
	if m.FollowUp != nil {
		out.Probe = lang.Of(q.Probes[m.FollowUp.Probe-1].Text)
	}
	return out
}
