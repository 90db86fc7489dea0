package evaluate

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kadry/internal/market/demand"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/place"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

// The files of readings that somebody labelled.
const (
	placesName   = "places.tsv"
	postingsName = "postings.jsonl"
	skillsName   = "skills.tsv"
	visibleName  = "skills_kinds.tsv"  // how plainly a posting names each skill; may be missing
	aliasesName  = "skill_aliases.tsv" // other names of the labelled skills; may be missing
)

// Places is how many spellings of places were understood. A row of the file is a spelling and
// the ids of the areas it may mean, "?" where only candidates are right, "-" for no place.
type Places struct {
	N     int     `json:"n"`
	Right int     `json:"right"`
	Share float64 `json:"share"`
}

// Skills is how postings were read: of the skills that a careful reader says they ask for, call
// a plus, or do not ask for though the word is there.
type Skills struct {
	Postings int     `json:"postings"`
	Asked    Reading `json:"asked"`
	Plain    Reading `json:"asked_by_name"` // of those, the ones that are named and not paraphrased
	Plus     Reading `json:"plus"`
	Trap     Reading `json:"trap"` // fewer found is better
}

// Reading is how many labels of a kind were found.
type Reading struct {
	N        int `json:"n"`
	Found    int `json:"found"`
	Optional int `json:"as_plus"` // of Found
}

// rowsOf reads the rows of a table without a header, or with one whose first cell is skip.
func rowsOf(file, skip string) (rows [][]string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		cells := strings.Split(scan.Text(), "\t")
		if len(cells) < 2 || cells[0] == skip {
			continue
		}
		rows = append(rows, cells)
	}
	return rows, scan.Err()
}

func readPlaces(dir string, notes io.Writer) (*Places, error) {
	rows, err := rowsOf(filepath.Join(dir, placesName), "asked")
	if err != nil {
		return nil, err
	}
	tree, err := place.Load()
	if err != nil {
		return nil, err
	}
	p := Places{N: len(rows)}
	for _, row := range rows {
		got := tree.Resolve(row[0])
		right := slices.Contains(strings.Split(row[1], "|"), got.Area.ID)
		switch row[1] {
		case "?":
			right = !got.Known() && len(got.Candidates) > 1
		case "-":
			right = !got.Known()
		}
		if right {
			p.Right++
			continue
		}
		fmt.Fprintf(notes, "place %q: %s %s, want %s\n", row[0], got.How, got.Area.ID, row[1])
	}
	p.Share = float64(p.Right) / float64(max(1, p.N))
	return &p, nil
}

func readSkills(dir string, notes io.Writer) (*Skills, error) {
	rows, err := rowsOf(filepath.Join(dir, skillsName), "id")
	if err != nil {
		return nil, err
	}
	graph, err := skill.Load()
	if err != nil {
		return nil, err
	}
	wanted, err := readPostings(filepath.Join(dir, postingsName), graph)
	if err != nil {
		return nil, err
	}
	shown := map[[2]string]string{}
	if kinds, err := rowsOf(filepath.Join(dir, visibleName), "id"); err == nil {
		for _, k := range kinds {
			shown[[2]string{k[0], k[1]}] = k[len(k)-1]
		}
	}
	names := map[string][]string{}
	if rows, err := rowsOf(filepath.Join(dir, aliasesName), "skill"); err == nil {
		for _, row := range rows {
			names[row[0]] = strings.Split(row[1], "|")
		}
	}
	s := Skills{Postings: len(wanted)}
	for _, row := range rows {
		found, optional := held(wanted[row[0]], append(names[row[1]], row[1]), graph)
		into := map[string]*Reading{"yes": &s.Asked, "optional": &s.Plus, "no": &s.Trap}[row[2]]
		if into == nil {
			return nil, fmt.Errorf("evaluate: %s: label %q", skillsName, row[2])
		}
		into.count(found, optional)
		if how := shown[[2]string{row[0], row[1]}]; row[2] == "yes" && how != "paraphrase" {
			s.Plain.count(found, optional)
		}
		if found != (row[2] != "no") {
			fmt.Fprintf(notes, "skill %s %q: found %v, want %s\n", row[0], row[1], found, row[2])
		} else if found && optional != (row[2] == "optional") {
			fmt.Fprintf(notes, "skill %s %q: a plus %v, want %s\n", row[0], row[1], optional, row[2])
		}
	}
	return &s, nil
}

func (r *Reading) count(found, optional bool) {
	r.N++
	if found {
		r.Found++
	}
	if found && optional {
		r.Optional++
	}
}

// held reports whether a skill, by one of its names, is among those a posting asks for.
func held(list []demand.Wanted, names []string, g *skill.Graph) (found, optional bool) {
	i := slices.IndexFunc(list, func(w demand.Wanted) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			known, ok := g.Named(name)
			return ok && w.ID == known || skill.Fold(w.Name) == skill.Fold(name)
		})
	})
	return i >= 0, i >= 0 && list[i].Optional
}

func readPostings(file string, g *skill.Graph) (map[string][]demand.Wanted, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	wanted := map[string][]demand.Wanted{}
	hhjson.Lines(body, func(_ int, p posting.Posting, wrong error) bool {
		if wrong == nil {
			wanted[p.ID] = demand.Of(g, &p)
		}
		return true
	})
	return wanted, nil
}
