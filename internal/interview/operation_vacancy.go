package interview

import (
	"context"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/skill"
)

type saveInput struct {
	ID               string       `json:"id,omitzero" max:"200" doc:"The vacancy to replace."`
	ExternalID       string       `json:"external_id,omitzero" max:"200" doc:"Your own id; a vacancy that has it is replaced."`
	Title            string       `json:"title" min:"1" max:"300" doc:"Job title."`
	Description      string       `json:"description,omitzero" max:"50000" doc:"About the job."`
	Requirements     string       `json:"requirements,omitzero" max:"50000" doc:"One a line."`
	Responsibilities string       `json:"responsibilities,omitzero" max:"50000" doc:"One a line."`
	Language         languageName `json:"language,omitzero" doc:"Told by the texts when left out, as is level."`
	Level            levelName    `json:"level,omitzero" doc:"Level sought."`
	Needs            []needGiven  `json:"needs,omitempty" max:"40" doc:"Read from the texts when left out."`
	Version          int          `json:"version,omitzero" min:"0" doc:"The version you edited; refused when it has moved on."`

	Questions []choiceGiven `json:"questions,omitempty" max:"60" doc:"Pins in order."`
}

// choiceGiven is what a vacancy says of one question.
type choiceGiven struct {
	Question string      `json:"question" doc:"Its id."`
	Use      vacancy.Use `json:"use,omitzero" doc:"Default pin."`
	Weight   float64     `json:"weight,omitzero" max:"1" doc:"Of it."`
}

func choicesOf(given []choiceGiven) []vacancy.Choice {
	var list []vacancy.Choice
	for _, g := range given {
		list = append(list, vacancy.Choice(g))
	}
	return list
}

type needGiven struct {
	Skill  string    `json:"skill" min:"1" max:"100" doc:"In any spelling."`
	Weight float64   `json:"weight,omitzero" min:"0" max:"1" doc:"How much it counts."`
	Level  levelName `json:"level,omitzero" doc:"Level of it."`
}

func (in saveInput) saving() vacancy.Saving {
	s := vacancy.Saving{ID: in.ID, ExternalID: in.ExternalID, Version: in.Version, Draft: vacancy.Draft{
		Title: in.Title, Description: in.Description, Requirements: in.Requirements, Responsibilities: in.Responsibilities,
		Language: bank.Language(in.Language), Level: bank.Level(in.Level),
	}}
	for _, n := range in.Needs {
		s.Draft.Needs = append(s.Draft.Needs, vacancy.Need{Skill: skill.ID(n.Skill), Weight: n.Weight, Level: bank.Level(n.Level)})
	}
	s.Draft.Choices = choicesOf(in.Questions)
	return s
}

// vacancyFacts is what every answer says of a vacancy.
type vacancyFacts struct {
	ID         string `json:"vacancy_id"`
	ExternalID string `json:"external_id,omitempty"`
	Title      string `json:"title"`
	Language   string `json:"language"`
	Level      string `json:"level"`
	Version    int    `json:"version"`
	UpdatedAt  string `json:"updated_at"`
}

// needFacts is a skill that a vacancy wants, and the line that says so.
type needFacts struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Weight float64 `json:"weight"`
	Level  string  `json:"level,omitempty"`
	Quote  string  `json:"quote,omitempty"`

	AskedBy []string `json:"asked_by,omitempty"`
}

// planFacts is what everybody is asked who is interviewed for the vacancy.
type planFacts struct {
	Questions    int         `json:"questions"`
	Competencies []sharedOut `json:"competencies"`
	Hash         string      `json:"hash"`
}

type sharedOut struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Questions int    `json:"questions"`
}

type saveOutput struct {
	Status SaveStatus `json:"status"`
	vacancyFacts
	Needs []needFacts `json:"needs"`
	Plan  planFacts   `json:"plan"`
	Next  string      `json:"next"`
}

func factsOf(v vacancy.Vacancy) vacancyFacts {
	return vacancyFacts{
		ID: v.ID, ExternalID: v.ExternalID, Title: v.Title, Language: string(v.Language), Level: string(v.Level),
		Version: v.Version, UpdatedAt: stamp(v.UpdatedAt),
	}
}

func (c *handlers) needFacts(needs []vacancy.Need, covered plan.Coverage) []needFacts {
	facts := make([]needFacts, len(needs))
	for i, n := range needs {
		facts[i] = needFacts{ID: string(n.Skill), Title: c.room.Skills.Name(n.Skill), Weight: n.Weight, Level: string(n.Level), Quote: n.Quote, AskedBy: covered.Asked[n.Skill]}
	}
	return facts
}

// planFacts counts the questions of a plan by what they are evidence of.
func (c *handlers) planFacts(v vacancy.Vacancy, plan plan.Plan) planFacts {
	facts := planFacts{Questions: len(plan.Core), Hash: plan.Hash}
	count := map[bank.Competency]int{}
	for _, item := range plan.Core {
		count[item.Competency]++
	}
	for _, competency := range bank.Competencies() {
		if n := count[competency]; n > 0 {
			facts.Competencies = append(facts.Competencies, sharedOut{string(competency), v.Language.Of(competency.Title()), n})
		}
	}
	return facts
}

