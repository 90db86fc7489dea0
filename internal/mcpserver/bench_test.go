package mcpserver

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"kadry/internal/op"
)

// BenchmarkCall is one call of the newest revision through the handler, without a network.
// See the command mcpbench for figures that compare servers.
func BenchmarkCall(b *testing.B) {
	registry, err := op.NewRegistry(sampleOps(newSlow())...)
	if err != nil {
		b.Fatal(err)
	}
	s, err := New(Config{Registry: registry, Pipeline: &op.Pipeline{}})
	if err != nil {
		b.Fatal(err)
	}
	handler, err := s.Handler()
	if err != nil {
		b.Fatal(err)
	}
	w := modern("http://localhost" + MountPath)
	body := []byte(w.body("tools/call", `{"name":"find_people","arguments":{"skills":["go"],"limit":3}}`))
	header := http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {firstStateless}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"find_people"},
	}
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, w.url, bytes.NewReader(body))
		r.Header = header
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		if answer.Code != http.StatusOK {
			b.Fatal(answer.Code, answer.Body)
		}
	}
}
