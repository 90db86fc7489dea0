package skill

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// atom is the smallest unit a name is compared by: a folded run of letters and digits,
// with the "++" or "#" that languages carry. Start and end are byte offsets in the
// original text, so folding never moves a mention.
type atom struct {
	text       string
	start, end int
	cyrillic   bool // has a Cyrillic letter
	latin      bool // has a Latin letter
	digits     bool // nothing but digits
	upper      bool // first letter is upper case in the original
	address    bool // part of an e-mail or web address, never a skill
}

// Fold gives the form names are compared in: NFKC, lower case, ё as е, without soft
// hyphens and zero-width characters, inner white space collapsed.
func Fold(s string) string {
	s = norm.NFKC.String(strings.ToValidUTF8(s, " "))
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case invisible(r):
			continue
		case unicode.IsSpace(r) || r == 0:
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(foldRune(r))
	}
	return b.String()
}

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	switch r {
	case 'ё', 'Ё':
		return 'е'
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212':
		return '-'
	case '\u2019', '\u02bc':
		return '\''
	}
	return unicode.ToLower(r)
}

// invisible reports characters that layouts put inside words and nobody reads.
func invisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return false
}

// segment is one normalised unit of the original text.
type segment struct {
	runes      string // normalised, not yet lower-cased
	start, end int
}

// segments calls yield for every normalisation unit of text. Text that is already NFKC,
// the common case, is walked rune by rune without a copy.
func segments(text string, yield func(segment)) {
	if norm.NFKC.IsNormalString(text) {
		for i := 0; i < len(text); {
			_, n := utf8.DecodeRuneInString(text[i:])
			yield(segment{text[i : i+n], i, i + n})
			i += n
		}
		return
	}
	for i := 0; i < len(text); {
		n := norm.NFKC.NextBoundaryInString(text[i:], true)
		if n <= 0 {
			n = len(text) - i
		}
		runes := text[i : i+n]
		if n > 1 {
			runes = norm.NFKC.String(runes)
		}
		yield(segment{runes, i, i + n})
		i += n
	}
}

// cutter turns segments into atoms.
type cutter struct {
	text  string
	atoms []atom
	buf   []byte
	cur   atom
	open  bool
	quote bool // an apostrophe waits for a letter to follow it inside the word
}

// cut splits text into atoms.
func cut(text string) []atom {
	c := &cutter{text: text, atoms: make([]atom, 0, len(text)/6+1)}
	segments(text, c.take)
	c.close()
	markAddresses(text, c.atoms)
	return c.atoms
}

func (c *cutter) take(s segment) {
	for _, r := range s.runes {
		c.takeRune(r, s)
	}
}

func (c *cutter) takeRune(r rune, s segment) {
	switch {
	case invisible(r):
		return
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		if c.open && c.sharpTail() && !unicode.IsDigit(r) {
			c.close()
		}
		if c.open && c.quote && unicode.Is(unicode.Cyrillic, r) && !c.cur.cyrillic {
			c.close() // a Russian ending on a Latin name: "RabbitMQ'а"
		}
		c.add(r, s)
		return
	case c.open && unicode.Is(unicode.Mn, r):
		c.cur.end = s.end
		return
	case c.open && (r == '\'' || r == '\u2019') && !c.quote:
		c.quote = true
		return
	case c.open && (r == '#' || r == '+') && c.sharp(r, s):
		c.buf = append(c.buf, byte(r))
		c.cur.end = s.end
		return
	}
	c.close()
}

// sharp decides whether '#' or '+' belongs to the word before it: "C#" and "C++" do,
// "Java+Kotlin" and "10+" do not.
func (c *cutter) sharp(r rune, s segment) bool {
	if c.cur.digits || c.quote {
		return false
	}
	if r == '#' {
		return !c.sharpTail()
	}
	next := s.end < len(c.text) && c.text[s.end] == '+'
	last := len(c.buf) > 0 && c.buf[len(c.buf)-1] == '+'
	double := len(c.buf) > 1 && c.buf[len(c.buf)-2] == '+'
	return (next || last) && !double
}

func (c *cutter) sharpTail() bool {
	last := c.buf[len(c.buf)-1]
	return last == '#' || last == '+'
}

func (c *cutter) add(r rune, s segment) {
	if !c.open {
		if n := len(c.atoms); n > 0 && s.start < c.atoms[n-1].end {
			return // one original character never feeds two words: "½" is not 1 and 2
		}
		c.open = true
		c.cur = atom{start: s.start, digits: true, upper: unicode.IsUpper(r)}
		c.buf = c.buf[:0]
	}
	c.quote = false
	r = foldRune(r)
	c.cur.end = s.end
	switch {
	case r < utf8.RuneSelf && !('0' <= r && r <= '9'):
		c.cur.latin, c.cur.digits = true, false
	case unicode.Is(unicode.Cyrillic, r):
		c.cur.cyrillic, c.cur.digits = true, false
	case !unicode.IsDigit(r):
		c.cur.digits = false
	}
	c.buf = utf8.AppendRune(c.buf, r)
}

func (c *cutter) close() {
	if !c.open {
		return
	}
	c.open, c.quote = false, false
	c.cur.text = string(c.buf)
	c.atoms = append(c.atoms, c.cur)
}

// markAddresses flags the atoms of e-mail and web addresses: "ivan.java@mail.example"
// says nothing about Java.
func markAddresses(text string, atoms []atom) {
	for i := 0; i < len(atoms); {
		from, to := chunk(text, atoms[i].start)
		j := i
		for j < len(atoms) && atoms[j].start < to {
			j++
		}
		if isAddress(text[from:to]) {
			for k := i; k < j; k++ {
				atoms[k].address = true
			}
		}
		i = max(j, i+1)
	}
}

// chunk is the run of non-space bytes around at.
func chunk(text string, at int) (from, to int) {
	from, to = at, at
	for from > 0 && !asciiSpace(text[from-1]) {
		from--
	}
	for to < len(text) && !asciiSpace(text[to]) {
		to++
	}
	return from, to
}

func asciiSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

func isAddress(s string) bool {
	if at := strings.IndexByte(s, '@'); at > 0 && strings.Contains(s[at:], ".") {
		return true
	}
	if strings.Contains(s, "://") || strings.HasPrefix(s, "www.") {
		return true
	}
	for _, zone := range []string{".com/", ".ru/", ".org/", ".io/", ".me/", ".dev/"} {
		if at := strings.Index(s, zone); at >= 0 && !strings.Contains(s[:at], "/") {
			return true
		}
	}
	return false
}
