package input

import (
	"strings"
	"testing"

	"kadry/internal/interview/bank"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\x00b": "ab", "a\r\nb\rc": "a\nb\nc", "  x\t": "x", "да\u202eтен": "датен", "zero\u200bwidth": "zerowidth", "\ufeffтекст": "текст",
		"bad \xff byte": "bad \uFFFD byte", "\x1b[31mred": "red", "\x1b[2J\x1b[1;31mred\x1b[0m\x1b": "red", "👨\u200d💻": "👨\u200d💻", "ёлка «да»": "ёлка «да»", "\x00\u200b": "",
	} {
		if got := Clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bank.Language{
		"Разработчик Go": bank.Russian, "Go developer": bank.English, "Иван. Python, FastAPI, PostgreSQL": bank.English, "Опыт: Go, Kafka, PostgreSQL": bank.Russian,
	} {
		if got, ok := LanguageOf(text); !ok || got != want {
			t.Errorf("languageOf(%q) = %s, %v", text, got, ok)
		}
	}
	if _, ok := LanguageOf("123 +7"); ok {
		t.Error("digits have no language")
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"б)\r\n", "\x00\xff", "да\u202eтен\u200b", "\x1b\x1b[0m[1m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c := Clean(text); Clean(c) != c || strings.ContainsAny(c, "\x00\u202e\u200b") {
			t.Errorf("clean(%q) = %q", text, c)
		}
	})
}
