// Package evaldata reads folders of labelled data for the evaluations: it finds files and
// reads them one JSON value a line. What the data say is each evaluation's business.
package evaldata

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

const (
	// maxLine bounds one line of a data file; the longest CV is far below.
	maxLine = 16 << 20
	// maxNesting is how deep sets may lie in a directory; links may point anywhere, so there
	// must be an end.
	maxNesting = 6
)

// Files lists the files of a directory and its sub-directories, links followed, as sorted
// relative paths with slashes.
func Files(dir string) ([]string, error) {
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

// Lines reads files of a directory, one JSON value a line, empty lines left out.
func Lines[T any](dir string, names ...string) ([]T, error) {
	var all []T
	for _, name := range names {
		read, err := linesOf[T](filepath.Join(dir, filepath.FromSlash(name)))
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
