package resume

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/talent/layout"
)

type tokenKind uint8

const (
	wordToken tokenKind = iota
	numberToken
	markToken
	breakToken // one line end
)

// token is a word, a run of digits, a single other character or a line end. Spaces make
// no token; two tokens touch when one ends where the next starts.
type token struct {
	kind       tokenKind
	start, end int
	word       string // lower case, ё folded to е; words only
	value      int    // numbers of up to eight digits, -1 for longer ones
	mark       rune
	opens      bool // the first of a cell of a row, as the source says
}

func (t token) digits() int { return t.end - t.start }

// line is one line of text without surrounding space.
type line struct {
	start, end  int
	first, last int  // tokens[first:last]
	blankBefore bool // an empty line stands above
	bulleted    bool // begins with a list sign
	look        layout.Line
}

// page is the text cut into tokens and non-empty lines.
type page struct {
	text   string
	tokens []token
	lines  []line
}

func newPage(text string) *page {
	p := &page{text: text, tokens: make([]token, 0, len(text)/4)}
	for i := 0; i < len(text); {
		i = p.scan(i)
	}
	p.cutLines()
	return p
}

func (p *page) scan(i int) int {
	r, size := utf8.DecodeRuneInString(p.text[i:])
	switch {
	case r == '\n':
		p.tokens = append(p.tokens, token{kind: breakToken, start: i, end: i + 1, mark: '\n'})
		return i + 1
	case isSpace(r):
		return i + size
	case r >= '0' && r <= '9':
		return p.scanNumber(i)
	case unicode.IsLetter(r):
		end := i + size
		for end < len(p.text) {
			r, size := utf8.DecodeRuneInString(p.text[end:])
			if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			end += size
		}
		p.tokens = append(p.tokens, token{kind: wordToken, start: i, end: end, word: fold(p.text[i:end])})
		return end
	}
	p.tokens = append(p.tokens, token{kind: markToken, start: i, end: i + size, mark: r})
	return i + size
}

func (p *page) scanNumber(i int) int {
	end, value := i, 0
	for end < len(p.text) && p.text[end] >= '0' && p.text[end] <= '9' {
		if end-i < 8 {
			value = value*10 + int(p.text[end]-'0')
		}
		end++
	}
	if end-i > 8 {
		value = -1
	}
	p.tokens = append(p.tokens, token{kind: numberToken, start: i, end: end, value: value})
	return end
}

func (p *page) cutLines() {
	blank := false
	for i := 0; i < len(p.tokens); {
		j := i
		for j < len(p.tokens) && p.tokens[j].kind != breakToken {
			j++
		}
		if j > i {
			l := line{start: p.tokens[i].start, end: p.tokens[j-1].end, first: i, last: j, blankBefore: blank}
			l.bulleted = p.tokens[i].kind == markToken && isBullet(p.tokens[i].mark)
			p.lines = append(p.lines, l)
		}
		blank = j == i
		i = j + 1
	}
}

// breakAfter ends a line after each of the tokens, which are in order.
func (p *page) breakAfter(ends []int) {
	if len(ends) == 0 {
		return
	}
	tokens := make([]token, 0, len(p.tokens)+len(ends))
	from := 0
	for _, i := range ends {
		tokens = append(tokens, p.tokens[from:i+1]...)
		end := p.tokens[i].end
		tokens, from = append(tokens, token{kind: breakToken, start: end, end: end, mark: '\n'}), i+1
	}
	p.tokens, p.lines = append(tokens, p.tokens[from:]...), nil
	p.cutLines()
}

// dress gives each line its look. Both lists are in text order.
func (p *page) dress(looks []layout.Line) {
	k := 0
	for i := range p.lines {
		l := &p.lines[i]
		for k+1 < len(looks) && looks[k+1].Start <= l.start {
			k++
		}
		if k < len(looks) && looks[k].Start <= l.start && !strings.Contains(p.text[min(max(looks[k].Start, 0), l.start):l.start], "\n") {
			l.look = looks[k]
			p.openCells(*l)
		}
	}
}

// openCells marks the tokens that begin the cells of a row.
func (p *page) openCells(l line) {
	i := l.first
	for _, cell := range l.look.Cells {
		for i < l.last && p.tokens[i].start < l.look.Start+cell {
			i++
		}
		if i < l.last {
			p.tokens[i].opens = true
		}
	}
}

// of returns the text of a line.
func (p *page) of(l line) string { return p.text[l.start:l.end] }

// tokenAt returns the token at index i, or a line end past either end, so that rules can
// look around without checking bounds.
func (p *page) tokenAt(i int) token {
	if i < 0 || i >= len(p.tokens) {
		return token{kind: breakToken, start: len(p.text), end: len(p.text), mark: '\n'}
	}
	return p.tokens[i]
}

// touches reports whether nothing stands between tokens i and i+1.
func (p *page) touches(i int) bool {
	return i >= 0 && i+1 < len(p.tokens) && p.tokens[i].end == p.tokens[i+1].start
}

// columnBreak is how many blanks in a row set two columns apart in plain text.
const columnBreak = 3

// parted reports that token i begins another column of its line: a tab or a run of blanks
// stands before it.
func (p *page) parted(i int) bool {
	if i <= 0 || i >= len(p.tokens) {
		return false
	}
	if p.tokens[i].opens {
		return true
	}
	gap := p.text[p.tokens[i-1].end:p.tokens[i].start]
	return strings.Contains(gap, "\t") || len(gap) >= columnBreak && strings.Trim(gap, " ") == ""
}

// lineOf returns the index of the line that holds the byte offset or the nearest before it.
func (p *page) lineOf(offset int) int {
	lo, hi := 0, len(p.lines)
	for lo < hi {
		mid := (lo + hi) / 2
		if p.lines[mid].start <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return max(lo-1, 0)
}

// fold lowers a word and treats ё as е, as Russian readers do.
func fold(s string) string {
	s = strings.ToLower(s)
	if strings.Contains(s, "ё") {
		s = strings.ReplaceAll(s, "ё", "е")
	}
	return s
}

func isSpace(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return unicode.IsSpace(r) || unicode.IsControl(r)
}

func isDash(r rune) bool {
	switch r {
	case '-', '–', '—', '−', '‐', '‑', '‒', '―', '－', '~', '→', '➔', '►', '↓':
		return true
	}
	return false
}

// isBullet accepts the private-use glyphs that symbol fonts leave behind.
func isBullet(r rune) bool {
	if isDash(r) || r >= 0xE000 && r <= 0xF8FF {
		return true
	}
	return strings.ContainsRune("•●○◦▪▫■□◆◇▶▸‣⁃∙·*➢➤✓✔»", r)
}
