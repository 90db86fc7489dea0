package manifest

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
)

// Resolve fills in what the files of one repository say together: what Cargo members take
// from their workspace, versions, scopes and properties that Maven modules take from their
// parents, accessors of Gradle's catalogs, central versions of .NET, catalogs of pnpm,
// constraints of pip. A package that the repository itself publishes is Local. The files
// come back in their order; the given ones are not changed.
func Resolve(files []File) []File {
	resolved := slices.Clone(files)
	for i := range resolved {
		resolved[i].Dependencies = slices.Clone(files[i].Dependencies)
	}
	r := newResolver(resolved)
	for i := range r.files {
		f := &r.files[i]
		switch strings.ToLower(path.Base(f.Path)) {
		case "cargo.toml":
			r.cargo(f)
		case "pom.xml":
			r.pom(f)
		case "package.json":
			r.npm(f)
		default:
			r.others(f)
		}
	}
	for i := range r.files {
		r.own(&r.files[i])
	}
	return r.files
}

type resolver struct {
	files     []File
	at        map[string]*File                 // by path
	published map[Package]bool                 // with no line
	managed   map[string]map[string]Dependency // path -> key -> what the file sets
	poms      map[string]*File                 // by group:artifact
	catalogs  []catalog
}

// catalog is a version catalog of Gradle and the folder it serves.
type catalog struct {
	folder string
	rows   map[string][]Dependency // by accessor
}

func newResolver(files []File) *resolver {
	r := &resolver{
		files: files, at: map[string]*File{}, published: map[Package]bool{},
		managed: map[string]map[string]Dependency{}, poms: map[string]*File{},
	}
	for i := range files {
		f := &files[i]
		r.at[f.Path] = f
		for _, p := range f.Publishes {
			r.published[Package{Ecosystem: p.Ecosystem, Name: p.Name}] = true
			if strings.EqualFold(path.Base(f.Path), "pom.xml") {
				r.poms[p.Name] = f
			}
		}
		r.index(f)
	}
	slices.SortStableFunc(r.catalogs, func(a, b catalog) int { return cmp.Compare(len(b.folder), len(a.folder)) })
	return r
}

// index notes what a file sets for others.
func (r *resolver) index(f *File) {
	if strings.HasSuffix(f.Path, ".versions.toml") {
		c := catalog{folder: path.Dir(path.Dir(f.Path)), rows: map[string][]Dependency{}}
		for _, d := range f.Dependencies {
			c.rows[d.Alias] = append(c.rows[d.Alias], d)
		}
		r.catalogs = append(r.catalogs, c)
		return
	}
	set := map[string]Dependency{}
	for _, d := range f.Dependencies {
		key := setKey(d)
		if _, again := set[key]; d.Scope == Managed && !again {
			set[key] = d
		}
	}
	if len(set) > 0 {
		r.managed[f.Path] = set
	}
}

// setKey is under which name a managed dependency is asked for.
func setKey(d Dependency) string {
	switch d.Ecosystem {
	case Crates:
		return strings.ToLower(cmpText(d.Alias, d.Name))
	case NPM:
		return d.Group + " " + d.Name
	case Maven:
		if d.Group == "plugin" {
			return "plugin " + d.Name
		}
	}
	return d.Name
}

// above are what the nearest file of a name sets, in the folder or above it.
func (r *resolver) above(from, base string) map[string]Dependency {
	for folder := path.Dir(from); ; folder = path.Dir(folder) {
		if set := r.managed[path.Join(folder, base)]; set != nil {
			return set
		}
		if folder == "." || folder == "/" {
			return nil
		}
	}
}

func (r *resolver) cargo(f *File) {
	var set map[string]Dependency
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		if d.Version != "workspace" {
			continue
		}
		if set == nil {
			set = r.above(f.Path, path.Base(f.Path))
		}
		if w, ok := set[strings.ToLower(cmpText(d.Alias, d.Name))]; ok {
			d.Name, d.Version, d.Alias, d.Local = w.Name, w.Version, w.Alias, w.Local
		}
	}
}

func (r *resolver) npm(f *File) {
	set := r.above(f.Path, "pnpm-workspace.yaml")
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		if name, ok := strings.CutPrefix(d.Version, "catalog:"); ok {
			if w, ok := set[cmpText(name, "default")+" "+d.Name]; ok {
				d.Version = w.Version
			}
		}
	}
}

// maxParents bounds the chain of parents of a module.
const maxParents = 10

