package manifest

import (
	"path"
	"strings"
)

// npmTables are the tables of package.json that hold dependencies. What is listed as
// optional is listed again as direct by npm, so the optional ones come first.
var npmTables = []struct {
	key   string
	scope Scope
}{
	{"dependencies", Direct},
	{"devDependencies", Dev},
	{"peerDependencies", Optional},
	{"optionalDependencies", Optional},
}

// readPackageJSON reads package.json of npm, yarn, pnpm and bun.
func readPackageJSON(s *sheet) error {
	root, err := jsonTree(s.text)
	s.file.Private = root.at("private").truth()
	if name := root.at("name"); name != nil {
		s.publish(NPM, name.str(), name.line)
	}
	for _, table := range npmTables {
		for _, f := range root.at(table.key).table() {
			s.npmDependency(f, table.scope, table.key)
		}
	}
	workspaces := root.at("workspaces")
	if packages := workspaces.at("packages"); packages != nil {
		workspaces = packages
	}
	for _, w := range workspaces.texts() {
		s.include(path.Join(strings.TrimPrefix(w.text, "!"), "package.json"))
	}
	return err
}

// npmDependency reads "name": "range", where the range may rename ("npm:other@1"), be a
// path, or a place in the workspace.
func (s *sheet) npmDependency(f field, scope Scope, group string) {
	d := Dependency{Ecosystem: NPM, Name: f.key, Version: f.value.str(), Scope: scope, Line: f.line, Local: local(f.value.str())}
	if target, ok := strings.CutPrefix(d.Version, "npm:"); ok {
		name, version := npmReference(target)
		if name != "" && !strings.EqualFold(name, f.key) {
			d.Alias, d.Name = f.key, name
		}
		d.Version = version
	}
	if group != "dependencies" {
		d.Group = group
	}
	s.add(d)
}

// npmReference parts "@scope/name@1.2" into name and version.
func npmReference(text string) (name, version string) {
	if at := strings.LastIndexByte(text, '@'); at > 0 {
		return text[:at], text[at+1:]
	}
	return text, ""
}

// readDeno reads deno.json: imports of npm, of JSR and of addresses.
func readDeno(s *sheet) error {
	root, err := jsonTree(s.text)
	if name := root.at("name"); name != nil {
		s.publish(JSR, name.str(), name.line)
	}
	for _, f := range root.at("imports").table() {
		d := Dependency{Scope: Direct, Line: f.line}
		target := f.value.str()
		switch {
		case strings.HasPrefix(target, "npm:"):
			d.Ecosystem = NPM
		case strings.HasPrefix(target, "jsr:"):
			d.Ecosystem = JSR
		default:
			continue // a path or an address
		}
		d.Name, d.Version = npmReference(strings.TrimPrefix(target[4:], "/"))
		d.Version, _, _ = strings.Cut(d.Version, "/")
		if alias := strings.TrimSuffix(f.key, "/"); !strings.EqualFold(alias, d.Name) {
			d.Alias = alias
		}
		s.add(d)
	}
	for _, w := range root.at("workspace").texts() {
		s.include(path.Join(w.text, "deno.json"))
	}
	return err
}

// readPnpmWorkspace reads pnpm-workspace.yaml: members and catalogs of versions.
func readPnpmWorkspace(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, w := range root.at("packages").texts() {
		s.include(path.Join(strings.TrimPrefix(w.text, "!"), "package.json"))
	}
	for _, f := range root.at("catalog").table() {
		s.npmDependency(f, Managed, "default")
	}
	for _, catalog := range root.at("catalogs").table() {
		for _, f := range catalog.value.table() {
			s.npmDependency(f, Managed, catalog.key)
		}
	}
	return err
}
