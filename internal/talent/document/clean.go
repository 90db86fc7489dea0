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

// replace gives characters the form every Document promises: NFC, "\n" line ends, no
// control or private-use characters but line ends and tabs.
func replace(text string) string {
	text = replaced.Replace(unscramble(strings.ToValidUTF8(text, "\uFFFD")))
	return norm.NFC.String(strings.Map(visible, text))
}

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r >= '！' && r <= '～':
		// Full-width forms of East Asian typesetting, as "：" after an English heading.
		return r - '！' + '!'
	case unicode.Is(unicode.C, r):
		return -1
	}
	return r
}

// columnBreak is how many blanks in a row set two columns apart in plain text.
const columnBreak = 3

// tidy makes one space of several blanks and returns where the further cells of a row
// begin: behind a tab or a run of blanks.
func tidy(line string) (text string, cells []int) {
	line = joinLetters(strings.TrimSpace(line))
	if !strings.Contains(line, "  ") && !strings.Contains(line, "\t") {
		return line, nil
	}
	var out strings.Builder
	out.Grow(len(line))
	blanks := 0
	for _, r := range line {
		switch {
		case r == '\t':
			blanks += columnBreak
			continue
		case r == ' ':
			blanks++
			continue
		case blanks > 0:
			out.WriteByte(' ')
		}
		if blanks >= columnBreak && r != '|' {
			cells = append(cells, out.Len())
		}
		blanks = 0
		out.WriteRune(r)
	}
	return out.String(), cells
}
