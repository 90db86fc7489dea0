package usage_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"kadry/internal/evidence/usage"
)

// BenchmarkScan reads the sample of each language, repeated to the size of a big file. In
// those that end early, as Go and notebooks do, one sample is all there is.
func BenchmarkScan(b *testing.B) {
	for _, path := range samples(b) {
		body, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		lang := languages[filepath.Ext(path)]
		if lang != usage.Go && lang != usage.Notebook && lang != usage.Ruby {
			body = bytes.Repeat(body, 1+64<<10/len(body))
		}
		b.Run(filepath.Base(path), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				usage.Scan(lang, body)
			}
		})
	}
}
