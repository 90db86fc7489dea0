package talent

import (
	"math"
	"slices"

	"kadry/internal/retrieve"
	"kadry/internal/skill"
)

// need is one asked skill, understood, with the answer of every row of a pool to it.
type need struct {
	asked        string
	resolved     skill.Resolution
	edges        []skill.Edge // of a known skill; the ways allowed, strongest first
	alternatives []need       // of a choice: any of these answers it
	names        []string     // literal spellings where they are more than asked
	spelled      bool         // aliases are not allowed: the CV must have the asker's spelling
	index        []int32      // by row: where in matches; 0 for most rows, which answer few needs
	matches      []skillMatch // the first is "does not"
	held         int          // rows that answer
	weight       float64      // rarity in the pool
}

// matchAt returns how a row answers the need.
func (n *need) matchAt(row int) skillMatch { return n.matches[n.index[row]] }

// skillMatch is how one row answers one need. The zero value is "does not".
type skillMatch struct {
	value    float64 // 0..1: edge times stance times strength
	edge     int16   // index into need.edges, or literal
	option   int16   // of a choice: index into need.alternatives
	strength strengthRank
	mentions int32
	spelled  int32    // mentions in the asker's own spelling
	own      duration // of the skill itself, in whatever words
	reach    duration // and of the skills that imply it
	lastUsed int32
}

// duration is how long something was done.
type duration struct {
	months int32
	known  bool
	stated bool   // months are the CV's own claim
	worked uint64 // the row's terms it was done in
}

// join adds time spent; a month spent on both counts once.
func (d duration) join(e duration, terms []term) duration {
	d.known, d.stated = d.known || e.known, d.stated || e.stated
	d.months, d.worked = max(d.months, e.months), d.worked|e.worked
	if !d.stated && d.worked != 0 {
		d.months = int32(covered(terms, d.worked))
	}
	return d
}

// shownAs is the duration to report: of the skill itself where the CV tells it.
func (g skillMatch) shownAs() duration {
	if g.own.known {
		return g.own
	}
	return g.reach
}

// literal marks a match on the very words of the asker in the text, for skills that the
// taxonomy does not know.
const literal = -1

// Shares of a match's value by how the candidate shows the skill: a position is full
// proof, a bare list nearly so; "basic understanding of" is much less.
var strengthShares = [...]float64{0, inList: 0.95, inText: 0.97, inProject: 0.99, inPosition: 1}

const weakShare = 0.7

// understand resolves an asked skill and collects what may answer for it.
func (b *Base) understand(asked string, allow []skill.How) need {
	n := need{asked: asked, resolved: b.Skills.Resolve(asked)}
	if !n.resolved.Known {
		return n
	}
	if len(allow) == 0 {
		allow = allowed
	}
	n.spelled = slices.Contains(allow, skill.Exact) && !slices.Contains(allow, skill.Alias)
	for _, e := range b.Skills.Satisfying(n.resolved.Skill) {
		// The skill itself stands in a CV under any of its names.
		if slices.Contains(allow, e.How) || e.How == skill.Exact && slices.Contains(allow, skill.Alias) {
			n.edges = append(n.edges, e)
		}
	}
	return n
}

// ask fills the matches of a need from the pool.
func (n *need) ask(p *pool) {
	n.index = make([]int32, len(p.rows))
	n.matches = make([]skillMatch, 1, 1+n.answersAtMost(p))
	spelled := make([]int32, len(p.rows))
	for at, times := range p.text.Phrase(n.asked) {
		spelled[at] = int32(times)
		if !n.resolved.Known {
			n.offer(p, at, literalMatch(times))
		}
	}
	for i, e := range n.edges {
		for _, h := range p.holders[e.Skill] {
			if n.spelled && e.How == skill.Exact && spelled[h.row] == 0 {
				continue
			}
			n.offer(p, int(h.row), matchOf(h, e, int16(i)))
		}
	}
	for at, place := range n.index {
		if place > 0 {
			n.matches[place].spelled = spelled[at]
		}
	}
	n.weigh(p)
}

