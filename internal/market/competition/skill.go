package competition

import (
	"context"
	"math"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/market/demand"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
	"kadry/internal/skill"
)

// Which skills are told.
const (
	mostSkills   = 30
	leastWanting = 3 // vacancies, of skills that were not asked about
	skillDraws   = 300
)

// What a premium needs (of vacancies with pay, read in full).
const (
	inStratum = 8  // with the skill, and without
	inAll     = 15 // with it
)

// Skill is how much a skill is wanted and what it is worth.
type Skill struct {
	demand.Demand
	Asked     bool                `json:"asked,omitzero"`
	ShareCI95 *statistic.Interval `json:"share_ci95,omitzero"` // of Share
	Pay       *Pay                `json:"salary,omitzero"`
	Premium   *Premium            `json:"premium,omitzero"`
}

// Pay is what vacancies with a skill offer.
type Pay struct {
	N   int  `json:"n"`
	Few bool `json:"few,omitzero"`

	Least float64 `json:"least,omitzero"` // bounds that are stated
	Most  float64 `json:"most,omitzero"`

	P25 *pay.Estimate `json:"p25,omitzero"`
	P50 *pay.Estimate `json:"p50,omitzero"`
	P75 *pay.Estimate `json:"p75,omitzero"`
}

// Premium is by how much the median pay with a skill is over the one without it, among vacancies
// that ask for the same experience. It is a difference between vacancies, which other things than
// the skill may explain.
type Premium struct {
	Percent  float64            `json:"pct"`
	CI95     statistic.Interval `json:"ci95"`
	P        float64            `json:"p_value"`          // of no difference
	Adjusted float64            `json:"p_value_adjusted"` // for all the skills that were tested
	N        int                `json:"n"`                // vacancies with the skill, in strata that count
}

func (a *analysis) skills(ctx context.Context) error {
	tally := demand.Count(a.readings)
	if len(tally.Skills) == 0 {
		a.unknown("by_skill", fault.Say("no skill was found in the vacancies", "в вакансиях не найдено навыков"))
		return nil
	}
	for _, d := range tally.Skills {
		asked := d.ID != "" && slices.Contains(a.Skills, d.ID)
		if !asked && (len(a.answer.BySkill) >= mostSkills || d.N < leastWanting) {
			continue
		}
		s := Skill{Demand: d, Asked: asked}
		if tally.Detailed > 0 {
			ci := wilson(d.Detailed, tally.Detailed)
			s.ShareCI95 = &ci
		}
		p, err := a.payOf(ctx, d)
		if err != nil {
			return err
		}
		s.Pay = p
		a.answer.BySkill = append(a.answer.BySkill, s)
	}
	a.missing(tally)
	return a.premiums(ctx)
}

// missing names asked skills that no vacancy asks for.
func (a *analysis) missing(tally demand.Tally) {
	for _, id := range a.Skills {
		if !slices.ContainsFunc(tally.Skills, func(d demand.Demand) bool { return d.ID == id }) {
			a.unknown("by_skill."+string(id), fault.Say("no vacancy of the sample asks for it", "ни одна вакансия выборки его не требует"))
		}
	}
	if tally.Detailed == 0 {
		a.unknown("by_skill.share", fault.Say("no vacancy was read in full, and what a search shows of one is cut: at_least is a lower bound", "ни одна вакансия не прочитана целиком, а поиск показывает лишь отрывки: at_least — нижняя граница"))
	}
}

// payOf is the pay of vacancies that ask for a skill, nil where too few state one.
func (a *analysis) payOf(ctx context.Context, d demand.Demand) (*Pay, error) {
	var some []int
	for o, of := range a.pay.Of {
		if asks(a.readings[of], d.ID, d.Name) {
			some = append(some, o)
		}
	}
	if len(some) < pay.ForMedian {
		return nil, nil //nolint:nilnil // no pay is an answer
	}
	b := a.bootstrap(some)
	if b.Resamples == 0 {
		b.Resamples = skillDraws
	}
	s, _, err := pay.Summarize(ctx, a.offers(some), b, pay.Offer{})
	if err != nil {
		return nil, err
	}
	s = s.Scaled(a.unit)
	return &Pay{N: s.N, Few: s.Few, Least: s.Least, Most: s.Most, P25: s.P25, P50: s.P50, P75: s.P75}, nil
}

// asks reports whether a posting asks for a skill, which goes by its name where the graph knows none.
func asks(r demand.Reading, id skill.ID, name string) bool {
	return slices.ContainsFunc(r.Wanted, func(w demand.Wanted) bool { return w.ID == id && (id != "" || w.Name == name) })
}

