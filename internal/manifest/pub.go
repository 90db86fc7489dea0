package manifest

// readPubspec reads pubspec.yaml.
func readPubspec(s *sheet) error {
	root, err := yamlTree(s.text)
	if name := root.at("name"); name != nil {
		s.publish(Pub, name.str(), name.line)
	}
	s.file.Private = root.at("publish_to").str() == "none"
	for _, table := range []struct {
		key   string
		scope Scope
	}{{"dependencies", Direct}, {"dev_dependencies", Dev}} {
		for _, f := range root.at(table.key).table() {
			version := cmpText(f.value.str(), firstOf(f.value, "version", "git", "path", "sdk"))
			s.add(Dependency{Name: f.key, Version: version, Scope: table.scope, Line: f.line, Local: f.value.at("path") != nil})
		}
	}
	return err
}

// readPubspecLock reads pubspec.lock.
func readPubspecLock(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, f := range root.at("packages").table() {
		s.add(Dependency{Name: f.key, Version: f.value.at("version").str(), Line: f.line})
	}
	return err
}
