package grade

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

//go:embed claims.json
var claimsText []byte

// ClaimModel turns what an answer has for and against the points of its question into
// figures. The numbers are learned by tools/dev/learn and hold no text.
type ClaimModel struct {
	PointNames []string `json:"point_names"` // the measures of a point, in the order of the vector
	Names      []string `json:"names"`       // those of an answer
	Point      Forest   `json:"point"`       // how likely the answer makes a point
	Score      Forest   `json:"score"`       // of the answer, 0-1
	Agreed     Forest   `json:"agreed"`      // how likely a person's grade is within one of it; the score is one measure more
}

var loadedClaims = sync.OnceValue(func() ClaimModel {
	m, _ := ReadClaimModel(claimsText) // the embedded file is checked by a test
	return m
})

// ReadClaimModel reads and checks a file of weights.
func ReadClaimModel(data []byte) (ClaimModel, error) {
	var m ClaimModel
	if err := json.Unmarshal(data, &m); err != nil {
		return ClaimModel{}, fmt.Errorf("grade: weights of claims: %w", err)
	}
	for _, part := range []struct {
		forest   Forest
		measures int
	}{{m.Point, len(m.PointNames)}, {m.Score, len(m.Names)}, {m.Agreed, len(m.Names) + 1}} {
		for n, t := range part.forest.Trees {
			if !t.sound(part.measures) {
				return ClaimModel{}, fmt.Errorf("grade: weights of claims: tree %d is not a tree", n)
			}
		}
	}
	return m, nil
}

// ClaimSample is what the model is shown of an answer that no rule closed.
type ClaimSample struct {
	PointNames, Names []string
	Points            [][]float64 // by point of the reference
	Values            []float64
	places            []stretch // by point: where the answer speaks of it
}

// MeasureClaims measures an answer as Grade would show it to the model, for learning; false
// when a rule decides or the reference has no claims. Sentences of the reference for which
// without holds are left out as if nobody had written them.
func (r *Rubric) MeasureClaims(answer string, without func(sentence string) bool) (ClaimSample, bool) {
	e := r.examine(answer)
	e.screen()
	if e.closed || e.exact || r.claims == nil || len(e.answer.words) == 0 {
		return ClaimSample{}, false
	}
	left := *r.claims
	left.used = left.usages()
	for _, t := range left.texts {
		if without(t.text) {
			left.count(&left.used[t.point], t, -1)
		}
	}
	h := e.heard(&left)
	if len(h.words) == 0 {
		return ClaimSample{}, false
	}
	return e.sample(h.gather(func(t claimText) bool { return without(t.text) })), true
}

// heard hears what the answer says of the question, and leaves the rest of it out.
func (e *examination) heard(c *claims) *heard {
	h := c.hear(e.answer.passage)
	if len(h.words) < len(e.answer.words) {
		e.answer = e.Rubric.reply(h.passage)
	}
	return h
}

// sample measures every point, and the answer: the mean, the highest and the lowest of its
// points by their weight, what is measured of the whole, and its comparison with the model
// answer.
func (e *examination) sample(found *evidence) ClaimSample {
	var s ClaimSample
	var f features
	whole := found.general()
	for p := range found.points {
		measured := found.point(p)
		measured.names, measured.values = append(measured.names, whole.names...), append(measured.values, whole.values...)
		s.PointNames, s.Points = measured.names, append(s.Points, measured.values)
		s.places = append(s.places, found.spans[found.best[p]])
	}
	for i, name := range s.PointNames[:len(s.PointNames)-len(whole.names)] {
		sum, of, high, low := 0.0, 0.0, math.Inf(-1), math.Inf(1)
		for p, values := range s.Points {
			weight := e.points[p].weight()
			sum, of = sum+weight*values[i], of+weight
			high, low = max(high, values[i]), min(low, values[i])
		}
		f.add(name+"_mean", sum/of)
		f.add(name+"_high", high)
		f.add(name+"_low", low)
	}
	f.names, f.values = append(f.names, whole.names...), append(f.values, whole.values...)
	f.add("shared", share(e.toldPoints(), e.points))
	beside := e.answer.measure()
	for i, name := range beside.names {
		if proportional[name] {
			f.add(name, beside.values[i])
		}
	}
	f.add("correct", loadedModel().Correct.judge(beside))
	s.Names, s.Values = f.names, f.values
	return s
}

// proportional are the measures beside the model answer that hang neither on the length of
// the answer nor on which question it is: what is learned must hold for any of both.
var proportional = split(`recall recall_new recall_exact recall_new_exact recall_new_firm precision precision_new precision_exact
	recall_plain recall_long f1_new card_ra_r card_ra_a card_dice lcs_r lcs_a bigram_r bigram_a run_r in_order function_r letters_r
	letters_dice letters_new part_best part_worst top_hit window clash contrast_alone known hits_new log_a`)

// judged marks an answer by its claims. The marks of the points add up to the score: each is
// moved as far as that takes, by the same step in its log odds.
func (e *examination) judged() (marks []PointMark, score, confidence float64) {
	marks = e.unmet()
	h := e.heard(e.claims)
	if len(h.words) == 0 {
		return marks, 0, closedConfidence
	}
	if h.flowless() {
		e.flag(Shuffled, stretch{})
		e.bound = math.Min(e.bound, heapBound)
	}
	s := e.sample(h.gather(nil))
	model := loadedClaims()
	score = clamp(model.Score.at(s.Values))
	confidence = clamp(model.Agreed.at(append(s.Values, score)))
	chances := make([]float64, len(marks))
	reached, of := 0.0, 0.0
	for i, p := range e.points {
		chances[i] = model.Point.at(s.Points[i])
		reached, of = reached+p.weight()*math.Min(1, pointReach*chances[i]), of+p.weight()
	}
	score = math.Min(score, math.Min(e.bound, reached/of))
	for i, met := range moved(chances, e.points, score) {
		marks[i].Met = met
		if met > 0 {
			marks[i].quote(e.answer.passage, s.places[i])
		}
	}
	return marks, share(marks, e.points), confidence
}

// pointReach is how many times its chance a point may count: what no point of an answer bears out
// earns nothing, however right the whole reads.
const pointReach = 4

// leastMet is what a point must earn to earn anything.
const leastMet = 0.2

// sharpness is how much further points stand apart in marks than in the odds that they are
// made: a person makes a point or does not.
const sharpness = 3

// moved shifts chances by one step of their log odds so that their weighted mean is the score.
func moved(chances []float64, points []Point, score float64) []float64 {
	met := make([]float64, len(chances))
	at := func(step float64) float64 {
		sum, of := 0.0, 0.0
		for i, c := range chances {
			c = math.Max(1e-4, math.Min(1-1e-4, c))
			met[i] = 1 / (1 + math.Exp(-sharpness*math.Log(c/(1-c))-step))
			if met[i] < leastMet {
				met[i] = 0
			}
			sum, of = sum+points[i].weight()*met[i], of+points[i].weight()
		}
		return sum / of
	}
	low, high := -20.0, 20.0
	for range 40 {
		if middle := (low + high) / 2; at(middle) < score {
			low = middle
		} else {
			high = middle
		}
	}
	at((low + high) / 2)
	return met
}
