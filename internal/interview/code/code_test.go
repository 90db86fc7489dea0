package code_test

import (
	"strings"
	"testing"
	"time"

	"kadry/internal/interview/code"
)

func find(lang code.Language, entry, text string, patterns ...code.Pattern) bool {
	_, ok := code.Read(code.Task{Language: lang, Entry: entry}, text).Find(code.Rule{Have: patterns})
	return ok
}

func TestFind_patterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang    code.Language
		text    string
		pattern code.Pattern
		want    bool
	}{
		{code.Go, "x := f(a, b)", "f(...)", true},
		{code.Go, "x := f(a, b)", "f(a)", false},
		{code.Go, "x := f(a, b)", "f(a, ...)", true},
		{code.Go, "x := f(a)", "f(a, ...)", true},
		{code.Go, "x := f(g(a))", "f(<... a ...>)", true},
		{code.Go, "x := f(g(b))", "f(<... a ...>)", false},
		{code.Go, "a.b.Wait()", "$G.Wait()", true},
		{code.Go, "if err != nil {\n\treturn err\n}", "if $E != nil { return $E }", true},
		{code.Go, "if err != nil {\n\treturn other\n}", "if $E != nil { return $E }", false},
		{code.Go, "a()\nb()\nc()", "a() ... c()", false},
		{code.Go, "{\na()\nb()\nc()\n}", "{ ;...; a() ;...; c() ;...; }", true},
		{code.Go, "for i := 0; i < n; i++ {\n\tgo f()\n}", "for ... { <... go ...> }", true},
		{code.Go, "// f(a)\ng()", "f(a)", false},
		{code.Go, `g("f(a)")`, "f(a)", false},
		{code.Go, "func h() {\n\treturn\n\tf(a)\n}", "f(a)", false},
		{code.Go, "if false {\n\tf(a)\n}", "f(a)", false},
		{code.Go, "wg.Wiat()", "$G.Wait()", true},
		{code.Go, "wg.Go()", "$G.Wait()", false},
		{code.JavaScript, "let a = 1\nf(a)", "f($X)", true},
		{code.JavaScript, "const a = `f(1)`;", "f(1)", false},
		{code.JavaScript, "f(...args);", `f(\...$A)`, true},
		{code.PHP, "$a = f('x' . $b);", `f("..." . $_)`, true},
		{code.PHP, "<?php // f(1)\n# f(1)\n$a = 2;", "f(1)", false},
		{code.PHP, `q("SELECT a FROM t WHERE b = ?");`, `q("=~/where\s+b = \?/")`, true},
		{code.Python, "if x:\n    a = f(1)\n    b = 2\nc = 3", "if x: { <... b = 2 ...> }", true},
		{code.Python, "if x:\n    a = f(1)\nb = 2", "if x: { <... b = 2 ...> }", false},
		{code.Python, "df = f('''g(1)''')", "g(1)", false},
		{code.SQL, "select o.a from orders o where o.b = 1", "where b = 1", true},
		{code.SQL, "select a from t where b = 'x = 1'", "x = 1", false},
		{code.SQL, `SELECT "a" FROM t WHERE a = 2`, "select a from t", true},
		{code.Shell, "cat f | sort -n | head", "sort ... | head", true},
		{code.Shell, "cat f | sort -n | uniq | head", "sort ... | head", false},
		{code.Shell, "awk -F: '{print $1}' f", "awk ... ' <... print $1 ...> '", true},
		{code.Shell, "echo 'awk {print $1}'", "print $1", false},
		{code.Dockerfile, "FROM a AS b\nRUN x\nFROM c\nUSER 1", "final from c { <... user =~/[1-9]/ ...> }", true},
		{code.Dockerfile, "FROM a AS b\nUSER 1\nFROM c\nRUN x", "final from c { <... user =~/[1-9]/ ...> }", false},
		{code.Dockerfile, "FROM a\nRUN x && \\\n    y z", "run ...", true},
	} {
		text := "```\n" + c.text + "\n```"
		if got := find(c.lang, "", text, c.pattern); got != c.want {
			t.Errorf("%s: %q in %q: %v", c.lang, c.pattern, c.text, got)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang code.Language
		text string
		want []string
	}{
		{code.Go, "Just words about goroutines, channels and how they wait.", nil},
		{code.Go, "Сначала берём семафор, потом запускаем горутину и ждём всех.", nil},
		{code.Go, "Вот:\n```go\nf()\n```\nи всё", []string{"f()\n"}},
		{code.Go, "~~~\nf()", []string{"f()"}},
		{code.SQL, "I would write it so:\nSELECT a, b FROM t WHERE a = 1;\nIt reads the table once.", []string{"SELECT a, b FROM t WHERE a = 1;"}},
		{code.Shell, "Так: awk '{print $1}' f | sort | uniq -c и всё, больше ничего.", []string{"awk '{print $1}' f | sort | uniq -c"}},
		{code.JavaScript, "function f(a) {\n  return a\n}\nIt gives back what it was given, and nothing else happens.", []string{"function f(a) {\n  return a\n}"}},
		{code.PHP, "", nil},
	} {
		var got []string
		for _, s := range code.Split(code.Task{Language: c.lang}, c.text) {
			got = append(got, c.text[s.Start:s.End])
		}
		if strings.Join(got, "§") != strings.Join(c.want, "§") {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestRead_whatDoesNotParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang   code.Language
		text   string
		parsed bool
	}{
		{code.Go, "func f() { g() }", true},
		{code.Go, "package p\n\nfunc f() { g() }", true},
		{code.Go, "x := 1\nf(x)", true},
		{code.Go, "func f() { g( }", false},
		{code.JavaScript, "const f = (a) => a + 1;", true},
		{code.JavaScript, "function f(a: number): void {}", true},
		{code.JavaScript, "function f(a {", false},
		{code.SQL, "select (a from t", false},
		{code.Python, "f(a))", false},
		{code.Shell, "awk '{print $1} f", false},
		{code.Dockerfile, "COPY a b", false},
	} {
		a := code.Read(code.Task{Language: c.lang}, "```\n"+c.text+"\n```")
		if a.Parsed != c.parsed || a.Parsed != (a.Trouble == "") {
			t.Errorf("%s %q: parsed %v: %s", c.lang, c.text, a.Parsed, a.Trouble)
		}
	}
}

// The later of two functions with the name that is asked for counts, and what it does not
// reach does not.
func TestRead_whatRuns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want bool
	}{
		{"func F() { g() }\nfunc g() { hit() }", true},
		{"func F() { }\nfunc g() { hit() }", false},
		{"func F() { hit() }\nfunc F() { }", false},
		{"func F() { }\nfunc F() { hit() }", true},
		{"func Other() { hit() }", true},
		{"func F() { a() }\nfunc a() { b() }\nfunc b() { hit() }", true},
		{"func F() { panic(1)\nhit() }", false},
	} {
		if got := find(code.Go, "F", "```\n"+c.text+"\n```", "hit()"); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
}