// answersAtMost bounds the rows that can answer by a skill of the taxonomy.
func (n *need) answersAtMost(p *pool) int {
	holdings := 0
	for _, e := range n.edges {
		holdings += len(p.holders[e.Skill])
	}
	return min(holdings, len(p.rows))
}

// weigh sets the weight by how rare an answer to the need is in the pool.
func (n *need) weigh(p *pool) {
	n.held = 0
	for i := range n.matches {
		if n.matches[i].value > 0 {
			n.held++
		}
	}
	n.weight = retrieve.Rarity(len(p.byID), n.held)
}

// askTitles lets a job title answer, for free text, where a word may name a trade as well
// as a skill: "chef" is a tool to some and a job to most.
func (n *need) askTitles(p *pool) {
	for at, times := range p.titles.Phrase(n.asked) {
		if n.matchAt(at).value == 0 {
			g := literalMatch(times)
			g.spelled = g.mentions
			n.offer(p, at, g)
		}
	}
	n.weigh(p)
}

func matchOf(h holding, e skill.Edge, index int16) skillMatch {
	g := skillMatch{
		value: e.Score * strengthShares[h.strength], edge: index, strength: h.strength,
		mentions: int32(h.mentions), lastUsed: h.lastUsed,
		reach: duration{months: h.months, known: h.known, stated: h.stated, worked: h.worked},
	}
	if e.How == skill.Exact || e.How == skill.Broader {
		g.own = g.reach
	}
	if h.weak {
		g.value *= weakShare
	}
	return g
}

// literalMatch is a match on the asker's own words. They are found as written or not at
// all: an unknown skill is never matched by likeness.
func literalMatch(times int) skillMatch {
	return skillMatch{value: strengthShares[inText], edge: literal, strength: inText, mentions: int32(times)}
}

// offer keeps the better of two matches of a row. Mentions add up and months join, since
// "k8s" and "container orchestration" are both evidence of Kubernetes.
func (n *need) offer(p *pool, at int, g skillMatch) {
	if n.index[at] == 0 {
		n.index[at] = int32(len(n.matches))
		n.matches = append(n.matches, g)
		return
	}
	have := &n.matches[n.index[at]]
	best := *have
	if g.value > have.value {
		best = g
	}
	best.mentions = have.mentions + g.mentions
	best.lastUsed = max(have.lastUsed, g.lastUsed)
	best.own = have.own.join(g.own, p.rows[at].worked)
	best.reach = have.reach.join(g.reach, p.rows[at].worked)
	*have = best
}

// Parts of how well one matched skill is shown, each 0..1: how often the text speaks of
// it, for how long, how recently; where it stands is in the value of the match. Half the worth of time is reached in three
// years and no length of it is the whole; knowledge halves in five years.
const (
	mentionShare  = 0.6
	durationShare = 0.35
	recencyShare  = 0.05
	durationHalf  = 36 // months
	recencyHalf   = 60 // months
	mentionHalf   = 1.2
	// otherSpelling is what a mention under another name counts: it is a mention, but the
	// asker's own word is the surest sign that the same thing is meant.
	otherSpelling = 0.15
)

// shown is how well a match is backed, 0..1. What nobody says counts as nothing.
func (g skillMatch) shown(asOf int) float64 {
	if g.value == 0 {
		return 0
	}
	n := float64(g.spelled) + otherSpelling*math.Max(float64(g.mentions-g.spelled), 0)
	total := mentionShare * n / (n + mentionHalf)
	if g.reach.known {
		total += durationShare * float64(g.reach.months) / float64(g.reach.months+durationHalf)
	}
	if g.lastUsed > 0 {
		total += recencyShare * math.Exp2(-math.Max(float64(asOf-int(g.lastUsed)), 0)/recencyHalf)
	}
	return total
}
