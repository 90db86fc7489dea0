package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"kadry/internal/audit"
	"kadry/internal/config"
	"kadry/internal/fault"
	"kadry/internal/interview"
	questions "kadry/internal/interview/bank"
	"kadry/internal/interview/interviewjobs"
	"kadry/internal/interview/llmgrader"
	"kadry/internal/jobs"
	"kadry/internal/llm"
	"kadry/internal/op"
	"kadry/internal/outbox"
	"kadry/internal/sqlstore"
	"kadry/internal/task"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// The ways out to hosts that are not ours to name: see openWays.
const (
	webhookWay = "webhook"
	modelWay   = "model"
	tryoutWay  = "tryout" // also the outbox's name of the route
)

// Workers of the queue beside those that move interviews on: a receiver that hangs holds
// one for as long, and the chores must not wait for either.
const (
	deliveriesAtOnce = 32
	choresAtOnce     = 2
	tasksAtOnce      = 2
)

// modelTimeout is longer than the minute that llm waits for an answer, so that it is llm that
// ends the wait and says why.
const modelTimeout = 70 * time.Second

// workers is how many interviews are moved on at once. Without a model that is computing, of
// which more at once only makes callers wait; with one it is waiting.
func workers(cfg *config.Loaded) int {
	switch {
	case cfg.Workers > 0:
		return cfg.Workers
	case cfg.ModelURL != "":
		return max(8, runtime.GOMAXPROCS(0))
	}
	return runtime.GOMAXPROCS(0)
}

// openWays are how webhooks and questions to a model leave this server.
func openWays(cfg *config.Loaded) ([]upstream.Open, error) {
	ways := []upstream.Open{{
		Name: webhookWay, Hosts: cfg.WebhookHosts, Inside: cfg.WebhookInner, Own: ownAddresses(cfg),
		Plain: cfg.WebhookPlain, UserAgent: "kadry/" + Version,
	}}
	if cfg.ModelURL == "" {
		return ways, nil
	}
	model, err := url.Parse(cfg.ModelURL)
	if err != nil || model.Host == "" {
		return nil, usage(fault.Say("llm_url is not an address.", "llm_url — это не адрес."), err)
	}
	port := model.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[model.Scheme]
	}
	host := net.JoinHostPort(model.Hostname(), port)
	return append(ways, upstream.Open{
		Name: modelWay, Hosts: []string{host}, Inside: []string{host}, Plain: model.Scheme == "http",
		AtOnce: 4, LongestWait: 30 * time.Second, Timeout: modelTimeout, Answer: 4 << 20, UserAgent: "kadry/" + Version,
	}), nil
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

// openInterviews puts the interview room together with its queue, its outbox and its
// audit log. identity names this process for the queue; empty is a name of its own.
func (h *house) openInterviews(identity string) (err error) {
	h.audit = audit.New(h.db, time.Now)
	if h.outbox, err = h.openOutbox(); err != nil {
		return err
	}
	h.hooks = interviewjobs.New(interviewjobs.Config{
		DB: h.db, Outbox: h.outbox, Audit: h.audit, Retain: h.cfg.Days, AtOnce: workers(h.cfg), Log: h.log, Now: time.Now,
		Who: func(ctx context.Context) string { return op.CallerFrom(ctx).Name },
	})
	kept := sqlstore.NewInterviews(h.db, sqlstore.Ties{
		Opened: h.hooks.Opened, Changed: h.hooks.Changed, Erasing: h.hooks.Erasing, Erased: h.hooks.Erased, Saved: h.hooks.Saved, Dropped: h.hooks.Dropped,
	})
	parts := interview.Parts{
		Vacancies: kept, Catalogue: kept, Sessions: kept, Archive: kept, Surveys: kept,
		Deliveries: h.hooks, Endpoints: h.hooks, Inbox: h.hooks, Admit: h.hooks.Admit, Skills: h.skills,
	}
	if parts.Bank, err = questions.Load(); err != nil {
		return err
	}
	if err := h.openModel(&parts); err != nil {
		return err
	}
	h.interviews = interview.New(parts)
	host, err := os.Hostname()
	if err != nil {
		return fmt.Errorf("app: host name: %w", err)
	}
	h.tasks = task.New(task.Config{DB: h.db, Host: host, AtOnce: tasksAtOnce})
	h.queue, err = jobs.New(h.db, jobs.Config{
		Kinds:    slices.Concat(h.hooks.Kinds(), []jobs.Kind{h.outbox.Kind()}, h.tasks.Kinds()),
		Periodic: slices.Concat(h.hooks.Periodic(), h.tasks.Periodic()),
		Workers:  workers(h.cfg) + deliveriesAtOnce + choresAtOnce + 2*tasksAtOnce, Identity: identity, Log: h.log, Watch: h.countJob,
	})
	if err != nil {
		return err
	}
	h.outbox.Bind(h.queue)
	h.hooks.Bind(h.interviews, kept, h.queue)
	return errors.Join(h.metrics.Watch(queueFigures, h.showQueue), h.metrics.Watch(deliveryFigures, h.showDeliveries))
}

func (h *house) openOutbox() (*outbox.Outbox, error) {
	key, err := sealKey(h.cfg)
	if err != nil {
		return nil, err
	}
	var shared webhook.Secret
	if h.cfg.WebhookKey != "" {
		if shared, err = webhook.ParseSecret(h.cfg.WebhookKey.Reveal()); err != nil {
			return nil, fmt.Errorf("app: webhook_secret: %w", err)
		}
	}
	return outbox.New(outbox.Config{
		DB: h.db, Send: h.upstream.Send, Check: h.upstream.Check, Key: key, Shared: shared, Unsigned: h.cfg.WebhookBare,
		AtOnce: deliveriesAtOnce, Now: time.Now, Log: h.log,
	})
}

// openModel joins the second rater to the room where a model is configured.
func (h *house) openModel(parts *interview.Parts) error {
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
	r, err := llmgrader.New(llmgrader.Config{Client: client})
	if err != nil {
		return err
	}
	parts.Rater = r
	if h.cfg.ModelPhrases {
		parts.Phraser = r
	}
	return nil
}

// answering tells the try-out page's receiver where it can be reached, and opens the way to
// it: the one address of our own that webhooks may go to.
func (h *house) answering(addr net.Addr) error {
	base := cmp.Or(strings.TrimSuffix(h.cfg.PublicURL, "/"), "http://"+reachable(addr))
	to, err := url.Parse(base)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return usage(fault.Say("public_url is not an address.", "public_url — это не адрес."), err)
	}
	host := to.Host
	if to.Port() == "" {
		host = net.JoinHostPort(to.Hostname(), map[string]string{"http": "80", "https": "443"}[to.Scheme])
	}
	client, err := upstream.New(upstream.Config{
		Open: []upstream.Open{{
			Name: tryoutWay, Hosts: []string{host}, Inside: []string{host}, Plain: to.Scheme == "http", UserAgent: "kadry/" + Version,
		}},
		Logger: h.log,
	})
	if err != nil {
		return err
	}
	h.tryouts = client
	h.outbox.Route(tryoutWay, client.Send, client.Check)
	h.hooks.Answering(base)
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
