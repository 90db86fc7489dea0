package interviewapi

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
)

const vacanciesPath = "/api/v1/vacancies"

type vacancyIn struct {
	Title            string   `json:"title" doc:"At most 300 characters."`
	Description      string   `json:"description,omitempty" doc:"At most 50,000 characters, as the next two."`
	Requirements     string   `json:"requirements,omitempty"`
	Responsibilities string   `json:"responsibilities,omitempty"`
	Language         string   `json:"language,omitempty" doc:"ru or en; told by the texts when left out."`
	Level            string   `json:"level,omitempty" doc:"junior, mid or senior; read from the texts when left out."`
	Needs            []needIn `json:"needs,omitempty" doc:"Skills it wants; read from the texts when left out." max:"40"`
	ExternalID       string   `json:"external_id,omitempty" doc:"The vacancy in your system. Saving under a known one changes that vacancy."`
	Version          int      `json:"version,omitempty" doc:"The version you changed; another one there refuses the change." min:"0" max:"1000000000"`
}

type needIn struct {
	Skill  string  `json:"skill"`
	Weight float64 `json:"weight,omitempty" doc:"Above 0, at most 1; 1 when left out." min:"0" max:"1"`
	Level  string  `json:"level,omitempty" doc:"The vacancy's when left out."`
}

