// Package match holds the nouns of an answer: a piece of code that was found, what it shares
// with the one asked about and in what it differs, and how that is known. It has no rules;
// align, judge and behaviour fill it, export and the operations tell it. Match is what is kept,
// in both languages; Item is what a caller reads, in one.
package match

import (
	"time"

	"kadry/internal/fault"
)

// Verdict says how two pieces of code relate in what they do.
type Verdict string

// The verdicts, the strongest first. Unknown is said when there is no ground for another.
const (
	Equivalent  Verdict = "equivalent"  // they do the same
	Similar     Verdict = "similar"     // they do nearly the same, or the same as far as is known
	Overlapping Verdict = "overlapping" // a substantial part of one stands in the other
	Unrelated   Verdict = "unrelated"
	Unknown     Verdict = "unknown"
)

// Enum lists the verdicts for schemas.
func (Verdict) Enum() []string {
	return []string{string(Equivalent), string(Similar), string(Overlapping), string(Unrelated), string(Unknown)}
}

// Clone is the type of a clone as the literature counts them (Roy, Cordy and Koschke, 2009,
// doi 10.1016/j.scico.2009.02.007); "" is none that is known.
type Clone string

// The types of clones.
const (
	T1 Clone = "T1" // the same but for layout and comments
	T2 Clone = "T2" // names or literals differ besides
	T3 Clone = "T3" // statements were added, taken away or changed besides
	T4 Clone = "T4" // another text that does the same
)

// Enum lists the types of clones for schemas.
func (Clone) Enum() []string { return []string{"", string(T1), string(T2), string(T3), string(T4)} }

// Level is how far a match was verified.
type Level string

// The levels, each on top of the one before.
const (
	None      Level = "none"
	Static    Level = "static"    // the texts were compared
	Behaviour Level = "behaviour" // both were run
	LLM       Level = "llm"       // a model judged, or a person's or assistant's verdict was recorded
)

// Enum lists the levels for schemas.
func (Level) Enum() []string {
	return []string{string(None), string(Static), string(Behaviour), string(LLM)}
}

// Range is lines of one side's code, from 1, both included; the zero Range is no line. The
// first line of a match's code is line Match.StartLine of its file.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Kind says how aligned lines relate.
type Kind string

// The kinds of alignment.
const (
	Same    Kind = "same"
	Renamed Kind = "renamed" // the same but for names that are renamed throughout
	Changed Kind = "changed"
	AOnly   Kind = "a_only"
	BOnly   Kind = "b_only"
)

// Enum lists the kinds for schemas.
func (Kind) Enum() []string {
	return []string{string(Same), string(Renamed), string(Changed), string(AOnly), string(BOnly)}
}

// Alignment is a run of lines of A and the run of B that it answers to, one kind throughout.
// Lines are counted as in Range; the side that has none is 0 and 0.
type Alignment struct {
	AStart int  `json:"a_start"`
	AEnd   int  `json:"a_end"`
	BStart int  `json:"b_start"`
	BEnd   int  `json:"b_end"`
	Kind   Kind `json:"kind"`
}

// Reason is a ground of the verdict. A is the code asked about, B the one found.
type Reason struct {
	Text fault.Text `json:"text"`
	A    Range      `json:"a"`
	B    Range      `json:"b"`
}

// Nature is what a difference consists in.
type Nature string

// The natures of differences.
const (
	Operator  Nature = "operator"  // "+" against "-"
	Condition Nature = "condition" // inverted, widened or narrowed
	Bound     Nature = "bound"     // off by one: "<" against "<="; n against n-1
	Constant  Nature = "constant"  // a number or text
	Call      Nature = "call"      // called on one side alone, or another one is called
	Branch    Nature = "branch"    // a condition or case that one side lacks
	Loop      Nature = "loop"      // a loop that one side lacks
	Arguments Nature = "arguments" // swapped, added or left out
	Return    Nature = "return"    // something else is returned
	Order     Nature = "order"     // the same statements in another order
	Statement Nature = "statement" // one side does more
	Names     Nature = "names"     // a name is used where the other side uses another one
	Signature Nature = "signature" // parameters or types
	Literals  Nature = "literals"  // texts and numbers of one side alone
	Textual   Nature = "text"      // layout, comments, dead code: nothing that is done
)

