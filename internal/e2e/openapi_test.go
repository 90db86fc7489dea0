package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// The document is large and says the same to everybody: whoever accepts it gets it packed.
func TestREST_openAPIPacked(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	sizes := map[string]int{}
	for _, encoding := range []string{"identity", "gzip"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/openapi.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", encoding)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.Body.Close() != nil {
			t.Fatal(err)
		}
		if got := response.Header.Get("Content-Encoding"); response.StatusCode != http.StatusOK || got != strings.TrimPrefix(encoding, "identity") {
			t.Errorf("%s: status %d, packed as %q", encoding, response.StatusCode, got)
		}
		sizes[encoding] = len(body)
	}
	if sizes["gzip"]*4 > sizes["identity"] {
		t.Errorf("packed %d bytes of %d", sizes["gzip"], sizes["identity"])
	}
}
