package profile_test

import (
	"testing"

	"kadry/internal/skill"
)

func TestBundledRolesAreComplete(t *testing.T) {
	t.Parallel()
	profiles := load(t).Profiles()
	if len(profiles) < 32 {
		t.Errorf("got %d roles, want at least 32", len(profiles))
	}
	for _, p := range profiles {
		if p.Domain == "" || p.About.EN == "" || p.About.RU == "" || p.About.EN == p.About.RU {
			t.Errorf("%s: domain or description is missing", p.ID)
		}
		if l := p.Levels; l.Junior.EN == "" || l.Mid.EN == "" || l.Senior.EN == "" || l.Junior.RU == "" || l.Mid.RU == "" || l.Senior.RU == "" {
			t.Errorf("%s: a level has no title: %+v", p.ID, l)
		}
		if n := len(p.Skills); n < 8 || n > 16 {
			t.Errorf("%s: got %d skills, want 8-16", p.ID, n)
		}
		if p.Skills[0].Weight != 1 || !p.Skills[0].Core {
			t.Errorf("%s: the heaviest skill must weigh 1 and be core, got %+v", p.ID, p.Skills[0])
		}
		cores := 0
		for _, s := range p.Skills {
			if s.Core {
				cores++
			}
		}
		if cores > 5 {
			t.Errorf("%s: %d core skills; a role that requires so much finds nobody", p.ID, cores)
		}
	}
}

// A skill the taxonomy does not know, or spells otherwise, would never match a CV.
func TestBundledSkillsAreCanonical(t *testing.T) {
	t.Parallel()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range load(t).Profiles() {
		seen := make(map[skill.ID]string)
		for _, s := range p.Skills {
			got := graph.Resolve(s.Name)
			switch {
			case !got.Known:
				t.Errorf("%s: the taxonomy does not know %q; nearest %q", p.ID, s.Name, got.Nearest)
			case got.Name != s.Name:
				t.Errorf("%s: %q is spelled %q in the taxonomy", p.ID, s.Name, got.Name)
			case seen[got.Skill] != "":
				t.Errorf("%s: %q and %q are one skill", p.ID, s.Name, seen[got.Skill])
			}
			seen[got.Skill] = s.Name
		}
	}
}