// Enum lists the natures for schemas.
func (Nature) Enum() []string {
	return []string{
		string(Operator), string(Condition), string(Bound), string(Constant), string(Call), string(Branch), string(Loop),
		string(Arguments), string(Return), string(Order), string(Statement), string(Names), string(Signature),
		string(Literals), string(Textual),
	}
}

// Difference is one thing in which the two sides differ.
type Difference struct {
	Nature Nature     `json:"kind"`
	Text   fault.Text `json:"text"`
	A      Range      `json:"a"`
	B      Range      `json:"b"`
	// Material says that what is computed changes with it as far as the texts tell; another
	// form of the same is not material.
	Material bool `json:"material"`
}

// Test is one input that both sides were run on.
type Test struct {
	Input string `json:"input"`
	A     string `json:"a"` // output, or what went wrong
	B     string `json:"b"`
	Agree bool   `json:"agree"`
}

// Tests are the runs of both sides.
type Tests struct {
	Run    int    `json:"run"`
	Agree  int    `json:"agree"`
	Inputs []Test `json:"inputs"`
}

// Licence is under what terms the code found may be used.
type Licence struct {
	SPDX   string     `json:"spdx"`   // identifier or expression; "" is none found
	Source string     `json:"source"` // path of the text it was read from
	Note   fault.Text `json:"note"`
}

// Signals are how alike two units are by each signal of the ranking, in standard deviations
// above the mean of what was searched, where the signal was asked for; embedding is a cosine
// and behaviour the share of runs that agree.
type Signals struct {
	Subtokens    float64 `json:"subtokens"`
	Trigrams     float64 `json:"trigrams"`
	IR           float64 `json:"ir"`
	Plain        float64 `json:"plain"`
	Shape        float64 `json:"shape"`
	Literals     float64 `json:"literals"`
	API          float64 `json:"api"`
	Fingerprints float64 `json:"fingerprints"`
	Embedding    float64 `json:"embedding"`
	Behaviour    float64 `json:"behaviour"`
}

// Place is where the code found stands.
type Place struct {
	RepositoryURL string `json:"repository_url"`
	Branch        string `json:"branch"`
	Commit        string `json:"commit"`
	FilePath      string `json:"file_path"`
	StartLine     int    `json:"start_line"` // from 1
	EndLine       int    `json:"end_line"`   // included
	Permalink     string `json:"permalink"`  // at the commit; "" where the source has none
	Name          string `json:"name"`       // of the unit, as declared: "Cache.get"; "" of a file
}

// Match is a piece of code that was found for another.
type Match struct {
	ID string `json:"id"`
	Place
	Language    string       `json:"language"`
	Code        string       `json:"code"`
	Cut         bool         `json:"cut"`   // Code is only the beginning of it
	Score       float64      `json:"score"` // 0..1: the calibrated likelihood that it does the same
	Signals     Signals      `json:"rank_signals"`
	Clone       Clone        `json:"clone_type"`
	Verdict     Verdict      `json:"verdict"`
	Confidence  float64      `json:"confidence"` // 0..1, that the verdict is right
	Reasons     []Reason     `json:"reasons"`
	Alignment   []Alignment  `json:"alignment"`
	Differences []Difference `json:"differences"`
	Tests       Tests        `json:"tests"`
	Licence     Licence      `json:"license"`
	VerifiedBy  Level        `json:"verified_by"`
	Model       string       `json:"model,omitempty"` // that judged, at Level LLM
	// CommitAge is how long before the answer the indexed commit was made, in whole hours.
	CommitAge time.Duration `json:"index_commit_age"`
}
