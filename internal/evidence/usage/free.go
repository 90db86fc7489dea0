package usage

// defining are the words before a name that make it the file's own.
const defining = "function const let var class def defp fn func fun interface type enum struct trait module defmodule import from as"

// free lists the names that the tokens use and nothing in the file brings: neither an import nor
// a definition. A name is told with its first member, "$.ajax"; a member by itself as ".ajax",
// since what it is called on may be called anything.
func (b *book) free(tokens []token) []string {
	own, seen := map[string]bool{}, map[[2]string]bool{}
	var found [][2]string // head and member
	note := func(head, member string) {
		if name := [2]string{head, member}; !seen[name] && len(found) < MaxSymbols && len(head)+len(member) < maxName {
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
			note("", t.text)
		case before.kind == word && within(defining, before.text):
			own[t.text] = true
		case b.names[t.text] != nil:
		case i+2 < len(tokens) && tokens[i+1].is(".") && tokens[i+2].kind == word:
			note(t.text, tokens[i+2].text)
		default:
			note(t.text, "")
		}
	}
	names := make([]string, 0, len(found))
	for _, name := range found {
		switch {
		case own[name[0]]:
		case name[1] == "":
			names = append(names, name[0])
		default:
			names = append(names, name[0]+"."+name[1])
		}
	}
	return names
}

func before(tokens []token, i int) token {
	if i == 0 {
		return token{kind: newline}
	}
	return tokens[i-1]
}
