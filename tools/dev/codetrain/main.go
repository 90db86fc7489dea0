// Command codetrain learns the weights of internal/codematch/rank from the sets whose licence
// allows it, and prints MAP@R of all sets: of the training sets on groups left out.
//
//	go -C tools/dev run ./codetrain -data DIR -out ../../internal/codematch/rank/weights.json
//
// The same data make the same bytes.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/rank"
)

// training are the sets that may be learned from; measuring those that are only looked at.
var (
	training  = strings.Fields("humanevalx mbxp-x lcb-py mbxp-py humaneval-py mbxp-js")
	measuring = strings.Fields("gtranseval-x xlcost-x llmtrans-x poj15 gcj12")
	// mixed are sets made of the training sets: all languages and all origins together.
	mixed = map[string][]string{"he-all": {"humanevalx", "humaneval-py"}, "mbpp-all": {"mbxp-x", "mbxp-py", "mbxp-js"}}
)

// folds is how many parts the groups are cut into for cross validation.
const folds = 5

// question is a query with its candidates and their answers.
type question struct {
	set      string
	fold     int
	relevant int // in the whole set
	list     *rank.List
	good     []bool
}

func main() {
	data := flag.String("data", "", "folder of the sets")
	out := flag.String("out", "", "file to write the weights to; none measures alone")
	full := flag.Bool("full", false, "ask for every document, not for some")
	flag.Parse()
	if err := run(context.Background(), *data, *out, *full); err != nil {
		fmt.Fprintln(os.Stderr, "codetrain:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, data, out string, full bool) error {
	ranker, err := rank.New()
	if err != nil {
		return err
	}
	start := time.Now()
	sets := map[string][]question{}
	texts := map[string][]evaluate.Document{}
	for _, set := range append(append([]string{}, training...), measuring...) {
		documents, err := evaluate.Load(data, set)
		if err != nil {
			return err
		}
		texts[set] = documents
		sets[set] = gather(ctx, ranker, set, documents, thin(set, full), false)
	}
	for _, set := range training {
		sets["renamed "+set] = gather(ctx, ranker, "renamed "+set, renamed(texts[set]), 4, false)
	}
	for name, parts := range mixed {
		var all []evaluate.Document
		for _, set := range parts {
			all = append(all, texts[set]...)
		}
		sets[name] = gather(ctx, ranker, name, all, 6, true)
		sets["renamed "+name] = gather(ctx, ranker, "renamed "+name, renamed(all), 12, true)
	}
	fmt.Fprintln(os.Stderr, "gathered", time.Since(start))
	table := newTable()
	table.add("signals", sets, func(q question) []float64 { return column(q.list, rank.MeanSignal) })
	start = time.Now()
	forests := crossed(sets, func(train []question) *rank.Forest {
		return fitForest(train, recipe{trees: 300, depth: 6, leaf: 150, rate: 0.06, ridge: 5})
	})
	fmt.Fprintln(os.Stderr, "forests", time.Since(start))
	learned := &rank.Weights{First: first, Blend: blend, Spread: spread, Typical: typical(sets)}
	weights := func(q question) *rank.Weights {
		w := *learned
		w.Forest = forests(q)
		return &w
	}
	table.add("search", sets, func(q question) []float64 { return weights(q).Judge(q.list) })
	table.print()
	var known []question
	for _, set := range slices.Concat(training, slices.Sorted(maps.Keys(mixed))) {
		known = append(known, sets[set]...)
	}
	learned.Chance = fitChance(known, weights)
	fmt.Fprintln(os.Stderr, "chance", learned.Chance)
	if out == "" {
		return nil
	}
	learned.Forest = forests(question{set: measuring[0]}) // that of all groups
	text, err := json.Marshal(learned)
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

// What is set by hand, by the figures of groups left out: the fields of the first stage, and
// what mutual likeness and the neighbours count beside the forest.
var first = [feature.Fields]float64{
	feature.Subtoken: 1, feature.Trigram: 0.5, feature.Canonical: 1, feature.Plain: 1, feature.Shape: 1, feature.Literal: 1,
	feature.Call: 0.5, feature.Signature: 1, feature.Flow: 1, feature.Statement: 1,
}

const (
	blend  = 0.5
	spread = 0.5
)

// typical is the median of how far the best candidates of the training sets stand out.
func typical(sets map[string][]question) float64 {
	var tops []float64
	for _, set := range training {
		for _, q := range sets[set] {
			if len(q.list.Rows) > 0 {
				tops = append(tops, slices.Max(column(q.list, rank.Asked)))
			}
		}
	}
	slices.Sort(tops)
	return math.Round(tops[len(tops)/2]*10) / 10
}

// thin says that only each so many-th document of a set is asked for: sets that are only
// measured are measured in full by kadry-eval code.
func thin(set string, full bool) int {
	if each := map[string]int{"poj15": 12, "gcj12": 4, "gtranseval-x": 9, "xlcost-x": 14, "llmtrans-x": 2}[set]; each > 0 {
		return each
	}
	if full {
		return 1
	}
	return 2
}

func column(l *rank.List, m int) []float64 {
	s := make([]float64, len(l.Rows))
	for i, r := range l.Rows {
		s[i] = float64(r[m])
	}
	return s
}

// crossed judges the queries of each fold by a model of the other folds, and those of the
// measuring sets by a model of all.
func crossed(sets map[string][]question, fit func([]question) *rank.Forest) func(question) *rank.Forest {
	models := make([]*rank.Forest, folds+1)
	var group sync.WaitGroup
	limit := make(chan struct{}, 2)
	for fold := range models {
		group.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			var train []question
			for _, set := range trainable(sets) {
				for _, q := range sets[set] {
					if q.fold != fold {
						train = append(train, q)
					}
				}
			}
			models[fold] = fit(train)
		})
	}
	group.Wait()
	return func(q question) *rank.Forest {
		if slices.Contains(measuring, q.set) {
			return models[folds]
		}
		return models[q.fold]
	}
}

// trainable are the sets that may be learned from, with those made of them, sorted.
func trainable(sets map[string][]question) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(sets)), func(s string) bool { return slices.Contains(measuring, s) })
}

// gather asks for each document of a set.
func gather(ctx context.Context, ranker *rank.Ranker, set string, documents []evaluate.Document, each int, any bool) []question {
	corpus := evaluate.NewCorpus(documents, "masked")
	corpus.Any = any
	questions := make([]question, (len(corpus.Documents)+each-1)/each)
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for k := range next {
				i := k * each
				d := corpus.Documents[i]
				list, err := ranker.Gather(ctx, corpus.Index, corpus.Texts, "", corpus.Query(i))
				if err != nil {
					panic(err)
				}
				q := question{set: set, fold: foldOf(d.Group), relevant: corpus.Relevant(i), list: list}
				for _, p := range list.Places {
					q.good = append(q.good, corpus.Documents[corpus.At(p)].Group == d.Group)
				}
				questions[k] = q
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	group.Wait()
	return questions
}

func foldOf(group string) int {
	h := uint32(2166136261)
	for i := range len(group) {
		h = (h ^ uint32(group[i])) * 16777619
	}
	return int(h>>8) % folds
}
