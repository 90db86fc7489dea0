package usage

import "strings"

// readDart reads imports, exports and parts of Dart. Without "as" and "show" a library
// binds no name that can be known, so it is used and has no symbols.
func readDart(body string) File {
	s := newStream(lexClike(Dart, body))
	for i, t := range s.tokens {
		if t.kind != word || s.skipped[i] || !s.begins(i) || s.at(i+1).kind != text {
			continue
		}
		if t.text == "import" || t.text == "export" || t.text == "part" {
			s.leave(i, dartImport(&s, i))
		}
	}
	return s.finish(grammar{members: ". ?.", equals: "=", declared: true, named: ":", own: "this"})
}

func dartImport(s *stream, i int) int {
	path := s.at(i + 1).text
	number := s.add(Import{
		Path: path, Line: int(s.at(i).line), Used: true,
		Local: !strings.HasPrefix(path, "package:") && !strings.HasPrefix(path, "dart:"),
	})
	bound := false
	for i += 2; !s.at(i).is(";") && s.at(i).kind != newline; i++ {
		switch {
		case s.at(i).word("as") && s.at(i+1).kind == word:
			s.bind(number, s.at(i+1).text, "", "")
			i, bound = i+1, true
		case s.at(i).word("show"):
			for ; s.at(i+1).kind == word; i += 2 {
				s.bind(number, s.at(i+1).text, s.at(i+1).text, s.at(i+1).text)
				if bound = true; !s.at(i + 2).is(",") {
					i++
					break
				}
			}
		case s.at(i).word("hide"), s.at(i).is(","), s.at(i).is("("), s.at(i).is(")"), s.at(i).kind == word, s.at(i).kind == text, s.at(i).is("=="), s.at(i).is("."):
		default:
			return i
		}
	}
	if bound && number >= 0 {
		s.file.Imports[number].Used = false
	}
	return i
}
