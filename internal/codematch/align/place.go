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

// placer aligns the items of two sides in order.
type placer struct {
	// equal tells whether two items of the same features say the same, names included; nil
	// while nothing is known of the names.
	equal func(a, b *item) bool
}

func (p placer) between(a, b []item, fromA, fromB int) []pair {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	if len(a)*len(b) <= mostCells {
		return p.global(a, b, fromA, fromB)
	}
	var out []pair
	i, j := 0, 0
	for _, anchor := range anchors(a, b) {
		out = append(out, p.small(a[i:anchor.a], b[j:anchor.b], fromA+i, fromB+j)...)
		out = append(out, pair{a: fromA + anchor.a, b: fromB + anchor.b, alike: 1})
		i, j = anchor.a+1, anchor.b+1
	}
	return append(out, p.small(a[i:], b[j:], fromA+i, fromB+j)...)
}

// small aligns what stands between anchors; of a long run its beginning alone.
func (p placer) small(a, b []item, fromA, fromB int) []pair {
	const most = 300
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	return p.global(a, b, fromA, fromB)
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
func (p placer) global(a, b []item, fromA, fromB int) []pair {
	wide := len(b) + 1
	best := make([]float64, (len(a)+1)*wide)
	near := make([]float64, (len(a)+1)*wide)
	for i := range a {
		for j := range b {
			s := alike(&a[i], &b[j])
			near[(i+1)*wide+j+1] = s
			gain := p.gain(&a[i], &b[j], s)
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

// gain is what it is worth to put two items beside each other. Items of one form that differ
// in a literal or an operator belong together, however little they share besides.
func (p placer) gain(a, b *item, near float64) float64 {
	if a.form == b.form && a.node.Kind == b.node.Kind {
		near = max(near, 0.55)
	}
	if near < least {
		return 0
	}
	if p.equal != nil && near > 0.9 && p.equal(a, b) {
		near += 0.3
	}
	return (near - least + 0.05) * (a.weight + b.weight + 0.5)
}
