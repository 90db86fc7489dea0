// Package tech knows how the use of a technology looks in a repository: which packages,
// imports, images, actions, files and commands stand for which skill. It is a table and its
// look-ups, pure and without judgement: who used the thing, how much and how well is
// decided elsewhere, and what one skill implies of another is the taxonomy's to say.
package tech

import (
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"kadry/internal/skill"
)

// The table is written by hand for this project, CC0.
var (
	//go:embed tech.tsv
	techRows string
	//go:embed family.tsv
	familyRows string
)

// Tech is one technology and everything that shows its use.
type Tech struct {
	Skill     string   // as in the taxonomy, or its usual name where the taxonomy lacks it
	Category  string   // one of Categories
	Languages []string // Linguist's names of the languages whose files are the skill itself
	Written   []string // Linguist's names of the languages in which its use shows
	Packages  []string // "pypi:fastapi", "npm:@nestjs/*"
	Imports   []string // "python:fastapi"
	Images    []string // "bitnami/postgresql"
	Actions   []string // "docker/build-push-action"
	Files     []string // globs, or "kind:Deployment" for the kind of a Kubernetes resource
	Commands  []string // "kubectl", "docker stack"
	APIs      []string // names that only those use who really work with it
	Free      []string // "js:$.fn": names that code has without an import, ".delay" of whatever object
	Given     []string // "js:describe": likewise, and others give the same names, so it must be declared too
	Brought   []string // "jvm:org.springframework": imports that show it where it is declared
	Tests     []string // Linguist's names of the languages whose tests are its own where it is declared, without a name in them
	Worded    []string // globs of files in which its words show it
	Words     []string // those words
}

// Table is the loaded table. It does not change after Load and is safe for use by any
// number of goroutines. The lists that its look-ups return are shared and must not be
// written to.
type Table struct {
	techs     []Tech         // sorted by category and name
	byName    map[string]int // folded skill -> index in techs
	families  map[string]family
	spoken    map[string]string   // Linguist's name, folded -> family
	languages map[string][]string // Linguist's name, folded -> skills
	packages  map[string]*matcher // by ecosystem
	imports   map[string]*matcher // by family
	images    *matcher
	actions   *matcher
	commands  *matcher
	files     *globs
	free      map[string]*matcher // by family
	given     map[string]*matcher // by family
	brought   map[string]*matcher // by family
	worded    *globs
	words     map[string]*matcher // by skill
	homes     map[string][]string // repository, in lower case -> skills
	homed     map[string]bool     // skills, folded, whose homes are known
	projects  []Project
}

// Categories groups technologies for a reader, in the order of the table.
func Categories() []string {
	return []string{
		"language", "framework", "library", "frontend", "mobile", "database", "messaging", "data", "ml",
		"devops", "cloud", "build", "test", "tool",
	}
}

// Load reads the table compiled into the binary. It costs a few milliseconds; call it once.
func Load() (*Table, error) { return load(techRows, familyRows) }

func load(rows, families string) (*Table, error) {
	t := &Table{
		byName: map[string]int{}, families: map[string]family{}, spoken: map[string]string{},
		languages: map[string][]string{}, packages: map[string]*matcher{}, imports: map[string]*matcher{},
		images: newMatcher(""), actions: newMatcher("/"), commands: newMatcher(" "), files: newGlobs(),
		free: map[string]*matcher{}, given: map[string]*matcher{}, brought: map[string]*matcher{},
		worded: newGlobs(), words: map[string]*matcher{},
	}
	for name, separator := range ecosystems() {
		t.packages[name] = newMatcher(separator)
	}
	if err := t.readFamilies(families); err != nil {
		return nil, err
	}
	if err := t.readRows(rows); err != nil {
		return nil, err
	}
	for i := range t.techs {
		if err := t.enter(&t.techs[i]); err != nil {
			return nil, fmt.Errorf("tech: %s: %w", t.techs[i].Skill, err)
		}
	}
	t.seal()
	return t, errors.Join(t.readHomes(homeRows), t.readProjects(projectRows))
}

// Tech finds a technology by the name of its skill, in any case and with hyphens for spaces.
func (t *Table) Tech(name string) (Tech, bool) {
	at, ok := t.byName[skill.Fold(name)]
	if !ok {
		at, ok = t.byName[skill.Fold(strings.ReplaceAll(name, "-", " "))]
	}
	if !ok {
		return Tech{}, false
	}
	return t.techs[at], true
}

// All yields every technology, by category and name.
func (t *Table) All() iter.Seq[Tech] { return slices.Values(t.techs) }

// Package lists the skills that a package of an ecosystem stands for. The longest pattern
// wins; an unknown package stands for none.
func (t *Table) Package(ecosystem, name string) []string {
	switch ecosystem {
	case "docker":
		return t.Image(name)
	case "actions":
		return t.Action(name)
	case "kubernetes":
		return t.files.kinds[name]
	}
	m, ok := t.packages[ecosystem]
	if !ok {
		return nil
	}
	found := m.find(canonical(ecosystem, name))
	if found == nil && ecosystem == "conda" { // its names are PyPI's where they mean the same
		return t.Package("pypi", name)
	}
	return found
}

// Import lists the skills that an import stands for in a file of a language, which is
// Linguist's name. The longest prefix wins. Imports of the repository's own modules must be
// left out before: a folder called "datasets" is not the package of that name.
func (t *Table) Import(language, path string) []string {
	name, ok := t.spoken[language]
	if !ok {
		return nil
	}
	return t.imports[name].find(t.families[name].bare(path))
}

// Image lists the skills that a container image stands for; a registry host, a tag and a
// digest are ignored.
func (t *Table) Image(name string) []string { return t.images.find(bareImage(name)) }

// Action lists the skills that a GitHub action stands for; a version is ignored.
func (t *Table) Action(name string) []string {
	name, _, _ = strings.Cut(name, "@")
	return t.actions.find(strings.ToLower(name))
}

// File lists the skills that a file shows by its path, which is relative to the root of the
// repository. "kind:Deployment" asks for the kind of a Kubernetes resource.
func (t *Table) File(path string) []string {
	if kind, ok := strings.CutPrefix(path, kindPrefix); ok {
		return t.files.kinds[kind]
	}
	return t.files.find(path)
}

// Command lists the skills that a shell command shows. More words than the program's name
// may follow: "docker stack deploy" is more than docker.
func (t *Table) Command(name string) []string {
	program, rest, _ := strings.Cut(name, " ")
	program = program[strings.LastIndexByte(program, '/')+1:]
	if rest != "" {
		program += " " + rest
	}
	return t.commands.find(program)
}

// Language lists the skills that files of a language are, by Linguist's name in any case.
func (t *Table) Language(linguist string) []string { return t.languages[skill.Fold(linguist)] }
