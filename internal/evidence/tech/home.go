package tech

import (
	_ "embed"
	"fmt"
	"strings"

	"kadry/internal/skill"
)

//go:embed home.tsv
var homeRows string

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

// Home lists the skills that are made in a repository ("fastapi/fastapi"): to commit there is to
// make the thing and not only to use it. Anybody can call a package react.
func (t *Table) Home(repository string) []string { return t.homes[strings.ToLower(repository)] }

// Homed reports whether it is known where a skill is made.
func (t *Table) Homed(skillName string) bool { return t.homed[skill.Fold(skillName)] }
