package vacancy

import (
	"cmp"
	"math"
	"slices"

	"kadry/internal/interview/decimal"
	"kadry/internal/interview/input"
	"kadry/internal/retrieve"
	"kadry/internal/skill"
)

// Fit says how a resume answers a vacancy.
type Fit struct {
	Score    float64 `json:"score,omitzero"`    // 0-1, what vacancies were ranked by
	Coverage float64 `json:"coverage,omitzero"` // 0-1, weighted share of the needs that the resume shows
	Matched  []Shown `json:"matched,omitzero"`  // heaviest need first
	Missing  []Need  `json:"missing,omitzero"`
}

// Shown is a need with the place of the resume that answers it.
type Shown struct {
	Need     `json:"need"`
	By       skill.ID  `json:"by,omitzero"` // the skill that answers; the needed one or one that implies it
	How      skill.How `json:"how,omitzero"`
	Strength float64   `json:"strength,omitzero"` // 0-1
	Evidence string    `json:"evidence,omitzero"` // the line of the resume around the place
	Start    int       `json:"start,omitzero"`
	End      int       `json:"end,omitzero"` // bytes in the resume
}

// Shares of the two readings of a resume in the score, and the floor under which no
// vacancy suits. A vacancy whose needs the taxonomy does not know is read by words alone.
const (
	skillShare = 0.8
	wordShare  = 0.2
	fitFloor   = 0.25
	weakStance = 0.5 // of a skill known a little
	titleBoost = 3
)

// Resume is a resume ready to be held against vacancies.
type Resume struct {
	text    string
	skills  map[skill.ID]skill.Mention // the strongest mention of each
	terms   []retrieve.Term
	reading *skill.Graph
}

// ReadResume finds the skills and the words of a resume.
func ReadResume(g *skill.Graph, text string) Resume {
	r := Resume{text: text, skills: map[skill.ID]skill.Mention{}, terms: retrieve.Terms(text), reading: g}
	for _, m := range mentions(g, text) {
		if m.Stance != skill.Affirmed && m.Stance != skill.Weak {
			continue
		}
		if known, ok := r.skills[m.Skill]; !ok || known.Stance == skill.Weak && m.Stance == skill.Affirmed {
			r.skills[m.Skill] = m
		}
	}
	return r
}

// answer finds what of the resume answers a need best; ok is false when nothing does.
// Related skills answer nothing.
func (r Resume) answer(n Need) (shown Shown, ok bool) {
	for _, e := range r.reading.Satisfying(n.Skill) {
		m, has := r.skills[e.Skill]
		if !has || e.How == skill.Related {
			continue
		}
		strength := e.Score
		if m.Stance == skill.Weak {
			strength *= weakStance
		}
		if strength > shown.Strength {
			shown = Shown{
				Need: n, By: e.Skill, How: e.How, Strength: decimal.Round(strength, 3),
				Evidence: input.LineAround(r.text, m.Start, m.End), Start: m.Start, End: m.End,
			}
		}
	}
	return shown, shown.Strength > 0
}

// Fit holds the resume against the needs of one vacancy.
func (r Resume) Fit(v Vacancy) Fit {
	var f Fit
	got, all := 0.0, 0.0
	for _, n := range v.Needs {
		all += n.Weight
		shown, ok := r.answer(n)
		if !ok {
			f.Missing = append(f.Missing, n)
			continue
		}
		got += n.Weight * shown.Strength
		f.Matched = append(f.Matched, shown)
	}
	if all > 0 {
		f.Coverage = decimal.Round(got/all, 6)
	}
	return f
}

// titleShare is the share of the title's words that the resume has, for a vacancy without
// known needs.
func (r Resume) titleShare(v Vacancy) float64 {
	asked := retrieve.Terms(v.Title)
	if len(asked) == 0 {
		return 0
	}
	have := 0
	for _, t := range asked {
		if slices.ContainsFunc(r.terms, func(known retrieve.Term) bool { return known.Stem == t.Stem }) {
			have++
		}
	}
	return float64(have) / float64(len(asked))
}

// Index holds the vacancies of a tenant side by side, ready to be searched.
type Index struct {
	Stamp string // of the vacancies it was made from

	vacancies []Vacancy
	words     *retrieve.Index
}

// NewIndex reads the words of vacancies.
func NewIndex(stamp string, vacancies []Vacancy) *Index {
	d := &Index{Stamp: stamp, vacancies: vacancies, words: retrieve.NewIndex()}
	for i, v := range vacancies {
		d.words.Put(i, retrieve.Cut(
			retrieve.Field{Text: v.Title, Weight: titleBoost},
			retrieve.Field{Text: v.Requirements, Weight: 2},
			retrieve.Field{Text: v.Responsibilities, Weight: 1},
			retrieve.Field{Text: v.Description, Weight: 1},
		))
	}
	return d
}

// Empty tells an index of no vacancies.
func (d *Index) Empty() bool { return len(d.vacancies) == 0 }

// Best returns the vacancy that suits the resume most; ok is false when none reaches the
// floor. Equal scores go to the one saved last, then to the smaller id.
func (d *Index) Best(r Resume) (v Vacancy, f Fit, ok bool) {
	words := d.words.Scores(r.terms)
	top := 0.0
	for _, s := range words {
		top = math.Max(top, s)
	}
	at := -1
	for i, candidate := range d.vacancies {
		own, likeness := r.Fit(candidate), 0.0
		if top > 0 {
			likeness = words[i] / top
		}
		if len(candidate.Needs) == 0 {
			own.Coverage = decimal.Round(r.titleShare(candidate), 6)
		}
		own.Score = decimal.Round(skillShare*own.Coverage+wordShare*likeness, 6)
		if own.Coverage < fitFloor {
			continue
		}
		if at < 0 || ahead(own, candidate, f, d.vacancies[at]) {
			at, f = i, own
		}
	}
	if at < 0 {
		return Vacancy{}, Fit{}, false
	}
	return d.vacancies[at], f, true
}

func ahead(f Fit, v Vacancy, than Fit, w Vacancy) bool {
	return cmp.Or(cmp.Compare(f.Score, than.Score), v.UpdatedAt.Compare(w.UpdatedAt), cmp.Compare(w.ID, v.ID)) > 0
}
