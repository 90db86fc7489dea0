package grade

import "math"

// cardinality is the soft cardinality of Jimenez and others (SemEval-2013): like words
// count as less than two.
func (c *comparison) cardinality(f *features) {
	rr, aa, qq := c.ref.rr, c.reply.selfTable(), c.reply.rubric.qq
	qw := make([]float64, len(c.q.words))
	for i, w := range c.q.words {
		qw[i] = w.weight
	}
	r, a, q := size(c.rw, rr), size(c.aw, aa), size(qw, qq)
	ra := r + a - union(c.rw, rr, c.aw, aa, c.ra)
	rq := r + q - union(c.rw, rr, qw, qq, c.rq)
	aq := a + q - union(c.aw, aa, qw, qq, c.aq)
	f.add("card_r", r)
	f.add("card_a", a)
	f.add("card_q", q)
	f.add("card_ra", ra)
	f.add("card_ra_r", ra/r)
	f.add("card_ra_a", ra/a)
	f.add("card_dice", 2*ra/(r+a))
	f.add("card_rq_r", rq/r)
	f.add("card_aq_a", aq/a)
	f.add("card_aq_q", aq/q)
	f.add("card_a_less_q", a-aq)
	f.add("card_r_less_q", r-rq)
	f.add("card_ratio", math.Log((a+0.5)/(r+0.5)))
}

func size(ws []float64, t table) float64 {
	n := 0.0
	for i, w := range ws {
		if w > 0 {
			crowd := 0.0
			for j, v := range ws {
				if v > 0 {
					crowd += t[i][j]
				}
			}
			n += w / crowd
		}
	}
	return n
}

func union(aw []float64, aa table, bw []float64, bb, ab table) float64 {
	n := 0.0
	for i, w := range aw {
		if w == 0 {
			continue
		}
		crowd := 0.0
		for k, v := range aw {
			if v > 0 {
				crowd += aa[i][k]
			}
		}
		for j, v := range bw {
			if v > 0 {
				crowd += ab[i][j]
			}
		}
		n += w / crowd
	}
	for j, w := range bw {
		if w == 0 {
			continue
		}
		crowd := 0.0
		for k, v := range bw {
			if v > 0 {
				crowd += bb[j][k]
			}
		}
		for i, v := range aw {
			if v > 0 {
				crowd += ab[i][j]
			}
		}
		n += w / crowd
	}
	return n
}
