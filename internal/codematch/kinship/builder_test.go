package kinship

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/lexer"
)

func TestBuilderReadsARepository(t *testing.T) {
	t.Parallel()
	b := NewBuilder("acme/skycast")
	b.Add("docs/README.md", "", "# Handbook")
	b.Add("README.md", "", "# skycast\n\nWeather.")
	b.Add("vendor-notes/README.md", "", "# Notes")
	b.Add("requirements.txt", "", "requests==2.31\npytest>=7  # tests\n")
	b.Add("skycast/client.py", lexer.Python, "import requests, json\nfrom skycast.models import Forecast\nfrom . import cache\n\nclass WeatherClient:\n    async def fetch_forecast(self): ...\n    def go(self): ...\n")
	b.Add("skycast/api.py", lexer.Python, "@app.get(\"/forecast/{city}\")\ndef read_city(): ...\ndef test_nothing(): ...\n")
	b.Add("logo.png", "", "")
	got := b.Card()
	want := Card{
		Repository: "acme/skycast", Files: 7, Readme: "# skycast\n\nWeather.",
		Paths:        []string{"README.md", "docs/README.md", "logo.png", "requirements.txt", "skycast/api.py", "skycast/client.py", "vendor-notes/README.md"},
		Extensions:   map[string]int{".md": 3, ".txt": 1, ".py": 2, ".png": 1},
		Imports:      map[string]int{"requests": 1, "json": 1},
		Dependencies: []string{"pytest", "requests"}, Routes: []string{"/forecast/{city}"},
		Symbols:   []string{"WeatherClient", "fetch_forecast", "read_city"},
		Subtokens: got.Subtokens,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Subtokens["forecast"] != 3 || got.Subtokens["weather"] != 1 {
		t.Errorf("words are %v", got.Subtokens)
	}
}

func TestOwnModulesAreNoImports(t *testing.T) {
	t.Parallel()
	b := NewBuilder("Acme/Granite")
	b.Add("go.mod", "", "module example.org/acme/granite\n\nrequire google.golang.org/grpc v1.0.0\n")
	b.Add("server/server.go", lexer.Go, "import (\n\"google.golang.org/grpc/server\"\n\"example.org/acme/granite/raft\"\n\"github.com/acme/granite/wal\"\n)\n")
	b.Add("tool/gen.py", lexer.Python, "import tool.names\nimport granite\nimport grpc\n")
	got := b.Card()
	if diff := cmp.Diff(map[string]int{"google.golang.org/grpc/server": 1, "grpc": 1}, got.Imports); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"google.golang.org/grpc"}, got.Dependencies); diff != "" {
		t.Error(diff)
	}
}

func TestBuilderReadsHostileText(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	for name, text := range map[string]string{
		"one word":            strings.Repeat("x", 5*megabyte),
		"turns of case":       strings.Repeat("aB", megabyte),
		"one line of imports": strings.Repeat("import a, ", megabyte/10),
		"imports":             strings.Repeat("import a\n", megabyte/9),
		"open blocks":         strings.Repeat("import (\n", megabyte/9),
		"declarers":           strings.Repeat("class func def ", megabyte/15),
		"open methods":        strings.Repeat("func (\n", megabyte/7),
		"routes":              strings.Repeat("get(\"/", megabyte/6),
		"empty lines":         strings.Repeat("\n", megabyte),
		"zeros":               strings.Repeat("\x00", megabyte),
		"not UTF-8":           strings.Repeat("\xff\n", megabyte/2),
		"open marks":          strings.Repeat("[![", megabyte/3),
	} {
		for _, file := range []string{"a/b.go", "a/b.py", "README.md"} {
			b := NewBuilder("a/b")
			b.Add(file, map[string]lexer.Language{"a/b.go": lexer.Go, "a/b.py": lexer.Python}[file], text)
			stored, err := Encode(b.Card())
			if err != nil || len(stored) > 64<<10 {
				t.Errorf("%s as %s: %d bytes, %v", name, file, len(stored), err)
			}
		}
	}
}

func TestImportsByLanguage(t *testing.T) {
	t.Parallel()
	for language, c := range map[lexer.Language]struct {
		text string
		want []string
	}{
		lexer.Go:         {"package x\nimport \"fmt\"\nimport (\n\t\"net/http\"\n\tpgx \"github.com/jackc/pgx/v5\"\n\t// none\n)\nvar s = []string{\n\"not/this\",\n}", []string{"fmt", "github.com/jackc/pgx/v5", "net/http"}},
		lexer.JavaScript: {"import a from 'axios'\nconst c = require(\"chalk\");\nimport './style.css'\nexport * from \"zod\"\n} from 'next/link'", []string{"axios", "chalk", "next/link", "zod"}},
		lexer.TypeScript: {"import type { A } from '@nestjs/core'\nimport('lazy')", []string{"@nestjs/core", "lazy"}},
		lexer.Java:       {"import static org.junit.Assert.*;\nimport java.util.List;", []string{"java.util.List", "org.junit.Assert."}},
		lexer.C:          {"#include <zlib.h>\n# include \"own.h\"\n", []string{"zlib.h"}},
		lexer.CPP:        {"#include <vector>", []string{"vector"}},
		lexer.CSharp:     {"using System.Net.Http;\nusing static System.Math;\nusing (var x = y) {}", []string{"System.Math", "System.Net.Http"}},
		lexer.Rust:       {"use tokio::net::TcpStream;\npub use crate::x;\nuse std::io::Read;\nextern crate serde;", []string{"serde", "std::io", "tokio"}},
		lexer.PHP:        {"<?php\nuse Illuminate\\Http\\Request;\nuse function Foo\\bar;", []string{`Foo\bar`, `Illuminate\Http\Request`}},
		lexer.Ruby:       {"require 'liquid'\nrequire_relative 'x'", []string{"liquid"}},
		lexer.Python:     {"from __future__ import annotations\n    import os.path as p\nimportant = 1\nfrom .x import y", []string{"__future__", "os.path"}},
		"cobol":          {"COPY X.", nil},
	} {
		s := scanner{language: language}
		var got []string
		for line := range strings.Lines(c.text) {
			got = append(got, s.imports(strings.TrimSpace(line))...)
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", language, diff)
		}
	}
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"func (s *Server) ServeHTTP(w http.ResponseWriter)": "ServeHTTP",
		"func ParseToken(text string) {":                    "ParseToken",
		"public static final class OrderBook<T> {":          "OrderBook",
		"export default async function loadUser(id) {":      "loadUser",
		"pub fn compact_level(&self)":                       "compact_level",
		"type Forecast struct {":                            "Forecast",
		"function* walkTree() {":                            "",
		"def run(self):":                                    "",
		"class TestThing:":                                  "",
		"// the class Forecast is":                          "",
		"return x":                                          "",
		"":                                                  "",
		"class":                                             "",
		"func (":                                            "",
	} {
		if got := declared(line); got != want {
			t.Errorf("%q declares %q, want %q", line, got, want)
		}
	}
}

