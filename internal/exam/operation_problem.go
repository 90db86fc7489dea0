package exam

import (
	"context"
	"fmt"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type problemInput struct {
	courseWire
	ID      string     `json:"problem_id" min:"1" max:"200" doc:"26662, № 26662, math:26662 or its URL."`
	Include []part     `json:"include,omitempty" max:"7" default:"[\"solution\",\"answer\",\"analogs\"]" doc:"Without answer it is hidden everywhere."`
	Format  textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// problemOutput is one problem.
type problemOutput struct {
	problemWire
}

// Condense drops the part that is needed least.
func (o problemOutput) Condense() (problemOutput, bool) {
	list := []problemWire{o.problemWire}
	dropped := condense(list)
	o.problemWire = list[0]
	o.Note = fmt.Sprintf("Shortened to fit: without %s.", dropped)
	return o, dropped != ""
}

// Markdown renders the problem for a chat.
func (o problemOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.problem(o.problemWire)
	return m.String()
}

func (d *handlers) getProblem() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_get_problem", Title: "Exam problem",
		Doc: "One problem of a Russian school exam (sdamgia.ru): condition with formulas as LaTeX, tables, passage, solution, answer, similar problems.",
		Examples: []op.Example{
			{Title: "A problem", Input: `{"subject":"math","problem_id":"9000001"}`},
			{Title: "Без ответа, с подсказками", Input: `{"subject":"профмат","problem_id":"№ 9000001","include":["hints"]}`},
		},
	}), func(ctx context.Context, in problemInput) (problemOutput, error) {
		found, err := d.problem(ctx, in.ID, in.course())
		if err != nil {
			return problemOutput{}, err
		}
		return problemOutput{d.view(ctx, in.Include).problem(found)}, nil
	})
}

// problem reads one problem by any spelling of its name.
func (d *handlers) problem(ctx context.Context, asked string, course subject.Course) (bank.Found, error) {
	ref, err := d.bank.Ref(asked, course)
	if err != nil {
		return bank.Found{}, err
	}
	return d.bank.Problem(ctx, ref, bank.AnyCopy)
}

// view is how the caller sees problems. The names of types come from the kept catalogues.
func (d *handlers) view(ctx context.Context, parts []part) view {
	kept := map[subject.Course]problem.Catalogue{}
	return view{parts: parts, lang: langOf(ctx), typeName: func(course subject.Course, kind string) string {
		contents, ok := kept[course]
		if !ok {
			contents, _, _ = d.bank.Shelf.Catalogue(ctx, course) // only a name depends on it
			kept[course] = contents
		}
		for _, t := range contents.Topics {
			if t.ID == kind {
				return t.Name
			}
		}
		return ""
	}}
}

type batchInput struct {
	courseWire
	IDs     []string   `json:"problem_ids" min:"1" max:"10" doc:"Spelled as problem_id."`
	Include []part     `json:"include,omitempty" max:"7" default:"[\"solution\",\"answer\",\"analogs\"]" doc:"Parts to show."`
	Format  textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// batchOutput is many problems: those found, in the order asked, and the status of each.
type batchOutput struct {
	Problems []problemWire `json:"problems"`
	Total    int           `json:"total"`
	Results  []statusWire  `json:"results"`
	Partial  bool          `json:"partial_data"`
	Note     string        `json:"note,omitempty"`
}

// statusWire is what became of one problem asked for: ok, or the code of the failure.
type statusWire struct {
	ProblemID string `json:"problem_id"`
	Status    string `json:"status"`
	Message   string `json:"message,omitempty"`
	Hint      string `json:"hint,omitempty"`
}

// Condense drops the part that is needed least of all problems.
func (o batchOutput) Condense() (batchOutput, bool) {
	dropped := condense(o.Problems)
	o.Note = fmt.Sprintf(shortened, dropped)
	return o, dropped != ""
}

// Markdown renders the problems one under another.
func (o batchOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Batch Results", "Задания"))
	m.fact(m.say("Total", "Всего"), o.Total)
	for _, p := range o.Problems {
		m.between()
		m.problem(p)
	}
	for _, r := range o.Results {
		if r.Status != statusOK {
			m.line("- " + fault.EscapeMarkdown(r.ProblemID) + ": " + r.Message + " " + r.Hint)
		}
	}
	m.note(o.Note)
	return m.String()
}

const statusOK = "ok"

func (d *handlers) batchGet() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_batch_get_problems", Title: "Several exam problems",
		Aliases:  []string{"sdamgia_batch_get"},
		Doc:      "Up to 10 problems in the order asked; results says for each whether it was found.",
		Examples: []op.Example{{Title: "Two problems", Input: `{"subject":"math","problem_ids":["9000001","9000002"]}`}},
	}), func(ctx context.Context, in batchInput) (batchOutput, error) {
		outcomes, err := d.bank.Problems(watched(ctx), in.course(), in.IDs)
		if err != nil {
			return batchOutput{}, err
		}
		view := d.view(ctx, in.Include)
		var out batchOutput
		for _, o := range outcomes {
			if o.Failed != nil {
				out.Partial = true
				out.Results = append(out.Results, failedStatus(o, view.lang))
				continue
			}
			out.Problems = append(out.Problems, view.problem(*o.Found))
			out.Results = append(out.Results, statusWire{ProblemID: o.Ref.ID, Status: statusOK})
		}
		out.Total = len(out.Problems)
		return out, nil
	})
}

func failedStatus(o bank.Outcome, lang string) statusWire {
	asked := o.Ref.ID
	if asked == "" {
		asked = fault.Clip(o.Asked)
	}
	status := string(o.Failed.Kind)
	if o.Failed.Kind == fault.Internal {
		status = string(fault.Unavailable) // of this problem; the others are well
	}
	return statusWire{ProblemID: asked, Status: status, Message: o.Failed.Text.In(lang), Hint: o.Failed.Hint.In(lang)}
}
