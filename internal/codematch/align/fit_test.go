package align

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/codematch/lexer"
)

type document struct {
	Group  string
	Lang   lexer.Language
	Masked string
}

func documents(t *testing.T, dir, set string) []document {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, set+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	var all []document
	for lines.Scan() {
		var d document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// example is a pair of documents with its truth.
type example struct {
	x     []float64
	same  bool
	cross bool
	set   string
	rest  bool // left out of the fit
}

func (e evidence) vector(cross bool) []float64 {
	x := []float64{
		1, (e.coverA + e.coverB) / 2, min(e.coverA, e.coverB), (e.exactA + e.exactB) / 2, e.words, e.calls, e.literals, (e.signature - 0.5) / 2, e.size, 0,
	}
	if cross {
		x[9] = 1
	}
	return x
}

// examples draws pairs of one group and as many of two: of those every second one is the
// likest of eight, as a search would bring it.
func examples(t *testing.T, dir, set string, rng *rand.Rand, most int) []example {
	docs := documents(t, dir, set)
	groups := map[string][]int{}
	for i, d := range docs {
		groups[d.Group] = append(groups[d.Group], i)
	}
	of := func(i, j int) ([]float64, bool) {
		c := comparing{a: read(Fragment{docs[i].Lang, docs[i].Masked}), b: read(Fragment{docs[j].Lang, docs[j].Masked})}
		c.cross = docs[i].Lang != docs[j].Lang && !related(docs[i].Lang, docs[j].Lang)
		c.signature = signatures(c.a.tree.Root, c.b.tree.Root)
		c.measure(false, nil)
		return c.evidence().vector(c.cross), c.cross
	}
	var all []example
	for n := range most {
		i := rng.IntN(len(docs))
		mates := groups[docs[i].Group]
		j := mates[rng.IntN(len(mates))]
		if i == j {
			continue
		}
		rest := hashed(docs[i].Group)%5 == 0
		x, cross := of(i, j)
		all = append(all, example{x, true, cross, set, rest})
		tries := 1
		if n%2 == 1 {
			tries = 8
		}
		var worst []float64
		for range tries {
			k := rng.IntN(len(docs))
			if docs[k].Group == docs[i].Group || (docs[k].Lang != docs[j].Lang && rng.IntN(4) > 0) {
				continue
			}
			if y, crossed := of(i, k); worst == nil || y[4]+y[1] > worst[4]+worst[1] {
				worst, cross = y, crossed
			}
		}
		if worst != nil {
			all = append(all, example{worst, false, cross, set, rest})
		}
	}
	return all
}

func fit(all []example, rounds int) []float64 {
	w := make([]float64, len(all[0].x))
	for range rounds {
		g := make([]float64, len(w))
		for _, e := range all {
			d := -logistic(w, e.x)
			if e.same {
				d++
			}
			for k, v := range e.x {
				g[k] += d * v
			}
		}
		for k := range w {
			w[k] += 2 * (g[k]/float64(len(all)) - 1e-4*w[k])
		}
	}
	return w
}

func logistic(w, x []float64) float64 {
	z := 0.0
	for k := range w {
		z += w[k] * x[k]
	}
	return 1 / (1 + math.Exp(-z))
}

func auc(all []example, w []float64) float64 {
	type scored struct {
		p    float64
		same bool
	}
	var s []scored
	for _, e := range all {
		s = append(s, scored{logistic(w, e.x), e.same})
	}
	slices.SortFunc(s, func(a, b scored) int {
		if a.p < b.p {
			return -1
		}
		return 1
	})
	negatives, sum, positives := 0.0, 0.0, 0.0
	for _, e := range s {
		if e.same {
			sum += negatives
			positives++
		} else {
			negatives++
		}
	}
	return sum / (negatives * positives)
}

// TestCommon_table writes common.txt: in how many of a hundred documents a feature stands.
//
//	KADRY_CODE_DATA=DIR KADRY_WRITE=1 go test -run Common_table ./internal/codematch/align
func TestCommon_table(t *testing.T) {
	dir := os.Getenv("KADRY_CODE_DATA")
	if dir == "" || os.Getenv("KADRY_WRITE") == "" {
		t.Skip("KADRY_CODE_DATA and KADRY_WRITE are not set")
	}
	in, total := map[uint32]int{}, 0
	for _, set := range []string{"humanevalx", "mbxp-x", "mbxp-py", "mbxp-js", "lcb-py", "humaneval-py"} {
		for _, d := range documents(t, dir, set) {
			for _, cross := range []bool{false, true} {
				s := read(Fragment{d.Lang, d.Masked})
				featured(s, cross)
				has := map[uint32]bool{}
				for i := range s.items {
					for _, h := range s.items[i].bag {
						has[h] = true
					}
				}
				for h := range has {
					in[h]++
				}
				total++
			}
		}
	}
	var lines []string
	for h, n := range in {
		if share := 100 * float64(n) / float64(total); share >= 0.8 {
			lines = append(lines, fmt.Sprintf("%08x %.1f\n", h, share))
		}
	}
	slices.Sort(lines)
	if err := os.WriteFile("common.txt", []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLikelihood_fit prints the weights of likelihood, fitted on the sets whose licence allows
// it, a fifth of the groups left out:
//
//	KADRY_CODE_DATA=DIR go test -run likelihood_fit -v ./internal/codematch/align
func TestLikelihood_fit(t *testing.T) {
	dir := os.Getenv("KADRY_CODE_DATA")
	if dir == "" {
		t.Skip("KADRY_CODE_DATA names no folder")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var train, rest []example
	for _, set := range []string{"humanevalx", "mbxp-x", "mbxp-py", "mbxp-js", "lcb-py", "humaneval-py"} {
		for _, e := range examples(t, dir, set, rng, 900) {
			if e.rest {
				rest = append(rest, e)
			} else {
				train = append(train, e)
			}
		}
	}
	w := fit(train, 4000)
	fmt.Printf("weights %.2f\ntrain AUC %.3f, left out %.3f\n", w, auc(train, w), auc(rest, w))
	bins(rest, w)
	for _, set := range []string{"gtranseval-x", "xlcost-x", "llmtrans-x", "poj15", "gcj12"} {
		other := examples(t, dir, set, rng, 300)
		fmt.Printf("%s AUC %.3f\n", set, auc(other, w))
		bins(other, w)
	}
}

func bins(all []example, w []float64) {
	var n, same [10]float64
	for _, e := range all {
		b := min(9, int(10*logistic(w, e.x)))
		n[b]++
		if e.same {
			same[b]++
		}
	}
	for b := range n {
		fmt.Printf("  %.1f: %.2f of %.0f", float64(b)/10, same[b]/max(1, n[b]), n[b])
	}
	fmt.Println()
}
