package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"kadry/internal/skill"
)

// entry is one skill as one source names it.
type entry struct {
	name    string
	aliases []string
	source  string
	concept bool
	trusted bool // good enough without a second source
}

// link is one edge as one source states it, by names.
type link struct{ relation, from, to, source string }

// sources is everything read, in the order of authority.
type sources struct {
	entries []entry
	links   []link
	voices  map[string]map[string]bool // folded name -> sources that know it
	asked   map[string]int             // folded tag -> questions on Stack Overflow
	prose   []string                   // ordinary sentences, to tell words from names
}

// readSources reads the vocabularies; the order of the calls is the order of authority.
func readSources(dir string) (*sources, error) {
	s := &sources{voices: map[string]map[string]bool{}, asked: map[string]int{}}
	steps := []struct {
		file string
		line func(*sources, []byte) error
	}{
		{"stackexchange_popular_tags.tsv", (*sources).tag},
		{"linguist_languages.jsonl", (*sources).linguist},
		{"github_topics.jsonl", (*sources).topic},
		{"tanova_open_skills_taxonomy.json", nil},
		{"devicon_names.jsonl", (*sources).devicon},
		{"simple_icons_titles.jsonl", (*sources).icon},
		{"onet_technology_skills.jsonl", (*sources).onet},
		{"specfy_tech_rules.jsonl", (*sources).specfy},
		{"cncf_landscape.tsv", (*sources).cncf},
		{"esco_skill_labels.tsv", (*sources).esco},
		{"onet_occupations.tsv", (*sources).occupation},
	}
	for _, step := range steps {
		path := filepath.Join(dir, step.file)
		if step.line == nil {
			if err := s.tanova(path); err != nil {
				return nil, err
			}
			continue
		}
		if err := eachLine(path, func(b []byte) error { return step.line(s, b) }); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func eachLine(path string, take func([]byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("source %q: %w", filepath.Base(path), err)
	}
	defer f.Close() // read only
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for n := 1; scan.Scan(); n++ {
		if err := take(scan.Bytes()); err != nil {
			return fmt.Errorf("source %q line %d: %w", filepath.Base(path), n, err)
		}
	}
	return scan.Err()
}

func (s *sources) add(e entry) {
	s.entries = append(s.entries, e)
	for _, n := range append([]string{e.name}, e.aliases...) {
		key := tight(n)
		if s.voices[key] == nil {
			s.voices[key] = map[string]bool{}
		}
		s.voices[key][e.source] = true
	}
}

// tight is a folded name without separators, under which sources agree on a name.
func tight(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -._/", r) {
			return -1
		}
		return r
	}, skill.Fold(name))
}

func (s *sources) tag(b []byte) error {
	cols := strings.Split(string(b), "\t")
	if len(cols) == 3 && cols[0] == "stackoverflow" {
		n, err := strconv.Atoi(cols[2])
		if err != nil {
			return err
		}
		s.asked[tight(cols[1])] = n
	}
	return nil
}

func (s *sources) linguist(b []byte) error {
	var v struct {
		Name    string
		Aliases []string
	}
	err := json.Unmarshal(b, &v)
	s.add(entry{name: v.Name, aliases: v.Aliases, source: "linguist"})
	return err
}

func (s *sources) topic(b []byte) error {
	var v struct {
		Topic       string
		Display     string `json:"display_name"`
		Aliases     []string
		Related     []string
		Description string `json:"short_description"`
	}
	err := json.Unmarshal(b, &v)
	name, short := bracketed(v.Display)
	aliases := append([]string{v.Topic}, v.Aliases...)
	if short != "" {
		aliases = append(aliases, short)
	}
	s.add(entry{name: name, aliases: aliases, source: "topics"})
	for _, r := range v.Related {
		s.links = append(s.links, link{"related", name, r, "topics"})
	}
	s.prose = append(s.prose, v.Description)
	return err
}

var brackets = regexp.MustCompile(`^(.+?) \(([^)]+)\)$`)

// bracketed splits "Domain-driven design (DDD)".
func bracketed(name string) (long, short string) {
	if m := brackets.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
}

