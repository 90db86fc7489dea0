package talent

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

type rereadInput struct {
	All   bool `json:"include_current,omitzero" doc:"Also the CVs that the rules of now have read."`
	Model bool `json:"ask_model,omitzero" doc:"Ask the model, where a second reader is switched on, for what the rules still do not find."`
}

type rereadOutput struct {
	Read    int    `json:"read"`
	Changed int    `json:"changed" doc:"Records that differ from what was kept."`
	Failed  int    `json:"failed" doc:"Texts that could not be read anew; what was kept stays."`
	Total   int    `json:"total"`
	Rules   string `json:"rules" doc:"The version of the rules they are read by."`
}

// rereadPoint is how far a task has come.
type rereadPoint struct {
	Report RereadReport `json:"report"`
	Total  int          `json:"total"`
}

func (p rereadPoint) output(rules string) rereadOutput {
	return rereadOutput{Read: p.Report.Read, Changed: p.Report.Changed, Failed: p.Report.Failed, Total: p.Total, Rules: rules}
}

func (d *handlers) reextractCandidates() *op.Op {
	return op.New(op.Spec{
		Name: "reextract_candidates", Toolset: talentToolset, Title: "Read the base anew", Effect: op.Updates, Idempotent: true,
		Fronts: []op.Front{op.REST, op.CLI, op.Web}, Timeout: 5 * time.Minute, Long: true,
		Doc: "Reads the kept texts again where older rules read them, after an upgrade for instance. Files are not needed, " +
			"corrections and links stay, and what \"present\" meant stays the month in which a CV came.",
	}, d.reextract)
}

func (d *handlers) reextract(ctx context.Context, in rereadInput) (rereadOutput, error) {
	tenant, at, progress := from(ctx).Tenant, op.Checkpoint(ctx), op.Progress(ctx)
	left, err := d.base.ToReread(ctx, tenant, in.All)
	if err != nil {
		return rereadOutput{}, err
	}
	point := rereadPoint{Total: left}
	before := rereadPoint{}
	if at.Load(&before) {
		point = before
	}
	kept := d.base.Now()
	began := point.Report
	work := Rereading{All: in.All, Model: in.Model, After: began.Done}
	work.Settled = func(r RereadReport) error {
		point.Report = began.and(r)
		done := point.Report.Read + point.Report.Failed
		point.Total = max(point.Total, done)
		progress(op.Stage{Done: done, Total: point.Total, Text: fault.Say(
			"read anew %d, changed %d", "прочитано заново %d, изменилось %d", point.Report.Read, point.Report.Changed)})
		if now := d.base.Now(); now.Sub(kept) >= checkpointTime {
			kept = now
			return at.Save(ctx, point, point.output(d.base.Rules))
		}
		return nil
	}
	r, err := d.base.Reread(ctx, tenant, work)
	point.Report = began.and(r)
	if err != nil {
		_ = at.Save(context.WithoutCancel(ctx), point, point.output(d.base.Rules)) // it only spares the next attempt some work
		return rereadOutput{}, err
	}
	point.Total = max(point.Report.Read+point.Report.Failed, 0)
	return point.output(d.base.Rules), nil
}

// and is what both attempts did.
func (r RereadReport) and(next RereadReport) RereadReport {
	return RereadReport{Read: r.Read + next.Read, Changed: r.Changed + next.Changed, Failed: r.Failed + next.Failed, Done: next.Done}
}
