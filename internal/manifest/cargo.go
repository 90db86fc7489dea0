package manifest

import "path"

// readCargo reads Cargo.toml. What a member takes from its workspace has the version
// "workspace" until Resolve.
func readCargo(s *sheet) error {
	root, err := tomlTree(s.text)
	if name := root.at("package", "name"); name != nil {
		s.publish(Crates, name.str(), name.line)
	}
	s.file.Private = root.at("package", "publish").str() == "false"
	s.cargoTables(root)
	for _, target := range root.at("target").table() {
		s.cargoTables(target.value)
	}
	for _, f := range root.at("workspace", "dependencies").table() {
		s.crate(f, Managed, "workspace")
	}
	for _, member := range root.at("workspace", "members").texts() {
		s.include(path.Join(member.text, "Cargo.toml"))
	}
	return err
}

func (s *sheet) cargoTables(n *node) {
	for _, f := range n.at("dependencies").table() {
		s.crate(f, Direct, "")
	}
	for _, key := range []string{"dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"} {
		for _, f := range n.at(key).table() {
			s.crate(f, Dev, key)
		}
	}
}

// crate reads one entry: a version, or a table that may rename the crate.
func (s *sheet) crate(f field, scope Scope, group string) {
	spec := f.value
	d := Dependency{Name: f.key, Version: spec.str(), Scope: scope, Line: f.line, Group: group}
	if d.Version == "" {
		d.Version = firstOf(spec, "version", "git", "path")
	}
	if spec.at("workspace").truth() {
		d.Version = "workspace"
	}
	if name := spec.at("package").str(); name != "" && name != f.key {
		d.Name, d.Alias = name, f.key
	}
	if spec.at("optional").truth() && scope == Direct {
		d.Scope = Optional
	}
	if where := spec.at("path").str(); where != "" {
		d.Local = true
		s.include(path.Join(where, "Cargo.toml"))
	}
	s.add(d)
}
