package kinship

import (
	"bufio"
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"
)

// fictional reads the made-up repositories. Each gets what every repository has: words of its
// language, paths of its build, and the usual parts of a README.
func fictional(t *testing.T) (cards []Card, labels [][]string) {
	t.Helper()
	file, err := os.Open("testdata/repositories.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for n := 0; scanner.Scan(); n++ {
		var row struct {
			Card
			Imports  []string `json:"imports"`
			Language string
			Groups   []string
			Words    string
		}
		if err := json.Unmarshal(scanner.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		card := row.Card
		card.Imports, card.Subtokens, card.Extensions = map[string]int{}, map[string]int{}, map[string]int{}
		for _, module := range row.Imports {
			card.Imports[module]++
		}
		for rank, word := range strings.Fields(row.Words) {
			card.Subtokens[word] = 40 - rank
		}
		for word := range strings.FieldsSeq(syntax[row.Language]) {
			card.Subtokens[word] += 60
		}
		for _, p := range card.Paths {
			card.Extensions[path.Ext(p)]++
		}
		card.Paths = append(card.Paths, strings.Fields(usualPaths[n%len(usualPaths)])...)
		card.Readme += usualParts[n%len(usualParts)]
		cards, labels = append(cards, card), append(labels, row.Groups)
	}
	return cards, labels
}

// syntax is what sources of a language are full of.
var syntax = map[string]string{
	"python": "self def return import none str int list dict class true false raise args kwargs name path", "c": "int char const static void return struct null len ptr size data",
	"javascript": "const function return export default async await string object options error data module", "typescript": "const export return string number async await type interface import options data error",
	"go": "err nil func return string int error type struct ctx context byte len name test", "ruby": "def end self class module require nil true name options hash string",
	"java": "public private static final void return string int class new override import null list", "rust": "let mut self pub fn impl struct return string option result ok err vec use usize",
	"cpp": "const std int void return static size class string bool auto namespace uint", "php": "function public return this array string class use namespace null request model user name",
}

var usualPaths = []string{
	"LICENSE README.md .github/workflows/ci.yml Makefile CONTRIBUTING.md docs/index.md", ".gitignore README.md Dockerfile docker-compose.yml .gitlab-ci.yml LICENSE",
	"README.md CHANGELOG.md .github/dependabot.yml .github/ISSUE_TEMPLATE/bug_report.md LICENSE.txt examples/simple.txt",
}

var usualParts = []string{
	"\n\n[![Build](https://img.example.org/build.svg)](https://ci.example.org)\n\n## Installation\n\nDownload the latest release or install it with your package manager.\n\n## Contributing\n\nPull requests are welcome. For major changes, please open an issue first.\n\n## License\n\nMIT\n",
	"\n\n## Getting started\n\nClone the repository, install the requirements, copy `.env.example` to `.env` and run `docker compose up`.\n\n## License\n\nLicensed under the Apache License, Version 2.0.\n",
	"\n\n## Usage\n\nSee the documentation for all options and examples.\n\n## Sponsors\n\nThanks to everybody who supports the project!\n\n## Authors\n\nSee the list of contributors.\n",
}
