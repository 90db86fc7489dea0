package evaluate

import (
	"context"
	"os"
	"path"
	"strings"

	"kadry/internal/talent/document"
)

// layouts reads every file whose id has a known text: PDF files of layouts/ by the id of
// the LiveCareer set, files of fictional_*/files by the id of the fictional one.
func (r *run) layouts(ctx context.Context) (*Layouts, error) {
	gold, err := r.knownTexts()
	if err != nil {
		return nil, err
	}
	files := r.match(func(dir, base string) bool {
		return dir == "layouts" && strings.EqualFold(path.Ext(base), ".pdf") || dir == "files"
	})
	var sum Layouts
	read := 0
	for _, name := range files {
		id, _, _ := strings.Cut(path.Base(name), "_")
		want, known := gold[id]
		if !known {
			r.note("file %s: no known text, left out", name)
			continue
		}
		data, err := os.ReadFile(r.path(name))
		if err != nil {
			return nil, err
		}
		doc, err := document.Read(ctx, path.Base(name), data, document.DefaultLimits)
		if err != nil {
			r.note("file %s: not read, counts as empty: %v", name, err)
		}
		recall, precision := document.WordOverlap(doc.Text, want)
		sum.WordRecall += recall
		sum.WordPrecision += precision
		read++
	}
	if read == 0 {
		r.note("layouts/*.pdf and fictional_*/files with known texts: not found, left out")
		return nil, nil
	}
	sum.WordRecall /= float64(read)
	sum.WordPrecision /= float64(read)
	return &sum, nil
}

// knownTexts are the texts of both sets by id.
func (r *run) knownTexts() (map[string]string, error) {
	gold := map[string]string{}
	cvs, err := lines[realCV](r, r.match(func(dir, base string) bool {
		return strings.HasPrefix(base, "livecareer_") && strings.HasSuffix(base, ".jsonl") && !strings.HasSuffix(base, "_queries.jsonl") ||
			strings.HasPrefix(dir, "fictional_") && base == "cvs.jsonl"
	}))
	for _, c := range cvs {
		gold[c.ID] = c.Text
	}
	return gold, err
}