type vacancyBody struct {
	ID               string     `json:"id"`
	ExternalID       string     `json:"external_id"`
	Title            string     `json:"title"`
	Description      string     `json:"description"`
	Requirements     string     `json:"requirements"`
	Responsibilities string     `json:"responsibilities"`
	Language         string     `json:"language"`
	Level            string     `json:"level"`
	Needs            []needBody `json:"needs" doc:"Heaviest first."`
	Version          int        `json:"version"`
	CreatedAt        time.Time  `json:"created_at"`
	UpdatedAt        time.Time  `json:"updated_at"`
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

type vacanciesQuery struct {
	Limit  int    `json:"limit,omitempty" doc:"Vacancies on a page." min:"1" max:"200" default:"50"`
	Cursor string `json:"cursor,omitempty" doc:"next_cursor of the page before."`
}

type vacanciesBody struct {
	Items      []briefBody `json:"items" doc:"The last saved first."`
	Total      int         `json:"total"`
	HasMore    bool        `json:"has_more"`
	NextCursor string      `json:"next_cursor,omitempty"`
}

// versionHeader is the header of changes in documents.
type versionHeader struct {
	Match string `json:"If-Match,omitempty" doc:"ETag of the version you changed; another one there refuses the change with 412."`
}

func (f *front) vacancyRoutes() []route {
	const one = vacanciesPath + "/{id}"
	put := changing(Route{Method: http.MethodPut, Path: one, ID: "vacancy_put", Tag: toolset, Summary: "Replace a vacancy", Doc: "Interviews under way go on with the version they began with. Name the version you changed, in the body or in If-Match, to overwrite nobody."}, f.putVacancy)
	put.Header, _ = opened[versionHeader]()
	put.Refusals = append(put.Refusals, http.StatusPreconditionFailed)
	return []route{
		reads(Route{Path: vacanciesPath, ID: "vacancies_list", Tag: toolset, Summary: "List vacancies", Doc: "Without their texts."}, f.vacancies),
		changing(Route{
			Method: http.MethodPost, Path: vacanciesPath, ID: "vacancy_post", Tag: toolset, Status: http.StatusCreated,
			Summary: "Save a vacancy", Doc: "201 when it is new; 200 when the external_id was known, and saved says whether anything changed.",
		}, f.postVacancy),
		reads(Route{Path: one, ID: "vacancy_get", Tag: toolset, Summary: "Read a vacancy", Doc: "Its version is in the ETag too."},
			func(ctx context.Context, v *visit, _ none) (vacancyBody, error) {
				vacancy, err := f.Room.Vacancy(ctx, v.tenant(), v.id("id"))
				if err != nil {
					return vacancyBody{}, err
				}
				v.header.Set("ETag", tagOf(vacancy))
				return written(vacancy), nil
			}),
		put,
		changing(Route{Method: http.MethodDelete, Path: one, ID: "vacancy_delete", Tag: toolset, Summary: "Remove a vacancy", Doc: "Interviews that have their plan go on."},
			func(ctx context.Context, v *visit, _ none) (deletedBody, error) {
				return deletedBody{1}, f.Room.DropVacancy(ctx, v.tenant(), v.id("id"))
			}),
		reads(Route{Path: one + "/plan", ID: "vacancy_plan", Tag: toolset, Summary: "See the plan of questions", Doc: "The core that everybody is asked. Gaps are a candidate's own and are empty here."}, f.preview),
	}
}

func (f *front) vacancies(ctx context.Context, v *visit, q vacanciesQuery) (vacanciesBody, error) {
	asked := question("vacancies", v.tenant())
	after, err := placeOf(asked, q.Cursor)
	if err != nil {
		return vacanciesBody{}, err
	}
	list, err := f.Room.ListVacancies(ctx, v.tenant())
	if err != nil {
		return vacanciesBody{}, err
	}
	body := vacanciesBody{Items: []briefBody{}, Total: len(list)}
	for _, vacancy := range list[begin(list, after):] {
		if len(body.Items) == q.Limit {
			body.HasMore = true
			break
		}
		body.Items = append(body.Items, brief(vacancy))
		body.NextCursor = cursorAt(asked, placeIn(vacancy))
	}
	if !body.HasMore {
		body.NextCursor = ""
	}
	return body, nil
}

// placeIn is where a vacancy stands in the list, so that a page begins where the one before
// ended even when vacancies were saved or removed meanwhile.
func placeIn(v interview.Vacancy) string {
	return strconv.FormatInt(v.UpdatedAt.UnixMicro(), 10) + " " + v.ID
}

func begin(list []interview.Vacancy, after string) int {
	stamp, id, _ := strings.Cut(after, " ")
	at, err := strconv.ParseInt(stamp, 10, 64)
	if after == "" || err != nil {
		return 0
	}
	i := slices.IndexFunc(list, func(v interview.Vacancy) bool {
		return cmp.Or(cmp.Compare(at, v.UpdatedAt.UnixMicro()), cmp.Compare(v.ID, id)) > 0
	})
	if i < 0 {
		return len(list)
	}
	return i
}

func (f *front) postVacancy(ctx context.Context, v *visit, in vacancyIn) (savedVacancy, error) {
	saved, err := f.save(ctx, v, in.saving(""))
	if err != nil {
		return savedVacancy{}, err
	}
	if saved.Saved != string(interview.Created) {
		v.status = http.StatusOK
	}
	v.header.Set("Location", vacanciesPath+"/"+saved.ID)
	return saved, nil
}

func (f *front) putVacancy(ctx context.Context, v *visit, in vacancyIn) (savedVacancy, error) {
	saving := in.saving(v.id("id"))
	match := v.request.Header.Get("If-Match")
	if match == "" || match == "*" {
		return f.save(ctx, v, saving)
	}
	version, err := strconv.Atoi(strings.Trim(match, `"`))
	if err != nil || version < 1 || match != quotedVersion(version) || saving.Version != 0 && saving.Version != version {
		if _, err := f.Room.Vacancy(ctx, v.tenant(), saving.ID); err != nil {
			return savedVacancy{}, err
		}
		return savedVacancy{}, outdated()
	}
	saving.Version = version
	saved, err := f.save(ctx, v, saving)
	refused := (*interview.Refused)(nil)
	if errors.As(err, &refused) && refused.Code == interview.VacancyMoved {
		return savedVacancy{}, outdated()
	}
	return saved, err
}

// outdated answers a precondition that does not hold (RFC 9110, 13.1.1).
func outdated() error {
	return &told{
		error: fault.E(fault.Conflict, fault.Say("Somebody else has changed this vacancy.", "Эту вакансию изменил кто-то другой."), nil).
			WithHint(fault.Say("Load it again and repeat the change.", "Загрузите её заново и повторите правку.")),
		status: http.StatusPreconditionFailed, code: string(interview.VacancyMoved),
	}
}

func (f *front) save(ctx context.Context, v *visit, saving interview.Saving) (savedVacancy, error) {
	vacancy, status, err := f.Room.SaveVacancy(ctx, v.tenant(), saving)
	if err != nil {
		return savedVacancy{}, err
	}
	v.header.Set("ETag", tagOf(vacancy))
	return savedVacancy{written(vacancy), string(status)}, nil
}

func tagOf(v interview.Vacancy) string { return quotedVersion(v.Version) }

func quotedVersion(n int) string { return `"` + strconv.Itoa(n) + `"` }

func (in vacancyIn) saving(id string) interview.Saving {
	s := interview.Saving{ID: id, ExternalID: in.ExternalID, Version: in.Version, Draft: interview.Draft{
		Title: in.Title, Description: in.Description, Requirements: in.Requirements, Responsibilities: in.Responsibilities,
		Language: interview.Language(in.Language), Level: bank.Level(in.Level),
	}}
	for _, n := range in.Needs {
		s.Draft.Needs = append(s.Draft.Needs, needed(n))
	}
	return s
}

func brief(v interview.Vacancy) briefBody {
	return briefBody{v.ID, v.ExternalID, v.Title, string(v.Language), string(v.Level), len(v.Needs), v.Version, utc(v.CreatedAt), utc(v.UpdatedAt)}
}

func written(v interview.Vacancy) vacancyBody {
	body := vacancyBody{
		ID: v.ID, ExternalID: v.ExternalID, Title: v.Title, Description: v.Description, Requirements: v.Requirements,
		Responsibilities: v.Responsibilities, Language: string(v.Language), Level: string(v.Level), Needs: make([]needBody, len(v.Needs)),
		Version: v.Version, CreatedAt: utc(v.CreatedAt), UpdatedAt: utc(v.UpdatedAt),
	}
	for i, n := range v.Needs {
		body.Needs[i] = needBody{string(n.Skill), n.Weight, string(n.Level), n.Quote}
	}
	return body
}

func needed(n needIn) interview.Need {
	need := interview.Need{Weight: n.Weight, Level: bank.Level(n.Level)}
	set(&need.Skill, n.Skill)
	return need
}

// set writes a text into a named kind of text.
func set[T ~string](into *T, text string) { *into = T(text) }
