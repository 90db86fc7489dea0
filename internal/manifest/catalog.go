package manifest

import "strings"

// readCatalog reads a version catalog of Gradle. All is Managed: a build file uses it by
// the accessor, which is the alias of each row. A bundle gives a row for each member.
func readCatalog(s *sheet) error {
	root, err := tomlTree(s.text)
	name := catalogName(s.file.Path)
	libraries := map[string]Dependency{}
	for _, f := range root.at("libraries").table() {
		d := Dependency{Ecosystem: Maven, Scope: Managed, Line: f.line, Alias: accessorOf(name, f.key)}
		d.Name, d.Version = catalogLibrary(f.value)
		if d.Version == "" {
			d.Version = catalogVersion(root, f.value.at("version"))
		}
		libraries[f.key] = d
		s.add(d)
	}
	for _, f := range root.at("bundles").table() {
		for _, member := range f.value.texts() {
			if d, ok := libraries[member.text]; ok {
				d.Alias, d.Line = accessorOf(name+".bundles", f.key), member.line
				s.add(d)
			}
		}
	}
	for _, f := range root.at("plugins").table() {
		id, version, _ := strings.Cut(f.value.str(), ":")
		if id == "" {
			id, version = f.value.at("id").str(), catalogVersion(root, f.value.at("version"))
		}
		s.add(Dependency{Ecosystem: Gradle, Name: id, Version: version, Scope: Managed, Line: f.line, Alias: accessorOf(name+".plugins", f.key)})
	}
	return err
}

// catalogName is the name under which build files use a catalog: "libs" of
// libs.versions.toml.
func catalogName(path string) string {
	base := path[strings.LastIndexByte(path, '/')+1:]
	return strings.TrimSuffix(base, ".versions.toml")
}

// accessorOf is what a build file writes for an alias: dashes and underscores are dots.
func accessorOf(catalog, alias string) string {
	return catalog + "." + strings.NewReplacer("-", ".", "_", ".").Replace(alias)
}

// catalogLibrary reads "group:artifact:version", { module = "group:artifact" } or
// { group = …, name = … }.
func catalogLibrary(n *node) (name, version string) {
	text := cmpText(n.str(), n.at("module").str())
	if text == "" {
		return n.at("group").str() + ":" + n.at("name").str(), ""
	}
	part := strings.SplitN(text, ":", 3)
	if len(part) < 2 {
		return "", ""
	}
	if len(part) == 3 {
		version = part[2]
	}
	return part[0] + ":" + part[1], version
}

// catalogVersion follows version.ref; a rich version gives its strongest word.
func catalogVersion(root, version *node) string {
	if ref := version.at("ref").str(); ref != "" {
		version = root.at("versions", ref)
	}
	return cmpText(version.str(), firstOf(version, "strictly", "require", "prefer"))
}
