package behaviour_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/interpreter"
)

type document struct{ ID, Group, Lang, Code, Masked string }

// TestMeasure measures on shared/data/code; see the variables it reads.
func TestMeasure(t *testing.T) {
	dir := os.Getenv("KADRY_CODE_DATA")
	if dir == "" {
		t.Skip("KADRY_CODE_DATA is the folder of the evaluation sets")
	}
	from, to := cmp.Or(os.Getenv("FROM"), "javascript"), cmp.Or(os.Getenv("TO"), "go")
	half := os.Getenv("HALF")
	var queries, candidates []document
	for _, d := range read(t, filepath.Join(dir, cmp.Or(os.Getenv("SET"), "humanevalx")+".jsonl.gz")) {
		h := fnv.New32a()
		h.Write([]byte(d.Group))
		side := "dev"
		if h.Sum32()%2 == 1 {
			side = "test"
		}
		if d.Lang == from && (half == "" || half == side) {
			queries = append(queries, d)
		}
		if d.Lang == to {
			candidates = append(candidates, d)
		}
	}
	c := newChecker(t, 4)
	start := time.Now()
	outcomes := make([][]behaviour.Outcome, len(queries))
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i, q := range queries {
		outcomes[i] = make([]behaviour.Outcome, len(candidates))
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			for j, d := range candidates {
				var err error
				outcomes[i][j], err = c.Compare(t.Context(), program(q), program(d), behaviour.Options{})
				if err != nil {
					t.Errorf("%s %s: %v", q.ID, d.ID, err)
				}
			}
		})
	}
	wait.Wait()
	t.Logf("%s -> %s: %d x %d pairs in %v, %+v", from, to, len(queries), len(candidates), time.Since(start), c)
	text := cosines(queries, candidates)
	if path := os.Getenv("TEXT"); path != "" {
		text = readScores(t, path, queries, candidates)
	}
	report(t, queries, candidates, outcomes, text)
}

func program(d document) behaviour.Program {
	return behaviour.Program{Language: interpreter.Language(d.Lang), Code: d.Masked}
}

func read(t *testing.T, path string) []document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []document
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var d document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}

var wordPattern = regexp.MustCompile(`[A-Za-z]+|\d+|"[^"]*"|'[^']*'|[%*/+<>=!&|-]+`)

// cosines is the likeness of the words, by TF-IDF.
func cosines(a, b []document) [][]float64 {
	count := func(d document) map[string]float64 {
		out := map[string]float64{}
		for _, w := range wordPattern.FindAllString(d.Masked, -1) {
			out[strings.ToLower(strings.Trim(w, `"'`))]++
		}
		return out
	}
	idf := map[string]float64{}
	vectors := func(all []document) []map[string]float64 {
		out := make([]map[string]float64, len(all))
		for i, d := range all {
			out[i] = count(d)
			for w := range out[i] {
				idf[w]++
			}
		}
		return out
	}
	va, vb := vectors(a), vectors(b)
	n := float64(len(a) + len(b))
	norm := func(v map[string]float64) {
		sum := 0.0
		for w, c := range v {
			v[w] = (1 + math.Log(c)) * math.Log(1+n/idf[w])
			sum += v[w] * v[w]
		}
		for w := range v {
			v[w] /= math.Sqrt(sum)
		}
	}
	for _, v := range slices.Concat(va, vb) {
		norm(v)
	}
	out := make([][]float64, len(a))
	for i := range a {
		out[i] = make([]float64, len(b))
		for j := range b {
			for w, x := range va[i] {
				out[i][j] += x * vb[j][w]
			}
		}
	}
	return out
}

