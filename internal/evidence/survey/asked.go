package survey

import (
	"path"
	"regexp"
	"strings"

	"kadry/internal/github"
	"kadry/internal/manifest"
	"kadry/internal/skill"
)

// asked is a skill that the table does not know: it is looked for as a package of that name.
type asked struct {
	name string // as asked
	key  string // without case and separators
}

func newAsked(name string) asked { return asked{name: name, key: plain(name)} }

// plain compares names of packages: "Next-JS", "next.js" and "nextjs" are one.
func plain(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "", " ", "").Replace(skill.Fold(name))
}

// short names hit by chance: they are looked for in manifests alone.
const shortest = 3

var version = regexp.MustCompile(`^v\d+$`)

// imported reports whether an import is of a package of the asked name.
func (a asked) imported(language, imported string) bool {
	if len(a.key) < shortest {
		return false
	}
	switch language {
	case "Java", "Kotlin", "Scala", "Groovy":
		for part := range strings.SplitSeq(imported, ".") {
			if plain(part) == a.key {
				return true
			}
		}
		return false
	case "Go":
		return a.is(goName(imported))
	case "JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte":
		return a.is(npmName(imported))
	case "PHP", "C#":
		first, rest, _ := strings.Cut(strings.ReplaceAll(imported, "\\", "."), ".")
		second, _, _ := strings.Cut(rest, ".")
		return a.is(first) || a.is(second)
	case "C", "C++", "Objective-C":
		first, _, nested := strings.Cut(imported, "/")
		return nested && a.is(first) || a.is(strings.TrimSuffix(path.Base(imported), path.Ext(imported)))
	}
	return a.is(firstOf(imported))
}

// is compares names; a library of C is often called without its "lib".
func (a asked) is(name string) bool {
	key := plain(name)
	return key != "" && (key == a.key || "lib"+key == a.key)
}

// named reports whether a repository bears the asked name, or is a large one of an organisation
// of that name: PowerDNS/pdns.
func (a asked) named(r github.Repository, code int64) bool {
	owner, name, _ := strings.Cut(r.FullName, "/")
	return a.is(name) || r.Organised && a.is(owner) && code >= noToy
}

// goName is the last part of a module that is no major version.
func goName(module string) string {
	base := path.Base(module)
	if version.MatchString(base) {
		base = path.Base(path.Dir(module))
	}
	if !strings.Contains(module, "/") || base == strings.SplitN(module, "/", 2)[0] { // a vanity address: miniflux.app/v2
		base, _, _ = strings.Cut(base, ".")
	}
	base, _, _ = strings.Cut(base, ".v")
	return strings.TrimPrefix(base, "go-")
}

// npmPackage is the package of an import: "@scope/name" or "name".
func npmPackage(imported string) string {
	parts := strings.SplitN(imported, "/", 3)
	if strings.HasPrefix(imported, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// npmName is the name of that package without its scope.
func npmName(imported string) string {
	name := npmPackage(imported)
	return name[strings.LastIndexByte(name, '/')+1:]
}

// packaged reports whether a package of an ecosystem has the asked name.
func (a asked) packaged(ecosystem manifest.Ecosystem, name string) bool {
	switch ecosystem {
	case "go":
		return a.is(goName(name)) || a.is(path.Base(name))
	case "maven":
		_, artifact, _ := strings.Cut(name, ":")
		return a.is(artifact)
	case "npm":
		return a.is(npmName(name)) || a.is(strings.NewReplacer("@", "", "/", "-").Replace(name))
	case "packagist":
		return a.is(path.Base(name))
	}
	return a.is(name)
}
