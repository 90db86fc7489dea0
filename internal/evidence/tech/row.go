package tech

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/skill"
)

// readFamilies reads family.tsv: the family, what its names are separated by, its languages.
func (t *Table) readFamilies(text string) error {
	return eachRow(text, func(columns [3]string) error {
		f := family{name: columns[0], separator: columns[1]}
		if _, twice := t.families[f.name]; twice {
			return fmt.Errorf("family %q stands twice", f.name)
		}
		t.families[f.name] = f
		t.imports[f.name] = newMatcher(f.separator)
		t.free[f.name], t.given[f.name] = newMatcher("."), newMatcher(".")
		t.brought[f.name] = newMatcher(f.separator)
		for _, language := range values(columns[2]) {
			if other, taken := t.spoken[language]; taken {
				return fmt.Errorf("%s is of %s and of %s", language, other, f.name)
			}
			t.spoken[language] = f.name
		}
		return nil
	})
}

// readRows gathers the rows of every skill.
func (t *Table) readRows(text string) error {
	last, id := "", ""
	err := eachRow(text, func(columns [3]string) error {
		if columns[0] != last { // folding is the dear part of loading
			last, id = columns[0], skill.Fold(columns[0])
		}
		at, known := t.byName[id]
		if !known {
			at = len(t.techs)
			t.byName[id] = at
			t.techs = append(t.techs, Tech{Skill: columns[0]})
		}
		one := &t.techs[at]
		if one.Skill != columns[0] {
			return fmt.Errorf("%q and %q are one skill", one.Skill, columns[0])
		}
		return one.take(columns[1], values(columns[2]))
	})
	if err != nil {
		return err
	}
	t.sort()
	return nil
}

// sort puts the technologies in the order of All.
func (t *Table) sort() {
	order := make([]string, 0, len(t.byName)) // folded names
	for id := range t.byName {
		order = append(order, id)
	}
	category := func(id string) int { return slices.Index(Categories(), t.techs[t.byName[id]].Category) }
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(category(a)-category(b), cmp.Compare(a, b)) })
	sorted := make([]Tech, len(order))
	for i, id := range order {
		sorted[i] = t.techs[t.byName[id]]
		t.byName[id] = i
	}
	t.techs = sorted
}

// take enters one row. A kind stands once for a skill, so that nothing hides far below.
func (one *Tech) take(kind string, list []string) error {
	if len(list) == 0 {
		return fmt.Errorf("%s of %s has no value", kind, one.Skill)
	}
	if twice := repeated(list); twice != "" {
		return fmt.Errorf("%s of %s: %q stands twice", kind, one.Skill, twice)
	}
	if kind == "category" {
		if one.Category != "" || len(list) != 1 || !slices.Contains(Categories(), list[0]) {
			return fmt.Errorf("%s: bad or second category %q", one.Skill, list)
		}
		one.Category = list[0]
		return nil
	}
	place := one.list(kind)
	if place == nil {
		return fmt.Errorf("unknown kind %q", kind)
	}
	if *place != nil {
		return fmt.Errorf("%s of %s stands twice", kind, one.Skill)
	}
	*place = list
	return nil
}

// list is where the values of a kind are kept, nil for an unknown one.
func (one *Tech) list(kind string) *[]string {
	switch kind {
	case "language":
		return &one.Languages
	case "written":
		return &one.Written
	case "package":
		return &one.Packages
	case "import":
		return &one.Imports
	case "image":
		return &one.Images
	case "action":
		return &one.Actions
	case "file":
		return &one.Files
	case "command":
		return &one.Commands
	case "api":
		return &one.APIs
	case "free":
		return &one.Free
	case "given":
		return &one.Given
	case "brought":
		return &one.Brought
	case "tests":
		return &one.Tests
	case "worded":
		return &one.Worded
	case "word":
		return &one.Words
	}
	return nil
}

