package manifest

import (
	"strings"
)

// readCMake reads CMakeLists.txt and *.cmake: find_package, pkg_check_modules and what is
// fetched.
func readCMake(s *sheet) error {
	tokens := lex(cmakeSyntax, s.text)
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].kind != aWord || !tokens[i+1].is("(") {
			continue
		}
		args, next := inside(tokens, i+1)
		command := strings.ToLower(tokens[i].text)
		i = next - 1
		args = withoutLineEnds(args)
		if len(args) == 0 {
			continue
		}
		d := Dependency{Name: args[0].text, Scope: Direct, Line: args[0].line, Group: command}
		switch command {
		case "find_package":
			if len(args) > 1 && args[1].text != "" && args[1].text[0] >= '0' && args[1].text[0] <= '9' {
				d.Version = args[1].text
			}
			d.Group = ""
		case "fetchcontent_declare", "externalproject_add":
			for j := range args[:len(args)-1] {
				if args[j].word("GIT_REPOSITORY") || args[j].word("URL") {
					d.Version = args[j+1].text
				}
			}
		case "cpmaddpackage", "cpmfindpackage":
			name := args[0].text
			if len(args) > 1 && args[0].word("NAME") {
				name = args[1].text
			}
			if _, rest, ok := strings.Cut(name, ":"); ok { // gh:owner/name@1.2#tag
				name = rest
			}
			if end := strings.IndexAny(name, "@#"); end >= 0 {
				name, d.Version = name[:end], name[end+1:]
			}
			d.Name = name[strings.LastIndexByte(name, '/')+1:]
		case "pkg_check_modules", "pkg_search_module":
			s.pkgConfig(args[1:])
			continue
		default:
			continue
		}
		if !strings.ContainsAny(d.Name, "${}") {
			s.add(d)
		}
	}
	return nil
}

func (s *sheet) pkgConfig(args []token) {
	for _, t := range args {
		if t.oneOf("REQUIRED", "QUIET", "IMPORTED_TARGET", "GLOBAL", "NO_CMAKE_PATH") || t.kind == aMark {
			continue
		}
		name := t.text
		if end := strings.IndexAny(name, "<>="); end >= 0 {
			name = name[:end]
		}
		if name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsAny(name, "${}") {
			s.add(Dependency{Name: name, Scope: Direct, Group: "pkg-config", Line: t.line})
		}
	}
}

// readConanText reads conanfile.txt.
func readConanText(s *sheet) error {
	for _, e := range iniEntries(s.text) {
		switch e.section {
		case "requires":
			s.conan(e.key, Direct, e.line)
		case "build_requires", "tool_requires", "test_requires":
			s.conan(e.key, Dev, e.line)
		}
	}
	return nil
}

// conan enters "name/version@user/channel".
func (s *sheet) conan(ref string, scope Scope, line int) {
	name, version, ok := strings.Cut(ref, "/")
	if !ok {
		return
	}
	version, _, _ = strings.Cut(version, "@")
	s.add(Dependency{Name: name, Version: version, Scope: scope, Line: line})
}

// readConanScript reads the literals of conanfile.py.
func readConanScript(s *sheet) error {
	tokens := lex(pythonSyntax, s.text)
	for i := 0; i+1 < len(tokens); i++ {
		scope := Direct
		switch {
		case tokens[i].oneOf("build_requires", "tool_requires", "test_requires"):
			scope = Dev
		case tokens[i].word("name") && tokens[i+1].is("=") && i+2 < len(tokens) && tokens[i+2].kind == aString && len(s.file.Publishes) == 0:
			s.publish(Conan, tokens[i+2].text, tokens[i].line)
			continue
		case !tokens[i].word("requires"):
			continue
		}
		end := statementEnd(tokens, i)
		for _, t := range tokens[i:end] {
			if t.kind == aString {
				s.conan(t.text, scope, t.line)
			}
		}
		i = max(i, end-1)
	}
	return nil
}

// readVcpkg reads vcpkg.json.
func readVcpkg(s *sheet) error {
	root, err := jsonTree(s.text)
	if name := root.at("name"); name != nil {
		s.publish(Vcpkg, name.str(), name.line)
		s.file.Private = true // a project has a name there as well as a port
	}
	s.vcpkgList(root.at("dependencies"), Direct, "")
	for _, f := range root.at("features").table() {
		s.vcpkgList(f.value.at("dependencies"), cmpScope(scopeOfName(f.key), Optional), f.key)
	}
	return err
}

func (s *sheet) vcpkgList(list *node, scope Scope, group string) {
	for _, item := range list.list() {
		d := Dependency{Name: cmpText(item.str(), item.at("name").str()), Version: item.at("version>=").str(), Scope: scope, Group: group, Line: item.line}
		if item.at("host").truth() {
			d.Scope = Dev
		}
		s.add(d)
	}
}

// readDescription reads DESCRIPTION of an R package.
func readDescription(s *sheet) error {
	for _, e := range iniEntries(s.text) {
		scope := Direct
		switch e.key {
		case "Package":
			if len(e.values) > 0 {
				s.publish(CRAN, e.values[0].text, e.line)
			}
			continue
		case "Depends", "Imports", "LinkingTo":
		case "Suggests", "Enhances":
			scope = Optional
		default:
			continue
		}
		for _, v := range e.values {
			for item := range strings.SplitSeq(v.text, ",") {
				name, version, _ := strings.Cut(strings.TrimSpace(item), "(")
				if name = strings.TrimSpace(name); name != "R" {
					s.add(Dependency{Name: name, Version: strings.Trim(version, "() "), Scope: scope, Group: e.key, Line: v.line})
				}
			}
		}
	}
	return nil
}
