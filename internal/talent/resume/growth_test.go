package resume_test

import (
	"testing"

	"kadry/internal/effort"
	"kadry/internal/growth"
	"kadry/internal/skill"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

func TestExtract_workGrowsWithTheText(t *testing.T) {
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := resume.New(g)
	if err != nil {
		t.Fatal(err)
	}
	growth.Check(t, effort.Times(1)*(64<<10), func(text string) { reader.Extract(layout.Page{Text: text}, resume.Month(2026*12+5)) })
}
