package usage

import "strings"

// stream is what every reader of tokens has: the account, the tokens and which of them are
// the imports themselves.
type stream struct {
	*book
	tokens  []token
	skipped []bool
}

func newStream(tokens []token) stream {
	return stream{book: newBook(), tokens: tokens, skipped: make([]bool, len(tokens))}
}

func (s *stream) at(i int) token {
	if i < 0 || i >= len(s.tokens) {
		return token{kind: newline}
	}
	return s.tokens[i]
}

// leave marks the tokens of an import.
func (s *stream) leave(from, to int) {
	if from < to {
		s.imported = append(s.imported, [2]int{from, to})
	}
	for ; from < to && from < len(s.tokens); from++ {
		s.skipped[from] = true
	}
}

// begins reports that a statement may begin at a token.
func (s *stream) begins(i int) bool {
	before := s.at(i - 1)
	return first(s.tokens, i) || before.is(";") || before.is("{") || before.is("}")
}

// path reads words with a sign between them and says where it ends.
func (s *stream) path(i int, sign string) (string, int) {
	if s.at(i).kind != word {
		return "", i
	}
	from := i
	for s.at(i+1).is(sign) && s.at(i+2).kind == word {
		i += 2
	}
	return s.spelled(from, i+1), i + 1
}

// spelled is what tokens say without what is between them, cut where it is no name.
func (s *stream) spelled(from, to int) string {
	var out strings.Builder
	for ; from < to && out.Len() <= maxName; from++ {
		out.WriteString(s.tokens[from].text)
	}
	return out.String()
}

// finish counts the uses and closes the account.
func (s *stream) finish(g grammar) File {
	s.walk(g)
	return s.done(s.tokens)
}

// lastPart is what follows the last sign of a path.
func lastPart(path, sign string) string {
	if i := strings.LastIndex(path, sign); i >= 0 {
		return path[i+len(sign):]
	}
	return path
}

// shared are the beginnings of package names that belong to a host or a foundation, so
// that the project is named by the part after them.
const shared = "com.github io.github com.gitlab io.gitlab com.google com.android org.apache org.eclipse org.springframework org.jetbrains net.sourceforge com.microsoft"

// sameProject reports that a package is of the project that another is of: they agree in
// two parts, or in three where two name a host.
func sameProject(own, path string) bool {
	parts := strings.SplitN(own, ".", 4)
	if len(parts) < 2 {
		return own != "" && (path == own || strings.HasPrefix(path, own+"."))
	}
	root := parts[0] + "." + parts[1]
	if within(shared, root) && len(parts) > 2 {
		root += "." + parts[2]
	}
	return path == root || strings.HasPrefix(path, root+".")
}