func (s *sources) devicon(b []byte) error {
	var v struct {
		Name string
		Alt  []string `json:"altnames"`
	}
	err := json.Unmarshal(b, &v)
	s.add(entry{name: v.Name, aliases: v.Alt, source: "devicon"})
	return err
}

func (s *sources) icon(b []byte) error {
	var v struct{ Title string }
	err := json.Unmarshal(b, &v)
	s.add(entry{name: v.Title, source: "simple-icons"})
	return err
}

var initials = regexp.MustCompile(`^(.+) ([A-Z][A-Z0-9/&]{1,6})$`)

// onet names carry makers, the word "software" and initials: "Structured query language SQL".
func (s *sources) onet(b []byte) error {
	var v struct {
		Name   string
		Hot    bool
		Demand int      `json:"in_demand_occupations"`
		Occ    []string `json:"occupations"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	name, generic := strings.CutSuffix(v.Name, " software")
	if generic && name[1:] == strings.ToLower(name[1:]) && strings.Contains(name, " ") {
		return nil // "Project management software" is a class of products
	}
	e := entry{name: name, source: "onet", trusted: v.Hot || v.Demand > 0 || len(v.Occ) >= 12}
	if m := initials.FindStringSubmatch(name); m != nil && strings.Contains(m[1], " ") {
		e.name, e.aliases = m[1], []string{m[2]}
	}
	s.add(e)
	return nil
}

func (s *sources) specfy(b []byte) error {
	var v struct{ Name string }
	err := json.Unmarshal(b, &v)
	s.add(entry{name: v.Name, source: "specfy"})
	return err
}

// cncfConcepts maps the landscape's categories to the overlay's concepts. Categories that
// mix products with services are left out.
var cncfConcepts = map[string]string{
	"Observability": "monitoring", "Service Mesh": "service mesh", "Container Runtime": "containerization",
	"Continuous Integration & Delivery": "CI/CD", "Database": "databases", "Streaming & Messaging": "message brokers",
	"Security & Compliance": "information security",
}

func (s *sources) cncf(b []byte) error {
	cols := strings.Split(string(b), "\t")
	if len(cols) < 4 || cols[0] == "name" {
		return nil
	}
	name, short := bracketed(cols[0])
	if short != "" && cols[1] == "CNCF Members" {
		return nil
	}
	s.add(entry{name: name, source: "cncf", trusted: cols[3] == "graduated" || cols[3] == "incubating"})
	if concept, ok := cncfConcepts[cols[2]]; ok {
		s.links = append(s.links, link{"broader", name, concept, "cncf"})
	}
	if strings.HasPrefix(cols[2], "Certified Kubernetes - ") && cols[2] != "Certified Kubernetes - Installer" {
		s.links = append(s.links, link{"implies", name, "Kubernetes", "cncf"})
	}
	return nil
}

func (s *sources) esco(b []byte) error {
	cols := strings.Split(string(b), "\t")
	if len(cols) != 2 || cols[0] == "uri" {
		return nil
	}
	s.prose = append(s.prose, cols[1])
	s.add(entry{name: cols[1], source: "esco", concept: true, trusted: nounPhrase(cols[1])})
	return nil
}

func (s *sources) occupation(b []byte) error {
	if _, title, ok := strings.Cut(string(b), "\t"); ok {
		s.prose = append(s.prose, strings.ToLower(title))
	}
	return nil
}

// tanova reads a tree of categories whose leaves are skills.
func (s *sources) tanova(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("source %q: %w", filepath.Base(path), err)
	}
	type leaf struct {
		Canonical string `json:"canonical_name"`
		Aliases   []string
	}
	var tree struct {
		Categories map[string]struct {
			Subcategories map[string]struct{ Skills []leaf }
		}
	}
	if err := json.Unmarshal(raw, &tree); err != nil {
		return fmt.Errorf("source %q: %w", filepath.Base(path), err)
	}
	for _, category := range sortedKeys(tree.Categories) {
		subs := tree.Categories[category].Subcategories
		for _, sub := range sortedKeys(subs) {
			for _, l := range subs[sub].Skills {
				s.add(entry{name: l.Canonical, aliases: l.Aliases, source: "tanova", concept: category != "technology"})
			}
		}
	}
	return nil
}
