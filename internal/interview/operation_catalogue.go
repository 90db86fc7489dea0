package interview

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/skill"
)

type vacancyInput struct {
	Title            string        `json:"title" doc:"At most 300 characters."`
	Description      string        `json:"description,omitempty" doc:"At most 50,000 characters, as the next two."`
	Requirements     string        `json:"requirements,omitempty"`
	Responsibilities string        `json:"responsibilities,omitempty"`
	Language         string        `json:"language,omitempty" doc:"ru or en; told by the texts when left out."`
	Level            string        `json:"level,omitempty" doc:"junior, mid or senior; read from the texts when left out."`
	Needs            []needInput   `json:"needs,omitempty" doc:"Skills it wants; read from the texts when left out." max:"40"`
	Questions        []choiceGiven `json:"questions,omitempty" doc:"What is said of single questions: pin asks, in this order and before others; exclude leaves out; weigh sets the weight where the plan takes it." max:"60"`
	ExternalID       string        `json:"external_id,omitempty" doc:"The vacancy in your system. Saving under a known one changes that vacancy."`
	Version          int           `json:"version,omitempty" doc:"The version you changed; another one there refuses the change." min:"0" max:"1000000000"`
}

type needInput struct {
	Skill  string  `json:"skill"`
	Weight float64 `json:"weight,omitempty" doc:"Above 0, at most 1; 1 when left out." min:"0" max:"1"`
	Level  string  `json:"level,omitempty" doc:"The vacancy's when left out."`
}

type vacancyBody struct {
	ID               string        `json:"id"`
	ExternalID       string        `json:"external_id"`
	Title            string        `json:"title"`
	Description      string        `json:"description"`
	Requirements     string        `json:"requirements"`
	Responsibilities string        `json:"responsibilities"`
	Language         string        `json:"language"`
	Level            string        `json:"level"`
	Needs            []needBody    `json:"needs" doc:"Heaviest first."`
	Questions        []choiceGiven `json:"questions,omitempty" doc:"What is said of single questions."`
	Version          int           `json:"version"`
	CreatedAt        time.Time     `json:"created_at"`
	UpdatedAt        time.Time     `json:"updated_at"`
}

type needBody struct {
	Skill  string  `json:"skill"`
	Weight float64 `json:"weight"`
	Level  string  `json:"level" doc:"Empty: the vacancy's."`
	Quote  string  `json:"quote" doc:"Where the texts say so; empty when they do not."`
}

type savedVacancy struct {
	vacancyBody
	Saved string `json:"saved" doc:"created, updated or unchanged."`
}

