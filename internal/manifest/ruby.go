package manifest

import (
	"slices"
	"strings"
)

// rubyReader walks the statements of a Ruby file and keeps the blocks that are open.
type rubyReader struct {
	sheet *sheet
	open  []Scope // of each open block, inherited
}

func (r *rubyReader) scope() Scope {
	if len(r.open) == 0 {
		return Direct
	}
	return r.open[len(r.open)-1]
}

// read calls take for every statement and keeps track of the blocks; of tells the scope
// that a block sets, or nothing.
func (r *rubyReader) read(take func(statement []token, scope Scope), of func(head []token) Scope) {
	tokens := lex(rubySyntax, r.sheet.text)
	for i := 0; i < len(tokens); {
		if tokens[i].endsStatement() {
			i++
			continue
		}
		end := max(statementEnd(tokens, i), i+1)
		statement := tokens[i:end]
		i = end
		if statement[0].word("end") {
			if len(r.open) > 0 {
				r.open = r.open[:len(r.open)-1]
			}
			continue
		}
		opens := statement[0].oneOf("if", "unless", "case", "begin", "def", "class", "module", "while", "until", "for")
		for _, t := range statement {
			opens = opens || t.word("do")
		}
		for _, t := range statement { // if x then y end
			if t.word("end") {
				opens = false
			}
		}
		if opens {
			r.open = append(r.open, cmpScope(of(statement), r.scope()))
			continue
		}
		take(statement, r.scope())
	}
}

// readGemfile reads Gemfile.
func readGemfile(s *sheet) error {
	r := rubyReader{sheet: s}
	r.read(func(statement []token, scope Scope) {
		if statement[0].word("group") {
			inBraces(s, statement)
			return
		}
		gem(s, statement, scope)
	}, func(head []token) Scope {
		if !head[0].word("group") {
			return ""
		}
		return groupScope(head[1:])
	})
	return nil
}

// inBraces reads the gems of a block in braces: group(:test) { gem "rspec" }.
func inBraces(s *sheet, statement []token) {
	open := slices.IndexFunc(statement, func(t token) bool { return t.is("{") })
	if open < 0 {
		return
	}
	scope := cmpScope(groupScope(statement[1:open]), Direct)
	for i := open + 1; i < len(statement); {
		next := slices.IndexFunc(statement[i+1:], func(t token) bool { return t.word("gem") })
		end := i + 1 + next
		if next < 0 {
			end = len(statement)
		}
		gem(s, statement[i:end], scope)
		i = end
	}
}

// gem reads a statement that declares one.
func gem(s *sheet, statement []token, scope Scope) {
	if !statement[0].word("gem") {
		return
	}
	name, ok := firstString(statement)
	if !ok {
		return
	}
	d := Dependency{Name: name.text, Scope: scope, Line: name.line}
	if group := groupOf(statement); group != "" {
		d.Scope = group
	}
	d.Version = versionAfter(statement, name)
	_, d.Local = argument(statement, "path")
	s.add(d)
}

// groupOf is the scope of group: :test, :group => [:development, :test] in a statement.
func groupOf(statement []token) Scope {
	for i, t := range statement {
		if t.oneOf("group", "groups") && i > 0 {
			rest := statement[i+1:]
			for j, next := range rest {
				if next.is("[") {
					return groupScope(rest[:closing(rest, j)])
				}
				if next.kind == aWord {
					return groupScope(rest[:j+1])
				}
			}
		}
	}
	return ""
}

// groupScope is the scope of groups of gems: one that is for production wins.
func groupScope(tokens []token) Scope {
	scope := Scope("")
	for i, t := range tokens {
		if t.kind != aWord && t.kind != aString || t.oneOf("do", "optional", "true") {
			continue
		}
		if i > 0 && tokens[i-1].is(".") {
			continue
		}
		named := scopeOfName(t.text)
		if named == "" {
			return Direct
		}
		scope = named
	}
	return scope
}

// versionAfter is the string that follows the name, if it is a version.
func versionAfter(statement []token, name token) string {
	for i, t := range statement {
		if t == name && i+2 < len(statement) && statement[i+1].is(",") && statement[i+2].kind == aString {
			if i+3 < len(statement) && (statement[i+3].is(":") || statement[i+3].is("=")) {
				return ""
			}
			return statement[i+2].text
		}
	}
	return ""
}

// readGemspec reads *.gemspec.
func readGemspec(s *sheet) error {
	r := rubyReader{sheet: s}
	r.read(func(statement []token, _ Scope) {
		if len(statement) < 4 || !statement[1].is(".") {
			return
		}
		first, ok := firstString(statement)
		if !ok {
			return
		}
		d := Dependency{Name: first.text, Version: versionAfter(statement, first), Line: first.line}
		switch {
		case statement[2].word("name") && statement[3].is("="):
			s.publish(RubyGems, first.text, first.line)
			return
		case statement[2].oneOf("add_dependency", "add_runtime_dependency"):
			d.Scope = Direct
		case statement[2].word("add_development_dependency"):
			d.Scope = Dev
		default:
			return
		}
		s.add(d)
	}, func([]token) Scope { return "" })
	return nil
}

// readPodfile reads Podfile. A pod of a part of a library (Firebase/Auth) is the library.
func readPodfile(s *sheet) error {
	r := rubyReader{sheet: s}
	r.read(func(statement []token, scope Scope) {
		name, ok := firstString(statement)
		if !ok || !statement[0].word("pod") {
			return
		}
		library, _, _ := strings.Cut(name.text, "/")
		_, here := argument(statement, "path")
		s.add(Dependency{Name: library, Version: versionAfter(statement, name), Scope: scope, Line: name.line, Local: here})
	}, func(head []token) Scope {
		if name, ok := firstString(head); ok && head[0].word("target") && strings.Contains(name.text, "Test") {
			return Dev
		}
		return ""
	})
	return nil
}

// readPodspec reads *.podspec.
func readPodspec(s *sheet) error {
	r := rubyReader{sheet: s}
	r.read(func(statement []token, _ Scope) {
		first, ok := firstString(statement)
		if !ok || len(statement) < 4 || !statement[1].is(".") {
			return
		}
		switch {
		case statement[2].word("name") && statement[3].is("="):
			s.publish(CocoaPods, first.text, first.line)
		case names(statement[:4], "dependency"):
			library, _, _ := strings.Cut(first.text, "/")
			s.add(Dependency{Name: library, Version: versionAfter(statement, first), Scope: Direct, Line: first.line})
		}
	}, func([]token) Scope { return "" })
	return nil
}
