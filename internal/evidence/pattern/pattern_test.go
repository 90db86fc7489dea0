package pattern_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/evidence/pattern"
	"kadry/internal/fault"
	"kadry/internal/github"
)

func compile(tb testing.TB, given string, mode pattern.Mode) pattern.Pattern {
	tb.Helper()
	p, err := pattern.Compile(given, mode)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func find(tb testing.TB, given string, mode pattern.Mode, path, body string) []pattern.Hit {
	tb.Helper()
	return pattern.Find([]pattern.Pattern{compile(tb, given, mode)}, github.File{Path: path, Body: []byte(body)})
}

func TestMode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given string
		mode  pattern.Mode
		regex bool
	}{
		{"from fastapi import FastAPI", pattern.Auto, false},
		{"class.*SQLModel", pattern.Auto, true},
		{`\bfoo\b`, pattern.Auto, true},
		{"[a-z]+d", pattern.Auto, true},
		{"a|b", pattern.Auto, true},
		{"app.get(", pattern.Auto, false},
		{"x[0]", pattern.Auto, false},
		{"items[i-1]", pattern.Auto, false}, // no range
		{"[a-", pattern.Auto, false},
		{"docker-compose", pattern.Auto, false},
		{"f(a|b", pattern.Auto, false}, // looks like one and is none
		{`(a)\1.*`, pattern.Auto, false},
		{"class.*SQLModel", pattern.Literal, false},
		{"plain", pattern.Regex, true},
	} {
		if p := compile(t, c.given, c.mode); p.Regex != c.regex || p.Given != c.given {
			t.Errorf("%q as %s: %+v", c.given, c.mode, p)
		}
	}
}

func TestCompile_refused(t *testing.T) {
	t.Parallel()
	for name, given := range map[string]string{
		"empty": "", "too long": strings.Repeat("я", pattern.Longest+1), "not text": "a\xff", "two lines": "a\nb", "a return": "a\rb", "a zero": "a\x00b",
	} {
		for _, mode := range []pattern.Mode{pattern.Auto, pattern.Literal, pattern.Regex} {
			if _, err := pattern.Compile(given, mode); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s as %s: %v", name, mode, err)
			}
		}
	}
	compile(t, strings.Repeat("я", pattern.Longest), pattern.Literal)
	for _, given := range []string{`(a)\1`, `(?=a)b`, `(?<!a)b`, "a(", "[a", "*a", `a{1001}`, `((a{100}){100}){100}`, strings.Repeat("[^q]{1000}", 25), strings.Repeat(`(\pL{1,50}){1,19}`, 14)} {
		_, err := pattern.Compile(given, pattern.Regex)
		if f := fault.From(err); fault.KindOf(err) != fault.Invalid || f.Hint.EN == "" || f.Hint.RU == "" {
			t.Errorf("%q: %v", given, err)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, given string
		mode        pattern.Mode
		path, body  string
		want        []pattern.Hit // without the pattern, which is the given one
	}{
		{"a literal in any case", "FASTAPI", pattern.Auto, "a.py", "x\n  from fastapi import FastAPI\n", []pattern.Hit{{Path: "a.py", Line: 2, Snippet: "from fastapi import FastAPI"}}},
		{"a literal with marks", "get(x", pattern.Auto, "a.py", "get.x\nget(x)\n", []pattern.Hit{{Path: "a.py", Line: 2, Snippet: "get(x)"}}},
		{"letters of other alphabets", "ПРИВЕТ", pattern.Auto, "a.py", "# привет\n", []pattern.Hit{{Path: "a.py", Line: 1, Snippet: "# привет"}}},
		{"an expression in any case", "class.*sqlmodel", pattern.Auto, "a.py", "class A(SQLModel):\nsqlmodel class\n", []pattern.Hit{{Path: "a.py", Line: 1, Snippet: "class A(SQLModel):"}}},
		{"either of two", "^x|y$", pattern.Regex, "a.go", "ax\nXa\naY\nya\n", []pattern.Hit{{Path: "a.go", Line: 2, Snippet: "Xa"}, {Path: "a.go", Line: 3, Snippet: "aY"}}},
		{"the name of a file", "docker-compose", pattern.Auto, "ops/docker-compose.yml", "services:\n", []pattern.Hit{{Path: "ops/docker-compose.yml", Snippet: "ops/docker-compose.yml"}}},
		{"name and line", "redis", pattern.Auto, "redis.py", "import redis", []pattern.Hit{{Path: "redis.py", Snippet: "redis.py"}, {Path: "redis.py", Line: 1, Snippet: "import redis"}}},
		{"the ends of lines of Windows", "b$", pattern.Regex, "a.py", "b\r\nab\r\nb c\r\n", []pattern.Hit{{Path: "a.py", Line: 1, Snippet: "b"}, {Path: "a.py", Line: 2, Snippet: "ab"}}},
		{"no text", "bcd", pattern.Auto, "a.py", "\xff\xfe bcd \x80\n", []pattern.Hit{{Path: "a.py", Line: 1, Snippet: "� bcd �"}}},
		{"across lines", `a\sb`, pattern.Regex, "x.py", "a\nb\na b\n", []pattern.Hit{{Path: "x.py", Line: 3, Snippet: "a b"}}},
		{"nothing", "zzz", pattern.Auto, "a.py", "abc", nil},
		{"no body", "zzz", pattern.Auto, "a.py", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := find(t, c.given, c.mode, c.path, c.body)
			if len(got) != len(c.want) {
				t.Fatalf("%+v, want %+v", got, c.want)
			}
			for i, want := range c.want {
				want.Pattern = c.given
				if got[i] != want {
					t.Errorf("%+v, want %+v", got[i], want)
				}
			}
		})
	}
}

