package app

import (
	"context"
	"fmt"
	"sync/atomic"

	"kadry/internal/jobs"
	"kadry/internal/llm"
	"kadry/internal/obs"
)

// worker runs the queue of a house beside whatever else the process does.
type worker struct {
	stop context.CancelFunc
	done chan error
}

// work begins to work the queue. It goes on after ctx, until rest is called: calls that
// drain may still want work done.
func (h *house) work(ctx context.Context) {
	if h.working != nil {
		return
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	w := &worker{stop: stop, done: make(chan error, 1)}
	h.working = w
	go func() { w.done <- h.queue.Run(running) }()
}

// rest ends the work that was begun, if any, and waits for it. Who asks first is told how
// it ended; asking again does no harm.
func (h *house) rest() error {
	if h.working == nil {
		return nil
	}
	w := h.working
	h.working = nil
	h.tasks.Stop()
	w.stop()
	if err := <-w.done; err != nil {
		return fmt.Errorf("app: queue: %w", err)
	}
	return nil
}

// serveQueue works the queue until ctx ends.
func (h *house) serveQueue(ctx context.Context) error {
	h.work(ctx)
	<-ctx.Done()
	return h.rest()
}

// tally counts what this process did, for its metrics.
type tally struct {
	jobs   map[jobs.What]*atomic.Int64
	models map[string]*atomic.Int64
}

func newTally() tally {
	t := tally{jobs: map[jobs.What]*atomic.Int64{}, models: map[string]*atomic.Int64{}}
	for _, what := range jobHappenings {
		t.jobs[what] = &atomic.Int64{}
	}
	for _, outcome := range llm.Outcomes() {
		t.models[outcome] = &atomic.Int64{}
	}
	return t
}

// jobHappenings are those worth a figure.
var jobHappenings = []jobs.What{jobs.Finished, jobs.Retried, jobs.Snoozed, jobs.Buried, jobs.Lost, jobs.Requeued}

func (h *house) countJob(e jobs.Event) {
	if n, known := h.tally.jobs[e.What]; known {
		n.Add(1)
	}
}

func (h *house) countModel(e llm.Event) {
	if n, known := h.tally.models[e.Outcome]; known {
		n.Add(1)
	}
}

// The places of queueFigures.
const (
	jobsInState = iota
	oldestReady
	jobEvents
	modelAnswers
)

var queueFigures = []obs.Figure{
	jobsInState:  {Name: "kadry_jobs", Help: "Jobs in the queue, of all processes.", Labels: []string{"kind", "state"}},
	oldestReady:  {Name: "kadry_jobs_oldest_ready_seconds", Help: "How long the job that has been ready longest has been.", Labels: []string{"kind"}},
	jobEvents:    {Name: "kadry_job_events_total", Help: "What this process did to jobs.", Labels: []string{"event"}},
	modelAnswers: {Name: "kadry_llm_questions_total", Help: "Questions to the model by their outcome.", Labels: []string{"outcome"}},
}

// showQueue reads the queue at a scrape. A database that does not answer leaves its figures
// out; readiness tells of it.
func (h *house) showQueue(emit obs.Emit) {
	ctx, cancel := context.WithTimeout(context.Background(), healthTime)
	defer cancel()
	if counts, err := h.queue.Snapshot(ctx); err == nil {
		for kind, n := range counts {
			emit(jobsInState, float64(n.Ready), kind, "ready")
			emit(jobsInState, float64(n.Waiting), kind, "waiting")
			emit(jobsInState, float64(n.Running), kind, "running")
			emit(jobsInState, float64(n.Dead), kind, "dead")
			emit(oldestReady, n.OldestReady.Seconds(), kind)
		}
	}
	for what, n := range h.tally.jobs {
		emit(jobEvents, float64(n.Load()), string(what))
	}
	if h.cfg.ModelURL != "" {
		for outcome, n := range h.tally.models {
			emit(modelAnswers, float64(n.Load()), outcome)
		}
	}
}

var deliveryFigures = []obs.Figure{
	{Name: "kadry_deliveries", Help: "Events to be delivered by their state, of all processes.", Labels: []string{"state"}},
}

func (h *house) showDeliveries(tenant string, emit obs.Emit) {
	ctx, cancel := context.WithTimeout(context.Background(), healthTime)
	defer cancel()
	counts, err := h.outbox.Stats(ctx, tenant)
	if err != nil {
		return
	}
	for state, n := range counts {
		emit(0, float64(n), string(state))
	}
}

var roomFigures = []obs.Figure{{Name: "kadry_room_count", Help: "What a room counts of itself, by its own names.", Labels: []string{"room", "count"}}}

func (h *house) showRooms(emit obs.Emit) {
	for _, r := range h.rooms {
		if r.Counts == nil {
			continue
		}
		for name, n := range r.Counts() {
			emit(0, float64(n), r.Name, name)
		}
	}
}
