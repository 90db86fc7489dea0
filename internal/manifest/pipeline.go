package manifest

import (
	"slices"
	"strings"
)

// readWorkflow reads a workflow of GitHub Actions, or an action made of steps. All serves
// those who work on the code.
func readWorkflow(s *sheet) error {
	root, err := yamlTree(s.text)
	for _, job := range root.at("jobs").table() {
		s.uses(job.value)
		s.container(job.value.at("container"), "container")
		for _, service := range job.value.at("services").table() {
			s.container(service.value, "services")
		}
		for _, step := range job.value.at("steps").list() {
			s.uses(step)
		}
	}
	for _, step := range root.at("runs", "steps").list() {
		s.uses(step)
	}
	if image, ok := strings.CutPrefix(root.at("runs", "image").str(), "docker://"); ok {
		s.image(image, Dev, "runs", root.at("runs", "image").line)
	}
	return err
}

// container reads an image, alone or in a table.
func (s *sheet) container(n *node, group string) {
	if image := n.at("image"); image != nil {
		n = image
	}
	s.image(n.str(), Dev, group, n.lineOf())
}

// uses reads owner/name/path@ref, docker://image, or a path.
func (s *sheet) uses(n *node) {
	u := n.at("uses")
	if image, ok := strings.CutPrefix(u.str(), "docker://"); ok {
		s.image(image, Dev, "uses", u.line)
		return
	}
	name, version, _ := strings.Cut(u.str(), "@")
	if strings.HasPrefix(name, ".") || strings.Count(name, "/") == 0 {
		return
	}
	s.add(Dependency{Ecosystem: Actions, Name: name, Version: version, Scope: Dev, Line: u.line})
}

// readGitLab reads the images of .gitlab-ci.yml.
func readGitLab(s *sheet) error {
	root, err := yamlTree(s.text)
	s.gitLabJob(root)
	for _, f := range root.table() {
		if f.key != "services" && f.key != "image" && f.key != "variables" {
			s.gitLabJob(f.value)
		}
	}
	return err
}

func (s *sheet) gitLabJob(job *node) {
	for _, key := range []string{"image", "services"} {
		n := job.at(key)
		if n == nil {
			continue
		}
		for _, item := range append(slices.Clip(n.list()), n) {
			ref := item
			if name := item.at("name"); name != nil {
				ref = name
			}
			s.image(ref.str(), Dev, key, ref.line)
		}
	}
}
