package survey

import (
	"maps"
	"slices"
	"strings"

	"kadry/internal/evidence/manifest"
	"kadry/internal/github"
)

// Survey joins what the files said.
func (r *Reader) Survey(repository github.Repository, contents github.Contents) Survey {
	s := Survey{
		Repository: repository.FullName, Commit: contents.Commit, Languages: map[string]int64{},
		Files: r.files, Generated: r.generated, Vendored: r.vendored, Manifests: manifest.Resolve(r.manifests),
		Uses: map[string]*Use{}, Only: r.only, Cut: contents.Cut, code: r.code,
	}
	for top, code := range r.aside {
		if !code {
			s.aside = append(s.aside, top)
		}
	}
	slices.Sort(s.aside)
	for _, c := range r.code {
		if c.part != Docs {
			s.Languages[c.language] += c.bytes
			s.Code += c.bytes
		}
	}
	r.languages(&s)
	r.packages(&s, repository)
	r.mentions(&s)
	for skill := range s.Uses {
		delete(s.Only, skill)
	}
	return s
}

func (s *Survey) use(skill string) *Use {
	if s.Uses[skill] == nil {
		s.Uses[skill] = &Use{Skill: skill}
	}
	return s.Uses[skill]
}

// languages turns code into uses of the skills that languages are.
func (r *Reader) languages(s *Survey) {
	for _, c := range s.code {
		if c.part == Docs {
			continue
		}
		for _, skill := range r.table.Language(c.language) {
			u := s.use(skill)
			u.Marks = append(u.Marks, Mark{Path: c.path, Kind: Written, Part: c.part, Name: c.language, Bytes: c.bytes})
		}
	}
}

// packages takes what manifests declare and publish. What a lock file alone names, nobody chose.
func (r *Reader) packages(s *Survey, repository github.Repository) {
	for _, m := range s.Manifests {
		for _, p := range m.Publishes {
			if m.Lock || partOf(m.Path) != Code {
				continue
			}
			s.Publishes = append(s.Publishes, p)
			for _, skill := range r.publishes(p, repository) {
				s.use(skill).Published = true
			}
		}
		for _, d := range m.Dependencies {
			for _, skill := range r.declares(d) {
				if m.Lock || d.Scope == manifest.Transitive {
					if s.Only[skill] == "" {
						s.Only[skill] = "transitive"
					}
					continue
				}
				u := s.use(skill)
				u.Marks = append(u.Marks, Mark{
					Path: m.Path, Line: d.Line, Kind: Declared, Part: partOf(m.Path), Name: d.Name, Scope: d.Scope,
					Service: d.Ecosystem == manifest.Docker || d.Ecosystem == manifest.Actions || d.Ecosystem == "kubernetes",
				})
			}
		}
	}
	for _, skill := range r.homes(repository) {
		s.use(skill).Published = true
	}
}

// publishes says which skills a published package is: one of the asked name, or one of the
// table's whose home this repository is. Anybody can call a package react.
func (r *Reader) publishes(p manifest.Package, repository github.Repository) []string {
	var skills []string
	for _, a := range r.asked {
		if a.packaged(p.Ecosystem, p.Name) {
			skills = append(skills, a.name)
		}
	}
	return skills
}

// homes says which skills are made in a repository: those whose home it is in the table, and
// an asked one that the repository is named after.
func (r *Reader) homes(repository github.Repository) []string {
	skills := slices.Clone(r.table.Home(repository.FullName))
	for _, a := range r.asked {
		if len(a.key) >= shortest && a.is(repository.Name()) && !repository.Fork && len(r.code) > 0 {
			skills = append(skills, a.name)
		}
	}
	return skills
}

func (r *Reader) declares(d manifest.Dependency) []string {
	var skills []string
	switch d.Ecosystem {
	case "docker":
		skills = r.table.Image(d.Name)
	case "actions":
		skills = r.table.Action(d.Name)
	case "kubernetes":
		skills = r.table.File("kind:" + d.Name)
	default:
		skills = r.table.Package(string(d.Ecosystem), d.Name)
	}
	for _, a := range r.asked {
		if a.packaged(d.Ecosystem, d.Name) {
			skills = append(slices.Clone(skills), a.name)
		}
	}
	return skills
}

// mentions takes what source files use. An import of a module that the repository itself
// holds is its own, unless it is where the skill is made.
func (r *Reader) mentions(s *Survey) {
	for _, m := range r.found {
		u := s.Uses[m.skill]
		if m.module != "" && r.modules[m.module] && (u == nil || !u.Published) {
			s.Only[m.skill] = "own module"
			continue
		}
		u = s.use(m.skill)
		u.Marks = append(u.Marks, m.mark)
	}
}

// Use joins what the files show of a skill that has several names here ("Spring" is shown by
// what shows Spring Boot too). ok is false where they show nothing.
func (s Survey) Use(skills ...string) (u Use, ok bool) {
	files := map[string]int64{}
	for _, name := range skills {
		one := s.Uses[name]
		if one == nil {
			continue
		}
		ok = true
		u.Skill = name
		u.Published = u.Published || one.Published
		u.Marks = append(u.Marks, one.Marks...)
	}
	if u.Published {
		for _, c := range s.code {
			if c.part != Docs {
				u.Marks = append(u.Marks, Mark{Path: c.path, Kind: Published, Part: c.part, Name: s.Repository, Bytes: c.bytes})
			}
		}
	}
	slices.SortStableFunc(u.Marks, strongest)
	symbols := map[string]bool{}
	var bytes int64
	for i, m := range u.Marks {
		for _, name := range m.Symbols {
			symbols[name] = true
		}
		u.Marks[i].Symbols = shown(m.Symbols)
		if (m.Kind == Written || m.Kind == Used || m.Kind == Published) && files[m.Path] == 0 {
			files[m.Path] = m.Bytes
			bytes += m.Bytes
		}
	}
	u.Symbols, u.Bytes = len(symbols), bytes
	if s.Code > 0 {
		u.Share = min(1, float64(bytes)/float64(s.Code))
	}
	return u, ok
}

// shown are the first names of a package that a file uses.
func shown(symbols []string) []string {
	list := slices.Compact(slices.Sorted(slices.Values(symbols)))
	return list[:min(len(list), symbolsKept)]
}

// Has reports whether something of a kind shows a skill.
func (u *Use) Has(kinds ...Kind) bool { return len(u.files(kinds...)) > 0 }

// Languages lists languages of the skills, largest first.
func (s Survey) TopLanguages() []string {
	return slices.SortedFunc(maps.Keys(s.Languages), func(a, b string) int {
		if s.Languages[a] != s.Languages[b] {
			if s.Languages[a] > s.Languages[b] {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
}
