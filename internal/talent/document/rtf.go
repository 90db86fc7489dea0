package document

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"kadry/internal/talent/layout"
)

// rtfGroup is the state that braces save and restore.
type rtfGroup struct {
	silent  bool // a destination whose text is not part of the document
	fonts   bool // inside the font table
	hidden  bool
	instr   bool // inside a field instruction
	charset *charmap.Charmap
	skip    int // characters a reader of \u leaves out, \uc
	face    face
}

// rtf reads Rich Text Format: a stream of groups, control words and text.
type rtf struct {
	src    []byte
	pos    int
	state  rtfGroup
	saved  []rtfGroup
	deep   int // groups open beyond maxGroups
	base   *charmap.Charmap
	fonts  map[int]*charmap.Charmap
	font   int // the font the font table speaks of
	out    styled
	high   rune // first half of a surrogate pair
	hidden int
	instr  strings.Builder
	left   int // fallback characters still to leave out after \u
}

// maxGroups bounds the stack of groups.
const maxGroups = 4096

func readRTF(ctx context.Context, data []byte, limits Limits) (Document, error) {
	r := &rtf{src: data, base: charmap.Windows1252, fonts: map[int]*charmap.Charmap{}}
	r.state = rtfGroup{skip: 1, face: face{size: rtfSize}}
	for steps := 0; r.pos < len(r.src); steps++ {
		if steps%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return Document{}, err
			}
			if r.out.Len() > 2*limits.TextBytes {
				return Document{}, textFault(limits)
			}
		}
		r.step()
	}
	doc := Document{Charset: charmapName(r.base)}
	doc.setText(r.lines())
	doc.warnHidden(r.hidden)
	return doc, nil
}

func (r *rtf) step() {
	c := r.src[r.pos]
	r.pos++
	switch c {
	case '{':
		r.left = 0
		if len(r.saved) < maxGroups {
			r.saved = append(r.saved, r.state)
		} else {
			r.deep++
		}
	case '}':
		r.left = 0
		r.close()
	case '\\':
		r.control()
	case '\r', '\n':
	default:
		r.char(c)
	}
}

func (r *rtf) close() {
	if r.deep > 0 {
		r.deep--
		return
	}
	n := len(r.saved)
	if n == 0 {
		return
	}
	wasInstruction := r.state.instr
	r.state, r.saved = r.saved[n-1], r.saved[:n-1]
	if wasInstruction && !r.state.instr {
		r.link()
	}
}

// link writes the address of a HYPERLINK field before the text it shows.
func (r *rtf) link() {
	instruction := r.instr.String()
	r.instr.Reset()
	_, rest, ok := strings.Cut(instruction, "HYPERLINK")
	if !ok || strings.Contains(rest, `\l`) {
		return
	}
	address := strings.Trim(strings.TrimSpace(rest), `"`)
	if strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") {
		r.out.write(address+" ", r.state.face)
	}
}

// control reads what follows a backslash.
func (r *rtf) control() {
	if r.pos >= len(r.src) {
		return
	}
	c := r.src[r.pos]
	if !isASCIILetter(rune(c)) {
		r.pos++
		r.sign(c)
		return
	}
	start := r.pos
	for r.pos < len(r.src) && isASCIILetter(rune(r.src[r.pos])) && r.pos-start < 32 {
		r.pos++
	}
	word := string(r.src[start:r.pos])
	from := r.pos
	if r.pos < len(r.src) && r.src[r.pos] == '-' {
		r.pos++
	}
	for r.pos < len(r.src) && r.src[r.pos] >= '0' && r.src[r.pos] <= '9' && r.pos-from < 11 {
		r.pos++
	}
	parameter, err := strconv.Atoi(string(r.src[from:r.pos]))
	if r.pos < len(r.src) && r.src[r.pos] == ' ' {
		r.pos++
	}
	r.word(word, parameter, err == nil)
}

// sign handles a control symbol: one character that is not a letter.
func (r *rtf) sign(c byte) {
	switch c {
	case '\'':
		if r.pos+2 > len(r.src) {
			r.pos = len(r.src)
			return
		}
		n, err := strconv.ParseUint(string(r.src[r.pos:r.pos+2]), 16, 8)
		if err == nil {
			r.pos += 2
			r.char(byte(n))
		}
	case '*':
		r.state.silent = true
	case '~':
		r.write(" ")
	case '_':
		r.write("-")
	case '{', '}', '\\':
		r.char(c)
	case '\n', '\r':
		r.write("\n")
	}
}

var rtfSilent = map[string]bool{
	"colortbl": true, "stylesheet": true, "info": true, "pict": true, "object": true, "themedata": true,
	"colorschememapping": true, "datastore": true, "latentstyles": true, "listtable": true, "listoverridetable": true,
	"rsidtbl": true, "generator": true, "xmlnstbl": true, "revtbl": true, "filetbl": true, "pgptbl": true,
	"bkmkstart": true, "bkmkend": true, "annotation": true, "atnid": true, "atnauthor": true, "nonshppict": true,
	"fontemb": true, "template": true, "upr": true, "xe": true, "tc": true, "txe": true, "pntext": true,
	"listtext": true, "userprops": true, "mmathPr": true, "deleted": true,
}

// Ends of cells and rows while the text is read.
const (
	rtfCell = "\a"
	rtfRow  = "\x1e\n"
)

