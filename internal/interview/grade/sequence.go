package grade

import "strings"

func (c *comparison) order(f *features) {
	rs, as := c.r.stems(), c.a.stems()
	lcs := longestCommon(rs, as)
	f.add("lcs_r", lcs/float64(len(rs)))
	f.add("lcs_a", lcs/float64(len(as)))
	f.add("bigram_r", pairs(rs, as))
	f.add("bigram_a", pairs(as, rs))
	run := longestRun(c.ra)
	f.add("run", float64(run))
	f.add("run_r", float64(run)/float64(len(rs)))
	in, n := 0.0, 0.0
	for i := range c.r.words {
		for k := i + 1; k < len(c.r.words); k++ {
			if c.rw[i] > 0 && c.rw[k] > 0 && c.hit[i] >= likeForm && c.hit[k] >= likeForm && c.hitAt[i] != c.hitAt[k] {
				n++
				if c.hitAt[i] < c.hitAt[k] {
					in++
				}
			}
		}
	}
	f.add("in_order", (in+1)/(n+2))
	first, last := len(c.a.words), -1
	for i, at := range c.hitAt {
		if c.rNew[i] > 0 && c.hit[i] >= likeForm {
			first, last = min(first, at), max(last, at)
		}
	}
	f.add("first_hit", float64(first)/float64(len(c.a.words)+1))
	f.add("after_hit", float64(len(c.a.words)-1-last))
	f.add("function_r", functionOverlap(c.r, c.a))
}

func functionOverlap(r, a passage) float64 {
	have := map[string]bool{}
	for _, w := range a.words {
		have[w.text] = true
	}
	n, got := 0.0, 0.0
	for _, w := range r.words {
		if w.weight == 0 {
			n++
			if have[w.text] {
				got++
			}
		}
	}
	return (got + 0.5) / (n + 1)
}

func longestCommon(a, b []string) float64 {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			up := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return float64(row[len(b)])
}

func pairs(a, b []string) float64 {
	have := map[[2]string]bool{}
	for j := 0; j+1 < len(b); j++ {
		have[[2]string{b[j], b[j+1]}] = true
	}
	n, got := 0.0, 0.0
	for i := 0; i+1 < len(a); i++ {
		n++
		if have[[2]string{a[i], a[i+1]}] {
			got++
		}
	}
	return got / max(n, 1)
}

func longestRun(t table) int {
	best := 0
	var before []int
	for i := range t {
		now := make([]int, len(t[i]))
		for j, s := range t[i] {
			if s >= likeForm {
				now[j] = 1
				if j > 0 && before != nil {
					now[j] += before[j-1]
				}
				best = max(best, now[j])
			}
		}
		before = now
	}
	return best
}

func (c *comparison) letters(f *features) {
	r, a, q := c.ref.letters, shingles(c.a), shingles(c.q)
	common, rest, got := 0, 0, 0
	for g := range r {
		if a[g] {
			common++
		}
		if !q[g] {
			rest++
			if a[g] {
				got++
			}
		}
	}
	f.add("letters_r", float64(common)/float64(max(len(r), 1)))
	f.add("letters_dice", 2*float64(common)/float64(max(len(r)+len(a), 1)))
	f.add("letters_new", float64(got)/float64(max(rest, 1)))
}

// shingles are the runs of four letters of a text without its words of grammar.
func shingles(p passage) map[string]bool {
	var b strings.Builder
	for _, w := range p.words {
		if w.weight > 0 {
			b.WriteByte(' ')
			b.WriteString(w.text)
		}
	}
	letters := []rune(b.String())
	set := map[string]bool{}
	for i := 0; i+4 <= len(letters); i++ {
		set[string(letters[i:i+4])] = true
	}
	return set
}

// clauses measures the parts of a reference: which is told best, which worst.
func (c *comparison) clauses(f *features) {
	best, worst, n := 0.0, 1.0, 0
	for _, part := range c.r.parts() {
		w, h := c.rNew[part[0]:part[1]], c.hit[part[0]:part[1]]
		if total(w) == 0 {
			continue
		}
		n++
		got := weighted(w, h, soft)
		best, worst = max(best, got), min(worst, got)
	}
	if n == 0 {
		worst = 0
	}
	f.add("part_best", best)
	f.add("part_worst", worst)
	f.add("parts", float64(n))
	top, miss := 0.0, 0.0
	for i, w := range c.rNew {
		if w > 0 {
			top = max(top, c.hit[i])
			miss = max(miss, w*(1-c.hit[i]))
		}
	}
	f.add("top_hit", top)
	f.add("top_miss", miss)
	f.add("window", c.window())
}

// window is the best share of the reference told within one stretch of the answer as long
// as one and a half references.
func (c *comparison) window() float64 {
	width := max(4, len(c.r.words)*3/2)
	best := 0.0
	for from := 0; from == 0 || from+width <= len(c.a.words); from += max(1, width/4) {
		to := min(from+width, len(c.a.words))
		got, n := 0.0, 0.0
		for i, w := range c.rNew {
			if w == 0 {
				continue
			}
			n += w
			top := 0.0
			for j := from; j < to; j++ {
				top = max(top, c.ra[i][j])
			}
			got += w * top
		}
		if n > 0 {
			best = max(best, got/n)
		}
	}
	return best
}

// parts are the clauses of a passage as ranges of words.
func (p passage) parts() [][2]int {
	var parts [][2]int
	from := 0
	for i := range p.words {
		last := i+1 == len(p.words)
		if !last && !clauseEnds(p.text[p.words[i].end:p.words[i+1].start]) && p.words[i].sentence == p.words[i+1].sentence && !joins[p.words[i+1].text] {
			continue
		}
		parts = append(parts, [2]int{from, i + 1})
		from = i + 1
	}
	return parts
}

// joins start a new clause without a comma.
var joins = map[string]bool{"and": true, "or": true, "whereas": true, "but": true, "и": true, "или": true, "но": true, "а": true}
