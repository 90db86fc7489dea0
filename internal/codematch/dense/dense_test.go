package dense_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/dense/densetest"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

// endpoint is an Embedder that a test steers: a vector says how often each letter stands in a
// text, so texts of other letters are far from each other.
type endpoint struct {
	mu        sync.Mutex
	dimension int
	changes   int    // to this dimension after so many more batches; 0 never
	next      int    // the dimension then
	refuses   string // a text that it does not take
	down      error
	asked     int // texts, probes included
}

func (e *endpoint) Query(ctx context.Context, text string) ([]float32, error) {
	vectors, err := e.Documents(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (e *endpoint) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.down != nil || len(texts) == 1 && texts[0] == e.refuses {
		return nil, errors.Join(e.down, fault.E(fault.Unavailable, fault.Say("down", "лежит"), nil))
	}
	if e.changes > 0 {
		if e.changes--; e.changes == 0 {
			e.dimension = e.next
		}
	}
	e.asked += len(texts)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if text != e.refuses {
			vectors[i] = letters(text, e.dimension)
		}
	}
	return vectors, nil
}

func (e *endpoint) Space(dimension int) string { return fmt.Sprint("model-", dimension) }

func letters(text string, dimension int) []float32 {
	v := make([]float32, dimension)
	for i := range len(text) {
		v[int(text[i])%dimension]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// shelf is a mirror that a test fills.
type shelf struct {
	mu          sync.Mutex
	generations map[string]map[int64]int64
	files       map[mirror.Generation][]mirror.File
	texts       map[string][]byte
	read        int // pages of files
	fails       error
}

// put makes texts by path the next generation of a repository; each is one function, and the
// file besides.
func (s *shelf) put(tenant string, repository int64, texts map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generations == nil {
		s.generations, s.files, s.texts = map[string]map[int64]int64{}, map[mirror.Generation][]mirror.File{}, map[string][]byte{}
	}
	if s.generations[tenant] == nil {
		s.generations[tenant] = map[int64]int64{}
	}
	s.generations[tenant][repository]++
	g := mirror.Generation{Repository: repository, Number: s.generations[tenant][repository]}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		text := texts[path]
		f := mirror.File{Path: path, Digest: mirror.Digest([]byte(text)), Language: languageOf(path)}
		f.Units = []unit.Unit{{Kind: unit.Function, End: max(0, len(text)-1)}, {Kind: unit.Whole, End: len(text)}}
		s.files[g] = append(s.files[g], f)
		s.texts[f.Digest] = []byte(text)
	}
}

func languageOf(path string) lexer.Language {
	if path[len(path)-2:] == "go" {
		return lexer.Go
	}
	return lexer.Python
}

func (s *shelf) remove(tenant string, repository int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.generations[tenant], repository)
}

func (s *shelf) Tenants(context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.generations)), nil
}

func (s *shelf) Generations(_ context.Context, tenant string) (list []mirror.Generation, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r, n := range s.generations[tenant] {
		list = append(list, mirror.Generation{Repository: r, Number: n})
	}
	return list, nil
}

func (s *shelf) Files(_ context.Context, _ string, g mirror.Generation, after, limit int) ([]mirror.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read++
	files := s.files[g][after+1:]
	return files[:min(limit, len(files))], s.fails
}

func (s *shelf) At(_ context.Context, _ string, g mirror.Generation, places []int) (map[int]mirror.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[int]mirror.File{}
	for _, p := range places {
		found[p] = s.files[g][p]
	}
	return found, nil
}

func (s *shelf) Texts(_ context.Context, _ string, digests []string) (map[string][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string][]byte{}
	for _, d := range digests {
		found[d] = s.texts[d]
	}
	return found, nil
}

// world is an index with everything around it.
type world struct {
	*dense.Index
	endpoint *endpoint
	store    *densetest.Memory
	shelf    *shelf
}

func open() *world {
	w := &world{endpoint: &endpoint{dimension: 32}, store: &densetest.Memory{}, shelf: &shelf{}}
	w.Index = dense.New(w.endpoint, w.store, w.shelf)
	return w
}

