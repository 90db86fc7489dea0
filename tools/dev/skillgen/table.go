package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"kadry/internal/skill"
)

// version is the state of the sources, the date they were reduced on.
const version = "2026.11.20"

// overlay is what the hand-written file decides: which spellings are taken or unwanted.
type overlay struct {
	owner map[string]string // folded spelling -> canonical name, "" when dropped
	title map[string]string // folded spelling -> canonical name, tight form
}

func readOverlay(path string) (*overlay, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("overlay: %w", err)
	}
	defer f.Close() // read only
	o := &overlay{map[string]string{}, map[string]string{}}
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		cols := strings.Split(scan.Text(), "\t")
		if len(cols) < 3 || strings.HasPrefix(cols[0], "#") {
			continue
		}
		switch cols[0] {
		case "skill", "concept":
			for _, n := range append([]string{cols[1]}, strings.Split(cols[2], "; ")...) {
				o.own(n, cols[1])
			}
		case "ambiguous":
			o.own(cols[1], "")
		case "drop":
			for n := range strings.SplitSeq(cols[1], "; ") {
				o.own(n, "")
			}
		}
	}
	return o, scan.Err()
}

func (o *overlay) own(spelling, name string) {
	if spelling == "" {
		return
	}
	o.owner[skill.Fold(spelling)] = name
	o.title[tight(spelling)] = name
}

// table is the compiled taxonomy.
type table struct {
	overlay   *overlay
	rows      map[string]string // "skill\tName\t" or "alias\tfrom\tName" -> source
	owner     map[string]string // folded spelling -> canonical name
	tight     map[string]string
	edges     map[string]string
	conflicts []string
}

func newTable(o *overlay) *table {
	return &table{o, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, nil}
}

// find returns the canonical name a spelling stands for already.
func (t *table) find(spelling string) (name string, taken bool) {
	key, short := skill.Fold(spelling), tight(spelling)
	if n, ok := t.overlay.owner[key]; ok {
		return n, true
	}
	if n, ok := t.overlay.title[short]; ok {
		return n, true
	}
	if n, ok := t.owner[key]; ok {
		return n, true
	}
	n, ok := t.tight[short]
	return n, ok
}

// offer takes an entry of a source. An entry of a known name adds its aliases to it.
func (t *table) offer(e entry, s *sources, words map[string]bool) {
	canonical, taken := t.find(e.name)
	if taken && canonical == "" {
		return
	}
	if !taken && e.source == "onet" {
		if known := t.branded(e); known != "" {
			t.alias(e.name, known, e, s, words)
			return
		}
	}
	if !taken {
		if !admitted(e, s, words) {
			return
		}
		canonical = e.name
		kind := "skill"
		if e.concept {
			kind = "concept"
		}
		t.rows[kind+"\t"+canonical+"\t"] = e.source
		t.take(e.name, canonical)
	}
	if _, own := t.overlay.owner[skill.Fold(canonical)]; own {
		return // the overlay knows all the names of its skills it wants
	}
	for _, a := range e.aliases {
		t.alias(a, canonical, e, s, words)
	}
}

// branded finds the skill behind an O*NET name that carries its maker ("Google Angular")
// or its initials ("Structured query language", SQL).
func (t *table) branded(e entry) string {
	parts := strings.Fields(e.name)
	for cut := 1; cut <= 2 && cut < len(parts); cut++ {
		if name, _ := t.find(strings.Join(parts[cut:], " ")); name != "" {
			return name
		}
	}
	for _, a := range e.aliases {
		if name, _ := t.find(a); name != "" {
			return name
		}
	}
	return ""
}

func (t *table) alias(a, canonical string, e entry, s *sources, words map[string]bool) {
	if have, taken := t.find(a); taken {
		_, decided := t.overlay.title[tight(a)]
		if have != canonical && !decided && skill.Fold(a) != skill.Fold(have) {
			t.conflicts = append(t.conflicts, fmt.Sprintf("%s: %q is %q, not %q", e.source, a, have, canonical))
		}
		return
	}
	if !safe(a, s, words) || strings.Contains(a, "-") && len(strings.Split(a, "-")) > 3 {
		return
	}
	t.rows["alias\t"+a+"\t"+canonical] = e.source
	t.take(a, canonical)
}

func (t *table) take(spelling, canonical string) {
	t.owner[skill.Fold(spelling)] = canonical
	t.tight[tight(spelling)] = canonical
}

// link takes an edge when both ends are skills and the overlay does not connect them.
func (t *table) link(l link) {
	from, okFrom := t.find(l.from)
	to, okTo := t.find(l.to)
	if !okFrom || !okTo || from == "" || to == "" || from == to {
		return
	}
	if l.relation == "related" && skill.Fold(from) > skill.Fold(to) {
		from, to = to, from
	}
	key := l.relation + "\t" + from + "\t" + to
	if _, ok := t.edges[key]; !ok {
		t.edges[key] = l.source
	}
}

func (t *table) count(kind string) int {
	n := 0
	for row := range t.rows {
		if strings.HasPrefix(row, kind+"\t") || kind == "skill" && strings.HasPrefix(row, "concept\t") {
			n++
		}
	}
	return n
}

// write prints the table: skills before aliases before edges, each sorted.
func (t *table) write(w io.Writer) {
	fmt.Fprintf(w, `# kadry skill taxonomy, compiled by skillgen; do not edit by hand
# version %s
# sources: linguist (MIT), topics (github/explore, CC-BY-4.0), tanova (CC-BY-4.0), devicon (MIT),
#   simple-icons (CC0-1.0), onet (CC-BY-4.0), specfy (MIT), cncf (Apache-2.0), esco (European Commission); see NOTICE
# Columns: relation, from, to, source.
`, version)
	for _, kind := range []string{"concept\t", "skill\t", "alias\t"} {
		writeSorted(w, t.rows, kind)
	}
	writeSorted(w, t.edges, "")
}

func writeSorted(w io.Writer, rows map[string]string, prefix string) {
	var lines []string
	for row, source := range rows {
		if strings.HasPrefix(row, prefix) {
			lines = append(lines, row+"\t"+source)
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
}
