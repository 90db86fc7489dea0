package talent

import "math"

// Shares of the match score. Without preferred skills their share goes to the others in
// proportion, so that a full match is worth the same in every search.
const (
	requiredShare  = 0.55
	preferredShare = 0.2
	evidenceShare  = 0.25
)

// score is a match score in its parts, each rounded to four decimals; the score is their
// sum, so an explanation adds up to the digit. It does not depend on other candidates
// except through the rarity of the asked skills.
type score struct{ required, preferred, evidence, total float64 }

// shares are what full coverage, preferred skills and evidence are worth in this search.
func (pl *plan) shares() (required, preferred, evidence float64) {
	a, b, c := requiredShare, preferredShare, evidenceShare
	if len(pl.required) == 0 {
		a = 0
	}
	if len(pl.preferred) == 0 {
		b = 0
	}
	if a+b == 0 {
		return 0, 0, 0
	}
	whole := a + b + c
	return a / whole, b / whole, c / whole
}

// rate scores one row.
func (pl *plan) rate(at int) score {
	a, b, c := pl.shares()
	required, shown := rated(pl.required, at, pl.asOf)
	preferred, also := rated(pl.preferred, at, pl.asOf)
	if len(pl.required) == 0 {
		shown = also
	}
	s := score{required: round4(a * required), preferred: round4(b * preferred), evidence: round4(c * shown)}
	s.total = round4(math.Min(s.required+s.preferred+s.evidence, 1))
	return s
}

// rated returns the weighted coverage of the needs by a row, and how well it is shown.
func rated(needs []need, at, asOf int) (coverage, shown float64) {
	var total, covered, seen grain
	for i := range needs {
		g, w := needs[i].matchAt(at), needs[i].weight
		total += grains(w)
		covered += grains(w * g.value)
		seen += grains(w * g.shown(asOf))
	}
	if total == 0 {
		return 0, 0
	}
	return float64(covered) / float64(total), float64(seen) / float64(total)
}

// grain is a billionth. Whole numbers add up to the same in any order, floats do not, and
// the order in which skills are asked must not move anybody.
type grain int64

func grains(x float64) grain { return grain(math.Round(x * 1e9)) }

func round4(x float64) float64 { return math.Round(x*10000) / 10000 }
