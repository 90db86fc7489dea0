package usage

// headerReader reads the headers of C, C++ and Objective-C. A header binds no name, so it
// is used and has no symbols.
type headerReader struct {
	stream
	dead []bool // of each #if around: what follows is not compiled
}

func readHeaders(body string) File {
	r := headerReader{stream: newStream(lexClike(CPP, body))}
	for i, t := range r.tokens {
		if t.kind != word {
			continue
		}
		switch t.text {
		case "#include", "#import", "#include_next":
			r.include(i)
		case "import":
			r.module(i)
		default:
			r.condition(i)
		}
	}
	return r.done(r.tokens)
}

// condition follows the directives that leave code out: only a plain 0 is known to.
func (r *headerReader) condition(i int) {
	n := len(r.dead)
	switch r.tokens[i].text {
	case "#if":
		zero := r.at(i+1).kind == digit && r.at(i+1).text == "0" && (first(r.tokens, i+2) || r.at(i+2).is("&&"))
		r.dead = append(r.dead, zero || n > 0 && r.dead[n-1])
	case "#ifdef", "#ifndef":
		r.dead = append(r.dead, n > 0 && r.dead[n-1])
	case "#else", "#elif":
		if n > 0 {
			r.dead[n-1] = n > 1 && r.dead[n-2]
		}
	case "#endif":
		r.dead = r.dead[:max(0, n-1)]
	}
}

func (r *headerReader) entry(path string, i int, local bool) {
	n := len(r.dead)
	r.add(Import{Path: path, Line: int(r.tokens[i].line), Local: local, Used: true, Dead: n > 0 && r.dead[n-1]})
}

func (r *headerReader) include(i int) {
	if t := r.at(i + 1); t.line == r.tokens[i].line && (t.kind == text || t.kind == piece) {
		r.entry(t.text, i, t.kind == piece)
	}
}

// module reads "@import UIKit;" of Objective-C and "import std;", "import <vector>;" of
// C++.
func (r *headerReader) module(i int) {
	if !r.at(i-1).is("@") && !first(r.tokens, i) && !r.at(i-1).word("export") {
		return
	}
	if path, next := r.path(i+1, "."); path != "" && r.at(next).is(";") {
		r.entry(path, i, false)
		return
	}
	if r.at(i + 1).is("<") {
		to := i + 2
		for to < i+lookAhead && r.at(to).line == r.at(i).line && !r.at(to).is(">") {
			to++
		}
		if r.at(to).is(">") && r.at(to+1).is(";") {
			r.entry(r.spelled(i+2, to), i, false)
		}
	}
}
