package retrieve_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/retrieve"
)

func texts(tokens []retrieve.Token) []string {
	out := []string{}
	for _, t := range tokens {
		out = append(out, t.Text)
	}
	return out
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"C, C++, C# and Objective-C":        {"c", "c++", "c#", "and", "objective", "c"},
		"C/C++/C#":                          {"c", "c++", "c#"},
		"Java or JavaScript":                {"java", "or", "javascript"},
		".NET 6, ASP.NET, Node.js.":         {".net", "6", "asp.net", "node.js"},
		"CI/CD и TCP/IP, Java/Kotlin":       {"ci/cd", "и", "tcp/ip", "java", "kotlin"},
		"R&D, Q&A; R":                       {"r&d", "q&a", "r"},
		"1С:Предприятие":                    {"1c", "предприятие"},
		"С++ с нуля":                        {"c++", "с", "нуля"},
		"Ещё ёлка":                          {"еще", "елка"},
		"e-mail, E-commerce, problem-solve": {"email", "ecommerce", "problem", "solve"},
		"Bachelor's degree":                 {"bachelor", "degree"},
		"Python 3.11.":                      {"python", "3.11"},
		"5+ years":                          {"5", "years"},
		"#1 place, f#":                      {"1", "place", "f#"},
		"soft\u00adhyphen ﬁle":              {"softhyphen", "file"},
		"done.Then":                         {"done", "then"},
		"":                                  {},
		"\x00\xff.+#/":                      {},
		"a.net":                             {"a.net"},
	} {
		if diff := cmp.Diff(want, texts(retrieve.Tokens(in))); diff != "" {
			t.Errorf("Tokens(%q):\n%s", in, diff)
		}
	}
}

func TestTokens_offsetsHoldInAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		at := 0
		for _, token := range retrieve.Tokens(text) {
			if token.Start < at || token.End <= token.Start || token.End > len(text) {
				t.Fatalf("token %+v out of order after byte %d of %q", token, at, text)
			}
			if token.Text == "" || retrieve.Fold(text[token.Start:token.End]) != token.Text {
				t.Fatalf("token %+v is not the fold of its place in %q", token, text)
			}
			at = token.End
		}
	})
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{"C++/C#", ".NET", strings.Repeat("a", 200), "\xff\xfe", "R&D", "ё\u0308"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, token := range retrieve.Tokens(text) {
			if token.End-token.Start > 128 {
				t.Errorf("token of %d bytes", token.End-token.Start)
			}
			if utf8.ValidString(text) && !utf8.ValidString(token.Text) {
				t.Errorf("token %q of valid text is not valid", token.Text)
			}
		}
	})
}

func TestStemAndBase(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"accounting":     {"account", "accounting"},
		"accounts":       {"account", "account"},
		"analyses":       {"analys", "analyse"},
		"policies":       {"polici", "policy"},
		"kubernetes":     {"kubernet", "kubernete"},
		"javascript":     {"javascript", "javascript"},
		"java":           {"java", "java"},
		"c++":            {"c++", "c++"},
		"node.js":        {"node.js", "node.js"},
		"css":            {"css", "css"},
		"разработчиками": {"разработчик", "разработчик"},
		"питоне":         {"питон", "питон"},
	} {
		if got := [2]string{retrieve.Stem(word), retrieve.Base(word)}; got != want {
			t.Errorf("%q: stem and base %q, want %q", word, got, want)
		}
	}
}
