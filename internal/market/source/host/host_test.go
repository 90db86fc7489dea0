package host_test

import (
	"testing"

	"kadry/internal/market/source/host"
	"kadry/internal/upstream"
)

func TestAt(t *testing.T) {
	t.Parallel()
	const usual = "https://api.example.org"
	for address, want := range map[string]struct {
		host    string
		private bool
		fast    bool
	}{
		"":                              {"api.example.org", false, false},
		"https://API.example.org/":      {"api.example.org", false, false},
		"http://10.0.0.1:80":            {"10.0.0.1:80", true, false},
		"http://127.0.0.1:9":            {"127.0.0.1:9", true, true},
		"http://localhost:9/base":       {"localhost:9", true, true},
		"http://[::1]:9":                {"[::1]:9", true, true},
		"https://mirror.example.org:44": {"mirror.example.org:44", false, false},
		"nonsense":                      {"nonsense", false, false},
	} {
		p := host.At(upstream.Policy{Name: "x", PerSecond: 5}, address, usual)
		if len(p.Suffixes) != 1 || p.Suffixes[0] != want.host || p.Private != want.private || (p.PerSecond > 5) != want.fast {
			t.Errorf("%q: %+v", address, p)
		}
	}
	if host.Base("", usual) != usual || host.Base("http://a//", usual) != "http://a" {
		t.Error("a base ends without a slash")
	}
}
