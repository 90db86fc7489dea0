package vector

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"testing"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/indextest"
)

// corpus is units with what a question has to know of them.
type corpus struct {
	documents []index.Document
	mean      Lengths
	units     [feature.Fields]map[uint32]int32
}

func newCorpus(documents []index.Document) corpus {
	c := corpus{documents: documents}
	for f := range feature.Fields {
		c.units[f] = map[uint32]int32{}
		for _, d := range documents {
			for _, t := range d.Vector[f] {
				c.units[f][t.Hash]++
				c.mean[f] += float64(t.Count) / float64(len(documents))
			}
		}
	}
	return c
}

func (c corpus) frequencies(q index.Question) (out [feature.Fields][]int32) {
	for f, terms := range q.Terms {
		for _, t := range terms {
			out[f] = append(out[f], c.units[f][t.Hash])
		}
	}
	return out
}

// score is the product without sketches.
func (c corpus) score(q index.Question, v feature.Vector) (sum float64) {
	frequencies := c.frequencies(q)
	for f, terms := range q.Terms {
		length := 0
		counts := map[uint32]int{}
		for _, t := range v[f] {
			length += int(t.Count)
			counts[t.Hash] = int(t.Count)
		}
		for i, t := range terms {
			if n := counts[t.Hash]; n > 0 {
				sum += q.Weights[f] * float64(t.Weight) * index.Inverse(len(c.documents), int(frequencies[f][i])) * index.Saturated(n, length, c.mean[f])
			}
		}
	}
	return sum
}

func ones() (out [feature.Fields]float64) {
	for f := range out {
		out[f] = 1
	}
	return out
}

// The product is the score where a sketch has room for all terms.
func TestProduct(t *testing.T) {
	t.Parallel()
	c := newCorpus(indextest.Lifelike(1, 1, 300, 100))
	for _, asked := range c.documents[:20] {
		q := indextest.Ask(asked.Vector, 10)
		of := OfQuestion(q, len(c.documents), c.frequencies(q), ones())
		for _, d := range c.documents {
			if terms(d.Vector) > Kept {
				continue
			}
			got, want := OfUnit(d.Vector, c.mean).Product(of), c.score(q, d.Vector)
			if math.Abs(got-want) > 1e-3*math.Max(1, want) {
				t.Fatalf("%+v: product %v, score %v", d.Place, got, want)
			}
		}
	}
}

func terms(v feature.Vector) (n int) {
	for _, of := range v {
		n += len(of)
	}
	return n
}

// A sketch is as large as it may be, and not larger; every field has its share.
func TestRoom(t *testing.T) {
	t.Parallel()
	long := indextest.Lifelike(2, 1, 1, 60*Kept)[0].Vector
	long[feature.Call] = long[feature.Call][:3]
	long[feature.Literal] = nil
	var room [feature.Fields]int
	share(&long, &room)
	sum := 0
	for f, n := range room {
		sum += n
		switch feature.Field(f) {
		case feature.Call:
			if n != 3 {
				t.Errorf("3 calls have room for %d", n)
			}
		case feature.Literal:
			if n != 0 {
				t.Errorf("no literals have room for %d", n)
			}
		default:
			if n < Kept/int(feature.Fields) {
				t.Errorf("field %d has room for %d", f, n)
			}
		}
	}
	if sum != Kept || len(OfUnit(long, Lengths{})) > Kept {
		t.Errorf("room for %d terms, %d in the sketch, want %d", sum, len(OfUnit(long, Lengths{})), Kept)
	}
	q := indextest.Ask(indextest.Lifelike(2, 1, 1, 100*Asked)[0].Vector, 1)
	var all [feature.Fields][]int32
	for f := range q.Terms {
		all[f] = make([]int32, len(q.Terms[f]))
		for i := range all[f] {
			all[f][i] = 1
		}
	}
	if n := len(OfQuestion(q, 100, all, ones())); n > Asked {
		t.Errorf("a question has %d terms", n)
	}
}

// The best by product are the best by score, of units that are larger than their sketches.
func TestSketchRecall(t *testing.T) {
	t.Parallel()
	c := newCorpus(indextest.Lifelike(3, 1, 4000, 900))
	vectors := make([]Sparse, len(c.documents))
	for i, d := range c.documents {
		vectors[i] = OfUnit(d.Vector, c.mean)
	}
	const first, chosen = 100, 400
	found := 0
	asked := []int{7, 511, 1234, 3003}
	for _, a := range asked {
		q := indextest.Ask(c.documents[a].Vector, first)
		of := OfQuestion(q, len(c.documents), c.frequencies(q), ones())
		exact := best(len(vectors), func(i int) float64 { return c.score(q, c.documents[i].Vector) })
		sketched := best(len(vectors), func(i int) float64 { return vectors[i].Product(of) })[:chosen]
		for _, i := range exact[:first] {
			if slices.Contains(sketched, i) {
				found++
			}
		}
	}
	if floor := first * len(asked) * 95 / 100; found < floor {
		t.Errorf("%d of %d were chosen, want %d", found, first*len(asked), floor)
	}
}

// best are the numbers below n by falling score.
func best(n int, score func(int) float64) []int {
	scores, order := make([]float64, n), make([]int, n)
	for i := range order {
		scores[i], order[i] = score(i), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

func TestString(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Sparse{
		"{}/536870912":                   nil,
		"{1:0.5,536870912:-2}/536870912": {{0, .5}, {Dimensions - 1, -2}},
		"{3:1e-10,9:65535.5}/536870912":  {{2, 1e-10}, {8, 65535.5}},
		"{1000001:0.3333333}/536870912":  {{1_000_000, 1. / 3}},
	} {
		if got := s.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(Pack(feature.Vector{}))
	f.Add(Pack(feature.Vector{feature.Subtoken: {{Hash: 0, Count: 1}, {Hash: 1<<32 - 1, Count: 65535}}, feature.Shape: {{Hash: 300, Count: 2}}}))
	f.Add(Pack(indextest.Lifelike(1, 1, 1, 60)[0].Vector))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Unpack(data)
		if err != nil {
			return
		}
		for field, terms := range v {
			for i, term := range terms {
				if i > 0 && term.Hash <= terms[i-1].Hash {
					t.Fatalf("field %d: hash %d after %d", field, term.Hash, terms[i-1].Hash)
				}
			}
		}
		again, err := Unpack(Pack(v))
		if err != nil || !bytes.Equal(Pack(again), Pack(v)) {
			t.Fatalf("packed and unpacked again: %v", err)
		}
	})
}

// Packed features are the features, and half of them are nothing.
func TestPack(t *testing.T) {
	t.Parallel()
	for _, d := range indextest.Lifelike(4, 1, 50, 80) {
		packed := Pack(d.Vector)
		got, err := Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		for f := range got {
			if !slices.Equal(got[f], d.Vector[f]) {
				t.Fatalf("field %d: %v, want %v", f, got[f], d.Vector[f])
			}
		}
		for i := range packed {
			if _, err := Unpack(packed[:i]); err == nil {
				t.Fatalf("%d of %d bytes were taken for all", i, len(packed))
			}
		}
		if _, err := Unpack(append(packed, 0)); err == nil {
			t.Fatal("a byte more was taken for nothing")
		}
	}
}
