package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"kadry/internal/audit"
	"kadry/internal/cache"
	"kadry/internal/config"
	"kadry/internal/embed"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/llm"
	"kadry/internal/obs"
	"kadry/internal/outbox"
	"kadry/internal/room"
	"kadry/internal/store"
	"kadry/internal/task"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// The ways out to hosts that are not ours to name; see waysOut.
const (
	webhookWay = "webhook"
	modelWay   = "model"
	embedWay   = "embed"
)

// Workers of the queue beside those of the rooms: a receiver that hangs holds
// one for as long, and the chores must not wait for either.
const (
	deliveriesAtOnce = 32
	choresAtOnce     = 2
	tasksAtOnce      = 2
)

// modelTimeout is longer than the minute that llm and embed wait for an answer, so that it is
// they who end the wait and say why.
const modelTimeout = 70 * time.Second

// The largest answers of models, in bytes: 64 vectors of 4,096 numbers are about 6 MB of text.
const (
	modelAnswer = 4 << 20
	embedAnswer = 16 << 20
)

// cacheFolder is the folder of the data folder that holds copies of foreign pages.
const cacheFolder = "cache"

// workers is how many jobs of one kind are worked at once. Without a model that is computing,
// of which more at once only makes callers wait; with one it is waiting.
func workers(cfg *config.Loaded) int {
	switch {
	case cfg.Workers > 0:
		return cfg.Workers
	case cfg.ModelURL != "":
		return max(8, runtime.GOMAXPROCS(0))
	}
	return runtime.GOMAXPROCS(0)
}

