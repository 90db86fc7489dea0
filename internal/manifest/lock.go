package manifest

import (
	"strings"
)

// The files here are written by tools. They name what the declared packages need in turn,
// so all is transitive (sheet.add), whatever the tool wrote beside it.

// readTOMLLock reads poetry.lock, uv.lock, pdm.lock and Cargo.lock.
func readTOMLLock(s *sheet) error {
	root, err := tomlTree(s.text)
	for _, p := range root.at("package").list() {
		name := p.at("name")
		s.add(Dependency{Name: name.str(), Version: p.at("version").str(), Line: name.lineOf()})
	}
	return err
}

// readPipfileLock reads Pipfile.lock.
func readPipfileLock(s *sheet) error {
	root, err := jsonTree(s.text)
	for _, section := range root.table() {
		if section.key != "_meta" {
			s.lockTable(section.value)
		}
	}
	return err
}

// lockTable enters a table of name -> { version }.
func (s *sheet) lockTable(table *node) {
	for _, f := range table.table() {
		version := firstOf(f.value, "version", "resolved")
		s.add(Dependency{Name: f.key, Version: strings.TrimLeft(version, "="), Line: f.line})
	}
}

// readNpmLock reads package-lock.json and npm-shrinkwrap.json of all versions.
func readNpmLock(s *sheet) error {
	root, err := jsonTree(s.text)
	const folder = "node_modules/"
	for _, f := range root.at("packages").table() {
		at := strings.LastIndex(f.key, folder)
		if at < 0 {
			continue // the project and its members
		}
		s.add(Dependency{Name: f.key[at+len(folder):], Version: f.value.at("version").str(), Line: f.line, Local: f.value.at("link").truth()})
	}
	s.lockTable(root.at("dependencies"))
	return err
}

// readYarnLock reads yarn.lock of both formats: entries begin lines, the version follows.
func readYarnLock(s *sheet) error {
	d := Dependency{}
	line := 0
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed == "__metadata:":
		case text[0] != ' ' && strings.HasSuffix(trimmed, ":"):
			s.add(d)
			first, _, _ := strings.Cut(strings.Trim(trimmed, `":`), ",")
			name, _ := npmReference(strings.Trim(first, `" `))
			if at := strings.Index(name, "@npm:"); at > 0 { // "a@npm:b@1" renames
				name = name[at+len("@npm:"):]
			}
			d = Dependency{Name: name, Line: line, Local: strings.Contains(first, "@workspace:")}
		case d.Version == "" && strings.HasPrefix(text, "  version"):
			d.Version = strings.Trim(strings.TrimPrefix(trimmed, "version"), `: "`)
		}
	}
	s.add(d)
	return nil
}

// readPnpmLock reads pnpm-lock.yaml: keys such as /@scope/name@1.2(peer@3) and /name/1.2.
func readPnpmLock(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, f := range root.at("packages").table() {
		key := strings.TrimPrefix(f.key, "/")
		key, _, _ = strings.Cut(key, "(")
		name, version := npmReference(key)
		if version == "" {
			if at := strings.LastIndexByte(key, '/'); at > 0 {
				name, version = key[:at], key[at+1:]
			}
		}
		s.add(Dependency{Name: name, Version: version, Line: f.line})
	}
	return err
}

// readBunLock reads bun.lock: name -> ["name@version", …].
func readBunLock(s *sheet) error {
	root, err := jsonTree(s.text)
	for _, f := range root.at("packages").table() {
		if items := f.value.list(); len(items) > 0 {
			name, version := npmReference(items[0].str())
			s.add(Dependency{Name: name, Version: version, Line: f.line})
		}
	}
	return err
}

// readGoSum reads go.sum.
func readGoSum(s *sheet) error {
	line := 0
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		if words := strings.Fields(text); len(words) == 3 {
			s.add(Dependency{Name: words[0], Version: strings.TrimSuffix(words[1], "/go.mod"), Line: line})
		}
	}
	return nil
}

// readGemfileLock reads Gemfile.lock: under "specs:", gems are indented by four spaces and
// what they need by six.
func readGemfileLock(s *sheet) error {
	line := 0
	here := false
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		if text != "" && text[0] != ' ' {
			here = text == "PATH"
		}
		rest, ok := strings.CutPrefix(text, "    ")
		if !ok || strings.HasPrefix(rest, " ") {
			continue
		}
		name, version, ok := strings.Cut(rest, " (")
		if ok {
			s.add(Dependency{Name: name, Version: strings.TrimSuffix(strings.TrimSpace(version), ")"), Line: line, Local: here})
		}
	}
	return nil
}

// readComposerLock reads composer.lock.
func readComposerLock(s *sheet) error {
	root, err := jsonTree(s.text)
	for _, key := range []string{"packages", "packages-dev"} {
		for _, p := range root.at(key).list() {
			name := p.at("name")
			s.add(Dependency{Name: name.str(), Version: p.at("version").str(), Line: name.lineOf()})
		}
	}
	return err
}

// readNuGetLock reads packages.lock.json.
func readNuGetLock(s *sheet) error {
	root, err := jsonTree(s.text)
	for _, framework := range root.at("dependencies").table() {
		s.lockTable(framework.value)
	}
	return err
}

// readGradleLock reads gradle.lockfile: group:artifact:version=configurations.
func readGradleLock(s *sheet) error {
	line := 0
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		coordinates, _, ok := strings.Cut(text, "=")
		part := strings.Split(coordinates, ":")
		if ok && len(part) == 3 && !strings.HasPrefix(text, "#") {
			s.add(Dependency{Name: part[0] + ":" + part[1], Version: part[2], Line: line})
		}
	}
	return nil
}

// readPodfileLock reads Podfile.lock: items are "Name/Part (1.2)", alone or with what they need.
func readPodfileLock(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, item := range root.at("PODS").list() {
		text := item.str()
		if fields := item.table(); len(fields) > 0 {
			text = fields[0].key
		}
		name, version, _ := strings.Cut(text, " (")
		name, _, _ = strings.Cut(name, "/")
		s.add(Dependency{Name: name, Version: strings.TrimSuffix(version, ")"), Line: item.line})
	}
	return err
}
