package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

// place is one skill that a line names, with whose it is.
type place struct {
	writer  string // the file
	text    string
	skills  []skill.Range // all that the text names
	at      skill.Range
	foreign bool

	features []uint32 // as the model numbers them
}

// target is what the model should say of the place.
func (p place) target() float64 {
	if p.foreign {
		return 1
	}
	return 0
}

// share is the part of each feature in the sum.
func (p place) share() float64 {
	return 1 / math.Sqrt(float64(len(p.features)+assertion.Padding))
}

// readFolder reads the places of every file of lines in a folder.
func readFolder(dir string, skills *skill.Graph) ([]place, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no *.txt in %q (%w)", dir, err)
	}
	var all []place
	for _, name := range files {
		places, err := readFile(name, skills)
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	return all, nil
}

func readFile(name string, skills *skill.Graph) ([]place, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var all []place
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		places, err := readLine(lines.Text(), skills)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		for i := range places {
			places[i].writer = filepath.Base(name)
		}
		all = append(all, places...)
	}
	return all, lines.Err()
}

// readLine reads "ABOVE => LINE" in which skills stand as {+own} and {-foreign}, and \n for the end
// of a line.
func readLine(row string, skills *skill.Graph) ([]place, error) {
	heading, said, ok := strings.Cut(row, "=>")
	if !ok {
		return nil, fmt.Errorf("no => in %q", row)
	}
	var text strings.Builder
	if heading = strings.TrimSpace(heading); heading != "" {
		text.WriteString(heading + "\n")
	}
	var places []place
	for said = strings.ReplaceAll(strings.TrimSpace(said), `\n`, "\n"); ; {
		before, rest, ok := strings.Cut(said, "{")
		text.WriteString(before)
		if !ok {
			break
		}
		name, rest, ok := strings.Cut(rest, "}")
		if !ok || len(name) < 2 || name[0] != '+' && name[0] != '-' {
			return nil, fmt.Errorf("no {+skill} or {-skill} in %q", row)
		}
		at := skill.Range{Start: text.Len(), End: text.Len() + len(name) - 1}
		text.WriteString(name[1:])
		places = append(places, place{at: at, foreign: name[0] == '-'})
		said = rest
	}
	var known []skill.Range
	for _, m := range skills.Find(text.String(), skill.Prose) {
		known = append(known, skill.Range{Start: m.Start, End: m.End})
	}
	for i := range places {
		p := &places[i]
		p.text, p.skills = text.String(), known
		new(assertion.Model).Read(p.text, p.skills).Features(p.at, func(f uint32) { p.features = append(p.features, f) })
	}
	return places, nil
}
