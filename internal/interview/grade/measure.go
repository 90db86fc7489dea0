package grade

import "math"

// across are the measures whose best over all references is told to the model as well.
var across = []string{"recall_new", "precision_new", "f1_new", "lcs_r", "card_dice", "letters_dice", "recall_new_exact", "recall"}

// nearest measures the answer beside every reference and returns the vector of the one it
// tells most of.
func nearest(q passage, references []passage, a passage) features {
	var best features
	closest, mean := -1.0, 0.0
	top := make([]float64, len(across))
	for _, r := range references {
		v := newComparison(q, r, a).vector()
		for k, name := range across {
			top[k] = max(top[k], v.value(name))
		}
		told := v.value("recall_new")
		mean += told / float64(len(references))
		if s := 2*told + v.value("recall") + 0.2*v.value("precision_new"); s > closest {
			best, closest = v, s
		}
	}
	for k, name := range across {
		best.add("max_"+name, top[k])
	}
	best.add("refs", math.Log(float64(max(1, len(references)))))
	best.add("mean_recall", mean)
	return best
}

// Sample is what the model learns from: the vector of an answer that no rule closed.
type Sample struct {
	Names  []string
	Values []float64
	Closed bool // a rule decided; the model is not asked
}

// Measure returns the vector of an answer as Grade would show it to the model, for learning.
func Measure(q Question, ref Reference, answer string, others ...Other) Sample {
	e := newExamination(q, ref, answer)
	e.screen(others)
	if e.closed {
		return Sample{Closed: true}
	}
	v := nearest(e.q, e.references, e.answer)
	return Sample{Names: v.names, Values: v.values}
}
