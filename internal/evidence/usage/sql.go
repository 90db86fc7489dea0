package usage

import (
	"slices"
	"strings"
)

// readSQL counts the lines of code: SQL imports nothing. Rows that are put into a table are data.
func readSQL(body string) File {
	l := newLexer(body)
	l.run(func(c byte) bool {
		switch {
		case c == '-' && l.peek(1) == '-':
			l.skipLine()
		case c == '/' && l.peek(1) == '*':
			l.skipBlock(true)
		case c == '\'' || c == '"':
			l.quote(1, literal{close: string(c), twice: true, lines: true})
		default:
			return false
		}
		return true
	})
	return File{CodeLines: codeLines(statements(l.tokens))}
}

// statements are the tokens without the rows of inserts; of inserts into one table there is one.
func statements(tokens []token) []token {
	kept := make([]token, 0, len(tokens))
	filled := map[string]bool{}
	for len(tokens) > 0 {
		end := 1 + slices.IndexFunc(tokens, func(t token) bool { return t.is(";") })
		if end == 0 {
			end = len(tokens)
		}
		kept = append(kept, withoutRows(tokens[:end], filled)...)
		tokens = tokens[end:]
	}
	return kept
}

// withoutRows is the head of an insert of rows, nothing of one into a table that is filled
// already, and any other statement as it is.
func withoutRows(statement []token, filled map[string]bool) []token {
	rows := slices.IndexFunc(statement, func(t token) bool { return t.kind == word && strings.EqualFold(t.text, "values") })
	if rows < 0 || !strings.EqualFold(statement[0].text, "insert") && !strings.EqualFold(statement[0].text, "replace") {
		return statement
	}
	var into strings.Builder
	for _, t := range statement[:rows] {
		if t.is("(") {
			break
		}
		into.WriteString(strings.ToLower(t.text) + " ")
	}
	if filled[into.String()] {
		return nil
	}
	filled[into.String()] = true
	return statement[:rows]
}
