package obs

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// Figure is one number of something that counts itself.
type Figure struct {
	Name   string // "kadry_upstream_requests_total"; a name that ends in _total only grows
	Help   string
	Labels []string // names
}

// Emit reports one number of a figure, by its place among those watched, with the values of
// its labels in their order.
type Emit func(figure int, value float64, labels ...string)

// Watch shows figures that read reports anew at every scrape: read emits once for each
// combination of labels.
func (m *Metrics) Watch(figures []Figure, read func(Emit)) error {
	return m.registry.Register(watching{figures, func(_ string, emit Emit) { read(emit) }}.of(""))
}

// WatchTenants is Watch for figures of which each tenant sees its own; read is asked for those
// of one tenant, and for those of all under "". It is called before anything is recorded.
func (m *Metrics) WatchTenants(figures []Figure, read func(tenant string, emit Emit)) error {
	w := watching{figures, read}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.each = append(m.each, w)
	return m.registry.Register(w.of(""))
}

// watching is what Watch and WatchTenants were told.
type watching struct {
	figures []Figure
	read    func(tenant string, emit Emit)
}

func (w watching) of(tenant string) *watcher {
	made := &watcher{read: func(emit Emit) { w.read(tenant, emit) }}
	for _, f := range w.figures {
		made.descriptions = append(made.descriptions, prometheus.NewDesc(f.Name, f.Help, f.Labels, nil))
		kind := prometheus.GaugeValue
		if strings.HasSuffix(f.Name, "_total") {
			kind = prometheus.CounterValue
		}
		made.kinds = append(made.kinds, kind)
	}
	return made
}

type watcher struct {
	descriptions []*prometheus.Desc
	kinds        []prometheus.ValueType
	read         func(Emit)
}

func (w *watcher) Describe(out chan<- *prometheus.Desc) {
	for _, d := range w.descriptions {
		out <- d
	}
}

func (w *watcher) Collect(out chan<- prometheus.Metric) {
	w.read(func(figure int, value float64, labels ...string) {
		metric, err := prometheus.NewConstMetric(w.descriptions[figure], w.kinds[figure], value, labels...)
		if err != nil {
			metric = prometheus.NewInvalidMetric(w.descriptions[figure], err)
		}
		out <- metric
	})
}
