package kinship

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"parseHTTPHeader2":    {"parse", "http", "header"},
		"get_user_by_id":      {"get", "user", "by", "id"},
		"SdkV2Client":         {"sdk", "client"},
		"internal/web-ui.tsx": {"internal", "web", "ui", "tsx"},
		"прогнозПогоды":       {"прогноз", "погоды"},
		"ÜberCache":           {"über", "cache"},
		"XMLHttpRequest":      {"xml", "http", "request"},
		"ABC":                 {"abc"},
		"a b c 1 2":           nil,
		"":                    nil,
		"\xff\xfeok\xff":      {"ok"},
		strings.Repeat("x", 33) + " " + strings.Repeat("y", 32): {strings.Repeat("y", 32)},
	} {
		if diff := cmp.Diff(want, Words(text)); diff != "" {
			t.Errorf("%.40q: %s", text, diff)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"parseHTTPHeader2", "ПогодаBot", "\xffa\xc3", "ǅabc", strings.Repeat("aB", 99)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range Words(text) {
			if n := utf8.RuneCountInString(word); n < shortestWord || n > 2*longestWord || strings.ContainsAny(word, " _-/.0123456789") {
				t.Errorf("%q is no word", word)
			}
		}
	})
}

func TestPassagesLeaveOutTheUsual(t *testing.T) {
	t.Parallel()
	readme := "[![Build](https://img.example.org/b.svg)](https://ci.example.org/nonsense)\n<h1 align=\"center\">Granite</h1>\n" +
		"A [key-value](https://kv.example.org/hidden) store.\n\n## Installation\n\ngo get granite\n\n### On Windows\n\nwinget granite\n\n" +
		"## How it works\n\nRaft.\n\n```go\nprogram()\n```\n\n## License\n\nMIT\n\n## Лицензия\n\nМИТ\n\n# Design\n\nLog."
	var got []passage
	for _, p := range passages(readme) {
		if p.text != "" {
			got = append(got, p)
		}
	}
	want := []passage{
		{"Granite", titleWeight},
		{"A [key-value]  store.", openingWeight},
		{"How it works", headingWeight},
		{"Raft.", openingWeight},
		{"Design", headingWeight},
		{"Log.", openingWeight},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(passage{})); diff != "" {
		t.Error(diff)
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	for module, want := range map[string][2]string{
		"github.com/gorilla/mux":              {"gorilla/mux", "web framework"},
		"github.com/jackc/pgx/v5/pgxpool":     {"jackc/pgx", "relational database"},
		"github.com/someone/else":             {"someone/else", ""},
		"google.golang.org/grpc/codes":        {"grpc/codes", "remote calls"},
		"io.netty.handler.codec.mqtt.Decoder": {"io.netty.handler", "device messaging"},
		"io.netty.channel.Channel":            {"io.netty.channel", "network server"},
		"@nestjs/core/router":                 {"@nestjs/core", "web framework"},
		"std::collections::HashMap":           {"std", ""},
		`Illuminate\Http\Request`:             {"illuminate", "web framework"},
		"node:test":                           {"test", ""},
		"os.path":                             {"os", ""},
		"Requests":                            {"requests", "http client"},
		"./local":                             {"", ""},
		"../up":                               {"", ""},
		"@/components/Button":                 {"", ""},
		strings.Repeat("a.", 500_000):         {"", ""},
		"":                                    {"", ""},
	} {
		if got := [2]string{family(module), capabilityOf(module)}; got != want {
			t.Errorf("%.60q is %q, want %q", module, got, want)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"return", "self", "licens", "warranti", "usiz"} {
		if background()[word].source < .3 {
			t.Errorf("%s is frequent in %.2f of sources", word, background()[word].source)
		}
	}
	for _, word := range []string{"weather", "mqtt", "chess"} {
		if background()[word].source > .05 {
			t.Errorf("%s is frequent in %.2f of sources", word, background()[word].source)
		}
	}
	for line := range strings.Lines(capabilityText) {
		name, modules, ok := strings.Cut(line, ":")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok || name == "" || modules != strings.ToLower(modules) || len(strings.Fields(modules)) < 2 {
			t.Errorf("line %.60q of the capabilities", line)
		}
	}
}
