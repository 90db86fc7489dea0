package indextest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Put replaces the units of a repository by another generation; nil removes it. What it did is
// seen by the next search.
type Put func(tenant string, repository, generation int64, documents []index.Document)

// Run runs the suite on indexes that start makes, each of them empty.
func Run(t *testing.T, start func(t *testing.T) (index.Index, Put)) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, index.Index, Put){
		"nothing there":           testEmpty,
		"the scores of formulas":  testScores,
		"filter before ranking":   testFilter,
		"paths":                   testPaths,
		"tenants apart":           testTenants,
		"generations and removal": testGenerations,
		"ties by place":           testTies,
		"no terms, unknown terms": testUnknown,
		"limit":                   testLimit,
		"counts and lengths":      testCounts,
		"terms at the ends":       testEnds,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, put := start(t)
			test(t, x, put)
		})
	}
}

func ask(t *testing.T, x index.Index, tenant string, q index.Question) index.Answer {
	t.Helper()
	answer, err := x.Search(t.Context(), tenant, q)
	if err != nil {
		t.Fatalf("search: %v", err)
	}
	return answer
}

// Tolerance is how far scores may be from those of the reference, as a share of their size.
const Tolerance = 1e-4

// Same compares an answer with that of the reference: the same units with the same scores, in
// the same order but for scores within the tolerance.
func Same(t *testing.T, got, want index.Answer) {
	t.Helper()
	if got.Searched != want.Searched || got.Units != want.Units {
		t.Errorf("searched %d of %d units, want %d of %d", got.Searched, got.Units, want.Searched, want.Units)
	}
	for f := range want.Frequencies {
		if !slices.Equal(got.Frequencies[f], want.Frequencies[f]) {
			t.Errorf("frequencies of field %d: %v, want %v", f, got.Frequencies[f], want.Frequencies[f])
		}
	}
	if len(got.Hits) != len(want.Hits) {
		t.Fatalf("%d hits, want %d", len(got.Hits), len(want.Hits))
	}
	by := map[index.Place]index.Hit{}
	for _, h := range want.Hits {
		by[h.Place] = h
	}
	for i, h := range got.Hits {
		w := want.Hits[i]
		if h.Place != w.Place && !near(h.Score, w.Score) {
			t.Fatalf("hit %d is %+v with %v, want %+v with %v", i, h.Place, h.Score, w.Place, w.Score)
		}
		if other, ok := by[h.Place]; ok {
			sameHit(t, h, other)
		}
	}
}

