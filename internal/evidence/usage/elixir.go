package usage

import "strings"

// elixirReader reads alias, import, use and require of Elixir, and the modules that are
// named in full without any of them.
type elixirReader struct {
	stream
	own string // the first part of the project's modules
}

func readElixir(body string) File {
	r := elixirReader{stream: newStream(lexRuby(body, true))}
	for i, t := range r.tokens {
		if t.word("defmodule") && r.own == "" {
			path, _ := r.path(i+1, ".")
			r.own, _, _ = strings.Cut(path, ".")
			r.own = strings.TrimSuffix(r.own, "Web")
		}
	}
	for i, t := range r.tokens {
		if t.kind == word && r.begins(i) && within("alias import use require", t.text) && capital(r.at(i+1)) {
			r.leave(i, r.directive(i))
		}
	}
	r.full()
	return r.finish(grammar{members: ".", equals: "="})
}

func capital(t token) bool { return t.kind == word && t.text[0] >= 'A' && t.text[0] <= 'Z' }

func (r *elixirReader) entry(path string, i int) Import {
	root, _, _ := strings.Cut(path, ".")
	return Import{Path: path, Line: int(r.at(i).line), Local: r.own != "" && (root == r.own || root == r.own+"Web")}
}

func (r *elixirReader) directive(i int) int {
	path, next := r.path(i+1, ".")
	kind := r.at(i).text
	if r.at(next).is(".") && r.at(next+1).is("{") {
		return r.group(i, next+2, path)
	}
	as := path
	if kind == "alias" {
		as = lastPart(path, ".")
	}
	if r.at(next).is(",") && r.at(next+1).word("as") && r.at(next+2).is(":") && capital(r.at(next+3)) {
		as, next = r.at(next+3).text, next+4
	}
	entry := r.entry(path, i)
	entry.Used = kind == "use" || kind == "import"
	r.single(entry, as)
	return next
}

// single binds a module. Its own name is a symbol where no function of it follows: a
// struct or an argument.
func (r *elixirReader) single(entry Import, as string) {
	number := r.add(entry)
	if number < 0 {
		return
	}
	r.bind(number, entry.Path, "", "")
	r.file.Imports[number].Names = nil
	if as != entry.Path {
		r.bind(number, as, lastPart(entry.Path, "."), "")
	}
}

func (r *elixirReader) group(i, at int, path string) int {
	for ; !r.at(at).is("}"); at++ {
		if r.at(at).is(",") {
			continue
		}
		rest, next := r.path(at, ".")
		if rest == "" {
			return at
		}
		entry := r.entry(path+"."+rest, i)
		entry.Used = r.at(i).text != "alias"
		r.single(entry, lastPart(rest, "."))
		at = next - 1
	}
	return at + 1
}

// full makes an import of each module of two parts or more that is named in full.
func (r *elixirReader) full() {
	for i, t := range r.tokens {
		if !capital(t) || r.skipped[i] || r.at(i-1).is(".") || r.at(i-1).word("defmodule") {
			continue
		}
		if n := r.names[t.text]; n != nil && !n.partial {
			continue
		}
		path, next := t.text, i+1
		for r.at(next).is(".") && capital(r.at(next+1)) && len(path) <= maxName {
			path, next = path+"."+r.at(next+1).text, next+2
		}
		if next > i+1 && r.names[path] == nil {
			r.bind(r.add(r.entry(path, i)), path, "", "")
		}
	}
}
