package skill

import (
	"bufio"
	"embed"
	"fmt"
	"strings"
)

//go:embed data/overlay.tsv data/taxonomy.tsv data/cues.tsv
var files embed.FS

// Overlay is the name of the project's own source, which wins over every other.
const Overlay = "overlay"

// row is one fact of a taxonomy file. From and to may hold several values in the overlay,
// which is written by hand.
type row struct {
	relation string
	from, to []string
	source   string
	line     int
}

// rows reads a taxonomy file: relation, from, to, source, tab-separated; '#' begins a
// comment. Rows without a source belong to the overlay. The version is the value of the
// "# version" comment.
func rows(file string) (facts []row, version string, err error) {
	f, err := files.Open(file)
	if err != nil {
		return nil, "", fmt.Errorf("skill: taxonomy %q: %w", file, err)
	}
	defer f.Close() // an embedded file has nothing to report on close
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for line := 1; scan.Scan(); line++ {
		text := scan.Text()
		if v, ok := strings.CutPrefix(text, "# version "); ok {
			version = strings.TrimSpace(v)
		}
		if text == "" || text[0] == '#' {
			continue
		}
		cols := strings.Split(text, "\t")
		if len(cols) < 3 {
			return nil, "", fmt.Errorf("skill: %s line %d: want 3 or 4 columns, have %d", file, line, len(cols))
		}
		source := Overlay
		if len(cols) > 3 {
			source = cols[3]
		}
		facts = append(facts, row{cols[0], values(cols[1]), values(cols[2]), source, line})
	}
	return facts, version, scan.Err()
}

// values splits a hand-written cell: "React; React.js" is two values.
func values(cell string) []string {
	var out []string
	for v := range strings.SplitSeq(cell, "; ") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}
