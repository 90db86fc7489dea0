package align

import "slices"

// pair is an item of A that answers to one of B, by their places; -1 is none.
type pair struct {
	a, b  int
	alike float64
}

const (
	// mostCells bounds the table of one alignment (Needleman and Wunsch, 1970, doi
	// 10.1016/0022-2836(70)90057-4, with no price of gaps): longer runs are cut at statements
	// that are unique and the same on both sides, and where none is they are left unaligned.
	mostCells = 160_000
	// least is how alike items have to be to be put beside each other.
	least = 0.45
)

// placed aligns the items of both sides in order.
func placed(a, b []item) []pair {
	pairs := between(a, b, 0, 0)
	return pairs
}

func between(a, b []item, fromA, fromB int) []pair {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	if len(a)*len(b) <= mostCells {
		return global(a, b, fromA, fromB)
	}
	var out []pair
	i, j := 0, 0
	for _, anchor := range anchors(a, b) {
		out = append(out, small(a[i:anchor.a], b[j:anchor.b], fromA+i, fromB+j)...)
		out = append(out, pair{a: fromA + anchor.a, b: fromB + anchor.b, alike: 1})
		i, j = anchor.a+1, anchor.b+1
	}
	return append(out, small(a[i:], b[j:], fromA+i, fromB+j)...)
}

// small aligns what stands between anchors; of a long run its beginning alone.
func small(a, b []item, fromA, fromB int) []pair {
	const most = 300
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	return global(a, b, fromA, fromB)
}

// anchors are items that stand once on each side and are the same, in an order that both
// sides share: the longest rising run of their places.
func anchors(a, b []item) []pair {
	once := func(all []item) map[string]int {
		places := map[string]int{}
		for i := range all {
			key := all[i].key()
			if _, twice := places[key]; twice {
				places[key] = -1
			} else {
				places[key] = i
			}
		}
		return places
	}
	inA, inB := once(a), once(b)
	var found []pair
	for key, i := range inA {
		if j, ok := inB[key]; ok && i >= 0 && j >= 0 {
			found = append(found, pair{a: i, b: j})
		}
	}
	slices.SortFunc(found, func(x, y pair) int { return x.a - y.a })
	return rising(found)
}

// key is what an item is but for its names.
func (it *item) key() string {
	buf := make([]byte, 0, 4*len(it.bag)+1)
	buf = append(buf, byte(it.node.Kind))
	for _, h := range it.bag {
		buf = append(buf, byte(h), byte(h>>8), byte(h>>16), byte(h>>24))
	}
	return string(buf)
}

// rising is the longest run of pairs, sorted by a, in which b rises (patience sorting).
func rising(found []pair) []pair {
	tails, before := []int{}, make([]int, len(found))
	for i, p := range found {
		at, _ := slices.BinarySearchFunc(tails, p.b, func(t, b int) int { return found[t].b - b })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	var out []pair
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		out = append(out, found[i])
	}
	slices.Reverse(out)
	return out
}

// global is the alignment in which the likeness of all pairs together is the greatest.
func global(a, b []item, fromA, fromB int) []pair {
	wide := len(b) + 1
	best := make([]float64, (len(a)+1)*wide)
	near := make([]float64, (len(a)+1)*wide)
	for i := range a {
		for j := range b {
			s := alike(&a[i], &b[j])
			near[(i+1)*wide+j+1] = s
			gain := 0.0
			if s >= least {
				gain = (s - least + 0.05) * (a[i].weight + b[j].weight)
			}
			best[(i+1)*wide+j+1] = max(best[i*wide+j]+gain, best[i*wide+j+1], best[(i+1)*wide+j])
		}
	}
	var out []pair
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch here := best[i*wide+j]; {
		case here == best[(i-1)*wide+j]:
			i--
		case here == best[i*wide+j-1]:
			j--
		default:
			out = append(out, pair{a: fromA + i - 1, b: fromB + j - 1, alike: near[i*wide+j]})
			i--
			j--
		}
	}
	slices.Reverse(out)
	return out
}
