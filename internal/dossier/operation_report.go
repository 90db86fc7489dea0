package dossier

import (
	"context"
	"strconv"
	"strings"

	"kadry/internal/cursor"
	"kadry/internal/dossier/export"
	"kadry/internal/dossier/outreach"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/script"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type getInput struct {
	ID string `json:"report_id" min:"1" max:"60" doc:"Of a report."`
}

type getOutput struct {
	ID string `json:"report_id"`
	report.Report
	Complete bool `json:"complete" doc:"False while people are still being read."`
}

// Condense implements op.Condenser.
func (o getOutput) Condense() (getOutput, bool) {
	less, ok := o.Report.Condense()
	o.Report = less
	return o, ok
}

func (h *handlers) get() *op.Op {
	return op.New(op.Spec{
		Name: "get_hiring_report", Toolset: toolset, Title: "A kept hiring report", Effect: op.Reads,
		Doc: "Shows a report that evaluate_candidates made, with what people decided since, in your language.",
	}, func(ctx context.Context, in getInput) (getOutput, error) {
		c, complete, err := h.Keeper.Get(ctx, op.CallerFrom(ctx).Tenant, in.ID)
		if err != nil {
			return getOutput{}, err
		}
		return getOutput{ID: in.ID, Report: report.Make(h.Skills, c, langOf(ctx)), Complete: complete}, nil
	})
}

type listInput struct {
	Person string `json:"candidate,omitzero" max:"500" doc:"Only reports with this person, by any id."`
	Limit  int    `json:"limit,omitzero" min:"1" max:"100" default:"20" doc:"Reports on a page."`
	cursor.Page
}

type listOutput struct {
	Items   []Kept `json:"items" doc:"Newest first."`
	HasMore bool   `json:"has_more"`
	Next    string `json:"next_cursor,omitzero"`
}

func (h *handlers) list() *op.Op {
	return op.New(op.Spec{
		Name: "list_hiring_reports", Toolset: toolset, Title: "Kept hiring reports", Effect: op.Reads,
		Doc:      "Lists the reports that are kept, newest first, or those with one person.",
		Examples: []op.Example{{Title: "The newest", Input: `{}`}},
	}, func(ctx context.Context, in listInput) (listOutput, error) {
		tenant := op.CallerFrom(ctx).Tenant
		if in.Person != "" {
			list, err := h.Keeper.Holding(ctx, tenant, in.Person)
			return listOutput{Items: list}, err
		}
		asked := cursor.Ask("reports")
		given, err := in.Given()
		if err != nil {
			return listOutput{}, err
		}
		skip, err := asked.Offset(given)
		if err != nil {
			return listOutput{}, err
		}
		list, err := h.Keeper.List(ctx, tenant, skip, in.Limit+1)
		if err != nil {
			return listOutput{}, err
		}
		out := listOutput{Items: list}
		if len(list) > in.Limit {
			out.Items, out.HasMore = list[:in.Limit], true
			out.Next = asked.After(strconv.Itoa(skip + in.Limit))
		}
		return out, nil
	})
}

type overrideInput struct {
	ID        string           `json:"report_id" min:"1" max:"60" doc:"Of a report."`
	Candidate string           `json:"candidate" min:"1" max:"500" doc:"Any id of the person."`
	Decision  verdict.Decision `json:"decision" doc:"go, hold or no."`
	Reason    string           `json:"reason" min:"1" max:"2000" doc:"Why; whoever reads it later must understand."`
}

func (h *handlers) override() *op.Op {
	return op.New(op.Spec{
		Name: "override_decision", Toolset: toolset, Title: "Decide otherwise than the advice", Effect: op.Updates,
		Doc: "Records a person's decision on a candidate of a report, with the reason and who said so. The advice stays beside it, and every earlier decision is kept.",
	}, func(ctx context.Context, in overrideInput) (report.Candidate, error) {
		tenant := op.CallerFrom(ctx).Tenant
		c, _, err := h.Keeper.Get(ctx, tenant, in.ID)
		if err != nil {
			return report.Candidate{}, err
		}
		found, err := report.Make(h.Skills, c, langOf(ctx)).Find(in.Candidate)
		if err != nil {
			return report.Candidate{}, err
		}
		author := op.CallerFrom(ctx).Name
		if author == "" {
			author = "anonymous" // a server that is open to whoever sits at it knows no names
		}
		o := verdict.Override{Decision: in.Decision, Reason: strings.TrimSpace(in.Reason), Author: author, At: h.Now().UTC()}
		if err := o.Check(); err != nil {
			return report.Candidate{}, err
		}
		if err := h.Keeper.Override(ctx, tenant, in.ID, found.ID, o); err != nil {
			return report.Candidate{}, err
		}
		found.Override, found.Decision = &o, o.Decision
		return found, nil
	})
}

