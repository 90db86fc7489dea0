package linkedin_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/evidence/linkedin"
	"kadry/internal/fault"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.linkedin.com/in/ann-example":                                         "ann-example",
		"http://linkedin.com/in/Ann-Example/":                                             "ann-example",
		"linkedin.com/in/ann-example":                                                     "ann-example",
		"https://ru.linkedin.com/in/ann-example/ru":                                       "ann-example",
		"https://m.linkedin.com/in/ann-example?trk=x&originalSubdomain=ru":                "ann-example",
		"\t<https://www.linkedin.com/in/ann-example/details/skills/>\n":                   "ann-example",
		"https://www.linkedin.com./in/ann-example#about":                                  "ann-example",
		"//www.linkedin.com/in/ann-example":                                               "ann-example",
		"https://www.linkedin.com/in/%D0%B0%D0%BD%D0%BD%D0%B0-%D0%BF%D1%80%D0%B8%D0%BC-1": "анна-прим-1",
		"https://www.linkedin.com/in/Анна-Прим-1":                                         "анна-прим-1",
		"https://www.linkedin.com/in/%d0%b8%cc%86%d0%be%d0%b4":                            "йод",
		"https://www.linkedin.com/pub/ann-example":                                        "ann-example",
		"https://uk.linkedin.com/pub/ann-example/1b/2a/3c":                                "ann-example-03c02a1b",
		"ann-example":  "ann-example",
		"@ann-example": "ann-example",
	} {
		if got, err := linkedin.Slug(address); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", address, got, err, want)
		}
	}
}

func TestSlugRefuses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", " ", "ab", "https://www.linkedin.com/", "https://www.linkedin.com/in/", "https://www.linkedin.com/company/example",
		"https://www.linkedin.com/school/example/", "https://www.linkedin.com/jobs/view/1", "https://example.com/in/ann-example",
		"https://linkedin.com.example.com/in/ann-example", "https://notlinkedin.com/in/ann-example", "https://www.linkedin.com@example.com/in/ann-example",
		"https://user:word@www.linkedin.com/in/ann-example", "https://www.linkedin.com:8443/in/ann-example", "ftp://www.linkedin.com/in/ann-example",
		"javascript:alert(1)", "https://www.linkedin.com/in/ann%2Fexample", "https://www.linkedin.com/in/ann%00example", "https://www.linkedin.com/in/%zz",
		"https://www.linkedin.com/in/ann%2541example", "https://www.linkedin.com/in/..", "https://www.linkedin.com/in/ann example", "https://evil.ru.linkedin.com/in/ann-example",
		"https://www.linkedin.com/pub/ann-example/1b/2a", "https://www.linkedin.com/pub/ann-example/xyz/2a/3c", "ann example", "ann@mail.example",
		"https://www.linkedin.com/in/" + strings.Repeat("a", 101), strings.Repeat("a", 1<<20),
	} {
		_, err := linkedin.Slug(address)
		if err == nil || fault.From(err).Kind != fault.Invalid || len(err.Error()) > 400 {
			t.Errorf("%.80s: got %v", address, err)
		}
	}
}

// TestSlugAgrees writes one name in every way and expects one slug, which is its own.
func TestSlugAgrees(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-zа-я][a-zа-я0-9-]{2,40}`).Draw(t, "name")
		host := rapid.SampledFrom([]string{"", "https://www.", "http://ru.", "https://", "m."}).Draw(t, "host")
		tail := rapid.SampledFrom([]string{"", "/", "?a=b", "/?a=b", "#x", "/en"}).Draw(t, "tail")
		address := name
		if host != "" {
			address = host + "linkedin.com/in/" + name + tail
		}
		got, err := linkedin.Slug(address)
		if err != nil || got != name {
			t.Fatalf("%s: got %q, %v", address, got, err)
		}
	})
}
