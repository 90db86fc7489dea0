package usage

// defining are the words before a name that make it the file's own.
const defining = "function const let var class def defp fn func fun interface type enum struct trait module defmodule import from as"

// free lists the names that the tokens use and nothing in the file brings: neither an import nor
// a definition. A name is told with its first member, "$.ajax"; a member by itself as ".ajax",
// since what it is called on may be called anything.
func (b *book) free(tokens []token) []string {
	own, seen := map[string]bool{}, map[string]bool{}
	var found []string
	note := func(name string) {
		if !seen[name] && len(found) < MaxSymbols && len(name) <= maxName {
			seen[name] = true
			found = append(found, name)
		}
	}
	imports := b.imported
	for i, t := range tokens {
		for len(imports) > 0 && imports[0][1] <= i {
			imports = imports[1:]
		}
		if t.kind != word || len(imports) > 0 && imports[0][0] <= i {
			continue
		}
		switch before := before(tokens, i); {
		case before.kind == mark && within(". ?. -> ::", before.text):
			note("." + t.text)
		case before.kind == word && within(defining, before.text):
			own[t.text] = true
		case b.names[t.text] != nil:
		case i+2 < len(tokens) && tokens[i+1].is(".") && tokens[i+2].kind == word:
			note(t.text + "." + tokens[i+2].text)
		default:
			note(t.text)
		}
	}
	kept := found[:0]
	for _, name := range found {
		if head := headOf(name); head == "" || !own[head] {
			kept = append(kept, name)
		}
	}
	return kept
}

func before(tokens []token, i int) token {
	if i == 0 {
		return token{kind: newline}
	}
	return tokens[i-1]
}

// headOf is what stands before the first dot.
func headOf(name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}
