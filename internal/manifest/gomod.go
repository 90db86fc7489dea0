package manifest

import (
	"strconv"
	"strings"
)

// readGoMod reads go.mod. The library for it (x/mod/modfile) reads nothing of a file with
// one wrong line, and the format is a list of words.
func readGoMod(s *sheet) error {
	r := goReader{sheet: s, paths: map[string]string{}}
	block, line := "", 0
	for text := range strings.SplitSeq(s.text, "\n") {
		line++
		code, comment, _ := strings.Cut(text, "//")
		words := strings.Fields(code)
		switch {
		case len(words) == 0:
			continue
		case block != "" && words[0] == ")":
			block = ""
			continue
		case block == "" && len(words) > 1 && words[len(words)-1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		r.directive(words, strings.TrimSpace(comment), line)
	}
	r.finish()
	return nil
}

type goReader struct {
	sheet    *sheet
	required []Dependency
	replaced []string          // modules whose code is in a folder
	tools    []string          // packages that are run
	paths    map[string]string // module -> "" that is required
}

func (r *goReader) directive(words []string, comment string, line int) {
	if len(words) < 2 {
		return
	}
	for i := range words[1:] {
		if plain, err := strconv.Unquote(words[i+1]); err == nil {
			words[i+1] = plain
		}
	}
	switch words[0] {
	case "module":
		r.sheet.publish(Go, words[1], line)
	case "require":
		d := Dependency{Name: words[1], Scope: Direct, Line: line}
		if len(words) > 2 {
			d.Version = words[2]
		}
		if comment == "indirect" || strings.HasPrefix(comment, "indirect;") {
			d.Scope = Transitive
		}
		r.required = append(r.required, d)
		r.paths[d.Name] = ""
	case "replace":
		target := words[len(words)-1]
		if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
			r.replaced = append(r.replaced, words[1])
			r.sheet.include(target + "/go.mod")
		}
	case "tool":
		r.tools = append(r.tools, words[1])
	}
}

// finish enters what is required. The module of a tool that nothing imports is a tool.
func (r *goReader) finish() {
	tools, local := map[string]bool{}, map[string]bool{}
	for _, tool := range r.tools {
		if len(tool) > maxName {
			continue
		}
		for path := tool; path != ""; path = path[:max(0, strings.LastIndexByte(path, '/'))] {
			if _, ok := r.paths[path]; ok {
				tools[path] = true
				break
			}
		}
	}
	for _, path := range r.replaced {
		local[path] = true
	}
	for _, d := range r.required {
		if tools[d.Name] && d.Scope == Transitive {
			d.Scope, d.Group = Dev, "tool"
		}
		d.Local = local[d.Name]
		r.sheet.add(d)
	}
}

// readGoWork reads go.work: the modules that are used together.
func readGoWork(s *sheet) error {
	in := false
	for text := range strings.SplitSeq(s.text, "\n") {
		code, _, _ := strings.Cut(text, "//")
		words := strings.Fields(code)
		switch {
		case len(words) == 0:
		case words[0] == ")":
			in = false
		case words[0] == "use" && len(words) > 1 && words[1] == "(":
			in = true
		case words[0] == "use" && len(words) > 1:
			s.include(words[1] + "/go.mod")
		case in:
			s.include(words[0] + "/go.mod")
		}
	}
	return nil
}