func (w *world) fill(t *testing.T, tenant string) dense.Filled {
	t.Helper()
	filled, err := w.Fill(t.Context(), tenant, dense.Budget{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return filled
}

func (w *world) near(t *testing.T, tenant, code string, f index.Filter) dense.Answer {
	t.Helper()
	answer, err := w.Near(t.Context(), tenant, []byte(code), f, 3)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// many are n texts by path that share no text.
func many(n int) map[string]string {
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("f%03d.go", i)] = fmt.Sprintf("%s%d;", string(rune('a'+i%26)), i)
	}
	return texts
}

func TestConformance(t *testing.T) {
	t.Parallel()
	densetest.Run(t, func(*testing.T) dense.Store { return &densetest.Memory{} })
}

func TestNear(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, map[string]string{"x.go": "aaaa;", "y.py": "bbbb;", "z.go": "abab;"})
	w.shelf.put("a", 2, map[string]string{"deep/x.go": "aaaa;"})
	w.shelf.put("b", 3, map[string]string{"x.go": "aaaa;"})
	if got := w.near(t, "a", "aaaa", index.Filter{}); got.Covered != 0 || got.Searched != 8 || len(got.Near) > 0 {
		t.Errorf("before anything is filled: %+v", got)
	}
	if filled := w.fill(t, "a"); filled != (dense.Filled{Space: "model-32", Texts: 6, Made: 6}) {
		t.Errorf("filled %+v", filled)
	}
	for name, c := range map[string]struct {
		filter   index.Filter
		searched int
		first    index.Place
	}{
		"all":           {index.Filter{}, 8, index.Place{Repository: 1}},
		"one":           {index.Filter{Repositories: []int64{2}}, 2, index.Place{Repository: 2}},
		"without one":   {index.Filter{Without: []int64{1}}, 2, index.Place{Repository: 2}},
		"a language":    {index.Filter{Languages: []lexer.Language{lexer.Python}}, 2, index.Place{Repository: 1, File: 1, Unit: 1}}, // its semicolon is less of b
		"a kind":        {index.Filter{Kinds: []unit.Kind{unit.Whole}}, 4, index.Place{Repository: 1, Unit: 1}},
		"a path":        {index.Filter{Paths: []string{"deep/**"}}, 2, index.Place{Repository: 2}},
		"another owner": {index.Filter{Repositories: []int64{3}}, 0, index.Place{}},
	} {
		got := w.near(t, "a", "aaaa", c.filter)
		if got.Searched != c.searched || got.Covered != c.searched || len(got.Near) != min(3, c.searched) {
			t.Errorf("%s: searched %d, covered %d, %d near", name, got.Searched, got.Covered, len(got.Near))
			continue
		}
		if c.searched > 0 && name != "a language" && (got.Near[0].Place != c.first || got.Near[0].Similarity < 0.8) {
			t.Errorf("%s: first is %+v", name, got.Near[0])
		}
		if got.Generations[1] != 1 || got.Generations[2] != 1 || got.Generations[3] != 0 {
			t.Errorf("generations %v", got.Generations)
		}
	}
	// Equal ones stand in order of their places.
	got := w.near(t, "a", "aaaa", index.Filter{})
	if got.Near[1].Place != (index.Place{Repository: 2}) || math.Abs(got.Near[1].Similarity-1) > 1e-6 {
		t.Errorf("second is %+v", got.Near[1])
	}
	if size := w.Size("a"); size.Units != 8 || size.Vectors != 6 || size.Bytes == 0 || w.Size("b").Units != 0 {
		t.Errorf("size %+v", size)
	}
	if got, err := w.Near(t.Context(), "a", []byte("aaaa"), index.Filter{}, 0); err != nil || len(got.Near) > 0 || got.Covered != 8 {
		t.Errorf("only counted: %+v, %v", got, err)
	}
}