// briefBody is a vacancy in a list.
type briefBody struct {
	ID         string    `json:"id"`
	ExternalID string    `json:"external_id"`
	Title      string    `json:"title"`
	Language   string    `json:"language"`
	Level      string    `json:"level"`
	Needs      int       `json:"needs" doc:"How many skills it wants."`
	Version    int       `json:"version"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
}

type pageInput struct {
	Limit int `json:"limit,omitempty" doc:"Vacancies on a page." min:"1" max:"200" default:"50"`
	cursor.Page
}

type vacanciesBody struct {
	Items      []briefBody `json:"items" doc:"The last saved first."`
	Total      int         `json:"total"`
	HasMore    bool        `json:"has_more"`
	NextCursor string      `json:"next_cursor,omitempty"`
}

// vacancyID names a vacancy.
type vacancyID struct {
	ID string `json:"id" doc:"Of the vacancy."`
}

type replaceInput struct {
	vacancyID
	Match string `json:"if_match,omitempty" doc:"ETag of the version you changed; another one there refuses the change with 412."`
	vacancyInput
}

func (c *handlers) getVacancy() *op.Op {
	return routed(op.Spec{
		Name: "get_vacancy", Title: "Read a vacancy", Effect: op.Reads,
		Doc:    "Its version is in the ETag too.",
		Routes: []op.Route{{Method: "GET", Path: vacanciesPath + "/{id}", Version: "version"}},
	}, func(ctx context.Context, in vacancyID) (vacancyBody, error) {
		vacancy, err := c.room.Vacancy(ctx, tenantOf(ctx), in.ID)
		return vacancyOf(vacancy), err
	})
}

func (c *handlers) submitVacancy() *op.Op {
	return routed(op.Spec{
		Name: "submit_vacancy", Title: "Save a vacancy", Effect: op.Updates, Fronts: []op.Front{op.REST},
		Doc: "201 when it is new; 200 when the external_id was known, and saved says whether anything changed.",
		Routes: []op.Route{{
			Method: "POST", Path: vacanciesPath, Status: 201, Made: "saved", Location: vacanciesPath + "/{id}", Version: "version",
		}},
	}, func(ctx context.Context, in vacancyInput) (savedVacancy, error) { return c.save(ctx, in.saving("")) })
}

func (c *handlers) replaceVacancy() *op.Op {
	return routed(op.Spec{
		Name: "replace_vacancy", Title: "Replace a vacancy", Effect: op.Updates, Fronts: []op.Front{op.REST},
		Doc: "Interviews under way go on with the version they began with. Name the version you changed, in the body or in If-Match, to overwrite nobody.",
		Routes: []op.Route{{
			Method: "PUT", Path: vacanciesPath + "/{id}", Headers: map[string]string{"If-Match": "if_match"}, Version: "version",
		}},
	}, c.replace)
}

func (c *handlers) deleteVacancy() *op.Op {
	return routed(op.Spec{
		Name: "delete_vacancy", Title: "Remove a vacancy", Effect: op.Destroys,
		Doc:    "Interviews that have their plan go on.",
		Routes: []op.Route{{Method: "DELETE", Path: vacanciesPath + "/{id}"}},
	}, func(ctx context.Context, in vacancyID) (deletedBody, error) {
		return deletedBody{1}, c.room.DropVacancy(ctx, tenantOf(ctx), in.ID)
	})
}

func (c *handlers) browseVacancies() *op.Op {
	return routed(op.Spec{
		Name: "browse_vacancies", Title: "List vacancies", Effect: op.Reads, Fronts: []op.Front{op.REST},
		Doc:    "Without their texts.",
		Routes: []op.Route{{Method: "GET", Path: vacanciesPath}},
	}, func(ctx context.Context, in pageInput) (vacanciesBody, error) {
		asked := cursor.Ask("vacancies", tenantOf(ctx))
		after, skip, err := in.Begin(asked)
		if err != nil {
			return vacanciesBody{}, err
		}
		list, err := c.room.ListVacancies(ctx, tenantOf(ctx))
		if err != nil {
			return vacanciesBody{}, err
		}
		rest := list[min(begin(list, after)+skip, len(list)):]
		page := rest[:min(in.Limit, len(rest))]
		body := vacanciesBody{Total: len(list), HasMore: len(page) < len(rest)}
		for _, vacancy := range page {
			body.Items = append(body.Items, brief(vacancy))
		}
		if body.HasMore {
			body.NextCursor = asked.After(placeIn(page[len(page)-1]))
		}
		return body, nil
	})
}

// placeIn is where a vacancy stands in the list, so that a page begins where the one before
// ended even when vacancies were saved or removed meanwhile.
func placeIn(v vacancy.Vacancy) string {
	return strconv.FormatInt(v.UpdatedAt.UnixMicro(), 10) + " " + v.ID
}

func begin(list []vacancy.Vacancy, after string) int {
	stamp, id, _ := strings.Cut(after, " ")
	at, err := strconv.ParseInt(stamp, 10, 64)
	if after == "" || err != nil {
		return 0
	}
	i := slices.IndexFunc(list, func(v vacancy.Vacancy) bool {
		return cmp.Or(cmp.Compare(at, v.UpdatedAt.UnixMicro()), cmp.Compare(v.ID, id)) > 0
	})
	if i < 0 {
		return len(list)
	}
	return i
}

func (c *handlers) replace(ctx context.Context, in replaceInput) (savedVacancy, error) {
	saving := in.saving(in.ID)
	if in.Match == "" || in.Match == "*" {
		return c.save(ctx, saving)
	}
	version, err := strconv.Atoi(strings.Trim(in.Match, `"`))
	if err != nil || version < 1 || in.Match != strconv.Quote(strconv.Itoa(version)) || saving.Version != 0 && saving.Version != version {
		if _, err := c.room.Vacancy(ctx, tenantOf(ctx), saving.ID); err != nil {
			return savedVacancy{}, err
		}
		return savedVacancy{}, session.Refuse(session.VacancyMoved, fault.Say("Somebody else has changed this vacancy.", "Эту вакансию изменил кто-то другой.")).
			WithHint(fault.Say("Load it again and repeat the change.", "Загрузите её заново и повторите правку."))
	}
	saving.Version = version
	return c.save(ctx, saving)
}

func (c *handlers) save(ctx context.Context, saving vacancy.Saving) (savedVacancy, error) {
	vacancy, status, err := c.room.SaveVacancy(ctx, tenantOf(ctx), saving)
	return savedVacancy{vacancyOf(vacancy), string(status)}, err
}

func (in vacancyInput) saving(id string) vacancy.Saving {
	s := vacancy.Saving{ID: id, ExternalID: in.ExternalID, Version: in.Version, Draft: vacancy.Draft{
		Title: in.Title, Description: in.Description, Requirements: in.Requirements, Responsibilities: in.Responsibilities,
		Language: bank.Language(in.Language), Level: bank.Level(in.Level),
	}}
	for _, n := range in.Needs {
		s.Draft.Needs = append(s.Draft.Needs, vacancy.Need{Skill: skill.ID(n.Skill), Weight: n.Weight, Level: bank.Level(n.Level)})
	}
	s.Draft.Choices = choicesOf(in.Questions)
	return s
}

func brief(v vacancy.Vacancy) briefBody {
	return briefBody{v.ID, v.ExternalID, v.Title, string(v.Language), string(v.Level), len(v.Needs), v.Version, utc(v.CreatedAt), utc(v.UpdatedAt)}
}

func vacancyOf(v vacancy.Vacancy) vacancyBody {
	body := vacancyBody{
		ID: v.ID, ExternalID: v.ExternalID, Title: v.Title, Description: v.Description, Requirements: v.Requirements,
		Responsibilities: v.Responsibilities, Language: string(v.Language), Level: string(v.Level), Needs: make([]needBody, len(v.Needs)),
		Version: v.Version, CreatedAt: utc(v.CreatedAt), UpdatedAt: utc(v.UpdatedAt),
	}
	for i, n := range v.Needs {
		body.Needs[i] = needBody{string(n.Skill), n.Weight, string(n.Level), n.Quote}
	}
	for _, one := range v.Choices {
		body.Questions = append(body.Questions, choiceGiven(one))
	}
	return body
}
