package source_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/codematch/source"
	"kadry/internal/fault"
)

const hash = "0123456789abcdef0123456789abcdef01234567"

// told is an address in one line.
func told(a source.Address) string {
	parts := []string{string(a.Kind), string(a.Forge), a.String()}
	if a.Ref != "" {
		parts = append(parts, "at "+a.Ref)
	}
	if a.Path != "" && a.Kind != source.Local && a.Kind != source.Archive {
		parts = append(parts, "in "+a.Path)
	}
	if a.First > 0 {
		parts = append(parts, "lines", strings.Repeat("I", a.First)+"-"+strings.Repeat("I", a.Last))
	}
	return strings.Join(parts, " ")
}

func TestParse(t *testing.T) {
	t.Parallel()
	const gh, gl, bb, cb = "repository github github.com/", "repository gitlab gitlab.com/", "repository bitbucket bitbucket.org/", "repository gitea codeberg.org/"
	for given, want := range map[string]string{
		// GitHub
		"Owner/Name.js":                                                     gh + "Owner/Name.js",
		"\tgithub.com/owner/name\n":                                         gh + "owner/name",
		"https://GitHub.com/owner/name.git":                                 gh + "owner/name",
		"http://www.github.com/owner/name/":                                 gh + "owner/name",
		"git@github.com:owner/name.git":                                     gh + "owner/name",
		"ssh://git@github.com:22/owner/name.git":                            gh + "owner/name",
		"git+https://github.com/owner/name.git":                             gh + "owner/name",
		"https://ghp_secret@github.com/owner/name":                          gh + "owner/name",
		"https://github.com/owner/name/issues/12":                           gh + "owner/name",
		"https://github.com/owner/name?tab=readme":                          gh + "owner/name",
		"https://github.com/owner/name/tree/main":                           gh + "owner/name at main",
		"https://github.com/owner/name/tree/main/src":                       gh + "owner/name at main in src",
		"https://github.com/owner/name/commit/" + hash:                      gh + "owner/name at " + hash,
		"https://github.com/owner/name/releases/tag/release/v1":             gh + "owner/name at release/v1",
		"https://github.com/owner/name/archive/refs/heads/main.zip":         gh + "owner/name at main",
		"https://github.com/owner/name/archive/refs/tags/v1.0.tar.gz":       gh + "owner/name at v1.0",
		"https://codeload.github.com/owner/name/tar.gz/refs/tags/v1":        gh + "owner/name at v1",
		"https://github.com/owner/name/blob/main/a/b.go#L2-L4":              "file github github.com/owner/name at main in a/b.go lines II-IIII",
		"https://github.com/owner/name/blob/main/a%20b.go?plain=1#L4C1-L2C": "file github github.com/owner/name at main in a b.go lines II-IIII",
		"https://github.com/owner/name/blame/main/b.go#L3":                  "file github github.com/owner/name at main in b.go lines III-III",
		"https://raw.githubusercontent.com/owner/name/main/a/b.go":          "file github github.com/owner/name at main in a/b.go",
		"https://raw.githubusercontent.com/owner/name/refs/heads/main/b.go": "file github github.com/owner/name at main in b.go",
		"https://git.example.org/owner/name/blob/main/b.go#L1":              "file github git.example.org/owner/name at main in b.go lines I-I",
		"https://github.com/owner/name/releases/download/v1/code.tar.gz":    "archive github https://github.com/owner/name/releases/download/v1/code.tar.gz",
		// GitLab
		"https://gitlab.com/group/sub/deep/name":                    gl + "group/sub/deep/name",
		"git@gitlab.com:group/sub/name.git":                         gl + "group/sub/name",
		"https://gitlab.com/group/name/-/issues":                    gl + "group/name",
		"https://gitlab.com/group/name/-/tree/main/src":             gl + "group/name at main in src",
		"https://gitlab.com/group/name/-/tags/v1":                   gl + "group/name at v1",
		"https://gitlab.com/group/name/-/commit/" + hash:            gl + "group/name at " + hash,
		"https://gitlab.com/group/name/-/archive/v1/name-v1.zip":    gl + "group/name at v1",
		"https://gitlab.com/g/s/name/-/blob/main/a/b.py#L2-4":       "file gitlab gitlab.com/g/s/name at main in a/b.py lines II-IIII",
		"https://gitlab.com/g/name/blob/main/b.py":                  "file gitlab gitlab.com/g/name at main in b.py",
		"https://gitlab.com/g/name/-/raw/main/b.py?inline=false":    "file gitlab gitlab.com/g/name at main in b.py",
		"https://git.example.org:8443/g/s/name/-/blob/main/b.py#L1": "file gitlab git.example.org:8443/g/s/name at main in b.py lines I-I",
		// Bitbucket
		"https://ada@bitbucket.org/owner/name.git":               bb + "owner/name",
		"https://bitbucket.org/owner/name/pull-requests/":        bb + "owner/name",
		"https://bitbucket.org/owner/name/get/v1.zip":            bb + "owner/name at v1",
		"https://bitbucket.org/owner/name/branch/feature/x":      bb + "owner/name at feature/x",
		"https://bitbucket.org/owner/name/commits/" + hash:       bb + "owner/name at " + hash,
		"https://bitbucket.org/owner/name/src/main/":             bb + "owner/name at main",
		"https://bitbucket.org/o/name/src/main/b.java#lines-2:4": "file bitbucket bitbucket.org/o/name at main in b.java lines II-IIII",
		"https://bitbucket.org/o/name/raw/" + hash + "/a/b.java": "file bitbucket bitbucket.org/o/name at " + hash + " in a/b.java",
		"https://bitbucket.org/o/name/src/main/b.java#lines-2":   "file bitbucket bitbucket.org/o/name at main in b.java lines II-II",
		// Gitea
		"https://codeberg.org/owner/name":                             cb + "owner/name",
		"https://codeberg.org/owner/name/src/branch/main":             cb + "owner/name at main",
		"https://codeberg.org/owner/name/commit/" + hash:              cb + "owner/name at " + hash,
		"https://codeberg.org/owner/name/archive/v1.tar.gz":           cb + "owner/name at v1",
		"https://codeberg.org/o/name/src/branch/main/a/b.rs#L2-L4":    "file gitea codeberg.org/o/name at main in a/b.rs lines II-IIII",
		"https://codeberg.org/o/name/raw/tag/v1/b.rs":                 "file gitea codeberg.org/o/name at v1 in b.rs",
		"https://git.example.org/o/name/src/commit/" + hash + "/b.rs": "file gitea git.example.org/o/name at " + hash + " in b.rs",
		// others
		"https://git.example.org/pub/scm/tool.git":   "repository git git.example.org/pub/scm/tool",
		"git.example.org:8080/team/tool":             "repository git git.example.org:8080/team/tool",
		"https://пример.рф/a/b":                      "repository git xn--e1afmkfd.xn--p1ai/a/b",
		"https://[::1]:3000/a/b":                     "repository git [::1]:3000/a/b",
		"https://example.org/files/code.TGZ?token=x": "archive git https://example.org/files/code.TGZ",
		"/home/me/code":                              "local git /home/me/code",
		"/home/me/../you//code/":                     "local git /home/you/code",
		"/home/me/a.go#L2-L3":                        "local git /home/me/a.go lines II-III",
		"file:///home/me/a%20b":                      "local git /home/me/a b",
		"file://localhost/home/me/a.go#L2":           "local git /home/me/a.go lines II-II",
	} {
		got, err := source.Parse(given)
		if err != nil {
			t.Errorf("Parse(%q): %v", given, err)
			continue
		}
		if diff := cmp.Diff(want, told(got)); diff != "" {
			t.Errorf("Parse(%q): %s", given, diff)
		}
		if strings.Contains(told(got), "secret") || strings.Contains(told(got), "token") {
			t.Errorf("Parse(%q) shows what is secret: %s", given, told(got))
		}
	}
}

