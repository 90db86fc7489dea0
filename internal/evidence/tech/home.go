package tech

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/skill"
)

var (
	//go:embed home.tsv
	homeRows string
	//go:embed project.tsv
	projectRows string
)

// readHomes reads home.tsv: the skill, and the repositories of GitHub where it is made.
func (t *Table) readHomes(text string) error {
	t.homes, t.homed = map[string][]string{}, map[string]bool{}
	return eachRow(text, func(columns [3]string) error {
		one, ok := t.Tech(columns[0])
		if !ok {
			return fmt.Errorf("%s is made somewhere and is no technology", columns[0])
		}
		t.homed[skill.Fold(one.Skill)] = true
		for _, r := range values(columns[2]) {
			t.homes[strings.ToLower(r)] = append(t.homes[strings.ToLower(r)], one.Skill)
		}
		return nil
	})
}

// Project is a tool's project in a repository: what stands below its marker is the tool's.
type Project struct {
	Skill  string
	Marker string   // name of the file at the root
	Below  []string // folders and files
}

// Holds reports whether a path belongs to a project at a root.
func (p Project) Holds(root, path string) bool {
	below := path
	if root != "." {
		var ok bool
		if below, ok = strings.CutPrefix(path, root+"/"); !ok {
			return false
		}
	}
	first, _, _ := strings.Cut(below, "/")
	return slices.Contains(p.Below, first)
}

// Projects are the tools whose files are known by where they stand.
func (t *Table) Projects() []Project { return t.projects }

// readProjects reads project.tsv.
func (t *Table) readProjects(text string) error {
	return eachRow(text, func(columns [3]string) error {
		one, ok := t.Tech(columns[0])
		if !ok {
			return fmt.Errorf("%s has projects and is no technology", columns[0])
		}
		t.projects = append(t.projects, Project{Skill: one.Skill, Marker: columns[1], Below: values(columns[2])})
		return nil
	})
}

// Home lists the skills that are made in a repository ("fastapi/fastapi"): to commit there is to
// make the thing and not only to use it. Anybody can call a package react.
func (t *Table) Home(repository string) []string { return t.homes[strings.ToLower(repository)] }

// Homed reports whether it is known where a skill is made.
func (t *Table) Homed(skillName string) bool { return t.homed[skill.Fold(skillName)] }
