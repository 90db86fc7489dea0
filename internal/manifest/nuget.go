package manifest

import (
	"path"
	"strings"
)

// readProject reads the projects of .NET: *.csproj, *.fsproj, *.vbproj and the props files
// that set packages for many of them.
func readProject(s *sheet) error {
	root, err := xmlTree(s.text)
	r := projectReader{sheet: s, scope: Direct}
	base := path.Base(s.file.Path)
	for _, word := range strings.FieldsFunc(base, func(c rune) bool { return c == '.' || c == '-' || c == '_' }) {
		if strings.HasSuffix(word, "Test") || strings.HasSuffix(word, "Tests") || strings.EqualFold(word, "tests") || strings.EqualFold(word, "benchmarks") {
			r.scope = Dev
		}
	}
	project := root.at("Project")
	if sdk := project.attr("Sdk"); sdk != "" && sdk != "Microsoft.NET.Sdk" {
		name, version, _ := strings.Cut(sdk, "/")
		s.add(Dependency{Name: name, Version: version, Scope: r.scope, Group: "Sdk", Line: project.lineOf()})
	}
	r.walk(project)
	return err
}

type projectReader struct {
	sheet *sheet
	scope Scope
}

// walk reads the elements of a project, in groups and under conditions.
func (r *projectReader) walk(n *node) {
	for _, f := range n.table() {
		switch f.key {
		case "PackageReference", "GlobalPackageReference", "PackageVersion", "FrameworkReference":
			r.reference(f)
		case "PackageId":
			r.sheet.publish(NuGet, f.value.str(), f.line)
		case "IsPackable":
			r.sheet.file.Private = strings.EqualFold(f.value.str(), "false")
		case "PropertyGroup":
			for _, p := range f.value.table() {
				r.sheet.property(p.key, p.value.str())
			}
			r.walk(f.value)
		default:
			r.walk(f.value)
		}
	}
}

func (r *projectReader) reference(f field) {
	d := Dependency{Scope: r.scope, Line: f.line, Group: f.key}
	d.Name = cmpText(f.value.attr("Include"), f.value.attr("Update"))
	d.Version = cmpText(f.value.attr("Version"), f.value.at("Version").str(), f.value.attr("VersionOverride"))
	private := cmpText(f.value.attr("PrivateAssets"), f.value.at("PrivateAssets").str())
	switch {
	case f.key == "PackageVersion":
		d.Scope = Managed
	case f.key == "GlobalPackageReference", strings.EqualFold(private, "all"):
		d.Scope = Dev
	}
	if f.key == "PackageReference" {
		d.Group = ""
	}
	for name := range strings.SplitSeq(d.Name, ";") {
		d.Name = name
		r.sheet.add(d)
	}
}

// readPackagesConfig reads packages.config. It lists what the listed packages need, too,
// and does not tell which is which.
func readPackagesConfig(s *sheet) error {
	root, err := xmlTree(s.text)
	for _, p := range root.at("packages").all("package") {
		d := Dependency{Name: p.attr("id"), Version: p.attr("version"), Scope: Direct, Line: p.line}
		if p.attr("developmentDependency") == "true" {
			d.Scope = Dev
		}
		s.add(d)
	}
	return err
}