func TestParseRelative(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{".": here, "./a": filepath.Join(here, "a"), "../b": filepath.Join(filepath.Dir(here), "b")} {
		if got := parsed(t, given); got.String() != want || got.Kind != source.Local {
			t.Errorf("Parse(%q) = %+v, want %s", given, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, given := range []string{
		"", "   ", "name", "just some words", "https://", "https:///a/b", "https://github.com", "https://github.com/owner", "https://gitlab.com/name",
		"ftp://example.org/a/b", "git://example.org/a/b", "javascript:alert(1)", "https://user:secret@github.com/owner/name", "~/code",
		"file://host/share", "file:relative", "file:///a%00b", "https://github.com/owner/../../etc", "https://github.com/%2e%2e/%2e%2e", "https://a..b/c/d",
		"https://github.com/owner/name/blob/main..x/a.go", "https://github.com/owner/name/tree/-x", "https://github.com/owner/.git",
		"a\x00b/c", "\xff\xfe/x", "https://raw.githubusercontent.com/owner/name", strings.Repeat("a/", 5000), "owner/name/extra", "https://github.com/o/n\\x/y",
	} {
		got, err := source.Parse(given)
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("Parse(%.60q) = %+v, %v; want a refusal", given, got, err)
			continue
		}
		for _, text := range []string{err.Error(), fault.From(err).Text.EN, fault.From(err).Text.RU, fault.From(err).Hint.RU} {
			if text == "" || strings.Contains(text, "secret") {
				t.Errorf("Parse(%.60q) says %q", given, text)
			}
		}
	}
}

func TestPermalink(t *testing.T) {
	t.Parallel()
	for place, want := range map[string][3]string{
		"o/n":                          {"https://github.com/o/n/blob/c/a%20b/%23x.go", "#L3", "#L3-L9"},
		"https://gitlab.com/g/s/n":     {"https://gitlab.com/g/s/n/-/blob/c/a%20b/%23x.go", "#L3", "#L3-9"},
		"https://bitbucket.org/o/n":    {"https://bitbucket.org/o/n/src/c/a%20b/%23x.go", "#lines-3", "#lines-3:9"},
		"https://codeberg.org/o/n":     {"https://codeberg.org/o/n/src/commit/c/a%20b/%23x.go", "#L3", "#L3-L9"},
		"https://git.example.org/o/n":  {"", "", ""},
		"/home/me/n":                   {"", "", ""},
		"https://example.org/code.zip": {"", "", ""},
	} {
		a := parsed(t, place)
		got := [3]string{a.Permalink("c", "a b/#x.go", 0, 0), a.Permalink("c", "a b/#x.go", 3, 3), a.Permalink("c", "a b/#x.go", 3, 9)}
		whole := want
		for i := 1; i < 3 && want[0] != ""; i++ {
			whole[i] = want[0] + want[i]
		}
		if got != whole {
			t.Errorf("%s: %q, want %q", place, got, whole)
		}
	}
}

// A permalink leads back to what it was made of.
func TestPermalinkParses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		host := rapid.SampledFrom([]string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"}).Draw(t, "host")
		a, err := source.Parse("https://" + host + "/owner/name")
		if err != nil {
			t.Fatal(err)
		}
		file := rapid.StringMatching(`[a-zA-Zа-я0-9 _#?%&+-]{1,8}(/[a-z#% .+]{0,6}[a-z]){0,3}\.go`).Draw(t, "file")
		first := rapid.IntRange(1, 5000).Draw(t, "first")
		last := first + rapid.IntRange(0, 50).Draw(t, "more")
		link := a.Permalink(hash, file, first, last)
		back, err := source.Parse(link)
		if err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		if back.String() != a.String() || back.Ref != hash || back.Path != file || back.First != first || back.Last != last || back.Kind != source.Blob {
			t.Fatalf("%s leads to %+v", link, back)
		}
	})
}

