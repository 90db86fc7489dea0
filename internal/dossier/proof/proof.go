// Package proof weighs what a source says of one skill of one person, and joins what several
// sources say. It knows public code, documents that a person wrote (a CV, a LinkedIn export)
// and interviews, and reads none of them: whoever asks the sources hands over what they found.
//
// Silence is no zero. A source that says nothing of a skill leaves it unknown, and only a
// source that speaks lowers or raises anything. Age, sex, looks, origin and family have no
// place in these types.
package proof

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kadry/internal/dossier/quote"
	"kadry/internal/fault"
)

// Line is the decision line: from here on a strength is real evidence. Scores of public code
// have the same line.
const Line = 0.5

// Source is who says something of a skill.
type Source string

// The sources.
const (
	Interview Source = "interview"
	GitHub    Source = "github"
	CV        Source = "cv"
	LinkedIn  Source = "linkedin"
)

// sources are in the order of trust: seen at work by us, seen at work in public, told.
func sources() []Source { return []Source{Interview, GitHub, CV, LinkedIn} }

// Enum implements the closed set of sources.
func (Source) Enum() []string {
	var list []string
	for _, s := range sources() {
		list = append(list, string(s))
	}
	return list
}

// Name is how a sentence names a source.
func (s Source) Name(lang string) string {
	switch s {
	case Interview:
		return fault.Say("interview", "интервью").In(lang)
	case GitHub:
		return "GitHub"
	case CV:
		return fault.Say("CV", "резюме").In(lang)
	}
	return "LinkedIn"
}

// Place is where a proof can be looked up.
type Place struct {
	Repository string `json:"repository,omitzero"`
	Path       string `json:"path,omitzero"`
	Commit     string `json:"commit,omitzero" doc:"At which the file was read."`
	URL        string `json:"url,omitzero"`
	Section    string `json:"section,omitzero" doc:"Of a document."`
	Quote      string `json:"quote,omitzero" doc:"The person's own words."`
}

// The most characters that are kept of what others wrote.
const (
	longestText  = 300
	longestQuote = 200
	longestName  = 200
	longestURL   = 500
)

func (p Place) cleaned() Place {
	p.Repository, p.Path = quote.Clean(p.Repository, longestName), quote.Clean(p.Path, longestName)
	p.Commit, p.Section = quote.Clean(p.Commit, 64), quote.Clean(p.Section, longestName)
	p.Quote = quote.Clean(p.Quote, longestQuote)
	if len(p.URL) > longestURL || !strings.HasPrefix(p.URL, "https://") {
		p.URL = ""
	}
	return p
}

// Proof is what one source says of one skill.
type Proof struct {
	Skill    string     `json:"skill"` // id of a requirement's skill
	Source   Source     `json:"source"`
	Known    bool       `json:"known"`    // false: the source says nothing, and Strength means nothing
	Denied   bool       `json:"denied"`   // the person says not to have it
	Strength float64    `json:"strength"` // 0..1
	Text     fault.Text `json:"text"`
	Place    Place      `json:"place,omitzero"`
	Years    float64    `json:"years,omitzero"`     // of use; 0 is not told
	LastUsed string     `json:"last_used,omitzero"` // YYYY-MM or YYYY
}

// Code is what public code shows of a skill.
type Code struct {
	Skill    string
	Shown    bool // any trace of it; without one it is unknown
	Score    float64
	Why      fault.Text
	Place    Place
	LastUsed string
}

// OfCode takes the score of public code as it is: it was made on the same scale, from own
// commits to files that use the skill.
func OfCode(c Code) Proof {
	return Proof{
		Skill: c.Skill, Source: GitHub, Known: c.Shown, Strength: share(c.Score), Place: c.Place.cleaned(), LastUsed: month(c.LastUsed),
		Text: fault.Text{EN: quote.Clean(c.Why.EN, longestText), RU: quote.Clean(c.Why.RU, longestText)},
	}
}

// Answer is what an interview showed of a skill.
type Answer struct {
	Skill string
	Asked int // questions that were marked; 0 leaves the skill unknown
	Score float64
	Place Place
}

// OfInterview takes the mark of an interview as it is.
func OfInterview(a Answer) Proof {
	p := Proof{Skill: a.Skill, Source: Interview, Known: a.Asked > 0, Strength: share(a.Score), Place: a.Place.cleaned()}
	p.Text = fault.Say("Not asked in an interview.", "На интервью об этом не спрашивали.")
	if p.Known {
		p.Text = fault.Say("Questions marked in an interview: %[1]d, %.0[2]f of 100.", "Оценено ответов на интервью: %[1]d, %.0[2]f из 100.", a.Asked, 100*p.Strength)
	}
	return p
}

// share is a number between 0 and 1, whatever came.
func share(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(1, max(0, v))
}

// Status is what all sources together say of a skill.
type Status string

// The statuses.
const (
	Met     Status = "met"     // at or over the line
	Weak    Status = "weak"    // something, and too little to rest a decision on
	Denied  Status = "denied"  // the person says not to have it
	Unknown Status = "unknown" // no source says anything
)

// Enum implements the closed set of statuses.
func (Status) Enum() []string {
	return []string{string(Met), string(Weak), string(Denied), string(Unknown)}
}

// Finding is what all sources say of one skill of one person.
type Finding struct {
	Status   Status
	Strength float64 // of the best proof; means nothing where unknown
	Proofs   []Proof // best first; those of sources that say nothing come last
	Conflict bool    // an interview did not show what other sources claim
}

// Best is the proof that the finding rests on.
func (f Finding) Best() (Proof, bool) {
	if f.Status == Unknown {
		return Proof{}, false
	}
	return f.Proofs[0], true
}

// Join gathers what is said of a skill. The strongest proof counts and names its source; the
// others stand beside it. Strengths do not add up: three lists that repeat a word are a word.
func Join(id string, all []Proof) Finding {
	f := Finding{Status: Unknown}
	for _, p := range all {
		if p.Skill == id {
			f.Proofs = append(f.Proofs, p)
		}
	}
	slices.SortStableFunc(f.Proofs, better)
	if len(f.Proofs) == 0 || !f.Proofs[0].Known {
		return f
	}
	best := f.Proofs[0]
	f.Strength, f.Conflict = best.Strength, conflict(f.Proofs)
	switch {
	case best.Strength >= Line:
		f.Status = Met
	case best.Denied:
		f.Status = Denied
	default:
		f.Status = Weak
	}
	return f
}

func better(a, b Proof) int {
	known := func(p Proof) int {
		if p.Known {
			return 0
		}
		return 1
	}
	return cmp.Or(known(a)-known(b), cmp.Compare(b.Strength, a.Strength),
		slices.Index(sources(), a.Source)-slices.Index(sources(), b.Source), cmp.Compare(b.LastUsed, a.LastUsed))
}

// conflict reports an interview below the line beside a claim over it.
func conflict(proofs []Proof) bool {
	asked := slices.ContainsFunc(proofs, func(p Proof) bool { return p.Known && p.Source == Interview && p.Strength < Line })
	claimed := slices.ContainsFunc(proofs, func(p Proof) bool { return p.Known && p.Source != Interview && p.Strength >= Line })
	return asked && claimed
}