func sameHit(t *testing.T, got, want index.Hit) {
	t.Helper()
	if got.Generation != want.Generation {
		t.Errorf("%+v is of generation %d, want %d", got.Place, got.Generation, want.Generation)
	}
	ok := near(got.Score, want.Score)
	for f := range got.Raw {
		ok = ok && near(float64(got.Raw[f]), float64(want.Raw[f])) && near(float64(got.Signals[f]), float64(want.Signals[f]))
	}
	if !ok {
		t.Errorf("%+v is scored %+v, want %+v", got.Place, got, want)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= Tolerance*math.Max(1, math.Abs(b)) }

func testEmpty(t *testing.T, x index.Index, put Put) {
	q := Ask(feature.Vector{feature.Literal: {{Hash: 7, Count: 1}}}, 10)
	Same(t, ask(t, x, "a", q), index.Answer{Frequencies: [feature.Fields][]int32{feature.Literal: {0}}})
	put("a", 1, 1, []index.Document{})
	Same(t, ask(t, x, "a", q), index.Answer{Frequencies: [feature.Fields][]int32{feature.Literal: {0}}})
}

func testScores(t *testing.T, x index.Index, put Put) {
	var reference Reference
	var documents []index.Document
	for repository := range int64(4) {
		some := Lifelike(1, repository, 150, 60)
		documents = append(documents, some...)
		put("a", repository, 3, some)
		reference.Put("a", repository, 3, some)
	}
	for i := 0; i < len(documents); i += 29 {
		q := Ask(documents[i].Vector, 40)
		if i%2 == 0 {
			q.Weights[feature.Canonical] = 0 // is scored all the same
			q.Weights[feature.Shape] = -1
			q.Terms[feature.Plain] = nil
		}
		want := ask(t, &reference, "a", q)
		Same(t, ask(t, x, "a", q), want)
		if len(want.Hits) < 40 || i%2 == 1 && want.Hits[0].Place != documents[i].Place {
			t.Fatalf("the question says little: %d hits", len(want.Hits))
		}
	}
}

func testFilter(t *testing.T, x index.Index, put Put) {
	var reference Reference
	for repository := range int64(3) {
		some := Lifelike(2, repository, 120, 50)
		put("a", repository, 1, some)
		reference.Put("a", repository, 1, some)
	}
	of := Lifelike(2, 1, 120, 50)[60]
	for name, f := range map[string]index.Filter{
		"repositories":   {Repositories: []int64{0, 2}},
		"unknown":        {Repositories: []int64{99}},
		"without":        {Without: []int64{1, 99}},
		"without all":    {Repositories: []int64{1}, Without: []int64{1}},
		"language":       {Languages: []lexer.Language{lexer.Go, lexer.Rust}},
		"no language":    {Languages: []lexer.Language{"cobol"}},
		"kind":           {Kinds: []unit.Kind{unit.Class}},
		"path":           {Paths: []string{"pkg0/part1/*"}},
		"all of these":   {Repositories: []int64{1, 2}, Without: []int64{2}, Languages: []lexer.Language{lexer.C, lexer.Go}, Kinds: []unit.Kind{unit.Function}, Paths: []string{"**/file1?.x", "**/file1*.x"}},
		"one unit alone": {Repositories: []int64{1}, Kinds: []unit.Kind{unit.Whole}, Paths: []string{"**/file3.x"}},
	} {
		t.Run(name, func(t *testing.T) {
			// Few are asked for, so that a filter behind the ranking would leave none of them.
			q := Ask(of.Vector, 5)
			q.Filter = f
			Same(t, ask(t, x, "a", q), ask(t, &reference, "a", q))
		})
	}
}

func testPaths(t *testing.T, x index.Index, put Put) {
	paths := []string{"a.go", "app/[id].tsx", "app/i.tsx", "src/a.go", "src/b_test.go", "src/deep/er/a.go", "srcs/{x,y}.go", `we\ird?.go`}
	var documents []index.Document
	for i, path := range paths {
		d := unitOf(1, int32(i), 0, feature.Term{Hash: 5, Count: 1})
		d.Path = path
		documents = append(documents, d)
	}
	put("a", 1, 1, documents)
	for pattern, want := range map[string][]int32{
		"**":            {0, 1, 2, 3, 4, 5, 6, 7},
		"*":             {0, 7},
		"*.go":          {0, 7},
		"**/*.go":       {0, 3, 4, 5, 6, 7},
		"src/**":        {3, 4, 5},
		"src/**/a.go":   {3, 5},
		"src/*":         {3, 4},
		"**/er/**":      {5},
		"app/[id].tsx":  {1},
		"app/?.tsx":     nil,
		"srcs/{x,y}.go": {6},
		`we\ird?.go`:    {7},
		"[":             nil,
		"src":           nil,
		"":              nil,
		"SRC/a.go":      nil,
	} {
		q := Ask(feature.Vector{feature.Call: {{Hash: 5, Count: 1}}}, 100)
		q.Filter.Paths = []string{"nowhere", pattern}
		answer := ask(t, x, "a", q)
		var got []int32
		for _, h := range answer.Hits {
			got = append(got, h.Place.File)
		}
		if !slices.Equal(got, want) || answer.Searched != len(want) {
			t.Errorf("%q: files %v of %d searched, want %v", pattern, got, answer.Searched, want)
		}
	}
}

// unitOf is a unit with terms in one field.
func unitOf(repository int64, file, number int32, terms ...feature.Term) index.Document {
	d := index.Document{
		Place: index.Place{Repository: repository, File: file, Unit: number},
		Path:  fmt.Sprintf("f%d.go", file), Language: lexer.Go, Kind: unit.Function,
	}
	d.Vector[feature.Call] = terms
	return d
}

func testTenants(t *testing.T, x index.Index, put Put) {
	var mine Reference
	ours, theirs := Lifelike(3, 1, 60, 40), Lifelike(4, 2, 90, 40)
	for _, tenant := range []string{"mine", "Mine", "", "../mine"} {
		documents := theirs
		if tenant == "mine" {
			documents = ours
			mine.Put(tenant, 1, 1, ours)
		}
		put(tenant, documents[0].Place.Repository, 1, documents)
	}
	// Neither what is found nor what a term is worth is of the others.
	for _, d := range []index.Document{ours[7], theirs[7]} {
		q := Ask(d.Vector, 60)
		Same(t, ask(t, x, "mine", q), ask(t, &mine, "mine", q))
	}
	q := Ask(theirs[7].Vector, 60)
	Same(t, ask(t, x, "nobody", q), ask(t, &mine, "nobody", q))
}

func testGenerations(t *testing.T, x index.Index, put Put) {
	var reference Reference
	var q index.Question
	step := func(repository, generation int64, documents []index.Document) {
		t.Helper()
		put("a", repository, generation, documents)
		reference.Put("a", repository, generation, documents)
		Same(t, ask(t, x, "a", q), ask(t, &reference, "a", q))
	}
	first := Lifelike(5, 1, 40, 40)
	q = Ask(first[9].Vector, 30)
	step(1, 1, first)
	step(2, 1, Lifelike(5, 2, 50, 40))
	step(1, 2, Lifelike(6, 1, 45, 40)) // others
	step(1, 3, first[:10])             // fewer
	step(2, 1, nil)                    // gone
	step(1, 4, []index.Document{})     // there, but empty
	step(2, 2, first[10:])             // back
	step(1, 4, nil)
	step(2, 2, nil)
}

func testTies(t *testing.T, x index.Index, put Put) {
	same := []feature.Term{{Hash: 1 << 30, Count: 2}, {Hash: 3 << 30, Count: 1}}
	var want []index.Place
	for _, repository := range []int64{2, 0, 1} {
		var documents []index.Document
		for file := range int32(3) {
			for number := range int32(2) {
				documents = append(documents, unitOf(repository, file, number, same...))
				want = append(want, documents[len(documents)-1].Place)
			}
		}
		documents = append(documents, unitOf(repository, 9, 0, feature.Term{Hash: 77, Count: 1}))
		put("a", repository, 1, documents)
	}
	slices.SortFunc(want, index.Place.Compare)
	for limit := range 20 {
		var got []index.Place
		for _, h := range ask(t, x, "a", Ask(feature.Vector{feature.Call: same}, limit)).Hits {
			got = append(got, h.Place)
		}
		if !slices.Equal(got, want[:min(limit, len(want))]) {
			t.Errorf("limit %d: %v, want %v", limit, got, want[:min(limit, len(want))])
		}
	}
}

func testUnknown(t *testing.T, x index.Index, put Put) {
	put("a", 1, 1, []index.Document{unitOf(1, 0, 0, feature.Term{Hash: 5, Count: 1})})
	if got := ask(t, x, "a", index.Question{Limit: 10}); len(got.Hits) != 0 || got.Searched != 1 || got.Units != 1 {
		t.Errorf("a question without terms found %+v", got)
	}
	unknown := Ask(feature.Vector{feature.Call: {{Hash: 6, Count: 1}}, feature.Literal: {{Hash: 5, Count: 1}}}, 10)
	got := ask(t, x, "a", unknown)
	if len(got.Hits) != 0 || got.Searched != 1 || got.Frequencies[feature.Call][0] != 0 || got.Frequencies[feature.Literal][0] != 0 {
		t.Errorf("terms that nobody has found %+v", got)
	}
}

func testLimit(t *testing.T, x index.Index, put Put) {
	documents := Lifelike(7, 1, 200, 60)
	put("a", 1, 1, documents)
	q := Ask(documents[60].Vector, 1000)
	all := ask(t, x, "a", q)
	for _, limit := range []int{-1, 0, 1, 7, len(all.Hits), len(all.Hits) + 1} {
		q.Limit = limit
		want := all
		want.Hits = all.Hits[:max(0, min(limit, len(all.Hits)))]
		Same(t, ask(t, x, "a", q), want)
	}
}

// A count can be as high as it goes, and the length of a unit higher.
func testCounts(t *testing.T, x index.Index, put Put) {
	var reference Reference
	documents := []index.Document{
		unitOf(1, 0, 0, feature.Term{Hash: 5, Count: 65535}, feature.Term{Hash: 6, Count: 65535}),
		unitOf(1, 0, 1, feature.Term{Hash: 5, Count: 1}),
		unitOf(1, 7, 3, feature.Term{Hash: 6, Count: 300}),
		unitOf(1, 7, 4),
	}
	put("a", 1, 1, documents)
	reference.Put("a", 1, 1, documents)
	for _, d := range documents {
		q := Ask(d.Vector, 10)
		Same(t, ask(t, x, "a", q), ask(t, &reference, "a", q))
	}
}

// Hashes need not be spread evenly, and can be the lowest and the highest there are.
func testEnds(t *testing.T, x index.Index, put Put) {
	var reference Reference
	hashes := []uint32{0, 1, 2, 3, 1<<32 - 3, 1<<32 - 2, 1<<32 - 1}
	for i := range uint32(300) {
		hashes = append(hashes, 1<<24-150+i)
	}
	slices.Sort(hashes)
	var documents []index.Document
	for i := range int32(40) {
		var terms []feature.Term
		for j, h := range hashes {
			if j%(int(i)+1) == 0 {
				terms = append(terms, feature.Term{Hash: h, Count: uint16(1 + j%3)})
			}
		}
		documents = append(documents, unitOf(1, i, 0, terms...))
	}
	put("a", 1, 1, documents)
	reference.Put("a", 1, 1, documents)
	for _, d := range documents[:5] {
		q := Ask(d.Vector, 50)
		Same(t, ask(t, x, "a", q), ask(t, &reference, "a", q))
	}
}
