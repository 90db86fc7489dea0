package examroom

import (
	"context"
	"database/sql"
	"math"
	"strconv"
	"time"

	"kadry/internal/audit"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// syncTime is how long one call may copy: the site is asked once a second.
const syncTime = 24 * time.Hour

type syncInput struct {
	Subject    string   `json:"subject" min:"1" max:"100" doc:"Subject by code or name; ege/math names a course whole."`
	Exam       string   `json:"exam,omitzero" default:"ege" max:"20" doc:"ege, oge, vpr or ct."`
	Grade      int      `json:"grade,omitzero" min:"0" max:"11" doc:"For vpr."`
	Categories []string `json:"categories,omitempty" max:"1000" doc:"Only these, by number; empty is all."`
	Again      bool     `json:"again,omitzero" doc:"Also what was copied lately."`
}

// synced is what the copying of a course came to.
type synced struct {
	Course     string        `json:"course"`
	Total      int           `json:"total" doc:"Categories."`
	Copied     int           `json:"copied" doc:"Categories."`
	Fresh      int           `json:"fresh" doc:"Categories that were copied lately."`
	Problems   int           `json:"problems" doc:"Taken in."`
	Requests   int           `json:"requests" doc:"Made to the site."`
	Failed     []syncFailure `json:"failed" doc:"Categories that could not be copied."`
	Incomplete bool          `json:"partial_data" doc:"The site could not be asked on, or some categories failed: calling again goes on."`
	Stopped    *syncProblem  `json:"stopped,omitzero" doc:"Why it did not come to the end."`
}

type syncFailure struct {
	Category string `json:"category_id"`
	Name     string `json:"category_name"`
	syncProblem
}

type syncProblem struct {
	Code       string `json:"code"`
	Message    string `json:"message"`
	Hint       string `json:"hint,omitzero"`
	RetryAfter int    `json:"retry_after_s,omitzero"`
}

func problemOf(f *fault.Error, lang string) syncProblem {
	return syncProblem{string(f.Kind), f.Text.In(lang), f.Hint.In(lang), int(math.Ceil(f.RetryAfter.Seconds()))}
}

// fault is the problem as an error, in the language it was told in.
func (p syncProblem) fault() error {
	f := fault.E(fault.Kind(p.Code), fault.Text{EN: p.Message, RU: p.Message}, nil).WithHint(fault.Text{EN: p.Hint, RU: p.Hint})
	return f.After(time.Duration(p.RetryAfter) * time.Second)
}

// syncCourse declares the copying of a course. Assistants do not see it: it is for whoever
// runs the server.
func (w *wiring) syncCourse() *op.Op {
	return op.New(op.Spec{
		Name: "sdamgia_sync", Toolset: toolset, Title: "Copy a course into the bank", Effect: op.Creates, Idempotent: true, World: true,
		Scope: op.ScopeAdmin, Fronts: []op.Front{op.REST, op.CLI}, Timeout: syncTime, Long: true,
		Doc: "Copies the problems of a course from the exam site, politely: it takes hours, so run it as a task. " +
			"A run that was broken off goes on where it stopped.",
	}, func(ctx context.Context, in syncInput) (synced, error) {
		course, err := subject.Parse(in.Subject, subject.Course{Exam: subject.Exam(in.Exam), Grade: in.Grade})
		if err != nil {
			return synced{}, err
		}
		progress := op.Progress(ctx)
		report, err := w.bank.Sync(ctx, course, bank.SyncOptions{Again: in.Again, Categories: in.Categories}, func(s bank.SyncStage) {
			progress(op.Stage{Done: s.Done, Total: s.Total, Text: stageText(s)})
		})
		if ctx.Err() != nil || err != nil && report.Total == 0 {
			return synced{}, err
		}
		if err := w.logSync(ctx, report); err != nil {
			return synced{}, err
		}
		return outcome(report, err, op.CallerFrom(ctx).Lang), nil
	})
}

func outcome(r bank.SyncReport, stopped error, lang string) synced {
	out := synced{
		Course: r.Course.String(), Total: r.Total, Copied: r.Copied, Fresh: r.Skipped, Problems: r.Problems, Requests: r.Requests,
		Incomplete: stopped != nil || len(r.Failed) > 0,
	}
	for _, f := range r.Failed {
		out.Failed = append(out.Failed, syncFailure{f.Category.ID, f.Category.Name, problemOf(f.Err, lang)})
	}
	if stopped != nil {
		p := problemOf(fault.From(stopped), lang)
		out.Stopped = &p
	}
	return out
}

func stageText(s bank.SyncStage) fault.Text {
	text := fault.Say("%d problems  %s", "заданий %d  %s", s.Problems, s.Category)
	if s.Failed != nil {
		text.EN += ": " + s.Failed.Text.EN
		text.RU += ": " + s.Failed.Text.RU
	}
	return text
}

// logSync writes into the audit log who had a course copied.
func (w *wiring) logSync(ctx context.Context, r bank.SyncReport) error {
	caller := op.CallerFrom(ctx)
	return w.house.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return w.house.Audit.Append(ctx, tx, audit.Entry{
			Tenant: caller.Tenant, Actor: caller.Name, Action: "exam.synced", Subject: r.Course.String(),
			Detail: map[string]string{"categories": strconv.Itoa(r.Copied), "problems": strconv.Itoa(r.Problems)},
		})
	})
}

// logTeaching writes into the audit log what a teacher did to tests that are out.
func (w *wiring) logTeaching(ctx context.Context, tx *sql.Tx, tenant, action, subject string, detail map[string]string) error {
	return w.house.Audit.Append(ctx, tx, audit.Entry{Tenant: tenant, Actor: op.CallerFrom(ctx).Name, Action: action, Subject: subject, Detail: detail})
}
