package codematchroom

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"kadry/internal/codematch"
	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/push"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/room"
)

// The jobs of the room.
const (
	refreshKind = "code refresh" // of one repository
	sweepKind   = "code sweep"   // of what nobody needs any more, and of repositories that are due
	refreshTime = time.Hour
	vectorKind  = "code vectors" // that are missing
	vectorsAt   = 5 * time.Minute
	vectorsOnce = 2000           // texts of a tenant in one run
	settled     = 24 * time.Hour // what was replaced or left over so long ago is read by nobody
)

// refreshed is a repository that is to be looked at again.
type refreshed struct{ Tenant, URL string }

// keepFresh adds the jobs that look for new commits and forget what is old.
func (w *wiring) keepFresh(h room.House, parts codematch.Parts) error {
	err := h.Queue.Handle(
		jobs.Kind{Name: refreshKind, AtOnce: 1, Timeout: refreshTime, Work: func(ctx context.Context, job jobs.Job) (jobs.Effect, error) {
			var r refreshed
			if err := json.Unmarshal(job.Payload, &r); err != nil {
				return nil, jobs.Permanent(fmt.Errorf("codematchroom: refresh: %w", err))
			}
			return nil, codematch.Refresh(ctx, parts, r.Tenant, r.URL)
		}},
		jobs.Kind{Name: sweepKind, AtOnce: 1, Work: func(ctx context.Context, _ jobs.Job) (jobs.Effect, error) {
			return w.sweep(ctx, h, parts)
		}},
	)
	if err != nil {
		return err
	}
	if parts.Dense != nil {
		if err := fillVectors(h, parts.Dense); err != nil {
			return err
		}
	}
	return h.Queue.Schedule(jobs.Periodic{Name: "codematch.sweep", Kind: sweepKind, Every: time.Hour})
}

// fillVectors makes, now and then, the vectors that are missing.
func fillVectors(h room.House, vectors *dense.Index) error {
	err := h.Queue.Handle(jobs.Kind{Name: vectorKind, AtOnce: 1, Timeout: refreshTime, Work: func(ctx context.Context, _ jobs.Job) (jobs.Effect, error) {
		tenants, err := vectors.Tenants(ctx)
		if err != nil {
			return nil, err
		}
		for _, tenant := range tenants {
			if _, err := vectors.Fill(ctx, tenant, dense.Budget{Texts: vectorsOnce}, func(int, int) {}); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}})
	if err != nil {
		return err
	}
	return h.Queue.Schedule(jobs.Periodic{Name: "codematch.vectors", Kind: vectorKind, Every: vectorsAt})
}

// vectorsToo asks for the vectors of what has changed, beside what is done then anyway, so that
// nobody waits for the next tick.
func vectorsToo(h room.House, refresh func(context.Context, string) error) func(context.Context, string) error {
	return func(ctx context.Context, tenant string) error {
		if err := refresh(ctx, tenant); err != nil {
			return err
		}
		return h.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := h.Queue.Insert(ctx, tx, jobs.Spec{Kind: vectorKind, Unique: vectorKind})
			return err
		})
	}
}

// sweep forgets what is old and inserts jobs for the repositories that are due.
func (w *wiring) sweep(ctx context.Context, h room.House, parts codematch.Parts) (jobs.Effect, error) {
	now := h.Now()
	if err := parts.Mirror.Sweep(ctx, now.Add(-settled)); err != nil {
		return nil, err
	}
	if err := parts.Searches.Forget(ctx, now.Add(-time.Duration(w.Kept)*day)); err != nil {
		return nil, err
	}
	if w.Refresh == 0 {
		return nil, nil
	}
	due, err := w.due(ctx, parts, func(r mirror.Repository) bool {
		return now.Sub(r.IndexedAt) >= time.Duration(w.Settings.Refresh)*time.Hour
	})
	return insert(h.Queue, due), err
}

// due are the repositories that can be fetched again and that a rule picks, of all tenants.
func (w *wiring) due(ctx context.Context, parts codematch.Parts, pick func(mirror.Repository) bool) (due []refreshed, err error) {
	tenants, err := parts.Mirror.Tenants(ctx)
	if err != nil {
		return nil, err
	}
	for _, tenant := range tenants {
		list, err := parts.Mirror.List(ctx, tenant, false)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if address, err := source.Parse(r.URL); err == nil && !r.Uploaded() && address.Kind == source.Repository && pick(r) {
				due = append(due, refreshed{tenant, r.URL})
			}
		}
	}
	return due, nil
}

func insert(queue *jobs.Queue, due []refreshed) jobs.Effect {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, r := range due {
			if _, err := queue.Insert(ctx, tx, jobs.Spec{Kind: refreshKind, Tenant: r.Tenant, Payload: r, Unique: "code refresh " + r.Tenant + " " + r.URL}); err != nil {
				return err
			}
		}
		return nil
	}
}

// webhook takes pushes of forges: repositories that are indexed at that branch are looked at
// again. It says nothing of which those are.
func (w *wiring) webhook(h room.House, parts codematch.Parts) room.Route {
	return room.Route{Pattern: "POST /api/v1/code/refresh", Open: true, Handler: http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		err := w.take(h, parts, out, in)
		if err != nil {
			f := fault.From(err)
			http.Error(out, f.Text.EN, fault.AnswerTo(f.Kind).Status)
			return
		}
		out.WriteHeader(http.StatusAccepted)
	})}
}

// take reads a delivery. Until its signature is checked nothing is done for its sender.
func (w *wiring) take(h room.House, parts codematch.Parts, out http.ResponseWriter, in *http.Request) error {
	body, err := io.ReadAll(http.MaxBytesReader(out, in.Body, push.Longest+1))
	if err != nil {
		return fault.E(fault.TooLarge, fault.Say("The delivery cannot be read whole.", "Уведомление не удалось прочитать целиком."), err)
	}
	p, err := push.Read(in.Header, body, w.Secret.Reveal())
	if err != nil || p.Kind != push.Pushed {
		return err
	}
	ctx := in.Context()
	due, err := w.due(ctx, parts, func(r mirror.Repository) bool {
		return r.URL == p.Repository.Key() && (r.Ref == p.Branch || r.Ref == "" && (r.Branch == p.Branch || p.Default))
	})
	if err != nil || len(due) == 0 {
		return err
	}
	return h.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return insert(h.Queue, due)(ctx, tx) })
}
