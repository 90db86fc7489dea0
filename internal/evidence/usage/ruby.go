package usage

import "strings"

// rubyReader reads what Ruby requires. A required file binds no name, so it is used. Its
// symbols are those of the constant that is named like it: "active_record" is ActiveRecord,
// "net/http" is Net::HTTP.
type rubyReader struct {
	stream
	libraries map[string]int // by the first part, in small letters without signs
}

func readRuby(body string) File {
	r := rubyReader{stream: newStream(lexRuby(body, false)), libraries: map[string]int{}}
	for i, t := range r.tokens {
		if t.kind == word && (t.text == "require" || t.text == "require_relative" || t.text == "load" || t.text == "autoload") && !r.at(i-1).is(".") {
			r.require(i)
		}
	}
	r.constants()
	return r.done(r.tokens)
}

func (r *rubyReader) require(i int) {
	at := i + 1
	if r.at(at).is("(") {
		at++
	}
	if r.at(i).text == "autoload" && r.at(at).is(":") {
		at += 3
	}
	path := r.at(at)
	if path.kind != text || r.at(at+1).is("+") || r.at(at+1).is(".") {
		return
	}
	local := r.at(i).text != "require" || strings.HasPrefix(path.text, ".") || strings.HasPrefix(path.text, "/")
	number := r.add(Import{Path: path.text, Line: int(r.at(i).line), Local: local, Used: true})
	root, _, _ := strings.Cut(path.text, "/")
	if _, taken := r.libraries[plain(root)]; number >= 0 && !local && !taken {
		r.libraries[plain(root)] = number
	}
}

// constants counts Sinatra::Base, JSON.parse and the like.
func (r *rubyReader) constants() {
	for i, t := range r.tokens {
		if t.kind != word || t.text[0] < 'A' || t.text[0] > 'Z' || r.at(i-1).is(".") || r.at(i-1).is("::") && r.at(i-2).kind == word {
			continue
		}
		number, ok := r.libraries[plain(t.text)]
		if !ok {
			continue
		}
		symbol, next := "", i+1
		for parts := 0; parts < 2 && (r.at(next).is("::") || r.at(next).is(".")) && r.at(next+1).kind == word; parts++ {
			symbol = join(symbol, r.at(next+1).text)
			next += 2
		}
		if symbol == "" {
			symbol = t.text
		}
		r.count([]int{number}, symbol, t.line)
	}
}
