// Package stack says what a repository is built with: languages, frameworks, databases, front
// end, operations, tests, each with the file that proves it. It reads a survey and judges
// nothing but what is named by hand: lock files and copied code prove no choice.
package stack

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/evidence/survey"
	"kadry/internal/evidence/tech"
	"kadry/internal/manifest"
)

// Found is one technology of a repository.
type Found struct {
	Name     string
	Category string
	Version  string        // as declared, of the package that names it
	Dev      bool          // for development and tests alone
	Files    int           // that show it
	Proof    []survey.Mark // the strongest first, at most proofs
}

// Language is a language of a repository.
type Language struct {
	Name  string
	Bytes int64
	Share float64 // of the code
}

// Stack is what a repository is built with.
type Stack struct {
	Languages []Language
	Found     []Found // by category in the order of tech.Categories, then by files
}

const proofs = 3

// Of reads a survey.
func Of(s survey.Survey, table *tech.Table) Stack {
	var out Stack
	for _, name := range s.TopLanguages() {
		out.Languages = append(out.Languages, Language{Name: name, Bytes: s.Languages[name], Share: float64(s.Languages[name]) / float64(max(1, s.Code))})
	}
	versions := versions(s)
	for name := range s.Uses {
		u, _ := s.Use(name)
		t, known := table.Tech(name)
		if !known || len(u.Marks) == 0 {
			continue
		}
		f := Found{Name: name, Category: t.Category, Dev: true, Files: files(u.Marks)}
		for _, m := range u.Marks {
			f.Dev = f.Dev && development(m, t.Category)
		}
		marks := byName(name, u.Marks)
		f.Proof = proof(marks)
		for _, m := range marks {
			if v := versions[m.Path+"\x00"+m.Name]; m.Kind == survey.Declared && f.Version == "" && !digest.MatchString(v) {
				f.Version = v
			}
		}
		out.Found = append(out.Found, f)
	}
	order := tech.Categories()
	slices.SortFunc(out.Found, func(a, b Found) int {
		return cmp.Or(
			cmp.Compare(slices.Index(order, a.Category), slices.Index(order, b.Category)),
			-cmp.Compare(a.Files, b.Files), strings.Compare(a.Name, b.Name),
		)
	})
	return out
}

// development reports whether a mark shows use in development and tests alone. What is about
// testing is used by tests, wherever they lie.
func development(m survey.Mark, category string) bool {
	switch m.Kind {
	case survey.Declared:
		return m.Scope == manifest.Dev
	case survey.Used:
		return m.Part == survey.Test || category == "test"
	}
	return false
}

// digest is a commit or a digest in the place of a version, which tells people nothing.
var digest = regexp.MustCompile(`^(sha256:)?[0-9a-f]{40,}$`)

// byName puts the declarations of the package that is named like the technology first.
func byName(name string, given []survey.Mark) []survey.Mark {
	marks := slices.Clone(given)
	slices.SortStableFunc(marks, func(a, b survey.Mark) int { return cmp.Compare(unlike(name, a), unlike(name, b)) })
	return marks
}

// proof takes the declaration first, where there is one: it is what a person looks for.
func proof(marks []survey.Mark) []survey.Mark {
	var chosen []survey.Mark
	for _, declared := range []bool{true, false} {
		for _, m := range marks {
			if (m.Kind == survey.Declared) == declared && len(chosen) < proofs && !slices.ContainsFunc(chosen, func(c survey.Mark) bool { return c.Path == m.Path }) {
				chosen = append(chosen, m)
			}
			if declared && len(chosen) == 1 {
				break
			}
		}
	}
	return chosen
}

// unlike is 0 for a mark of a package that is named like the technology.
func unlike(name string, m survey.Mark) int {
	_, last, _ := strings.Cut(m.Name, ":")
	if m.Kind == survey.Declared && !m.Service && (strings.EqualFold(m.Name, name) || strings.EqualFold(last, name)) {
		return 0
	}
	return 1
}

func files(marks []survey.Mark) int {
	seen := map[string]bool{}
	for _, m := range marks {
		seen[m.Path] = true
	}
	return len(seen)
}

// versions are the declared versions by file and package.
func versions(s survey.Survey) map[string]string {
	all := map[string]string{}
	for _, m := range s.Manifests {
		for _, d := range m.Dependencies {
			all[m.Path+"\x00"+d.Name] = d.Version
		}
	}
	return all
}
