package app

import (
	"log/slog"
	"net/http/httptest"
	"testing"

	"kadry/internal/config"
	"kadry/internal/embed/embedtest"
	"kadry/internal/obs"
)

// The operator's own server of embeddings is reached although it is on loopback, also where
// the language model is the same server; nothing is made where none is configured.
func TestOpenEmbed(t *testing.T) {
	t.Parallel()
	served := embedtest.New(embedtest.Good(8))
	server := httptest.NewServer(served)
	t.Cleanup(server.Close)
	for name, model := range map[string]string{"alone": "", "beside a language model": server.URL} {
		h := house{metrics: obs.NewMetrics(), cfg: &config.Loaded{Config: config.Config{
			Data: t.TempDir(), CacheMB: 1, ModelURL: model, Model: model,
			EmbedURL: server.URL, EmbedModel: "small", EmbedKey: "k", EmbedText: "passage: ",
		}}}
		var err error
		if h.upstream, err = openUpstream(h.cfg, nil, slog.New(slog.DiscardHandler), h.metrics); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := h.upstream.Close(); err != nil {
				t.Error(err)
			}
		})
		if err := h.openEmbed(); err != nil {
			t.Fatal(err)
		}
		got, err := h.embed.Documents(t.Context(), []string{"x"})
		if err != nil || len(got) != 1 || len(got[0]) != 8 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if asked := served.Requests(); len(asked) != 2 || asked[0].Input[0] != "passage: x" || asked[0].Authorization != "Bearer k" {
		t.Errorf("asked %+v", asked)
	}
	h := house{cfg: &config.Loaded{}}
	if err := h.openEmbed(); err != nil || h.embed != nil {
		t.Errorf("%v, %v", h.embed, err)
	}
}