func (c *handlers) saveVacancy() *op.Op {
	return declared(op.Spec{
		Name: "save_vacancy", Title: "Save a vacancy", Effect: op.Updates,
		Doc: "Keeps a vacancy, whole: what is left out becomes empty. Answers the skills read from its texts and the plan that every candidate is asked. Interviews under way keep theirs.",
		Examples: []op.Example{{
			Title: "A vacancy in a few words",
			Input: `{"external_id":"sample-qa","title":"Инженер по тестированию","requirements":"Тестирование веб-приложений, SQL, REST, Git.","language":"ru","level":"junior"}`,
		}},
	}, func(ctx context.Context, in saveInput) (saveOutput, error) {
		v, status, err := c.room.SaveVacancy(ctx, tenantOf(ctx), in.saving())
		if err != nil {
			return saveOutput{}, err
		}
		made, covered, err := c.room.Preview(ctx, tenantOf(ctx), v, v.Language, 0)
		if err != nil {
			return saveOutput{}, err
		}
		next := fault.Say("Check the needs: what is wrong there is asked wrongly. start_interview with this vacancy_id begins.",
			"Проверьте needs: от них зависят вопросы. Начать можно через start_interview с этим vacancy_id.")
		if len(v.Needs) == 0 {
			next = fault.Say("No known skill was found in the texts, so only behaviour is asked: give needs, or write the requirements out.",
				"В текстах не нашлось известных навыков, поэтому вопросы будут только о поведении: укажите needs или распишите требования.")
		}
		return saveOutput{Status: status, vacancyFacts: factsOf(v), Needs: c.needFacts(v.Needs, covered), Plan: c.planFacts(v, made), Next: next.In(langOf(ctx))}, nil
	})
}

type vacanciesInput struct {
	Query string `json:"query,omitzero" max:"200" doc:"Words of the title."`
	pageWire
}

type vacanciesOutput struct {
	Items      []vacancyItem `json:"items"`
	Total      int           `json:"total"`
	HasMore    bool          `json:"has_more"`
	NextCursor string        `json:"next_cursor,omitempty"`
	Note       string        `json:"note,omitempty"`
}

type vacancyItem struct {
	vacancyFacts
	Needs []string `json:"needs"`
}

// Condense drops the needs.
func (o vacanciesOutput) Condense() (vacanciesOutput, bool) {
	dropped := false
	for i := range o.Items {
		dropped = dropped || len(o.Items[i].Needs) > 0
		o.Items[i].Needs = nil
	}
	o.Note = "Shortened to fit: without needs; a smaller limit keeps them."
	return o, dropped
}

func (c *handlers) listVacancies() *op.Op {
	return declared(op.Spec{
		Name: "list_vacancies", Title: "List vacancies", Effect: op.Reads,
		Doc:      "The vacancies people can be interviewed for, the last saved first.",
		Examples: []op.Example{{Title: "By a word of the title", Input: `{"query":"react","limit":5}`}},
	}, func(ctx context.Context, in vacanciesInput) (vacanciesOutput, error) {
		asked, place, skip, err := in.opened("list_vacancies", &in)
		if err != nil {
			return vacanciesOutput{}, err
		}
		all, err := c.room.ListVacancies(ctx, tenantOf(ctx))
		if err != nil {
			return vacanciesOutput{}, err
		}
		var fitting []vacancy.Vacancy
		for _, v := range all {
			if holdsWords(v.Title, in.Query) {
				fitting = append(fitting, v)
			}
		}
		from, _ := strconv.Atoi(place) // a cursor of ours, or none
		from = min(from+skip, len(fitting))
		to := min(from+in.Limit, len(fitting))
		out := vacanciesOutput{Total: len(fitting), HasMore: to < len(fitting)}
		for _, v := range fitting[from:to] {
			out.Items = append(out.Items, c.vacancyItem(v))
		}
		if out.HasMore {
			out.NextCursor = asked.After(strconv.Itoa(to))
		}
		out.Note = noVacancyNote(len(all), len(fitting)).In(langOf(ctx))
		return out, nil
	})
}

func (c *handlers) vacancyItem(v vacancy.Vacancy) vacancyItem {
	item := vacancyItem{vacancyFacts: factsOf(v)}
	for _, n := range v.Needs {
		item.Needs = append(item.Needs, c.room.Skills.Name(n.Skill))
	}
	return item
}

// noVacancyNote says why a list is empty.
func noVacancyNote(all, fitting int) fault.Text {
	switch {
	case all == 0:
		return fault.Say("There is no vacancy yet; save_vacancy adds one.", "Вакансий пока нет; добавить можно через save_vacancy.")
	case fitting == 0:
		return fault.Say("No title has all these words; without query all are listed.", "Ни в одном названии нет всех этих слов; без query вернутся все вакансии.")
	}
	return fault.Text{}
}

// holdsWords tells a text that has every word of a query, in part or whole.
func holdsWords(text, query string) bool {
	text = caseless(text)
	for word := range strings.FieldsSeq(caseless(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
