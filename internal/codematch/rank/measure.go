package rank

import (
	"math"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// fields are those that are measured, with their short names.
var fields = []struct {
	field feature.Field
	name  string
}{
	{feature.Subtoken, "subtoken"}, {feature.Trigram, "trigram"}, {feature.Canonical, "canonical"},
	{feature.Plain, "plain"}, {feature.Shape, "shape"}, {feature.Literal, "literal"},
	{feature.Call, "call"}, {feature.Signature, "signature"}, {feature.Flow, "flow"}, {feature.Statement, "statement"},
}

// Measures are the names of the columns of List.Rows.
var Measures = func() (names []string) {
	for _, of := range []string{"signal", "gap", "share", "dice"} {
		for _, f := range fields {
			names = append(names, of+" "+f.name)
		}
	}
	for _, f := range fields {
		names = append(names, "peak "+f.name)
	}
	return append(names, "mean signal", "mean gap", "rank", "lcs shape", "lcs canonical", "length ratio", "length", "other length", "same language", "parameters", "same parameters")
}()

// measure compares the code with each candidate.
func measure(code read, q index.Question, answer index.Answer, texts []Text) *List {
	list := &List{}
	own := ownScores(q, answer, code.vector)
	var peak [feature.Fields]float32
	for _, h := range answer.Hits {
		for f, s := range h.Signals {
			peak[f] = max(peak[f], s)
		}
	}
	n := len(fields)
	top := float32(0)
	for i, h := range answer.Hits {
		mean := float32(0)
		if len(texts[i].Code) == 0 {
			continue
		}
		other := readText(texts[i].Language, texts[i].Code)
		row := make([]float32, len(Measures))
		for k, f := range fields {
			row[k] = h.Signals[f.field]
			row[n+k] = h.Signals[f.field] - peak[f.field]
			row[2*n+k] = float32(float64(h.Raw[f.field]) / own[f.field])
			row[3*n+k] = dice(code.vector[f.field], other.vector[f.field])
			row[4*n+k] = peak[f.field]
			mean += h.Signals[f.field] / float32(n)
		}
		rest := row[5*n:]
		if i == 0 {
			top = mean
		}
		rest[0], rest[1] = mean, mean-top
		rest[2] = float32(math.Log(float64(i + 1)))
		rest[3] = lcs(code.form.Symbols, other.form.Symbols, true)
		rest[4] = lcs(code.form.Symbols, other.form.Symbols, false)
		rest[5] = float32(math.Log(float64(code.tokens+1) / float64(other.tokens+1)))
		rest[6], rest[7] = float32(math.Log(float64(code.tokens+1))), float32(math.Log(float64(other.tokens+1)))
		if code.language == other.language {
			rest[8] = 1
		}
		rest[9] = float32(min(3, max(-3, len(code.form.Params)-len(other.form.Params))))
		list.Places = append(list.Places, h.Place)
		list.Rows = append(list.Rows, row)
		list.signals = append(list.signals, map[string]float64{
			"subtokens": clip(row[2*n]), "ir": clip(row[2*n+2]), "literals": clip(row[2*n+5]), "shape": clip(row[2*n+4]), "api": clip(row[2*n+6]),
		})
	}
	return list
}

func clip(v float32) float64 { return min(1, max(0, float64(v))) }

// ownScores are what the code itself would score, of mean length.
func ownScores(q index.Question, answer index.Answer, v feature.Vector) (own [feature.Fields]float64) {
	for f, terms := range q.Terms {
		length := 0
		for _, t := range v[f] {
			length += int(t.Count)
		}
		for i, t := range terms {
			own[f] += float64(t.Weight) * index.Inverse(answer.Units, int(answer.Frequencies[f][i])) *
				index.Saturated(int(v[f][i].Count), length, float64(length))
		}
		own[f] = max(own[f], 1e-6)
	}
	return own
}

// dice is the share that two bags have in common (Dice, 1945): 2·|A∩B| / (|A|+|B|).
func dice(a, b []feature.Term) float32 {
	both, total := 0, 0
	for _, t := range a {
		total += int(t.Count)
	}
	for _, t := range b {
		total += int(t.Count)
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].Hash < b[j].Hash:
			i++
		case a[i].Hash > b[j].Hash:
			j++
		default:
			both += int(min(a[i].Count, b[j].Count))
			i++
			j++
		}
	}
	if total == 0 {
		return 0
	}
	return float32(2*both) / float32(total)
}

// longest is how many symbols of a form the longest common subsequence looks at.
const longest = 256

// lcs is the length of the longest common subsequence of two forms, over the mean of their
// lengths; names count as places, or are left out.
func lcs(a, b []feature.Symbol, places bool) float32 {
	var left, right [longest]uint32
	n, m := codes(left[:], a, places), codes(right[:], b, places)
	if n == 0 || m == 0 {
		return 0
	}
	var row [longest + 1]uint16
	for i := range n {
		diagonal := uint16(0)
		x := left[i]
		for j := range m {
			above := row[j+1]
			if x == right[j] {
				row[j+1] = diagonal + 1
			} else if row[j] > above {
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return 2 * float32(row[m]) / float32(n+m)
}

func codes(dst []uint32, symbols []feature.Symbol, places bool) int {
	n := 0
	for _, s := range symbols {
		if n == len(dst) {
			break
		}
		code := s.Code
		if s.Class == feature.Name || s.Class == feature.Callee {
			if !places {
				continue
			}
			code = uint32(s.Class)
		}
		dst[n] = code
		n++
	}
	return n
}
