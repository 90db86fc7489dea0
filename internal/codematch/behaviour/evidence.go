package behaviour

import "math"

// Combine is the probability that two programs do the same after both have been run, given
// what it was before, by their texts: the odds are multiplied with the weight of what the runs
// showed (Bayes).
func Combine(probability float64, o Outcome) float64 {
	p := min(max(probability, 1e-6), 1-1e-6)
	return 1 / (1 + math.Exp(-math.Log(p/(1-p))-Evidence(o)))
}

// Marks of Evidence: the natural logarithm of how much commoner such an outcome is among pairs
// that do the same than among others, measured on one half of HumanEval-X's groups, JavaScript
// with Go, Python with Go and Python with JavaScript. Different arguments speak less loudly
// here than there: people, other than translators, change signatures.
const (
	otherArguments = -3.0
	oneAnswers     = -1.5 // hardly ever both
)

var byScore = []struct{ score, evidence float64 }{
	{0, -2}, {0.05, -1.9}, {0.25, -0.3}, {0.4, 1}, {0.55, 3}, {0.75, 4}, {0.9, 5}, {1, 7},
}

// Evidence is what an outcome speaks for: above 0 for programs that do the same, below 0
// against it, 0 where nothing could be run.
func Evidence(o Outcome) float64 {
	switch {
	case o.OtherArguments:
		return otherArguments
	case o.Asked == 0:
		return 0
	case o.Ran < leastRan && o.Alone > leastRan:
		return oneAnswers
	case o.Ran < leastRan:
		return 0
	}
	for i, mark := range byScore[1:] {
		if before := byScore[i]; o.Score <= mark.score {
			share := (o.Score - before.score) / (mark.score - before.score)
			return before.evidence + share*(mark.evidence-before.evidence)
		}
	}
	return byScore[len(byScore)-1].evidence
}
