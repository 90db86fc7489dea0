package manifest

import "strings"

// readConda reads environment.yml: packages of conda and, under "pip", of PyPI.
func readConda(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, item := range root.at("dependencies").list() {
		if item.scalar {
			s.condaPackage(item)
			continue
		}
		for _, r := range item.at("pip").texts() {
			if file, ok := strings.CutPrefix(r.text, "-r "); ok {
				s.include(file)
				continue
			}
			s.require(r.text, Direct, "pip", r.line)
		}
	}
	return err
}

// condaPackage reads "channel::name=1.2=build" or "name >=1.2". Python itself is kept: it
// is a package of conda like others.
func (s *sheet) condaPackage(item *node) {
	name := item.text
	if _, rest, ok := strings.Cut(name, "::"); ok {
		name = rest
	}
	version := ""
	if at := strings.IndexAny(name, " =<>!~["); at >= 0 {
		name, version = name[:at], strings.TrimLeft(name[at:], " =")
	}
	s.add(Dependency{Ecosystem: Conda, Name: name, Version: version, Scope: Direct, Line: item.line})
}
