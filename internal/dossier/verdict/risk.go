package verdict

import (
	"cmp"
	"slices"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/quote"
	"kadry/internal/fault"
)

// mostRisk bounds what all risks together cost.
const mostRisk = 20

// Risk is a reason to look twice, as a source or this package found it.
type Risk struct {
	Code   string       `json:"code"`
	Source proof.Source `json:"source"`
	Text   fault.Text   `json:"text"` // what was seen
}

// The risks that are found here, by holding sources against each other.
const (
	Conflict = "sources_disagree"
	Overfull = "overfull_skill_list"
	Dates    = "dates_disagree"
)

// Weight is a risk with what it costs.
type Weight struct {
	Code   string       `json:"code"`
	Points int          `json:"points" doc:"Points taken away; 0 is a fact to know of."`
	Source proof.Source `json:"source,omitzero"`
	Text   string       `json:"text"`
}

// cost is what a risk takes away. Only what speaks against a claim costs. That little is
// public (empty_profile, only_forks) speaks against nobody, that nothing is recent
// (no_recent_activity) is counted by the activity row, and a code we do not know is shown
// without being judged.
func cost(code string) int {
	switch code {
	case Conflict:
		return 8 // asked in person, the skill did not show
	case "bulk_import", "generated_code":
		return 5 // code that the score may rest on was not written by hand
	case Overfull, Dates:
		return 5 // the document says what cannot all be so
	case "mostly_one_commit_repos", "tiny_commits":
		return 3 // touched more than made
	}
	return 0
}

const (
	mostRisks   = 20  // that are shown of one person
	longestRisk = 300 // characters
)

// weighed are the risks, each once, the dearest first.
func (j judge) weighed() []Weight {
	var list []Weight
	for _, r := range slices.Concat(j.conflicts(), j.Risks) {
		if len(list) == mostRisks || slices.ContainsFunc(list, func(w Weight) bool { return w.Code == r.Code && w.Source == r.Source }) {
			continue
		}
		list = append(list, Weight{Code: quote.Clean(r.Code, 60), Points: cost(r.Code), Source: r.Source, Text: quote.Clean(r.Text.In(j.lang), longestRisk)})
	}
	slices.SortStableFunc(list, func(a, b Weight) int { return cmp.Compare(b.Points, a.Points) })
	return list
}

// conflicts is the one risk of all skills that an interview did not show.
func (j judge) conflicts() []Risk {
	var names []Held
	for _, h := range slices.Concat(j.Mandatory, j.Preferred) {
		if h.Finding.Conflict {
			names = append(names, h)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []Risk{{Code: Conflict, Source: proof.Interview, Text: fault.Say("An interview did not show what other sources say of: %s.",
		"Интервью не показало того, что говорят другие источники, о навыках: %s.", joined(names))}}
}
