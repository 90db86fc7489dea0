package document

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// replaced are characters that look like another one or like nothing. Typographic
// ligatures are spelled out, spaces of any width become one space, and marks that steer
// layout or hide between letters go away: all of them would break a word for a search.
var replaced = strings.NewReplacer(
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st",
	"\u00a0", " ", "\u1680", " ", "\u2000", " ", "\u2001", " ", "\u2002", " ", "\u2003", " ",
	"\u2004", " ", "\u2005", " ", "\u2006", " ", "\u2007", " ", "\u2008", " ", "\u2009", " ",
	"\u200a", " ", "\u202f", " ", "\u205f", " ", "\u3000", " ",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "",
	"\u200e", "", "\u200f", "", "\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "",
	"\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "",
	"\u2010", "-", "\u2011", "-", "\u2028", "\n", "\u2029", "\n", "\r\n", "\n", "\r", "\n",
	"\f", "\n", "\v", "\n", "\u0085", "\n",
	"\uf0b7", "•", "\uf0a7", "•", "\uf0d8", "•", "\uf0fc", "•", "\uf076", "•", "\uf06e", "•", "\uf06c", "•",
	"\uf0a8", "•", "\uf02d", "•",
)

// clean gives text the form every Document promises: NFC, "\n" line ends, no control or
// private-use characters, no spaces at line ends and at most one empty line in a row.
func clean(text string) string {
	text = replaced.Replace(unscramble(strings.ToValidUTF8(text, "\uFFFD")))
	text = norm.NFC.String(strings.Map(visible, text))
	var out strings.Builder
	out.Grow(len(text))
	empty := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(squeeze(line))
		if line == "" {
			empty++
			continue
		}
		if out.Len() > 0 {
			out.WriteString("\n\n"[:min(empty+1, 2)])
		}
		empty = 0
		out.WriteString(line)
	}
	return out.String()
}

func visible(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t':
		return ' '
	case r >= '！' && r <= '～':
		// Full-width forms of East Asian typesetting, as "：" after an English heading.
		return r - '！' + '!'
	case unicode.Is(unicode.C, r):
		return -1
	}
	return r
}

// squeeze makes one space of several.
func squeeze(line string) string {
	if !strings.Contains(line, "  ") {
		return line
	}
	var out strings.Builder
	out.Grow(len(line))
	space := false
	for _, r := range line {
		if r == ' ' {
			space = true
			continue
		}
		if space {
			out.WriteByte(' ')
			space = false
		}
		out.WriteRune(r)
	}
	return out.String()
}
