package i18n_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"kadry/internal/i18n"
)

func TestRequested(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ cookie, accept, want string }{
		"nothing said":              {"", "", "en"},
		"russian":                   {"", "ru-RU,ru;q=0.9,en;q=0.8", "ru"},
		"english before russian":    {"", "ru;q=0.5,en;q=0.8", "en"},
		"a third one first":         {"", "de,ru;q=0.5,en;q=0.3", "ru"},
		"neither":                   {"", "de,fr", "en"},
		"unreadable":                {"", "ru;q=x", "en"},
		"chosen on the pages":       {"ru", "en", "ru"},
		"a choice that is not ours": {"de", "ru", "ru"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Header.Set("Accept-Language", tt.accept)
		if tt.cookie != "" {
			r.AddCookie(&http.Cookie{Name: i18n.Cookie, Value: tt.cookie})
		}
		if got := i18n.Requested(r); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func FuzzAccepted(f *testing.F) {
	for _, header := range []string{"", "ru", "en-GB, ru;q=0.9", "*", "x-y-z;q=2", ";;;", "de,\x00"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if lang := i18n.Accepted(header); lang != "en" && lang != "ru" {
			t.Errorf("%q: %q", header, lang)
		}
	})
}
