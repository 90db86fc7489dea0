// Package indextest is what every index has to do alike: a suite of tests, and a reference
// that scores each unit by itself, as the formulas of package index say, for the answers to be
// compared with. It is imported by tests only.
package indextest

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// Reference is an index in memory without any cunning.
type Reference struct {
	mu      sync.Mutex
	tenants map[string]map[int64]generation
}

type generation struct {
	number    int64
	documents []index.Document
}

// Put replaces the units of a repository; none removes it.
func (r *Reference) Put(tenant string, repository, number int64, documents []index.Document) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tenants == nil {
		r.tenants = map[string]map[int64]generation{}
	}
	if r.tenants[tenant] == nil {
		r.tenants[tenant] = map[int64]generation{}
	}
	if documents == nil {
		delete(r.tenants[tenant], repository)
		return
	}
	r.tenants[tenant][repository] = generation{number, slices.Clone(documents)}
}

// Search scores every unit.
func (r *Reference) Search(_ context.Context, tenant string, q index.Question) (index.Answer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all, allowed []index.Document
	numbers := map[int64]int64{}
	for repository, g := range r.tenants[tenant] {
		numbers[repository] = g.number
		for _, d := range g.documents {
			all = append(all, d)
			if allows(q.Filter, d) {
				allowed = append(allowed, d)
			}
		}
	}
	answer := index.Answer{Searched: len(allowed), Units: len(all)}
	hits := make([]index.Hit, len(allowed))
	shares := make([]bool, len(allowed))
	for f := range feature.Fields {
		answer.Frequencies[f] = frequencies(all, f, q.Terms[f])
		raw := scores(all, allowed, f, q.Terms[f], answer.Frequencies[f])
		mean, deviation := moments(raw)
		for i := range hits {
			shares[i] = shares[i] || raw[i] > 0
			signal := 0.0
			if len(q.Terms[f]) > 0 {
				signal = index.Signal(raw[i], mean, deviation)
			}
			hits[i].Raw[f], hits[i].Signals[f] = float32(raw[i]), float32(signal)
			hits[i].Score += q.Weights[f] * signal
		}
	}
	for i, d := range allowed {
		hits[i].Place, hits[i].Generation = d.Place, numbers[d.Place.Repository]
		if shares[i] {
			answer.Hits = append(answer.Hits, hits[i])
		}
	}
	slices.SortFunc(answer.Hits, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Place.Compare(b.Place))
	})
	answer.Hits = answer.Hits[:min(len(answer.Hits), max(q.Limit, 0))]
	return answer, nil
}

// allows says whether a filter lets a unit through.
func allows(f index.Filter, d index.Document) bool {
	return (len(f.Repositories) == 0 || slices.Contains(f.Repositories, d.Place.Repository)) &&
		!slices.Contains(f.Without, d.Place.Repository) &&
		(len(f.Languages) == 0 || slices.Contains(f.Languages, d.Language)) &&
		(len(f.Kinds) == 0 || slices.Contains(f.Kinds, d.Kind)) &&
		(len(f.Paths) == 0 || slices.ContainsFunc(f.Paths, func(p string) bool { return pattern(p).MatchString(d.Path) }))
}

// pattern is a pattern of paths as a regular expression.
func pattern(text string) *regexp.Regexp {
	expression := strings.NewReplacer(
		`/\*\*/`, `/(?:.*/)?`, `\*\*/`, `(?:.*/)?`, `/\*\*`, `(?:/.*)?`, `\*\*`, `.*`, `\*`, `[^/]*`,
	).Replace(regexp.QuoteMeta(text))
	return regexp.MustCompile("^" + expression + "$")
}

func count(d index.Document, f feature.Field, hash uint32) int {
	for _, t := range d.Vector[f] {
		if t.Hash == hash {
			return int(t.Count)
		}
	}
	return 0
}

func length(d index.Document, f feature.Field) int {
	sum := 0
	for _, t := range d.Vector[f] {
		sum += int(t.Count)
	}
	return sum
}

func frequencies(all []index.Document, f feature.Field, terms []index.Term) []int32 {
	out := make([]int32, len(terms))
	for i, t := range terms {
		for _, d := range all {
			if count(d, f, t.Hash) > 0 {
				out[i]++
			}
		}
	}
	return out
}

func scores(all, allowed []index.Document, f feature.Field, terms []index.Term, frequencies []int32) []float64 {
	sum, having := 0, 0
	for _, d := range all {
		if n := length(d, f); n > 0 {
			sum += n
			having++
		}
	}
	mean := float64(sum) / math.Max(float64(having), 1)
	out := make([]float64, len(allowed))
	for i, d := range allowed {
		of := length(d, f)
		for j, t := range terms {
			if n := count(d, f, t.Hash); n > 0 {
				out[i] += float64(t.Weight) * index.Inverse(len(all), int(frequencies[j])) * index.Saturated(n, of, mean)
			}
		}
	}
	return out
}

func moments(raw []float64) (mean, deviation float64) {
	if len(raw) == 0 {
		return 0, 0
	}
	reckoned := slices.Concat(raw, make([]float64, max(0, index.LeastUnits-len(raw))))
	for _, r := range reckoned {
		mean += r / float64(len(reckoned))
	}
	for _, r := range reckoned {
		deviation += (r - mean) * (r - mean) / float64(len(reckoned))
	}
	return mean, math.Sqrt(deviation)
}
