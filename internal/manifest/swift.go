package manifest

// readSwift reads Package.swift: the addresses of packages, and the name of this one.
func readSwift(s *sheet) error {
	tokens := withoutLineEnds(lex(swiftSyntax, s.text))
	for i := 0; i+1 < len(tokens); i++ {
		if !tokens[i].oneOf("Package", "package") || !tokens[i+1].is("(") {
			continue
		}
		if tokens[i].word("Package") {
			if name, ok := argument(tokens[i:min(len(tokens), i+8)], "name"); ok && len(s.file.Publishes) == 0 {
				s.publish(Swift, name.text, name.line)
			}
			continue
		}
		args, next := inside(tokens, i+1)
		i = next - 1
		if address, ok := argument(args, "url"); ok {
			version, _ := firstString(afterWord(args, "from", "exact", "branch", "upToNextMajor"))
			s.add(Dependency{Name: address.text, Version: version.text, Scope: Direct, Line: address.line})
		} else if folder, ok := argument(args, "path"); ok {
			s.include(folder.text + "/Package.swift")
		}
	}
	return nil
}

// afterWord are the tokens after the first of some words.
func afterWord(tokens []token, words ...string) []token {
	for i, t := range tokens {
		if t.oneOf(words...) {
			return tokens[i:]
		}
	}
	return nil
}

// readPackageResolved reads Package.resolved of both versions.
func readPackageResolved(s *sheet) error {
	root, err := jsonTree(s.text)
	pins := root.at("pins")
	if pins == nil {
		pins = root.at("object", "pins")
	}
	for _, pin := range pins.list() {
		address := firstOf(pin, "location", "repositoryURL")
		s.add(Dependency{Name: address, Version: pin.at("state", "version").str(), Line: pin.line})
	}
	return err
}
