package evaluate

import (
	"path/filepath"
	"slices"
	"strings"

	"kadry/internal/evaldata"
)

// record is a line of corpus/problems.jsonl. Key stands in where the site's number is not
// known.
type record struct {
	ID      string `json:"id"`
	Key     string `json:"key"`
	Exam    string `json:"exam"`
	Subject string `json:"subject"`
	Type    string `json:"type"`
	Text    string `json:"text"`
	Answer  string `json:"answer"`
}

// name is what queries call the problem.
func (p record) name() string {
	if p.Key != "" {
		return p.Key
	}
	return p.ID
}

// query is a line of corpus/queries_*.jsonl.
type query struct {
	Expect  string `json:"expect"`
	Subject string `json:"subject"`
	Query   string `json:"query"`
}

// files lists the files of the directory that fit the pattern, sorted.
func (r *run) files(pattern string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(escaped(r.Dir), filepath.FromSlash(pattern)))
	slices.Sort(found)
	return found, err
}

// escaped is a directory whose name holds no pattern.
func escaped(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// lines reads the files that fit the pattern, one JSON value a line.
func lines[T any](r *run, pattern string) ([]T, error) {
	names, err := r.files(pattern)
	if err != nil {
		return nil, err
	}
	return evaldata.Lines[T]("", names...)
}
