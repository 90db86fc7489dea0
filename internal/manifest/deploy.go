package manifest

import (
	"path"
	"strings"
)

// readTerraform reads *.tf: required providers, modules, and the providers that resources
// name by their first word.
func readTerraform(s *sheet) error {
	tokens := lex(terraformLang, s.text)
	var stack []string
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.is("}"):
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		case t.is("{"):
			stack = append(stack, "")
		case t.kind == aWord && (i == 0 || tokens[i-1].kind == lineEnd || tokens[i-1].is("{")):
			open := blockOpen(tokens, i)
			within := ""
			if len(stack) > 0 {
				within = stack[len(stack)-1]
			}
			if open == 0 {
				if t.word("source") && within == "module" && i+2 < len(tokens) && tokens[i+2].kind == aString {
					s.terraformModule(tokens[i+2])
				}
				continue
			}
			if within == "required_providers" {
				i = s.provider(tokens, i, open)
				continue
			}
			if (t.word("resource") || t.word("data") || t.word("provider")) && i+1 < len(tokens) && within == "" {
				name, _, _ := strings.Cut(tokens[i+1].text, "_")
				s.property("provider."+name, "")
			}
			stack = append(stack, t.text)
			i = open
		}
	}
	s.impliedProviders()
	return nil
}

// blockOpen is the place of the brace of the block that begins at i, or 0.
func blockOpen(tokens []token, i int) int {
	for j := i + 1; j < len(tokens) && j <= i+4; j++ {
		if tokens[j].is("{") {
			return j
		}
		if tokens[j].kind == lineEnd {
			return 0
		}
	}
	return 0
}

// provider reads aws = { source = "hashicorp/aws" … } and returns its end.
func (s *sheet) provider(tokens []token, i, open int) int {
	block, next := inside(tokens, open)
	d := Dependency{Name: "hashicorp/" + tokens[i].text, Scope: Direct, Line: tokens[i].line}
	if source, ok := argument(block, "source"); ok {
		part := strings.Split(source.text, "/")
		d.Name = strings.Join(part[max(0, len(part)-2):], "/")
	}
	if version, ok := argument(block, "version"); ok {
		d.Version = version.text
	}
	s.add(d)
	s.property("known."+tokens[i].text, "")
	return next - 1
}

// impliedProviders enters the providers that nothing declares: Terraform takes them from
// hashicorp.
func (s *sheet) impliedProviders() {
	for _, key := range sortedKeys(s.file.Properties) {
		name, ok := strings.CutPrefix(key, "provider.")
		if _, known := s.file.Properties["known."+name]; ok && !known && name != "terraform" {
			s.add(Dependency{Name: "hashicorp/" + name, Scope: Direct, Group: "implied"})
		}
	}
	s.file.Properties = nil
}

// terraformModule reads the source of a module: a registry's name, a repository, a path.
func (s *sheet) terraformModule(source token) {
	text := source.text
	switch {
	case strings.HasPrefix(text, "./"), strings.HasPrefix(text, "../"):
		s.include(text)
		return
	case strings.Contains(text, "::") || strings.Contains(text, "://") || strings.HasPrefix(text, "git@"):
		_, after, ok := strings.Cut(text, "::")
		if ok {
			text = after
		}
		text, _, _ = strings.Cut(repository(text), "//")
		text = strings.TrimSuffix(text, ".git")
	default:
		text, _, _ = strings.Cut(text, "//")
	}
	s.add(Dependency{Name: text, Scope: Direct, Group: "module", Line: source.line})
}

// readChart reads Chart.yaml and requirements.yaml of Helm.
func readChart(s *sheet) error {
	root, err := yamlTree(s.text)
	if name := root.at("name"); name != nil {
		s.publish(Helm, name.str(), name.line)
	}
	for _, d := range root.at("dependencies").list() {
		name := d.at("name")
		where := d.at("repository").str()
		s.add(Dependency{
			Name: name.str(), Version: d.at("version").str(), Scope: Direct, Line: name.lineOf(), Alias: d.at("alias").str(),
			Local: strings.HasPrefix(where, "file:"),
		})
	}
	return err
}

// readHelmfile reads the charts of helmfile.yaml.
func readHelmfile(s *sheet) error {
	docs, err := yamlTrees(s.text)
	for _, root := range docs {
		for _, release := range root.at("releases").list() {
			chart := release.at("chart")
			if chart == nil || strings.HasPrefix(chart.str(), ".") {
				continue
			}
			s.add(Dependency{Name: path.Base(chart.str()), Version: release.at("version").str(), Scope: Direct, Line: chart.line})
		}
	}
	return err
}

// readKubernetes reads the kinds of the resources in a YAML file, and nothing of a file
// that has none. Templates of charts are no YAML, so the lines that are not indented are
// read; where the file is YAML, the images of its containers are read as well.
func readKubernetes(s *sheet) error {
	version, kindText, kindLine, line := false, "", 0, 0
	found := false
	flush := func() {
		if version && kindText != "" {
			found = true
			s.add(Dependency{Ecosystem: Kubernetes, Name: kindText, Scope: Direct, Line: kindLine})
		}
		version, kindText = false, ""
	}
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		if strings.HasPrefix(text, "---") {
			flush()
		}
		version = version || strings.HasPrefix(text, "apiVersion:")
		if value, ok := strings.CutPrefix(text, "kind:"); ok && kindText == "" {
			value, _, _ = strings.Cut(value, " #")
			kindText, kindLine = strings.Trim(strings.TrimSpace(value), `"'`), line
		}
	}
	flush()
	if !found {
		return nil
	}
	docs, err := yamlTrees(s.text)
	for _, doc := range docs {
		s.containers(doc)
	}
	if err != nil && strings.Contains(s.text, "{{") {
		return nil
	}
	return err
}

// containers enters the images of the containers in a resource.
func (s *sheet) containers(n *node) {
	for _, f := range n.table() {
		if f.key == "containers" || f.key == "initContainers" {
			for _, c := range f.value.list() {
				if image := c.at("image"); image != nil {
					s.image(image.str(), Direct, f.key, image.line)
				}
			}
			continue
		}
		s.containers(f.value)
	}
	for _, item := range n.list() {
		s.containers(item)
	}
}
