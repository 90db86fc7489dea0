package resume

import (
	"strings"
	"sync"
	"testing"

	"kadry/internal/talent/layout"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

// glossary is a small taxonomy of plain words: it finds them on word boundaries and
// reads the stance off a few cue phrases of the same clause.
type glossary map[string]skill.ID

var tools = glossary{
	"python": "python", "питон": "python", "go": "go", "sql": "sql", "java": "java", "docker": "docker", "kubernetes": "kubernetes",
	"rust": "rust", "linux": "linux", "oracle": "oracle", "jquery": "jquery", "javascript": "javascript", "terraform": "terraform",
}

func (g glossary) Find(text string, _ skill.Where) []skill.Mention {
	var found []skill.Mention
	p := newPage(text)
	for _, t := range p.tokens {
		id, ok := g[t.word]
		if t.kind != wordToken || !ok {
			continue
		}
		found = append(found, skill.Mention{Skill: id, Start: t.start, End: t.end, Surface: text[t.start:t.end], How: skill.Exact, Stance: stanceAt(text, t.start)})
	}
	return found
}

func stanceAt(text string, at int) skill.Stance {
	from := max(0, at-60)
	clause := strings.ToLower(text[from:at])
	clause = clause[strings.LastIndexAny(clause, ".\n")+1:]
	for cue, stance := range map[string]skill.Stance{"no experience with": skill.Negated, "не имею опыта с": skill.Negated, "plan to learn": skill.Planned, "basic": skill.Weak} {
		if strings.Contains(clause, cue) {
			return stance
		}
	}
	return skill.Affirmed
}

func (g glossary) Skill(id skill.ID) (skill.Skill, bool) {
	return skill.Skill{ID: id, Name: strings.ToUpper(string(id[:1])) + string(id[1:])}, true
}

// builtIn are the tables of the package, read once for all tests: they do not change.
var builtIn = sync.OnceValues(loadTables)

func extract(text string) Record { return extractPage(layout.Page{Text: text}) }

func extractPage(page layout.Page) Record {
	all, _ := builtIn() // TestTables_areRead tells of the error
	assertions, _ := assertion.Load()
	return (&Extractor{skills: tools, assertions: assertions, tables: all}).Extract(page, monthAt(2026, 11))
}

func find(t *testing.T, rec Record, id skill.ID) Skill {
	t.Helper()
	for _, s := range rec.Skills {
		if s.Skill == id {
			return s
		}
	}
	t.Fatalf("skill %q not found in %v", id, rec.Skills)
	return Skill{}
}
