package survey

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"kadry/internal/evidence/tech"
	"kadry/internal/github"
	"kadry/internal/manifest"
)

// Survey joins what the files said, in the order of their paths whatever order they came in.
func (r *Reader) Survey(repository github.Repository, contents github.Contents) Survey {
	r.copied(repository)
	slices.SortStableFunc(r.code, func(a, b source) int { return strings.Compare(a.path, b.path) })
	slices.SortStableFunc(r.manifests, func(a, b manifest.File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(r.found, func(a, b mention) int { return strings.Compare(a.mark.Path, b.mark.Path) })
	s := Survey{
		Repository: repository.FullName, Commit: contents.Commit, Languages: map[string]int64{},
		Files: r.files, Generated: r.generated, Vendored: r.vendored, Manifests: manifest.Resolve(r.manifests),
		Uses: map[string]*Use{}, Cut: contents.Cut, code: r.code,
	}
	s.others = slices.Sorted(slices.Values(r.others))
	s.top = slices.SortedFunc(maps.Keys(r.top), func(a, b string) int {
		if r.top[a] != r.top[b] {
			return map[bool]int{true: -1, false: 1}[r.top[a]]
		}
		return strings.Compare(a, b)
	})
	s.within, s.managed = foldersOf(r.code), managed(s.others, r.code)
	for _, c := range r.code {
		if c.part != Docs {
			s.Languages[c.language] += c.bytes
			s.Code += c.bytes
		}
	}
	r.languages(&s)
	r.packages(&s, repository)
	r.mentions(&s)
	r.projects(&s)
	r.signed(&s)
	r.tested(&s)
	r.gems(&s)
	s.Only = maps.Clone(r.only)
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
			kind := Kept // files of a tool's own language: Terraform, Blade
			if r.isLanguage(skill) {
				kind = Written
			}
			u := s.use(skill)
			u.Marks = append(u.Marks, Mark{Path: c.path, Kind: kind, Part: c.part, Name: c.language, Bytes: c.bytes})
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
			if module := moduleOf(p); module != "" {
				r.published[module] = true
			}
			if m.Private {
				continue // a name that nobody else can install
			}
			for _, skill := range r.publishes(p, repository, s.Code, !strings.Contains(m.Path, "/")) {
				s.use(skill).Published = true
			}
		}
		for _, d := range m.Dependencies {
			for _, skill := range r.declares(d) {
				switch {
				case d.Scope == manifest.Managed:
					r.discount(skill, "managed")
					continue
				case m.Lock || d.Scope == manifest.Transitive:
					r.discount(skill, "transitive")
					continue
				}
				if r.isLanguage(skill) {
					continue // naming an interpreter is not writing in the language
				}
				u := s.use(skill)
				mark := Mark{Path: m.Path, Line: d.Line, Kind: Declared, Part: partOf(m.Path), Name: d.Name, Scope: d.Scope}
				switch d.Ecosystem {
				case manifest.Docker, manifest.Actions:
					mark.Service = true
				case manifest.Kubernetes, manifest.Helm, manifest.Terraform:
					mark.Kind, mark.Bytes = Kept, wholeFile // the file describes the thing itself
				}
				u.Marks = append(u.Marks, mark)
			}
		}
	}
	for _, skill := range r.homes(repository, s.Code) {
		s.use(skill).Published = true
	}
}

// publishes says which skills a published package is: one of the asked name, or one of the
// table's where the repository is plausibly its home, or large enough to be no toy of its name.
func (r *Reader) publishes(p manifest.Package, repository github.Repository, code int64, atRoot bool) []string {
	var skills []string
	large := code >= noToy && (bears(p, repository) || atRoot && repository.Organised && !repository.Fork)
	for _, skill := range r.table.Package(string(p.Ecosystem), p.Name) {
		if large || !r.table.Homed(skill) && home(p, repository) {
			skills = append(skills, skill)
		}
	}
	for _, a := range r.asked {
		if a.packaged(p.Ecosystem, p.Name) {
			skills = append(skills, a.name)
		}
	}
	return skills
}

