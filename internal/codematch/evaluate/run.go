package evaluate

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"kadry/internal/codematch/rank"
	"kadry/internal/evaldata"
	"kadry/internal/fault"
)

// What a set's name says beyond documents of groups.
const (
	pairs     = "-pairs"     // labelled pairs of the documents of the set beside it
	functions = "-functions" // those documents
	cards     = "repos"      // repositories, which package kinship compares
)

// Fields are the fields of a document that may be compared.
var Fields = []string{"masked", "code"}

// Run measures the sets of a folder, or one of them, by the given field of its documents:
// Figures by name, TypedAUC of a set of pairs.
func Run(ctx context.Context, dir, set, field string, notes io.Writer) (any, error) {
	if field == "" {
		field = Fields[0]
	}
	if !slices.Contains(Fields, field) {
		return nil, fault.Wrong("field", fault.Say("masked or code", "masked или code"))
	}
	names, err := sets(dir)
	if err != nil {
		return nil, err
	}
	if set != "" {
		if !slices.Contains(names, set) {
			return nil, fault.Wrong("set", fault.Say("there is no such set; there are %s", "такого набора нет; есть %s", strings.Join(names, ", ")))
		}
		names = []string{set}
	}
	ranker, err := rank.New()
	if err != nil {
		return nil, err
	}
	figures := map[string]any{}
	for _, name := range names {
		found, err := measure(ctx, ranker, dir, name, field)
		if err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		figures[name] = found
		fmt.Fprintf(notes, "%s %+v\n", name, found)
	}
	return figures, nil
}

// sets are the names of the sets of a folder, sorted.
func sets(dir string) ([]string, error) {
	files, err := evaldata.Files(dir)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	var names []string
	for _, f := range files {
		if name, ok := setOf(f); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// setOf is the set that a file belongs to.
func setOf(file string) (string, bool) {
	return strings.CutSuffix(strings.TrimSuffix(path.Base(file), ".gz"), ".jsonl")
}

// measure is nil for a set that is not measured here.
func measure(ctx context.Context, ranker *rank.Ranker, dir, set, field string) (any, error) {
	if strings.HasSuffix(set, pairs) {
		return typed(ctx, dir, set, field)
	}
	if strings.HasSuffix(set, functions) || set == cards {
		return nil, nil
	}
	documents, err := Load(dir, set)
	if err != nil {
		return nil, err
	}
	figures, err := Retrieval(ctx, ranker, NewCorpus(documents, field))
	if err != nil {
		return nil, err
	}
	return figures, nil
}

// Retrieval asks for every document of a corpus that has others to be found.
func Retrieval(ctx context.Context, ranker *rank.Ranker, c *Corpus) (Figures, error) {
	figures := Figures{Documents: len(c.Documents)}
	queries := 0
	var spent time.Duration
	for i, d := range c.Documents {
		relevant := c.Relevant(i)
		if relevant == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Figures{}, err
		}
		start := time.Now()
		q := c.Query(i)
		q.Read, q.Code = nil, d.text(c.field)
		matches, err := ranker.Search(ctx, c.Index, c.Texts, "", q)
		if err != nil {
			return Figures{}, fmt.Errorf("evaluate: %s: %w", d.ID, err)
		}
		spent += time.Since(start)
		good := make([]bool, len(matches))
		for n, m := range matches {
			good[n] = c.Documents[c.At(m.Place)].Group == d.Group
		}
		figures.add(good, relevant)
		queries++
	}
	figures.over(queries)
	figures.Milliseconds = float64(spent.Microseconds()) / 1000 / float64(max(1, queries))
	return figures, nil
}
