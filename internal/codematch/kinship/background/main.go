// Command background counts in how many projects a word is used, from the sources that every
// developer of this project has: Go's and Python's standard libraries, the modules of the module
// cache and the packages of npm and pip. The table says how little a word tells about what a
// project is for. Made with
//
//	go run ./internal/codematch/kinship/background DIR... > internal/codematch/kinship/background.txt
//
// where each directory below a DIR is one project.
package main

import (
	"bufio"
	"cmp"
	"fmt"
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
	rare      = 8 // permille of projects below which a word is left out
	leastText = 30
)

var sources = []string{".go", ".py", ".js", ".ts", ".mjs", ".c", ".h", ".rs", ".java", ".rb"}

func main() {
	source, prose := map[string]int{}, map[string]int{}
	sourced, prosed := 0, 0
	for _, dir := range os.Args[1:] {
		for _, project := range projects(dir) {
			words, text := read(project)
			if len(words) >= leastOf {
				sourced++
				count(source, top(words))
			}
			if len(text) >= leastText {
				prosed++
				count(prose, slices.Collect(maps.Keys(text)))
			}
		}
	}
	write(source, prose, sourced, prosed)
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

func read(project string) (words, prose map[string]int) {
	words, prose = map[string]int{}, map[string]int{}
	left := most
	_ = filepath.WalkDir(project, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || left <= 0:
			return err
		case e.IsDir() && path != project && (e.Name() == "node_modules" || e.Name() == "vendor" || e.Name() == "testdata"):
			return filepath.SkipDir
		case e.IsDir() || !e.Type().IsRegular():
			return nil
		}
		readme := strings.HasPrefix(strings.ToLower(e.Name()), "readme")
		if !readme && !slices.Contains(sources, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil //nolint:nilerr // a file less changes no count
		}
		left -= len(text)
		into := words
		if readme {
			into = prose
		}
		for _, stem := range kinship.Stems(string(text[:min(len(text), 1<<20)])) {
			into[stem]++
		}
		return nil
	})
	return words, prose
}

// top are the most frequent words, as a card keeps them.
func top(words map[string]int) []string {
	sorted := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
		return cmp.Or(cmp.Compare(words[b], words[a]), cmp.Compare(a, b))
	})
	return sorted[:min(kept, len(sorted))]
}

func count(into map[string]int, words []string) {
	for _, w := range words {
		into[w]++
	}
}

func write(source, prose map[string]int, sourced, prosed int) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "# word, permille of %d projects in whose source and of %d in whose README it is frequent\n", sourced, prosed)
	all := maps.Clone(source)
	maps.Copy(all, prose)
	for _, w := range slices.Sorted(maps.Keys(all)) {
		inSource, inProse := source[w]*permille/max(sourced, 1), prose[w]*permille/max(prosed, 1)
		if inSource >= rare || inProse >= rare {
			fmt.Fprintf(out, "%s %d %d\n", w, inSource, inProse)
		}
	}
}
