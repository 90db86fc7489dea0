package sample_test

import (
	"testing"

	"kadry/internal/skill"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
	"kadry/internal/talent/sample"
)

// Settling totals anew over jobs that nobody changed changes nothing.
func TestRecounted_ofWhatWasRead(t *testing.T) {
	t.Parallel()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	extractor, err := resume.New(graph)
	if err != nil {
		t.Fatal(err)
	}
	files, err := sample.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		read := extractor.Extract(layout.Page{Text: string(f.Data)}, 2026*12+10)
		got := read.Recounted()
		if got.TotalMonths != read.TotalMonths || got.Level != read.Level || got.LevelBasis != read.LevelBasis || got.StatedLevel != read.StatedLevel {
			t.Errorf("%s: %d months, %s; read were %d, %s", f.Name, got.TotalMonths, got.LevelBasis, read.TotalMonths, read.LevelBasis)
		}
		for i, s := range read.Skills {
			if now := got.Skills[i]; now.Months != s.Months || now.LastUsed != s.LastUsed || now.Strength != s.Strength {
				t.Errorf("%s: %s has %d months to %s %s, read were %d to %s %s", f.Name, s.Skill, now.Months, now.LastUsed, now.Strength, s.Months, s.LastUsed, s.Strength)
			}
		}
	}
	if v := extractor.Version(); len(v) < 10 {
		t.Errorf("the rules have the version %q", v)
	}
}
