// Command wordgen counts in how many projects a word is used, from the sources that every
// developer of this project has: Go's and Python's standard libraries, the modules of the module
// cache and the packages of npm and pip. The table says how little a word tells about what a
// project is for. Made with
//
//	go -C tools/dev run ./wordgen DIR... > internal/codematch/kinship/background.txt
//
// where each directory below a DIR is one project.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kadry/internal/codematch/kinship"
)

const (
	kept      = 250     // most frequent words of a project's source
	most      = 8 << 20 // bytes of source read of a project
	leastOf   = 100     // distinct words; a smaller project says nothing
	permille  = 1000
	rare      = 12 // permille of projects below which a word is left out
	leastText = 30
)

// languages of the files that are read.
var languages = map[string]string{
	".go": "go", ".py": "python", ".js": "javascript", ".ts": "javascript", ".mjs": "javascript", ".c": "c", ".h": "c",
}

func main() {
	source, prose := map[string]map[string]int{}, map[string]int{}
	sourced, prosed := map[string]int{}, 0
	for _, dir := range os.Args[1:] {
		for _, project := range projects(dir) {
			language, words, text := read(project)
			if len(words) >= leastOf {
				if source[language] == nil {
					source[language] = map[string]int{}
				}
				sourced[language]++
				count(source[language], top(words))
			}
			if len(text) >= leastText {
				prosed++
				count(prose, slices.Collect(maps.Keys(text)))
			}
		}
	}
	if err := write(os.Stdout, source, prose, sourced, prosed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func projects(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var found []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !strings.HasSuffix(e.Name(), "-info") {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	return found
}

// read counts a project's words; its language is that of most of its files.
func read(project string) (language string, words, prose map[string]int) {
	words, prose = map[string]int{}, map[string]int{}
	files := map[string]int{}
	left := most
	tree := os.DirFS(project)
	_ = fs.WalkDir(tree, ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || left <= 0:
			return err
		case e.IsDir() && path != "." && (e.Name() == "node_modules" || e.Name() == "vendor" || e.Name() == "testdata"):
			return filepath.SkipDir
		case e.IsDir() || !e.Type().IsRegular():
			return nil
		}
		readme := strings.HasPrefix(strings.ToLower(e.Name()), "readme")
		if !readme && languages[filepath.Ext(path)] == "" {
			return nil
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			return nil //nolint:nilerr // a file less changes no count
		}
		left -= len(text)
		into := words
		if readme {
			into = prose
		} else {
			files[languages[filepath.Ext(path)]]++
		}
		for _, stem := range kinship.Stems(string(text[:min(len(text), 1<<20)])) {
			into[stem]++
		}
		return nil
	})
	if len(files) > 0 {
		language = frequent(files)[0]
	}
	return language, words, prose
}

// top are the most frequent words, as a card keeps them.
func top(words map[string]int) []string {
	sorted := frequent(words)
	return sorted[:min(kept, len(sorted))]
}

func frequent(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

func count(into map[string]int, words []string) {
	for _, w := range words {
		into[w]++
	}
}

// write prints for each word the largest share that it has among the projects of one language:
// ctx tells nothing in Go, though no Python has it.
func write(w io.Writer, source map[string]map[string]int, prose, sourced map[string]int, prosed int) error {
	const fewest = 25 // projects of a language for a share to mean something
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# word, permille of the projects of one language (%v) in whose source and of %d in whose README it is frequent\n", sourced, prosed)
	shares := map[string][2]int{}
	for language, counts := range source {
		for word, n := range counts {
			if sourced[language] >= fewest {
				shares[word] = [2]int{max(shares[word][0], n*permille/sourced[language])}
			}
		}
	}
	for word, n := range prose {
		shares[word] = [2]int{shares[word][0], n * permille / prosed}
	}
	for _, word := range slices.Sorted(maps.Keys(shares)) {
		if s := shares[word]; s[0] >= rare || s[1] >= rare {
			fmt.Fprintf(out, "%s %d %d\n", word, s[0], s[1])
		}
	}
	return out.Flush()
}
