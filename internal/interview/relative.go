package interview

import (
	"slices"
	"sync"

	"kadry/internal/interview/bank"
	"kadry/internal/skill"
)

// relatives knows which skill of the bank stands for which skill of the taxonomy. To find
// one means to walk the taxonomy from every skill of the bank, so what was found is kept:
// there are no more answers than skills.
type relatives struct {
	bank   *bank.Bank
	skills *skill.Graph

	mu    sync.Mutex
	known map[skill.ID]relative
}

// relative is a skill of the bank and how well it stands for another one, 0-1; no name is none.
type relative struct {
	name  string
	score float64
}

func newRelatives(b *bank.Bank, g *skill.Graph) *relatives {
	return &relatives{bank: b, skills: g, known: map[skill.ID]relative{}}
}

// nearest returns the skill of the bank closest to a needed one: itself, one that proves
// it, or one that it proves.
func (r *relatives) nearest(needed skill.ID) (name string, score float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, ok := r.known[needed]
	if !ok {
		found = r.find(needed)
		r.known[needed] = found
	}
	return found.name, found.score
}

func (r *relatives) find(needed skill.ID) (best relative) {
	offer := func(candidate string, s float64) {
		if s >= kinship && s > best.score {
			best = relative{candidate, s}
		}
	}
	edges := r.skills.Satisfying(needed)
	for _, candidate := range r.bank.Skills() {
		if i := slices.IndexFunc(edges, func(e skill.Edge) bool { return string(e.Skill) == candidate && e.How != skill.Related }); i >= 0 {
			offer(candidate, edges[i].Score)
			continue
		}
		for _, e := range r.skills.Satisfying(skill.ID(candidate)) {
			if e.Skill == needed && e.How != skill.Related {
				offer(candidate, e.Score)
			}
		}
	}
	return best
}
