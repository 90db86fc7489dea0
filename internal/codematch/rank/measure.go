package rank

import (
	"math"
	"slices"

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
	return append(names, "mean signal", "mean gap", "rank", "subsequence shape", "part shape", "subsequence canonical", "part canonical", "length ratio", "length", "other length", "same language", "parameters", "same parameters",
		"asked", "asking", "mutual", "place asking", "density")
}()

// measure compares the code with each candidate.
func measure(code *Read, q index.Question, answer index.Answer, texts []Text) *List {
	list := &List{code: code}
	own := ownScores(q, answer, code.vector)
	var peak [feature.Fields]float32
	for _, h := range answer.Hits {
		for f, s := range h.Signals {
			peak[f] = max(peak[f], s)
		}
	}
	n := len(fields)
	shape, canonical := sequenceOf(code.shape), sequenceOf(code.canonical)
	top := float32(0)
	for i, h := range answer.Hits {
		mean := float32(0)
		if len(texts[i].Code) == 0 && texts[i].Read == nil {
			continue
		}
		other := texts[i].Read
		if other == nil {
			other = Reading(texts[i].Language, texts[i].Code)
		}
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
		rest[3], rest[4] = shape.share(other.shape)
		rest[5], rest[6] = canonical.share(other.canonical)
		rest = rest[2:]
		rest[5] = float32(math.Log(float64(code.tokens+1) / float64(other.tokens+1)))
		rest[6], rest[7] = float32(math.Log(float64(code.tokens+1))), float32(math.Log(float64(other.tokens+1)))
		if code.language == other.language {
			rest[8] = 1
		}
		rest[9] = float32(min(3, max(-3, len(code.form.Params)-len(other.form.Params))))
		rest[10] = same(code.params, other.params)
		list.Places = append(list.Places, h.Place)
		list.Rows = append(list.Rows, row)
		list.reads = append(list.reads, other)
		list.signals = append(list.signals, map[string]float64{
			"subtokens": clip(row[2*n]), "ir": clip(row[2*n+2]), "literals": clip(row[2*n+5]), "shape": clip(row[2*n+4]), "api": clip(row[2*n+6]),
		})
	}
	list.neighbours()
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

// neighbours measures how the code stands among the candidates: whether it finds them, and
// whether they would find it before the others, which keeps those in check that are alike to
// everything.
func (l *List) neighbours() {
	l.alike = alikeness(append(slices.Clone(l.reads), l.code))
	n := len(l.reads)
	for i, row := range l.Rows {
		asked, asking := l.alike[n][i], l.alike[i][n]
		before, density := 0, float32(0)
		for j := range n {
			if j != i && l.alike[i][j] > asking {
				before++
				density += l.alike[i][j]
			}
		}
		columns := row[len(row)-5:]
		columns[0], columns[1], columns[2] = asked, asking, asked+asking
		columns[3] = float32(math.Log(float64(before + 1)))
		columns[4] = density / float32(max(1, before))
	}
}

// same is the share of parameters that have the same name at the same place.
func same(a, b []uint32) float32 {
	if len(a) == 0 || len(b) == 0 {
		return -1
	}
	count := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			count++
		}
	}
	return float32(count) / float32(max(len(a), len(b)))
}

// Columns of List.Rows: the mean of the signals, and how the code and a candidate find each
// other among the candidates.
var (
	MeanSignal = slices.Index(Measures, "mean signal")
	Mutual     = slices.Index(Measures, "mutual")
)
