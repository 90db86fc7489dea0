package kinship

import "slices"

// Figures are what an evaluation measured: means over the cards that have a relevant one.
type Figures struct {
	MAP      float64 `json:"map"` // MAP@R, R the number of relevant cards
	MRR10    float64 `json:"mrr10"`
	Recall10 float64 `json:"recall10"` // hits among the first 10 by min(R, 10)
	Queries  int     `json:"queries"`
	Docs     int     `json:"docs"`
}

// Labelled is a card of the evaluation data, a line of repos.jsonl, with its labels.
type Labelled struct {
	Repo      string         `json:"repo"`
	Groups    []string       `json:"groups"`
	Exts      map[string]int `json:"exts"`
	Paths     []string       `json:"paths"`
	Subtokens map[string]int `json:"subtokens"`
	Imports   map[string]int `json:"imports"`
	Readme    string         `json:"readme"`
}

// Card is the card without its labels.
func (l Labelled) Card() Card {
	return Card{
		Repository: l.Repo, Files: len(l.Paths), Paths: l.Paths, Extensions: l.Exts,
		Subtokens: l.Subtokens, Imports: l.Imports, Readme: l.Readme,
	}
}

// Evaluate ranks for each card all others; relevant is one that shares a label. Cards and labels
// go together by place.
func Evaluate(cards []Card, labels [][]string) Figures {
	collection := NewCollection(cards)
	total := Figures{Docs: len(cards)}
	for i := range cards {
		relevant := map[int]bool{}
		for j := range cards {
			if j != i && slices.ContainsFunc(labels[i], func(l string) bool { return slices.Contains(labels[j], l) }) {
				relevant[j] = true
			}
		}
		if len(relevant) > 0 {
			total.query(collection.others(i), relevant)
		}
	}
	if n := float64(total.Queries); n > 0 {
		total.MAP, total.MRR10, total.Recall10 = total.MAP/n, total.MRR10/n, total.Recall10/n
	}
	return total
}

// others are all cards but one, those most alike to it first.
func (c *Collection) others(card int) []int {
	var order []int
	for _, s := range c.rank(c.vectors[card], c.hubs[card], Options{Without: []int{card}}) {
		order = append(order, s.Card)
	}
	return order
}

// query adds what one ranking reached.
func (f *Figures) query(order []int, relevant map[int]bool) {
	const first = 10
	f.Queries++
	hits, precision, early, reciprocal := 0, 0.0, 0, 0.0
	for at, card := range order {
		if !relevant[card] {
			continue
		}
		hits++
		if at < len(relevant) {
			precision += float64(hits) / float64(at+1)
		}
		if at < first {
			early++
			if hits == 1 {
				reciprocal = 1 / float64(at+1)
			}
		}
	}
	f.MAP += precision / float64(len(relevant))
	f.MRR10 += reciprocal
	f.Recall10 += float64(early) / float64(min(len(relevant), first))
}
