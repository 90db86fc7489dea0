package manifest

import (
	"strings"
)

// readPom reads pom.xml. Versions and the scopes that a parent sets are found by Resolve;
// the parent itself is a Managed dependency of the group "parent".
func readPom(s *sheet) error {
	root, err := xmlTree(s.text)
	project := root.at("project")
	s.pomProperties(project)
	if parent := project.at("parent"); parent != nil {
		s.artifact(parent, Managed, "parent")
	}
	if id := project.at("artifactId"); id != nil {
		name := s.coordinate(project, "groupId") + ":" + id.str()
		s.publish(Maven, expand(name, s.file.Properties), id.line)
	}
	for _, m := range project.at("modules").all("module") {
		s.include(strings.TrimSuffix(m.str(), "/pom.xml") + "/pom.xml")
	}
	s.pomSection(project)
	for _, profile := range project.at("profiles").all("profile") {
		s.pomSection(profile)
	}
	return err
}

// coordinate is a coordinate of the project, which a parent may give.
func (s *sheet) coordinate(project *node, key string) string {
	return cmpText(project.at(key).str(), project.at("parent", key).str())
}

func cmpText(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func (s *sheet) pomProperties(project *node) {
	for _, f := range project.at("properties").table() {
		s.property(f.key, f.value.str())
	}
	for _, key := range []string{"groupId", "artifactId", "version"} {
		value := project.at(key).str()
		if key != "artifactId" {
			value = s.coordinate(project, key)
		}
		if value != "" {
			s.property("project."+key, value)
			s.property("pom."+key, value)
		}
	}
	for _, key := range []string{"groupId", "version"} {
		if value := project.at("parent", key).str(); value != "" {
			s.property("project.parent."+key, value)
		}
	}
}

// pomSection reads a project or a profile.
func (s *sheet) pomSection(n *node) {
	for _, d := range n.at("dependencies").all("dependency") {
		scope := d.at("scope").str()
		s.artifact(d, mavenScope(scope, d.at("optional").truth()), scope)
	}
	for _, d := range n.at("dependencyManagement", "dependencies").all("dependency") {
		s.artifact(d, Managed, d.at("scope").str())
	}
	build := n.at("build")
	for _, p := range build.at("plugins").all("plugin") {
		s.plugin(p, Dev)
	}
	for _, p := range build.at("pluginManagement", "plugins").all("plugin") {
		s.plugin(p, Managed)
	}
}

func mavenScope(scope string, optional bool) Scope {
	switch {
	case scope == "test":
		return Dev
	case optional, scope == "provided", scope == "system":
		return Optional
	case scope == "import":
		return Managed
	}
	return Direct
}

func (s *sheet) plugin(p *node, scope Scope) {
	s.artifact(p, scope, "plugin")
	for _, path := range p.at("configuration", "annotationProcessorPaths").table() {
		s.artifact(path.value, Dev, "annotationProcessor")
	}
	for _, d := range p.at("dependencies").all("dependency") {
		s.artifact(d, Dev, "plugin")
	}
}

// artifact enters group:artifact. Only plugins have a group by default.
func (s *sheet) artifact(n *node, scope Scope, group string) {
	id := n.at("artifactId")
	owner := n.at("groupId").str()
	if owner == "" && group == "plugin" {
		owner = "org.apache.maven.plugins"
	}
	if id.str() == "" || owner == "" {
		return
	}
	s.add(Dependency{
		Name: expand(owner, s.file.Properties) + ":" + expand(id.str(), s.file.Properties), Version: expand(n.at("version").str(), s.file.Properties),
		Scope: scope, Group: group, Line: id.line,
	})
}

// maxExpansions bounds properties that name properties.
const maxExpansions = 10

// expand replaces ${name} by what it stands for, as far as that is known.
func expand(text string, properties map[string]string) string {
	if len(text) > maxName+maxVersion {
		return text
	}
	for range maxExpansions {
		changed := false
		var b strings.Builder
		rest := text
		for {
			from := strings.Index(rest, "${")
			if from < 0 {
				break
			}
			end := strings.IndexByte(rest[from:], '}')
			if end < 0 {
				break
			}
			b.WriteString(rest[:from])
			placeholder := rest[from : from+end+1]
			value, ok := properties[placeholder[2:len(placeholder)-1]]
			if !ok || value == placeholder {
				value = placeholder
			} else {
				changed = true
			}
			b.WriteString(value)
			rest = rest[from+end+1:]
		}
		if !changed {
			return text
		}
		b.WriteString(rest)
		if b.Len() > maxName+maxVersion {
			return text
		}
		text = b.String()
	}
	return text
}
