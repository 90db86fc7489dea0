package app

import (
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"kadry/internal/config"
	"kadry/internal/exam"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/obs"
	"kadry/internal/sqlstore"
	"kadry/internal/upstream"
)

// The folders of the data folder that belong to foreign pages.
const (
	cacheFolder  = "cache"
	sampleFolder = "unread" // pages whose structure was not the known one
)

// openExams puts the exam room together, with the site its problems come from.
func (h *house) openExams() error {
	base, err := sdamgia.ParseBase(h.cfg.SdamgiaURL)
	if err != nil {
		return err
	}
	if h.upstream, err = openUpstream(h.cfg, base, h.log, h.metrics); err != nil {
		return err
	}
	h.site = sdamgia.New(h.upstream, base, filepath.Join(h.cfg.Data, sampleFolder))
	h.problems = sqlstore.NewProblems(h.db)
	h.bank = exam.New(exam.Parts{Shelf: h.problems, Site: h.site, Locate: sdamgia.Locate, Now: time.Now, Alone: h.cfg.Offline})
	return nil
}

// openUpstream opens the only way out, with the limits of every system that is asked.
func openUpstream(cfg *config.Loaded, base sdamgia.Base, log *slog.Logger, metrics *obs.Metrics) (*upstream.Client, error) {
	ways, err := openWays(cfg)
	if err != nil {
		return nil, err
	}
	client, err := upstream.New(upstream.Config{
		Open:       ways,
		Policies:   []upstream.Policy{sdamgia.Policy(base, sdamgia.Limits{Daily: cfg.SdamgiaDaily})},
		Folder:     filepath.Join(cfg.Data, cacheFolder),
		CacheBytes: cfg.CacheMB << 20,
		Offline:    cfg.Offline,
		Logger:     log,
	})
	if err != nil {
		return nil, err
	}
	if err := metrics.Watch(upstreamFigures, func(emit func(int, float64, ...string)) { showUpstream(client, emit) }); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// The places of upstreamFigures.
const (
	happenings = iota
	inFlight
	waiting
	breakerOpen
	budgetLeft
)

var upstreamFigures = []obs.Figure{
	happenings:  {Name: "kadry_upstream_events_total", Help: "What happened on the way to other systems.", Labels: []string{"system", "event"}},
	inFlight:    {Name: "kadry_upstream_in_flight", Help: "Requests under way.", Labels: []string{"system"}},
	waiting:     {Name: "kadry_upstream_waiting", Help: "Requests in the queue.", Labels: []string{"system"}},
	breakerOpen: {Name: "kadry_upstream_breaker_open", Help: "1 while nothing is asked because the system failed too often.", Labels: []string{"system"}},
	budgetLeft:  {Name: "kadry_upstream_budget_left", Help: "Requests left of the day's budget, -1 without one.", Labels: []string{"system"}},
}

func showUpstream(client *upstream.Client, emit func(figure int, value float64, labels ...string)) {
	for _, s := range client.Stats() {
		for what, n := range s.Happened {
			emit(happenings, float64(n), s.Policy, what)
		}
		open := 0.0
		if s.Breaker != "closed" {
			open = 1
		}
		emit(inFlight, float64(s.InFlight), s.Policy)
		emit(waiting, float64(s.Waiting), s.Policy)
		emit(breakerOpen, open, s.Policy)
		emit(budgetLeft, float64(s.BudgetLeft), s.Policy)
	}
}
