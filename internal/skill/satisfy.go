package skill

import (
	"cmp"
	"slices"
)

// The strength of each way; see How. A further step of a path costs stepDecay.
const (
	impliedScore  = 0.9
	narrowerScore = 0.95
	broaderScore  = 0.6
	relatedScore  = 0.3
	stepDecay     = 0.95
	maxSteps      = 3
)

// relations are the typed edges, each kept in the direction it is walked: from the asked
// skill to what answers for it.
type relations struct {
	implied  map[ID][]ID // asked -> skills that imply it
	narrower map[ID][]ID // asked category -> its members
	broader  map[ID][]ID // asked tool -> categories strong enough to speak for it
	related  map[ID][]ID
}

func newRelations() relations {
	return relations{map[ID][]ID{}, map[ID][]ID{}, map[ID][]ID{}, map[ID][]ID{}}
}

// add stores "from relation to" as the file says it.
func (r relations) add(relation string, from, to ID) {
	if from == to {
		return
	}
	switch relation {
	case "implies":
		r.implied[to] = append(r.implied[to], from)
	case "broader":
		r.narrower[to] = append(r.narrower[to], from)
	case "answers":
		r.broader[to] = append(r.broader[to], from)
	case "related":
		r.related[from] = append(r.related[from], to)
		r.related[to] = append(r.related[to], from)
	}
}

// weight is how well connected a skill is, at most 500: what much depends on is asked for
// often.
func (r relations) weight(id ID) int {
	return min(50, len(r.implied[id])+len(r.narrower[id])+len(r.related[id])) * 10
}

func (r relations) sort() {
	for _, m := range []map[ID][]ID{r.implied, r.narrower, r.broader, r.related} {
		for id, ends := range m {
			slices.Sort(ends)
			m[id] = slices.Compact(ends)
		}
	}
}

// Satisfying lists every skill that answers for the asked one, best first, the asked one
// itself among them; nil for an unknown id. Implied and narrower edges are followed up to
// three steps. Broader is one step along edges the overlay vouches for: "relational
// databases" says nothing of Oracle. Related skills close the list and never match.
func (g *Graph) Satisfying(asked ID) []Edge {
	if g.skills[asked] == nil {
		return nil
	}
	found := map[ID]Edge{asked: {Skill: asked, How: Exact, Score: 1, Path: []ID{asked}}}
	front := []ID{asked}
	for range maxSteps {
		front = g.relations.extend(found, front)
	}
	for _, id := range g.relations.broader[asked] {
		offer(found, Edge{Skill: id, How: Broader, Score: broaderScore, Path: []ID{asked, id}})
	}
	for _, id := range g.relations.related[asked] {
		offer(found, Edge{Skill: id, How: Related, Score: relatedScore, Path: []ID{asked, id}})
	}
	out := make([]Edge, 0, len(found))
	for _, e := range found {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Skill, b.Skill))
	})
	return out
}

// extend walks one step from every skill of the front and returns the skills improved.
func (r relations) extend(found map[ID]Edge, front []ID) []ID {
	var next []ID
	for _, id := range front {
		at := found[id]
		for _, end := range r.implied[id] {
			if offer(found, at.step(end, Implied, impliedScore)) {
				next = append(next, end)
			}
		}
		for _, end := range r.narrower[id] {
			if offer(found, at.step(end, Narrower, narrowerScore)) {
				next = append(next, end)
			}
		}
	}
	return next
}

// step extends a path. The path is as strong as its weakest edge, less the decay of each
// further step.
func (e Edge) step(to ID, how How, score float64) Edge {
	path := append(slices.Clone(e.Path), to)
	if len(e.Path) == 1 {
		return Edge{Skill: to, How: how, Score: score, Path: path}
	}
	if e.How == Implied {
		how = Implied
	}
	return Edge{Skill: to, How: how, Score: min(e.Score, score) * stepDecay, Path: path}
}

// offer keeps the better of two ways to the same skill.
func offer(found map[ID]Edge, e Edge) bool {
	have, ok := found[e.Skill]
	if ok && have.Score >= e.Score {
		return false
	}
	found[e.Skill] = e
	return true
}