// enter puts a technology into the indexes.
func (t *Table) enter(one *Tech) error {
	if one.Category == "" {
		return errors.New("no category")
	}
	skills := []string{one.Skill}
	for _, name := range one.Languages {
		key := skill.Fold(name)
		t.languages[key] = append(t.languages[key], one.Skill)
	}
	for _, pattern := range one.Packages {
		ecosystem, name, ok := strings.Cut(pattern, ":")
		m := t.packages[ecosystem]
		if !ok || m == nil || !sound(name) {
			return fmt.Errorf("bad package %q", pattern)
		}
		m.add(canonical(ecosystem, name), skills)
	}
	for _, pattern := range one.Imports {
		name, path, ok := strings.Cut(pattern, ":")
		m := t.imports[name]
		if !ok || m == nil || !sound(path) || t.families[name].bare(path) != path {
			return fmt.Errorf("bad import %q", pattern)
		}
		m.add(path, skills)
	}
	for _, name := range one.Images {
		if !sound(name) || bareImage(name) != name {
			return fmt.Errorf("bad image %q", name)
		}
		t.images.add(name, skills)
	}
	for _, name := range one.Actions {
		if !sound(name) {
			return fmt.Errorf("bad action %q", name)
		}
		t.actions.add(strings.ToLower(name), skills)
	}
	for _, name := range one.Commands {
		if !sound(name) {
			return fmt.Errorf("bad command %q", name)
		}
		t.commands.add(name, skills)
	}
	for _, pattern := range one.Files {
		if err := t.files.add(pattern, one.Skill); err != nil {
			return fmt.Errorf("file %q: %w", pattern, err)
		}
	}
	return t.enterNames(one)
}

// enterNames takes the names and words that show a technology without an import.
func (t *Table) enterNames(one *Tech) error {
	skills := []string{one.Skill}
	for _, kind := range []struct {
		into map[string]*matcher
		list []string
	}{{t.free, one.Free}, {t.given, one.Given}, {t.brought, one.Brought}} {
		for _, pattern := range kind.list {
			family, name, ok := strings.Cut(pattern, ":")
			if !ok || kind.into[family] == nil || !sound(name) {
				return fmt.Errorf("bad name %q", pattern)
			}
			kind.into[family].add(name, skills)
		}
	}
	if (len(one.Worded) == 0) != (len(one.Words) == 0) {
		return errors.New("words need files, and files words")
	}
	for _, pattern := range one.Worded {
		if err := t.worded.add(pattern, one.Skill); err != nil {
			return fmt.Errorf("file %q: %w", pattern, err)
		}
	}
	for _, pattern := range one.Words {
		if !sound(pattern) || pattern != strings.ToLower(pattern) {
			return fmt.Errorf("bad word %q", pattern)
		}
		if t.words[one.Skill] == nil {
			t.words[one.Skill] = newMatcher("")
		}
		t.words[one.Skill].add(pattern, skills)
	}
	return nil
}

// sound reports a pattern that a matcher understands: a "*" stands only at the end, and never
// alone.
func sound(pattern string) bool {
	star := strings.IndexByte(pattern, '*')
	return pattern != "" && (star < 0 || star > 0 && star == len(pattern)-1)
}

// seal makes every index ready: sorted, so that answers are.
func (t *Table) seal() {
	for _, skills := range t.languages {
		slices.Sort(skills)
	}
	for _, m := range t.packages {
		m.seal()
	}
	for _, m := range t.imports {
		m.seal()
	}
	for _, m := range []*matcher{t.images, t.actions, t.commands} {
		m.seal()
	}
	for _, byFamily := range []map[string]*matcher{t.free, t.given, t.brought, t.words} {
		for _, m := range byFamily {
			m.seal()
		}
	}
	t.files.seal()
	t.worded.seal()
}

// eachRow calls take with the three columns of every row; '#' begins a comment.
func eachRow(text string, take func(columns [3]string) error) error {
	line := 0
	for row := range strings.Lines(text) {
		line++
		row = strings.TrimRight(row, "\r\n")
		if row == "" || row[0] == '#' {
			continue
		}
		first, rest, _ := strings.Cut(row, "\t")
		second, third, ok := strings.Cut(rest, "\t")
		if !ok || first == "" || strings.Contains(third, "\t") {
			return fmt.Errorf("tech: line %d: want 3 columns", line)
		}
		if err := take([3]string{first, second, third}); err != nil {
			return fmt.Errorf("tech: line %d: %w", line, err)
		}
	}
	return nil
}

// values splits a cell: "Python; Jupyter Notebook" is two values.
func values(cell string) []string {
	out := make([]string, 0, strings.Count(cell, ";")+1)
	for v := range strings.SplitSeq(cell, ";") {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// repeated is the first value that stands twice.
func repeated(list []string) string {
	const few = 8 // below that a search is cheaper than a map
	if len(list) <= few {
		for i, v := range list {
			if slices.Contains(list[:i], v) {
				return v
			}
		}
		return ""
	}
	seen := make(map[string]bool, len(list))
	for _, v := range list {
		if seen[v] {
			return v
		}
		seen[v] = true
	}
	return ""
}
