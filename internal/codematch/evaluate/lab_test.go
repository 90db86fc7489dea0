package evaluate

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
)

type ldoc struct {
	ID, Group, Lang, Code, Masked string
	v                             feature.Vector
}

func lload(set string) []ldoc {
	f, _ := os.Open("/work/shared/data/code/" + set + ".jsonl.gz")
	z, _ := gzip.NewReader(f)
	d := json.NewDecoder(z)
	var out []ldoc
	for {
		var x ldoc
		if d.Decode(&x) != nil {
			break
		}
		x.v = feature.Of(lexer.Language(x.Lang), []byte(x.Masked))
		out = append(out, x)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

var lsets = strings.Fields("lcb-py mbxp-py humaneval-py mbxp-js poj15 gcj12 humanevalx mbxp-x gtranseval-x xlcost-x llmtrans-x")

// scheme 0: full cosine, 1: static norm, 2: bm25, 3: static norm sqrt
func lscores(docs []ldoc, f feature.Field, scheme int) [][]float64 {
	n := len(docs)
	df := map[uint32]int{}
	tot := 0.0
	for _, d := range docs {
		for _, t := range d.v[f] {
			df[t.Hash]++
			tot += float64(t.Count)
		}
	}
	avg := tot / float64(n)
	post := map[uint32][][2]float64{}
	norm := make([]float64, n)
	for i, d := range docs {
		l := 0.0
		for _, t := range d.v[f] {
			w := 1 + math.Log(float64(t.Count))
			idf := math.Log(float64(n+1)/float64(df[t.Hash]+1)) + .0
			switch scheme {
			case 0:
				norm[i] += w * w * idf * idf
			case 1:
				norm[i] += w * w
			case 3:
				norm[i] += w * w
			}
			l += float64(t.Count)
			post[t.Hash] = append(post[t.Hash], [2]float64{float64(i), float64(t.Count)})
		}
		switch scheme {
		case 2:
			norm[i] = 1.2 * (1 - .75 + .75*l/avg)
		case 3:
			norm[i] = math.Pow(norm[i]+1, .35)
		default:
			norm[i] = math.Sqrt(norm[i]) + 1e-9
		}
	}
	out := make([][]float64, n)
	for q, d := range docs {
		s := make([]float64, n)
		for _, t := range d.v[f] {
			idf := math.Log(float64(n+1) / float64(df[t.Hash]+1))
			if scheme == 2 {
				idf = math.Log(1 + (float64(n)-float64(df[t.Hash])+.5)/(float64(df[t.Hash])+.5))
			}
			w := (1 + math.Log(float64(t.Count))) * idf * idf
			for _, p := range post[t.Hash] {
				if scheme == 2 {
					s[int(p[0])] += idf * (1 + math.Log(float64(t.Count))) * p[1] * 2.2 / (p[1] + norm[int(p[0])])
				} else {
					s[int(p[0])] += w * (1 + math.Log(p[1])) / norm[int(p[0])]
				}
			}
		}
		out[q] = s
	}
	return out
}

func lmap(docs []ldoc, score func(q, c int) float64) float64 {
	langs := map[string]bool{}
	for _, d := range docs {
		langs[d.Lang] = true
	}
	cross := len(langs) > 1
	if docs[0].ID[:3] == "poj" {
		cross = false
	}
	sum, cnt := 0.0, 0
	for q := range docs {
		var cand []int
		R := 0
		sc := make([]float64, len(docs))
		for c := range docs {
			if c == q || cross && docs[c].Lang == docs[q].Lang {
				continue
			}
			cand = append(cand, c)
			sc[c] = score(q, c)
			if docs[c].Group == docs[q].Group {
				R++
			}
		}
		if R == 0 {
			continue
		}
		slices.SortStableFunc(cand, func(a, b int) int {
			if sc[a] > sc[b] {
				return -1
			}
			if sc[a] < sc[b] {
				return 1
			}
			return 0
		})
		hits, ap := 0, 0.0
		for k := 0; k < R && k < len(cand); k++ {
			if docs[cand[k]].Group == docs[q].Group {
				hits++
				ap += float64(hits) / float64(k+1)
			}
		}
		sum += ap / float64(R)
		cnt++
	}
	return sum / float64(cnt)
}

func TestLabFields(t *testing.T) {
	names := []string{"Sub", "Tri", "Can", "Pla", "Sha", "Lit", "Cal", "Fin", "Sig", "Flo", "Sta"}
	for _, set := range lsets {
		docs := lload(set)
		fmt.Printf("%-14s", set)
		for f := feature.Field(0); f < feature.Fields; f++ {
			if f == feature.Fingerprint {
				continue
			}
			fmt.Printf(" %s", names[f])
			for _, scheme := range []int{0, 1, 2, 3} {
				s := lscores(docs, f, scheme)
				fmt.Printf(" %.3f", lmap(docs, func(q, c int) float64 { return s[q][c] }))
			}
		}
		fmt.Println()
	}
}