// openStore opens the configured database and migrates it.
func openStore(ctx context.Context, cfg *config.Loaded, schemas []store.Schema) (*store.DB, error) {
	db, err := openUntouched(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx, schemas...); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// schemas are the tables of everything that keeps some.
func schemas(rooms []room.Room) []store.Schema {
	list := []store.Schema{jobs.Schema(), outbox.Schema(), audit.Schema(), task.Schema()}
	for _, r := range rooms {
		list = append(list, r.Schemas...)
	}
	return list
}

// openUntouched opens the configured database as it is.
func openUntouched(ctx context.Context, cfg *config.Loaded) (*store.DB, error) {
	address := cfg.DatabaseURL.Reveal()
	if address == "" {
		address = cfg.Data + string(filepath.Separator)
	}
	return store.Open(ctx, store.Config{URL: address})
}

// openCache opens the cache, wherever it keeps answers.
func (h *house) openCache(ctx context.Context) (err error) {
	h.cache, err = cache.New(ctx, cache.Config{URL: h.cfg.RedisURL.Reveal(), Bytes: h.cfg.MemoryCache << 20, Log: h.log})
	if err != nil {
		return err
	}
	return h.metrics.Watch(cacheFigures, h.showCache)
}

// openWays opens the ways out of this server, and what sends over them.
func (h *house) openWays(rooms []room.Room) (err error) {
	if h.upstream, err = openUpstream(h.cfg, rooms, h.log, h.metrics); err != nil {
		return err
	}
	h.audit = audit.New(h.db, time.Now)
	if h.seal, err = openSeal(h.cfg); err != nil {
		return err
	}
	if h.outbox, err = h.openOutbox(); err != nil {
		return err
	}
	if err := h.openModel(); err != nil {
		return err
	}
	return h.openEmbed()
}

// openUpstream opens the only way out, with the policies of every system that is asked.
func openUpstream(cfg *config.Loaded, rooms []room.Room, log *slog.Logger, metrics *obs.Metrics) (*upstream.Client, error) {
	ways, err := waysOut(cfg)
	if err != nil {
		return nil, err
	}
	var policies []upstream.Policy
	for _, r := range rooms {
		if r.Policies == nil {
			continue
		}
		own, err := r.Policies()
		if err != nil {
			return nil, err
		}
		policies = append(policies, own...)
	}
	client, err := upstream.New(upstream.Config{
		Open: ways, Policies: policies,
		Folder: filepath.Join(cfg.Data, cacheFolder), CacheBytes: cfg.CacheMB << 20,
		Offline: cfg.Offline, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	if err := metrics.Watch(upstreamFigures, func(emit obs.Emit) { showUpstream(client, emit) }); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// waysOut are how webhooks and questions to a model leave this server.
func waysOut(cfg *config.Loaded) ([]upstream.Open, error) {
	ways := []upstream.Open{{
		Name: webhookWay, Hosts: cfg.WebhookHosts, Inside: cfg.WebhookInner, Own: ownAddresses(cfg),
		Plain: cfg.WebhookPlain, UserAgent: "kadry/" + Version,
	}}
	for _, m := range []struct {
		name, key, url string
		answer         int64
	}{{modelWay, "llm_url", cfg.ModelURL, modelAnswer}, {embedWay, "embed_url", cfg.EmbedURL, embedAnswer}} {
		if m.url == "" {
			continue
		}
		way, err := wayToModel(m.url)
		if err != nil {
			return nil, usage(fault.Say("%s is not an address.", "%s — это не адрес.", m.key), err)
		}
		way.Name, way.Answer = m.name, m.answer
		ways = append(ways, way)
	}
	return ways, nil
}

// wayToModel leads to one server, wherever it is: the operator named it.
func wayToModel(address string) (upstream.Open, error) {
	model, err := url.Parse(address)
	if err != nil || model.Host == "" {
		return upstream.Open{}, errors.Join(errors.New("app: no host in the address of a model"), err)
	}
	port := model.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[model.Scheme]
	}
	host := net.JoinHostPort(model.Hostname(), port)
	return upstream.Open{
		Hosts: []string{host}, Inside: []string{host}, Plain: model.Scheme == "http",
		AtOnce: 4, LongestWait: 30 * time.Second, Timeout: modelTimeout, UserAgent: "kadry/" + Version,
	}, nil
}

// ownAddresses are the names and addresses of this server: a webhook to them would be a
// caller talking to us through ourselves.
func ownAddresses(cfg *config.Loaded) []string {
	var own []string
	if public, err := url.Parse(cfg.PublicURL); err == nil && public.Hostname() != "" {
		own = append(own, public.Hostname())
	}
	for _, name := range cfg.AllowedHosts {
		own = append(own, hostName(name))
	}
	host, port, err := net.SplitHostPort(cfg.Addr)
	if err != nil || port == "0" {
		return own
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return append(own, net.JoinHostPort(host, port))
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return own // the guard against private addresses stands without them
	}
	for _, a := range addresses {
		if network, ok := a.(*net.IPNet); ok {
			own = append(own, net.JoinHostPort(network.IP.String(), port))
		}
	}
	return own
}

func (h *house) openOutbox() (*outbox.Outbox, error) {
	var shared webhook.Secret
	if h.cfg.WebhookKey != "" {
		var err error
		if shared, err = webhook.ParseSecret(h.cfg.WebhookKey.Reveal()); err != nil {
			return nil, fmt.Errorf("app: webhook_secret: %w", err)
		}
	}
	return outbox.New(outbox.Config{
		DB: h.db, Queue: h.queue, Send: h.upstream.Send, Check: h.upstream.Check, Seal: h.seal, Shared: shared, Unsigned: h.cfg.WebhookBare,
		AtOnce: deliveriesAtOnce, Now: time.Now, Log: h.log,
	})
}

// openModel makes the client of the model where one is configured.
func (h *house) openModel() error {
	if h.cfg.ModelURL == "" {
		return nil
	}
	client, err := llm.New(llm.Config{
		BaseURL: h.cfg.ModelURL, Model: h.cfg.Model, APIKey: llm.Key(h.cfg.ModelKey.Reveal()),
		Transport: h.upstream.RoundTripper(modelWay, ""), Count: h.countModel,
	})
	if err != nil {
		return fmt.Errorf("app: model: %w", err)
	}
	h.model = client
	return nil
}

// openEmbed makes the client of the embedding model where one is configured.
func (h *house) openEmbed() error {
	if h.cfg.EmbedURL == "" {
		return nil
	}
	client, err := embed.New(embed.Config{
		BaseURL: h.cfg.EmbedURL, Model: h.cfg.EmbedModel, APIKey: llm.Key(h.cfg.EmbedKey.Reveal()),
		QueryPrefix: h.cfg.EmbedQuery, DocumentPrefix: h.cfg.EmbedText, Dimensions: h.cfg.EmbedSize,
		Transport: h.upstream.RoundTripper(embedWay, ""), MaxBytes: embedAnswer,
	})
	if err != nil {
		return fmt.Errorf("app: embedding model: %w", err)
	}
	h.embed = client
	return nil
}

// listening tells the rooms under which address this server can be reached.
func (h *house) listening(addr net.Addr) error {
	base := cmp.Or(strings.TrimSuffix(h.cfg.PublicURL, "/"), "http://"+reachable(addr))
	to, err := url.Parse(base)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return usage(fault.Say("public_url is not an address.", "public_url — это не адрес."), err)
	}
	for _, r := range h.rooms {
		if r.Listening == nil {
			continue
		}
		if err := r.Listening(base); err != nil {
			return fmt.Errorf("app: listening of %s: %w", r.Name, err)
		}
	}
	return nil
}

// reachable is the listening address as this machine itself reaches it.
func reachable(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// The places of cacheFigures.
const (
	cacheAsked = iota
	cacheRefused
	cacheBytes
	cacheDown
)

var cacheFigures = []obs.Figure{
	cacheAsked:   {Name: "kadry_cache_asked_total", Help: "How often the cache was asked, by whether it had an answer.", Labels: []string{"outcome"}},
	cacheRefused: {Name: "kadry_cache_refused_total", Help: "Answers that were too large to keep."},
	cacheBytes:   {Name: "kadry_cache_bytes", Help: "Size of the answers kept in this process."},
	cacheDown:    {Name: "kadry_cache_down", Help: "1 while the cache's backend is away and answers are kept in this process.", Labels: []string{"backend"}},
}

func (h *house) showCache(emit obs.Emit) {
	s, down := h.cache.Stats(), 0.0
	if s.Down {
		down = 1
	}
	emit(cacheAsked, float64(s.Hits), "hit")
	emit(cacheAsked, float64(s.Misses), "miss")
	emit(cacheRefused, float64(s.Refused))
	emit(cacheBytes, float64(s.Bytes))
	emit(cacheDown, down, string(s.Backend))
}

// The places of upstreamFigures.
const (
	happenings = iota
	inFlight
	waiting
	breakerOpen
	budgetLeft
	failedShare
)

var upstreamFigures = []obs.Figure{
	happenings:  {Name: "kadry_upstream_events_total", Help: "What happened on the way to other systems.", Labels: []string{"system", "event"}},
	inFlight:    {Name: "kadry_upstream_in_flight", Help: "Requests under way.", Labels: []string{"system"}},
	waiting:     {Name: "kadry_upstream_waiting", Help: "Requests in the queue.", Labels: []string{"system"}},
	breakerOpen: {Name: "kadry_upstream_breaker_open", Help: "1 while nothing is asked because the system failed too often.", Labels: []string{"system"}},
	budgetLeft:  {Name: "kadry_upstream_budget_left", Help: "Requests left of the day's budget, -1 without one.", Labels: []string{"system"}},
	failedShare: {Name: "kadry_upstream_failed_share", Help: "Failures that reached a caller, of the requests made since the start, 0-1.", Labels: []string{"system"}},
}

func showUpstream(client *upstream.Client, emit obs.Emit) {
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
		emit(failedShare, min(1, float64(s.Happened[upstream.Failed])/float64(max(1, s.Happened[upstream.Requested]))), s.Policy)
	}
}
