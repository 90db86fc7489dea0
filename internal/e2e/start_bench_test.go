package e2e

import (
	"testing"
	"time"
)

// BenchmarkStart measures the time from the start of the process to ready, on an empty
// folder with the bundled CVs taken in, and on a folder that holds them.
func BenchmarkStart(b *testing.B) {
	for name, home := range map[string]func() string{
		"empty": func() string { return b.TempDir() },
		"again": func() string { return sample(b) },
	} {
		b.Run(name, func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				o := options{home: home(), args: []string{"--sample"}}
				begun := time.Now()
				s := serve(b, o)
				spent += time.Since(begun)
				s.stop()
			}
			b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "ms/start")
		})
	}
}