// contrast is one skill's comparison: for every stratum the offers with and without it, by
// ascending pay.
type contrast struct {
	skill  int // of the answer's
	strata [][2][]int
	n      int
}

// premiums compares pay with and without each skill inside spans of experience.
func (a *analysis) premiums(ctx context.Context) error {
	middles, order := a.middles()
	var contrasts []contrast
	for i := range a.answer.BySkill {
		if c := a.contrast(i, order); c.n >= inAll {
			contrasts = append(contrasts, c)
		}
	}
	if len(contrasts) == 0 {
		a.unknown("by_skill.premium", fault.Say("no skill has %d vacancies with pay that were read in full, with %d beside and %d without it at the same experience", "ни у одного навыка нет %d прочитанных целиком вакансий с зарплатой, где при том же опыте есть %d с ним и %d без него", inAll, inStratum, inStratum))
		return nil
	}
	all := make([]int, len(middles))
	for i := range all {
		all[i] = i
	}
	replicates, err := a.bootstrap(all).Run(ctx, len(contrasts), func() statistic.Statistic {
		return func(weight []int, out []float64) {
			for i, c := range contrasts {
				out[i] = c.logRatio(middles, func(o int) int { return weight[o] })
			}
		}
	})
	if err != nil {
		return err
	}
	p := make([]float64, len(contrasts))
	for i := range contrasts {
		p[i] = replicates.P(i, 0)
	}
	adjusted := statistic.ControlDiscoveries(p)
	for i, c := range contrasts {
		ci := replicates.Interval(i)
		if ci == nil {
			continue
		}
		estimate := c.logRatio(middles, func(int) int { return 1 })
		a.answer.BySkill[c.skill].Premium = &Premium{
			Percent: percent(estimate), CI95: statistic.Interval{percent(ci[0]), percent(ci[1])}, P: p[i], Adjusted: adjusted[i], N: c.n,
		}
	}
	return nil
}

// percent is a logarithm of a ratio as the percentage over 1.
func percent(logRatio float64) float64 { return 100 * math.Expm1(logRatio) }

// middles are the offers as one figure each, and their order by it.
func (a *analysis) middles() (middles []float64, order []int) {
	span := 1.0
	if curve := pay.Fit(a.pay.Offers); curve != nil {
		span = curve.Span
	}
	for i, o := range a.pay.Offers {
		middles, order = append(middles, o.Middle(span)), append(order, i)
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return int(math.Copysign(1, middles[x]-middles[y])) * ones(middles[x] != middles[y])
	})
	return middles, order
}

// contrast sorts the offers of postings read in full into strata, and keeps those that can be
// compared.
func (a *analysis) contrast(s int, order []int) contrast {
	c := contrast{skill: s}
	d := a.answer.BySkill[s].Demand
	by := map[posting.Experience]*[2][]int{}
	for _, o := range order {
		of := a.pay.Of[o]
		e := a.postings[of].Experience
		if e == "" || !a.readings[of].Detailed {
			continue
		}
		if by[e] == nil {
			by[e] = &[2][]int{}
		}
		without := 1 - ones(asks(a.readings[of], d.ID, d.Name))
		by[e][without] = append(by[e][without], o)
	}
	for _, e := range []posting.Experience{posting.None, posting.OneToThree, posting.ThreeToSix, posting.OverSix} {
		if st := by[e]; st != nil && len(st[0]) >= inStratum && len(st[1]) >= inStratum {
			c.strata = append(c.strata, *st)
			c.n += len(st[0])
		}
	}
	return c
}

// logRatio is the mean over strata of the logarithm of the ratio of medians, weighed by the offers
// with the skill; NaN where no stratum has both.
func (c *contrast) logRatio(middles []float64, weight func(int) int) float64 {
	var sum, total float64
	for _, s := range c.strata {
		with, n := median(s[0], middles, weight)
		without, m := median(s[1], middles, weight)
		if n > 0 && m > 0 {
			sum += float64(n) * math.Log(with/without)
			total += float64(n)
		}
	}
	return sum / total
}

// median is the weighted median of offers in ascending order, and their weight: what it would be
// with every offer repeated.
func median(offers []int, middles []float64, weight func(int) int) (float64, int) {
	n := 0
	for _, o := range offers {
		n += weight(o)
	}
	low, passed := math.NaN(), 0
	for _, o := range offers {
		passed += weight(o)
		if math.IsNaN(low) && passed > (n-1)/2 {
			low = middles[o]
		}
		if passed > n/2 {
			return (low + middles[o]) / 2, n
		}
	}
	return low, n
}
