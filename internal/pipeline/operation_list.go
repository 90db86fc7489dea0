package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// filterInput is which applications are meant.
type filterInput struct {
	Vacancy    string   `json:"vacancy_id,omitzero" max:"200" doc:"Of this vacancy."`
	Stages     []Stage  `json:"stages,omitempty" max:"7" doc:"At one of these."`
	Tag        string   `json:"tag,omitzero" max:"40" doc:"Of people with this tag."`
	Candidates []string `json:"candidate_ids,omitempty" max:"100" doc:"Of these people."`
	Redact     bool     `json:"redact,omitzero" doc:"Blind review: no names, no words of people."`
}

func (in filterInput) filter() (Filter, error) {
	f := Filter{Vacancy: in.Vacancy, Candidates: in.Candidates, Stages: slices.Compact(slices.Sorted(slices.Values(in.Stages)))}
	if strings.TrimSpace(in.Tag) == "" {
		return f, nil
	}
	if in.Redact {
		return f, fault.Wrong("tag", fault.Say("is hidden in a blind review", "при слепом просмотре скрыта"))
	}
	tags, err := Tags("tag", []string{in.Tag})
	if err == nil {
		f.Tag = tags[0]
	}
	return f, err
}

type listInput struct {
	filterInput
	Limit    int `json:"limit,omitzero" min:"1" max:"200" default:"50" doc:"On a page."`
	PerStage int `json:"per_stage,omitzero" min:"1" max:"50" doc:"In place of pages: the first so many of every stage, as a board shows them."`
	cursor.Page
}

// Shown is an application as it is read: with what others know of the person now.
type Shown struct {
	Application
	VacancyTitle string   `json:"vacancy" doc:"Empty when it was deleted."`
	Name         string   `json:"name"`
	Title        string   `json:"title,omitzero"`
	Deleted      bool     `json:"deleted,omitzero" doc:"The CV is gone; this entry goes soon."`
	Tags         []string `json:"tags"`
}

// StageCount is how many people stand at a stage.
type StageCount struct {
	Stage Stage `json:"stage"`
	Total int   `json:"total"`
}

type listOutput struct {
	Items   []Shown      `json:"items" doc:"The last moved first; with per_stage, stage by stage."`
	Total   int          `json:"total"`
	Stages  []StageCount `json:"stages" doc:"Of everybody who fits, whatever stages were asked."`
	HasMore bool         `json:"has_more"`
	Next    string       `json:"next_cursor,omitzero"`
	Note    string       `json:"note,omitzero"`

	asked cursor.Question // empty where there are no pages
}

// Condense halves what is shown; the next page begins behind it.
func (o listOutput) Condense() (listOutput, bool) {
	o.Note = "Shortened to fit: ask with a smaller limit, or for fewer stages."
	if len(o.Items) < 2 {
		return o, false
	}
	o.Items, o.HasMore = o.Items[:len(o.Items)/2], true
	if o.asked != "" {
		o.Next = o.asked.After(o.Items[len(o.Items)-1].place())
	}
	return o, true
}

func (h *handlers) list() *op.Op {
	return op.New(op.Spec{
		Name: "list_applications", Toolset: toolset, Title: "Who stands where", Effect: op.Reads, Timeout: callTimeout,
		Doc:      "Lists people in vacancies with their stage, reason and tags, by vacancy, stage, tag or person, and counts every stage.",
		Examples: []op.Example{{Title: "Everybody who was invited", Input: `{"stages":["invited"]}`}},
	}, func(ctx context.Context, in listInput) (listOutput, error) {
		f, err := in.filter()
		if err != nil {
			return listOutput{}, err
		}
		out, err := h.counted(ctx, f)
		if err != nil {
			return out, err
		}
		list, err := h.listed(ctx, in, f, &out)
		if err != nil {
			return out, err
		}
		out.Items, err = h.shown(ctx, list, in.Redact)
		return out, err
	})
}

// counted counts the stages of everybody who fits, and those of them that were asked for.
func (h *handlers) counted(ctx context.Context, f Filter) (out listOutput, err error) {
	all := f
	all.Stages = nil
	count, err := h.Keeper.Count(ctx, tenantOf(ctx), all)
	if err != nil {
		return out, err
	}
	for _, stage := range Stages() {
		n := 0
		for _, of := range count {
			n += of[stage]
		}
		out.Stages = append(out.Stages, StageCount{stage, n})
		if len(f.Stages) == 0 || slices.Contains(f.Stages, stage) {
			out.Total += n
		}
	}
	return out, nil
}