// lines are the lines of the text, page footers last. Cells stay on one line where the
// whole row does; cells with paragraphs of their own stand one under the other.
func (r *rtf) lines() []line {
	text := []byte(r.out.String())
	for start := 0; start < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		if part := text[start:end]; !bytes.HasSuffix(part, []byte(rtfRow[:1])) {
			copy(part, bytes.ReplaceAll(part, []byte(rtfCell), []byte("\n")))
		}
		start = end + 1
	}
	var flow, footers []line
	for _, l := range r.out.cut(string(text)) {
		l.text = strings.ReplaceAll(strings.Trim(l.text, rtfCell+rtfRow), rtfCell, cellBorder)
		if l.look.Margin == layout.Footer {
			footers = append(footers, l)
			continue
		}
		flow = append(flow, l)
	}
	return append(flow, footers...)
}

var rtfSigns = map[string]string{
	"par": "\n", "line": "\n", "sect": "\n", "page": "\n", "column": "\n", "softline": "\n", "row": rtfRow,
	"tab": "\t", "cell": rtfCell, "nestcell": rtfCell, "nestrow": rtfRow, "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘",
	"rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}

func (r *rtf) word(word string, parameter int, given bool) {
	if sign, ok := rtfSigns[word]; ok {
		r.write(sign)
		return
	}
	if rtfSilent[word] {
		if word == "pntext" || word == "listtext" {
			r.write(bullet)
		}
		r.state.silent = word != "deleted" || !given || parameter != 0
		return
	}
	on := !given || parameter != 0
	switch word {
	case "u":
		r.unicode(rune(parameter))
	case "uc":
		r.state.skip = min(max(parameter, 0), 16)
	case "ansicpg":
		r.base = codePage(parameter, r.base)
	case "mac":
		r.base = charmap.Macintosh
	case "fonttbl":
		r.state.fonts, r.state.silent = true, true
	case "f":
		r.selectFont(parameter)
	case "fcharset":
		if r.state.fonts {
			r.fonts[r.font] = fontCharset(parameter)
		}
	case "plain":
		r.state.hidden, r.state.charset = false, nil
		r.state.face = face{size: rtfSize, heading: r.state.face.heading, margin: r.state.face.margin}
	case "v":
		r.state.hidden = on
	case "fldinst":
		r.state.silent, r.state.instr = false, true
	case "shptxt", "shpinst", "footnote":
		r.state.silent = false
	case "sn", "sv":
		r.state.silent = true
	case "b", "i", "fs", "pard", "outlinelevel", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
		r.look(word, parameter, on)
	case "bin":
		r.pos = min(len(r.src), r.pos+max(parameter, 0))
	}
}

// rtfSize is the font size of a text that sets none, in half points.
const rtfSize = 24

// look follows the words that change how text looks.
func (r *rtf) look(word string, parameter int, on bool) {
	f := &r.state.face
	switch word {
	case "b":
		f.bold = on
	case "i":
		f.italic = on
	case "fs":
		f.size = float32(max(parameter, 1))
	case "pard":
		f.heading = 0
	case "outlinelevel":
		f.heading = outlineHeading(strconv.Itoa(parameter))
	default:
		f.margin = layout.Header
		if strings.HasPrefix(word, "footer") {
			f.margin = layout.Footer
		}
	}
}

func (r *rtf) selectFont(n int) {
	if r.state.fonts {
		r.font = n
		return
	}
	r.state.charset = r.fonts[n]
}

// unicode writes a code unit; negative ones are how writers spell units over 32767.
func (r *rtf) unicode(unit rune) {
	if unit < 0 {
		unit += 1 << 16
	}
	r.left = 0
	switch {
	case utf16.IsSurrogate(unit) && r.high == 0:
		r.high = unit
	case r.high != 0:
		r.write(string(utf16.DecodeRune(r.high, unit)))
		r.high = 0
	default:
		r.write(string(unit))
	}
	r.left = r.state.skip
}

// char writes a byte in the charset of its font.
func (r *rtf) char(c byte) {
	if r.left > 0 {
		r.left--
		return
	}
	table := r.base
	if r.state.charset != nil {
		table = r.state.charset
	}
	r.write(string(table.DecodeByte(c)))
}

func (r *rtf) write(text string) {
	switch {
	case r.state.instr:
		r.instr.WriteString(text)
	case r.state.silent:
	case r.state.hidden:
		if strings.TrimSpace(text) != "" {
			r.hidden++
		}
	default:
		r.out.write(text, r.state.face)
	}
}

func codePage(number int, otherwise *charmap.Charmap) *charmap.Charmap {
	switch number {
	case 1250:
		return charmap.Windows1250
	case 1251:
		return charmap.Windows1251
	case 1252:
		return charmap.Windows1252
	case 1253:
		return charmap.Windows1253
	case 1254:
		return charmap.Windows1254
	case 1257:
		return charmap.Windows1257
	case 866:
		return charmap.CodePage866
	case 10007:
		return charmap.MacintoshCyrillic
	}
	return otherwise
}

// fontCharset maps the Windows charset number of a font; nil means the document's own.
func fontCharset(number int) *charmap.Charmap {
	switch number {
	case 204:
		return charmap.Windows1251
	case 238:
		return charmap.Windows1250
	case 161:
		return charmap.Windows1253
	case 162:
		return charmap.Windows1254
	case 186:
		return charmap.Windows1257
	}
	return nil
}

func charmapName(table *charmap.Charmap) string {
	switch table {
	case charmap.Windows1251:
		return "windows-1251"
	case charmap.Windows1252:
		return "windows-1252"
	}
	return strings.ToLower(strings.ReplaceAll(table.String(), " ", "-"))
}