func report(t *testing.T, queries, candidates []document, outcomes [][]behaviour.Outcome, text [][]float64) {
	t.Helper()
	verdicts := map[string]int{}
	missed := map[string]int{}
	for i, q := range queries {
		for j, d := range candidates {
			o := outcomes[i][j]
			verdicts[fmt.Sprintf("%v %s", q.Group == d.Group, o.Verdict)]++
			if q.Group == d.Group && o.Verdict != behaviour.Same {
				first, _ := json.Marshal(o.First)
				t.Logf("MISS %s %s: %s ran %d agree %d alone %d score %.2f without %v %v why %s first %s", q.Group, q.ID, o.Verdict, o.Ran, o.Agree, o.Alone, o.Score, o.Without, o.Types, o.Why.EN, first)
				missed[o.Why.EN]++
			}
			if q.Group != d.Group && o.Verdict == behaviour.Same {
				t.Logf("FALSE %s %s: ran %d agree %d score %.2f %v", q.Group, d.Group, o.Ran, o.Agree, o.Score, o.Types)
			}
		}
	}
	t.Log(verdicts)
	dump(t, queries, candidates, outcomes, text)
	mrr := func(score func(i, j int) float64) float64 {
		sum := 0.0
		for i, q := range queries {
			order := make([]int, len(candidates))
			for j := range order {
				order[j] = j
			}
			slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(score(i, y), score(i, x)) })
			for rank, j := range order[:10] {
				if candidates[j].Group == q.Group {
					sum += 1 / float64(rank+1)
					break
				}
			}
		}
		return sum / float64(len(queries))
	}
	z := zscores(text)
	if os.Getenv("TEXT") != "" {
		t.Logf("combined by Combine: %.4f", mrr(func(i, j int) float64 { return behaviour.Combine(text[i][j], outcomes[i][j]) }))
	}
	t.Logf("combined by evidence on z: %.4f", mrr(func(i, j int) float64 { return z[i][j] + behaviour.Evidence(outcomes[i][j]) }))
	t.Logf("MRR@10 text %.4f behaviour %.4f", mrr(func(i, j int) float64 { return text[i][j] }), mrr(func(i, j int) float64 { return outcomes[i][j].Score }))
	for _, w := range []float64{1, 2, 3, 4, 6, 8} {
		t.Logf("combined, weight %.0f: %.4f", w, mrr(func(i, j int) float64 { return z[i][j] + w*outcomes[i][j].Score }))
	}
}

func zscores(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		mean, square := 0.0, 0.0
		for _, x := range row {
			mean += x / float64(len(row))
			square += x * x / float64(len(row))
		}
		out[i] = make([]float64, len(row))
		for j, x := range row {
			out[i][j] = (x - mean) / math.Sqrt(square-mean*mean+1e-12)
		}
	}
	return out
}

// dump writes a line for each pair, for tuning.
func dump(t *testing.T, queries, candidates []document, outcomes [][]behaviour.Outcome, text [][]float64) {
	t.Helper()
	path := os.Getenv("DUMP")
	if path == "" {
		return
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, q := range queries {
		for j, d := range candidates {
			o := outcomes[i][j]
			line, _ := json.Marshal([]any{q.ID, d.ID, q.Group == d.Group, text[i][j], o.Score, o.Ran, o.Agree, o.Alone, o.Asked, o.Verdict, o.Why.EN, o.Without})
			fmt.Fprintf(f, "%s\n", line)
		}
	}
}

// readScores reads the scores of another ranker: lines of [query, candidate, score].
func readScores(t *testing.T, path string, queries, candidates []document) [][]float64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	given := map[[2]string]float64{}
	for lines := json.NewDecoder(f); lines.More(); {
		var query, candidate string
		var score float64
		if err := lines.Decode(&[]any{&query, &candidate, &score}); err != nil {
			t.Fatal(err)
		}
		given[[2]string{query, candidate}] = score
	}
	out := make([][]float64, len(queries))
	for i, q := range queries {
		out[i] = make([]float64, len(candidates))
		for j, d := range candidates {
			out[i][j] = given[[2]string{q.ID, d.ID}]
		}
	}
	return out
}
