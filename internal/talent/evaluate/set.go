package evaluate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxLine bounds one line of a data file; the longest CV is far below.
const maxLine = 16 << 20

// maxNesting is how deep sets may lie in the directory; links may point anywhere, so
// there must be an end.
const maxNesting = 6

// filesUnder lists the files of a directory and its sub-directories, links followed, as
// sorted relative paths.
func filesUnder(dir string) ([]string, error) {
	var files []string
	var walk func(prefix string, nesting int) error
	walk = func(prefix string, nesting int) error {
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(prefix)))
		if err != nil {
			return err
		}
		for _, entry := range entries {
			name := path.Join(prefix, entry.Name())
			info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
			switch {
			case err != nil:
				return err
			case info.Mode().IsRegular():
				files = append(files, name)
			case info.IsDir() && nesting < maxNesting:
				if err := walk(name, nesting+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := walk("", 0)
	slices.Sort(files)
	return files, err
}

// match returns the found files that fit, sorted.
func (r *run) match(fit func(dir, base string) bool) []string {
	var files []string
	for _, name := range r.found {
		if fit(path.Base(path.Dir(name)), path.Base(name)) {
			files = append(files, name)
		}
	}
	return files
}

func (r *run) path(name string) string { return filepath.Join(r.Dir, filepath.FromSlash(name)) }

// lines reads files of one JSON value a line.
func lines[T any](r *run, names []string) ([]T, error) {
	var all []T
	for _, name := range names {
		read, err := linesOf[T](r.path(name))
		if err != nil {
			return nil, fmt.Errorf("file %q: %w", name, err)
		}
		all = append(all, read...)
	}
	return all, nil
}

func linesOf[T any](file string) (all []T, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, maxLine)
	for n := 1; scanner.Scan(); n++ {
		if strings.TrimSpace(scanner.Text()) == "" {
			continue
		}
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, v)
	}
	return all, scanner.Err()
}
