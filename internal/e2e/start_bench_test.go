package e2e

import (
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
)

// BenchmarkStart measures the time from the start of the process to ready, on an empty
// folder with the bundled CVs taken in, and on a folder that holds them.
func BenchmarkStart(b *testing.B) {
	for name, home := range map[string]func() string{
		"empty": func() string { return b.TempDir() },
		"again": func() string { return e2etest.Sample(b) },
	} {
		b.Run(name, func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				o := e2etest.Options{Home: home(), Args: []string{"--sample"}}
				begun := time.Now()
				s := e2etest.Serve(b, o)
				spent += time.Since(begun)
				s.Stop()
			}
			b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "ms/start")
		})
	}
}
