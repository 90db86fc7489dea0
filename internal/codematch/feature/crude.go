package feature

import "kadry/internal/codematch/lexer"

// crude is a stand-in for the lexer while it is being written.
func crude(lang lexer.Language, src []byte) []lexer.Token {
	var out []lexer.Token
	line := int32(1)
	ops := []string{"<<=", ">>=", "===", "!==", "**=", "//=", "...", "..=", "=>", "->", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "::", ":=", "**", "??", "?.", ".."}
	if lang == lexer.Python {
		ops = append(ops, "//")
	}
	isW := func(c byte) bool {
		return c == '_' || c == '$' || c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	add := func(k lexer.Kind, a, b int) {
		out = append(out, lexer.Token{Kind: k, Start: int32(a), End: int32(b), Line: line})
	}
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			if lang == lexer.Python || lang == lexer.Ruby || lang == lexer.Go {
				add(lexer.Newline, i, i+1)
			}
			line++
			i++
		case c <= ' ':
			i++
		case c == '#' && (lang == lexer.Python || lang == lexer.Ruby || lang == lexer.PHP),
			c == '/' && i+1 < len(src) && src[i+1] == '/' && lang != lexer.Python:
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '#' && (lang == lexer.C || lang == lexer.CPP):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			for i += 2; i+1 < len(src) && !(src[i] == '*' && src[i+1] == '/'); i++ {
			}
			i = min(i+2, len(src))
		case c == '"' || c == '\'' && lang != lexer.Rust || c == '`' || c == '\'' && i+2 < len(src) && (src[i+2] == '\'' || src[i+1] == '\\'):
			j := i + 1
			if i+2 < len(src) && src[i+1] == c && src[i+2] == c && lang == lexer.Python {
				for j = i + 3; j+2 < len(src) && !(src[j] == c && src[j+1] == c && src[j+2] == c); j++ {
				}
				j = min(j+3, len(src))
			} else {
				for ; j < len(src) && src[j] != c; j++ {
					if src[j] == '\\' {
						j++
					}
				}
				j = min(j+1, len(src))
			}
			add(lexer.Text, i, j)
			i = j
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
			j := i
			for j < len(src) && (isW(src[j]) && src[j] < 0x80 || src[j] == '.' && !(j+1 < len(src) && (src[j+1] == '.' || src[j+1] >= 'a' && src[j+1] <= 'z')) || (src[j] == '-' || src[j] == '+') && (src[j-1] == 'e') && src[i] != '0') {
				j++
			}
			add(lexer.Number, i, j)
			i = j
		case isW(c):
			j := i
			for j < len(src) && isW(src[j]) {
				j++
			}
			add(lexer.Word, i, j)
			i = j
		default:
			n := 1
			for _, o := range ops {
				if len(src)-i >= len(o) && string(src[i:i+len(o)]) == o {
					n = len(o)
					break
				}
			}
			add(lexer.Operator, i, i+n)
			i += n
		}
	}
	return out
}
