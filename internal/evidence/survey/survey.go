// Package survey reads the files of one repository, as they come, and says which skills they
// show and where: by language, by imports whose names are used, by packages that are declared
// or published, by files, images, actions and commands. What was written by others (vendored,
// generated) shows nothing. Who wrote the rest, and what it is worth, is decided elsewhere.
//
// The way through: Reader.Add takes files (reader.go, asked.go), Reader.Survey joins what they
// said (join.go), Survey.Paths chooses where a history would tell most (path.go).
package survey

import (
	"cmp"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/manifest"
)

// Kind says how a file shows a skill.
type Kind string

// The kinds, strongest first.
const (
	Written   Kind = "written"   // it is written in the language
	Published Kind = "published" // it is part of the package that is the skill
	Used      Kind = "used"      // it imports the package and uses its names
	Declared  Kind = "declared"  // a manifest names the package, or an image
	Kept      Kind = "kept"      // it is itself the thing: a Dockerfile, a chart, a workflow
	Invoked   Kind = "invoked"   // a script calls the command
)

// Part says what a file is for.
type Part string

// The parts.
const (
	Code Part = "code"
	Test Part = "test"
	Docs Part = "documentation" // documentation, examples and samples
)

// Mark is one place that shows a skill.
type Mark struct {
	Path    string
	Line    int // 1-based; 0 is the file as a whole
	Kind    Kind
	Part    Part
	Name    string         // the language, the import, the package, the image
	Symbols []string       // names of the package that are used, sorted, at most a few
	Bytes   int64          // of the file
	Scope   manifest.Scope // of a declaration
	Service bool           // declared as a program that is run: an image, an action
}

// Use is what the files show of one skill.
type Use struct {
	Skill     string
	Marks     []Mark  // strongest first
	Published bool    // the repository is where the skill is made
	Symbols   int     // distinct names that are used
	Bytes     int64   // of code that is written in it, uses it or is it
	Share     float64 // of the repository's own code that shows the skill, by bytes
}

// files are the marks of some kinds, the first of each file.
func (u Use) files(kinds ...Kind) []Mark {
	var found []Mark
	seen := map[string]bool{}
	for _, m := range u.Marks {
		if slices.Contains(kinds, m.Kind) && !seen[m.Path] {
			seen[m.Path] = true
			found = append(found, m)
		}
	}
	return found
}

// Files is how many files of the kinds show the skill; tests and documentation count half. A
// file that imports a package in ten lines is one file.
func (u Use) Files(kinds ...Kind) (n float64) {
	for _, m := range u.files(kinds...) {
		if m.Part == Code {
			n++
		} else {
			n += 0.5
		}
	}
	return n
}

// wholeFile is how many bytes a file that is kept by hand has before it counts in full: a
// Dockerfile of a dozen lines. Three lines of settings are next to nothing.
const wholeFile = 300

// Upkeep is how many files of the kinds show the skill, small ones by their size.
func (u Use) Upkeep(kinds ...Kind) (n float64) {
	for _, m := range u.files(kinds...) {
		n += min(1, float64(m.Bytes)/wholeFile)
	}
	return n
}

// Survey is what the files of a repository show.
type Survey struct {
	Repository string
	Commit     string
	Languages  map[string]int64 // bytes of code written here, by Linguist's names
	Code       int64            // bytes, the sum of those
	Files      int
	Generated  int // files
	Vendored   int // files
	Manifests  []manifest.File
	Publishes  []manifest.Package
	Uses       map[string]*Use   // by skill
	Only       map[string]string // skill -> why what shows it does not count, of reasons
	Cut        fault.Text        // why it was not read to the end
	code       []source
	within     map[string]int64 // bytes of code below each folder
	managed    map[string]bool  // folders without code of their own that have a manifest, a lock file or a change log
	others     []string         // paths of what is no code written here, sorted
	top        []string         // top-level paths, folders first
}

// source is a file of code that was written here.
type source struct {
	path     string
	language string
	bytes    int64
	part     Part
}

func strongest(a, b Mark) int {
	return cmp.Or(
		cmp.Compare(rank(a.Kind), rank(b.Kind)),
		cmp.Compare(partRank(a.Part), partRank(b.Part)),
		-cmp.Compare(len(a.Symbols), len(b.Symbols)),
		-cmp.Compare(a.Bytes, b.Bytes),
		cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
	)
}

func rank(k Kind) int {
	return slices.Index([]Kind{Published, Used, Written, Kept, Invoked, Declared}, k)
}

func partRank(p Part) int { return slices.Index([]Part{Code, Test, Docs}, p) }
