package grade

import (
	"math"
	"slices"
)

// table holds the likeness of every word of one passage with every word of another.
type table [][]float64

func compare(a, b passage) table {
	t := make(table, len(a.words))
	for i := range a.words {
		t[i] = make([]float64, len(b.words))
		for j := range b.words {
			t[i][j] = alike(&a.words[i], &b.words[j])
		}
	}
	return t
}

// best returns the highest likeness of a row and where it is; -1 when there is none.
func (t table) best(i int, allowed func(j int) bool) (float64, int) {
	top, at := 0.0, -1
	for j, s := range t[i] {
		if s > top && (allowed == nil || allowed(j)) {
			top, at = s, j
		}
	}
	return top, at
}

func (t table) transposed(rows int) table {
	turned := make(table, rows)
	for j := range turned {
		turned[j] = make([]float64, len(t))
		for i := range t {
			turned[j][i] = t[i][j]
		}
	}
	return turned
}

// features is the vector a model sees. The names are the columns of the weights file.
type features struct {
	names  []string
	values []float64
}

func (f *features) add(name string, v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	f.names = append(f.names, name)
	f.values = append(f.values, v)
}

func (f *features) value(name string) float64 {
	return f.values[slices.Index(f.names, name)]
}

// comparison is an answer beside a reference and the question of both.
type comparison struct {
	q, r, a    passage
	ref        *reference
	reply      *reply
	ra, ar     table
	rq, aq     table
	rw, aw     []float64 // weights of the words
	rNew, aNew []float64 // the same, less what the question already says
	hit        []float64 // by word of the reference: best likeness in the answer
	hitAt      []int
	back       []float64 // by word of the answer: best likeness in the reference
}

func newComparison(r *reference, a *reply) *comparison {
	c := &comparison{q: a.rubric.q, r: r.passage, a: a.passage, ref: r, reply: a}
	c.ra, c.rq, c.aq = a.wordingTable(&r.wording), r.rq, a.questionTable()
	c.ar = c.ra.transposed(len(a.words))
	c.rw, c.rNew = r.whole, r.left
	c.aw, c.aNew = fresh(a.passage, c.aq)
	for i := range r.words {
		s, at := c.ra.best(i, nil)
		c.hit = append(c.hit, s)
		c.hitAt = append(c.hitAt, at)
	}
	for j := range a.words {
		s, _ := c.ar.best(j, nil)
		c.back = append(c.back, s)
	}
	return c
}

// fresh returns the weights of the words, whole and less what the question gave away.
func fresh(p passage, withQuestion table) (whole, left []float64) {
	for i, w := range p.words {
		known, _ := withQuestion.best(i, nil)
		if known < likeForm {
			known = 0
		}
		whole = append(whole, w.weight)
		left = append(left, w.weight*(1-known))
	}
	return whole, left
}

func total(ws []float64) float64 {
	t := 0.0
	for _, w := range ws {
		t += w
	}
	return t
}

func weighted(ws, vs []float64, at func(float64) float64) float64 {
	t, n := 0.0, 0.0
	for i, w := range ws {
		t += w * at(vs[i])
		n += w
	}
	if n == 0 {
		return 0
	}
	return t / n
}

func soft(v float64) float64 { return v }
func exact(v float64) float64 {
	if v == 1 {
		return 1
	}
	return 0
}

func firm(v float64) float64 {
	if v >= likeForm {
		return 1
	}
	return 0
}

// vector measures the comparison.
func (c *comparison) vector() features {
	var f features
	c.recall(&f)
	c.cardinality(&f)
	c.order(&f)
	c.letters(&f)
	c.clauses(&f)
	c.polarity(&f)
	c.shape(&f)
	c.kind(&f)
	return f
}

func (c *comparison) recall(f *features) {
	f.add("recall", weighted(c.rw, c.hit, soft))
	f.add("recall_new", weighted(c.rNew, c.hit, soft))
	f.add("recall_exact", weighted(c.rw, c.hit, exact))
	f.add("recall_new_exact", weighted(c.rNew, c.hit, exact))
	f.add("recall_new_firm", weighted(c.rNew, c.hit, firm))
	f.add("precision", weighted(c.aw, c.back, soft))
	f.add("precision_new", weighted(c.aNew, c.back, soft))
	f.add("precision_exact", weighted(c.aw, c.back, exact))
	plain := make([]float64, len(c.rNew))
	long := make([]float64, len(c.rNew))
	for i, w := range c.rNew {
		if w > 0 {
			plain[i] = 1
			long[i] = w * math.Sqrt(float64(len(c.r.words[i].text)))
		}
	}
	f.add("recall_plain", weighted(plain, c.hit, soft))
	f.add("recall_long", weighted(long, c.hit, soft))
	missed, hits := 0.0, 0.0
	for i, w := range c.rNew {
		missed += w * (1 - c.hit[i])
		hits += w * c.hit[i]
	}
	f.add("missed_new", missed)
	f.add("hits_new", hits)
	extra := 0.0
	for j, w := range c.aNew {
		extra += w * (1 - c.back[j])
	}
	f.add("extra_new", extra)
	p, r := weighted(c.aNew, c.back, soft), weighted(c.rNew, c.hit, soft)
	f.add("f1_new", 2*p*r/(p+r))
}
