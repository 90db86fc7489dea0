package usage

import "strings"

// csharpReader reads the using directives of C#. A namespace binds no name, so it is used
// and has no symbols: a type cannot be told from those of other namespaces by its name.
type csharpReader struct {
	stream
	own string
}

func readCSharp(body string) File {
	r := csharpReader{stream: newStream(lexClike(CSharp, body))}
	for i, t := range r.tokens {
		if t.word("namespace") && r.own == "" {
			r.own, _ = r.path(i+1, ".")
		}
	}
	for i, t := range r.tokens {
		if t.word("using") && (r.begins(i) || r.at(i-1).word("global")) {
			r.leave(i, r.using(i))
		}
	}
	return r.finish(grammar{members: ". ?. ::", equals: "=", declared: true, named: ":", own: "this"})
}

func (r *csharpReader) using(i int) int {
	from := i
	entry := Import{Line: int(r.at(i).line)}
	if i++; r.at(i).word("unsafe") {
		i++
	}
	if r.at(i).word("static") {
		entry.Static = true
		i++
	}
	alias := ""
	if r.at(i).kind == word && r.at(i+1).is("=") {
		alias = r.at(i).text
		i += 2
	}
	if r.at(i).word("global") && r.at(i+1).is("::") {
		i += 2
	}
	path, next := r.path(i, ".")
	if path == "" {
		return from
	}
	if alias != "" && r.at(next).is("<") {
		for end := next + lookAhead; next < end && !r.at(next).is(";"); next++ {
			continue
		}
	}
	if !r.at(next).is(";") {
		return from
	}
	entry.Path, entry.Local, entry.Used = path, csharpLocal(r.own, path), alias == ""
	number := r.add(entry)
	if alias != "" {
		r.bind(number, alias, lastPart(path, "."), lastPart(path, "."))
	} else if entry.Static && number >= 0 {
		r.file.Imports[number].Names = []string{"*"}
	}
	return next + 1
}

// csharpLocal reports a namespace of the project: its namespaces share the first part,
// unless that is a vendor's.
func csharpLocal(own, path string) bool {
	root, _, _ := strings.Cut(own, ".")
	at, _, _ := strings.Cut(path, ".")
	if root == "" || root != at {
		return false
	}
	return !within("Microsoft System Google Amazon Azure Xamarin", root) || sameProject(own, path)
}
