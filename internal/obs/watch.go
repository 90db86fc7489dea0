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

// Watch shows figures that read reports anew at every scrape: read calls emit once for
// each combination of labels, with the values in the order of the figure's labels.
func (m *Metrics) Watch(figures []Figure, read func(emit func(figure int, value float64, labels ...string))) error {
	w := &watcher{read: read}
	for _, f := range figures {
		w.descriptions = append(w.descriptions, prometheus.NewDesc(f.Name, f.Help, f.Labels, nil))
		kind := prometheus.GaugeValue
		if strings.HasSuffix(f.Name, "_total") {
			kind = prometheus.CounterValue
		}
		w.kinds = append(w.kinds, kind)
	}
	return m.registry.Register(w)
}

type watcher struct {
	descriptions []*prometheus.Desc
	kinds        []prometheus.ValueType
	read         func(emit func(figure int, value float64, labels ...string))
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
