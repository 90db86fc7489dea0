// Package manifest reads the dependency manifests of a repository: which packages a file
// declares, what for, and which packages it publishes. Bytes in, facts out: nothing is
// executed, fetched or looked up, and what a program would compute is not guessed.
//
// Here live the formats, the canonical spelling of names, and what needs several files of
// one repository (Resolve). What a package means as a skill, and imports in source code,
// live elsewhere.
package manifest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Limits of what is read. Manifests written by people are a few kilobytes; the largest
// lock files are not worth their weight, because they only tell versions.
const (
	MaxBytes        = 1 << 20 // of one file
	MaxDependencies = 5000    // of one file
	maxDepth        = 100     // levels of nesting
	maxName         = 214     // bytes, npm's own limit and the longest of all
	maxVersion      = 200     // bytes
)

// Errors a caller may tell apart. A File that comes with ErrTooMany is cut, not wrong.
var (
	ErrUnknown  = errors.New("not a known manifest")
	ErrTooLarge = errors.New("file is too large")
	ErrTooMany  = errors.New("too many dependencies")
	ErrTooDeep  = errors.New("nested too deeply")
)

// Ecosystem is the registry, or the kind of registry, that a name belongs to.
type Ecosystem string

// Ecosystems of the formats read.
const (
	PyPI       Ecosystem = "pypi"
	Conda      Ecosystem = "conda"
	NPM        Ecosystem = "npm"
	JSR        Ecosystem = "jsr"
	Go         Ecosystem = "go"
	Crates     Ecosystem = "crates"
	Maven      Ecosystem = "maven"
	Gradle     Ecosystem = "gradle" // plugin ids, and catalog accessors that Resolve did not find
	RubyGems   Ecosystem = "rubygems"
	Packagist  Ecosystem = "packagist"
	NuGet      Ecosystem = "nuget"
	Hex        Ecosystem = "hex"
	Pub        Ecosystem = "pub"
	Swift      Ecosystem = "swift"
	CocoaPods  Ecosystem = "cocoapods"
	Conan      Ecosystem = "conan"
	Vcpkg      Ecosystem = "vcpkg"
	CMake      Ecosystem = "cmake"
	CRAN       Ecosystem = "cran"
	Docker     Ecosystem = "docker"
	Actions    Ecosystem = "actions"
	Terraform  Ecosystem = "terraform"
	Helm       Ecosystem = "helm"
	Kubernetes Ecosystem = "kubernetes" // the name is the kind of a resource
)

// Scope is what a dependency is declared for.
type Scope string

// Scopes, the strongest evidence first.
const (
	Direct     Scope = "direct"
	Dev        Scope = "dev"        // tests, build tools, development groups
	Optional   Scope = "optional"   // extras, optional groups, peers, what the platform provides
	Transitive Scope = "transitive" // named by a tool: lock files, "// indirect"
	Managed    Scope = "managed"    // a version for whoever names the package: constraints, catalogs, parents
)

// Dependency is one declared package. Name is canonical for the ecosystem (see canonical);
// Version is as written, which may be a range, a placeholder or nothing.
type Dependency struct {
	Ecosystem Ecosystem
	Name      string
	Version   string
	Scope     Scope
	Line      int    // from 1; 0 is unknown
	Alias     string // the name the file gives it: a Cargo or npm rename, a catalog's accessor
	Group     string // the group it stands in, as written: an extra, a configuration, a Maven scope
	Local     bool   // lives in the same repository: a path, a member of the workspace
}

// Package is a name that a file publishes.
type Package struct {
	Ecosystem Ecosystem
	Name      string
	Line      int
}

// File is what one manifest says.
type File struct {
	Path         string
	Ecosystem    Ecosystem
	Lock         bool
	Publishes    []Package
	Private      bool // the names in Publishes are not offered to others
	Dependencies []Dependency
	Includes     []string          // paths in the repository that the file draws in: -r, -c, workspace members
	Properties   map[string]string // what placeholders stand for: Maven, Gradle, MSBuild
}

// Known reports whether Read can do something with a file of this path. It looks at the
// path only. Any YAML file may be a Kubernetes manifest.
func Known(path string) bool {
	_, ok := formatOf(path)
	return ok
}

// Read says what a manifest declares. Of a damaged file it returns what could be read and
// an error. Dependencies are in the order of the file.
func Read(path string, body []byte) (File, error) {
	f, ok := formatOf(path)
	if !ok {
		return File{Path: path}, fmt.Errorf("manifest: %w: %q", ErrUnknown, path)
	}
	s := &sheet{
		file: File{Path: path, Ecosystem: f.ecosystem, Lock: f.lock},
		seen: map[Dependency]bool{}, drew: map[string]bool{},
	}
	if len(body) > MaxBytes {
		return s.file, fmt.Errorf("manifest: %q: %w", path, ErrTooLarge)
	}
	s.text = plain(body)
	err := f.read(s)
	if s.full {
		err = errors.Join(err, ErrTooMany)
	}
	slices.SortStableFunc(s.file.Dependencies, func(a, b Dependency) int { return cmp.Compare(a.Line, b.Line) })
	if err != nil {
		return s.file, fmt.Errorf("manifest: %q: %w", path, err)
	}
	return s.file, nil
}

// plain is the text of a file: UTF-8 without a byte order mark, lines end with \n. Windows
// shells write "pip freeze" as UTF-16.
func plain(body []byte) string {
	if wide, ok := utf16Text(body); ok {
		return strings.ReplaceAll(wide, "\r\n", "\n")
	}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	return strings.ToValidUTF8(strings.ReplaceAll(string(body), "\r\n", "\n"), "\uFFFD")
}

func utf16Text(body []byte) (string, bool) {
	if len(body) < 2 {
		return "", false
	}
	little := body[0] == 0xFF && body[1] == 0xFE
	if !little && (body[0] != 0xFE || body[1] != 0xFF) {
		return "", false
	}
	units := make([]uint16, 0, len(body)/2)
	for i := 2; i+1 < len(body); i += 2 {
		low, high := body[i], body[i+1]
		if !little {
			low, high = high, low
		}
		units = append(units, uint16(high)<<8|uint16(low))
	}
	return string(utf16.Decode(units)), true
}
