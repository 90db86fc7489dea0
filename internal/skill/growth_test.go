package skill_test

import (
	"testing"

	"kadry/internal/effort"
	"kadry/internal/growth"
	"kadry/internal/skill"
)

func TestFind_workGrowsWithTheText(t *testing.T) {
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, where := range map[string]skill.Where{"prose": skill.Prose, "list": skill.List} {
		t.Run(name, func(t *testing.T) {
			growth.Check(t, effort.Times(1)*(64<<10), func(text string) { g.Find(text, where) })
		})
	}
}
