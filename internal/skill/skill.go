// Package skill is the skill taxonomy: canonical skills, their names in English and
// Russian, the typed edges between them, and the finder that recognises them in text.
// The data are compiled into the binary; the package is pure and knows nothing of CVs.
package skill

// ID is the canonical, stable key of a skill: its folded name ("kubernetes", "c++", "node.js").
type ID string

// Skill is one entry of the taxonomy.
type Skill struct {
	ID      ID
	Name    string   // how the field spells it: "Kubernetes"
	Aliases []string // every other accepted spelling, both languages, sorted
	Concept bool     // a category ("container orchestration") rather than a thing one installs
	Sources []string // who says so, sorted: "overlay", "linguist", ...
}

// How names the way an asked skill and a found one are connected.
type How string

// The ways, strongest first. Related never counts as matched.
const (
	Exact    How = "exact"
	Alias    How = "alias"
	Implied  How = "implied"  // asked Kubernetes, found GKE
	Narrower How = "narrower" // asked container orchestration, found Kubernetes
	Broader  How = "broader"  // asked Kubernetes, found container orchestration
	Related  How = "related"
)

// Edge says that Skill answers for an asked skill, and how well.
type Edge struct {
	Skill ID
	How   How
	Score float64 // 0..1
	Path  []ID    // from the asked skill to Skill, both ends included
}

// Resolution is what one asked term was understood as.
type Resolution struct {
	Asked        string
	Known        bool
	Skill        ID       // set when Known
	Name         string   // canonical spelling, set when Known
	How          How      // Exact or Alias, set when Known
	Alternatives []string // other canonical names the term could mean
	Nearest      []string // nearest known names, set when not Known
}

// Where tells the finder what kind of text it reads, because a bare "R" or "Go" is a
// skill in a list and rarely one in prose.
type Where int

// The kinds of text.
const (
	Prose Where = iota
	List        // a section that lists skills
)

// Stance is what the sentence claims about the skill it mentions.
type Stance string

// The stances. Only Affirmed is experience.
const (
	Affirmed Stance = "affirmed"
	Weak     Stance = "weak"    // "basic understanding of"
	Planned  Stance = "planned" // "plan to learn"
	Negated  Stance = "negated" // "no experience with"
)

// Mention is one place of a text that names a skill.
type Mention struct {
	Skill   ID
	Start   int    // byte offset in the text given
	End     int    // byte offset after the last byte
	Surface string // text[Start:End]
	How     How    // Exact or Alias
	Stance  Stance
}
