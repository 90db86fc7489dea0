// Package prose makes the texts of postings fit to keep: markup becomes plain lines, and the
// ways to reach a person (e-mails, telephones, names in messengers) are replaced by a mark, since
// the market needs none of them. It knows no source and finds no meaning in the words.
package prose

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	longestLine = 500     // runes of a title or a name
	longestText = 40_000  // runes; the longest of 151 genuine descriptions has under 5,000
	mostMarkup  = 1 << 20 // bytes of markup that are read
)

// Line makes one line of a text without markup: a title, a name, a skill.
func Line(text string) string {
	text = strings.Join(strings.FieldsFunc(legible(text), unicode.IsSpace), " ")
	return cut(withoutContacts(text), longestLine)
}

// Text makes plain lines of a text without markup.
func Text(text string) string {
	var lines []string
	for line := range strings.Lines(legible(strings.ReplaceAll(text, "\r\n", "\n"))) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return cut(withoutContacts(strings.Join(lines, "\n")), longestText)
}

// Markup makes plain lines of HTML: a paragraph, an item of a list, a row of a table is one.
func Markup(markup string) string {
	var b strings.Builder
	from := html.NewTokenizer(strings.NewReader(markup[:min(len(markup), mostMarkup)]))
	hidden := 0 // depth of elements that a reader does not see
	for {
		switch from.Next() {
		case html.ErrorToken: // the end: a reader of a string has no other error
			return Text(b.String())
		case html.TextToken:
			if hidden == 0 {
				b.Write(from.Text())
			}
		case html.StartTagToken:
			hidden += separate(&b, from, 1)
		case html.EndTagToken:
			hidden = max(0, hidden+separate(&b, from, -1))
		case html.SelfClosingTagToken:
			separate(&b, from, 0)
		}
	}
}

// separate writes what a tag puts between words, and returns step for elements that are not text.
func separate(b *strings.Builder, from *html.Tokenizer, step int) int {
	name, _ := from.TagName()
	switch atom.Lookup(name) {
	case atom.Script, atom.Style, atom.Template, atom.Noscript:
		return step
	case atom.P, atom.Br, atom.Li, atom.Ul, atom.Ol, atom.Div, atom.Tr, atom.Table, atom.Section,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Blockquote, atom.Dt, atom.Dd:
		b.WriteByte('\n')
	case atom.Td, atom.Th:
		b.WriteByte(' ')
	}
	return 0
}

// legible takes out what cannot be read: broken UTF-8, control and direction marks.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r):
			return ' '
		case r == unicode.ReplacementChar || unicode.Is(unicode.Cf, r) && r != '\u200d': // emoji are joined by it
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// cut keeps the first runes of a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n == most {
			return strings.TrimSpace(text[:i])
		}
		n++
	}
	return text
}

// The ways to reach a person. Each is linear in the text; the order matters, since a link may
// hold what the later ones look for.
var (
	link  = regexp.MustCompile(`(?i)(?:https?://)?(?:www\.)?(?:t\.me|telegram\.me|wa\.me|api\.whatsapp\.com|vk\.com|vk\.me|ok\.ru|instagram\.com|facebook\.com|linkedin\.com/in)/[^\s,;)\]»"]+`)
	email = regexp.MustCompile(`(?i)[\p{L}\d._%+-]+\s?(?:@|\(at\)|\[at\]|\(собака\)|\[собака\])\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}`)
	// An international number, one that starts with the trunk prefix 8, or the Russian grouping
	// of seven digits with or without a code. Amounts have no plus, no brackets and no dashes.
	phone  = regexp.MustCompile(`\+\d(?:[\s().–-]{0,3}\d){9,13}\b|\b[78](?:\s?\(\d{3,5}\)|[\s–-]?\d{3})[\s–-]?\d{3}[\s–-]?\d{2}[\s–-]?\d{2}\b|\(\d{3,5}\)\s?\d{1,3}[\s–-]?\d{2}[\s–-]?\d{2}\b|\b(?:\d{3}[\s–-])?\d{3}[–-]\d{2}[–-]\d{2}\b`)
	handle = regexp.MustCompile(`(?:^|[^\p{L}\d_./@])@[A-Za-z][A-Za-z0-9_]{3,31}(?:[^A-Za-z0-9_]|$)`)
	named  = regexp.MustCompile(`(?i)(telegram|телеграмм?|тг|tg|skype|скайп|whatsapp|ватсап|вотсап)(\s*[:–-]\s*)(?:live:)?[a-z][a-z.]*[_\d][\w.]*`)
)

// fewestDigits is how many a telephone number has at least.
const fewestDigits = 7

// withoutContacts puts a mark in the place of everything a person can be reached by. Most texts
// hold nothing of the kind, so each search starts only where its signs are.
func withoutContacts(text string) string {
	lower := strings.ToLower(text)
	if holds(lower, ".me/", ".com/", "ok.ru/") {
		text = link.ReplaceAllString(text, "[link]")
	}
	if strings.ContainsAny(text, "@([") {
		text = email.ReplaceAllString(text, "[e-mail]")
	}
	digits := 0
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			digits++
		}
	}
	if digits >= fewestDigits {
		text = phone.ReplaceAllString(text, "[phone]")
	}
	if holds(lower, "telegram", "телеграм", "тг", "tg", "skype", "скайп", "whatsapp", "ватсап", "вотсап") {
		text = named.ReplaceAllString(text, "$1$2[handle]")
	}
	if !strings.Contains(text, "@") {
		return text
	}
	return handle.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasSuffix(found, "/") { // a package of a scope, @angular/core
			return found
		}
		at := strings.IndexByte(found, '@')
		end := at + 1
		for end < len(found) && isWord(found[end]) {
			end++
		}
		return found[:at] + "[handle]" + found[end:]
	})
}

// holds reports whether any of the signs is in a text.
func holds(text string, signs ...string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
