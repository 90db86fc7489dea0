package dossier

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"kadry/internal/dossier/contract"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// The paths of the former batch service are long work of this one by other names.

// Asked are the operations of the house that the batch paths are made of.
func Asked() []string { return []string{startTask, getTask, taskResult, cancelTask} }

const (
	startTask  = "start_task"
	getTask    = "get_task"
	taskResult = "get_task_result"
	cancelTask = "cancel_task"
)

type batchOutput struct {
	ID        string `json:"batch_id"`
	Status    string `json:"status" doc:"pending, processing, completed, failed or cancelled."`
	Total     int    `json:"total" doc:"Candidates."`
	Processed int    `json:"processed"`
	Left      int    `json:"left_s,omitzero" doc:"Seconds to the end by the pace so far."`
	Error     string `json:"error,omitzero"`

	Ignored []string `json:"ignored_fields,omitempty" doc:"Of the request: they arrived and changed nothing."`
}

// taskView is the part of a task that the batch paths show.
type taskView struct {
	ID    string `json:"task_id"`
	State string `json:"state"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
	Left  int    `json:"left_s"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

func (t taskView) batch() batchOutput {
	out := batchOutput{ID: t.ID, Total: t.Total, Processed: t.Done, Left: t.Left}
	out.Status = map[string]string{"queued": "pending", "running": "processing", "done": "completed", "failed": "failed", "cancelled": "cancelled"}[t.State]
	if t.Error != nil {
		out.Error = t.Error.Message
	}
	return out
}

func (h *handlers) submitBatch() *op.Op {
	return op.New(op.Spec{
		Name: "submit_hr_batch", Toolset: toolset, Title: "Submit a batch of candidates", Effect: op.Creates, World: true, BodyLimit: 32 << 20, Fronts: []op.Front{op.REST},
		Doc:    "Starts the report of up to 100 candidates as long work; the body is that of /api/v1/hr/run.",
		Routes: []op.Route{{Method: "POST", Path: "/api/v1/batch/submit", Status: 202, Takes: []op.Media{{Type: jsonType, Of: reflect.TypeFor[runRequest]()}}}},
	}, func(ctx context.Context, in op.File) (batchOutput, error) {
		request, ignored, err := readRun(in.Text)
		if err != nil {
			return batchOutput{}, err
		}
		if len(request.Candidates) == 0 {
			return batchOutput{}, fault.Wrong("candidates", fault.Say("name at least one", "укажите хотя бы одного"))
		}
		as := evaluateInput{
			Role: request.Role, Location: request.Location, Mandatory: request.Skills, Preferred: request.NiceToHave, Company: request.Company,
			Above: request.Above, Welcome: request.Welcome, Background: true,
		}
		if request.SalaryFrom > 0 && request.SalaryTo > 0 && (request.Currency == "" || request.Currency == "RUB") {
			as.Salary = []int{request.SalaryFrom, request.SalaryTo}
		}
		for _, c := range request.Candidates {
			as.Candidates = append(as.Candidates, candidateInput(c))
		}
		args, err := json.Marshal(as)
		if err != nil {
			return batchOutput{}, err
		}
		var task taskView
		err = h.Ask(ctx, startTask, map[string]string{"operation": "evaluate_candidates", "arguments": string(args)}, &task)
		out := task.batch()
		out.Total, out.Ignored = len(request.Candidates), slices.Concat(ignored, request.unbatched())
		return out, err
	})
}

// unbatched are the fields of a run that a batch does not ask the market by.
func (in runRequest) unbatched() (names []string) {
	for name, given := range map[string]bool{
		"work_format": in.WorkFormat != "", "seniority_level": in.Level != "", "min_years_experience": in.MinYears != nil, "salary_currency": in.Currency != "" && in.Currency != "RUB",
	} {
		if given {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

type batchInput struct {
	ID string `json:"batch_id" min:"1" max:"100" doc:"From /api/v1/batch/submit."`
}

func (h *handlers) batchStatus() *op.Op {
	return op.New(op.Spec{
		Name: "get_hr_batch", Toolset: toolset, Title: "How a batch stands", Effect: op.Reads, Fronts: []op.Front{op.REST},
		Doc:    "Tells how many candidates of a batch have been read.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/batch/status/{batch_id}"}},
	}, func(ctx context.Context, in batchInput) (batchOutput, error) {
		var task taskView
		err := h.Ask(ctx, getTask, map[string]string{"task_id": in.ID}, &task)
		return task.batch(), err
	})
}

func (h *handlers) batchResults() *op.Op {
	return op.New(op.Spec{
		Name: "get_hr_batch_results", Toolset: toolset, Title: "Results of a batch", Effect: op.Reads, Fronts: []op.Front{op.REST},
		Doc:    "The report of a batch in the form of /api/v1/hr/run; while it runs, with the candidates read so far.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/batch/results/{batch_id}", Gives: []op.Media{{Type: jsonType, Of: reflect.TypeFor[contract.Response]()}}}},
	}, func(ctx context.Context, in batchInput) (op.File, error) {
		var answer struct {
			Result json.RawMessage `json:"result"`
		}
		if err := h.Ask(ctx, taskResult, map[string]string{"task_id": in.ID}, &answer); err != nil {
			return op.File{}, err
		}
		var made evaluateOutput
		if err := json.Unmarshal(answer.Result, &made); err != nil {
			return op.File{}, err
		}
		c, _, err := h.Keeper.Get(ctx, op.CallerFrom(ctx).Tenant, made.ID)
		if err != nil {
			return op.File{}, err
		}
		return asJSON(contract.Of(report.Make(h.Skills, c, langOf(ctx)), contract.Run{Milliseconds: made.Milliseconds, Cache: contract.Cache(made.Cache)}))
	})
}

func (h *handlers) cancelBatch() *op.Op {
	return op.New(op.Spec{
		Name: "cancel_hr_batch", Toolset: toolset, Title: "Cancel a batch", Effect: op.Updates, Idempotent: true, Fronts: []op.Front{op.REST},
		Doc:    "Ends a batch; what was read so far stays.",
		Routes: []op.Route{{Method: "POST", Path: "/api/v1/batch/cancel/{batch_id}"}},
	}, func(ctx context.Context, in batchInput) (batchOutput, error) {
		var task taskView
		err := h.Ask(ctx, cancelTask, map[string]string{"task_id": in.ID}, &task)
		return task.batch(), err
	})
}