// What changes in the mirror, or is filled by another process, is seen by the next search.
func TestFollows(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, map[string]string{"x.go": "aaaa;"})
	w.shelf.put("a", 2, map[string]string{"x.go": "bbbb;"})
	w.fill(t, "a")
	w.near(t, "a", "a", index.Filter{})
	pages := w.shelf.read
	for range 3 {
		w.near(t, "a", "a", index.Filter{})
	}
	if w.shelf.read != pages {
		t.Errorf("%d pages of files were read again", w.shelf.read-pages)
	}
	w.shelf.put("a", 2, map[string]string{"x.go": "cccc;", "y.go": "aaaa;"})
	got := w.near(t, "a", "aaaa", index.Filter{})
	if got.Covered != 4 || got.Searched != 6 || got.Generations[2] != 2 || got.Near[1].Place != (index.Place{Repository: 2, File: 1}) {
		t.Errorf("of a new generation: %+v", got)
	}
	if w.shelf.read != pages+1 {
		t.Errorf("%d pages were read for one new generation", w.shelf.read-pages)
	}
	another := dense.New(w.endpoint, w.store, w.shelf)
	if _, err := another.Fill(t.Context(), "a", dense.Budget{}, nil); err != nil {
		t.Fatal(err)
	}
	if got := w.near(t, "a", "cccc", index.Filter{}); got.Covered != 6 || got.Near[0].Place.Repository != 2 {
		t.Errorf("filled by another process: %+v", got)
	}
	w.shelf.remove("a", 1)
	w.shelf.remove("a", 2)
	if got := w.near(t, "a", "aaaa", index.Filter{}); got.Searched != 0 || len(got.Near) > 0 {
		t.Errorf("of nothing: %+v", got)
	}
	if filled := w.fill(t, "a"); filled.Texts != 0 || len(w.store.Spaces("a")) > 0 {
		t.Errorf("vectors of code that is gone: %+v", w.store.Spaces("a"))
	}
	if tenants, err := w.Tenants(t.Context()); err != nil || !slices.Equal(tenants, []string{"a"}) {
		t.Errorf("%v, %v", tenants, err)
	}
}

// A Fill goes on where the one before ended, and asks for no text twice.
func TestFill_resumes(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(100)) // 200 texts
	w.shelf.put("a", 2, many(100))
	made, shown := 0, 0
	for runs := 1; ; runs++ {
		filled, err := w.Fill(t.Context(), "a", dense.Budget{Texts: 70}, func(done, total int) {
			if done <= 0 || done > total {
				t.Errorf("%d of %d", done, total)
			}
			shown++
		})
		if err != nil || filled.Texts != 200 || filled.Made > 70 {
			t.Fatalf("%+v, %v", filled, err)
		}
		if made += filled.Made; made+filled.Left != 200 {
			t.Errorf("made %d, left %d", made, filled.Left)
		}
		if filled.Left == 0 {
			if runs != 3 || shown < 3 {
				t.Errorf("%d runs, progress %d times", runs, shown)
			}
			break
		}
	}
	if w.endpoint.asked != 200+3 {
		t.Errorf("asked for %d texts", w.endpoint.asked)
	}
	if filled := w.fill(t, "a"); filled.Made != 0 || filled.Left != 0 {
		t.Errorf("again %+v", filled)
	}
	if got := w.near(t, "a", "a0", index.Filter{}); got.Covered != 400 {
		t.Errorf("covered %d", got.Covered)
	}
}