func FuzzBuilder(f *testing.F) {
	f.Add("a/b.go", "go", "import (\n\"x\"\n")
	f.Add("package.json", "", `{"dependencies":{"react":"1"}}`)
	f.Add("README.rst", "", "=====\nTitle\n=====\n")
	f.Add("x.py", "python", "from a import\nimport ,,\n@app.get('/a')\ndef \xff():")
	f.Fuzz(func(t *testing.T, file, language, text string) {
		b := NewBuilder("a/b")
		b.Add(file, lexer.Language(language), text)
		card := b.Card()
		if diff := cmp.Diff(card, b.Card()); diff != "" {
			t.Fatalf("the card changes as it is made: %s", diff)
		}
		stored, err := Encode(card)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(stored); err != nil {
			t.Fatal(err)
		}
	})
}

// A hostile repository must cost what its size is, and leave a small card: what grows with the
// square of these sizes takes hours.
func TestHostileCards(t *testing.T) {
	t.Parallel()
	words := func(n int) map[string]int {
		counts := map[string]int{}
		for i := range n {
			counts[fmt.Sprintf("w%x", i)] = i
		}
		return counts
	}
	var paths []string
	for i := range 100_000 {
		paths = append(paths, fmt.Sprintf("d%d/f%d.go", i%997, i))
	}
	for name, c := range map[string]Card{
		"100,000 paths":     {Paths: paths},
		"a path of 1 MB":    {Paths: []string{strings.Repeat("a/", 1<<19)}},
		"a README of 5 MB":  {Readme: strings.Repeat("# [![x](y)](z) <a <b \n", 5<<20/22)},
		"one line of 5 MB":  {Readme: strings.Repeat("<", 5<<20)},
		"a word of 1 MB":    {Subtokens: map[string]int{strings.Repeat("x", 1<<20): 5, "token": 1}},
		"a module of 1 MB":  {Imports: map[string]int{strings.Repeat("a.", 1<<19): 5}, Dependencies: []string{strings.Repeat("/", 1<<20)}},
		"300,000 words":     {Subtokens: words(300_000)},
		"a name of 1 MB":    {Repository: strings.Repeat("ab/", 1<<19)},
		"counts below zero": {Subtokens: map[string]int{"token": -5}, Files: -1},
		"not UTF-8":         {Repository: "\xff\xfe", Readme: strings.Repeat("\xff", 100_000), Paths: []string{"\xff"}},
	} {
		start := time.Now()
		stored, err := Encode(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(stored) > 256<<10 {
			t.Errorf("%s: stored in %d bytes", name, len(stored))
		}
		if s := Compare(c, Card{Repository: "a/token", Subtokens: map[string]int{"token": 1}}, -1); !(s.Similarity >= 0 && s.Similarity <= 1) {
			t.Errorf("%s: likelihood %v", name, s.Similarity)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

func TestBuilderHoldsABoundedAmount(t *testing.T) {
	t.Parallel()
	b := NewBuilder("a/b")
	text := strings.Builder{}
	for i := range 60_000 {
		fmt.Fprintf(&text, "class %s%s%s {\n", letters(i), letters(i/7), letters(i*31))
	}
	for i := range 8 {
		b.Add(fmt.Sprintf("src/f%d.java", i), lexer.Java, strings.ReplaceAll(text.String(), "class a", "class z"+letters(i)))
	}
	for i := range 200_000 {
		b.Add(fmt.Sprintf("data/%d.bin%d", i, i), "", "")
	}
	for name, n := range map[string]int{
		"words": len(b.subtokens), "symbols": len(b.symbols), "imports": len(b.imports), "paths": len(b.card.Paths) / 2, "extensions": len(b.card.Extensions),
	} {
		if n > mostDistinct+1 {
			t.Errorf("%d %s are held", n, name)
		}
	}
	card := b.Card()
	if len(card.Paths) != mostPaths || !slices.ContainsFunc(card.Paths, func(p string) bool { return strings.HasPrefix(p, "data/1999") }) {
		t.Errorf("%d paths, the last %q", len(card.Paths), card.Paths[len(card.Paths)-1])
	}
}

// letters is a number in letters.
func letters(n int) string {
	var b []byte
	for ; n > 0 || len(b) < 3; n /= 26 {
		b = append(b, byte('a'+n%26))
	}
	return string(b)
}
