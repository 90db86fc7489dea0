package plan

import (
	"slices"
	"sync"

	"kadry/internal/interview/bank"
	"kadry/internal/skill"
)

// Planner plans interviews. It knows which skill of the bank stands for which skill of the
// taxonomy. To find one means to walk the taxonomy from every skill of the bank, so what was
// found is kept: there are no more answers than skills. It is safe for concurrent use.
type Planner struct {
	bank   *bank.Bank
	skills *skill.Graph

	mu    sync.Mutex
	known map[skill.ID]relative
}

// kinship is the least that the taxonomy's edge between a need and a skill of the bank may have.
const kinship = 0.5

// relative is a skill of the bank and how well it stands for another one, 0-1; no name is none.
type relative struct {
	name  string
	score float64
}

// NewPlanner returns a planner over a bank and a taxonomy.
func NewPlanner(b *bank.Bank, g *skill.Graph) *Planner {
	return &Planner{bank: b, skills: g, known: map[skill.ID]relative{}}
}

// nearest returns the skill of the bank closest to a needed one: itself, one that proves
// it, or one that it proves.
func (p *Planner) nearest(needed skill.ID) (name string, score float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.known[needed]
	if !ok {
		found = p.find(needed)
		p.known[needed] = found
	}
	return found.name, found.score
}

func (p *Planner) find(needed skill.ID) (best relative) {
	offer := func(candidate string, s float64) {
		if s >= kinship && s > best.score {
			best = relative{candidate, s}
		}
	}
	edges := p.skills.Satisfying(needed)
	for _, candidate := range p.bank.Skills() {
		if i := slices.IndexFunc(edges, func(e skill.Edge) bool { return string(e.Skill) == candidate && e.How != skill.Related }); i >= 0 {
			offer(candidate, edges[i].Score)
			continue
		}
		for _, e := range p.skills.Satisfying(skill.ID(candidate)) {
			if e.Skill == needed && e.How != skill.Related {
				offer(candidate, e.Score)
			}
		}
	}
	return best
}