// An endpoint that begins to give another dimension begins a new space; the old one is
// searched by nobody and goes when the new one is complete.
func TestFill_anotherDimension(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(100))
	w.endpoint.changes, w.endpoint.next = 3, 48 // the probe, a batch, and then
	if filled := w.fill(t, "a"); filled.Space != "model-48" || filled.Left != 0 {
		t.Errorf("in the middle: %+v", filled)
	}
	if got := w.store.Spaces("a"); !maps.Equal(got, map[string]int{"model-48": 200}) {
		t.Errorf("spaces %v", got)
	}
	if got := w.near(t, "a", "a0;", index.Filter{}); got.Covered != 200 || got.Near[0].Similarity < 0.999 {
		t.Errorf("%+v", got)
	}
	w.endpoint.dimension = 24
	if got := w.near(t, "a", "a0;", index.Filter{}); got.Covered != 0 || len(got.Near) > 0 {
		t.Errorf("vectors of two spaces were compared: %+v", got)
	}
	if filled, err := w.Fill(t.Context(), "a", dense.Budget{Texts: 50}, nil); err != nil || filled.Left != 150 {
		t.Errorf("%+v, %v", filled, err)
	}
	if got := w.store.Spaces("a"); !maps.Equal(got, map[string]int{"model-48": 200, "model-24": 50}) {
		t.Errorf("before the new space is complete there are %v", got)
	}
	if got := w.near(t, "a", "a0;", index.Filter{}); got.Covered != 50 {
		t.Errorf("covered %d", got.Covered)
	}
	w.fill(t, "a")
	if got := w.store.Spaces("a"); !maps.Equal(got, map[string]int{"model-24": 200}) {
		t.Errorf("spaces %v", got)
	}
}

func TestFill_alwaysAnotherDimension(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(300))
	restless := restless{w.endpoint}
	_, err := dense.New(restless, w.store, w.shelf).Fill(t.Context(), "a", dense.Budget{}, nil)
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}

type restless struct{ *endpoint }

func (r restless) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	r.mu.Lock()
	r.dimension++
	r.mu.Unlock()
	return r.endpoint.Documents(ctx, texts)
}

// An endpoint that is down leaves everything as it is and says so.
func TestDown(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(10))
	w.fill(t, "a")
	w.shelf.put("a", 1, many(12))
	w.endpoint.down = errors.New("connection refused")
	filled, err := w.Fill(t.Context(), "a", dense.Budget{}, nil)
	if fault.KindOf(err) != fault.Unavailable || filled.Made != 0 || w.store.Spaces("a")["model-32"] != 20 {
		t.Errorf("%+v, %v", filled, err)
	}
	if _, err := w.Near(t.Context(), "a", []byte("a"), index.Filter{}, 3); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a search without it: %v", err)
	}
	w.endpoint.down = nil
	if filled := w.fill(t, "a"); filled.Made != 4 || filled.Left != 0 {
		t.Errorf("%+v", filled)
	}
}

// A text that the endpoint does not take keeps nothing else from its vector.
func TestFill_refused(t *testing.T) {
	t.Parallel()
	for name, texts := range map[string]map[string]string{
		"among others": many(40),
		"alone":        {"f003.go": "d3;"},
	} {
		w := open()
		w.shelf.put("a", 1, texts)
		w.endpoint.refuses = "d3"
		if filled := w.fill(t, "a"); filled.Refused != 1 || filled.Made != 2*len(texts)-1 || filled.Left != 0 {
			t.Errorf("%s: %+v", name, filled)
		}
		w.endpoint.refuses = ""
		if filled := w.fill(t, "a"); filled.Made != 1 {
			t.Errorf("%s, taken later: %+v", name, filled)
		}
	}
}

func TestFill_leaves(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(200))
	ctx, cancel := context.WithCancel(t.Context())
	filled, err := w.Fill(ctx, "a", dense.Budget{}, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) || filled.Made != 64 {
		t.Errorf("%+v, %v", filled, err)
	}
	w.shelf.fails = errors.New("the disk of the database broke")
	w.shelf.put("a", 2, many(1))
	if _, err := w.Near(t.Context(), "a", []byte("a"), index.Filter{}, 3); !errors.Is(err, w.shelf.fails) {
		t.Errorf("got %v", err)
	}
	w.shelf.fails = nil
	if got := w.near(t, "a", "a0", index.Filter{}); got.Searched != 402 || got.Covered == 0 {
		t.Errorf("%+v", got)
	}
}

