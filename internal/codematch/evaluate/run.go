package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/kinship"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
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

// Options say what is measured and how.
type Options struct {
	Set    string      // that alone; empty is all
	Field  string      // masked or code
	Verify match.Level // None, Static or Behaviour
	// From and To are the languages of queries and of what they may find; empty is any.
	From, To lexer.Language
	// Runner runs code, for Behaviour.
	Runner *behaviour.Checker
}

func (o Options) check() error {
	var wrong fault.Check
	if !slices.Contains(Fields, o.Field) {
		wrong.Wrong("field", fault.Say("masked or code", "masked или code"))
	}
	if o.Verify != match.None && o.Verify != match.Static && o.Verify != match.Behaviour {
		wrong.Wrong("verify", fault.Say("none, static or behaviour", "none, static или behaviour"))
	}
	for name, l := range map[string]lexer.Language{"from": o.From, "to": o.To} {
		if l != "" && !slices.Contains(lexer.Languages(), l) {
			wrong.Wrong(name, fault.Say("no language that is known here", "этот язык здесь неизвестен"))
		}
	}
	return wrong.Err()
}

// Run measures the sets of a folder: Figures by name, TypedAUC of a set of pairs.
func Run(ctx context.Context, dir string, o Options, notes io.Writer) (any, error) {
	o.Field, o.Verify = cmp.Or(o.Field, Fields[0]), cmp.Or(o.Verify, match.None)
	if err := o.check(); err != nil {
		return nil, err
	}
	names, err := sets(dir)
	if err != nil {
		return nil, err
	}
	if o.Set != "" {
		if !slices.Contains(names, o.Set) {
			return nil, fault.Wrong("set", fault.Say("there is no such set; there are %s", "такого набора нет; есть %s", strings.Join(names, ", ")))
		}
		names = []string{o.Set}
	}
	if len(names) == 0 {
		fmt.Fprintln(notes, "no sets of documents: there is no .jsonl file")
	}
	ranker, err := rank.New()
	if err != nil {
		return nil, err
	}
	figures := map[string]any{}
	for _, name := range names {
		found, err := o.measure(ctx, ranker, dir, name)
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

// measure is nil for a set that is measured with another.
func (o Options) measure(ctx context.Context, ranker *rank.Ranker, dir, set string) (any, error) {
	switch {
	case strings.HasSuffix(set, pairs):
		return typed(ctx, dir, set, o.Field)
	case strings.HasSuffix(set, functions):
		return nil, nil
	case set == cards:
		return repositories(dir, set)
	}
	documents, err := Load(dir, set)
	if err != nil {
		return nil, err
	}
	return o.retrieval(ctx, ranker, NewCorpus(documents, o.Field))
}

// repositories ranks cards of repositories against each other.
func repositories(dir, set string) (any, error) {
	list, err := loadLines[kinship.Labelled](dir, set)
	if err != nil {
		return nil, err
	}
	var all []kinship.Card
	var labels [][]string
	for _, l := range list {
		all, labels = append(all, l.Card()), append(labels, l.Groups)
	}
	began := time.Now()
	f := kinship.Evaluate(all, labels)
	took := float64(time.Since(began).Microseconds()) / 1000 / float64(max(1, len(all)))
	return Figures{MAP: f.MAP, MRR10: f.MRR10, Recall10: f.Recall10, Milliseconds: took, Documents: len(all)}, nil
}

// Retrieval asks for every document of a corpus that has others to be found.
func Retrieval(ctx context.Context, ranker *rank.Ranker, c *Corpus) (Figures, error) {
	return Options{Verify: match.None}.retrieval(ctx, ranker, c)
}

// retrieval asks for every document of a corpus that has others to be found.
func (o Options) retrieval(ctx context.Context, ranker *rank.Ranker, c *Corpus) (Figures, error) {
	figures := Figures{Documents: len(c.Documents)}
	queries := 0
	var spent time.Duration
	for i, d := range c.Documents {
		relevant := c.relevantIn(i, o.To)
		if relevant == 0 || o.From != "" && d.Lang != o.From {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Figures{}, err
		}
		start := time.Now()
		q := c.Query(i)
		q.Read, q.Code = nil, d.text(c.field)
		if o.To != "" {
			q.Filter.Languages = []lexer.Language{o.To}
		}
		matches, err := ranker.Search(ctx, c.Index, c.Texts, "", q)
		if err == nil {
			err = o.verified(ctx, c, i, matches)
		}
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
