package pdf

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	pdflib "github.com/ledongthuc/pdf"
	charsets "golang.org/x/text/encoding/charmap"
)

// bullet stands for every list mark of a symbol font: which shape it has is decoration.
const bullet = "•"

// readEncoding fills the table of a simple font: a base encoding, the one built into an
// embedded Type 1 program, and the differences over it.
func (f *font) readEncoding(v pdflib.Value, b *budget) error {
	encoding := v.Key("Encoding")
	base := encoding.Name()
	if encoding.Kind() == pdflib.Dict {
		base = encoding.Key("BaseEncoding").Name()
	}
	descriptor := v.Key("FontDescriptor")
	switch program := descriptor.Key("FontFile"); {
	case isSymbolFont(v.Key("BaseFont").Name()):
		f.fillSymbols()
	case base == "" && program.Kind() == pdflib.Stream:
		if err := f.readBuiltIn(program, b); err != nil {
			return err
		}
	default:
		f.fillBase(base, v.Key("Subtype").Name())
	}
	f.readDifferences(encoding.Key("Differences"))
	return nil
}

func (f *font) fillBase(base, subtype string) {
	table := charsets.Windows1252
	if base == "MacRomanEncoding" {
		table = charsets.Macintosh
	}
	for c := range 256 {
		if r := table.DecodeByte(byte(c)); r >= ' ' && r != 0xFFFD {
			f.chars[c] = string(r)
		}
	}
	if base == "StandardEncoding" || base == "" && subtype != "TrueType" {
		for c, r := range standardCodes {
			f.chars[c] = string(r)
		}
	}
}

// standardCodes is where Adobe's StandardEncoding departs from Windows-1252 in characters
// that occur in text (PDF 32000-1, annex D).
var standardCodes = map[int]rune{
	0x27: '’', 0x60: '‘', 0xA4: '⁄', 0xA6: 'ƒ', 0xA8: '¤', 0xA9: '\'', 0xAA: '“', 0xAC: '‹',
	0xAD: '›', 0xAE: 'ﬁ', 0xAF: 'ﬂ', 0xB1: '–', 0xB2: '†', 0xB3: '‡', 0xB4: '·', 0xB7: '•',
	0xB8: '‚', 0xB9: '„', 0xBA: '”', 0xBC: '…', 0xBD: '‰', 0xC1: '`', 0xC2: '´', 0xC3: 'ˆ',
	0xC4: '˜', 0xC5: '¯', 0xC8: '¨', 0xCA: '˚', 0xCF: 'ˇ', 0xD0: '—', 0xE1: 'Æ', 0xE8: 'Ł',
	0xE9: 'Ø', 0xEA: 'Œ', 0xF1: 'æ', 0xF5: 'ı', 0xF8: 'ł', 0xF9: 'ø', 0xFA: 'œ', 0xFB: 'ß',
}

func isSymbolFont(base string) bool {
	base = strings.ToLower(base)
	for _, family := range []string{"wingdings", "webdings", "zapfdingbats", "symbolmt", "+symbol", "fontawesome"} {
		if strings.Contains(base, family) {
			return true
		}
	}
	return base == "symbol"
}

// fillSymbols maps the whole font to list marks: without a ToUnicode map the shapes of a
// pictorial font cannot be told apart, and none of them is a letter.
func (f *font) fillSymbols() {
	for c := range 256 {
		if c > ' ' {
			f.chars[c] = bullet
		}
	}
	f.chars[' '] = " "
}

var builtInEntry = regexp.MustCompile(`dup\s+(\d{1,3})\s*/([^\s/]+)\s+put`)

// readBuiltIn reads the encoding array in the clear-text head of a Type 1 program, as TeX
// embeds it.
func (f *font) readBuiltIn(program pdflib.Value, b *budget) error {
	source, err := b.read(program)
	if err != nil {
		return err
	}
	if end := bytes.Index(source, []byte("eexec")); end >= 0 {
		source = source[:end]
	}
	f.fillBase("StandardEncoding", "")
	entries := builtInEntry.FindAllSubmatch(source, 256)
	if len(entries) > 0 {
		f.chars = [256]string{}
	}
	for _, entry := range entries {
		if code, err := strconv.Atoi(string(entry[1])); err == nil && code < 256 {
			f.chars[code] = glyphText(string(entry[2]))
		}
	}
	return nil
}

func (f *font) readDifferences(list pdflib.Value) {
	code := 0
	for i := range list.Len() {
		item := list.Index(i)
		if item.Kind() != pdflib.Name {
			code = int(item.Int64())
			continue
		}
		if code >= 0 && code < 256 {
			f.chars[code] = glyphText(item.Name())
		}
		code++
	}
}

// standardWidth is the width of a character of a font every viewer has, whose file may
// leave the widths out.
func standardWidth(base string, c byte) float64 {
	switch {
	case strings.Contains(base, "Courier"):
		return 600
	case c < ' ' || c > '~':
		return 556
	case strings.Contains(base, "Times"):
		return 0.9 * helvetica[c-' ']
	}
	return helvetica[c-' ']
}

// helvetica holds the widths of the printable ASCII characters (Adobe font metrics).
var helvetica = [95]float64{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}