// Damaged vectors are as good as none.
func TestDamaged(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(3))
	nan := make([]float32, 32)
	nan[3] = float32(math.NaN())
	for i, values := range [][]float32{nan, make([]float32, 32), {1}, letters("x", 32)} {
		d := mirror.Digest([]byte(fmt.Sprintf("%s%d;", string(rune('a'+i)), i)))
		if i == 3 {
			d = "no digest"
		}
		if err := w.store.Put(t.Context(), "a", "model-32", []dense.Vector{{Digest: d, Values: values}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.near(t, "a", "a0;", index.Filter{}); got.Covered != 0 {
		t.Errorf("%+v", got)
	}
}

// Searches beside fills and changes see one generation or the other, whole.
func TestBesideChanges(t *testing.T) {
	t.Parallel()
	w := open()
	w.shelf.put("a", 1, many(20))
	var all sync.WaitGroup
	all.Go(func() {
		for i := range 20 {
			w.shelf.put("a", 1, many(20+i))
			if _, err := w.Fill(t.Context(), "a", dense.Budget{Texts: 30}, nil); err != nil {
				t.Error(err)
			}
		}
	})
	for range 3 {
		all.Go(func() {
			for range 30 {
				got, err := w.Near(t.Context(), "a", []byte("a0"), index.Filter{}, 5)
				if err != nil || got.Searched != 2*(20+max(0, int(got.Generations[1])-2)) {
					t.Errorf("%d units of generation %d, %v", got.Searched, got.Generations[1], err)
				}
			}
		})
	}
	all.Wait()
}

// What is found is what comparing every allowed unit by itself finds.
func TestNearest_isExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := open()
		w.endpoint.dimension = rapid.IntRange(1, 70).Draw(t, "dimension")
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,6};`), 1, 40).Draw(t, "texts")
		texts := map[string]string{}
		for i, word := range words {
			texts[fmt.Sprintf("%03d.go", i)] = word
		}
		w.shelf.put("a", 7, texts)
		if _, err := w.Fill(context.Background(), "a", dense.Budget{}, nil); err != nil {
			t.Fatal(err)
		}
		code, limit := rapid.StringMatching(`[a-z]{1,6}`).Draw(t, "code"), rapid.IntRange(1, 90).Draw(t, "limit")
		got, err := w.Near(context.Background(), "a", []byte(code), index.Filter{}, limit)
		if err != nil || len(got.Near) != min(limit, 2*len(words)) {
			t.Fatalf("%d near, %v", len(got.Near), err)
		}
		query, want := letters(code, w.endpoint.dimension), []float64{}
		for _, word := range words {
			for _, text := range []string{word, word[:len(word)-1]} {
				sum := 0.0
				for i, x := range letters(text, w.endpoint.dimension) {
					sum += float64(x) * float64(query[i])
				}
				want = append(want, sum)
			}
		}
		slices.Sort(want)
		slices.Reverse(want)
		for i, n := range got.Near {
			if math.Abs(n.Similarity-want[i]) > 1e-4 {
				t.Fatalf("similarity %d is %f, want %f", i, n.Similarity, want[i])
			}
		}
	})
}

// BenchmarkNearest measures 100,000 units of 384 dimensions on one processor.
func BenchmarkNearest(b *testing.B) {
	const units, dimension = 100_000, 384
	w := open()
	texts := map[string]string{}
	for i := range units / 2 {
		texts[fmt.Sprintf("%06d.go", i)] = fmt.Sprintf("f%d g%d;", i, i*i)
	}
	w.shelf.put("a", 1, texts)
	w.endpoint.dimension = dimension
	if _, err := w.Fill(b.Context(), "a", dense.Budget{}, nil); err != nil {
		b.Fatal(err)
	}
	query := letters("f77 g5929", dimension)
	if _, err := w.Nearest(b.Context(), "a", query, index.Filter{}, 200); err != nil { // reads everything
		b.Fatal(err)
	}
	for b.Loop() {
		got, err := w.Nearest(b.Context(), "a", query, index.Filter{}, 200)
		if err != nil || got.Covered != units {
			b.Fatalf("%d covered, %v", got.Covered, err)
		}
	}
}
