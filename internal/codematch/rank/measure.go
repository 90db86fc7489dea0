package rank

import (
	"math"
	"slices"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// measured is a field with its short name.
type measured struct {
	field feature.Field
	name  string
}

// fields are those that are measured.
var fields = []measured{
	{feature.Subtoken, "subtoken"},
	{feature.Trigram, "trigram"},
	{feature.Canonical, "canonical"},
	{feature.Plain, "plain"},
	{feature.Shape, "shape"},
	{feature.Literal, "literal"},
	{feature.Call, "call"},
	{feature.Signature, "signature"},
	{feature.Flow, "flow"},
	{feature.Statement, "statement"},
}

// Measures are the names of the columns of List.Rows: by field, then of the pair as a whole.
var Measures = func() (names []string) {
	for _, of := range []string{
		"signal", // standard deviations above the mean of all units
		"gap",    // signal less that of the best candidate
		"share",  // of what the code would score with itself
		"dice",   // of the features that both have
		"peak",   // signal of the best candidate
	} {
		for _, f := range fields {
			names = append(names, of+" "+f.name)
		}
	}
	return append(names, "mean signal", "mean gap", "rank",
		"subsequence shape", "part shape", "subsequence canonical", "part canonical", // subsequence.go
		"length ratio", "length", "other length", // logarithms, of tokens
		"same language", "parameters", "same parameters",
		"asked", "asking", "mutual", "place asking", "density") // neighbours, below
}()

// Columns of List.Rows that are asked for by name: the mean of the signals, and how the code
// and a candidate find each other among the candidates.
var (
	MeanSignal = slices.Index(Measures, "mean signal")
	Asked      = slices.Index(Measures, "asked")
	Mutual     = slices.Index(Measures, "mutual")
)

// Blocks of columns.
var (
	columnShare = 2 * len(fields)
	columnDice  = 3 * len(fields)
	columnPair  = 5 * len(fields)
)

// measurer compares a code with candidates.
type measurer struct {
	code             *Read
	own              [feature.Fields]float64 // what the code would score with itself
	peak             [feature.Fields]float32
	top              float32 // mean signal of the first candidate
	shape, canonical sequence
}

// measure compares the code with each candidate; full is the code uncut, as the question has
// it.
func measure(full, code *Read, q index.Question, answer index.Answer, texts []Text) *List {
	m := measurer{code: code, own: ownScores(q, answer, full.vector), shape: sequenceOf(code.shape), canonical: sequenceOf(code.canonical)}
	for _, h := range answer.Hits {
		for f, s := range h.Signals {
			m.peak[f] = max(m.peak[f], s)
		}
	}
	list := &List{code: code}
	for i, h := range answer.Hits {
		other := texts[i].read()
		if other == nil {
			continue
		}
		row := m.row(i, h, other)
		list.Places = append(list.Places, h.Place)
		list.Rows = append(list.Rows, row)
		list.reads = append(list.reads, other)
		list.signals = append(list.signals, signals(row))
	}
	list.neighbours()
	return list
}

// row measures one candidate; what the neighbours tell is left 0.
func (m *measurer) row(i int, h index.Hit, other *Read) []float32 {
	row := make([]float32, len(Measures))
	n := len(fields)
	mean := float32(0)
	for k, f := range fields {
		row[k] = h.Signals[f.field]
		row[n+k] = h.Signals[f.field] - m.peak[f.field]
		row[columnShare+k] = float32(float64(h.Raw[f.field]) / m.own[f.field])
		row[columnDice+k] = dice(m.code.vector[f.field], other.vector[f.field])
		row[4*n+k] = m.peak[f.field]
		mean += h.Signals[f.field] / float32(n)
	}
	if i == 0 {
		m.top = mean
	}
	pair := row[columnPair:]
	pair[0], pair[1], pair[2] = mean, mean-m.top, log1(i)
	pair[3], pair[4] = m.shape.share(other.shape)
	pair[5], pair[6] = m.canonical.share(other.canonical)
	pair[8], pair[9] = log1(m.code.tokens), log1(other.tokens)
	pair[7] = pair[8] - pair[9]
	if m.code.language == other.language {
		pair[10] = 1
	}
	const most = 3
	pair[11] = float32(min(most, max(-most, len(m.code.form.Params)-len(other.form.Params))))
	pair[12] = same(m.code.params, other.params)
	return row
}

// signals are what a user sees of the measures.
func signals(row []float32) map[string]float64 {
	share := func(f feature.Field) float64 {
		k := slices.IndexFunc(fields, func(o measured) bool { return o.field == f })
		return min(1, max(0, float64(row[columnShare+k])))
	}
	return map[string]float64{
		"subtokens": share(feature.Subtoken), "ir": share(feature.Canonical), "literals": share(feature.Literal),
		"shape": share(feature.Shape), "api": share(feature.Call),
	}
}

// log1 is ln(1 + n).
func log1(n int) float32 { return float32(math.Log(float64(n + 1))) }

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
		columns := row[Asked:]
		columns[0], columns[1], columns[2] = asked, asking, asked+asking
		columns[3], columns[4] = log1(before), density/float32(max(1, before))
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