func TestRule_check(t *testing.T) {
	t.Parallel()
	for _, bad := range []code.Pattern{"", "f(", "<... f()", "=~/(/", `"=~/[/"`, "f)"} {
		if err := (code.Rule{Have: []code.Pattern{bad}}).Check(code.Go); err == nil {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
	if err := (code.Rule{Not: []code.Pattern{"f()"}}).Check(code.Go); err == nil {
		t.Error("a rule finds nothing and is taken")
	}
}

// slow is far above what an answer of the greatest length takes, and far below what one takes
// whose work grows with the square of its length.
const slow = 10 * time.Second

// Whatever is sent, it is read and searched in time that grows with its length.
func TestFind_hostile(t *testing.T) {
	t.Parallel()
	rules := map[code.Language]code.Pattern{
		code.Go: "for ... { <... $A := $B ...> }", code.JavaScript: "{ ;...; $A = $B ;...; $B = $A ;...; }", code.PHP: "$A = ... $B ... $C",
		code.Python: "f(<... <... $A ...> ...>)", code.SQL: "select ... from ... where ... $A = $B", code.Shell: "a ... | b ... | c", code.Dockerfile: "from ... { <... user $A ...> }",
	}
	const long = 60_000
	for lang, pattern := range rules {
		for name, unit := range map[string]string{
			"open": "(", "braces": "{ a = b; ", "quotes": "'\"`", "words": "a ", "sets": "a := b; b = a; ", "froms": "FROM a\n", "lines": "x\n", "pipes": "a | b ",
			"commas": "a, ", "nested": "f(g(", "functions": "function a() { b() }\n", "attempts": "const f = (a) => {\n f(a);\n}\n", "comments": "/* ", "queries": "select a from b where ", "awk": "awk '{",
		} {
			text := "```\n" + strings.Repeat(unit, long/len(unit)) + "\n```"
			begun := time.Now()
			a := code.Read(code.Task{Language: lang, Entry: "f"}, text)
			a.Find(code.Rule{Have: []code.Pattern{pattern, "$A ... $B"}, Then: []code.Pattern{"$B ... $A"}, Not: []code.Pattern{"zz"}})
			if took := time.Since(begun); took > slow {
				t.Errorf("%s, %s: %v", lang, name, took)
			}
			code.Read(code.Task{Language: lang}, text[4:])
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "func F() { g() }", "```\nx := 1\n```", "awk '$9 ~ /^5/ {print $1}' a | sort", "FROM a AS b\nRUN c", "select a from (select 1) b -- c", "def f(a):\n  return '''x", "$a['b'] ?? \"c", "let a = `b\n", "}{)(", "\xff'\\", "# \n/*", "awk \"", "=~/a/ $X <... ...>"} {
		for i := range code.Languages() {
			f.Add(i, s)
		}
	}
	f.Fuzz(func(t *testing.T, n int, text string) {
		langs := code.Languages()
		lang := langs[(n%len(langs)+len(langs))%len(langs)]
		last := 0
		for _, s := range code.Split(code.Task{Language: lang}, text) {
			if s.Start < last || s.End < s.Start || s.End > len(text) {
				t.Fatalf("part %v of %d bytes behind %d", s, len(text), last)
			}
			last = s.End
		}
		a := code.Read(code.Task{Language: lang, Entry: "F"}, text)
		if len(a.Prose) != len(text) {
			t.Fatalf("%d bytes of prose of %d", len(a.Prose), len(text))
		}
		if found, ok := a.Find(code.Rule{Have: []code.Pattern{"$A"}}); ok && (found.Span.Start < 0 || found.Span.Start > found.Span.End || found.Span.End > len(text)) {
			t.Fatalf("found at %v of %d", found.Span, len(text))
		}
	})
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"$A ... $B", "<... a ...>", "=~/a|b/", "{ ;...; }", "awk ' <... $1 ...> '", `"=~/x/"`, `\...`} {
		f.Add(s)
	}
	answers := map[code.Language]*code.Answer{}
	for _, lang := range code.Languages() {
		answers[lang] = code.Read(code.Task{Language: lang}, "```\na(b, c[1]) { d = e; f | g }\nawk '$1 { x }' y\n```")
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		for lang, a := range answers {
			r := code.Rule{Have: []code.Pattern{code.Pattern(pattern)}}
			if _, ok := a.Find(r); ok && r.Check(lang) != nil {
				t.Fatalf("%s: %q is no pattern and is found", lang, pattern)
			}
		}
	})
}