// home reports whether a repository may be where a known package is made. Anybody can call a
// package react: so it must bear its name, and lie where the package says (a Go module) or
// belong to an organisation.
func home(p manifest.Package, repository github.Repository) bool {
	if p.Ecosystem == manifest.Go {
		return strings.HasPrefix(strings.ToLower(p.Name)+"/", "github.com/"+strings.ToLower(repository.FullName)+"/")
	}
	return repository.Organised && bears(p, repository)
}

// noToy is how many bytes of code a repository has that may be what the package of its name is,
// whoever holds it: three thousand lines. A namesake of that size is seldom made to deceive.
const noToy = 100_000

// bears reports whether a repository is named after the package and is no fork.
func bears(p manifest.Package, repository github.Repository) bool {
	return !repository.Fork && newAsked(repository.Name()).packaged(p.Ecosystem, p.Name)
}

// homes says which skills are made in a repository: those whose home it is in the table, and
// those that it is named after, in the large where the table knows them.
func (r *Reader) homes(repository github.Repository, code int64) []string {
	skills := slices.Clone(r.table.Home(repository.FullName))
	if repository.Fork {
		return skills
	}
	if t, known := r.table.Tech(repository.Name()); known && code >= noToy && repository.Organised && t.Category != "language" && !r.table.Homed(t.Skill) {
		skills = append(skills, t.Skill)
	}
	for _, a := range r.asked {
		if len(a.key) >= shortest && a.named(repository, code) && code > 0 {
			skills = append(skills, a.name)
		}
	}
	return skills
}

func (r *Reader) declares(d manifest.Dependency) []string {
	skills := r.table.Package(string(d.Ecosystem), d.Name)
	for _, a := range r.asked {
		if a.packaged(d.Ecosystem, d.Name) {
			skills = append(slices.Clone(skills), a.name)
		}
	}
	return skills
}

// isLanguage reports whether a skill is a programming language, which only code shows.
func (r *Reader) isLanguage(skill string) bool {
	t, ok := r.table.Tech(skill)
	return ok && t.Category == "language"
}

// mentions takes what source files use. An import of a module that the repository itself
// holds is its own, unless it is where the skill is made.
func (r *Reader) mentions(s *Survey) {
	for _, m := range r.found {
		if (m.mark.Kind == Kept || m.mark.Kind == Invoked) && r.isLanguage(m.skill) {
			continue
		}
		u := s.Uses[m.skill]
		if (u == nil || !u.Published) && m.module != "" && (r.modules[m.module] || r.published[publishedAs(m)] || u == nil && r.sibling(m)) {
			r.discount(m.skill, "own module")
			continue
		}
		u = s.use(m.skill)
		u.Marks = append(u.Marks, m.mark)
	}
}

// sibling reports whether an import of Python names a module in the folder of its file. That may
// still be the package of that name, which is then declared.
func (r *Reader) sibling(m mention) bool {
	language, name, _ := strings.Cut(m.module, " ")
	return language == "Python" && r.modules[fileModule(path.Join(path.Dir(m.mark.Path), name+".py"))]
}

// projects takes the files of a tool's project: what stands below the marker of a chart is the
// chart, whatever its files are called.
func (r *Reader) projects(s *Survey) {
	all := slices.Concat(s.others, paths(s.code))
	for _, p := range r.table.Projects() {
		roots := map[string]bool{}
		for _, f := range all {
			if path.Base(f) == p.Marker {
				roots[path.Dir(f)] = true
			}
		}
		for _, f := range all {
			if len(roots) > 0 && below(roots, p, f) {
				u := s.use(p.Skill)
				u.Marks = append(u.Marks, Mark{Path: f, Kind: Kept, Part: Code, Name: path.Base(f), Bytes: wholeFile})
			}
		}
	}
}

