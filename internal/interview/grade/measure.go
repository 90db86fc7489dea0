package grade

import "math"

// across are the measures whose best over all references is told to the model as well.
var across = []string{"recall_new", "precision_new", "f1_new", "lcs_r", "card_dice", "letters_dice", "recall_new_exact", "recall"}

// measure measures the answer beside every reference and returns the vector of the one it
// tells most of.
func (a *reply) measure() measured {
	var best measured
	var chosen *comparison
	closest, mean := -1.0, 0.0
	top := make([]float64, len(across))
	for _, r := range a.rubric.references {
		c := newComparison(r, a)
		v := c.vector()
		for k, name := range across {
			top[k] = max(top[k], v.value(name))
		}
		told := v.value("recall_new")
		mean += told / float64(len(a.rubric.references))
		if s := c.overlap(); s > closest {
			best.features, chosen, closest = v, c, s
		}
	}
	for k, name := range across {
		best.add("max_"+name, top[k])
	}
	best.add("refs", math.Log(float64(max(1, len(a.rubric.references)))))
	best.add("mean_recall", mean)
	best.traits = chosen.traits()
	return best
}

// measured is what a model is shown of an answer.
type measured struct {
	features
	traits []Trait
}

// Sample is what the model learns from: the vector of an answer that no rule closed.
type Sample struct {
	Names  []string
	Values []float64
	Traits []Trait
	Closed bool // a rule decided; the model is not asked
}

// Measure returns the vector of an answer as Grade would show it to the model, for learning.
func Measure(q Question, ref Reference, answer string, others ...Other) Sample {
	return NewRubric(q, ref, others...).Measure(answer)
}

// Measure measures an answer, as the function of that name does.
func (r *Rubric) Measure(answer string) Sample {
	e := r.examine(answer)
	e.screen()
	if e.closed {
		return Sample{Closed: true}
	}
	v := e.answer.measure()
	return Sample{Names: v.names, Values: v.values, Traits: v.traits}
}