func TestFind_bounds(t *testing.T) {
	t.Parallel()
	if got := find(t, "abc", pattern.Auto, "x.py", strings.Repeat("abc\n", 100)); len(got) != 5 || got[4].Line != 5 {
		t.Errorf("%d hits", len(got))
	}
	if got := find(t, "late", pattern.Auto, "x.py", strings.Repeat(".", 1<<20)+"\nlate"); len(got) != 0 {
		t.Errorf("searched beyond the limit: %+v", got)
	}
	long := find(t, "needle", pattern.Auto, "x.py", "  "+strings.Repeat("я", 50_000)+" needle")
	if len(long) != 1 || utf8.RuneCountInString(long[0].Snippet) != 201 || !strings.HasSuffix(long[0].Snippet, "…") || !utf8.ValidString(long[0].Snippet) {
		t.Errorf("%+v", long)
	}
	several := pattern.Find([]pattern.Pattern{compile(t, "b", pattern.Auto), compile(t, "a", pattern.Auto)}, github.File{Path: "x.py", Body: []byte("a\nb\n")})
	if len(several) != 2 || several[0].Pattern != "b" || several[1].Pattern != "a" {
		t.Errorf("%+v", several)
	}
}

// Patterns that take other engines for ever take a pass over the text.
func TestHostile(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("a", 1<<17)
	for _, given := range []string{`(a*)*b`, `(a+)+$b`, `(a|aa)+b`, `(.*)(.*)(.*)(.*)b`, `(a?){50}a{50}b`, `([^b]{1,30}){1,30}b`, strings.Repeat("[^q]{10}", 25) + "q"} {
		p, err := pattern.Compile(given, pattern.Regex)
		if err != nil {
			continue // refused is as good
		}
		for _, body := range []string{line, strings.ReplaceAll(line, "aaaaaaaa", "aaaaaaa\n")} {
			if got := pattern.Find([]pattern.Pattern{p}, github.File{Path: "x.py", Body: []byte(body)}); len(got) != 0 {
				t.Errorf("%q: %d hits", given, len(got))
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("class.*SQL", "a.py", []byte("class A(SQLModel):\r\n"))
	f.Add("(a*)*b", "a", []byte("aaaaaaaaaaaaaaaaaaaaac"))
	f.Add("[a-", "dir/[a-", []byte("\xff[a-\n[A-"))
	f.Add("İ", "ß", []byte("i̇\nı"))
	f.Fuzz(func(t *testing.T, given, path string, body []byte) {
		if len(body) > 1<<12 {
			return
		}
		for _, mode := range []pattern.Mode{pattern.Auto, pattern.Literal, pattern.Regex} {
			p, err := pattern.Compile(given, mode)
			if err != nil {
				if fault.KindOf(err) != fault.Invalid || mode != pattern.Regex && given != "" && utf8.ValidString(given) && len(given) < pattern.Longest && !strings.ContainsAny(given, "\x00\r\n") {
					t.Fatalf("%q as %s: %v", given, mode, err)
				}
				continue
			}
			hits := pattern.Find([]pattern.Pattern{p}, github.File{Path: path, Body: body})
			if len(hits) > 6 {
				t.Fatalf("%d hits", len(hits))
			}
			last := -1
			for _, h := range hits {
				if h.Line <= last || h.Line > strings.Count(string(body), "\n")+1 || h.Path != path || h.Line > 0 && (!utf8.ValidString(h.Snippet) || utf8.RuneCountInString(h.Snippet) > 201) {
					t.Fatalf("%+v after line %d", h, last)
				}
				last = h.Line
			}
		}
	})
}
