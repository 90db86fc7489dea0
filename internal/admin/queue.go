package admin

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/audit"
	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
)

// MaxDeadJobs is the most jobs of one page.
const MaxDeadJobs = 100

// Queue is how the queue stands.
type Queue struct {
	Items []Kind `json:"items" doc:"By kind of job."`
	Total int    `json:"total"`
}

// Kind is how the jobs of one kind stand.
type Kind struct {
	Kind        string `json:"kind"`
	Ready       int64  `json:"ready"`
	Waiting     int64  `json:"waiting" doc:"For their time."`
	Running     int64  `json:"running"`
	Dead        int64  `json:"dead" doc:"Given up."`
	OldestReady int64  `json:"oldest_ready_ms" doc:"How long the one that has been ready longest has been."`
}

func (h handlers) getQueue() *op.Op {
	return declared(op.Spec{
		Name: "get_queue", Title: "How the queue stands", Effect: op.Reads,
		Doc: "Counts the jobs of the whole server by kind and state: work in the background, webhooks on their way and tasks.",
	}, func(ctx context.Context, _ none) (Queue, error) {
		counts, err := h.Queue.Snapshot(ctx)
		if err != nil {
			return Queue{}, err
		}
		q := Queue{Total: len(counts)}
		for _, name := range sortedKinds(counts) {
			n := counts[name]
			q.Items = append(q.Items, Kind{name, n.Ready, n.Waiting, n.Running, n.Dead, n.OldestReady.Milliseconds()})
		}
		return q, nil
	})
}

func sortedKinds(counts map[string]jobs.Count) []string { return slices.Sorted(maps.Keys(counts)) }

type deadInput struct {
	Kind   string `json:"kind,omitzero" max:"200" doc:"Only of this kind."`
	Limit  int    `json:"limit,omitzero" min:"1" max:"100" default:"50" doc:"On a page."`
	Cursor string `json:"cursor,omitzero" max:"200" doc:"next_cursor of the answer before."`
}

// DeadJobs is a page of jobs that were given up.
type DeadJobs struct {
	Items      []DeadJob `json:"items"`
	HasMore    bool      `json:"has_more"`
	NextCursor string    `json:"next_cursor,omitzero"`
}

// DeadJob is a job that was given up.
type DeadJob struct {
	ID       int64     `json:"id"`
	Kind     string    `json:"kind"`
	Attempts int       `json:"attempts"`
	GivenUp  time.Time `json:"given_up_at"`
	Error    string    `json:"error,omitzero" doc:"Of the last attempt; told at the machine of the server only, since it may speak of any tenant."`
}

func (h handlers) listDeadJobs() *op.Op {
	return declared(op.Spec{
		Name: "list_dead_jobs", Title: "Jobs that were given up", Effect: op.Reads,
		Doc: "Lists the jobs of the whole server that failed too often, oldest first. requeue_jobs tries them again.",
	}, func(ctx context.Context, in deadInput) (DeadJobs, error) {
		asked := cursor.Ask("list_dead_jobs", in.Kind)
		after, err := asked.Offset(in.Cursor)
		if err != nil {
			return DeadJobs{}, err
		}
		found, err := h.Queue.List(ctx, jobs.Filter{State: jobs.Dead, Kind: in.Kind, After: int64(after), Limit: in.Limit})
		if err != nil {
			return DeadJobs{}, err
		}
		var page DeadJobs
		for _, j := range found {
			dead := DeadJob{ID: j.ID, Kind: j.Kind, Attempts: j.Attempt, GivenUp: j.Finished}
			if op.CallerFrom(ctx).Local {
				dead.Error = j.Error
			}
			page.Items = append(page.Items, dead)
		}
		if len(found) == in.Limit {
			page.HasMore, page.NextCursor = true, asked.After(strconv.FormatInt(found[in.Limit-1].ID, 10))
		}
		return page, nil
	})
}

type requeueInput struct {
	Kind string `json:"kind,omitzero" max:"200" doc:"Only of this kind; empty is all."`
}

// Requeued counts jobs that are ready again.
type Requeued struct {
	Count int `json:"count" doc:"At most 100 at once."`
}

func (h handlers) requeueJobs() *op.Op {
	return declared(op.Spec{
		Name: "requeue_jobs", Title: "Try again what was given up", Effect: op.Updates,
		Doc: "Makes jobs that were given up ready again, with all their attempts. Webhooks are sent again with redeliver_dead.",
	}, func(ctx context.Context, in requeueInput) (Requeued, error) {
		counts, err := h.Queue.Snapshot(ctx)
		if err != nil {
			return Requeued{}, err
		}
		if _, known := counts[in.Kind]; in.Kind != "" && !known {
			kinds := strings.Join(sortedKinds(counts), ", ")
			return Requeued{}, fault.E(fault.Invalid, fault.Say("There is no kind of job %q; there are %s.", "Заданий вида %q нет; есть %s.", fault.Clip(in.Kind), kinds), nil)
		}
		caller, out := op.CallerFrom(ctx), Requeued{}
		err = h.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			if out.Count, err = h.Queue.RequeueAll(ctx, tx, jobs.Filter{Kind: in.Kind}); err != nil || out.Count == 0 {
				return err
			}
			return h.Audit.Append(ctx, tx, audit.Entry{
				Tenant: caller.Tenant, Actor: caller.Name, Action: "jobs.requeued", Subject: in.Kind,
				Detail: map[string]string{"count": strconv.Itoa(out.Count)},
			})
		})
		return out, err
	})
}
