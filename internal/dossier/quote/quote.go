// Package quote makes text that others wrote (names of repositories, lines of CVs, names of
// people) fit to stand inside a sentence of ours: short, on one line, without markup, links
// and characters that do not show. It escapes for no format; who writes HTML or Markdown does.
package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tagRunes is the longest stretch between < and > that is taken for a tag.
const tagRunes = 300

// Clean is a text without markup, links, control and invisible characters, its white space
// collapsed, cut to so many characters with an ellipsis. Cleaning a cleaned text changes nothing.
func Clean(text string, most int) string {
	// Markup around a short text is longer than the text; what lies beyond is not read.
	text = head(strings.ToValidUTF8(text, " "), 8*most+tagRunes)
	words := strings.Fields(strings.Map(plain, untagged(text)))
	kept := words[:0]
	for _, w := range words {
		if !isLink(w) {
			kept = append(kept, w)
		}
	}
	return cut(strings.Join(kept, " "), most)
}

// In is a cleaned text between the quotation marks of a language, nothing for nothing.
// Marks inside are flattened, so that the text cannot end its own quotation.
func In(lang, text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Quotation_Mark) {
			return '\''
		}
		return r
	}, Clean(text, most))
	switch {
	case text == "":
		return ""
	case lang == "ru":
		return "«" + text + "»"
	}
	return "“" + text + "”"
}

// Name is the name of a person, nothing where the text does not look like one: what greets a
// reader must not be a sentence that somebody put in place of a name.
func Name(text string) string {
	const longest, parts = 60, 4
	name := Clean(text, longest+1)
	if utf8.RuneCountInString(name) > longest || len(strings.Fields(name)) > parts {
		return ""
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(" -'’.", r) {
			return ""
		}
	}
	return name
}

// plain takes a character out that acts on what is around it or does not show.
func plain(r rune) rune {
	switch {
	case r == '<', r == '>', r == '`', unicode.IsSpace(r), unicode.IsControl(r), r == utf8.RuneError:
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector):
		return -1
	}
	return r
}

// untagged takes out what looks like a tag: < and a letter, /, ! or ?, up to the next >.
func untagged(text string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		b.WriteByte(' ')
		text = text[at+1:]
		if end := strings.IndexByte(head(text, tagRunes), '>'); end >= 0 && opensTag(text) {
			text = text[end+1:]
		}
	}
}

func opensTag(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r) || r == '/' || r == '!' || r == '?'
}

func isLink(word string) bool {
	w := strings.ToLower(word)
	return strings.Contains(w, "://") || strings.Contains(w, "www.")
}

// head is the beginning of a text, at most so many characters.
func head(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}

func cut(text string, most int) string {
	short := head(text, most)
	if len(short) == len(text) {
		return text
	}
	return strings.TrimRight(head(text, most-1), " ") + "…"
}
