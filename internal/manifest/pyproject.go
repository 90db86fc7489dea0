package manifest

// readPyproject reads pyproject.toml: PEP 621, PEP 735, and the tables of Poetry, PDM, uv
// and Hatch.
func readPyproject(s *sheet) error {
	root, err := tomlTree(s.text)
	project := root.at("project")
	if name := project.at("name"); name != nil {
		s.publish(PyPI, name.str(), name.line)
	}
	for _, c := range project.at("classifiers").texts() {
		s.file.Private = s.file.Private || c.text == "Private :: Do Not Upload"
	}
	s.requireAll(project.at("dependencies"), Direct, "")
	for _, extra := range project.at("optional-dependencies").table() {
		s.requireAll(extra.value, cmpScope(scopeOfName(extra.key), Optional), extra.key)
	}
	for _, group := range root.at("dependency-groups").table() {
		s.requireAll(group.value, Dev, group.key)
	}
	s.requireAll(root.at("build-system", "requires"), Dev, "build-system")
	s.poetry(root.at("tool", "poetry"))
	for _, group := range root.at("tool", "pdm", "dev-dependencies").table() {
		s.requireAll(group.value, Dev, group.key)
	}
	s.requireAll(root.at("tool", "uv", "dev-dependencies"), Dev, "dev")
	for _, c := range root.at("tool", "uv", "constraint-dependencies").texts() {
		s.require(c.text, Managed, "", c.line)
	}
	for _, env := range root.at("tool", "hatch", "envs").table() {
		s.requireAll(env.value.at("dependencies"), Dev, env.key)
		s.requireAll(env.value.at("extra-dependencies"), Dev, env.key)
	}
	for _, member := range root.at("tool", "uv", "workspace", "members").texts() {
		s.include(member.text + "/pyproject.toml")
	}
	s.localSources(root.at("tool", "uv", "sources"))
	return err
}

// cmpScope is the first scope that says something.
func cmpScope(scopes ...Scope) Scope {
	for _, scope := range scopes {
		if scope != "" {
			return scope
		}
	}
	return Direct
}

func (s *sheet) requireAll(list *node, scope Scope, group string) {
	for _, item := range list.texts() {
		s.require(item.text, scope, group, item.line)
	}
}

// poetry reads the tables of Poetry, which keep name and version apart.
func (s *sheet) poetry(tool *node) {
	if name := tool.at("name"); name != nil && len(s.file.Publishes) == 0 {
		s.publish(PyPI, name.str(), name.line)
	}
	if mode := tool.at("package-mode"); mode.str() == "false" {
		s.file.Private = true
	}
	s.poetryTable(tool.at("dependencies"), Direct, "")
	s.poetryTable(tool.at("dev-dependencies"), Dev, "dev")
	for _, group := range tool.at("group").table() {
		scope := Dev
		if group.value.at("optional").truth() {
			scope = cmpScope(scopeOfName(group.key), Optional)
		}
		if group.key == "main" {
			scope = Direct
		}
		s.poetryTable(group.value.at("dependencies"), scope, group.key)
	}
}

func (s *sheet) poetryTable(table *node, scope Scope, group string) {
	for _, f := range table.table() {
		if f.key == "python" {
			continue
		}
		d := Dependency{Ecosystem: PyPI, Name: f.key, Version: f.value.str(), Scope: scope, Line: f.line, Group: group}
		spec := f.value
		if len(spec.list()) > 0 { // one entry for each platform
			spec = spec.list()[0]
		}
		if d.Version == "" {
			d.Version = firstOf(spec, "version", "git", "path", "url")
		}
		if spec.at("optional").truth() && scope == Direct {
			d.Scope = Optional
		}
		d.Local = spec.at("path") != nil
		s.add(d)
	}
}

// firstOf is the first of some fields that has text.
func firstOf(n *node, keys ...string) string {
	for _, key := range keys {
		if text := n.at(key).str(); text != "" {
			return text
		}
	}
	return ""
}

// localSources marks what uv takes from a path or the workspace.
func (s *sheet) localSources(sources *node) {
	here := map[string]bool{}
	for _, f := range sources.table() {
		here[pep503(f.key)] = f.value.at("workspace").truth() || f.value.at("path") != nil
	}
	for i, d := range s.file.Dependencies {
		if here[d.Name] {
			s.file.Dependencies[i].Local = true
		}
	}
}

// readPipfile reads Pipfile.
func readPipfile(s *sheet) error {
	root, err := tomlTree(s.text)
	for _, section := range root.table() {
		scope := Dev // categories other than the default are for those who ask
		switch section.key {
		case "packages":
			scope = Direct
		case "source", "requires", "scripts", "pipenv", "pipfile":
			continue
		}
		s.poetryTable(section.value, scope, map[bool]string{true: section.key}[scope == Dev])
	}
	return err
}
