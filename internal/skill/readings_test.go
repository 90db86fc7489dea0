package skill

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReadings holds every spelling of testdata/readings.tsv against both of its contexts.
func TestReadings(t *testing.T) {
	t.Parallel()
	g := load(t)
	data, err := os.ReadFile("testdata/readings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cols) != 3 {
			t.Fatalf("%d columns in %q", len(cols), line)
		}
		rows++
		if !claims(g, cols[1], cols[0]) {
			t.Errorf("%q does not claim %s", cols[1], cols[0])
		}
		if claims(g, cols[2], cols[0]) {
			t.Errorf("%q claims %s", cols[2], cols[0])
		}
	}
	if rows < 40 {
		t.Errorf("%d rows", rows)
	}
}

func claims(g *Graph, text, name string) bool {
	return slices.ContainsFunc(g.Find(text, Prose), func(m Mention) bool {
		return g.Name(m.Skill) == name && (m.Stance == Affirmed || m.Stance == Weak)
	})
}
