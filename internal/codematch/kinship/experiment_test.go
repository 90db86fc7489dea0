package kinship

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

type evalRow struct {
	Repo      string         `json:"repo"`
	Groups    []string       `json:"groups"`
	Exts      map[string]int `json:"exts"`
	Paths     []string       `json:"paths"`
	Subtokens map[string]int `json:"subtokens"`
	Imports   map[string]int `json:"imports"`
	Readme    string         `json:"readme"`
}

func realCards(t *testing.T) (cards []Card, labels [][]string) {
	f, err := os.Open("/work/shared/data/code/repos.jsonl.gz")
	if err != nil {
		t.Skip(err)
	}
	z, _ := gzip.NewReader(f)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<22)
	for s.Scan() {
		var r evalRow
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		cards = append(cards, Card{Repository: r.Repo, Paths: r.Paths, Extensions: r.Exts, Subtokens: r.Subtokens, Imports: r.Imports, Readme: r.Readme})
		labels = append(labels, r.Groups)
	}
	return
}

func TestExperiment(t *testing.T) {
	real, rl := realCards(t)
	fic, fl := fictional(t)
	show := func(name string) {
		a, b := Evaluate(fic, fl), Evaluate(real, rl)
		fmt.Printf("%-14s fictional %.3f %.3f %.3f | real %.3f %.3f %.3f\n", name, a.MAP, a.MRR10, a.Recall10, b.MAP, b.MRR10, b.Recall10)
	}
	show("all")
	keep := weights
	for f := range Fields {
		weights = [Fields]float64{}
		weights[f] = 1
		show("only " + f.String())
	}
	for f := range Fields {
		weights = keep
		weights[f] = 0
		show("without " + f.String())
	}
	weights = keep
	c := NewCollection(fic)
	for f := range Fields {
		fmt.Println("spread fic", f, c.spread[f])
	}
	c = NewCollection(real)
	for f := range Fields {
		fmt.Println("spread real", f, c.spread[f])
	}
	for i := range real {
		var fig Figures
		rel := map[int]bool{}
		for j := range real {
			for _, l := range rl[i] {
				for _, m := range rl[j] {
					if i != j && l == m {
						rel[j] = true
					}
				}
			}
		}
		o := c.others(i)
		fig.query(o, rel)
		fmt.Printf("%.2f %s %v:", fig.MAP, real[i].Repository, rl[i])
		for _, x := range o[:min(5, len(o))] {
			m := ""
			if rel[x] {
				m = "+"
			}
			fmt.Printf(" %s%s", m, real[x].Repository)
		}
		fmt.Println()
	}
}
