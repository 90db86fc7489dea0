package app

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"kadry/internal/access"
	"kadry/internal/cache"
	"kadry/internal/config"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/restapi"
)

// warnings are the settings that open what is shut for good reasons.
func warnings(cfg *config.Loaded) []fault.Text {
	var list []fault.Text
	if len(cfg.WebhookInner) > 0 {
		inner := strings.Join(cfg.WebhookInner, ", ")
		list = append(list, fault.Say("Webhooks may go to private hosts: %s.", "Вебхуки могут уходить на внутренние узлы: %s.", inner))
	}
	if cfg.WebhookPlain {
		list = append(list, fault.Say("Webhooks may go over http: whoever is on the way can read them.", "Вебхуки могут уходить по http: их прочтёт любой на пути."))
	}
	if cfg.WebhookBare {
		list = append(list, fault.Say("Webhooks of tenants without a secret go unsigned.", "Вебхуки арендаторов без секрета уходят без подписи."))
	}
	if strings.HasPrefix(cfg.ModelURL, "http://") && !isLoopbackName(hostName(strings.TrimPrefix(cfg.ModelURL, "http://"))) {
		list = append(list, fault.Say("Answers go to the model over http.", "Ответы уходят к модели по http."))
	}
	return list
}

// warn tells the log of what is dangerous, once at start.
func (h *house) warn(ctx context.Context, more ...fault.Text) {
	for _, w := range slices.Concat(warnings(h.cfg), openToOthers(h.cfg.Data), more) {
		h.log.WarnContext(ctx, w.EN)
	}
}

// shut says that nobody but this machine is answered although others can reach the server:
// it has a name for them, or a proxy has brought a request. It is empty on any other server.
func (g *gate) shut() []fault.Text {
	if g.guarded() || !g.named && !g.forwarded.Load() {
		return nil
	}
	return []fault.Text{closedYet()}
}

// closedYet is errNoTokenYet for an operator.
func closedYet() fault.Text {
	f := errNoTokenYet()
	return fault.Text{EN: f.Text.EN + " " + f.Hint.EN, RU: f.Text.RU + " " + f.Hint.RU}
}

// state is what /status answers.
type state struct {
	Version  string                      `json:"version"`
	Database string                      `json:"database"`
	Model    string                      `json:"model"` // "" without one
	Working  bool                        `json:"working"`
	Warnings []string                    `json:"warnings"`
	Cache    *cache.Stats                `json:"cache,omitempty"`
	Queue    map[string]queueState       `json:"queue"`
	Sent     map[string]int64            `json:"deliveries"`
	Rooms    map[string]map[string]int64 `json:"rooms"`
}

type queueState struct {
	Ready   int64 `json:"ready"`
	Waiting int64 `json:"waiting"`
	Running int64 `json:"running"`
	Dead    int64 `json:"dead"`
}

// status tells how the server stands, in counts and settings, nothing of people: the whole to
// an administrator, and to everyone else what is of their tenant.
func (h *house) status(g *gate, w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTime)
	defer cancel()
	s := state{
		Version: Version, Database: string(h.db.Engine()), Model: h.cfg.Model, Working: !h.idle,
		Warnings: []string{}, Queue: map[string]queueState{}, Sent: map[string]int64{}, Rooms: map[string]map[string]int64{},
	}
	caller := op.CallerFrom(ctx)
	tenant := caller.Tenant
	if caller.Admin {
		tenant = ""
		if err := h.whole(ctx, &s, g.shut()); err != nil {
			restapi.WriteProblem(w, r, err)
			return
		}
	}
	sent, err := h.outbox.Stats(ctx, tenant)
	if err != nil {
		restapi.WriteProblem(w, r, err)
		return
	}
	for state, n := range sent {
		s.Sent[string(state)] = n
	}
	writeJSON(w, http.StatusOK, s)
}

// whole adds to a state what belongs to no tenant.
func (h *house) whole(ctx context.Context, s *state, more []fault.Text) error {
	for _, text := range append(warnings(h.cfg), more...) {
		s.Warnings = append(s.Warnings, text.In(op.CallerFrom(ctx).Lang))
	}
	slices.Sort(s.Warnings)
	for _, r := range h.rooms {
		if r.Counts != nil {
			s.Rooms[r.Name] = r.Counts()
		}
	}
	cached := h.cache.Stats()
	s.Cache = &cached
	counts, err := h.queue.Snapshot(ctx)
	for kind, n := range counts {
		s.Queue[kind] = queueState{Ready: n.Ready, Waiting: n.Waiting, Running: n.Running, Dead: n.Dead}
	}
	return err
}

// measured serves the metrics: those of the process to an administrator, and to everyone else
// those of their tenant.
func (h *house) measured(g *gate) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		caller := op.CallerFrom(r.Context())
		if len(caller.Toolsets) > 0 && !slices.Contains(caller.Toolsets, access.Metrics) {
			g.refuse(w, r, fault.E(fault.Denied, fault.Say("This access does not cover the metrics.", "Этот доступ не включает метрики."), nil).
				WithHint(fault.Say("`kadry token create NAME --toolsets metrics` makes one that does.", "Подходящий токен создаёт `kadry token create ИМЯ --toolsets metrics`.")))
			return
		}
		metrics := h.metrics
		if !caller.Admin {
			metrics = metrics.Of(caller.Tenant)
		}
		metrics.Handler().ServeHTTP(w, r)
	}
}
