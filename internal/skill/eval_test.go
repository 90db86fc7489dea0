package skill

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fictional is one invented CV with its gold.
type fictional struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Skills map[string]struct {
		Surfaces []string `json:"surfaces"`
	} `json:"skills"`
	Implied  []string `json:"implied"`
	Negative []string `json:"negative"`
}

// dataDir finds the shared data folder or skips the test.
func dataDir(t testing.TB, path ...string) string {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	full := filepath.Join(append([]string{root}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("shared data are absent: %v", err)
	}
	return full
}

func readCVs(t testing.TB) []fictional {
	t.Helper()
	f, err := os.Open(dataDir(t, "cv", "fictional_ru_en", "cvs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []fictional
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var cv fictional
		if err := json.Unmarshal(scan.Bytes(), &cv); err != nil {
			t.Fatal(err)
		}
		out = append(out, cv)
	}
	return out
}

// natural are the languages people speak: the texts state them, the gold does not.
var natural = map[ID]bool{"english": true, "russian": true}

// TestFictionalCVs measures on whole CVs. Categories ("devops" of a job title) are not in
// the gold and are left out of precision.
func TestFictionalCVs(t *testing.T) {
	t.Parallel()
	g := load(t)
	var hits, extra, missed int
	for _, cv := range readCVs(t) {
		affirmed := map[ID]bool{}
		mentions := g.Find(cv.Text, Prose)
		for _, m := range mentions {
			if m.Stance == Affirmed {
				affirmed[m.Skill] = true
			}
		}
		gold := map[ID]bool{}
		for name, s := range cv.Skills {
			id := g.mustResolve(t, name)
			gold[id] = true
			for _, surface := range s.Surfaces {
				if !covers(g, mentions, cv.Text, surface, id) {
					t.Errorf("%s: surface %q of %s is not found", cv.ID, surface, name)
				}
			}
		}
		for _, name := range cv.Implied {
			gold[g.mustResolve(t, name)] = true
		}
		for _, name := range cv.Negative {
			if id := g.mustResolve(t, name); g.answered(id, affirmed) {
				t.Errorf("%s: negative skill %s is affirmed", cv.ID, name)
			}
		}
		for id := range gold {
			if g.answered(id, affirmed) {
				hits++
			} else {
				missed++
				t.Errorf("%s: gold skill %s is missed", cv.ID, id)
			}
		}
		for id := range affirmed {
			if !gold[id] && !g.explained(id, gold) && !g.skills[id].Concept && !natural[id] {
				extra++
				t.Logf("%s: extra %s", cv.ID, id)
			}
		}
	}
	precision, recall := float64(hits)/float64(hits+extra), float64(hits)/float64(hits+missed)
	t.Logf("precision %.3f recall %.3f (hits %d, extra %d, missed %d)", precision, recall, hits, extra, missed)
	if precision < 0.95 || recall < 0.99 {
		t.Errorf("precision %.3f recall %.3f are below 0.95 and 0.99", precision, recall)
	}
}

// covers reports a mention that answers for the skill and overlaps the surface.
func covers(g *Graph, mentions []Mention, text, surface string, id ID) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], surface)
		if at < 0 {
			return false
		}
		at += from
		for _, m := range mentions {
			if m.Start < at+len(surface) && at < m.End && g.answered(id, map[ID]bool{m.Skill: true}) {
				return true
			}
		}
		from = at + len(surface)
	}
}

// answered reports that one of the skills had counts for the asked one.
func (g *Graph) answered(asked ID, had map[ID]bool) bool {
	return slices.ContainsFunc(g.Satisfying(asked), func(e Edge) bool { return e.How != Related && had[e.Skill] })
}

// explained reports an affirmed skill that only repeats a gold one in other words.
func (g *Graph) explained(id ID, gold map[ID]bool) bool {
	for asked := range gold {
		if g.answered(asked, map[ID]bool{id: true}) {
			return true
		}
	}
	return false
}

func (g *Graph) mustResolve(t *testing.T, name string) ID {
	t.Helper()
	r := g.Resolve(name)
	if !r.Known {
		t.Fatalf("%q is unknown, nearest %v", name, r.Nearest)
	}
	return r.Skill
}
