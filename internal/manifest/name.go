package manifest

import (
	"strings"
)

// canonical is the spelling of a name under which its registry knows it:
//   - pypi: PEP 503, lower case, runs of "-", "_" and "." are one "-"
//   - npm, packagist, nuget, hex, conda, crates, actions, terraform, vcpkg: lower case
//   - docker: no registry host, no "library/", no tag or digest
//   - swift: host/owner/name, lower case
//   - others: as written
func canonical(e Ecosystem, name string) string {
	name = strings.TrimSpace(name)
	switch e {
	case PyPI:
		return pep503(name)
	case NPM, Packagist, NuGet, Hex, Conda, Crates, Actions, Terraform, Vcpkg, JSR:
		return strings.ToLower(name)
	case Docker:
		image, _ := splitImage(name)
		return image
	case Swift:
		return strings.ToLower(repository(name))
	}
	return name
}

func pep503(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(name) {
		if r == '-' || r == '_' || r == '.' {
			dash = true
			continue
		}
		if dash && b.Len() > 0 {
			b.WriteByte('-')
		}
		dash = false
		b.WriteRune(r)
	}
	return b.String()
}

// splitImage parts a reference to an image into its canonical name and its tag or digest.
func splitImage(ref string) (name, version string) {
	name, digest, _ := strings.Cut(strings.TrimSpace(ref), "@")
	if colon := strings.LastIndexByte(name, ':'); colon > strings.LastIndexByte(name, '/') {
		name, version = name[:colon], name[colon+1:]
	}
	if version == "" {
		version = digest
	}
	if host, rest, ok := strings.Cut(name, "/"); ok && (strings.ContainsAny(host, ".:") || host == "localhost") {
		name = rest
	}
	return strings.ToLower(strings.TrimPrefix(name, "library/")), version
}

// repository is host/owner/name of the address of a repository, or the text as it is.
func repository(address string) string {
	address = strings.TrimSpace(address)
	address = strings.TrimPrefix(address, "git+")
	if rest, ok := strings.CutPrefix(address, "git@"); ok {
		address = strings.Replace(rest, ":", "/", 1)
	}
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
		if at := strings.IndexByte(address, '@'); at >= 0 && at < strings.IndexByte(address+"/", '/') {
			address = address[at+1:] // user:password@host
		}
	}
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	return strings.TrimSuffix(strings.TrimRight(address, "/"), ".git")
}

// local reports a version that is a path in the same repository.
func local(version string) bool {
	for _, prefix := range []string{"workspace:", "file:", "link:", "portal:", "./", "../", "path:"} {
		if strings.HasPrefix(version, prefix) {
			return true
		}
	}
	return false
}

// devWords are the parts of names of groups, files and configurations that serve those who
// work on the code.
var devWords = wordSet("dev devel develop development developer test tests testing tester lint linting linter linters format formatting " +
	"doc docs documentation ci build typing types typecheck mypy style quality qa tool tools tooling bench benchmark benchmarks perf debug " +
	"coverage cov release publish pytest tox nox precommit e2e integration spec check checks profiling local")

var optionalWords = wordSet("optional extra extras all full")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// scopeOfName is what the name of a group or of a file tells: Dev, Optional, Managed or
// nothing.
func scopeOfName(name string) Scope {
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch {
		case word == "constraints" || word == "constraint":
			return Managed
		case devWords[word]:
			return Dev
		case optionalWords[word]:
			return Optional
		}
	}
	return ""
}
