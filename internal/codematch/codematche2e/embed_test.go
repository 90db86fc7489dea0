package codematche2e_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/embed/embedtest"
)

// Vectors of an endpoint are one more signal. When it begins to give another dimension, all are
// made anew, and no search fails meanwhile.
func TestEmbed_changesDimension(t *testing.T) {
	t.Parallel()
	model := embedtest.New(embedtest.Good(24))
	site := httptest.NewServer(model)
	defer site.Close()
	rest := e2etest.Serve(t, e2etest.Options{Env: []string{
		"KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}", "KADRY_EMBED_URL=" + site.URL + "/v1", "KADRY_EMBED_MODEL=small",
	}}).REST()
	upload(t, rest, "python", zipped(t, map[string]string{"lists.py": pythonLists})).Ok(t)
	upload(t, rest, "script", zipped(t, map[string]string{"lists.js": scriptLists})).Ok(t)
	code := function(t, pythonLists, "def chunks", "return pieces\n")
	awaitVectors(t, rest, code, "of the first dimension")

	model.Then(embedtest.Good(40))
	if got := similar(t, rest, code); len(got.Matches) == 0 || got.Matches[0].Name != "chunks" {
		t.Errorf("while the vectors are of another dimension: %+v", got)
	}
	upload(t, rest, "golang", zipped(t, map[string]string{"lists.go": goLists})).Ok(t)
	awaitVectors(t, rest, code, "of the second dimension")

	model.Then(embedtest.Fails(503, "no", ""))
	if got := similar(t, rest, code); len(got.Matches) == 0 || got.Note == "" {
		t.Errorf("without the endpoint: %+v", got)
	}
}

// awaitVectors waits until vectors count for a match of the code.
func awaitVectors(t *testing.T, rest e2etest.REST, code, which string) {
	t.Helper()
	e2etest.Await(t, func(context.Context) bool {
		got := similar(t, rest, code)
		return len(got.Matches) > 0 && got.Matches[0].Signals.Embedding > 0.9
	})
	t.Logf("vectors %s count", which)
}
