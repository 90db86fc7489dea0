package usage

import (
	"regexp"
	"strings"
)

var (
	scriptTag = regexp.MustCompile(`(?i)<script(?:\s[^<>]*)?>`)
	styleTag  = regexp.MustCompile(`(?is)<style(?:\s[^<>]*)?>.*?</style>`)
	typedTag  = regexp.MustCompile(`(?i)\blang\s*=\s*["']?tsx?\b`)
)

// readComponent reads the scripts of a Vue or Svelte component, and in its template the
// names that they import.
func readComponent(body string) File {
	code, template, lang := split(body)
	tokens := lexScript(code, false)
	b := newBook()
	b.script(lang, tokens)
	b.template(template)
	return b.done(tokens)
}

// split gives the scripts and the rest of a component, each with blanks in place of the
// other, so that lines keep their numbers.
func split(body string) (code, template string, lang Language) {
	lang = JavaScript
	var scripts, rest strings.Builder
	body = styleTag.ReplaceAllStringFunc(body, blank)
	for {
		tag := scriptTag.FindStringIndex(body)
		if tag == nil {
			break
		}
		if typedTag.MatchString(body[tag[0]:tag[1]]) {
			lang = TypeScript
		}
		end := len(body)
		if i := strings.Index(body[tag[1]:], "</script"); i >= 0 {
			end = tag[1] + i
		}
		scripts.WriteString(blank(body[:tag[1]]))
		scripts.WriteString(body[tag[1]:end])
		rest.WriteString(body[:tag[0]])
		rest.WriteString(blank(body[tag[0]:end]))
		body = body[end:]
	}
	rest.WriteString(body)
	return scripts.String(), rest.String(), lang
}

// blank is the line ends of a text.
func blank(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }

// template counts the imported names in a template: every word of it may be code, and the
// tag <my-button> is the component MyButton.
func (b *book) template(body string) {
	line := int32(1)
	for i := 0; i < len(body); {
		if !starts(body[i]) {
			if body[i] == '\n' {
				line++
			}
			i++
			continue
		}
		from := i
		for i < len(body) && (continues(body[i]) || body[i] == '$' || body[i] == '-') {
			i++
		}
		tag := from > 0 && (body[from-1] == '<' || body[from-1] == '/')
		if from > 0 && body[from-1] == '/' {
			continue
		}
		called := body[from:i]
		n := b.names[called]
		if n == nil && tag && len(called) <= maxName {
			n = b.names[pascal(called)]
		}
		if n != nil && !n.partial {
			n.used = true
			symbol := n.alone
			if member := memberAt(body, i); member != "" {
				symbol = join(n.before, member)
			}
			b.count(n.imports, symbol, line)
		}
	}
}

// memberAt is the name after a dot, if one stands there.
func memberAt(body string, i int) string {
	if i+1 >= len(body) || body[i] != '.' || !starts(body[i+1]) {
		return ""
	}
	to := i + 1
	for to < len(body) && continues(body[to]) {
		to++
	}
	return body[i+1 : to]
}

// pascal writes my-button as MyButton.
func pascal(tag string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(tag, "-") {
		if part != "" {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}
