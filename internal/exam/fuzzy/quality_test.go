package fuzzy_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/exam/fuzzy"
)

type problem struct{ ID, Key, Subject, Text string }

type query struct{ Expect, Subject, Query string }

// corpus reads a file of the labelled set, which is licensed and no part of the project.
func corpus[T any](t *testing.T, name string) (all []T) {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(root, "sdamgia", "corpus", name))
	if err != nil {
		t.Skip("SKIP: needs sdamgia under KADRY_DATA_DIR")
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// measured is how well a set of queries went.
type measured struct {
	queries, first, alike int
	reciprocal            float64
}

func (m *measured) take(hits []fuzzy.Hit, want uint32) {
	m.queries++
	for i, h := range hits {
		if h.Key != want {
			continue
		}
		m.reciprocal += 1 / float64(i+1)
		if i == 0 {
			m.first++
		}
		if h.Score >= 0.6 {
			m.alike++
		}
	}
}

func (m *measured) share(part int) float64 { return float64(part) / float64(m.queries) }

func TestQuality_givenNoise(t *testing.T) {
	t.Parallel()
	problems := corpus[problem](t, "problems.jsonl")
	subjects, every, keys := map[string]*fuzzy.Index{}, fuzzy.New(), map[string]uint32{}
	for i, p := range problems {
		if subjects[p.Subject] == nil {
			subjects[p.Subject] = fuzzy.New()
		}
		subjects[p.Subject].Put(uint32(i), p.Text)
		every.Put(uint32(i), p.Text)
		keys[p.ID+p.Key] = uint32(i)
	}
	var within, over measured
	for _, q := range corpus[query](t, "queries_noisy_200.jsonl") {
		within.take(subjects[q.Subject].Search(q.Query, 50), keys[q.Expect])
		over.take(every.Search(q.Query, 50), keys[q.Expect])
	}
	for name, m := range map[string]measured{"within its subject": within, "over all subjects": over} {
		mrr := m.reciprocal / float64(m.queries)
		t.Logf("%s: top-1 %.4f, MRR %.4f, at 0.6 or above %.4f of %d", name, m.share(m.first), mrr, m.share(m.alike), m.queries)
		if m.share(m.first) < 0.98 || mrr < 0.985 || m.share(m.alike) < 0.98 {
			t.Errorf("%s: below the bar", name)
		}
	}
}

// TestQuality_unseenNoise measures every kind of damage. A query that fits several texts
// letter by letter even undamaged cannot be told; such queries are left out, as are texts
// of a few words.
func TestQuality_unseenNoise(t *testing.T) {
	t.Parallel()
	problems := corpus[problem](t, "problems.jsonl")
	x, letters := fuzzy.New(), make([]string, len(problems))
	for i, p := range problems {
		x.Put(uint32(i), p.Text)
		letters[i] = bare(nil, p.Text)
	}
	start := first(300)
	for seed, kind := range []struct {
		name                   string
		piece                  noise // what is typed, undamaged
		damage                 noise
		leastFirst, leastAlike float64
	}{
		{"OCR 15 %", start, scanned(0.15), 0.98, 0.98},
		{"OCR 40 %", start, scanned(0.4), 0.98, 0.98},
		{"every fifth word missing", start, everyFifthMissing, 0.98, 0.98},
		{"middle", middle, all(), 0.98, 0.98},
		{"middle, typed badly", middle, mistyped(0.04), 0.97, 0.98},
		{"middle, OCR", middle, scanned(0.15), 0.96, 0.97},
		{"first 80", first(80), all(), 0.98, 0.98},
		{"words swapped", start, swapped, 0.98, 0.98},
		{"words shuffled", start, shuffled, 0.98, 0.97},
		{"letters and digits only", all(), bare, 0.98, 0.98},
		{"without formulas", all(), withoutFormulas, 0.98, 0.98},
		{"glued", start, glued, 0.98, 0.98},
		{"split", start, split, 0.98, 0.98},
		{"doubled", start, doubled, 0.98, 0.98},
		{"wrong layout", start, onLatinKeys, 0.98, 0.98},
		{"wrong layout, middle, typed badly", middle, all(mistyped(0.03), onLatinKeys), 0.95, 0.97},
		{"mistyped 6 %", start, mistyped(0.06), 0.98, 0.98},
		{"mistyped 12 %", start, mistyped(0.12), 0.98, 0.98},
		{"OCR, words missing, bare", start, all(scanned(0.15), everyFifthMissing, bare), 0.98, 0.97},
		{"mistyped, swapped and glued", start, all(mistyped(0.06), swapped, glued), 0.98, 0.65},
	} {
		random := rand.New(rand.NewPCG(2026, uint64(seed)))
		var m measured
		for i := seed % 5; i < len(problems); i += 5 {
			piece := kind.piece(random, problems[i].Text)
			if utf8.RuneCountInString(piece) < 20 || !alone(letters, piece) {
				continue
			}
			m.take(x.Search(first(1000)(nil, kind.damage(random, piece)), 50), uint32(i))
		}
		t.Logf("%-34s top-1 %.3f, MRR %.4f, at 0.6 or above %.3f of %d", kind.name, m.share(m.first), m.reciprocal/float64(m.queries), m.share(m.alike), m.queries)
		if m.share(m.first) < kind.leastFirst || m.share(m.alike) < kind.leastAlike {
			t.Errorf("%s: below the bar of %.2f and %.2f", kind.name, kind.leastFirst, kind.leastAlike)
		}
	}
}

// alone reports whether the letters of the piece stand in one text only.
func alone(letters []string, piece string) bool {
	in, piece := 0, bare(nil, piece)
	for _, text := range letters {
		if strings.Contains(text, piece) {
			in++
		}
	}
	return in == 1
}

// TestQuality_absent looks for problems that are not there. What reaches 0.6 all the same
// must be a variant of the problem, with three of five words the same at least.
func TestQuality_absent(t *testing.T) {
	t.Parallel()
	problems := corpus[problem](t, "problems.jsonl")
	subjects := map[string]*fuzzy.Index{}
	for i, p := range problems {
		if subjects[p.Subject] == nil {
			subjects[p.Subject] = fuzzy.New()
		}
		subjects[p.Subject].Put(uint32(i), p.Text)
	}
	random := rand.New(rand.NewPCG(2026, 11))
	alike, variants, asked := 0, 0, 0
	for i, p := range problems {
		if utf8.RuneCountInString(p.Text) < 20 || i%2 == 0 {
			continue
		}
		x := subjects[p.Subject]
		x.Remove(uint32(i))
		hits := x.Search(mistyped(0.06)(random, first(300)(nil, p.Text)), 1)
		asked++
		if len(hits) > 0 && hits[0].Score >= 0.6 {
			if shared(p.Text, problems[hits[0].Key].Text) >= 0.6 {
				variants++
			} else {
				alike++
			}
		}
		x.Put(uint32(i), p.Text)
	}
	t.Logf("of %d absent problems %d find a variant, %d another problem at 0.6 or above", asked, variants, alike)
	if alike*100 > 8*asked {
		t.Errorf("%d of %d absent problems are found", alike, asked)
	}
}

// shared is the share of the words of the first 300 signs of a that are in b.
func shared(a, b string) float64 {
	in, n, words := 0, 0, map[string]bool{}
	for word := range strings.FieldsSeq(bare(nil, b)) {
		words[word] = true
	}
	for word := range strings.FieldsSeq(bare(nil, first(300)(nil, a))) {
		n++
		if words[word] {
			in++
		}
	}
	return float64(in) / float64(max(1, n))
}
