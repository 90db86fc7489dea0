package sdamgiatest

import (
	"crypto/md5" //nolint:gosec // addresses of formulas look like this, nothing is protected by it
	"encoding/hex"
	"html"
	"strings"
)

// prose is text under construction: what the page will hold and what must be read there.
type prose struct{ lines []line }

type line struct {
	pieces []piece
	raw    string // markup of its own around or instead of the pieces
	read   string // what is read from raw
}

type piece struct {
	words   string
	formula string // its reading aloud
	image   string // its address
}

func words(s string) piece   { return piece{words: s} }
func formula(s string) piece { return piece{formula: s} }
func picture(s string) piece { return piece{image: s} }

func (p *prose) para(pieces ...piece) { p.lines = append(p.lines, line{pieces: pieces}) }

func (p *prose) block(raw, read string) { p.lines = append(p.lines, line{raw: raw, read: read}) }

// text is what is read, a line a paragraph.
func (p prose) text() string {
	var out []string
	for _, l := range p.lines {
		if read := l.text(); read != "" {
			out = append(out, read)
		}
	}
	return strings.Join(out, "\n")
}

func (l line) text() string {
	if l.raw != "" {
		return l.read
	}
	var read strings.Builder
	for _, piece := range l.pieces {
		read.WriteString(piece.words)
		if piece.formula != "" {
			read.WriteString(" " + piece.formula + " ")
		}
	}
	return strings.Join(strings.Fields(read.String()), " ")
}

// markup is the page's: soft hyphens in the words, a class on the paragraphs.
func (p prose) markup() string {
	var out strings.Builder
	for _, l := range p.lines {
		if l.raw != "" {
			out.WriteString(l.raw)
			continue
		}
		out.WriteString(`<p class="left_margin">`)
		for _, piece := range l.pieces {
			out.WriteString(piece.markup())
		}
		out.WriteString("</p>")
	}
	return out.String()
}

func (p piece) markup() string {
	switch {
	case p.formula != "":
		return `<img src="` + formulaAddress(p.formula) + `" style="vertical-align:-1.8pt" alt=" ` + html.EscapeString(p.formula) + ` " class="tex">`
	case p.image != "":
		return `<img src="` + html.EscapeString(p.image) + `" style="float:right;margin:10px;max-width:100%">`
	}
	return hyphenated(p.words)
}

// formulaAddress depends on the formula alone, as the site's own do.
func formulaAddress(reading string) string {
	sum := md5.Sum([]byte(reading)) //nolint:gosec // see the import
	name := hex.EncodeToString(sum[:])
	return "https://ege.sdamgia.ru/formula/svg/" + name[:2] + "/" + name + ".svg"
}

const vowels = "аеёиоуыэюяАЕЁИОУЫЭЮЯ"

// hyphenated writes text as the site does: escaped, with soft hyphens in long words and
// the hard spaces of its dashes.
func hyphenated(s string) string {
	var out strings.Builder
	letters := []rune(s)
	start := 0
	for i, r := range letters {
		if r == ' ' || r == '\n' {
			start = i + 1
		}
		out.WriteString(html.EscapeString(string(r)))
		inside := i-start >= 1 && i+2 < len(letters) && strings.ContainsRune(vowels, r)
		if inside && isLetter(letters[i+1]) && !strings.ContainsRune(vowels+"ьъйЬЪЙ", letters[i+1]) && strings.ContainsRune(vowels, letters[i+2]) {
			out.WriteRune('\u00ad')
		}
	}
	return strings.ReplaceAll(out.String(), " — ", "\u00a0\u202f— ")
}

func isLetter(r rune) bool {
	return r >= 'а' && r <= 'я' || r >= 'А' && r <= 'Я' || r == 'ё' || r == 'Ё'
}
