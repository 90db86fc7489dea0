package github

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
)

func TestCheckLogin(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 39)
	for given, want := range map[string]string{
		"ada-example": "ada-example", " ada-example\n": "ada-example", "@ada-example": "ada-example", "Ada-Example": "Ada-Example", "a": "a", "7": "7", "old-name-": "old-name-",
		long: long, "https://github.com/ada-example": "ada-example", "http://github.com/ada-example/": "ada-example", "github.com/ada-example": "ada-example",
		"": "", "@": "", "-ada": "", "ada--example": "", "ada_example": "", "ada.example": "", "ada example": "", "ада": "", long + "a": "", "ada/ledger": "", "..": "",
		"https://example.org/ada": "", "https://github.com/": "", "https://github.com/ada/ledger": "", "tidy-helper[bot]": "", "a\x00": "", "ada\nexample": "", "https://evil.example/github.com/ada": "",
		strings.Repeat("a", 1<<20): "",
	} {
		got, err := CheckLogin(given)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.80q: got %q, %v; want %q", given, got, err, want)
		}
		if err != nil && (fault.KindOf(err) != fault.Invalid || fault.From(err).Hint.RU == "" || len(fault.From(err).Text.EN) > 400) {
			t.Errorf("%.80q: %v", given, err)
		}
	}
}

func TestCheckRepository(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"ada-example/ledger-kit": "ada-example/ledger-kit", " ada-example/ledger-kit ": "ada-example/ledger-kit", "a/.github": "a/.github", "a/b.c_d-e": "a/b.c_d-e",
		"https://github.com/ada-example/ledger-kit": "ada-example/ledger-kit", "https://github.com/ada-example/ledger-kit.git": "ada-example/ledger-kit",
		"https://github.com/ada-example/ledger-kit/": "ada-example/ledger-kit", "https://github.com/ada-example/ledger-kit/tree/main/book?x=1": "ada-example/ledger-kit",
		"git@github.com:ada-example/ledger-kit.git": "ada-example/ledger-kit", "ssh://git@github.com/ada-example/ledger-kit.git": "ada-example/ledger-kit",
		"www.github.com/ada-example/ledger-kit": "ada-example/ledger-kit", "https://www.github.com/ada-example/ledger-kit": "ada-example/ledger-kit",
		"": "", "ledger-kit": "", "ada-example/": "", "/ledger-kit": "", "ada-example/..": "", "ada-example/.": "", "ada-example/.git": "", "../ledger-kit": "", "ada--example/x": "",
		"ada-example/led ger": "", "https://example.org/ada-example/ledger-kit": "", "https://gitlab.com/a/b": "", "ada-example/кассир": "", "a/" + strings.Repeat("b", 101): "",
		"a/b\x00": "", "a/b\n": "a/b", "https://github.com/ada-example": "", "git@gitlab.com:a/b.git": "", strings.Repeat("a/", 1<<19): "a/a", strings.Repeat("a", 1<<20): "",
	} {
		got, err := CheckRepository(given)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.80q: got %q, %v; want %q", given, got, err, want)
		}
		if err != nil && (fault.KindOf(err) != fault.Invalid || fault.From(err).Hint.RU == "") {
			t.Errorf("%.80q: %v", given, err)
		}
	}
}

func TestIsBot(t *testing.T) {
	t.Parallel()
	want := map[string]bool{
		"dependabot[bot]": true, "dependabot": true, "Dependabot": true, "GitHub-Actions[bot]": true, "anything[bot]": true, "renovate-bot": true, "web-flow": true, "[bot]": true,
		"ada-example": false, "": false, "botanist": false, "ada-bot": false, "dependabot-fan": false, "ada[bot]x": false,
	}
	got := map[string]bool{}
	for login := range want {
		got[login] = IsBot(login)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestProfileCommits(t *testing.T) {
	t.Parallel()
	p := Profile{Own: map[string][]YearOwn{"a/b": {{2024, 3}, {2025, 4}}}}
	if p.Commits("a/b") != 7 || p.Commits("a/c") != 0 {
		t.Errorf("%d and %d", p.Commits("a/b"), p.Commits("a/c"))
	}
	for full, want := range map[string][2]string{"a/b": {"a", "b"}, "a/b/c": {"a", "b/c"}, "": {"", ""}, "a": {"a", ""}} {
		if r := (Repository{FullName: full}); r.Owner() != want[0] || r.Name() != want[1] {
			t.Errorf("%q: %q and %q", full, r.Owner(), r.Name())
		}
	}
}

// FuzzCheckLogin: what is accepted is accepted again as it is, and can stand in a path and a query.
func FuzzCheckLogin(f *testing.F) {
	for _, seed := range []string{"ada-example", "@ada", "https://github.com/ada/", "a--b", "", "-", "github.com/@ada", "http://github.com/https://github.com/a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got, err := CheckLogin(given)
		if err != nil {
			if got != "" {
				t.Errorf("%q: %q beside %v", given, got, err)
			}
			return
		}
		if again, err := CheckLogin(got); again != got || err != nil || len(got) == 0 || len(got) > 39 || strings.ContainsAny(got, "/:@?#% \"\n") {
			t.Errorf("%q: %q, then %q, %v", given, got, again, err)
		}
	})
}

// FuzzCheckRepository: likewise, in two parts.
func FuzzCheckRepository(f *testing.F) {
	for _, seed := range []string{"a/b", "https://github.com/a/b.git", "git@github.com:a/b", "a/..", "a/b/c/d", "", "/", "a/.git", "a/b.git.git", "github.com/a/b", "www.a/b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got, err := CheckRepository(given)
		if err != nil {
			if got != "" {
				t.Errorf("%q: %q beside %v", given, got, err)
			}
			return
		}
		owner, name, _ := strings.Cut(got, "/")
		if _, err := CheckLogin(owner); err != nil || name == "" || name == "." || name == ".." || len(name) > 100 || strings.ContainsAny(name, "/:@?#% \"\n") {
			t.Errorf("%q: %q", given, got)
		}
	})
}
