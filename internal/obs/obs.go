// Package obs is what an operator sees: structured logs, metrics and request ids. It holds
// no business names beyond labels, and no personal data passes through it.
package obs

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// NewLogger returns a logger that writes JSON lines, or plain text for a person at a
// terminal, with the request id of the context on every line.
func NewLogger(w io.Writer, level string, plain bool) *slog.Logger {
	var lv slog.Level
	if err := lv.UnmarshalText([]byte(strings.ToUpper(level))); err != nil {
		lv = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: lv}
	var h slog.Handler = slog.NewJSONHandler(w, options)
	if plain {
		h = slog.NewTextHandler(w, options)
	}
	return slog.New(requestHandler{h})
}

// requestHandler adds the request id of the context to every record.
type requestHandler struct{ slog.Handler }

func (h requestHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}

type requestKey struct{}

// WithRequestID returns a context of one request. A client may bring its own id of at most
// 64 plain characters; anything else is replaced.
func WithRequestID(ctx context.Context, brought string) context.Context {
	if !plainID(brought) {
		brought = rand.Text()[:16]
	}
	return context.WithValue(ctx, requestKey{}, brought)
}

// RequestID returns the id of the request ctx belongs to, "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

func plainID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	return strings.IndexFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	}) < 0
}

// Metrics is one process's instruments, on a registry of its own, and beside them those of each
// tenant, which show what that tenant did and nothing else.
type Metrics struct {
	registry   *prometheus.Registry
	operations *prometheus.HistogramVec
	requests   *prometheus.CounterVec

	mu      sync.Mutex
	tenants map[string]*Metrics // as many as the tokens file names
	each    []watching          // of every tenant
}

// NewMetrics returns the instruments with the runtime's own beside them.
func NewMetrics() *Metrics {
	m := newMetrics()
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func newMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		operations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "kadry_operation_seconds",
			Help:    "Duration of operations by name and outcome.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"operation", "outcome"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kadry_http_requests_total",
			Help: "HTTP requests by front and status class.",
		}, []string{"front", "class"}),
		tenants: map[string]*Metrics{},
	}
	m.registry.MustRegister(m.operations, m.requests)
	return m
}

// Of returns the instruments of a tenant.
func (m *Metrics) Of(tenant string) *Metrics {
	m.mu.Lock()
	defer m.mu.Unlock()
	of := m.tenants[tenant]
	if of == nil {
		of = newMetrics()
		for _, w := range m.each {
			of.registry.MustRegister(w.of(tenant))
		}
		m.tenants[tenant] = of
	}
	return of
}

// Operation records one finished call of a tenant; outcome is "ok" or a fault kind.
func (m *Metrics) Operation(tenant, name, outcome string, took time.Duration) {
	for _, each := range []*Metrics{m, m.Of(tenant)} {
		each.operations.WithLabelValues(name, outcome).Observe(took.Seconds())
	}
}

// Request records one HTTP request of a tenant, "" where nobody knows whose, to a front.
func (m *Metrics) Request(tenant, front string, status int) {
	for _, each := range []*Metrics{m, m.Of(tenant)} {
		each.requests.WithLabelValues(front, string(rune('0'+status/100))+"xx").Inc()
	}
}

// Handler serves the metrics in the Prometheus text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
