package evaluate

import (
	"path"
	"path/filepath"

	"kadry/internal/evaldata"
)

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
func lines[T any](r *run, names []string) ([]T, error) { return evaldata.Lines[T](r.Dir, names...) }