// pom fills versions, scopes and properties from the parents that are in the repository.
func (r *resolver) pom(f *File) {
	chain := []*File{f}
	for len(chain) < maxParents {
		parent := r.parent(chain[len(chain)-1])
		if parent == nil || slices.Contains(chain, parent) {
			break
		}
		chain = append(chain, parent)
	}
	properties := map[string]string{}
	for _, file := range slices.Backward(chain) {
		maps.Copy(properties, file.Properties)
	}
	for i := range f.Dependencies {
		d := &f.Dependencies[i]
		d.Name = expand(d.Name, properties)
		for _, file := range chain {
			if d.Version != "" || d.Scope == Managed {
				break
			}
			if w, ok := r.managed[file.Path][setKey(*d)]; ok {
				d.Version = w.Version
				if d.Group == "" && w.Group != "" {
					d.Group, d.Scope = w.Group, mavenScope(w.Group, d.Scope == Optional)
				}
			}
		}
		d.Version = expand(d.Version, properties)
	}
	f.Publishes = slices.Clone(f.Publishes)
	for i, p := range f.Publishes {
		f.Publishes[i].Name = expand(p.Name, properties)
	}
}

func (r *resolver) parent(f *File) *File {
	for _, d := range f.Dependencies {
		if d.Group == "parent" {
			return r.poms[d.Name]
		}
	}
	return nil
}

// others resolves the formats whose rows need one look each.
func (r *resolver) others(f *File) {
	switch {
	case f.Lock:
	case f.Ecosystem == Maven:
		r.gradle(f)
	case f.Ecosystem == NuGet:
		set := r.above(f.Path, "Directory.Packages.props")
		for i, d := range f.Dependencies {
			if w, ok := set[d.Name]; ok && d.Version == "" {
				f.Dependencies[i].Version = w.Version
			}
		}
	case f.Ecosystem == PyPI:
		r.constraints(f)
	}
}

// gradle replaces accessors by what they stand for.
func (r *resolver) gradle(f *File) {
	kept := make([]Dependency, 0, len(f.Dependencies))
	for _, d := range f.Dependencies {
		rows := []Dependency(nil)
		if d.Ecosystem == Gradle && d.Scope != Managed || d.Ecosystem == Gradle && d.Alias == "" {
			rows = r.accessor(f.Path, d.Name)
		}
		if rows == nil {
			d.Version = r.gradleVersion(f, d.Version)
			kept = append(kept, d)
			continue
		}
		for _, row := range rows {
			if len(kept) >= MaxDependencies {
				break
			}
			row.Scope, row.Group, row.Line, row.Alias = d.Scope, d.Group, d.Line, d.Name
			kept = append(kept, row)
		}
	}
	f.Dependencies = kept
}

// accessor finds the rows of an accessor, in the catalog of the nearest folder above.
func (r *resolver) accessor(from, name string) []Dependency {
	var elsewhere []Dependency
	for _, c := range r.catalogs { // the longest folder first
		rows := c.rows[name]
		if rows == nil {
			continue
		}
		if c.folder == "." || strings.HasPrefix(from, c.folder+"/") {
			return rows
		}
		if elsewhere == nil {
			elsewhere = rows
		}
	}
	return elsewhere
}

// gradleVersion replaces "$name" by the property of the file or of gradle.properties at
// the root; a version that stays unknown stays as written.
func (r *resolver) gradleVersion(f *File, version string) string {
	if !strings.Contains(version, "$") {
		return version
	}
	vars := f.Properties
	if root := r.at["gradle.properties"]; root != nil {
		vars = root.Properties
	}
	return cmpText(expandShell(version, vars), version)
}

// maxIncludes bounds the files that one requirements file draws versions from.
const maxIncludes = 20

// constraints takes versions from the files that a requirements file draws in.
func (r *resolver) constraints(f *File) {
	set := map[string]string{}
	for _, name := range f.Includes[:min(len(f.Includes), maxIncludes)] {
		other := r.at[name]
		if other == nil {
			continue
		}
		for _, d := range other.Dependencies {
			if d.Version != "" && set[d.Name] == "" {
				set[d.Name] = d.Version
			}
		}
	}
	for i, d := range f.Dependencies {
		if d.Version == "" {
			f.Dependencies[i].Version = set[d.Name]
		}
	}
}

// own marks what the repository publishes itself. A project that calls itself like the
// package it needs directly ("fastapi" of a course) does not publish that package.
func (r *resolver) own(f *File) {
	mine := map[Package]bool{}
	for _, p := range f.Publishes {
		mine[Package{Ecosystem: p.Ecosystem, Name: p.Name}] = true
	}
	for i, d := range f.Dependencies {
		p := Package{Ecosystem: d.Ecosystem, Name: d.Name}
		if r.published[p] && (!mine[p] || d.Scope != Direct) {
			f.Dependencies[i].Local = true
		}
	}
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
