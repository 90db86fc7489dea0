package manifest

// The helpers here walk the tokens of a script.

// closing is the place of the mark that closes the one at open, or the end of the tokens.
// What lies between is balanced by count, whatever the marks.
func closing(tokens []token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch {
		case tokens[i].opens():
			depth++
		case tokens[i].closes():
			if depth--; depth <= 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// statementEnd is the place after the statement that begins at from: a line's end or a
// semicolon outside brackets, or the bracket that closes what is around it. A comma at the
// end of a line continues it.
func statementEnd(tokens []token, from int) int {
	depth := 0
	for i := from; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.opens():
			depth++
		case t.closes():
			if depth--; depth < 0 {
				return i
			}
		case depth == 0 && t.endsStatement() && (i == from || !tokens[i-1].is(",")):
			return i
		}
	}
	return len(tokens)
}

// firstString is the first string of the tokens.
func firstString(tokens []token) (token, bool) {
	for _, t := range tokens {
		if t.kind == aString {
			return t, true
		}
	}
	return token{}, false
}

// argument is the string given to a name: name: "x", name = "x", :name => "x", "name": "x".
func argument(tokens []token, name string) (token, bool) {
	for i := range tokens {
		if tokens[i].text != name || tokens[i].kind != aWord && tokens[i].kind != aString {
			continue
		}
		for j := i + 1; j < len(tokens) && j <= i+3; j++ {
			if tokens[j].kind == aString {
				if j == i+1 && tokens[i].kind == aString {
					break
				}
				return tokens[j], true
			}
			if !tokens[j].is(":") && !tokens[j].is("=") && !tokens[j].is(">") {
				break
			}
		}
	}
	return token{}, false
}

// names reports that a word or a string of this text stands among the tokens.
func names(tokens []token, text string) bool {
	for _, t := range tokens {
		if t.text == text && (t.kind == aWord || t.kind == aString) {
			return true
		}
	}
	return false
}

// parts cuts the inside of brackets at its own commas.
func parts(tokens []token) [][]token {
	var found [][]token
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case depth == 0 && t.is(","):
			found = append(found, tokens[from:i])
			from = i + 1
		}
	}
	return append(found, tokens[from:])
}

// withoutLineEnds are the tokens that matter where line ends do not.
func withoutLineEnds(tokens []token) []token {
	kept := make([]token, 0, len(tokens))
	for _, t := range tokens {
		if t.kind != lineEnd {
			kept = append(kept, t)
		}
	}
	return kept
}

// inside are the tokens between the bracket at open and the one that closes it, and the
// place after that.
func inside(tokens []token, open int) ([]token, int) {
	end := closing(tokens, open)
	if open+1 > end {
		return nil, end
	}
	return tokens[open+1 : end], min(end+1, len(tokens))
}