// below reports whether a file belongs to a project at one of the roots above it.
func below(roots map[string]bool, p tech.Project, file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if roots[dir] && p.Holds(dir, file) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

func paths(code []source) []string {
	list := make([]string, 0, len(code))
	for _, c := range code {
		list = append(list, c.path)
	}
	return list
}

// tested takes the tests of a declared framework that finds them by where they stand, so that few
// of them name it (pytest, testthat).
func (r *Reader) tested(s *Survey) {
	for name, u := range s.Uses {
		t, ok := r.table.Tech(name)
		if !ok || len(t.Tests) == 0 || !u.Has(Declared) {
			continue
		}
		named := map[string]bool{}
		for _, m := range u.files(Used) {
			named[m.Path] = true
		}
		for _, c := range s.code {
			if c.part == Test && slices.Contains(t.Tests, c.language) && !named[c.path] {
				u.Marks = append(u.Marks, Mark{Path: c.path, Kind: Used, Part: Code, Name: name, Bytes: c.bytes})
			}
		}
	}
}

// gems takes the Ruby files that name a constant of a declared gem.
func (r *Reader) gems(s *Survey) {
	for name, u := range s.Uses {
		t, ok := r.table.Tech(name)
		if !ok || u.Has(Used) || !slices.ContainsFunc(u.Marks, func(m Mark) bool {
			return m.Kind == Declared && strings.HasSuffix(m.Path, "Gemfile") || strings.HasSuffix(m.Path, ".gemspec")
		}) {
			continue
		}
		for _, c := range s.code {
			var used []string
			for _, api := range append(t.APIs, strings.ReplaceAll(name, " ", "")) {
				if first, _, _ := strings.Cut(api, "::"); r.constants[c.path][first] {
					used = append(used, api)
				}
			}
			if len(used) > 0 {
				u.Marks = append(u.Marks, Mark{Path: c.path, Kind: Used, Part: r.partFor(name, c.part), Name: name, Symbols: used, Bytes: c.bytes})
			}
		}
	}
}

// foldersOf sums up the code below each folder.
func foldersOf(code []source) map[string]int64 {
	within := map[string]int64{}
	for _, c := range code {
		for dir := path.Dir(c.path); dir != "." && dir != "/"; dir = path.Dir(dir) {
			within[dir] += c.bytes
		}
	}
	return within
}

// managed are the folders without code of their own that have a manifest, a lock file or a change
// log, for the folders inside them.
func managed(others []string, code []source) map[string]bool {
	folders := map[string]bool{}
	for _, f := range others {
		if manifest.Known(f) || strings.HasPrefix(strings.ToLower(path.Base(f)), "changelog") {
			folders[path.Dir(f)] = true
		}
	}
	for _, c := range code {
		delete(folders, path.Dir(c.path))
	}
	return folders
}

// moduleOf is how code would import a published package, as publishedAs names it.
func moduleOf(p manifest.Package) string {
	switch p.Ecosystem {
	case manifest.PyPI:
		return "python " + plain(p.Name)
	case manifest.NPM:
		return "js " + p.Name
	case manifest.Crates:
		return "rust " + plain(p.Name)
	}
	return ""
}

// publishedAs is the package of an import as moduleOf names it; "" where the language's imports
// do not name packages.
func publishedAs(m mention) string {
	language, first, _ := strings.Cut(m.module, " ")
	switch language {
	case "Python":
		return "python " + plain(first)
	case "JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte":
		return "js " + npmPackage(m.mark.Name)
	case "Rust":
		return "rust " + plain(first)
	}
	return ""
}

// Use joins what the files show of a skill that has several names here ("Spring" is shown by
// what shows Spring Boot too). ok is false where they show nothing; a home without code is such.
func (s Survey) Use(skills ...string) (u Use, ok bool) {
	files := map[string]int64{}
	for _, name := range skills {
		one := s.Uses[name]
		if one == nil {
			continue
		}
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
	return u, len(u.Marks) > 0
}

// shown are the first names of a package that a file uses.
func shown(symbols []string) []string {
	list := slices.Compact(slices.Sorted(slices.Values(symbols)))
	return list[:min(len(list), symbolsKept)]
}

// Has reports whether something of a kind shows a skill.
func (u *Use) Has(kinds ...Kind) bool { return len(u.files(kinds...)) > 0 }

// TopLanguages lists the languages of the code, largest first.
func (s Survey) TopLanguages() []string {
	return slices.SortedFunc(maps.Keys(s.Languages), func(a, b string) int {
		return cmp.Or(-cmp.Compare(s.Languages[a], s.Languages[b]), strings.Compare(a, b))
	})
}
