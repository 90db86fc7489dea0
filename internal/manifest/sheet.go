package manifest

import (
	"path"
	"strings"
	"unicode"
)

// sheet gathers the facts of one file while it is read.
type sheet struct {
	file File
	text string
	seen map[Dependency]bool
	drew map[string]bool // paths included
	full bool
}

// add enters a dependency. The ecosystem is the file's unless the dependency has its own.
// A name that no registry could hold is left out, and so is a repetition.
func (s *sheet) add(d Dependency) {
	if d.Ecosystem == "" {
		d.Ecosystem = s.file.Ecosystem
	}
	if s.file.Lock {
		d.Scope = Transitive
	}
	d.Name = canonical(d.Ecosystem, d.Name)
	d.Version = strings.TrimSpace(d.Version)
	if len(d.Version) > maxVersion {
		d.Version = ""
	}
	if !fit(d.Name) || len(d.Alias) > maxName || len(d.Group) > maxName {
		return
	}
	key := d
	key.Line, key.Version = 0, ""
	if s.seen[key] {
		return
	}
	if len(s.file.Dependencies) >= MaxDependencies {
		s.full = true
		return
	}
	s.seen[key] = true
	s.file.Dependencies = append(s.file.Dependencies, d)
}

// publish enters a name that the file publishes.
func (s *sheet) publish(e Ecosystem, name string, line int) {
	name = canonical(e, name)
	if fit(name) && len(s.file.Publishes) < MaxDependencies {
		s.file.Publishes = append(s.file.Publishes, Package{Ecosystem: e, Name: name, Line: line})
	}
}

// include enters a path that the file names, relative to its folder. Paths that leave the
// repository are left out.
func (s *sheet) include(name string) {
	full := path.Join(path.Dir(s.file.Path), strings.ReplaceAll(name, `\`, "/"))
	outside := full == ".." || strings.HasPrefix(full, "../") || strings.HasPrefix(full, "/")
	if name == "" || outside || strings.Contains(name, "://") || len(s.file.Includes) >= MaxDependencies || len(full) > 4*maxName || s.drew[full] {
		return
	}
	s.drew[full] = true
	s.file.Includes = append(s.file.Includes, full)
}

// property enters what a placeholder stands for.
func (s *sheet) property(name, value string) {
	if name == "" || len(name) > maxName || len(value) > maxVersion || len(s.file.Properties) >= MaxDependencies {
		return
	}
	if s.file.Properties == nil {
		s.file.Properties = map[string]string{}
	}
	s.file.Properties[name] = value
}

// fit reports that a canonical name can be one: not empty, not long, one printable word.
func fit(name string) bool {
	if name == "" || name == "." || name == "*" || name == ":" || len(name) > maxName {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("\"'`<>|\\,;=", r) || r == unicode.ReplacementChar
	})
}
