package usage

import "strings"

// rustDepth bounds how deep the braces of a use tree are followed.
const rustDepth = 16

const (
	primitives = "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 str char bool"
	ownPaths   = "crate self super"
	unnamed    = "Read Write BufRead Seek FromStr Hash Hasher Any Error Deref DerefMut Borrow ToOwned Iterator" // traits that are used by their methods
)

// rustReader reads use trees, extern crates and the paths that begin with a crate without
// either. A trait may be used by its methods alone; it is taken as used if its name ends
// in Ext or is one of the well-known, and else only if the name occurs.
type rustReader struct {
	stream
	modules map[string]bool // declared in the file
	public  bool            // the use at hand hands on what it names
}

func readRust(body string) File {
	r := rustReader{stream: newStream(lexClike(Rust, body)), modules: map[string]bool{}}
	for i, t := range r.tokens {
		if t.word("mod") && r.at(i+1).kind == word {
			r.modules[r.at(i+1).text] = true
		}
	}
	for i, t := range r.tokens {
		if t.kind != word || r.skipped[i] || r.member(i) {
			continue
		}
		switch {
		case t.text == "use" && (r.at(i+1).kind == word || r.at(i+1).is("{") || r.at(i+1).is("::")):
			r.public = r.at(i-1).word("pub") || r.at(i-1).is(")")
			r.leave(i, r.tree(i+1, int(t.line), "", 0))
		case t.text == "crate" && r.at(i-1).word("extern") && r.at(i+1).kind == word:
			r.leave(i, r.external(i+1))
		}
	}
	r.paths()
	return r.finish(grammar{members: ":: .", equals: "=", typed: true, fields: true, own: "self Self"})
}

func (r *rustReader) member(i int) bool { return r.at(i-1).is(".") || r.at(i-1).is("::") }

func (r *rustReader) local(path string) bool {
	root, _, _ := strings.Cut(path, "::")
	return within(ownPaths, root) || r.modules[root]
}

func (r *rustReader) external(i int) int {
	name := r.at(i).text
	as, next := name, i+1
	if r.at(next).word("as") && r.at(next+1).kind == word {
		as, next = r.at(next+1).text, next+2
	}
	r.bind(r.add(Import{Path: name, Line: int(r.at(i).line), Local: name == "self", Used: true}), as, "", "")
	return next
}

// tree reads a::{b, c::d as e, self, *}, each leaf an import of its own.
func (r *rustReader) tree(i, line int, prefix string, depth int) int {
	if r.at(i).is("::") {
		i++
	}
	for len(prefix) <= maxName {
		t := r.at(i)
		switch {
		case t.is("*"):
			if number := r.add(Import{Path: prefix + "*", Line: line, Local: r.local(prefix), Used: true}); number >= 0 {
				r.file.Imports[number].Names = []string{"*"}
			}
			return i + 1
		case t.is("{") && depth < rustDepth:
			return r.branches(i+1, line, prefix, depth)
		case t.kind != word:
			return i
		case r.at(i + 1).is("::"):
			prefix += t.text + "::"
			i += 2
		default:
			return r.leaf(i, line, prefix)
		}
	}
	return i
}

func (r *rustReader) branches(i, line int, prefix string, depth int) int {
	for !r.at(i).is("}") {
		if r.at(i).is(",") {
			i++
			continue
		}
		next := r.tree(i, line, prefix, depth+1)
		if next == i {
			return i
		}
		i = next
	}
	return i + 1
}

func (r *rustReader) leaf(i, line int, prefix string) int {
	path := prefix + r.at(i).text
	if r.at(i).text == "self" && prefix != "" {
		path = strings.TrimSuffix(prefix, "::")
	}
	symbol := lastPart(path, "::")
	as, next := symbol, i+1
	if r.at(next).word("as") && r.at(next+1).kind == word {
		as, next = r.at(next+1).text, next+2
	}
	used := as == "_" || strings.HasSuffix(symbol, "Ext") || within(unnamed, symbol) || r.public
	before := symbol
	if symbol[0] >= 'a' && symbol[0] <= 'z' { // a module, if something follows
		before = ""
	}
	if !strings.Contains(path, "::") {
		symbol = ""
	}
	r.bind(r.add(Import{Path: path, Line: line, Local: r.local(path), Used: used}), as, symbol, before)
	return next
}

// paths makes an import of every crate that a path begins with: tokio::spawn.
func (r *rustReader) paths() {
	for i, t := range r.tokens {
		if t.kind != word || r.skipped[i] || !r.at(i+1).is("::") || r.at(i+2).kind != word || r.member(i) {
			continue
		}
		if t.text[0] < 'a' || t.text[0] > 'z' || r.names[t.text] != nil || r.local(t.text) || within(primitives, t.text) {
			continue
		}
		r.bind(r.add(Import{Path: t.text, Line: int(t.line)}), t.text, "", "")
	}
}