// listed reads a page, or the first of every stage.
func (h *handlers) listed(ctx context.Context, in listInput, f Filter, out *listOutput) ([]Application, error) {
	if in.PerStage > 0 {
		return h.board(ctx, in.PerStage, f, out)
	}
	out.asked = cursor.Ask("applications", fmt.Sprint(f))
	given, skip, err := in.Begin(out.asked)
	if err != nil {
		return nil, err
	}
	after, err := placeOf(given)
	if err != nil {
		return nil, err
	}
	list, err := h.Keeper.List(ctx, tenantOf(ctx), f, after, skip, in.Limit+1)
	if err != nil || len(list) <= in.Limit {
		return list, err
	}
	list, out.HasMore = list[:in.Limit], true
	out.Next = out.asked.After(list[in.Limit-1].place())
	return list, nil
}

func (h *handlers) board(ctx context.Context, perStage int, f Filter, out *listOutput) ([]Application, error) {
	var board []Application
	for _, stage := range Stages() {
		if len(f.Stages) > 0 && !slices.Contains(f.Stages, stage) {
			continue
		}
		column := f
		column.Stages = []Stage{stage}
		list, err := h.Keeper.List(ctx, tenantOf(ctx), column, nil, 0, perStage)
		if err != nil {
			return nil, err
		}
		board = append(board, list...)
	}
	out.HasMore = len(board) < out.Total
	return board, nil
}

const placeMark = "\n"

// place is where a list goes on behind the application.
func (a Application) place() string {
	return strings.Join([]string{strconv.FormatInt(a.MovedAt.UnixMicro(), 10), a.Vacancy, a.Candidate}, placeMark)
}

func placeOf(text string) (*Place, error) {
	if text == "" {
		return nil, nil
	}
	parts := strings.SplitN(text, placeMark, 3)
	if len(parts) != 3 {
		return nil, cursor.Unknown(nil)
	}
	at, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return nil, cursor.Unknown(err)
	}
	return &Place{At: at, Vacancy: parts[1], Candidate: parts[2]}, nil
}

// shown adds what others know of the persons and the vacancies now. Blind, nobody's words are
// in it: they may name the person.
func (h *handlers) shown(ctx context.Context, list []Application, blind bool) ([]Shown, error) {
	var people, vacancies []string
	for _, a := range list {
		people, vacancies = append(people, a.Candidate), append(vacancies, a.Vacancy)
	}
	who, err := h.people(ctx, people, blind)
	if err != nil {
		return nil, err
	}
	titles, err := h.titles(ctx, vacancies)
	if err != nil {
		return nil, err
	}
	tags, err := h.Keeper.Tags(ctx, tenantOf(ctx), people)
	if err != nil {
		return nil, err
	}
	var out []Shown
	for _, a := range list {
		p := who[a.Candidate]
		s := Shown{Application: a, VacancyTitle: titles[a.Vacancy], Name: p.Name, Title: p.Title, Deleted: p.Deleted, Tags: tags[a.Candidate]}
		if blind {
			s.Comment, s.Tags = "", nil
		}
		out = append(out, s)
	}
	return out, nil
}

type countInput struct {
	Vacancies []string `json:"vacancy_ids,omitempty" max:"200" doc:"Only of these; empty is every vacancy somebody is in."`
}

type vacancyCount struct {
	Vacancy string       `json:"vacancy_id"`
	Total   int          `json:"total"`
	Stages  []StageCount `json:"stages"`
}

type countOutput struct {
	Items []vacancyCount `json:"items" doc:"The fullest first."`
}

func (h *handlers) count() *op.Op {
	return op.New(op.Spec{
		Name: "count_applications", Toolset: toolset, Title: "How many stand where", Effect: op.Reads,
		Doc:      "Counts the people of every vacancy by stage.",
		Examples: []op.Example{{Title: "All vacancies", Input: `{}`}},
	}, func(ctx context.Context, in countInput) (countOutput, error) {
		count, err := h.Keeper.Count(ctx, tenantOf(ctx), Filter{})
		if err != nil {
			return countOutput{}, err
		}
		var out countOutput
		for vacancy, of := range count {
			if len(in.Vacancies) > 0 && !slices.Contains(in.Vacancies, vacancy) {
				continue
			}
			one := vacancyCount{Vacancy: vacancy}
			for _, stage := range Stages() {
				one.Stages = append(one.Stages, StageCount{stage, of[stage]})
				one.Total += of[stage]
			}
			out.Items = append(out.Items, one)
		}
		slices.SortFunc(out.Items, func(a, b vacancyCount) int {
			if a.Total != b.Total {
				return b.Total - a.Total
			}
			return strings.Compare(a.Vacancy, b.Vacancy)
		})
		return out, nil
	})
}

// mostExported bounds one file: each row asks the base of CVs.
const mostExported = 10_000

func tooMany() error {
	return fault.E(fault.TooLarge, fault.Say("More than %d people fit.", "Подходит больше %d человек.", mostExported), nil).
		WithHint(fault.Say("Export a stage or a tag at a time.", "Выгружайте по одной стадии или метке."))
}
