package tech

import "strings"

// ecosystems are the registries a package pattern may name, each with the separator behind
// which the rest of a name belongs to the package: the major version of a Go module, the
// subspec of a pod. Images, actions and Kubernetes kinds have kinds of rows of their own.
func ecosystems() map[string]string {
	return map[string]string{
		"cmake": "", "cocoapods": "/", "conan": "", "conda": "", "cran": "", "crates": "", "go": "/", "gradle": "", "helm": "",
		"hex": "", "jsr": "", "maven": "", "npm": "", "nuget": "", "packagist": "", "pub": "", "pypi": "", "rubygems": "",
		"swift": "", "terraform": "", "vcpkg": "",
	}
}

// canonical is the spelling of a name that the ecosystem tells names apart by.
func canonical(ecosystem, name string) string {
	switch ecosystem {
	case "pypi":
		return pep503(name)
	case "crates":
		return strings.ReplaceAll(strings.ToLower(name), "_", "-")
	case "npm", "jsr", "packagist", "nuget", "hex", "conda", "swift", "terraform", "vcpkg", "helm":
		return strings.ToLower(name)
	}
	return name
}

// pep503 is the normal form of a Python package's name: lower case, and any run of "-", "_"
// and "." is one "-".
func pep503(name string) string {
	name = strings.ToLower(name)
	if !strings.ContainsAny(name, "_.") && !strings.Contains(name, "--") {
		return name
	}
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c == '_' || c == '.' {
			c = '-'
		}
		if c == '-' && strings.HasSuffix(b.String(), "-") {
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// bareImage drops the registry host, the tag, the digest and Docker Hub's own "library/".
func bareImage(name string) string {
	name, _, _ = strings.Cut(name, "@")
	if colon := strings.LastIndexByte(name, ':'); colon > strings.LastIndexByte(name, '/') {
		name = name[:colon]
	}
	if host, rest, ok := strings.Cut(name, "/"); ok && (strings.ContainsAny(host, ".:") || host == "localhost") {
		name = rest
	}
	return strings.ToLower(strings.TrimPrefix(name, "library/"))
}

// family is a group of languages that share their packages, and so their imports.
type family struct {
	name      string
	separator string
}

// bare is the import path in the form of the patterns.
func (f family) bare(path string) string {
	switch f.name {
	case "js":
		return bareSpecifier(path)
	case "jvm":
		path = strings.TrimSuffix(strings.TrimSuffix(path, ".*"), "._")
	case "rust":
		return strings.ReplaceAll(strings.TrimPrefix(path, "::"), "/", "::")
	case "php":
		return strings.TrimPrefix(path, `\`)
	case "dotnet":
		return strings.TrimPrefix(path, "global::")
	case "dart":
		return strings.TrimPrefix(path, "package:")
	case "elixir":
		return strings.TrimPrefix(path, "Elixir.")
	}
	return path
}

// bareSpecifier drops what Node.js and Deno write before a name and after it: "node:fs",
// "npm:express@4/lib".
func bareSpecifier(path string) string {
	path = strings.TrimPrefix(path, "node:")
	rest, ok := strings.CutPrefix(path, "npm:")
	if !ok {
		return path
	}
	rest = strings.TrimPrefix(rest, "/")
	at := strings.LastIndexByte(rest, '@')
	if at <= 0 { // none, or the one of a scope
		return rest
	}
	name, version := rest[:at], rest[at:]
	if slash := strings.IndexByte(version, '/'); slash >= 0 {
		name += version[slash:]
	}
	return name
}