type removeInput struct {
	ID      string `json:"report_id,omitzero" max:"60" doc:"Delete this report."`
	Person  string `json:"candidate,omitzero" max:"500" doc:"Or take this person out of all reports, by any id."`
	Confirm bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

type removeOutput struct {
	Reports int `json:"reports" doc:"That were deleted or changed."`
}

func (h *handlers) remove() *op.Op {
	return op.New(op.Spec{
		Name: "delete_hiring_report", Toolset: toolset, Title: "Delete a report, or a person from all", Effect: op.Destroys, Idempotent: true,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Deletes one report for good, or takes one person out of every report.",
	}, func(ctx context.Context, in removeInput) (removeOutput, error) {
		tenant := op.CallerFrom(ctx).Tenant
		switch {
		case (in.ID == "") == (in.Person == ""):
			return removeOutput{}, fault.E(fault.Invalid, fault.Say("Give exactly one of report_id and candidate.", "Укажите ровно одно из report_id и candidate."), nil)
		case !in.Confirm:
			return removeOutput{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		case in.Person != "":
			n, err := h.Keeper.Forget(ctx, tenant, in.Person)
			return removeOutput{Reports: n}, err
		}
		gone, err := h.Keeper.Delete(ctx, tenant, in.ID)
		if err != nil || !gone {
			return removeOutput{}, err
		}
		return removeOutput{Reports: 1}, nil
	})
}

type exportInput struct {
	ID     string        `json:"report_id" min:"1" max:"60" doc:"Of a report."`
	Format export.Format `json:"format,omitzero" default:"markdown" doc:"html prints and needs nothing beside it."`
}

func (h *handlers) export() *op.Op {
	return op.New(op.Spec{
		Name: "export_hiring_report", Toolset: toolset, Title: "A report as a document", Effect: op.Reads, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Writes a report whole as Markdown, as a page that prints, or as JSON.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/hr/report/{report_id}", Gives: []op.Media{{Type: export.AsMarkdown.Type()}, {Type: export.AsHTML.Type()}, {Type: export.AsJSON.Type()}}}},
	}, func(ctx context.Context, in exportInput) (op.File, error) {
		c, _, err := h.Keeper.Get(ctx, op.CallerFrom(ctx).Tenant, in.ID)
		if err != nil {
			return op.File{}, err
		}
		var text strings.Builder
		if err := export.Write(&text, report.Make(h.Skills, c, langOf(ctx)), in.Format); err != nil {
			return op.File{}, err
		}
		return op.File{Name: in.ID + in.Format.Extension(), Type: in.Format.Type(), Text: text.String()}, nil
	})
}

// personInput names a person of a report; the path has their id.
type personInput struct {
	ID       string `json:"id" min:"1" max:"500" doc:"Any id of the person."`
	Role     string `json:"role,omitzero" max:"200" doc:"Of the report; default: the newest with this person."`
	ReportID string `json:"report_id,omitzero" max:"60" doc:"Of the report."`
}

// holding is the newest report with a person.
func (h *handlers) holding(ctx context.Context, in personInput) (report.Report, error) {
	tenant, lang := op.CallerFrom(ctx).Tenant, langOf(ctx)
	id := in.ReportID
	if id == "" {
		list, err := h.Keeper.Holding(ctx, tenant, in.ID)
		if err != nil {
			return report.Report{}, err
		}
		for _, k := range list {
			if in.Role == "" || strings.EqualFold(strings.TrimSpace(in.Role), k.Role) {
				id = k.ID
				break
			}
		}
	}
	if id == "" {
		return report.Report{}, fault.E(fault.NotFound, fault.Say("No report holds %q yet.", "Отчёта с кандидатом «%s» ещё нет.", fault.Clip(in.ID)), nil).
			WithHint(fault.Say("Make one with evaluate_candidates or POST /api/v1/hr/run.", "Составьте его: evaluate_candidates или POST /api/v1/hr/run."))
	}
	c, _, err := h.Keeper.Get(ctx, tenant, id)
	return report.Make(h.Skills, c, lang), err
}

func (h *handlers) script() *op.Op {
	return op.New(op.Spec{
		Name: "get_interview_script", Toolset: toolset, Title: "Questions for a candidate", Effect: op.Reads,
		Doc:    "Proposes interview questions to one person from their own report: strong proofs asked in depth, gaps probed, risks clarified, each with what to listen for.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/hr/interview/{id}"}},
	}, func(ctx context.Context, in personInput) (script.Interview, error) {
		r, err := h.holding(ctx, in)
		if err != nil {
			return script.Interview{}, err
		}
		return script.Of(r, in.ID)
	})
}

func (h *handlers) outreach() *op.Op {
	return op.New(op.Spec{
		Name: "draft_outreach", Toolset: toolset, Title: "First letter to a candidate", Effect: op.Reads,
		Doc:    "Drafts a short, honest first letter to a person of a report, with every fact it uses listed. Nothing is sent.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/hr/outreach/{id}"}},
	}, func(ctx context.Context, in personInput) (outreach.Letter, error) {
		r, err := h.holding(ctx, in)
		if err != nil {
			return outreach.Letter{}, err
		}
		return outreach.Of(r, in.ID)
	})
}
