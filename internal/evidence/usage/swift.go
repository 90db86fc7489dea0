package usage

// readSwift reads imports of Swift. A module binds only its own name, so it is used, and
// its symbols are those that the module's name stands before.
func readSwift(body string) File {
	s := newStream(lexClike(Swift, body))
	for i, t := range s.tokens {
		if !t.word("import") || s.skipped[i] || !s.begins(i) && s.at(i-1).kind != word {
			continue
		}
		at, single := i+1, false
		if s.at(at+1).kind == word && within("class struct enum protocol func var let typealias", s.at(at).text) {
			at, single = at+1, true
		}
		path, next := s.path(at, ".")
		if path == "" || s.at(at).line != t.line {
			continue
		}
		number := s.add(Import{Path: path, Line: int(t.line), Used: !single})
		if as := lastPart(path, "."); single {
			s.bind(number, as, as, as)
		} else {
			s.bind(number, path, "", "")
		}
		s.leave(i, next)
	}
	return s.finish(grammar{members: ". ?.", equals: "=", typed: true, named: ":", own: "self"})
}