func TestSplit(t *testing.T) {
	t.Parallel()
	refs := []string{"main", "feature", "feature/x", "v1.0"}
	for given, want := range map[string][2]string{
		"https://github.com/o/n/blob/feature/x/a/b.go":       {"feature/x", "a/b.go"},
		"https://github.com/o/n/blob/feature/xy/b.go":        {"feature", "xy/b.go"},
		"https://gitlab.com/o/n/-/blob/v1.0/b.go":            {"v1.0", "b.go"},
		"https://github.com/o/n/blob/unknown/a/b.go":         {"unknown", "a/b.go"},
		"https://github.com/o/n/tree/feature/x":              {"feature/x", ""},
		"https://codeberg.org/o/n/src/branch/feature/x/a.go": {"feature/x", "a.go"},
		"https://github.com/o/n":                             {"", ""},
	} {
		if got := parsed(t, given).Split(refs); got.Ref != want[0] || got.Path != want[1] {
			t.Errorf("%s: ref %q, path %q; want %q", given, got.Ref, got.Path, want)
		}
	}
}

// A canonical form is that of itself, and nothing secret survives into it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"owner/name", "https://github.com/o/n/blob/main/a.go#L1-L2", "git@host.example:o/n.git", "https://u:p@h.example/o/n", "file:///a", "./a#L3",
		"https://gitlab.com/a/b/c/-/blob/x/y#L1-2", "https://h.example/a.zip?x=1", "https://[::1]:1/a/b", "ssh://git@h.example:22/a/b", "00000./0", "/ /", "git%80.0000000/000", "/a#L1-L2#L3", "0@0: #", "/a#L3#L4", "https://h.example/a%23b", "https://h.example/a b.zip", "0000../00", "https://git/a/b", "https://п.рф/a/b#lines-1:2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		a, err := source.Parse(given)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%q: %v", given, err)
			}
			return
		}
		again, err := source.Parse(a.String())
		if err != nil || again.String() != a.String() {
			t.Fatalf("%q is %q, which is %q, %v", given, a.String(), again.String(), err)
		}
		if a.First > a.Last || a.First < 0 || a.Kind != source.Local && (strings.Contains(a.Path+a.Name, "/../") || strings.Contains(a.String(), "@") && !strings.Contains(given, "@")) {
			t.Fatalf("%q: %+v", given, a)
		}
	})
}
