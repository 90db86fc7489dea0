package manifest

// readComposer reads composer.json. Platform packages (php, ext-json) are kept: they say
// what the code needs.
func readComposer(s *sheet) error {
	root, err := jsonTree(s.text)
	if name := root.at("name"); name != nil {
		s.publish(Packagist, name.str(), name.line)
	}
	s.file.Private = root.at("type").str() == "project"
	for _, f := range root.at("require").table() {
		s.add(Dependency{Name: f.key, Version: f.value.str(), Scope: Direct, Line: f.line})
	}
	for _, f := range root.at("require-dev").table() {
		s.add(Dependency{Name: f.key, Version: f.value.str(), Scope: Dev, Group: "require-dev", Line: f.line})
	}
	// A monorepo publishes what it replaces by itself.
	for _, f := range root.at("replace").table() {
		if f.value.str() == "self.version" {
			s.publish(Packagist, f.key, f.line)
		}
	}
	return err
}
